"""Work in other processes: results in order, lost work again, limits that hold, an end that leaves nothing behind."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from branchline.compute import Executor, Fallback, Here, Lost, Processes, executor, run
from branchline.core.errors import OptionError


@pytest.fixture
def processes() -> Iterator[Processes]:
    place = Processes(2)
    yield place
    place.kill()


def squares(numbers: Sequence[int]) -> list[int]:
    return [number * number for number in numbers]


def kill_once(marker: str, numbers: Sequence[int]) -> list[int]:
    """Dies over the number 5, the first time."""
    if 5 in numbers and not Path(marker).exists():
        Path(marker).touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return list(numbers)


def die(_numbers: Sequence[int]) -> list[int]:
    os._exit(1)


def slow(numbers: Sequence[int]) -> list[int]:
    time.sleep(0.02 * len(numbers))
    return [len(numbers)] * len(numbers)


def test_results_come_in_order_wherever_they_are_found(processes: Processes) -> None:
    expected = [number * number for number in range(3000)]
    for place in (Here(), processes):
        assert list(run(place, squares, range(3000))) == expected


def cores_of(_nothing: None) -> tuple[set[int], int]:
    return os.sched_getaffinity(0), os.getpriority(os.PRIO_PROCESS, 0)


@pytest.mark.skipif(len(os.sched_getaffinity(0)) < 2, reason="there is no core to leave")
@pytest.mark.parametrize(("nice", "left"), [(5, 1), (5, 0), (0, 1), (0, 0)])
def test_processes_are_as_polite_as_they_are_asked_to_be(nice: int, left: int) -> None:
    mine = os.sched_getaffinity(0)
    place = Processes(1, nice=nice, leave_core=bool(left))
    try:
        theirs, priority = place.submit(None, cores_of, None).result(60)
    finally:
        place.kill()
    assert theirs <= mine
    assert len(theirs) == len(mine) - left
    assert priority == os.getpriority(os.PRIO_PROCESS, 0) + nice


def test_batches_of_a_killed_worker_are_done_again(processes: Processes, tmp_path: Path) -> None:
    marker = tmp_path / "killed"
    assert list(run(processes, partial(kill_once, str(marker)), range(200))) == list(range(200))
    assert marker.exists()


def test_work_that_always_kills_its_worker_is_given_up(processes: Processes, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("branchline.compute.batches.MOST_DEATHS", 2)
    with pytest.raises(Lost):
        list(run(processes, die, range(3)))


def test_batches_take_about_as_long_as_asked() -> None:
    sizes = list(run(Here(), slow, range(60), seconds=0.1))
    assert max(sizes[1:]) <= 5, "five times 0.02 s fill 0.1 s; a slow machine makes batches smaller, not larger"
    quick = list(run(Here(), lambda numbers: [len(numbers)] * len(numbers), range(400)))
    assert max(quick) > 50


def test_whoever_stops_asking_stops_the_work(processes: Processes) -> None:
    asked: list[int] = []

    def items() -> Iterator[int]:
        for number in range(10_000):
            asked.append(number)
            yield number

    results = run(processes, slow, items(), seconds=0.001)
    next(results)
    results.close()  # type: ignore[attr-defined]
    assert len(asked) <= processes.ahead + 2


def test_a_limit_ends_the_work_and_not_the_others(processes: Processes) -> None:
    hanging = processes.submit(0.2, time.sleep, 60)
    other = processes.submit(30, abs, -3)
    assert other.result(60) == 3
    with pytest.raises(Lost):
        hanging.result(60)
    assert processes.submit(30, abs, -4).result(60) == 4
    with pytest.raises(TypeError):
        processes.submit(30, abs, "x").result(60)


def test_an_idle_process_that_was_killed_is_replaced(processes: Processes) -> None:
    assert processes.submit(None, abs, -1).result(60) == 1
    (pid,) = processes.pids()
    os.kill(pid, signal.SIGKILL)
    for _ in range(3):
        try:
            assert processes.submit(None, abs, -2).result(60) == 2
            break
        except Lost:
            continue  # it was submitted before the death was noticed
    assert pid not in processes.pids()


def test_closing_drops_what_waits() -> None:
    place = Processes(1)
    assert place.submit(None, abs, -1).result(60) == 1
    running, waiting = place.submit(None, time.sleep, 0.3), place.submit(None, time.sleep, 60)
    place.close()
    assert running.done()
    assert waiting.cancelled()


class Fragile(Here):
    """A cluster that can be lost."""

    workers = 8

    def __init__(self, done: list[str]) -> None:
        self.ready = True
        self.done = done

    def submit(self, limit: float | None, work: Callable[..., Any], *facts: Any) -> Future[Any]:
        self.done.append("cluster")
        return super().submit(limit, work, *facts)


def test_a_lost_cluster_is_replaced_by_processes_until_it_is_back(monkeypatch: pytest.MonkeyPatch) -> None:
    done: list[str] = []
    told: list[str | None] = []
    clusters = [Fragile(done), Fragile(done)]
    there = iter([clusters[0], None, clusters[1]])

    def connect() -> Executor:
        found = next(there)
        if found is None:
            raise OptionError("no cluster")
        return found

    monkeypatch.setattr("branchline.compute.fallback.RETRY", 3600)
    place = Fallback(connect, Here(), told.append)
    assert place.clustered
    assert place.workers == 8
    assert place.submit(None, abs, -1).result() == 1
    clusters[0].ready = False
    assert place.submit(None, abs, -2).result() == 2
    assert done == ["cluster"], "the second piece of work was done here"
    assert not place.clustered
    assert place.workers == 1
    assert told == [None, "the cluster does not answer any more"]
    monkeypatch.setattr("branchline.compute.fallback.RETRY", 0)
    place._again = 0.0
    while not place.clustered:  # each look begins a try; the first one fails
        time.sleep(0.01)
    assert told[2:] == ["no cluster", None]


def test_one_place_for_one_job_and_more_for_more() -> None:
    places: list[Executor] = [executor(1), executor(2)]
    assert [type(place) for place in places] == [Here, Processes]
    with pytest.raises(OptionError, match="does not answer"):
        executor(1, "127.0.0.1:1")
