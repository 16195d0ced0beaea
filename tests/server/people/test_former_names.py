"""A name that was given up leads to its person, until somebody else may take it; over both storages."""

from __future__ import annotations

import asyncio
from functools import partial
from pathlib import Path

import pytest
import sqlalchemy as sa

from branchline.server.people import hosting, leaving, store
from branchline.server.storage import copying, open_storage, schema
from branchline.server.storage.interface import Storage
from tests.server.service import Guest, Service

pytestmark = pytest.mark.server
NOW = 1e9


def rename(guest: Guest, name: str) -> None:
    guest.http.put("/api/me", json={"name": name}).raise_for_status()


async def _person(storage: Storage, name: str) -> None:
    row = {"id": f"p-{name}", "name": name, "skeleton": name, "created": NOW}
    await storage.write(lambda each: each.execute(sa.insert(schema.persons).values(**row)) and None)


async def _called(storage: Storage, skeleton: str) -> str | None:
    found = await storage.read(partial(store.known_as, skeleton=skeleton))
    return None if found is None else found["id"]


def test_a_name_leads_on_is_reserved_and_is_free_again(address: str | Path, tmp_path: Path) -> None:
    async def scene() -> None:
        storage, copy = open_storage(address), open_storage(tmp_path / "copy.db")
        for each in (storage, copy):
            await each.open()

        async def give(person: str, name: str, now: float = NOW, **more: bool) -> None:
            job = partial(store.give_name, id_=f"p-{person}", name=name, skeleton=name, now=now)
            await storage.write(partial(job, **more))

        async def owner(name: str, now: float = NOW) -> str | None:
            return await storage.read(partial(store.owner, skeleton=name, now=now))

        for name in ("anna", "boris"):
            await _person(storage, name)
        await give("anna", "hanna")
        assert await _called(storage, "anna") == await _called(storage, "hanna") == "p-anna"
        assert await owner("anna") == await owner("hanna") == "p-anna"
        assert await owner("clara") is None
        # After a while anybody may take it, and it leads to them then.
        assert await owner("anna", NOW + store.RESERVED + 1) is None
        assert await _called(storage, "anna") == "p-anna"
        await give("boris", "anna", NOW + store.RESERVED + 1)
        assert (await _called(storage, "anna"), await _called(storage, "boris")) == ("p-boris", "p-boris")
        # Who goes back to a name has it, and not twice.
        await give("boris", "boris", NOW + store.RESERVED + 2)
        assert await owner("boris", NOW * 2) == "p-boris"
        await copying.copy(storage, copy)
        assert (await copying.prove(storage, copy)).equal
        assert await _called(copy, "anna") == "p-boris"
        # Nobody collects names.
        for number in range(store.FORMER_NAMES + 3):
            await give("anna", f"name{number}", NOW + number)
        kept = await storage.read(partial(store.rows_of, table=schema.former_names, id_="p-anna"))
        assert len(kept) == store.FORMER_NAMES
        assert await _called(storage, "name0") is None
        # A name that the host of the server took away leads nowhere.
        await give("anna", "polite", keep=False)
        assert await _called(storage, kept[-1]["skeleton"]) is None
        for each in (storage, copy):
            await each.close()

    asyncio.run(scene())


def test_an_old_name_opens_the_page_and_stays_reserved(service: Service) -> None:
    anna, boris = service.guest(), service.guest()
    anna.sign_up("Anna Before")
    boris.sign_up("Boris Beside")
    rename(anna, "Anna After")
    for path in ("/api/people/anna%20before", "/api/people/Anna%20Before"):
        assert boris.get(path)["name"] == "Anna After"
    assert boris.get("/api/people/Anna%20Before/games")["total"] == 0
    assert boris.ok("/api/follows", {"name": "Anna Before"})["people"][0]["name"] == "Anna After"
    assert boris.ok("/api/relations", {"kind": "mute", "name": "Anna Before"})["relations"][0]["name"] == "Anna After"
    # Nobody else is called so for a while, not even in letters of another alphabet; she may be again.
    assert boris.refused("PUT", "/api/me", {"name": "Аnna Before"}) == (409, "server.name_taken")
    taken = {"name": "anna before", "password": "correct horse"}
    assert service.guest().code("/api/account", taken) == (409, "server.name_taken")
    assert service.guest().refused("PUT", "/api/me", {"name": "Anna Before"}) == (409, "server.name_taken")
    assert service.guest().code("/api/account/sign-in", taken) == (403, "server.wrong_password")
    rename(anna, "Anna Before")
    assert boris.get("/api/people/Anna%20After")["name"] == "Anna Before"
    # All of it is hers: exported, and gone with the account.
    assert [row["name"] for row in anna.get("/api/account/export")["former_names"]] == ["Anna After"]
    assert anna.http.delete("/api/account").status_code == 204
    for name in ("Anna%20After", "Anna%20Before"):
        assert boris.refused("GET", f"/api/people/{name}") == (404, "server.no_person")
    assert service.guest().http.put("/api/me", json={"name": "Anna After"}).status_code == 200


def test_a_name_that_the_host_took_away_leads_nowhere(service: Service) -> None:
    rude, other = service.guest(), service.guest()
    rude.sign_up("Rude Once")
    rename(rude, "Rude Twice")
    service.run(hosting.rename(service.hub.storage, "rude once", "Polite Now"))
    assert other.get("/api/people/Polite%20Now")["name"] == "Polite Now"
    for name in ("Rude%20Once", "Rude%20Twice"):
        assert other.refused("GET", f"/api/people/{name}") == (404, "server.no_person")


def test_everything_that_belongs_to_a_person_goes_with_the_account() -> None:
    named = {table for table in schema.metadata.tables.values() if "person" in table.c and table.c.person.foreign_keys}
    assert named <= set(leaving.OF_A_PERSON)
