"""A table's life in one log: acts become typed events, and `tables` and `seats` their projection."""

from __future__ import annotations

import base64
import json
from collections.abc import Iterator
from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Write the logs of all tables, then bring the other tables into their new shape."""
    written = sa.text("client IS NOT NULL")
    op.create_table(
        "log",
        sa.Column("table_id", sa.String(32), primary_key=True),
        sa.Column("n", sa.Integer, primary_key=True),
        sa.Column("at", sa.Float, nullable=False),
        sa.Column("event", sa.LargeBinary, nullable=False),
        sa.Column("seat", sa.Integer),
        sa.Column("client", sa.String(64)),
        sqlite_with_rowid=False,
    )
    op.create_index(
        "log_client", "log", ["table_id", "seat", "client"], unique=True, sqlite_where=written, postgresql_where=written
    )
    op.add_column("browsers", sa.Column("banned", sa.Float))
    op.add_column("tables", sa.Column("length", sa.Integer, nullable=False, server_default="0"))
    op.add_column("tables", sa.Column("ending", sa.JSON))
    op.add_column("seats", sa.Column("substitute", sa.String(40)))
    op.add_column("seats", sa.Column("resigned", sa.Boolean, nullable=False, server_default=sa.false()))
    op.add_column("seats", sa.Column("links", sa.Integer, nullable=False, server_default="0"))
    _write_logs(op.get_bind())
    for column in ("seed", "origin", "inherited"):
        op.drop_column("tables", column)
    op.drop_index("acts_client", "acts")
    op.drop_table("acts")
    op.create_index("tables_status", "tables", ["status", "changed"])
    _make_shared()


def _make_shared() -> None:
    """What several processes on one database share."""
    op.create_table(
        "processes", sa.Column("id", sa.String(40), primary_key=True), sa.Column("seen", sa.Float, nullable=False)
    )
    op.create_table(
        "leases", sa.Column("name", sa.String(80), primary_key=True), sa.Column("holder", sa.String(40), nullable=False)
    )
    op.create_table(
        "presence",
        sa.Column("table_id", sa.String(32), primary_key=True),
        sa.Column("browser", sa.String(64), primary_key=True),
        sa.Column("process", sa.String(40), primary_key=True),
    )
    op.create_table(
        "allowances",
        sa.Column("name", sa.String(120), primary_key=True),
        sa.Column("tokens", sa.Float, nullable=False),
        sa.Column("at", sa.Float, nullable=False),
    )


_log = sa.table("log", *(sa.column(name) for name in ("table_id", "n", "at", "event", "seat", "client")))


def _write_logs(connection: sa.Connection) -> None:
    for table in list(connection.execute(sa.text("SELECT * FROM tables")).mappings()):
        rows = list(_events(connection, table))
        connection.execute(sa.insert(_log), rows)
        ending = _ending(table)
        connection.execute(
            sa.text("UPDATE tables SET length = :length, ending = :ending WHERE id = :id"),
            {"length": len(rows), "ending": json.dumps(ending), "id": table["id"]},
        )


def _events(connection: sa.Connection, table: Any) -> Iterator[dict[str, Any]]:
    """The log of one table."""
    n = 0

    def row(at: float, event: dict[str, Any], seat: int | None = None, client: str | None = None) -> dict[str, Any]:
        nonlocal n
        n += 1
        data = json.dumps(event, ensure_ascii=False, separators=(",", ":")).encode()
        return {"table_id": table["id"], "n": n - 1, "at": at, "event": data, "seat": seat, "client": client}

    select = sa.text("SELECT kind, name, level, browser FROM seats WHERE table_id = :id ORDER BY seat")
    seed = table["seed"]
    yield row(
        table["created"],
        {
            "kind": "made",
            **{name: table[name] for name in ("game", "rules", "host", "commit", "origin", "inherited")},
            "options": _json(table["options"]),
            "public": bool(table["public"]),
            "seed": None if seed is None else base64.b64encode(seed).decode(),
            "seats": [dict(seat) for seat in connection.execute(select, {"id": table["id"]}).mappings()],
        },
    )
    acts = connection.execute(sa.text("SELECT * FROM acts WHERE table_id = :id ORDER BY n"), {"id": table["id"]})
    started = False
    for act in acts.mappings():
        events = json.loads(bytes(act["events"]))
        if not started:
            # A match without chance at its beginning has no act of its own for it.
            begins = act["seat"] is None
            yield row(act["at"], {"kind": "started", "events": events if begins else []})
            started = True
            if begins:
                continue
        kind = "undone" if events[0][0] == "undo" else "acted"
        yield row(act["at"], {"kind": kind, "seat": act["seat"], "events": events}, act["seat"], act["client"])
    if table["status"] != "open" and not started:
        yield row(table["changed"], {"kind": "started", "events": []})
    if table["next"] is not None:
        yield row(table["changed"], {"kind": "rematch_made", "table": table["next"]})


def _ending(table: Any) -> dict[str, Any] | None:
    """The places of a finished game by its points; the fold has the exact ones as soon as the table is opened."""
    scores = _json(table["scores"])
    if table["status"] != "over" or scores is None:
        return None
    ranks = [1 + sum(other > score for other in scores) for score in scores]
    return {"reason": "played", "ranks": ranks, "winners": [seat for seat, rank in enumerate(ranks) if rank == 1]}


def _json(value: Any) -> Any:
    return json.loads(value) if isinstance(value, str) else value
