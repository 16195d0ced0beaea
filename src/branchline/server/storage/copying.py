"""Moving everything from one storage to another, table by table, and proving that it is the same."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from functools import partial
from typing import Any

import msgspec
import sqlalchemy as sa

from branchline.core.errors import BranchlineError
from branchline.server.events import Made, Started
from branchline.server.fold import TableState, match_events
from branchline.server.matches import must_know_rules, resumed
from branchline.server.storage.interface import Reading, Storage
from branchline.server.storage.queries import insert
from branchline.server.storage.schema import (
    adoptions,
    browsers,
    channels,
    chat,
    deadlines,
    deals,
    deliveries,
    finished,
    follows,
    former_names,
    invitations,
    invited,
    log,
    notice_settings,
    notices,
    passkeys,
    persons,
    ratings,
    recovery_codes,
    relations,
    reports,
    results,
    reviews,
    searches,
    seat_keys,
    seats,
    secrets,
    sessions,
    snapshots,
    stops,
    tables,
    tokens,
    uptime,
)

PARTS = (
    tables,
    seats,
    seat_keys,
    deadlines,
    snapshots,
    reviews,
    chat,
    notices,
    deliveries,
    invited,
    finished,
    results,
    log,
)
"""What belongs to one table, in an order that foreign keys allow."""
OTHERS = (browsers, channels, notice_settings, secrets)
"""What belongs to no table; each has a text as its key."""
PEOPLE = (
    persons,
    former_names,
    passkeys,
    recovery_codes,
    sessions,
    tokens,
    adoptions,
    invitations,
    follows,
    searches,
    relations,
    reports,
    ratings,
)
"""What belongs to people, in an order that foreign keys allow."""
KEPT = (*OTHERS, *PEOPLE, stops, deals, *PARTS)
PAGE = 500
Progress = Callable[[int, int], None]
Row = dict[str, Any]


class Proof(msgspec.Struct):
    """What a copy was found to be."""

    rows: dict[str, int]
    """How many rows there are, by kind."""
    logs: int
    """Tables whose logs are equal, event by event."""
    replayed: int
    """Matches that were replayed on both sides and end in the same state."""
    other_rules: int
    """Matches of rules that this version does not play; only their logs were compared."""
    differences: list[str]

    @property
    def equal(self) -> bool:
        """Whether nothing differs."""
        return not self.differences


async def copy(source: Reading, target: Storage, progress: Progress = lambda _done, _all: None) -> int:
    """Copy what the target does not have yet; how many tables were written. Called again it goes on.

    Every row has a read of its own: beside running servers let `Storage.consistent` be the source.
    """
    for part in OTHERS:
        await _copy_others(source, target, part)
    await target.write(partial(_put_life, rows=await source.read(_life)))
    await _copy_deals(source, target)
    await _copy_people(source, target)
    wanted = await source.read(_stock)
    there = await target.read(_stock)
    missing = [id_ for id_ in sorted(wanted) if there.get(id_) != wanted[id_]]
    for done, id_ in enumerate(missing):
        rows = await source.read(partial(_rows_of, id_=id_))
        await target.write(partial(_put, id_=id_, rows=rows))
        progress(done + 1, len(missing))
    return len(missing)


async def prove(source: Reading, target: Storage, progress: Progress = lambda _done, _all: None) -> Proof:
    """Compare two storages: counts, every log, and the last state of every match."""
    counts, others = await source.read(_counts), await target.read(_counts)
    proof = Proof(counts, 0, 0, 0, [])
    for name, count in counts.items():
        if others[name] != count:
            proof.differences.append(f"{name}: {count} rows, {others[name]} in the copy")
    ids = sorted(await source.read(_stock))
    for done, id_ in enumerate(ids):
        await _compare(source, target, id_, proof)
        progress(done + 1, len(ids))
    return proof


async def _compare(source: Reading, target: Storage, id_: str, proof: Proof) -> None:
    ours, theirs = await source.read(partial(_rows_of, id_=id_)), await target.read(partial(_rows_of, id_=id_))
    unequal = [part.name for part in PARTS if ours[part.name] != theirs[part.name]]
    if unequal:
        proof.differences.append(f"table {id_}: {', '.join(unequal)}")
        return
    proof.logs += 1
    states = [await last_state(storage, id_) for storage in (source, target)]
    if states[0] != states[1]:
        proof.differences.append(f"table {id_}: the last states differ")
    elif states[0] == OTHER_RULES:
        proof.other_rules += 1
    elif states[0]:
        proof.replayed += 1


OTHER_RULES = "other rules"


async def last_state(storage: Reading, id_: str) -> str:
    """The hash of a match's last state; empty for a table that has not started."""
    written = await storage.load(id_)
    made = written[0].event
    assert isinstance(made, Made)
    if not any(isinstance(each.event, Started) for each in written):
        return ""
    try:
        must_know_rules(made)
    except BranchlineError:
        return OTHER_RULES
    state = TableState(id_)
    state.add(written[0])
    match = resumed(state, match_events(written))
    return hashlib.sha256(match.state.to_bytes()).hexdigest()


