"""Reviews as the storage keeps them; each function is a job for a `Storage`."""

from __future__ import annotations

import zlib
from typing import NamedTuple

import msgspec
import sqlalchemy as sa

from branchline.review.report import Report
from branchline.server.storage.queries import insert
from branchline.server.storage.schema import reviews

_encoder = msgspec.json.Encoder()
_decoder = msgspec.json.Decoder(Report)


class Kept(NamedTuple):
    """A review as it stands."""

    report: bytes
    """JSON, compressed: a review of a long game has hundreds of decisions."""
    final: bool
    at: float


def pack(report: Report) -> bytes:
    """A report as the storage keeps it."""
    return zlib.compress(_encoder.encode(report), 6)


def unpack(data: bytes) -> Report | None:
    """The report that `pack` wrote; None if an earlier version wrote it in another shape."""
    try:
        return _decoder.decode(zlib.decompress(data))
    except msgspec.ValidationError:
        return None


def keep(connection: sa.Connection, table: str, kept: Kept) -> None:
    """Keep a review in place of the one before."""
    values = kept._asdict()
    statement = insert(connection, reviews).values(table_id=table, **values)
    connection.execute(statement.on_conflict_do_update(index_elements=["table_id"], set_=values))


def find(connection: sa.Connection, table: str) -> Kept | None:
    """The review of a table, if one was begun."""
    row = connection.execute(
        sa.select(reviews.c.report, reviews.c.final, reviews.c.at).where(reviews.c.table_id == table)
    ).one_or_none()
    return None if row is None else Kept(*row)
