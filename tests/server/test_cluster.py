"""Two servers on one PostgreSQL: players, spectators, chat, requests and bots of one table on both."""

from __future__ import annotations

import asyncio
import itertools
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
import sqlalchemy as sa
from websockets.exceptions import ConnectionClosed

from branchline.core.errors import OptionError
from branchline.server import cluster, run
from branchline.server.limits import Rate
from branchline.server.settings import Settings
from branchline.server.storage import shared
from tests.server.postgres import Cluster
from tests.server.service import Guest, Service, act_past_chance, wait_for

pytestmark = [pytest.mark.server, pytest.mark.slow]
_numbers = itertools.count()


@contextmanager
def pair(postgres: Cluster, tmp_path: Path, **changes: object) -> Iterator[tuple[Service, Service]]:
    address = postgres.create(f"cluster_{next(_numbers)}")
    settings = {"database": address, "secret_key": "the same for both", **changes}
    one = Service(tmp_path / "one", **settings).open()
    other = Service(tmp_path / "other", **settings).open()
    try:
        yield one, other
    finally:
        one.close()
        other.close()


def moved(service: Service, guest: Guest) -> Guest:
    """The same browser, at the other server."""
    return service.back(guest.cookie)


def two(one: Service, other: Service) -> tuple[Guest, Guest, str]:
    anna, boris = one.guest("Anna"), other.guest("Boris")
    id_ = anna.table("me", "open", start=False)["id"]
    boris.ok(f"/api/tables/{id_}/join", {})
    anna.ok(f"/api/tables/{id_}/start")
    return anna, boris, id_


def test_one_table_lives_on_both(postgres: Cluster, tmp_path: Path) -> None:
    with pair(postgres, tmp_path) as (one, other):
        anna, boris, id_ = two(one, other)
        with anna.live(id_) as a, boris.live(id_) as b, other.guest().live(id_) as watcher:
            a.kind("view"), b.kind("view"), watcher.kind("view")
            # Moves of each are seen by the other, whoever is to move.
            for _ in range(12):
                view = a.views[0]["view"]
                live, seat, rest = (a, 0, (b, watcher)) if 0 in view["actors"] else (b, 1, (a, watcher))
                n = live.play(seat)["n"]
                for each in rest:
                    each.until(lambda said, n=n: said["type"] == "view" and said["n"] >= n)
                if live is b:
                    assert a.views[0]["n"] >= n
            views = [next(iter(each.views.values()))["n"] for each in (a, b, watcher)]
            assert len(set(views)) == 1
            # A message that is repeated at the other server changes nothing.
            seat = a.views[0]["view"]["actors"][0]
            live, guest = (a, anna) if seat == 0 else (b, boris)
            action = live.legal(seat)[0]["action"]
            done = live.play(seat, action, id="once")
            with moved(other if live is a else one, guest).live(id_) as again:
                again.kind("view")
                assert again.play(seat, action, id="once") == done


def test_chat_presence_and_requests_cross_over(postgres: Cluster, tmp_path: Path) -> None:
    with pair(postgres, tmp_path) as (one, other):
        anna, boris, id_ = two(one, other)
        with anna.live(id_) as a:
            with boris.live(id_) as b:
                wait_for(lambda: all(seat["online"] for seat in anna.get(f"/api/tables/{id_}")["seats"]))
                act_past_chance(a, b)
                while a.views[0]["n"] < b.views[1]["n"]:
                    a.receive()
                a.tell(type="chat", id="c", text="hello")
                assert b.kind("chat")["text"] == "hello"
                a.tell(type="undo", id="please", seat=0)
                asked = b.kind("undo_asked")
                b.tell(type="agree", id="yes", ask=asked["ask"], yes=True)
                assert a.until(lambda said: said.get("id") == "please")["type"] == "done"
                assert b.until(lambda said: said.get("id") == "yes")["type"] == "done"
            a.until(lambda said: said["type"] == "table" and not said["table"]["seats"][1]["online"])
        # Who watches through either process is counted by both.
        with one.guest().live(id_) as here, other.guest().live(id_) as there:
            here.kind("view"), there.kind("view")
            wait_for(lambda: [each.get(f"/api/tables/{id_}")["watching"] for each in (anna, boris)] == [2, 2])
        wait_for(lambda: [each.get(f"/api/tables/{id_}")["watching"] for each in (anna, boris)] == [0, 0])


