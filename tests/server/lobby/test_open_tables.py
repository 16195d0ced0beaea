"""Who looks for a game is seated at an open table that fits, and at no other; the table's log decides races."""

from __future__ import annotations

import asyncio
import time
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from typing import Any

import msgspec
import pytest

from branchline.server.clocks import DaysClock, LiveClock
from branchline.server.lobby import open_tables, searches
from branchline.server.lobby.matcher import LATE
from branchline.server.lobby.open_tables import OpenTable, best, fits
from tests.server.hands import Hands
from tests.server.lobby.test_fitting import search
from tests.server.lobby.test_search import look, search_of, table_of
from tests.server.postgres import Cluster
from tests.server.service import Guest, Service, wait_for

CLOCK = '{"kind":"live","base":300}'
TABLE = OpenTable("t", "30-rails", 2, LiveClock(300), False, 1, ("h",), (), False, 0.0)


def table(**changes: Any) -> OpenTable:
    return msgspec.structs.replace(TABLE, **changes)


# ── which table fits ──
def test_only_what_was_asked_for_fits() -> None:
    assert fits(search("a"), TABLE, frozenset())
    assert fits(search("a", clock='{"kind":"live","base":300,"at_zero":"resign"}'), TABLE, frozenset())
    for other in (
        table(game="ticket-to-ride"),
        table(players=3),
        table(pace=LiveClock(301)),
        table(pace=LiveClock(300, 5)),
        table(pace=DaysClock(24)),
        table(rated=True),
        table(free=0),
        table(bots=True),
        table(people=("h", "a")),
    ):
        assert not fits(search("a"), other, frozenset()), other
    assert fits(search("a", bots=True), table(bots=True), frozenset())
    assert fits(search("a", least=2, most=4), table(players=3), frozenset())


def test_strength_and_blocks_count() -> None:
    strong = table(ratings=(1500, 1700))
    assert fits(search("a", low=1400, high=1800), strong, frozenset())
    assert not fits(search("a", low=1400, high=1600), strong, frozenset())
    assert not fits(search("a", low=1600), strong, frozenset())
    for pair in (("a", "h"), ("h", "a")):
        assert not fits(search("a"), TABLE, frozenset([pair]))


def test_the_table_that_is_nearest_to_its_beginning_is_best() -> None:
    full, old, new = table(id="full", created=9.0), table(id="old", free=2), table(id="new", free=2, created=5.0)
    assert best(search("a"), [new, old, full], frozenset()) == full
    assert best(search("a"), [new, old], frozenset()) == old
    assert best(search("a"), [], frozenset()) is None


# ── over the API ──
def host(service: Service, base: int, *seats: str, **more: Any) -> tuple[Guest, str]:
    """Somebody at an open table with a clock of its own, since others look at the same server."""
    guest = service.guest(f"Host {base}")
    clock = {"kind": "live", "base": base}
    return guest, guest.table(*seats, start=False, **{"public": True, "clock": clock, **more})["id"]


@pytest.mark.server
def test_whoever_looks_sits_down_at_the_table_that_waits(service: Service) -> None:
    owner, id_ = host(service, 601, "me", "open", "open")
    anna, boris = service.guest("Anna Seeks"), service.guest("Boris Seeks")
    wanted: dict[str, Any] = {"least": 3, "most": 3, "clock": {"kind": "live", "base": 601}}
    look(anna, **wanted)
    assert table_of(anna) == id_
    found = anna.get(f"/api/tables/{id_}")
    assert (found["status"], found["you"]) == ("open", [1])
    assert found["seats"][1]["name"] == "Anna Seeks"
    # The last seat is taken: the game begins, on the page that the owner has open too.
    with owner.live(id_) as live:
        look(boris, **wanted)
        assert table_of(boris) == id_
        live.until(lambda said: said["type"] == "table" and said["table"]["status"] == "running")
        assert live.kind("view")["seat"] == 0
    log = service.run(service.hub.storage.load(id_))
    assert [type(each.event).__name__ for each in log] == ["Made", "SeatTaken", "SeatTaken", "Started"]


@pytest.mark.server
def test_a_table_that_no_search_has_filled_waits_for_its_people(service: Service) -> None:
    owner, id_ = host(service, 606, "me", "open")
    service.guest().ok(f"/api/tables/{id_}/join", {})
    service.run(service.hub.matcher.look())
    assert owner.get(f"/api/tables/{id_}")["status"] == "open"
    assert owner.ok(f"/api/tables/{id_}/start")["status"] == "running"