async def _copy_others(source: Reading, target: Storage, part: sa.Table) -> None:
    last = ""
    key = part.primary_key.columns[0].name
    while rows := await source.read(partial(_others_after, part=part, last=last)):
        await target.write(partial(_put_others, part=part, rows=rows))
        last = rows[-1][key]


async def _copy_deals(source: Reading, target: Storage) -> None:
    rows = await source.read(lambda each: [dict(row) for row in each.execute(sa.select(deals)).mappings()])

    def job(connection: sa.Connection) -> None:
        connection.execute(sa.delete(deals))
        if rows:
            connection.execute(sa.insert(deals), rows)

    await target.write(job)


def _others_after(connection: sa.Connection, part: sa.Table, last: str) -> list[Row]:
    key = part.primary_key.columns[0]
    statement = sa.select(part).where(key > last).order_by(key).limit(PAGE)
    return [dict(row) for row in connection.execute(statement).mappings()]


def _put_others(connection: sa.Connection, part: sa.Table, rows: list[Row]) -> None:
    statement = insert(connection, part)
    keys = [column.name for column in part.primary_key.columns]
    changes = {column.name: statement.excluded[column.name] for column in part.columns if column.name not in keys}
    connection.execute(statement.on_conflict_do_update(index_elements=keys, set_=changes), rows)


def _life(connection: sa.Connection) -> dict[str, list[Row]]:
    """When servers ran: clocks stop until one runs on the copy."""
    return {
        part.name: [dict(row) for row in connection.execute(sa.select(part)).mappings()] for part in (stops, uptime)
    }


def _put_life(connection: sa.Connection, rows: dict[str, list[Row]]) -> None:
    for part in (stops, uptime):
        connection.execute(sa.delete(part))
        if rows[part.name]:
            connection.execute(sa.insert(part), rows[part.name])


async def _copy_people(source: Reading, target: Storage) -> None:
    """All of it anew: what was revoked or deleted must not live on in a copy."""
    rows = {part.name: await source.read(partial(_all, part=part)) for part in PEOPLE}

    def job(connection: sa.Connection) -> None:
        for part in reversed(PEOPLE):
            connection.execute(sa.delete(part))
        for part in PEOPLE:
            for start in range(0, len(rows[part.name]), PAGE):
                connection.execute(sa.insert(part), rows[part.name][start : start + PAGE])

    await target.write(job)


def _all(connection: sa.Connection, part: sa.Table) -> list[Row]:
    return [_plain(row) for row in connection.execute(sa.select(part)).mappings()]


def _stock(connection: sa.Connection) -> dict[str, tuple[int, int, float, float | None]]:
    """The tables, each with what tells whether it was copied: lengths of log and chat, its last change, and ratings."""
    lines = sa.select(sa.func.count()).where(chat.c.table_id == tables.c.id).scalar_subquery()
    # A game that is counted late moves the ratings after those that ended later.
    rated = sa.select(sa.func.sum(results.c.place) + sa.func.max(sa.func.coalesce(results.c.mu, 0.0)))
    best = rated.where(results.c.table_id == tables.c.id).scalar_subquery()
    rows = connection.execute(sa.select(tables.c.id, tables.c.length, lines, tables.c.changed, best))
    return {id_: (length, said, changed, mu) for id_, length, said, changed, mu in rows}


def _rows_of(connection: sa.Connection, id_: str) -> dict[str, list[Row]]:
    """All rows of one table, by kind."""
    found: dict[str, list[Row]] = {}
    for part in PARTS:
        key = part.c.id if part is tables else part.c.table_id
        statement = sa.select(part).where(key == id_).order_by(*part.primary_key.columns)
        found[part.name] = [_plain(row) for row in connection.execute(statement).mappings()]
    return found


def _plain(row: Any) -> Row:
    return {name: bytes(value) if isinstance(value, memoryview) else value for name, value in row.items()}


def _put(connection: sa.Connection, id_: str, rows: dict[str, list[Row]]) -> None:
    """Write all rows of one table in place of what was there."""
    for part in reversed(PARTS):
        key = part.c.id if part is tables else part.c.table_id
        connection.execute(sa.delete(part).where(key == id_))
    for part in PARTS:
        if rows[part.name]:
            connection.execute(sa.insert(part), rows[part.name])


def _counts(connection: sa.Connection) -> dict[str, int]:
    return {
        part.name: int(connection.execute(sa.select(sa.func.count()).select_from(part)).scalar_one()) for part in KEPT
    }
