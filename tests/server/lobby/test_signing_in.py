"""A guest who signs up or in while a search seats them has one seat, and it is their account's."""

from __future__ import annotations

import itertools
import time
from functools import partial
from typing import Any

import pytest
import sqlalchemy as sa

from branchline.server.lobby import searches
from branchline.server.lobby.matcher import LATE
from branchline.server.lobby.searches import Found
from branchline.server.people import adoption
from branchline.server.storage import schema
from tests.server.lobby.test_open_tables import host
from tests.server.lobby.test_search import look, put_together, search_of
from tests.server.service import Guest, Service

pytestmark = pytest.mark.server
_bases = itertools.count(901)
BY = pytest.mark.parametrize("by", ["sign up", "sign in"])


class Slow:
    """The matcher of a process that is slow: it has taken people and seats them when it is told to."""

    def __init__(self, server: Service) -> None:
        self._server = server
        server.run(put_together(server, False))

    def take(self, base: int) -> list[Found]:
        """Take whoever looks for a game with that clock, so long ago that others may do its work too."""
        hub, now = self._server.hub, time.time()

        async def job() -> list[Found]:
            tables = await hub.matcher._open_tables(now)
            return await hub.storage.write(partial(searches.take, now=now - LATE - 1, tables=tables))

        return [party for party in self._server.run(job()) if f'"base":{base}' in party.members[0].clock]

    def seat(self, party: Found) -> None:
        self._server.run(self._server.hub.matcher.seat(party))

    def others_look(self) -> None:
        """What any process does every two seconds."""
        self._server.run(self._server.hub.matcher.look())


def enter(guest: Guest, by: str, name: str) -> None:
    """An account for a guest: a new one, or one that has been used on another device."""
    if by == "sign in":
        with Guest(guest.port) as other:
            other.sign_up(name)
        guest.sign_in(name)
    else:
        guest.sign_up(name)


def clock(base: int) -> dict[str, Any]:
    return {"clock": {"kind": "live", "base": base}}


@BY
def test_one_seat_at_a_table_that_waits(server: Service, by: str) -> None:
    base = next(_bases)
    owner, id_ = host(server, base, "me", "open", "open")
    anna = server.guest("Anna Quick")
    slow = Slow(server)
    look(anna, least=3, most=3, **clock(base))
    (party,) = slow.take(base)
    assert (party.table, party.players) == (id_, None)
    enter(anna, by, f"Anna {base}")
    slow.seat(party)
    slow.others_look()
    seats = owner.get(f"/api/tables/{id_}")["seats"]
    assert [(seat["kind"], seat["member"]) for seat in seats] == [("human", False), ("human", True), ("open", False)]
    assert anna.get(f"/api/tables/{id_}")["you"] == [1]
    assert search_of(anna)["table"] == id_
    assert _pending(server) == []


@BY
def test_one_seat_at_a_table_that_is_made(server: Service, by: str) -> None:
    base = next(_bases)
    anna, boris = server.guest("Anna Quick"), server.guest("Boris Quick")
    slow = Slow(server)
    for guest in (anna, boris):
        look(guest, **clock(base))
    (party,) = slow.take(base)
    enter(anna, by, f"Anna {base}")
    slow.seat(party)
    slow.others_look()
    assert search_of(anna)["table"] == search_of(boris)["table"] == party.table
    found = anna.get(f"/api/tables/{party.table}")
    assert (found["status"], len(found["you"])) == ("running", 1)
    assert sorted(seat["member"] for seat in found["seats"]) == [False, True]


def test_a_seat_that_comes_too_late_is_given_back(server: Service) -> None:
    """The slow process seats a guest whom the table had refused, and who looks for another one as an account."""
    base = next(_bases)
    owner, id_ = host(server, base, "me", "open")
    anna, other = server.guest(), server.guest()
    slow = Slow(server)
    look(anna, **clock(base))
    (party,) = slow.take(base)
    other.ok(f"/api/tables/{id_}/join", {})
    anna.sign_up(f"Anna {base}")
    other.ok(f"/api/tables/{id_}/leave", {"seat": 1})
    slow.seat(party)
    assert [seat["kind"] for seat in owner.get(f"/api/tables/{id_}")["seats"]] == ["human", "open"]
    assert search_of(anna)["table"] is None


def test_nobody_is_taken_while_they_sign_in(server: Service) -> None:
    base = next(_bases)
    people = [server.guest(), server.guest()]
    slow = Slow(server)
    for guest in people:
        look(guest, **clock(base))
    holder = _holders(server, base)[0]
    person = server.guest()
    person.sign_up(f"Person {base}")
    known = person.get("/api/account/export")["account"]["id"]
    row = sa.insert(schema.adoptions).values(browser=holder, person=known)
    server.run(server.hub.storage.write(lambda each: each.execute(row) and None))
    assert slow.take(base) == []
    server.run(adoption.finish(server.hub))
    (party,) = slow.take(base)
    assert holder not in {member.holder for member in party.members}
    assert known in {member.holder for member in party.members}
    slow.seat(party)


def test_a_game_that_a_guest_has_found_ends_the_accounts_own_search(server: Service) -> None:
    base, other_base = next(_bases), next(_bases)
    phone, desk, boris = server.guest(), server.guest(), server.guest()
    phone.sign_up(f"Anna {base}")
    slow = Slow(server)
    look(phone, **clock(other_base))
    for guest in (desk, boris):
        look(guest, **clock(base))
    (party,) = slow.take(base)
    desk.sign_in(f"Anna {base}")
    assert search_of(phone)["table"] == search_of(desk)["table"] == party.table
    slow.seat(party)
    look(boris, **clock(other_base))
    assert slow.take(other_base) == []
    assert len(phone.get(f"/api/tables/{party.table}")["you"]) == 1


def _holders(server: Service, base: int) -> list[str]:
    statement = sa.select(schema.searches.c.holder).where(schema.searches.c.clock.contains(f'"base":{base}'))
    return server.run(server.hub.storage.read(lambda each: list(each.execute(statement).scalars())))


def _pending(server: Service) -> list[Any]:
    return server.run(server.hub.storage.read(lambda each: each.execute(sa.select(schema.adoptions)).all()))
