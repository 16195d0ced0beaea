"""While the storage is away nothing runs wild, and everything goes on by itself when it is back."""

from __future__ import annotations

import time
from typing import Any

import msgspec
import pytest

from branchline.core.errors import OutOfTurn
from branchline.server.errors import Unavailable
from branchline.server.events import Acted, UndoDeclined
from branchline.server.players import MOST_FAILURES, BotPlayer
from branchline.server.storage.interface import Change
from tests.server.service import Service, act_past_chance, wait_for

pytestmark = pytest.mark.server


def refusing(service: Service, kind: type, tries: list[float]) -> Any:
    """Appends that fail for events of one kind."""
    append = service.hub.storage.append

    async def away(change: Change) -> None:
        if isinstance(change.events[0].event, kind):
            tries.append(time.monotonic())
            raise Unavailable("disk full")
        await append(change)

    return away


def test_bots_play_on_when_the_disk_is_there_again(service: Service, monkeypatch: pytest.MonkeyPatch) -> None:
    guest = service.guest()
    tries: list[float] = []
    with monkeypatch.context() as patch:
        patch.setattr(service.hub.storage, "append", refusing(service, Acted, tries))
        table = guest.table("me", "bot:random")["id"]
        # More tries than a bot has for a position that others change.
        wait_for(lambda: len(tries) >= 7)
        assert tries[6] - tries[0] > 1, "it must not try as fast as it can"
    with guest.live(table) as live:
        live.until(lambda said: said["type"] == "view" and 1 not in said["view"]["actors"])


def test_a_request_that_expires_while_the_disk_is_full_is_not_tried_all_the_time(
    service: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    anna, boris = service.guest("Anna"), service.guest("Boris")
    id_ = anna.table("me", "open")["id"]
    boris.ok(f"/api/tables/{id_}/join", {})
    anna.ok(f"/api/tables/{id_}/start")
    tries: list[float] = []
    with anna.live(id_) as a, boris.live(id_) as b:
        act_past_chance(a, b)
        with monkeypatch.context() as patch:
            patch.setattr(service.hub.storage, "append", refusing(service, UndoDeclined, tries))
            patch.setattr(service.hub, "settings", msgspec.structs.replace(service.settings, undo_seconds=0.1))
            a.tell(type="undo", id="u1", seat=0)
            b.kind("undo_asked")
            wait_for(lambda: len(tries) >= 2)
            time.sleep(1)
            assert len(tries) < 20
        assert a.until(lambda said: said.get("id") == "u1")["type"] == "refused"


def test_a_bot_that_always_fails_is_left_alone_until_something_happens(
    service: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    guest = service.guest()
    tries: list[float] = []

    async def broken(*_: Any) -> Any:
        tries.append(time.monotonic())
        raise OutOfTurn("a fault of ours")

    with monkeypatch.context() as patch:
        patch.setattr(BotPlayer, "_choose", broken)
        table = guest.table("me", "bot:random")["id"]
        bots = service.hub.in_memory(table)[0].bots
        wait_for(lambda: len(tries) == MOST_FAILURES and not bots.busy)
        for _ in range(3):
            service.run(service.hub._wake_bots(set()))
        assert len(tries) == MOST_FAILURES
    with guest.live(table) as live:
        live.kind("view")
        live.play(0)
        live.until(lambda said: said["type"] == "view" and 1 not in said["view"]["actors"])
