"""Being put together by several processes at once, one of which dies: nobody is seated twice, nobody is forgotten."""

from __future__ import annotations

import asyncio
import random
import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path

import httpx
import msgspec
import pytest
import sqlalchemy as sa

from branchline.server import events as e
from branchline.server.lobby import searches
from branchline.server.lobby.matcher import LATE
from branchline.server.projection import Kept
from branchline.server.storage import copying, open_storage, queries, schema
from branchline.server.storage.interface import Storage
from tests.server.fortress import Fortress
from tests.server.lobby.test_fitting import search as looking
from tests.server.postgres import Cluster
from tests.server.service import Service, wait_for
from tests.server.test_storage import MADE, Writer

pytestmark = pytest.mark.server
CLOCK = {"kind": "days", "hours": 48}


def test_those_who_look_at_once_take_nobody_twice(address: str | Path) -> None:
    """Over both backends; on PostgreSQL through two connections pools, as two processes have them."""

    async def scene() -> None:
        one = open_storage(address)
        await one.open()
        other = open_storage(address) if one.shared else one
        if other is not one:
            await other.open()
        chance = random.Random(8)
        for round_ in range(6):
            people = [
                looking(f"{round_}-{n}", least=2, most=chance.choice([2, 3]), created=0.0, until=1e12)
                for n in range(chance.randint(5, 15))
            ]
            await asyncio.gather(*(_put_and_take([one, other][n % 2], each) for n, each in enumerate(people)))
        found = await one.read(partial(searches.left, before=1e12))
        seated = Counter(member.holder for party in found for member in party.members)
        assert set(seated.values()) == {1}
        assert all(len(party.members) == party.players for party in found)
        assert len(seated) >= 30
        for storage in {one, other}:
            await storage.close()

    asyncio.run(scene())


async def _put_and_take(storage: Storage, search: searches.Search) -> None:
    await storage.write(partial(searches.put, search=search))
    await storage.write(partial(searches.take, now=1000.0))


def test_what_a_dead_process_has_left_is_finished_once(service: Service) -> None:
    """The process that has put two together dies before their table is there; two others find that out at once."""
    hub, now = service.hub, time.time()
    people = [looking(name * 64, clock='{"kind":"live","base":777}', created=now, until=now + 60) for name in "xy"]

    async def die_in_the_middle() -> str:
        hub.matcher.close()
        for each in people:
            await hub.storage.write(partial(searches.put, search=each))
        (party,) = await hub.storage.write(partial(searches.take, now=now - LATE - 1))
        # While that is so nobody changes their mind behind the others' backs.
        await hub.storage.write(partial(searches.drop, holder=people[0].holder))
        hub.matcher.open()
        return party.table

    id_ = service.run(die_in_the_middle())

    async def twice() -> None:
        await asyncio.gather(hub.matcher.look(), hub.matcher.look())

    service.run(twice())
    wait_for(lambda: service.guest().get(f"/api/tables/{id_}")["status"] == "running")
    log = service.run(hub.storage.load(id_))
    assert [type(each.event).__name__ for each in log] == ["Made", "Started"]
    assert {seat.place.browser for seat in hub.in_memory(id_)[0].state.seats} == {"x" * 64, "y" * 64}


@pytest.mark.slow
@pytest.mark.timeout(120)
def test_two_processes_seat_everybody_once_though_one_is_killed(tmp_path: Path, postgres: Cluster) -> None:
    people = 12
    settings = {"database": postgres.create("matching_killed"), "secret_key": "the same for both"}
    servers = [Fortress(tmp_path / name, **settings) for name in ("one", "other")]
    for server in servers:
        server.start()
    clients = [httpx.Client(timeout=10, trust_env=False) for _ in range(people)]

    def said(client: httpx.Client, method: str, path: str, body: object = None) -> httpx.Response | None:
        """An answer of whichever process lives."""
        for server in random.Random(id(client)).sample(servers, 2):
            try:
                answer = client.request(method, f"http://127.0.0.1:{server.port}{path}", json=body)
            except httpx.HTTPError:
                continue
            if answer.status_code < 500:
                return answer
        return None

    def table(client: httpx.Client) -> str | None:
        answer = said(client, "GET", "/api/waiting")
        return None if answer is None else (answer.json()["search"] or {}).get("table")

    def looks(client: httpx.Client) -> bool:
        """Whether they look for a game; a process that is killed may have heard it and not answered."""
        answer = said(client, "GET", "/api/waiting")
        if answer is None or answer.json()["search"] is None:
            said(client, "PUT", "/api/search", wanted)
            return False
        return True

    wanted = {"game": "30-rails", "least": 2, "most": 3, "clock": CLOCK}
    try:
        wait_for(lambda: said(clients[0], "GET", "/healthz") is not None, 60)
        with ThreadPoolExecutor(8) as pool:
            asked = [pool.submit(wait_for, partial(looks, client), 60) for client in clients]
            wait_for(lambda: any(each.done() for each in asked), 60)
            # In the middle of it.
            servers[0].kill()
            for each in asked:
                each.result()
            servers[0].start()
            wait_for(lambda: all(pool.map(table, clients)), 60)
            found = list(pool.map(table, clients))
        rows = [said(client, "GET", f"/api/tables/{id_}") for client, id_ in zip(clients, found, strict=True)]
        mine = [said(client, "GET", "/api/me") for client in clients]
    finally:
        for server in servers:
            server.kill()
        for client in clients:
            client.close()
    # Everybody has one seat at one table, the one that they were told of, and it is full and runs.
    for row, own, id_ in zip(rows, mine, found, strict=True):
        assert row is not None
        assert own is not None
        assert (row.json()["status"], len(row.json()["you"])) == ("running", 1)
        assert [each["id"] for each in own.json()["tables"]] == [id_]
    sizes = Counter(found)
    assert all(sizes[row.json()["id"]] == len(row.json()["seats"]) for row in rows if row is not None)


def test_a_copy_has_what_the_lobby_keeps(address: str | Path, tmp_path: Path) -> None:
    async def scene() -> None:
        source, target = open_storage(address), open_storage(tmp_path / "copy.db")
        for storage in (source, target):
            await storage.open()
        writer = Writer(source, "t1")
        await writer.write(msgspec.structs.replace(MADE, language="ru", seats=[MADE.seats[0], e.Place("open")]))
        kept = await writer.write(e.SeatKept(1, "p-egor", "Егор", 0, 99.5))
        await source.write(partial(searches.put, search=looking("a", until=1e12)))
        for table, row in (
            (schema.follows, {"holder": "a", "other": "p-egor", "at": 1.0}),
            (schema.invited, {"table_id": "t1", "person": "p-egor"}),
        ):
            await source.write(lambda each, table=table, row=row: each.execute(sa.insert(table).values(**row)))
        await copying.copy(source, target)
        proof = await copying.prove(source, target)
        assert proof.equal
        assert all(proof.rows[name] == 1 for name in ("searches", "follows", "invited"))
        (there,) = await target.read(lambda each: queries.find(each, ["t1"]))
        assert there == kept
        assert (there.language, there.seats[1].kept) == ("ru", Kept("p-egor", "Егор", 0, 99.5))
        declined = await writer.write(e.SeatDeclined(1))
        assert await source.read(lambda each: queries.find(each, ["t1"])) == [declined]
        assert declined.seats[1].kept is None
        for storage in (source, target):
            await storage.close()

    asyncio.run(scene())
