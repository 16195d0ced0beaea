"""What the host of a server can do about people: reports, names, invitations. A running server need not stop."""

from __future__ import annotations

import time
from functools import partial
from typing import Any

import sqlalchemy as sa

from branchline.server import administration
from branchline.server.errors import Refused
from branchline.server.people import names, secret_codes, store
from branchline.server.storage.interface import Storage
from branchline.server.storage.schema import invitations, reports


async def reported(storage: Storage, settled: bool = False) -> list[dict[str, Any]]:
    """Reports that nobody has settled, or those that somebody has; the last first."""

    def job(connection: sa.Connection) -> list[dict[str, Any]]:
        where = reports.c.settled.is_not(None) if settled else reports.c.settled.is_(None)
        rows = connection.execute(sa.select(reports).where(where).order_by(reports.c.at.desc()).limit(200)).mappings()
        return [dict(row) for row in rows]

    return await storage.read(job)


async def settle(storage: Storage, id_: str) -> None:
    """Mark a report as settled."""

    def job(connection: sa.Connection) -> int:
        statement = sa.update(reports).where(reports.c.id == id_).values(settled=time.time())
        return int(connection.execute(statement).rowcount)

    if not await storage.write(job):
        raise Refused(404, "not_found")


async def person_of(storage: Storage, name: str) -> str:
    """The account of that name, or that was called so before."""
    found = await storage.read(partial(store.known_as, skeleton=names.skeleton(name)))
    if found is None:
        raise Refused(404, "no_person", name=name)
    return str(found["id"])


async def rename(storage: Storage, name: str, other: str) -> str:
    """Give an account another name, and remove the old one from all games; it leads nowhere any more."""
    person, clean = await person_of(storage, name), names.clean(other)
    skeleton = names.skeleton(clean)

    def job(connection: sa.Connection) -> None:
        now = time.time()
        if store.owner(connection, skeleton, now) not in (None, person):
            raise Refused(409, "name_taken", name=clean)
        store.give_name(connection, person, clean, skeleton, now, keep=False)

    await storage.write(job)
    await administration.remove_names(storage, person)
    await storage.tell("person", person)
    return clean


async def invite(storage: Storage, uses: int = 1, note: str = "") -> str:
    """An invitation code for `uses` accounts."""
    code = secret_codes.new_code()
    row = {"hash": secret_codes.code_hash(code), "note": note[:100], "uses": uses, "created": time.time()}
    await storage.write(lambda each: each.execute(sa.insert(invitations).values(**row)) and None)
    return code
