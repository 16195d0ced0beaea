"""Reviews: made in the background, kept, shown to everybody who can see the game, without names."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import branchline
from branchline.core.generator import Generator
from tests.server.service import Guest, Service, wait_for

pytestmark = pytest.mark.server


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    one = Service(tmp_path_factory.mktemp("reviews"), review_seconds=2.0).open()
    yield one
    one.close()


def finished(guest: Guest, seed: int) -> str:
    """A game that was played elsewhere; its table."""
    match = branchline.game("30-rails").start(players=2, seed=seed)
    rng = Generator(seed)
    while not match.over:
        seat = match.actors[-1]
        match.play(seat, match.sample(seat, rng))
    match.seats = [{"name": "Anna"}, {"name": "Guard", "bot": "random"}]
    table: str = guest.ok("/api/records", match.record())["id"]
    return table


def reviewed(guest: Guest, table: str) -> dict[str, Any]:
    """The review once it is no longer under way."""
    path = f"/api/tables/{table}/review"
    wait_for(lambda: guest.get(path)["status"] not in ("waiting", "running"), 120)
    found: dict[str, Any] = guest.get(path)
    return found


def _workers() -> list[int]:
    """The processes that review for this server."""
    found = []
    for entry in Path("/proc").iterdir():
        if not entry.name.isdigit():
            continue
        try:
            parent = int((entry / "stat").read_text().rsplit(")", 1)[1].split()[1])
            if parent == os.getpid() and b"reviews.worker" in (entry / "cmdline").read_bytes():
                found.append(int(entry.name))
        except OSError:
            continue
    return found


def test_a_review_is_made_once_kept_and_shown_to_everybody(service: Service) -> None:
    anna, stranger = service.guest("Anna"), service.guest()
    table = finished(anna, 5)
    path = f"/api/tables/{table}/review"
    assert stranger.get(path) == {"status": "none", "report": None, "outdated": False}
    assert anna.ok(path, {})["status"] in ("waiting", "running")
    found = reviewed(stranger, table)
    assert (found["status"], found["outdated"]) == ("done", False)
    report = found["report"]
    assert report["final"]
    for account in report["sums"]:
        for unit in ("win", "points"):
            parts = sum(account[part][unit] for part in ("start", "luck", "own", "others"))
            assert parts == account["result"][unit]
    assert "Anna" not in str(report), "whoever deletes an account must not stay in reviews"
    assert anna.ok(path, {}) == found, "a review that is there is not made again unasked"
    assert anna.ok(path, {"again": True})["status"] in ("waiting", "running")
    assert reviewed(anna, table)["status"] == "done"


def test_a_game_that_goes_on_is_notreviewed(service: Service) -> None:
    guest = service.guest()
    table = guest.table("me", "bot:random")["id"]
    assert guest.code(f"/api/tables/{table}/review", {}) == (409, "server.not_over")
    assert guest.refused("GET", f"/api/tables/{table}/review") == (409, "server.not_over")


def test_another_move_of_a_finished_game_can_be_looked_at(service: Service) -> None:
    guest = service.guest()
    table = finished(guest, 7)
    events = guest.get(f"/api/tables/{table}/record")["events"]
    n = next(number for number, event in enumerate(events) if event[0] == 0)
    played = events[n][1]
    path = f"/api/tables/{table}/positions/{n}/instead"
    same = guest.ok(path, {"seat": 0, "action": played})
    assert same["view"] == guest.get(f"/api/tables/{table}/positions/{n + 1}?seat=0")["view"]
    status, code = guest.code(path, {"seat": 0, "action": {"kind": "nonsense"}})
    assert (status, code) == (409, "core.malformed")
    assert guest.code(f"/api/tables/{table}/positions/9999/instead", {"seat": 0, "action": played})[0] == 404
    assert guest.code(path, {"seat": 60, "action": played})[0] in (404, 409, 422)


def test_a_lost_worker_is_told_and_the_review_can_be_asked_for_again(service: Service) -> None:
    guest = service.guest()
    table = finished(guest, 6)
    path = f"/api/tables/{table}/review"
    guest.ok(path, {})
    wait_for(lambda: bool(_workers()), 60)
    for worker in _workers():
        os.kill(worker, signal.SIGKILL)
    found = reviewed(guest, table)
    assert found["status"] == "failed"
    guest.ok(path, {})
    assert reviewed(guest, table)["status"] == "done"


def test_a_visitor_has_a_bounded_number_of_reviews_waiting(service: Service) -> None:
    guest = service.guest()
    tables = [finished(guest, seed) for seed in range(20, 27)]
    codes = [guest.post(f"/api/tables/{table}/review", {}).status_code for table in tables]
    assert codes[0] == 201
    assert codes[-1] == 429
    for table in tables[:-1]:
        reviewed(guest, table)
