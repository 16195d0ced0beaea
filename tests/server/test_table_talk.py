"""Undo with agreement, chat, presence, slow readers."""

from __future__ import annotations

import asyncio
import socket
import sqlite3
from contextlib import ExitStack

import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from tests.server.service import Guest, Live, Service, act_past_chance, wait_for

pytestmark = pytest.mark.server


def _two(service: Service) -> tuple[Guest, Guest, str]:
    anna, boris = service.guest("Anna"), service.guest("Boris")
    id_ = anna.table("me", "open")["id"]
    boris.ok(f"/api/tables/{id_}/join", {})
    anna.ok(f"/api/tables/{id_}/start")
    return anna, boris, id_


def test_undo_of_ones_own_last_act_needs_nobody(service: Service) -> None:
    anna, boris, id_ = _two(service)
    with anna.live(id_) as a, boris.live(id_) as b:
        a.kind("view")
        before = a.views[0]["view"]["sheets"]
        a.play(0)
        said = a.ask(type="undo", seat=0)
        assert said["type"] == "done"
        a.quiet()
        assert a.views[0]["from"] == 0
        assert a.views[0]["view"]["sheets"] == before
        b.quiet()
        assert b.views[1]["n"] == said["n"]
        nothing = b.ask(type="undo", seat=1)
        assert nothing["error"]["code"] == "core.undo_nothing"


def test_undo_past_the_dice_needs_the_others(service: Service) -> None:
    anna, boris, id_ = _two(service)
    with anna.live(id_) as a, boris.live(id_) as b:
        act_past_chance(a, b)
        a.tell(type="undo", id="please", seat=0)
        asked = b.kind("undo_asked")
        assert (asked["seat"], asked["by"]) == (0, "Anna")
        own = a.ask(type="agree", ask=asked["ask"], yes=True)
        assert own["error"]["code"] == "server.not_asked"
        late = b.ask(type="agree", ask="another", yes=True)
        assert late["error"]["code"] == "server.no_request"
        b.tell(type="agree", id="yes", ask=asked["ask"], yes=True)
        assert b.kind("undo_settled")["yes"] is True
        assert a.until(lambda said: said.get("id") == "please")["type"] == "done"
        assert a.views[0]["view"]["roll"] == 1


def test_a_declined_undo_changes_nothing(service: Service) -> None:
    anna, boris, id_ = _two(service)
    with anna.live(id_) as a, boris.live(id_) as b:
        act_past_chance(a, b)
        n = a.views[0]["n"]
        a.tell(type="undo", id="please", seat=0)
        asked = b.kind("undo_asked")
        with boris.live(id_) as again:
            assert again.kind("undo_asked") == asked
        assert b.ask(type="agree", ask=asked["ask"], yes=False)["type"] == "done"
        refused = a.until(lambda said: said.get("id") == "please")
        assert refused["error"]["code"] == "server.undo_declined"
        a.tell(type="undo", id="please again", seat=0)
        b.kind("undo_asked")
        b.play(1)
        assert b.seen[-1]["type"] == "done"
        assert a.until(lambda said: said.get("id") == "please again")["type"] == "refused"
        a.quiet()
        assert a.views[0]["n"] > n


def test_a_request_repeated_after_a_lost_connection_stays_the_same_request(service: Service) -> None:
    anna, boris, id_ = _two(service)
    with boris.live(id_) as b:
        with anna.live(id_) as a:
            act_past_chance(a, b)
            a.tell(type="undo", id="please", seat=0)
            asked = b.kind("undo_asked")
        with anna.live(id_) as a:
            a.tell(type="undo", id="please", seat=0)
            a.quiet()
            assert not [said for said in b.quiet() if said["type"].startswith("undo")]
            b.tell(type="agree", id="yes", ask=asked["ask"], yes=True)
            assert a.until(lambda said: said.get("id") == "please")["type"] == "done"


def test_nobody_throws_the_dice_again_alone(service: Service) -> None:
    guest = service.guest()
    with guest.live(guest.table("me", "bot:random")["id"]) as live:
        live.kind("view")
        live.play(0)
        while live.views[0]["view"]["roll"] == 1:
            live.receive()
        assert live.ask(type="undo", seat=0)["error"]["code"] == "core.undo_alone"


