"""Passkey ceremonies: begun, finished once; the passkeys of an account."""

from __future__ import annotations

import secrets
import time
from functools import partial
from typing import TYPE_CHECKING, Any

import sqlalchemy as sa

from branchline.server import keys
from branchline.server.errors import Refused
from branchline.server.people import passkeys, store
from branchline.server.storage import schema
from branchline.server.visitor import Visitor

if TYPE_CHECKING:
    from branchline.server.hub import Hub

FRESH = 3600.0
"""Seconds after signing in during which one may change how to sign in."""
MOST_PASSKEYS = 20


class Ceremonies:
    """The ceremonies of this server's accounts."""

    def __init__(self, hub: Hub) -> None:
        self._hub = hub

    async def begin(
        self, visitor: Visitor, site: passkeys.Site, kind: str, name: str = ""
    ) -> tuple[str, dict[str, Any]]:
        """Begin a ceremony: to sign up, to sign in, or to add a passkey."""
        challenge, id_ = passkeys.new_challenge(), keys.new_secret()
        person: str | None = None
        known: list[str] = []
        if kind == "sign_in":
            options = passkeys.request(site, challenge)
        else:
            if kind == "add":
                person, name = fresh(visitor), visitor.name or ""
                rows = await self._hub.storage.read(partial(store.rows_of, table=schema.passkeys, id_=person))
                known = [row["id"] for row in rows]
            person = person or new_person_id()
            options = passkeys.creation(site, person, name, challenge, known)
        row = {"id": id_, "session": visitor.session, "kind": kind, "challenge": challenge, "person": person}
        await self._hub.storage.write(partial(store.put_challenge, row=row, now=time.time()))
        return id_, options

    async def begun(self, visitor: Visitor, ceremony: str, kind: str) -> Any:
        """The ceremony that a browser began; it is used up."""
        job = partial(store.take_challenge, id_=ceremony, session_=visitor.session, kind=kind, now=time.time())
        begun = await self._hub.storage.write(job)
        if begun is None:
            raise Refused(403, "wrong_passkey")
        return {**begun, "challenge": bytes(begun["challenge"])}

    async def add_passkey(
        self, visitor: Visitor, site: passkeys.Site, ceremony: str, credential: dict[str, Any], name: str
    ) -> None:
        """Another passkey of an account."""
        person = fresh(visitor)
        begun = await self.begun(visitor, ceremony, "add")
        made = await passkeys.made(site, credential, begun["challenge"])
        row = passkey_row(made, person, name)

        def job(connection: sa.Connection) -> None:
            if len(store.rows_of(connection, schema.passkeys, person)) >= MOST_PASSKEYS:
                raise Refused(409, "too_many_of_these", most=MOST_PASSKEYS)
            connection.execute(sa.insert(schema.passkeys).values(**row))

        try:
            await self._hub.storage.write(job)
        except sa.exc.IntegrityError as error:
            raise Refused(403, "wrong_passkey") from error

    async def remove_passkey(self, visitor: Visitor, id_: str) -> None:
        """Let a passkey open the account no more."""
        person = fresh(visitor)

        def job(connection: sa.Connection) -> None:
            rows = store.rows_of(connection, schema.passkeys, person)
            if len(rows) == 1 and rows[0]["id"] == id_ and (store.person(connection, person) or {})["password"] is None:
                raise Refused(409, "last_way_in")
            if not store.remove(connection, schema.passkeys, person, id=id_):
                raise Refused(404, "not_found")

        await self._hub.storage.write(job)


def new_person_id() -> str:
    """A new account's id."""
    return f"p-{secrets.token_hex(16)}"


def fresh(visitor: Visitor) -> str:
    """The account, if it was proved to be theirs lately."""
    assert visitor.person is not None
    if time.time() - visitor.since > FRESH:
        raise Refused(403, "prove_again")
    return visitor.person


def passkey_row(made: passkeys.Made, person: str, name: str) -> dict[str, Any]:
    """What the database keeps of a passkey."""
    return {
        "id": made.id,
        "person": person,
        "name": name[:40],
        "public_key": made.public_key,
        "counter": made.counter,
        "created": time.time(),
    }
