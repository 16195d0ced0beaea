"""A restart brings everything back, from the log and from snapshots."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from tests.server.service import Service, play_out

pytestmark = [pytest.mark.server, pytest.mark.slow]


@pytest.mark.parametrize("every", [10, 10_000])
def test_running_matches_come_back(tmp_path: Path, every: int) -> None:
    service = Service(tmp_path, snapshot_every=every).open()
    guest = service.guest("Anna")
    id_ = guest.table("me", "me")["id"]
    with guest.live(id_) as live:
        live.until(lambda said: said["type"] == "view" and said["seat"] == 1)
        action = live.legal(0)[0]["action"]
        first = live.play(0, action, id="mine")
        for _ in range(30):
            live.play(live.views[0]["view"]["actors"][0])
        live.ask(type="undo", seat=live.views[0]["view"]["actors"][0])
        live.ask(type="chat", id="c", text="see you")
        live.tell(type="sync", have={"n": 0})
        live.until(lambda said: said["type"] == "view" and said["seat"] == 1)
        before = live.views
    table = guest.get(f"/api/tables/{id_}")
    service.close()

    service = Service(tmp_path, snapshot_every=every).open()
    again = service.back(guest.cookie)
    assert again.get("/api/me")["name"] == "Anna"
    assert again.get(f"/api/tables/{id_}") == table
    with again.live(id_) as live:
        assert live.kind("table")["table"]["you"] == [0, 1]
        live.until(lambda said: said["type"] == "view" and said["seat"] == 1)
        assert live.views == before
        assert live.kind("chat")["text"] == "see you"
        assert live.play(0, action, id="mine") == first
        last = play_out(live, (0, 1))
    assert last["view"]["over"]
    record = again.get(f"/api/tables/{id_}/record")
    assert record["scores"] == last["view"]["result"]["scores"]
    service.close()


def test_bots_go_on_by_themselves_after_a_restart(tmp_path: Path) -> None:
    service = Service(tmp_path, bot_pace=30.0).open()
    guest = service.guest()
    id_ = guest.table("me", "bot:random")["id"]
    with guest.live(id_) as live:
        live.kind("view")
        live.play(0)
    service.close()
    service = Service(tmp_path).open()
    again = service.back(guest.cookie)
    with again.live(id_) as live:
        live.until(lambda said: said["type"] == "view" and said["seat"] == 0 and 0 in said["view"]["actors"], 30)
    service.close()


def test_idle_tables_leave_memory_and_come_back(tmp_path: Path) -> None:
    service = Service(tmp_path).open()
    guest = service.guest()
    id_ = guest.table("me")["id"]
    before = guest.get(f"/api/tables/{id_}")
    hub = service.hub
    assert id_ in hub._tables
    hub.forget_idle(float("inf"))
    assert id_ not in hub._tables
    assert guest.get(f"/api/tables/{id_}") == before
    with guest.live(id_) as live:
        live.kind("view")
        hub.forget_idle(float("inf"))
        assert id_ in hub._tables
        assert live.play(0)["type"] == "done"
    service.close()


def test_a_restart_loads_only_tables_where_a_bot_is_to_move(tmp_path: Path) -> None:
    service = Service(tmp_path).open()
    guest = service.guest()
    waits = guest.table("me", "bot:random")["id"]
    with guest.live(waits) as live:
        live.until(lambda said: said["type"] == "view" and said["view"]["actors"] == [0], 30)
    service.close()
    service = Service(tmp_path, bot_pace=30.0).open()
    again = service.back(guest.cookie)
    due = again.table("me", "bot:random")["id"]
    service.close()
    service = Service(tmp_path, bot_pace=30.0).open()
    deadline = time.monotonic() + 30
    while due not in service.hub._tables and time.monotonic() < deadline:
        time.sleep(0.02)
    assert set(service.hub._tables) == {due}
    service.close()
