"""What an administrator can do to a storage while servers use it: the log decides races with them."""

from __future__ import annotations

import time
from collections.abc import Awaitable, Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

import msgspec
import sqlalchemy as sa

from branchline.core.errors import BranchlineError
from branchline.core.match import Match
from branchline.core.record import event_to_json, replay_record
from branchline.core.text import Text, one_line
from branchline.games import find
from branchline.server import events as e
from branchline.server import keys
from branchline.server.errors import Refused
from branchline.server.fold import REMOVED, TableState, match_events, nameless_seat
from branchline.server.matches import must_know_rules, named, outcome_of, resumed, seats_for_record
from branchline.server.notices.notice import Notice
from branchline.server.notices.occasions import occasions
from branchline.server.projection import Outcome, Projection
from branchline.server.storage import channels, open_storage, queries
from branchline.server.storage.copying import copy, prove
from branchline.server.storage.interface import Change, Conflict, Storage
from branchline.server.storage.schema import (
    browsers,
    chat,
    deadlines,
    invited,
    log,
    notices,
    persons,
    seats,
    tables,
    tokens,
)

T = TypeVar("T")
ATTEMPTS = 20
"""How often a change is tried again where somebody acted at the table meanwhile."""


async def with_storage(address: str | Path, work: Callable[[Storage], Awaitable[T]]) -> T:
    """Do something with a storage that a server may be using."""
    storage = open_storage(address, alone=False)
    await storage.open()
    try:
        return await work(storage)
    finally:
        await storage.close()


# ── looking ──
async def listed(
    storage: Storage, status: str | None = None, game: str | None = None, most: int = 50
) -> list[Projection]:
    """Tables, the last changed first."""

    def job(connection: sa.Connection) -> list[str]:
        statement = sa.select(tables.c.id).order_by(tables.c.changed.desc()).limit(most)
        if status is not None:
            statement = statement.where(tables.c.status == status)
        if game is not None:
            statement = statement.where(tables.c.game == game)
        return list(connection.execute(statement).scalars())

    ids = await storage.read(job)
    return await storage.read(partial(queries.find, ids=ids))


async def one(storage: Storage, id_: str) -> Projection:
    """One table."""
    found = await storage.read(partial(queries.find, ids=[id_]))
    if not found:
        raise Refused(404, "no_table")
    return found[0]


async def statistics(storage: Storage) -> dict[str, Any]:
    """How much there is of everything."""

    def job(connection: sa.Connection) -> dict[str, Any]:
        def count(*where: Any, of: sa.Table = tables) -> int:
            return int(connection.execute(sa.select(sa.func.count()).select_from(of).where(*where)).scalar_one())

        by_game = connection.execute(sa.select(tables.c.game, sa.func.count()).group_by(tables.c.game))
        people = sa.select(sa.func.count(sa.distinct(seats.c.browser)))
        day = time.time() - 86_400
        return {
            "tables": count(),
            "open": count(tables.c.status == "open"),
            "running": count(tables.c.status == "running"),
            "over": count(tables.c.status == "over"),
            "changed_in_a_day": count(tables.c.changed > day),
            "games": {str(game): int(number) for game, number in by_game},
            "people_seated": int(connection.execute(people).scalar_one()),
            "browsers": count(of=browsers),
            "events": count(of=log),
            "lines_of_chat": count(of=chat),
            "clocks_running": count(of=deadlines),
        }

    return await storage.read(job)


# ── records ──
async def export(storage: Storage, id_: str) -> dict[str, Any]:
    """The record of a table's match, finished or not; the seed is in it once the game is over."""
    state, match = await _load(storage, id_)
    if match is None:
        raise Refused(409, "not_started")
    match.seats = seats_for_record(state)
    return match.record()


async def bring_in(storage: Storage, record: bytes | dict[str, Any]) -> Projection:
    """A new table with a recorded game."""
    match = replay_record(record, find)
    seated = [
        e.Place("bot" if seat.get("bot") else "human", one_line(str(seat.get("name") or n + 1))[:40], seat.get("bot"))
        for n, seat in enumerate(match.seats)
    ]
    made = e.Made(
        game=match.game.slug,
        rules=match.game.rules_version,
        options=match.options,
        host="",
        public=False,
        seed=match.seed,
        commit=match.commit,
        seats=seated,
        inherited=match.inherited,
    )
    state = TableState(keys.new_table_id())
    happened = [event_to_json(event) for event in match.events]
    written = [e.Written(0, time.time(), made), e.Written(1, time.time(), e.Started(happened))]
    state.add(written[0])
    state.add(written[1], outcome_of(match))
    await storage.append(Change(written, state.projection()))
    return state.projection()


