"""Is this tree slower than another commit? Both are measured in one run, in turn, doing exactly the same work."""

from __future__ import annotations

import io
import json
import os
import subprocess
import sys
import tarfile
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, closing
from pathlib import Path
from statistics import median
from typing import Any, NamedTuple, Protocol

import branchline
from branchline.arena.bench import pick
from branchline.arena.paired import Interval, shift
from branchline.core.errors import OptionError
from branchline.core.text import Text

ROOT = Path(branchline.__file__).parents[2]
RECORDS = Path("tests", "golden", "old")
ITERATIONS = 40
"""Playouts for one decision of an expert."""
NOISE = 0.03
"""The ratio by which two builds of the same source differ, since code lies elsewhere in memory."""
MOST_TIMES = 1 << 24


class Job(NamedTuple):
    """One thing that both trees do; `limit` is the ratio that must hold."""

    name: str
    unit: str
    limit: float
    what: str
    facts: dict[str, Any]
    units: int = 1
    """How many units one repetition is."""


class Measured(Protocol):
    """Something that can repeat a job and say how many CPU seconds that took."""

    def run(self, job: Job, times: int) -> dict[str, Any]:
        """CPU seconds (`took`) and a digest of what came out."""
        ...


class Verdict(NamedTuple):
    """How fast this tree is, and the ratio to the other one: above 1 this tree is faster."""

    job: Job
    rate: float
    ratio: Interval
    same: bool
    """Whether both did the same work."""

    @property
    def real(self) -> bool:
        """Whether the difference is more than chance and more than two builds of one source differ by."""
        return not self.ratio.holds(1.0) and abs(self.ratio.value - 1) > NOISE

    @property
    def fails(self) -> bool:
        """Whether this tree is really slower than its limit allows."""
        return self.real and self.ratio.value < self.job.limit

    def __str__(self) -> str:
        low, value, high = ((each - 1) * 100 for each in (self.ratio.low, self.ratio.value, self.ratio.high))
        if self.ratio.holds(1.0):
            return f"no difference found [{low:+.1f}, {high:+.1f}] %"
        if value < 0:
            said = f"slower by {-value:.1f} % [{-high:.1f}, {-low:.1f}]"
        else:
            said = f"faster by {value:.1f} % [{low:.1f}, {high:.1f}]"
        return said if self.real else f"{said}: no more than two builds of one source differ by"

    def json(self) -> dict[str, Any]:
        """The verdict for programs."""
        return {
            "name": self.job.name,
            "value": self.rate,
            "unit": self.job.unit,
            "ratio": self.ratio.value,
            "ratio_95": [self.ratio.low, self.ratio.high],
            "real": self.real,
            "fails": self.fails,
            "same_work": self.same,
        }


class Tree:
    """A checkout with compiled kernels, and the process that works for it."""

    def __init__(self, folder: Path) -> None:
        environment = {**os.environ, "PYTHONPATH": str(folder / "src")}
        environment.pop("BRANCHLINE_INTERPRETED", None)
        built = subprocess.run(
            [sys.executable, "hatch_build.py", "kernels"], cwd=folder, env=environment, stdout=subprocess.DEVNULL
        )
        if built.returncode:
            raise OptionError(Text("cli.compare_build", {"folder": str(folder)}))
        # -P: the folder of the file is the package of this tree, which must not be found first.
        self._process = subprocess.Popen(
            [sys.executable, "-P", str(Path(__file__).with_name("measured.py"))],
            cwd=folder,
            env=environment,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        said = self._answer()
        if not said["compiled"] or not Path(said["tree"]).is_relative_to(folder.resolve()):
            self.close()
            raise OptionError(Text("cli.compare_build", {"folder": str(folder)}))

    def run(self, job: Job, times: int) -> dict[str, Any]:
        """CPU seconds and digest of the job, done `times` times."""
        assert self._process.stdin is not None
        self._process.stdin.write(json.dumps({"what": job.what, "facts": job.facts, "times": times}) + "\n")
        self._process.stdin.flush()
        return self._answer()

    def close(self) -> None:
        """End the process."""
        self._process.communicate()

    def _answer(self) -> dict[str, Any]:
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        if not line:
            self.close()
            raise OptionError(Text("cli.compare_ended"))
        answer: dict[str, Any] = json.loads(line)
        return answer


def against(revision: str, only: str | None, rounds: int, seconds: float) -> Iterator[Verdict]:
    """Every job whose name holds `only`, done by this tree and by a commit (or a folder with a checkout of one).

    OptionError at once where no job has such a name: building the trees takes minutes.
    """
    return _against(revision, pick(jobs(), only), rounds, seconds)


def _against(revision: str, chosen: Sequence[Job], rounds: int, seconds: float) -> Iterator[Verdict]:
    with ExitStack() as stack:
        folder = Path(revision)
        if not (folder / "hatch_build.py").exists():
            folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="branchline-")))
            check_out(revision, folder)
        old, new = (stack.enter_context(closing(Tree(each.resolve()))) for each in (folder, ROOT))
        for job in chosen:
            yield compare(job, old, new, rounds, seconds)


def jobs() -> Iterator[Job]:
    """What is compared: random games, clones, and the expert's playouts on positions of recorded games."""
    for slug in branchline.game_names():
        game = branchline.game(slug)
        least, most = game.default_players, game.players.stop - 1
        for players in dict.fromkeys((least, most)):
            facts = {"slug": slug, "players": players}
            yield Job(f"{slug}: random games, seats: {players}", "games/s", 0.95, "games", facts)
        yield Job(f"{slug}: clones", "clones/s", 0.9, "clones", {"slug": slug, "players": least}, 100)
        records = [file.read_text("utf-8") for file in sorted((ROOT / RECORDS).glob("*/*p-greedy-*.json"))]
        known = (slug, game.rules_version)
        records = [text for text in records if (json.loads(text)["game"], json.loads(text)["rules"]) == known]
        if records:  # none is left of a game whose rulings have changed since they were recorded
            searched = {"records": records, "iterations": ITERATIONS}
            units = 3 * len(records) * ITERATIONS
            yield Job(f"{slug}: expert's playouts", "playouts/s", 0.95, "search", searched, units)


def compare(job: Job, old: Measured, new: Measured, rounds: int, seconds: float) -> Verdict:
    """Measure both in turn, so that a slow moment of the machine hits them alike."""
    times = 1
    while old.run(job, times)["took"] < seconds and times < MOST_TIMES:
        times *= 2
    ratios, rates, same = [], [], True
    for number in range(rounds):
        pair = (old, new) if number % 2 == 0 else (new, old)
        answers = {tree: tree.run(job, times) for tree in pair}
        ratios.append(answers[old]["took"] / answers[new]["took"])
        rates.append(times * job.units / answers[new]["took"])
        same = same and answers[old]["digest"] == answers[new]["digest"]
    return Verdict(job, median(rates), shift(ratios), same)


def check_out(revision: str, folder: Path) -> None:
    """The files of a commit, without touching this checkout."""
    command = ["git", "archive", "--format=tar", "--end-of-options", revision]
    archive = subprocess.run(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    if archive.returncode:
        raise OptionError(Text("cli.compare_commit", {"value": revision}))
    with tarfile.open(fileobj=io.BytesIO(archive.stdout)) as tar:
        tar.extractall(folder, filter="data")
