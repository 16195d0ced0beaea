"""branchline storage copy and branchline admin, over both storages and beside a running server."""

from __future__ import annotations

import asyncio
import itertools
import json
import re
import shutil
import threading
import time
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa

from branchline.server import administration, hub
from branchline.server import events as e
from branchline.server.fold import TableState
from branchline.server.storage import copying, open_storage, queries
from branchline.server.storage.interface import Change, Storage
from branchline.server.storage.schema import log, metadata
from tests.cli.test_commands import branchline
from tests.server.postgres import Cluster
from tests.server.service import Service, play_out, wait_for

pytestmark = [pytest.mark.server, pytest.mark.slow]
DATA = Path(__file__).parent / "data"
EXPECTED: dict[str, Any] = json.loads((DATA / "first.json").read_text("utf-8"))["tables"]
_numbers = itertools.count()


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """A SQLite file with games of the first version."""
    found = tmp_path / "branchline.db"
    shutil.copy(DATA / "first.db", found)
    return found


def command(*arguments: str) -> Any:
    done = branchline(*arguments, "--json")
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def test_everything_moves_to_postgresql_and_back(file: Path, tmp_path: Path, postgres: Cluster) -> None:
    address = postgres.create(f"copy_{next(_numbers)}")
    there = command("storage", "copy", str(file), address)
    assert there["equal"]
    assert there["written"] == there["rows"]["tables"] == len(EXPECTED)
    assert there["replayed"] >= 5
    back = tmp_path / "back.db"
    assert command("storage", "copy", address, str(back))["equal"]
    again = command("storage", "copy", str(file), str(back))
    assert (again["written"], again["equal"]) == (0, True)


def test_a_copy_that_was_cut_off_goes_on(file: Path, tmp_path: Path) -> None:
    async def scene() -> None:
        source, target = open_storage(file), open_storage(tmp_path / "new.db")
        await source.open()
        await target.open()

        def stop(done: int, _all: int) -> None:
            if done == 3:
                raise KeyboardInterrupt

        with pytest.raises(KeyboardInterrupt):
            await copying.copy(source, target, stop)
        assert await copying.copy(source, target) == len(EXPECTED) - 3
        assert (await copying.prove(source, target)).equal
        # A single event that differs is found.
        await target.write(lambda each: each.execute(sa.delete(log).where(log.c.table_id == EXPECTED["over"]["id"])))
        proof = await copying.prove(source, target)
        assert not proof.equal
        assert any("log" in difference for difference in proof.differences)
        await source.close()
        await target.close()

    asyncio.run(scene())


def test_tables_are_listed_shown_exported_and_brought_in(file: Path, tmp_path: Path) -> None:
    data = ("--data", str(file.parent))
    rows = command("admin", "list", *data)
    assert {row["id"] for row in rows} == {table["id"] for table in EXPECTED.values()}
    assert {row["status"] for row in command("admin", "list", "--status", "over", *data)} == {"over"}
    over = EXPECTED["over"]
    assert command("admin", "show", over["id"], *data)["scores"] == over["scores"]
    record = tmp_path / "game.json"
    command("admin", "export", over["id"], str(record), *data)
    brought = command("admin", "import", str(record), *data)
    assert (brought["scores"], brought["status"]) == (over["scores"], "over")
    assert command("admin", "statistics", *data)["tables"] == len(EXPECTED) + 1
    assert "no such table" in branchline("admin", "show", "nothing", *data, "--json").stderr


def test_a_backup_is_taken_and_a_table_closed_while_the_server_runs(tmp_path: Path) -> None:
    service = Service(tmp_path / "data").open()
    guest = service.guest("Anna")
    id_ = guest.table("me", "me")["id"]
    with guest.live(id_) as live:
        live.until(lambda said: said["type"] == "view" and said["seat"] == 1)
        live.play(0)
        copy = tmp_path / "copy.db"
        assert command("admin", "backup", str(copy), "--data", str(tmp_path / "data"))["tables"] == 1
        assert branchline("admin", "backup", str(copy), "--data", str(tmp_path / "data"), "--json").returncode == 2
        live.play(live.views[0]["view"]["actors"][0])
        command("admin", "close", id_, "--data", str(tmp_path / "data"))
        seat = live.views[0]["view"]["actors"][0]
        assert live.play(seat)["error"]["code"] == "server.table_over"
    assert guest.get(f"/api/tables/{id_}")["ending"]["reason"] == "closed"
    service.close()
    (tmp_path / "again").mkdir()
    shutil.copy(copy, tmp_path / "again" / "branchline.db")
    service = Service(tmp_path / "again").open()
    again = service.back(guest.cookie)
    with again.live(id_) as live:
        live.until(lambda said: said["type"] == "view" and said["seat"] == 1)
        assert play_out(live, (0, 1))["view"]["over"]
    service.close()