# ── changing ──
async def close_table(storage: Storage, id_: str) -> Projection:
    """End a table. A server that has it in memory learns of it in a moment."""
    for _ in range(ATTEMPTS):
        state, _match = await _load(storage, id_)
        if state.status == "over":
            raise Refused(409, "table_over")
        before, now = state.projection(), time.time()
        written = e.Written(state.length, now, e.Closed())
        state.add(written)
        after = state.projection()
        told = [
            Notice(each.table, each.owner, each.kind, each.seat, after.length, -1, now, now)
            for each in occasions([written.event], before, after)
        ]
        try:
            await storage.append(Change([written], after, notices=told))
        except Conflict:
            continue
        return state.projection()
    raise Refused(409, "stale")


async def forget_person(storage: Storage, browser: str) -> dict[str, int]:
    """Remove a person's name, chat and channels everywhere; games stay, with the name removed."""

    def unname(connection: sa.Connection) -> None:
        queries.overwrite(connection)
        connection.execute(sa.update(browsers).where(browsers.c.hash == browser).values(name=None))

    def job(connection: sa.Connection) -> int:
        queries.overwrite(connection)
        channels.forget(connection, browser)
        said = sa.update(chat).where(chat.c.browser == browser).values(name=None, text=REMOVED)
        return int(connection.execute(said).rowcount)

    # First, so that nobody sits down under that name while it is removed.
    await storage.write(unname)
    mine, renamed = await remove_names(storage, browser)
    return {"tables": len(mine), "names": renamed, "lines_of_chat": await storage.write(job)}


async def remove_names(storage: Storage, browser: str) -> tuple[list[str], int]:
    """Remove a person's name from their tables and the logs of these; which tables, and from how many events.

    The event comes first: a server that has the name in memory reads the log again before it can write there.
    """
    mine = await storage.read(partial(_tables_of, browser=browser))
    renamed = 0
    for id_ in mine:
        await _forget_at(storage, id_, e.PersonForgotten(browser))
        renamed += await storage.write(partial(_rename, id_=id_, browser=browser))
        await storage.tell("anew", id_)
    return mine, renamed


async def _forget_at(storage: Storage, id_: str, event: e.PersonForgotten) -> None:
    """Append the event at one table that shows the name. Its match is not needed for that, so its rules may be old."""
    for _ in range(ATTEMPTS):
        table = await one(storage, id_)
        seated = [nameless_seat(seat, event.person) for seat in table.seats]
        if seated == table.seats:
            return
        after = msgspec.structs.replace(table, length=table.length + 1, seats=seated)
        try:
            await storage.append(Change([e.Written(table.length, time.time(), event)], after))
        except Conflict:
            continue
        return
    raise Refused(409, "stale")


async def ban(storage: Storage, browser: str, banned: bool = True) -> None:
    """Let a guest's browser or an account act no more, or again; a program's owner answers for it."""

    def job(connection: sa.Connection) -> None:
        values = {"banned": time.time() if banned else None}
        owner = connection.execute(sa.select(tokens.c.person).where(tokens.c.holder == browser)).scalar()
        person = sa.update(persons).where(persons.c.id == (owner or browser)).values(**values)
        if connection.execute(person).rowcount == 0:
            queries.name_browser(connection, browser, None, time.time())
            connection.execute(sa.update(browsers).where(browsers.c.hash == browser).values(**values))

    await storage.write(job)


async def holder(storage: Storage, id_: str, seat: int) -> str:
    """The browser that holds a seat: how an administrator names a person."""
    table = await one(storage, id_)
    if not 0 <= seat < len(table.seats):
        raise Refused(404, "no_seat")
    found = table.seats[seat].place.browser
    if found is None:
        raise BranchlineError(Text("server.nobody_there", {"seat": seat}))
    return found


async def back_up(storage: Storage, target: Path) -> int:
    """A consistent copy as a SQLite file, while servers run; how many tables are in it."""
    if target.exists():
        raise BranchlineError(Text("server.backup_exists", {"file": str(target)}))
    if not storage.shared:
        await storage.read(lambda each: _vacuum(each, target))
        return int(await storage.read(partial(_count, table=tables)))
    try:
        return await _copied(storage, target)
    except BaseException:
        # Half a copy looks like a whole one.
        for end in ("", "-wal", "-shm"):
            target.with_name(target.name + end).unlink(missing_ok=True)
        raise


async def _copied(storage: Storage, target: Path) -> int:
    """Copy everything as it is at one instant, and compare the copy with that."""
    other = open_storage(target, alone=False)
    await other.open()
    try:
        async with storage.consistent() as source:
            count = await copy(source, other)
            proof = await prove(source, other)
    finally:
        await other.close()
    if not proof.equal:
        raise BranchlineError(Text("server.backup_differs", {"file": str(target), "why": proof.differences[0]}))
    return count