@pytest.mark.server
def test_tables_that_do_not_fit_are_left_alone(service: Service) -> None:
    clock = {"kind": "live", "base": 602}
    anna = service.guest()
    blocked, id_ = host(service, 602, "me", "open")
    anna.ok("/api/relations", {"table": id_, "kind": "block", "seat": 0})
    host(service, 602, "me", "open", "open", "open")
    host(service, 602, "me", "open", public=False)
    host(service, 602, "me", "open", options={"variant": "shares"})
    host(service, 602, "open", "open")
    host(service, 602, "me", "bot:random", "open")
    kept = service.guest()
    kept.sign_up("Kept Open")
    keeper, other = host(service, 602, "me", "open")
    keeper.ok(f"/api/tables/{other}/invite", {"name": "Kept Open"})
    look(anna, clock=clock)
    service.run(service.hub.matcher.look())
    assert search_of(anna)["table"] is None
    # Bots are let in: the table with one fits, if it has as many seats.
    look(anna, clock=clock, least=3, most=3)
    anna.ok("/api/search/bots")
    assert anna.get(f"/api/tables/{table_of(anna)}")["status"] == "running"
    assert blocked.get(f"/api/tables/{id_}")["seats"][1]["kind"] == "open"


@pytest.mark.server
def test_nobody_is_sent_to_a_table_that_was_left(service: Service) -> None:
    owner, id_ = host(service, 603, "me", "open")
    hands = Hands(service)
    try:
        hands.move(open_tables.FRESH + 1)
        anna = service.guest()
        look(anna, clock={"kind": "live", "base": 603})
        service.run(service.hub.matcher.look())
        assert search_of(anna)["table"] is None
        # Its host has it open again.
        with owner.live(id_) as live:
            live.kind("table")
            service.run(service.hub.matcher.look())
            assert search_of(anna)["table"] == id_
    finally:
        hands.let_go()


@pytest.mark.server
def test_a_seat_that_was_taken_meanwhile_lets_the_search_go_on(service: Service) -> None:
    hub, now = service.hub, time.time()
    _, id_ = host(service, 604, "me", "open")
    clock = '{"kind":"live","base":604}'
    late = search("late" * 16, clock=clock, created=now, until=now + 60)

    async def taken_meanwhile() -> None:
        hub.matcher.close()
        await hub.storage.write(partial(searches.put, search=late))
        (party,) = await hub.storage.write(partial(searches.take, now=now - LATE - 1, tables=[await waiting()]))
        assert (party.table, party.players) == (id_, None)

    async def waiting() -> OpenTable:
        return next(each for each in await hub.matcher._open_tables(now) if each.id == id_)

    service.run(taken_meanwhile())
    # The process that was to seat them is dead; somebody else sits down.
    service.guest().ok(f"/api/tables/{id_}/join", {})

    async def twice() -> None:
        await asyncio.gather(hub.matcher.look(), hub.matcher.look())
        hub.matcher.open()

    service.run(twice())
    row = service.run(hub.storage.read(partial(searches.one, holder=late.holder)))
    assert row is not None
    assert (row["table_id"], row["done"]) == (None, False)
    service.run(hub.storage.write(partial(searches.drop, holder=late.holder)))


@pytest.mark.server
def test_two_processes_seat_as_many_as_there_are_seats(postgres: Cluster, tmp_path: Path) -> None:
    settings: dict[str, Any] = {"database": postgres.create("open_tables"), "secret_key": "the same for both"}
    one, other = (Service(tmp_path / name, **settings).open() for name in ("one", "other"))
    try:
        _, id_ = host(one, 605, "me", "open", "open", "open")
        people = [[one, other][n % 2].guest() for n in range(6)]
        wanted = {"least": 4, "most": 4, "clock": {"kind": "live", "base": 605}}
        with ThreadPoolExecutor(6) as pool:
            list(pool.map(lambda guest: look(guest, **wanted), people))
        told = lambda: [(search_of(guest) or {}).get("table") for guest in people]  # noqa: E731
        wait_for(lambda: told().count(id_) == 3)
        seats = people[0].get(f"/api/tables/{id_}")["seats"]
        assert [seat["kind"] for seat in seats] == ["human"] * 4
        held = [guest.get(f"/api/tables/{id_}")["you"] for guest in people]
        assert sorted(map(len, held)) == [0, 0, 0, 1, 1, 1]
        assert all((table == id_) == bool(mine) for table, mine in zip(told(), held, strict=True))
    finally:
        one.close()
        other.close()
