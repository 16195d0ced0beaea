"""What is played: the log of every table, its projection, clocks, reviews, chat."""

from __future__ import annotations

import sqlalchemy as sa

from branchline.server.storage.schema.metadata import metadata

log = sa.Table(
    "log",
    metadata,
    sa.Column("table_id", sa.String(32), primary_key=True),
    sa.Column("n", sa.Integer, primary_key=True),
    sa.Column("at", sa.Float, nullable=False),
    sa.Column("event", sa.LargeBinary, nullable=False),
    sa.Column("seat", sa.Integer),
    sa.Column("client", sa.String(64)),
    sa.Index(
        "log_client",
        "table_id",
        "seat",
        "client",
        unique=True,
        sqlite_where=sa.text("client IS NOT NULL"),
        postgresql_where=sa.text("client IS NOT NULL"),
    ),
    sqlite_with_rowid=False,
)
"""The truth about every table. (table, n) decides races, (table, seat, client) makes repeats harmless."""

tables = sa.Table(
    "tables",
    metadata,
    sa.Column("id", sa.String(32), primary_key=True),
    sa.Column("game", sa.String(40), nullable=False),
    sa.Column("rules", sa.Integer, nullable=False),
    sa.Column("options", sa.JSON, nullable=False),
    sa.Column("status", sa.String(8), nullable=False),
    sa.Column("public", sa.Boolean, nullable=False),
    sa.Column("language", sa.String(2)),
    sa.Column("host", sa.String(64), nullable=False),
    sa.Column("commit", sa.String(64), nullable=False),
    sa.Column("next", sa.String(32)),
    sa.Column("length", sa.Integer, nullable=False, server_default="0"),
    sa.Column("events", sa.Integer, nullable=False, server_default="0"),
    sa.Column("actors", sa.JSON, nullable=False),
    sa.Column("scores", sa.JSON),
    sa.Column("ending", sa.JSON),
    sa.Column("created", sa.Float, nullable=False),
    sa.Column("changed", sa.Float, nullable=False),
    sa.Column("time", sa.JSON),
    sa.Column("notes", sa.JSON),
    sa.Column("daily", sa.String(10)),
    sa.Column("rated", sa.Boolean, nullable=False, server_default=sa.false()),
    sa.Column("turn_number", sa.Integer, nullable=False, server_default="0"),
    sa.Index("tables_daily", "daily", "game"),
    sa.Index("tables_lobby", "public", "status", "changed"),
    sa.Index("tables_status", "status", "changed"),
)
"""The fold of each log, for lists; written in the same transaction as the events."""

seats = sa.Table(
    "seats",
    metadata,
    sa.Column("table_id", sa.String(32), sa.ForeignKey("tables.id"), primary_key=True),
    sa.Column("seat", sa.Integer, primary_key=True),
    sa.Column("kind", sa.String(8), nullable=False),
    sa.Column("name", sa.String(40)),
    sa.Column("level", sa.String(40)),
    sa.Column("browser", sa.String(64)),
    sa.Column("substitute", sa.String(40)),
    sa.Column("resigned", sa.Boolean, nullable=False, server_default=sa.false()),
    sa.Column("links", sa.Integer, nullable=False, server_default="0"),
    sa.Column("program", sa.Boolean, nullable=False, server_default=sa.false()),
    sa.Column("kept", sa.String(64)),
    sa.Column("kept_name", sa.String(40)),
    sa.Column("kept_by", sa.Integer),
    sa.Column("kept_until", sa.Float),
    sa.Column("character", sa.String(40)),
    sa.Column("hints", sa.Integer, nullable=False, server_default="0"),
    sa.Column("created", sa.Float, nullable=False, server_default="0"),
    sa.Column("ended", sa.Boolean, nullable=False, server_default=sa.false()),
    sa.Index("seats_browser", "browser", "ended", "created"),
    sa.Index("seats_kept", "kept"),
)
"""The seats of that fold. `created` and `ended` are the table's, so that one index lists a person's last tables."""

seat_keys = sa.Table(
    "seat_keys",
    metadata,
    sa.Column("table_id", sa.String(32), sa.ForeignKey("tables.id"), primary_key=True),
    sa.Column("seat", sa.Integer, primary_key=True),
    sa.Column("hash", sa.String(64), primary_key=True),
)
"""Hashes of the secret links that open a seat."""

deadlines = sa.Table(
    "deadlines",
    metadata,
    sa.Column("table_id", sa.String(32), sa.ForeignKey("tables.id"), primary_key=True),
    sa.Column("at", sa.BigInteger, nullable=False),
    sa.Index("deadlines_at", "at"),
)
"""When a table has something to do by itself (ms); written with the events that made it so."""

reviews = sa.Table(
    "reviews",
    metadata,
    sa.Column("table_id", sa.String(32), sa.ForeignKey("tables.id"), primary_key=True),
    sa.Column("report", sa.LargeBinary, nullable=False),
    sa.Column("final", sa.Boolean, nullable=False),
    sa.Column("at", sa.Float, nullable=False),
)
"""The review of a finished game as it stands; one that is not final is under way or was left."""

snapshots = sa.Table(
    "snapshots",
    metadata,
    sa.Column("table_id", sa.String(32), sa.ForeignKey("tables.id"), primary_key=True),
    sa.Column("n", sa.Integer, nullable=False),
    sa.Column("data", sa.LargeBinary, nullable=False),
)

chat = sa.Table(
    "chat",
    metadata,
    sa.Column("table_id", sa.String(32), sa.ForeignKey("tables.id"), primary_key=True),
    sa.Column("n", sa.Integer, primary_key=True),
    sa.Column("seat", sa.Integer),
    sa.Column("browser", sa.String(64), nullable=False),
    sa.Column("client", sa.String(64), nullable=False),
    sa.Column("name", sa.String(40)),
    sa.Column("text", sa.String(500), nullable=False),
    sa.Column("at", sa.Float, nullable=False),
    sa.Index("chat_client", "table_id", "browser", "client", unique=True),
)

deals = sa.Table(
    "deals",
    metadata,
    sa.Column("day", sa.String(10), primary_key=True),
    sa.Column("game", sa.String(40), primary_key=True),
    sa.Column("seed", sa.LargeBinary, nullable=False),
    sa.Column("commit", sa.String(64), nullable=False),
    sa.Column("made", sa.Float, nullable=False),
    sa.Column("par", sa.String(32)),
)
"""The chance of every day's games."""
