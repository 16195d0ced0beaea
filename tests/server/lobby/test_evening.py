"""A whole evening over days: two processes, a restart, somebody who does not come, a bot, the way back, ratings."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.server.hands import Hands
from tests.server.lobby.test_search import look, table_of
from tests.server.notices.receivers import Hook, hook
from tests.server.postgres import Cluster
from tests.server.service import Guest, Service, wait_for

pytestmark = [pytest.mark.server, pytest.mark.slow]
DAYS = {"kind": "days", "hours": 24}


def told_of(receiver: Hook, table: str) -> set[str]:
    return {body["kind"] for body in receiver.wait(0) if body["table"] == table}


@pytest.mark.timeout(180)
def test_days_per_move_across_two_processes_and_a_restart(postgres: Cluster, tmp_path: Path) -> None:
    settings: dict[str, Any] = {
        "database": postgres.create("evening"),
        "secret_key": "the same for both",
        "notice_seconds": 0,
        "private_webhooks": True,
    }
    one, other = (Service(tmp_path / name, **settings).open() for name in ("one", "other"))
    hands = Hands(one, other)
    try:
        with hook() as hers, hook() as his:
            anna, boris = one.guest(), other.guest()
            for guest, name, receiver in ((anna, "Anna E", hers), (boris, "Boris E", his)):
                guest.sign_up(name)
                guest.ok("/api/notices/channels", {"kind": "json", "address": receiver.url(), "language": "en"})
            # Found through the lobby, each through a process of their own; the pages may be closed.
            for guest in (anna, boris):
                look(guest, clock=DAYS, rated=True)
            id_ = table_of(anna)
            assert table_of(boris) == id_
            table = anna.get(f"/api/tables/{id_}")
            assert (table["status"], table["rated"]) == ("running", True)
            assert all(seat["rating"] is None for seat in table["seats"])
            mine, theirs = table["you"][0], boris.get(f"/api/tables/{id_}")["you"][0]
            # Both are called: the table is full and it is their turn.
            wait_for(lambda: "turn" in told_of(hers, id_) and "turn" in told_of(his, id_))
            with anna.live(id_) as live:
                live.until(lambda said: said["type"] == "view" and said["seat"] == mine)
                live.play(mine)
                # Boris does not come for a day and an hour.
                hands.move(25 * 3600)
                wait_for(lambda: _bot(anna, id_, theirs))
            # The process through which he came is restarted, and he comes back.
            other.close()
            other = Service(tmp_path / "other", **settings).open()
            hands.services = [one]
            hands.hold(other)
            boris = other.back(boris.cookie)
            if _bot(anna, id_, mine):
                anna.ok(f"/api/tables/{id_}/take-back", {"seat": mine})
            boris.ok(f"/api/tables/{id_}/take-back", {"seat": theirs})
            assert not _bot(boris, id_, theirs)
            with boris.live(id_) as live:
                live.until(lambda said: said["type"] == "view" and said["seat"] == theirs)
                if theirs in live.views[theirs]["view"]["actors"]:
                    assert live.play(theirs)["type"] == "done"
            # Boris gives up in the end; ratings move, and Anna is told through the other process.
            assert boris.ok(f"/api/tables/{id_}/resign", {"seat": theirs})["ending"]["winners"] == [mine]
            wait_for(lambda: all(seat["rating"] is not None for seat in anna.get(f"/api/tables/{id_}")["seats"]))
            won, lost = (anna.get(f"/api/tables/{id_}")["seats"][seat]["rating"]["rating"] for seat in (mine, theirs))
            assert won > lost
            wait_for(lambda: "over" in told_of(hers, id_))
    finally:
        one.close()
        other.close()


def _bot(guest: Guest, table: str, seat: int) -> bool:
    return guest.get(f"/api/tables/{table}")["seats"][seat]["substitute"] is not None
