"""A Ray cluster of two nodes on this machine: the same games as here, also when workers die, and bots that think."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest

import branchline
from branchline.arena import simulate, tournament
from branchline.compute import Lost, RayExecutor, executor
from branchline.core.errors import OptionError
from branchline.server import thinkers as thinkers_module
from branchline.server.thinkers import NoThought, Thinkers, place_for
from tests.arena.test_tournament import comparable

pytestmark = [
    pytest.mark.slow,
    pytest.mark.timeout(300),
    # Ray leaves the pipes and logs of its processes to the collector.
    pytest.mark.filterwarnings("ignore::ResourceWarning"),
    pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning"),
]
RAILS = branchline.game("30-rails")
TICKETS = branchline.game("ticket-to-ride")


class Nodes:
    """Two nodes with a core each, which listen on the loopback address alone."""

    def __init__(self, folder: str) -> None:
        from ray.cluster_utils import Cluster

        facts: dict[str, Any] = {"num_cpus": 1, "node_ip_address": "127.0.0.1", "object_store_memory": 80_000_000}
        head = {**facts, "include_dashboard": False, "temp_dir": folder}
        self.cluster = Cluster(initialize_head=True, head_node_args=head)
        self.cluster.add_node(**facts)
        self.address: str = self.cluster.address

    def workers(self) -> list[int]:
        """The processes that work, or wait for work, on all nodes."""
        raylets = [node.all_processes["raylet"][0].process.pid for node in self.cluster.list_all_nodes()]
        found = [pid for raylet in raylets for pid in _children(raylet)]
        return [pid for pid in found if "on_node" in Path(f"/proc/{pid}/cmdline").read_text()]


def _children(pid: int) -> list[int]:
    tasks = Path(f"/proc/{pid}/task").glob("*/children")
    return [int(child) for task in tasks for child in task.read_text().split()]


@pytest.fixture(scope="module")
def nodes() -> Iterator[Nodes]:
    with pytest.MonkeyPatch.context() as patch, tempfile.TemporaryDirectory(prefix="ray") as folder:
        patch.setenv("RAY_USAGE_STATS_ENABLED", "0")
        patch.setenv("RAY_ENABLE_WINDOWS_OR_OSX_CLUSTER", "0")  # so that 127.0.0.1 stays what it is
        patch.setenv("RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO", "0")
        pytest.importorskip("ray", reason="the extra branchline[ray]")
        running = Nodes(folder)
        yield running
        running.cluster.shutdown()


def test_games_on_a_cluster_are_those_played_here_even_if_a_worker_is_killed(nodes: Nodes) -> None:
    killed: list[int] = []

    def kill(games: Sequence[Any], _planned: int) -> None:
        workers = nodes.workers()
        if len(games) >= 4 and workers and not killed:
            killed.append(workers[0])
            os.kill(workers[0], signal.SIGKILL)

    bots = ["greedy", "random"]
    here = tournament(TICKETS, bots, games=300, seed=3)
    there = tournament(TICKETS, bots, games=300, seed=3, cluster=nodes.address, progress=kill)
    assert killed, "the tournament must not be over before a worker could die"
    assert comparable(there) == comparable(here)


def test_simulations_on_a_cluster_are_those_played_here(nodes: Nodes, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RAY_ADDRESS", nodes.address)
    here, there = (simulate(RAILS, ["greedy"], games=20, seed=2, cluster=where) for where in (None, "auto"))
    assert {**here, "seconds": 0} == {**there, "seconds": 0}


def complain() -> None:
    raise OptionError("no such thing")


def test_work_on_a_cluster_has_limits_and_mistakes_of_its_own(nodes: Nodes) -> None:
    place = RayExecutor(nodes.address)
    try:
        assert place.workers == 2
        with pytest.raises(Lost):
            place.submit(0.2, time.sleep, 60).result(60)
        with pytest.raises(OptionError, match="no such thing"):
            place.submit(30, complain).result(60)
        running = place.submit(None, time.sleep, 600)
        assert place.submit(30, abs, -3).result(60) == 3, "the other node is free"
        place.end(running)
        both = [place.submit(30, time.sleep, 0.01) for _ in range(4)]
        assert [each.result(60) for each in both] == [None] * 4
    finally:
        place.close()


def hang(*_facts: Any) -> None:
    time.sleep(600)


def test_bots_of_a_server_think_on_the_cluster(nodes: Nodes, monkeypatch: pytest.MonkeyPatch) -> None:
    sight = RAILS.start(players=2, seed=3).sight(1).pack()

    async def scene() -> None:
        place = place_for(nodes.address, 0)
        thinkers = Thinkers(20.0, place)
        try:
            assert isinstance(place, RayExecutor)
            assert await thinkers.choose("me", sight, "expert", 0.05)
            assert await thinkers.choose("me", sight, "random", 0.05)
            monkeypatch.setattr(thinkers_module, "think", hang)
            with pytest.raises(NoThought):
                await Thinkers(0.2, place).choose("me", sight, "random", 0.05)
        finally:
            thinkers.close()

    asyncio.run(scene())


def test_without_ray_it_is_said_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    with pytest.raises(OptionError, match=r"branchline\[ray\]"):
        executor(1, "auto")