def test_chat_reaches_everybody_once_and_stays(service: Service) -> None:
    anna, boris, id_ = _two(service)
    watcher = service.guest()
    with anna.live(id_) as a, watcher.live(id_) as w:
        a.kind("view")
        w.kind("view")
        assert a.ask(type="chat", id="c1", text=" Привет \x07 ")["type"] == "done"
        assert a.ask(type="chat", id="c1", text="Привет")["n"] == 0
        heard = w.kind("chat")
        assert (heard["text"], heard["name"], heard["seat"]) == ("Привет", "Anna", 0)
        assert w.ask(type="chat", id="c1", text="hi")["n"] == 1
        assert a.kind("chat")["seat"] is None
    with boris.live(id_) as b, boris.live(id_, cookie=False) as nobody:
        assert [b.kind("chat")["text"], b.kind("chat")["text"]] == ["Привет", "hi"]
        assert b.quiet() == []
        assert nobody.ask(type="chat", text="x")["error"]["code"] == "server.no_cookie"


def test_a_line_said_while_somebody_comes_in_is_heard(service: Service) -> None:
    anna, boris, id_ = _two(service)
    table = service.hub._tables[id_]
    keeping = service.hub._keeping
    assert keeping is not None
    loop = keeping.get_loop()
    with anna.live(id_) as a:
        a.kind("view")
        asyncio.run_coroutine_threadsafe(table.lock.acquire(), loop).result(5)
        with boris.live(id_) as b:
            wait_for(lambda: bool(table.lock._waiters))
            a.ask(type="chat", text="mind the gap")
            loop.call_soon_threadsafe(table.lock.release)
            assert b.kind("chat")["text"] == "mind the gap"


def test_only_the_last_hundred_lines_come_on_opening(service: Service) -> None:
    guest = service.guest()
    id_ = guest.table(*["me"] * 12)["id"]
    rows = [(id_, n, "x" * 64, str(n), f"line {n}", 1.0) for n in range(150)]
    with sqlite3.connect(service.settings.storage) as database:
        database.executemany(
            "INSERT INTO chat (table_id, n, browser, client, text, at) VALUES (?, ?, ?, ?, ?, ?)", rows
        )
    database.close()
    with guest.live(id_) as live:
        live.until(lambda said: said["type"] == "chat" and said["n"] == 149)
        assert [said["n"] for said in live.seen if said["type"] == "chat"] == list(range(50, 150))


def test_chat_is_not_a_flood(service: Service) -> None:
    guest = service.guest()
    with guest.live(guest.table("me")["id"]) as live:
        said = [live.ask(type="chat", text="x") for _ in range(7)]
    assert said[-1]["error"]["code"] == "server.too_fast"


def test_presence_is_told_when_players_come_and_go(service: Service) -> None:
    anna, boris, id_ = _two(service)
    with anna.live(id_) as a:
        a.kind("view")
        with boris.live(id_):
            told = a.kind("table")["table"]["seats"]
            assert [seat["online"] for seat in told] == [True, True]
        told = a.kind("table")["table"]["seats"]
        assert [seat["online"] for seat in told] == [True, False]
        with service.guest().live(id_) as watcher:
            watcher.kind("view")
            assert a.quiet() == []


def test_a_table_counts_who_watches_and_does_not_play(service: Service) -> None:
    anna, _, id_ = _two(service)
    watcher = service.guest()
    with anna.live(id_) as a, watcher.live(id_) as one, watcher.live(id_) as again, service.guest().live(id_) as other:
        for live in (a, one, again, other):
            live.kind("view")
        assert anna.get(f"/api/tables/{id_}")["watching"] == 2
    wait_for(lambda: anna.get(f"/api/tables/{id_}")["watching"] == 0)


@pytest.mark.slow
def test_a_slow_reader_is_dropped_and_the_table_plays_on(service: Service) -> None:
    guest = service.guest()
    id_ = guest.table(*["me"] * 12)["id"]
    with ExitStack() as stack:
        narrow = stack.enter_context(socket.socket())
        narrow.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        narrow.connect(("127.0.0.1", service.port))
        address = f"ws://127.0.0.1:{service.port}/api/tables/{id_}/live"
        headers = {"Cookie": f"branchline={guest.cookie}"}
        slow = connect(address, sock=narrow, additional_headers=headers, max_size=None, max_queue=1, legacy=True)
        stack.callback(slow.close_socket)
        with guest.live(id_) as live:
            live.until(lambda said: said["type"] == "view" and said["seat"] == 11)

            def count() -> float:
                text: str = guest.http.get("/metrics").text
                return float(text.split("\nbranchline_dropped_readers_total ")[1].split()[0])

            before = count()  # all servers of this process count together

            def dropped() -> bool:
                assert live.play(live.views[0]["view"]["actors"][0])["type"] == "done"
                return count() > before

            wait_for(dropped, 60)
            with pytest.raises(ConnectionClosed) as closed:
                Live(slow).kind("never", 30)
        assert closed.value.rcvd is None or closed.value.rcvd.code == 4408
    with guest.live(id_) as again:
        assert again.kind("view")["from"] == 0
