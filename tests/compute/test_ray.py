"""A Ray cluster of two nodes on this machine: the same games as here, also when workers die, and bots that think."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import branchline
from branchline.arena import simulate, tournament
from branchline.arena.tournament import Course
from branchline.compute import Fallback, Lost, RayExecutor, RayProcess, executor
from branchline.core.errors import OptionError
from branchline.review import review
from branchline.server import thinkers as thinkers_module
from branchline.server.settings import Settings
from branchline.server.thinkers import NoThought, Thinkers, place_for
from branchline.server.workers import must_be_possible
from tests.arena.test_tournament import comparable
from tests.compute.nodes import Nodes
from tests.review.games import golden, late
from tests.server.service import Service, play_out, wait_for
from tests.server.test_reviews import finished, reviewed

pytestmark = [
    pytest.mark.slow,
    pytest.mark.timeout(300),
    # Ray leaves the pipes and logs of its processes to the collector.
    pytest.mark.filterwarnings("ignore::ResourceWarning"),
    pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning"),
]
RAILS = branchline.game("30-rails")
TICKETS = branchline.game("ticket-to-ride")


@pytest.fixture(scope="module")
def nodes() -> Iterator[Nodes]:
    pytest.importorskip("ray", reason="the extra branchline[ray]")
    with Nodes(1, 1) as running:
        yield running


def test_games_on_a_cluster_are_those_played_here_even_if_a_worker_is_killed(nodes: Nodes) -> None:
    killed: list[int] = []

    def kill(course: Course) -> None:
        workers = nodes.workers()
        if course.games >= 4 and workers and not killed:
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
            assert isinstance(place, Fallback)
            assert place.clustered
            assert await thinkers.choose("me", sight, "expert", 0.05)
            assert await thinkers.choose("me", sight, "random", 0.05)
            monkeypatch.setattr(thinkers_module, "think", hang)
            with pytest.raises(NoThought):
                await Thinkers(0.2, place).choose("me", sight, "random", 0.05)
        finally:
            thinkers.close()

    asyncio.run(scene())


def test_a_table_is_played_with_bots_on_the_cluster(nodes: Nodes, tmp_path: Path) -> None:
    service = Service(tmp_path, compute=nodes.address, bot_seconds=0.02).open()
    try:
        guest = service.guest()
        with guest.live(guest.table("me", "bot:expert")["id"]) as live:
            live.kind("view", 60)
            assert play_out(live, (0,))["view"]["over"]
        assert guest.get("/healthz") == {"status": "ok", "compute": "cluster"}
    finally:
        service.close()


def test_a_review_on_a_cluster_is_the_review_made_here(nodes: Nodes) -> None:
    match = golden("30-rails")
    asked: Any = {"seconds": None, "playouts": 1200, "since": late(match, 20), "seed": 5}
    place = RayProcess(nodes.address)
    try:
        *_, there = review(match, place=place, **asked)
        with pytest.raises(OptionError, match="no such thing"):
            place.submit(30, complain).result(60)
        with pytest.raises(AttributeError, match="pickle"):
            place.submit(None, abs, lambda: 0).result(60)
        place.end(place.submit(None, time.sleep, 600))
        assert place.submit(30, abs, -3).result(60) == 3
    finally:
        place.close()
    *_, here = review(match, workers=1, **asked)
    assert there == here


def test_a_server_that_loses_its_cluster_goes_on_with_processes(tmp_path: Path) -> None:
    pytest.importorskip("ray", reason="the extra branchline[ray]")
    with Nodes(2) as own:
        service = Service(tmp_path, compute=own.address, bot_seconds=0.02, review_seconds=12.0).open()
        try:
            guest = service.guest()
            table = finished(guest, 5)
            assert guest.get("/healthz")["compute"] == "cluster"
            guest.ok(f"/api/tables/{table}/review", {})
            wait_for(lambda: guest.get(f"/api/tables/{table}/review")["report"] is not None, 120)
            own.cluster.shutdown()
            wait_for(lambda: guest.get("/healthz")["compute"] == "cluster lost", 60)
            with guest.live(guest.table("me", "bot:expert")["id"]) as live:
                live.kind("view", 60)
                assert play_out(live, (0,))["view"]["over"], "bots think on"
            assert reviewed(guest, table)["status"] == "done", "the review went on where it was"
        finally:
            service.close()


def test_a_server_does_not_start_without_its_cluster() -> None:
    with pytest.raises(OptionError, match=r"127\.0\.0\.1:1 does not answer"):
        must_be_possible(Settings(compute="127.0.0.1:1"))


def test_without_ray_it_is_said_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ray._private.services", None)
    with pytest.raises(OptionError, match=r"branchline\[ray\]"):
        executor(1, "auto")
