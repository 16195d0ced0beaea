"""Decisions judged: what they lost against the best move found, and which mark that deserves."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import NamedTuple

from branchline.review.report import POINT, WHOLE, ZERO, Amount, Mark, Unit
from branchline.review.study import VERIFY, Case, Study

SURE = 2
"""Standard errors from which on a difference is held to be more than chance."""
BRILLIANT = 3
"""Standard errors that a brilliant move gains at least."""
LEAST_WORLDS = 24
"""Fewer worlds tell no standard error that could be trusted."""
SLIGHT = {"win": WHOLE // 100, "points": POINT // 2}
"""What a move must lose or gain at least to deserve a mark."""
GRAVE = {"win": WHOLE // 20, "points": 3 * POINT}
"""What makes an inaccuracy a mistake."""


class Verdict(NamedTuple):
    """What is found of a decision: its loss with the standard error, over how many worlds, and the mark."""

    loss: Amount
    error: Amount
    worlds: int
    mark: Mark

    @property
    def lost(self) -> bool:
        """Whether it is marked for what it lost."""
        return self.mark in ("inaccuracy", "mistake")


def judge(study: Study, case: Case, unit: Unit) -> Verdict:
    """Compare the best candidate with what was played; what the seat could still do the next time is not lost yet.

    Nor is what it did then: a turn may be planned in a way that the policy does not go on with.
    """
    found = _compared(study, case, unit)
    later = study.later(case)
    if later is None or not found.lost:
        return found
    again = [each for each in _made_good(study, case, later, found.loss, unit) if each[2] >= LEAST_WORLDS]
    if not again:
        return found
    gain, error, worlds = max(again, key=lambda each: each[0].of(unit))
    loss = Amount(_left(found.loss.win, gain.win), _left(found.loss.points, gain.points))
    both = Amount(math.isqrt(found.error.win**2 + error.win**2), math.isqrt(found.error.points**2 + error.points**2))
    return Verdict(loss, both, min(found.worlds, worlds), mark_of(loss, both, worlds, unit))


def _made_good(study: Study, case: Case, later: Case, loss: Amount, unit: Unit) -> Iterator[tuple[Amount, Amount, int]]:
    """What of a loss the seat's next decision could make good, or did, each with its error and its worlds."""
    waiting = study.waiting(later)
    if study.still_there(case, later) and _compared(study, later, unit).lost:
        yield study.samples.gain(study.candidate(later, later.ideas[0]), waiting, case.seat, VERIFY)
    if study.one_turn(case, later):
        gain, error, worlds = study.samples.gain(study.after(later.place), waiting, case.seat, VERIFY)
        if gain.of(unit) > SURE * error.of(unit):
            yield gain, error, worlds
        if later.found:  # with the best move there the seat could still win so often, and more than all is not lost
            best = study.candidate(later, later.ideas[0])
            worlds = study.samples.sweeps(best)
            beyond = loss.win - (WHOLE - study.samples.value(best, worlds)[case.seat].win)
            if beyond > 0:
                yield Amount(beyond, 0), study.samples.error(best, worlds)[case.seat], worlds


def _left(loss: int, missed: int) -> int:
    """What is left of a loss once what was missed again later counts there."""
    return max(0, loss - max(missed, 0)) if loss > 0 else loss


def _compared(study: Study, case: Case, unit: Unit) -> Verdict:
    """The best candidate against what was played, over sweeps that did not choose it."""
    if not case.found:
        return Verdict(ZERO, ZERO, 0, "none")
    best = study.candidate(case, case.ideas[0])
    loss, error, worlds = study.samples.gain(best, study.after(case.place), case.seat, VERIFY)
    mark = mark_of(loss, error, worlds, unit)
    if mark == "none" and case.played != case.choice and is_brilliant(-loss, error, worlds, unit):
        mark = "brilliant"
    if mark in ("inaccuracy", "mistake"):
        loss = Amount(max(loss.win, 0), max(loss.points, 0))
    return Verdict(loss, error, worlds, mark)


def mark_of(loss: Amount, error: Amount, worlds: int, unit: Unit) -> Mark:
    """The mark of a loss: none unless it is more than chance."""
    if worlds < LEAST_WORLDS or loss.of(unit) < SLIGHT[unit] or loss.of(unit) <= SURE * error.of(unit):
        return "none"
    return "mistake" if loss.of(unit) >= GRAVE[unit] else "inaccuracy"


def is_brilliant(gain: Amount, error: Amount, worlds: int, unit: Unit) -> bool:
    """Whether a move beats the bot's best other one by much, beyond doubt: praise that is wrong would mislead."""
    return worlds >= LEAST_WORLDS and gain.of(unit) >= GRAVE[unit] and gain.of(unit) > BRILLIANT * error.of(unit)


def hindsight_of(study: Study, case: Case) -> Amount | None:
    """The loss in the real world with the luck that came; None until it was looked at."""
    played, better = study.hindsight(case, case.played), study.hindsight(case, case.ideas[0])
    gain, _, worlds = study.samples.gain(better, played, case.seat, 0)
    return gain if worlds else None


def accuracy(losses: list[int], scale: int) -> int:
    """In percent, over all decisions: as chess sites have it, a share of the win that was lost counts exponentially.

    `scale` is what stands for the whole win: for points, what could be expected at the start.
    """
    if not losses:
        return 100
    kept = [103.1668 * math.exp(-4.354 * loss / scale) - 3.1669 for loss in losses]
    return round(sum(min(100.0, max(0.0, each)) for each in kept) / len(kept))
