"""`bench --compare`: differences that are there are found, others are not, and both trees do the same work."""

from __future__ import annotations

import math
from pathlib import Path
from typing import Any

import pytest

from branchline.arena.compare import ROOT, Job, Tree, Verdict, against, check_out, compare, jobs
from branchline.arena.paired import Interval, shift
from branchline.core.errors import OptionError
from branchline.core.generator import Generator
from branchline.games import slugs

JOB = Job("x: work", "things/s", 0.95, "games", {})


class Pretended:
    """A tree whose times are known: a speed, noise of each measurement, and slow moments that last."""

    moment = 1.0

    def __init__(self, speed: float, seed: int, noise: float = 0.05) -> None:
        self.speed, self.noise = speed, noise
        self.rng = Generator(seed)

    def run(self, job: Job, times: int) -> dict[str, Any]:
        spread = 1 + self.noise * (int(self.rng.below(2001)) - 1000) / 1000
        return {"took": times * 0.01 / self.speed * spread, "digest": job.name}


def verdicts(speed: float) -> list[Verdict]:
    return [
        compare(JOB, Pretended(1.0, 2 * number), Pretended(speed, 2 * number + 1), 15, 0.1) for number in range(200)
    ]


def test_differences_are_found_and_none_is_made_up() -> None:
    even = verdicts(1.0)
    assert sum(not each.ratio.holds(1.0) for each in even) <= 20, "about 5 in 100 are expected"
    assert sum(each.real for each in even) <= 4
    for speed, word in ((1.12, "faster by"), (0.9, "slower by")):
        found = verdicts(speed)
        assert sum(str(each).startswith(word) and each.real for each in found) >= 190
        assert sum(each.ratio.holds(speed) for each in found) >= 180
        assert any(each.fails for each in found) == (speed < 1)


def test_the_interval_is_that_of_the_signed_ranks() -> None:
    """By the published tables: with 10 rounds the interval of 95 % leaves out 8 of the 55 pairwise means."""
    logs = [0.11, -0.42, 0.37, 0.93, 0.55, -0.08, 0.21, 0.74, 0.49, 0.3]
    means = sorted((a + b) / 2 for n, a in enumerate(logs) for b in logs[n:])
    found = shift([math.exp(each) for each in logs])
    assert math.log(found.low) == pytest.approx(means[8])
    assert math.log(found.high) == pytest.approx(means[-9])
    assert math.log(found.value) == pytest.approx(means[27])
    with pytest.raises(ValueError, match="least"):
        shift([1.0] * 5)


def test_a_verdict_in_words() -> None:
    said = [str(Verdict(JOB, 1.0, Interval(*each), True)) for each in ((1.05, 1.02, 1.08), (0.9, 0.88, 0.93))]
    assert said == ["faster by 5.0 % [2.0, 8.0]", "slower by 10.0 % [7.0, 12.0]"]
    assert str(Verdict(JOB, 1.0, Interval(1.01, 0.99, 1.03), True)) == "no difference found [-1.0, +3.0] %"
    assert "two builds" in str(Verdict(JOB, 1.0, Interval(1.01, 1.005, 1.02), True))


def test_every_game_is_compared() -> None:
    names = [each.name for each in jobs()]
    assert len(set(names)) == len(names)
    assert all(any(name.startswith(f"{slug}: random games") for name in names) for slug in slugs())


@pytest.mark.slow
def test_a_tree_compared_with_itself_does_the_same_work() -> None:
    (found,) = against(str(ROOT), "30-rails: clones", 6, 0.01)
    assert found.same
    assert found.rate > 1000
    assert set(found.json()) >= {"name", "value", "ratio", "ratio_95", "real"}


def test_an_unknown_commit_is_refused(tmp_path: Path) -> None:
    with pytest.raises(OptionError, match="no commit"):
        check_out("no-such-commit", tmp_path)
    with pytest.raises(OptionError, match="compiled"):
        Tree(tmp_path)