def test_a_backup_of_postgresql_is_of_one_instant(tmp_path: Path, postgres: Cluster) -> None:
    """Under a write load every table's row in the copy is what its log comes to."""
    address, copy = postgres.create(f"backup_{next(_numbers)}"), tmp_path / "copy.db"
    ids = [f"t{number}" for number in range(8)]

    async def writing(storage: Storage, state: TableState, done: asyncio.Event) -> None:
        while not done.is_set():
            written = e.Written(state.length, time.time(), e.LinkRevoked(state.length % 2))
            state.add(written)
            await storage.append(Change([written], state.projection()))

    async def scene() -> None:
        source, server = open_storage(address), open_storage(address)
        await source.open()
        await server.open()
        made = e.Made("30-rails", 1, {}, "h", False, b"seed", "c", [e.Place("human", "Anna", None, "a")] * 2)
        states = [TableState(id_) for id_ in ids]
        for state in states:
            state.add(e.Written(0, 1.0, made))
            await server.append(Change([e.Written(0, 1.0, made)], state.projection()))
        done = asyncio.Event()
        load = [asyncio.create_task(writing(server, state, done)) for state in states]
        try:
            await asyncio.sleep(0.3)
            lengths = [state.length for state in states]
            assert await administration.back_up(source, copy) == len(ids)
            assert all(state.length > before for state, before in zip(states, lengths, strict=True))
        finally:
            done.set()
            await asyncio.gather(*load)
            await source.close()
            await server.close()
        found = open_storage(copy)
        await found.open()
        for row in await found.read(lambda each: queries.find(each, ids)):
            state = TableState(row.id)
            for each in await found.load(row.id):
                state.add(each)
            assert state.projection() == row
        await found.close()

    asyncio.run(scene())