def _vacuum(connection: sa.Connection, target: Path) -> None:
    raw: Any = connection.connection.driver_connection
    if raw.in_transaction:
        raw.execute("ROLLBACK")
    raw.execute("VACUUM INTO ?", (str(target),))


def _count(connection: sa.Connection, table: sa.Table) -> int:
    return int(connection.execute(sa.select(sa.func.count()).select_from(table)).scalar_one())


async def _load(storage: Storage, id_: str) -> tuple[TableState, Match | None]:
    written = await storage.load(id_)
    if not written:
        raise Refused(404, "no_table")
    state = TableState(id_)
    for each in written:
        state.add(each, Outcome() if hasattr(each.event, "events") else None)
    if not state.started:
        return state, None
    must_know_rules(state.made)
    match = resumed(state, match_events(written))
    state.outcome = outcome_of(match)
    return state, match


def _tables_of(connection: sa.Connection, browser: str) -> list[str]:
    seated = sa.select(seats.c.table_id).where(seats.c.browser == browser)
    asked = sa.select(invited.c.table_id).where(invited.c.person == browser)
    return sorted(connection.execute(seated.union(asked)).scalars())


def _rename(connection: sa.Connection, id_: str, browser: str) -> int:
    """Write the log of one table anew without the person's name, and its projection and notices."""
    changed = 0
    names: set[str | None] = set()
    queries.overwrite(connection)
    rows = connection.execute(sa.select(log).where(log.c.table_id == id_).order_by(log.c.n)).mappings().all()
    decoded = [e.decode_event(bytes(row["event"])) for row in rows]
    earlier = _earlier(decoded, browser)
    for row, event in zip(rows, decoded, strict=True):
        clean = _without_name(event, earlier)
        if clean != event:
            changed += 1
            names |= _names(event) - _names(clean)
            where = (log.c.table_id == id_) & (log.c.n == row["n"])
            connection.execute(sa.update(log).where(where).values(event=e.encode_event(clean)))
    mine = (seats.c.table_id == id_) & (seats.c.browser == browser)
    connection.execute(sa.update(seats).where(mine).values(name=None))
    told = (notices.c.table_id == id_) & notices.c.by.in_(names)
    connection.execute(sa.update(notices).where(told).values(by=None, line=None))
    kept = (seats.c.table_id == id_) & (seats.c.kept == browser)
    connection.execute(sa.update(seats).where(kept).values(kept_name=REMOVED))
    return changed


def _earlier(log: Sequence[e.TableEvent], browser: str) -> set[str]:
    """All browsers that one person held a table's seats with: before an account, and before opening a seat's link."""
    found = {browser}
    holders: dict[int, str | None] = {}
    chains: list[tuple[str | None, str]] = []
    for event in log:
        if isinstance(event, e.Made):
            holders = {seat: place.browser for seat, place in enumerate(event.seats)}
        elif isinstance(event, e.SeatTaken):
            holders[event.seat] = event.place.browser
        elif isinstance(event, e.SeatClaimed):
            chains.append((holders[event.seat], event.browser))
            holders[event.seat] = event.browser
        elif isinstance(event, e.Adopted):
            chains.append((event.browser, event.person))
            holders = {seat: event.person if held == event.browser else held for seat, held in holders.items()}
    for before, after in reversed(chains):
        if after in found and before is not None:
            found.add(before)
    return found


def _without_name(event: e.TableEvent, browsers: set[str]) -> e.TableEvent:
    def clean(place: e.Place) -> e.Place:
        return msgspec.structs.replace(place, name=None) if place.browser in browsers else place

    if isinstance(event, e.Made):
        return msgspec.structs.replace(event, seats=[clean(place) for place in event.seats])
    if isinstance(event, e.SeatTaken):
        return msgspec.structs.replace(event, place=clean(event.place))
    if isinstance(event, e.SeatKept) and event.person in browsers:
        return msgspec.structs.replace(event, name=REMOVED)
    return event


def _names(event: e.TableEvent) -> set[str | None]:
    """The names that an event has."""
    if isinstance(event, e.Made):
        return {place.name for place in event.seats}
    if isinstance(event, e.SeatTaken):
        return {event.place.name}
    return {event.name} if isinstance(event, e.SeatKept) else set()


def summary(table: Projection) -> dict[str, Any]:
    """A table as lists show it."""
    return {
        "id": table.id,
        "game": table.game,
        "status": table.status,
        "ending": table.ending.reason if table.ending else None,
        "seats": [named(seat, number) for number, seat in enumerate(table.seats)],
        "events": table.events,
        "scores": table.scores,
        "changed": table.changed,
    }


def summaries(found: Sequence[Projection]) -> list[dict[str, Any]]:
    """Tables as lists show them."""
    return [summary(table) for table in found]
