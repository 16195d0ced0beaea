"""The bench measures every registered game, and its figures count real work."""

from __future__ import annotations

import resource

import pytest

from branchline.arena.bench import Measurement, measurements, rate, run
from branchline.core.errors import OptionError
from branchline.games import slugs


def test_every_game_is_measured() -> None:
    names = [one.name for one in measurements()]
    for slug in slugs():
        assert sum(name.startswith(f"{slug}: random games") for name in names) >= 1
        assert f"{slug}: clones of a state" in names
    assert len(names) == len(set(names))


def test_an_unknown_name_lists_the_known() -> None:
    with pytest.raises(OptionError, match="branchline --help"):
        measurements("nothing like this")


def test_a_rate_counts_what_the_work_says() -> None:
    calls = []

    def work(times: int) -> int:
        for _ in range(times):
            calls.append(1)
        return 1000 * times

    found = rate(Measurement("x", "y", work, False), 0.03)
    assert found > 0
    assert len(calls) * 1000 / 0.03 >= found * 0.3


def test_help_costs_less_than_its_time() -> None:
    """The bench reports wall time; here it is processor time, which a busy machine does not stretch."""
    (one,) = measurements("branchline --help")
    costs = []
    for _ in range(3):
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        one.work(1)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        costs.append(after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)
    assert min(costs) < 0.2


def test_a_row_has_the_promised_fields() -> None:
    row = run(Measurement("x", "s", lambda times: times, False, per_second=False))
    assert list(row) == ["name", "value", "unit", "ratio", "against"]