def test_a_copy_that_differs_is_not_left_behind(
    tmp_path: Path, postgres: Cluster, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def differing(*_: Any) -> copying.Proof:
        return copying.Proof({}, 0, 0, 0, ["table x: log"])

    monkeypatch.setattr(administration, "prove", differing)
    address, copy = postgres.create(f"differs_{next(_numbers)}"), tmp_path / "copy.db"
    done = branchline("admin", "backup", str(copy), "--database", address, "--json")
    assert done.returncode != 0
    assert "table x: log" in done.stderr
    assert not list(tmp_path.iterdir())


def test_a_person_is_forgotten_and_banned(tmp_path: Path) -> None:
    service = Service(tmp_path / "data").open()
    guest = service.guest("Anna Karenina")
    id_ = guest.table("me", "me", start=False)["id"]
    guest.ok(f"/api/tables/{id_}/start")
    with guest.live(id_) as live:
        live.kind("view")
        live.ask(type="chat", text="my secret words")
    service.close()
    data = ("--data", str(tmp_path / "data"))
    done = command("admin", "forget", id_, "0", *data)
    assert (done["tables"], done["lines_of_chat"]) == (1, 1)
    assert command("admin", "ban", id_, "0", *data)["banned"]
    service = Service(tmp_path / "data").open()
    again = service.back(guest.cookie)
    assert again.get(f"/api/tables/{id_}")["seats"][0]["name"] is None
    assert again.get("/api/me")["name"] is None
    assert again.code("/api/tables", {"game": "30-rails", "seats": [{"kind": "me"}]}) == (403, "server.banned")
    with again.live(id_) as live:
        live.until(lambda said: said["type"] == "view" and said["seat"] == 1)
        assert live.ask(type="chat", text="x")["error"]["code"] == "server.banned"
        assert live.play(0)["error"]["code"] == "server.banned"
    service.close()
    kept = b"".join(path.read_bytes() for path in (tmp_path / "data").iterdir())
    assert command("admin", "ban", id_, "0", "--lift", *data)["banned"] is False
    assert b"my secret words" not in kept
    assert b"Anna Karenina" not in kept


@pytest.mark.parametrize("backend", ["sqlite", "postgresql"])
def test_a_person_who_is_forgotten_beside_a_server_does_not_come_back(
    backend: str, tmp_path: Path, request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Neither from the server's memory, nor from the log, nor with the end of the game."""
    monkeypatch.setattr(hub, "KEEPING", 0.2)
    more, where = {}, ("--data", str(tmp_path))
    if backend == "postgresql":
        more = {"database": request.getfixturevalue("postgres").create(f"forget_{next(_numbers)}")}
        where = ("--database", more["database"])
    name = "Anna Karenina"
    service = Service(tmp_path, **more).open()
    try:
        anna, boris = service.guest(name), service.guest("Boris")
        id_ = anna.table("me", "open", start=False)["id"]
        boris.ok(f"/api/tables/{id_}/join", {})
        anna.ok(f"/api/tables/{id_}/start")
        with boris.live(id_) as live:
            live.kind("view")
            done = command("admin", "forget", id_, "0", *where)
            assert (done["tables"], done["names"]) == (1, 1)
            # Nothing happens at the table, and yet it is heard of.
            wait_for(lambda: service.guest().get(f"/api/tables/{id_}")["seats"][0]["name"] is None)
            wait_for(lambda: _shown(service, id_) == [None, "Boris"])
            assert anna.get("/api/me")["name"] is None
        boris.ok(f"/api/tables/{id_}/resign", {"seat": 1})
        for guest in (anna, boris):
            assert [seat["name"] for seat in guest.get(f"/api/tables/{id_}")["seats"]] == [None, "Boris"]
        assert _shown(service, id_) == [None, "Boris"]
        assert [seat["name"] for seat in anna.get(f"/api/tables/{id_}/record")["seats"]] == ["1", "Boris"]
        assert command("admin", "forget", id_, "0", *where)["names"] == 0
        rows = service.run(service.hub.storage.read(_everything))
        assert "Boris" in rows
        assert name not in rows
    finally:
        service.close()
    assert name.encode() not in b"".join(path.read_bytes() for path in tmp_path.iterdir() if path.is_file())


def _shown(service: Service, id_: str) -> list[str | None]:
    """The names at a table, as somebody is told who opens it now."""
    with service.guest().live(id_) as live:
        return [seat["name"] for seat in live.kind("table")["table"]["seats"]]


def _everything(connection: sa.Connection) -> str:
    return str([connection.execute(sa.select(table)).all() for table in metadata.sorted_tables])


def test_a_person_is_forgotten_while_others_write(tmp_path: Path) -> None:
    """What a server writes with the name in memory is a conflict, whoever comes first."""
    service = Service(tmp_path).open()
    try:
        anna = service.guest("Anna Karenina")
        id_ = anna.table("me", "me")["id"]
        holder = service.run(administration.holder(service.hub.storage, id_, 0))
        with anna.live(id_) as live:
            live.until(lambda said: said["type"] == "view" and said["seat"] == 1)
            loop = asyncio.new_event_loop()
            forgotten = threading.Thread(target=lambda: loop.run_until_complete(_forget(tmp_path, holder)))
            forgotten.start()
            while forgotten.is_alive():
                assert live.play(live.views[0]["view"]["actors"][0])["type"] == "done"
            loop.close()
            anna.ok(f"/api/tables/{id_}/resign", {"seat": 0})
        (table,) = service.run(service.hub.look([id_]))
        assert {seat.place.name for seat in table.seats} == {None}
    finally:
        service.close()


async def _forget(folder: Path, holder: str) -> None:
    await administration.with_storage(folder / "branchline.db", lambda each: administration.forget_person(each, holder))


def test_statistics_count_in_postgresql_too(postgres: Cluster) -> None:
    address = postgres.create(f"statistics_{next(_numbers)}")
    found = command("admin", "statistics", "--database", address)
    assert (found["tables"], found["games"]) == (0, {})


def test_every_command_of_the_page_runs_and_a_backup_is_put_back(tmp_path: Path, postgres: Cluster) -> None:
    """As docs/self-hosting.md has them, options included, beside a running server; the copies with none."""
    page = (Path(__file__).parents[2] / "docs" / "self-hosting.md").read_text("utf-8")
    written = re.findall(r"`(?:branchline )?((?:admin|storage) [a-z]+ ?[^`]*)`", page)
    data, copied = tmp_path / "data", tmp_path / "copy.db"
    service = Service(data).open()
    try:
        anna = service.guest()
        anna.sign_up("Anna")
        over, table = anna.table("me")["id"], anna.table("me", "me")["id"]
        with anna.live(over) as live:
            live.kind("view")
            play_out(live, (0,))
        with anna.live(table) as live:
            live.kind("view")
            live.ask(type="chat", text="hello")
        about = {"table": table, "reason": "words", "line": 0, "text": "look"}
        assert service.guest().post("/api/reports", about).status_code == 204
        report = command("admin", "reports", "--data", str(data))[0]["id"]
        facts = {"TABLE": table, "SEAT": "0", "REPORT": str(report), "SLUG": "30-rails", "N": "2", "TEXT": "friends"}
        facts |= {"NAME": "Anna", "OTHER": "Hanna", "FILE": str(tmp_path / "file"), "copy.db": str(copied)}
        done = set()
        for line in written:
            words = line.replace("[", "").replace("]", "").split()
            if words[0] == "storage":
                continue
            given = facts | ({"TABLE": over} if words[1] == "export" else {})
            if words[1] in ("backup", "export"):
                Path(given["FILE"]).unlink(missing_ok=True)
            if words[1] == "import":
                command("admin", "export", over, given["FILE"], "--data", str(data))
            command(*(given.get(word, word) for word in words), "--data", str(data))
            done.add(words[1])
        names = "list show export import backup close forget ban reports settle rename invite ratings statistics"
        assert done == set(names.split())
        scores = command("admin", "show", over, "--data", str(data))["scores"]
    finally:
        service.close()
    assert any(line.startswith("storage copy") for line in written)
    assert command("storage", "copy", str(copied), postgres.create(f"page_{next(_numbers)}"))["equal"]
    (data / "branchline.db").unlink()
    copied.rename(data / "branchline.db")
    again = Service(data).open()
    try:
        assert again.guest().get(f"/api/tables/{over}")["scores"] == scores
    finally:
        again.close()
