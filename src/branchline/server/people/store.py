"""What the database keeps of people; each function is a job for a `Storage`."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import msgspec
import sqlalchemy as sa

from branchline.server.storage.schema import (
    adoptions,
    challenges,
    former_names,
    invitations,
    passkeys,
    persons,
    recovery_codes,
    sessions,
    tokens,
)

Row = Mapping[Any, Any]
YEAR = 365 * 24 * 3600
RESERVED = 90 * 24 * 3600
"""Seconds during which nobody else takes a name that an account gave up: others may still mean that account by it."""
FORMER_NAMES = 5
"""How many of its names an account keeps; nobody can collect names."""
CHALLENGE_SECONDS = 600


class Known(msgspec.Struct, frozen=True):
    """Whom a secret stands for."""

    holder: str
    person: str
    name: str
    since: float
    used: float
    program: bool = False


# ── whom a secret stands for ──
def session(connection: sa.Connection, hash_: str, now: float) -> Known | None:
    """The account that a browser is signed in to."""
    statement = (
        sa.select(sessions.c.person, sessions.c.created, sessions.c.seen, persons.c.name)
        .join(persons, persons.c.id == sessions.c.person)
        .where(sessions.c.hash == hash_, sessions.c.seen > now - YEAR, persons.c.deleted.is_(None))
    )
    row = connection.execute(statement).first()
    return None if row is None else Known(row.person, row.person, row.name, row.created, row.seen)


def token(connection: sa.Connection, hash_: str) -> Known | None:
    """The account that a token belongs to, and the program that has it."""
    statement = (
        sa.select(tokens, persons.c.name.label("owner"))
        .join(persons, persons.c.id == tokens.c.person)
        .where(tokens.c.hash == hash_, persons.c.deleted.is_(None))
    )
    row = connection.execute(statement).first()
    if row is None:
        return None
    name = f"{row.name} ({row.owner})"[:40]
    return Known(row.holder, row.person, name, row.created, row.used or 0.0, program=True)


def touch(connection: sa.Connection, hash_: str, now: float, program: bool) -> None:
    """Remember when a session or a token was last used."""
    if program:
        connection.execute(sa.update(tokens).where(tokens.c.hash == hash_).values(used=now))
    else:
        connection.execute(sa.update(sessions).where(sessions.c.hash == hash_).values(seen=now))


# ── accounts ──
def person(connection: sa.Connection, id_: str) -> Row | None:
    """An account's row."""
    return connection.execute(sa.select(persons).where(persons.c.id == id_)).mappings().first()


def by_skeleton(connection: sa.Connection, skeleton: str) -> Row | None:
    """The account whose name looks like that."""
    return connection.execute(sa.select(persons).where(persons.c.skeleton == skeleton)).mappings().first()


def known_as(connection: sa.Connection, skeleton: str) -> Row | None:
    """The account whose name looks like that, or else the one that was called so before."""
    former = sa.select(former_names.c.person).where(former_names.c.skeleton == skeleton).scalar_subquery()
    either = (persons.c.skeleton == skeleton) | (persons.c.id == former)
    statement = sa.select(persons).where(either).order_by(persons.c.skeleton != skeleton).limit(1)
    return connection.execute(statement).mappings().first()


def owner(connection: sa.Connection, skeleton: str, now: float) -> str | None:
    """The account that nobody else may be called like: it has that name, or had it until lately.

    One statement, so that no name is seen between the account that gives it up and its list of former names.
    """
    reserved = (former_names.c.skeleton == skeleton) & (former_names.c.created > now - RESERVED)
    statement = (
        sa.select(persons.c.id)
        .where(persons.c.skeleton == skeleton)
        .union_all(sa.select(former_names.c.person).where(reserved))
    )
    return connection.execute(statement).scalars().first()


def give_name(connection: sa.Connection, id_: str, name: str, skeleton: str, now: float, keep: bool = True) -> None:
    """Call an account anew; with `keep` the name that it had leads to it from now on."""
    before = person(connection, id_)
    assert before is not None
    release_name(connection, skeleton)
    change(connection, id_, name=name, skeleton=skeleton)
    if not keep:
        connection.execute(sa.delete(former_names).where(former_names.c.person == id_))
    elif before["skeleton"] != skeleton:
        row = {"skeleton": before["skeleton"], "person": id_, "name": before["name"], "created": now}
        connection.execute(sa.insert(former_names).values(**row))
        mine = sa.select(former_names.c.skeleton).where(former_names.c.person == id_)
        old = mine.order_by(former_names.c.created.desc()).offset(FORMER_NAMES).limit(1000)
        connection.execute(sa.delete(former_names).where(former_names.c.skeleton.in_(old)))


