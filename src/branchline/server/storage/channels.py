"""Where people's notices go, and what they want to be told of; each function is a job for a `Storage`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec
import sqlalchemy as sa

from branchline.core.reading import convert
from branchline.server.notices.notice import KINDS, ChannelKind, Kind
from branchline.server.quiet import QuietHours
from branchline.server.storage.queries import insert
from branchline.server.storage.schema import channels, deliveries, notice_settings, notices, secrets


class Channel(msgspec.Struct, frozen=True):
    """One way to reach a person."""

    id: str
    owner: str
    kind: ChannelKind
    address: str
    keys: dict[str, str] | None
    label: str
    language: str
    base: str
    """The address of this server, as the person knows it."""
    created: float
    code: str | None = None
    """The hash of the code that confirms the address; None once it is confirmed."""
    code_until: float | None = None
    code_tries: int = 0
    trouble: str | None = None
    """Why the last message could not be delivered."""


class Wanted(msgspec.Struct, frozen=True):
    """What a person wants to be told of, and when not."""

    kinds: list[Kind] = msgspec.field(default_factory=lambda: list(KINDS))
    quiet: QuietHours | None = None


def secret(connection: sa.Connection, name: str, made: str) -> str:
    """The secret of that name; `made` becomes it if there is none yet."""
    connection.execute(insert(connection, secrets).values(name=name, value=made).on_conflict_do_nothing())
    return str(connection.execute(sa.select(secrets.c.value).where(secrets.c.name == name)).scalar_one())


def known_secret(connection: sa.Connection, name: str) -> str | None:
    """The secret of that name, if it was made."""
    return connection.execute(sa.select(secrets.c.value).where(secrets.c.name == name)).scalar()


# ── channels ──
def of_owner(connection: sa.Connection, owner: str) -> list[Channel]:
    """A person's channels, the oldest first."""
    statement = sa.select(channels).where(channels.c.owner == owner).order_by(channels.c.created, channels.c.id)
    return [Channel(**row) for row in connection.execute(statement).mappings()]


def one(connection: sa.Connection, owner: str, id_: str) -> Channel | None:
    """A channel of that person's."""
    statement = sa.select(channels).where(channels.c.owner == owner, channels.c.id == id_)
    row = connection.execute(statement).mappings().first()
    return None if row is None else Channel(**row)


def add(connection: sa.Connection, channel: Channel, most: int) -> bool:
    """Keep a channel, in place of one with the same address; False if the person has too many."""
    same: sa.ColumnElement[bool] = (channels.c.owner == channel.owner) & (channels.c.kind == channel.kind)
    if channel.kind == "push":
        # A browser that changes hands takes its push address with it: only its last person is called there.
        same = channels.c.kind == "push"
    connection.execute(sa.delete(channels).where(same & (channels.c.address == channel.address)))
    count = sa.select(sa.func.count()).select_from(channels).where(channels.c.owner == channel.owner)
    if int(connection.execute(count).scalar_one()) >= most:
        return False
    connection.execute(sa.insert(channels).values(**msgspec.structs.asdict(channel)))
    return True


def change(connection: sa.Connection, id_: str, **values: Any) -> None:
    """Change some of a channel's values."""
    connection.execute(sa.update(channels).where(channels.c.id == id_).values(**values))


def guess(connection: sa.Connection, id_: str, most: int) -> bool:
    """Count one more try of a code; False if there were too many."""
    counted = (
        sa.update(channels)
        .where(channels.c.id == id_, channels.c.code_tries < most)
        .values(code_tries=channels.c.code_tries + 1)
    )
    return connection.execute(counted.returning(channels.c.id)).first() is not None


def remove(connection: sa.Connection, id_: str) -> None:
    """Forget a channel, and what is on its way to it."""
    connection.execute(sa.delete(deliveries).where(deliveries.c.channel == id_))
    connection.execute(sa.delete(channels).where(channels.c.id == id_))


def forget(connection: sa.Connection, owner: str) -> None:
    """Forget all that concerns a person's notices."""
    for table in (deliveries, notices, channels, notice_settings):
        connection.execute(sa.delete(table).where(table.c.owner == owner))


# ── what is wanted ──
def wanted(connection: sa.Connection, owner: str) -> Wanted:
    """What a person wants to be told of."""
    row = connection.execute(sa.select(notice_settings).where(notice_settings.c.owner == owner)).mappings().first()
    return Wanted() if row is None else Wanted(row["kinds"], convert(row["quiet"], QuietHours | None))


def put_wanted(connection: sa.Connection, owner: str, asked: Wanted) -> None:
    """Keep what a person wants to be told of."""
    values = {"owner": owner, **msgspec.to_builtins(asked)}
    statement = insert(connection, notice_settings).values(**values)
    connection.execute(statement.on_conflict_do_update(index_elements=["owner"], set_=values))


def ready(connection: sa.Connection, owner: str) -> tuple[Wanted, Sequence[str]]:
    """What a person wants, and the channels that can be used."""
    statement = sa.select(channels.c.id).where(channels.c.owner == owner, channels.c.code.is_(None))
    return wanted(connection, owner), list(connection.execute(statement).scalars())