def test_who_looks_is_known_again_after_an_outage(
    own_postgres: Cluster, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever comes back first removes what the others had written; nobody has to open the table again."""
    monkeypatch.setattr(shared, "ALIVE", 1.5)
    monkeypatch.setattr(cluster, "BEAT", 0.3)
    with pair(own_postgres, tmp_path) as (one, other):
        anna, boris, id_ = two(one, other)

        def known(guest: Guest) -> tuple[list[bool], int]:
            answer = guest.http.get(f"/api/tables/{id_}")
            if answer.status_code != 200:
                return [], 0
            table = answer.json()
            return [seat["online"] for seat in table["seats"]], table["watching"]

        def looking() -> int:
            return len(one.run(one.hub.cluster.looking(id_)))

        everybody = ([True, True], 1)
        with anna.live(id_) as a, boris.live(id_) as b, other.guest().live(id_):
            wait_for(lambda: known(anna) == known(boris) == everybody)
            wait_for(lambda: looking() == 2)
            b.tell(type="look", away=True)
            wait_for(lambda: looking() == 1)
            own_postgres.stop()
            time.sleep(3)
            own_postgres.start()
            wait_for(lambda: known(anna)[0] != [] != known(boris)[0])
            # Both have given a sign of life since, so that each has removed what it takes for dead.
            time.sleep(3)
            assert known(anna) == known(boris) == everybody
            third = Service(tmp_path / "third", database=one.settings.database, secret_key="the same for both").open()
            try:
                stranger = third.guest()
                wait_for(lambda: known(stranger) == everybody)
            finally:
                third.close()
            assert looking() == 1
            a.quiet(), b.quiet()


def test_two_who_act_at_once_are_both_heard(postgres: Cluster, tmp_path: Path) -> None:
    with pair(postgres, tmp_path) as (one, other):
        anna, boris, id_ = two(one, other)
        with anna.live(id_) as a, boris.live(id_) as b:
            a.kind("view"), b.kind("view")
            for turn in range(10):
                first, second = a.legal(0), b.legal(1)
                if first:
                    a.tell(type="play", id=f"a{turn}", seat=0, action=first[0]["action"])
                if second:
                    b.tell(type="play", id=f"b{turn}", seat=1, action=second[0]["action"])
                said = [a.until(lambda m, t=turn: m.get("id") == f"a{t}") if first else {"type": "done"}]
                said += [b.until(lambda m, t=turn: m.get("id") == f"b{t}") if second else {"type": "done"}]
                assert [each["type"] for each in said] == ["done", "done"]


def test_bots_of_a_dead_process_move_again_within_ten_seconds(postgres: Cluster, tmp_path: Path) -> None:
    with pair(postgres, tmp_path) as (one, other):
        guest = one.guest()
        id_ = guest.table("me", "bot:random")["id"]
        with guest.live(id_) as live:
            live.until(lambda said: said["type"] == "view" and said["view"]["actors"] == [0], 30)
            hub = one.hub
            keeping = hub._keeping
            assert keeping is not None

            async def die() -> None:
                """No sign of life and no bot any more, as if the process were gone."""
                assert hub.cluster._beating is not None
                hub.cluster._beating.cancel()
                hub.subscribers.clear()
                for table in hub.in_memory():
                    table.bots.stop()

            asyncio.run_coroutine_threadsafe(die(), keeping.get_loop()).result(5)
        again = moved(other, guest)
        with again.live(id_) as live:
            live.kind("view")
            while 1 not in live.views[0]["view"]["actors"]:
                live.play(0)
            began = time.monotonic()
            live.until(lambda said: said["type"] == "view" and 0 in said["view"]["actors"], 30)
            assert time.monotonic() - began < 10


def test_a_limit_of_writes_holds_over_both(postgres: Cluster, tmp_path: Path) -> None:
    with pair(postgres, tmp_path, writes_per_minute=12) as (one, other):
        anna, boris = one.guest(), other.guest()
        answers = [
            guest.http.put("/api/me", json={"name": "x"}).status_code for _ in range(9) for guest in (anna, boris)
        ]
        assert answers.count(200) < 16
        assert answers[-1] == 429


def test_a_limit_of_new_tables_holds_over_both(postgres: Cluster, tmp_path: Path) -> None:
    with pair(postgres, tmp_path, tables_per_minute=4) as (one, other):
        guests = one.guest(), other.guest()
        body = {"game": "30-rails", "seats": [{"kind": "me"}], "start": True}
        codes = [guest.post("/api/tables", body).status_code for _ in range(4) for guest in guests]
        assert (codes[:4], codes.count(201)) == ([201] * 4, 4)


def test_a_limit_of_chat_holds_over_both(postgres: Cluster, tmp_path: Path) -> None:
    with pair(postgres, tmp_path) as (one, other):
        for server in (one, other):
            # None comes back while the test runs, however slow the machine is.
            server.hub.rates["chat"] = Rate(5, 0)
        anna, _, id_ = two(one, other)
        with anna.live(id_) as here, moved(other, anna).live(id_) as there:
            said = [live.ask(type="chat", text="hello") for _ in range(4) for live in (here, there)]
        assert [each["type"] for each in said] == ["done"] * 5 + ["refused"] * 3
        assert {each["error"]["code"] for each in said[5:]} == {"server.too_fast"}


def test_no_address_stands_in_the_database(postgres: Cluster, tmp_path: Path) -> None:
    def texts(connection: sa.Connection) -> dict[str, list[str]]:
        """All rows of all tables, as text."""
        names = connection.exec_driver_sql("SELECT tablename FROM pg_tables WHERE schemaname = 'public'").scalars()
        return {
            name: [str(tuple(row)) for row in connection.exec_driver_sql(f'SELECT * FROM "{name}"')] for name in names
        }

    with pair(postgres, tmp_path) as (one, other):
        anna, _, id_ = two(one, other)
        with anna.live(id_) as live:
            live.kind("view")
            live.tell(type="chat", id="c", text="hello")
            live.kind("chat")
        anna.sign_up("Anna Karenina")
        found = one.run(one.hub.storage.read(texts))
        assert any(row.startswith("('write ") for row in found["allowances"])
        assert [name for name, rows in found.items() if any("127.0.0.1" in row for row in rows)] == []


def test_play_goes_on_when_the_database_was_away(own_postgres: Cluster, tmp_path: Path) -> None:
    service = Service(tmp_path, database=own_postgres.create("away")).open()
    try:
        guest = service.guest()
        id_ = guest.table("me", "me")["id"]
        with guest.live(id_) as live:
            live.until(lambda said: said["type"] == "view" and said["seat"] == 1)
            action = live.legal(0)[0]["action"]
            own_postgres.stop()
            try:
                said = live.play(0, action, id="kept")
                assert said["error"]["code"] == "server.storage"
            except ConnectionClosed:
                pass
        assert guest.http.get("/healthz").status_code == 503
        assert guest.http.get(f"/api/tables/{id_}").json()["error"]["code"] == "server.storage"
        own_postgres.start()
        wait_for(lambda: guest.http.get(f"/api/tables/{id_}").status_code == 200)
        with guest.live(id_) as live:
            live.until(lambda said: said["type"] == "view" and said["seat"] == 1)
            assert live.play(0, action, id="kept")["type"] == "done"
            assert live.play(0, action, id="kept")["type"] == "done"
        wait_for(lambda: guest.http.get("/healthz").status_code == 200)
    finally:
        service.close()


def test_several_processes_on_sqlite_are_refused(tmp_path: Path) -> None:
    with pytest.raises(OptionError, match="PostgreSQL"):
        run.run(Settings(data=str(tmp_path), port=0, workers=2))