def release_name(connection: sa.Connection, skeleton: str) -> None:
    """Somebody takes a name: it leads to nobody else any more."""
    connection.execute(sa.delete(former_names).where(former_names.c.skeleton == skeleton))


def change(connection: sa.Connection, id_: str, **values: Any) -> None:
    """Change an account."""
    connection.execute(sa.update(persons).where(persons.c.id == id_).values(**values))


def rows_of(connection: sa.Connection, table: sa.Table, id_: str) -> list[Row]:
    """All rows of that kind that belong to an account, oldest first."""
    order = [table.c.created] if "created" in table.c else []
    return list(connection.execute(sa.select(table).where(table.c.person == id_).order_by(*order)).mappings())


def remove(connection: sa.Connection, table: sa.Table, id_: str, **where: Any) -> int:
    """Remove rows of that kind that belong to an account; how many there were."""
    statement = sa.delete(table).where(table.c.person == id_)
    for name, value in where.items():
        statement = statement.where(table.c[name] == value)
    return int(connection.execute(statement).rowcount)


# ── signing in ──
def open_session(connection: sa.Connection, row: Row, instead_of: str, guest: str | None) -> None:
    """Sign a browser in, in place of its last session; what it held as a guest is to be adopted."""
    connection.execute(sa.delete(sessions).where(sessions.c.hash == instead_of))
    connection.execute(sa.insert(sessions).values(**row))
    if guest is not None:
        known = sa.exists().where(adoptions.c.browser == guest)
        if not connection.execute(sa.select(known)).scalar():
            connection.execute(sa.insert(adoptions).values(browser=guest, person=row["person"]))


def close_sessions(connection: sa.Connection, id_: str, keep: str = "") -> int:
    """End all sessions of an account but one."""
    where = (sessions.c.person == id_) & (sessions.c.hash != keep)
    return int(connection.execute(sa.delete(sessions).where(where)).rowcount)


def use_code(connection: sa.Connection, id_: str, hash_: str) -> bool:
    """Use up a recovery code."""
    return remove(connection, recovery_codes, id_, hash=hash_) == 1


def put_codes(connection: sa.Connection, id_: str, hashes: Iterable[str]) -> None:
    """Recovery codes in place of all earlier ones."""
    remove(connection, recovery_codes, id_)
    connection.execute(sa.insert(recovery_codes), [{"hash": each, "person": id_} for each in hashes])


def use_invitation(connection: sa.Connection, hash_: str) -> bool:
    """Use up one use of an invitation."""
    where = (invitations.c.hash == hash_) & (invitations.c.uses > 0)
    return connection.execute(sa.update(invitations).where(where).values(uses=invitations.c.uses - 1)).rowcount == 1


def has_invitation(connection: sa.Connection, hash_: str) -> bool:
    """Whether an invitation can still be used."""
    where = (invitations.c.hash == hash_) & (invitations.c.uses > 0)
    return connection.execute(sa.select(invitations.c.hash).where(where)).first() is not None


# ── passkeys ──
def put_challenge(connection: sa.Connection, row: Row, now: float) -> None:
    """Remember a ceremony that begins; those that nobody finished are forgotten."""
    connection.execute(sa.delete(challenges).where(challenges.c.until < now))
    connection.execute(sa.insert(challenges).values(**row, until=now + CHALLENGE_SECONDS))


def take_challenge(connection: sa.Connection, id_: str, session_: str, kind: str, now: float) -> Row | None:
    """The ceremony that a browser began, once."""
    where = (challenges.c.id == id_) & (challenges.c.session == session_) & (challenges.c.kind == kind)
    found = connection.execute(sa.select(challenges).where(where)).mappings().first()
    if found is None or connection.execute(sa.delete(challenges).where(where)).rowcount != 1:
        return None
    return found if found["until"] > now else None


def passkey(connection: sa.Connection, id_: str) -> Row | None:
    """A passkey and whose it is."""
    statement = sa.select(passkeys).join(persons).where(passkeys.c.id == id_, persons.c.deleted.is_(None))
    return connection.execute(statement).mappings().first()


def use_passkey(connection: sa.Connection, id_: str, counter: int, now: float) -> None:
    """Remember that a passkey was used."""
    connection.execute(sa.update(passkeys).where(passkeys.c.id == id_).values(counter=counter, used=now))
