"""What to play out next: first a coarse curve, then candidates, then more where a decision is still in doubt."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from branchline.review.judging import LEAST_WORLDS, SLIGHT, SURE, judge
from branchline.review.playouts import Arm, Ask, Job
from branchline.review.report import Unit
from branchline.review.study import SELECT, VERIFY, Case, Study

COARSE = 60
"""Positions of the first curve."""
FIRST = 4
"""Their sweeps."""
STEP = 4
"""Sweeps that the curve grows by in a round."""
LOOK = 12
"""Worlds that a comparison grows by."""
ENOUGH = 512
"""No arm needs more sweeps."""
LAST_PART = 0.9
"""From this part of the budget on what is left goes to hindsight."""
HINDSIGHTS = 8
"""Sweeps with the luck that came; only the policy's own choices differ between them."""
OF_CURVE = 0.5
"""The part of the playouts that the curve may take, once candidates are chosen."""


class Plan:
    """Rounds of work for a study. What a round holds depends on what was found before it, and on nothing else."""

    def __init__(self, study: Study, unit: Unit, spent: Callable[[], float]) -> None:
        self.study = study
        self.unit = unit
        self.spent = spent
        """The part of the budget that is used up."""
        self.curve = study.curve()
        """Arms that have the same number of sweeps."""
        self.wanted: dict[Arm, int] = {}

    def rounds(self) -> Iterator[list[Job] | list[Ask]]:
        """Work until the budget is spent or nothing is left to find out."""
        for arm in self.study.coarse(COARSE):
            self._want(arm, FIRST)
        yield self._jobs()
        for sweeps in (FIRST, 2 * FIRST):
            self._grow_curve(sweeps)
            yield self._jobs()
        yield list(self.study.questions())
        self.curve += self.study.departures()
        for sweeps in SELECT:
            for case in self.study.cases:
                self._want_case(case, sweeps)
            self._grow_curve(sweeps)
            yield self._jobs()
            for case in self.study.cases:
                self.study.advance(case)
        while self.spent() < LAST_PART:
            self._verify()
            if not self.wanted or self._curve_part() < OF_CURVE:
                self._grow_curve(self._sweeps() + STEP)
            jobs = self._jobs()
            if not jobs:
                break
            yield jobs
        self._look_back()
        yield self._jobs()

    # ── what is wanted ──
    def _grow_curve(self, sweeps: int) -> None:
        for arm in self.curve:
            self._want(arm, sweeps)

    def _want_case(self, case: Case, sweeps: int) -> None:
        if case.ideas:
            self._want(self.study.after(case.place), sweeps)
            for idea in case.ideas:
                self._want(self.study.candidate(case, idea), sweeps)

    def _verify(self) -> None:
        """More worlds for every decision that has few, then for those in doubt that may have cost most."""
        open_cases = [case for case in self.study.cases if case.found and not self._settled(case)]
        fresh = [case for case in open_cases if self._worlds(case) < LEAST_WORLDS]
        open_cases.sort(key=lambda case: -self._may_have_cost(case))
        for case in fresh or open_cases[: max(2, len(open_cases) // 3)]:
            self._want_case(case, VERIFY + self._worlds(case) + LOOK)

    def _look_back(self) -> None:
        for case in self.study.cases:
            if judge(self.study, case, self.unit).lost and self.study.surprised(case.place):
                for move in (case.played, case.ideas[0]):
                    self._want(self.study.hindsight(case, move), HINDSIGHTS)

    # ── what is known ──
    def _worlds(self, case: Case) -> int:
        best = self.study.candidate(case, case.ideas[0])
        return max(
            0, min(self.study.samples.sweeps(best), self.study.samples.sweeps(self.study.after(case.place))) - VERIFY
        )

    def _settled(self, case: Case) -> bool:
        """Whether more worlds would hardly change the mark."""
        worlds = self._worlds(case)
        if worlds < LEAST_WORLDS:
            return False
        mean, error = self.study.edge(case, case.ideas[0], VERIFY)
        return mean + SURE * error < SLIGHT[self.unit] or mean > 2 * SURE * error or worlds + VERIFY >= ENOUGH

    def _may_have_cost(self, case: Case) -> float:
        mean, error = self.study.edge(case, case.ideas[0], VERIFY)
        return mean + error

    def _sweeps(self) -> int:
        return min(self.study.samples.sweeps(arm) for arm in self.curve)

    def _curve_part(self) -> float:
        return self._sweeps() * len(self.curve) / max(self.study.samples.count, 1)

    def _want(self, arm: Arm, sweeps: int) -> None:
        self.wanted[arm] = max(self.wanted.get(arm, 0), min(sweeps, ENOUGH))

    def _jobs(self) -> list[Job]:
        """What is wanted and not yet there."""
        samples = self.study.samples
        jobs = [Job(arm, samples.sweeps(arm), sweeps) for arm, sweeps in self.wanted.items()]
        self.wanted.clear()
        return [job for job in jobs if job.first < job.last]
