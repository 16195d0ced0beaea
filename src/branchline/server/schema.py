"""The database's tables, as the migrations leave them."""

from __future__ import annotations

import sqlalchemy as sa

metadata = sa.MetaData()

browsers = sa.Table(
    "browsers",
    metadata,
    sa.Column("hash", sa.String(64), primary_key=True),
    sa.Column("name", sa.String(40)),
    sa.Column("created", sa.Float, nullable=False),
)

tables = sa.Table(
    "tables",
    metadata,
    sa.Column("id", sa.String(32), primary_key=True),
    sa.Column("game", sa.String(40), nullable=False),
    sa.Column("rules", sa.Integer, nullable=False),
    sa.Column("options", sa.JSON, nullable=False),
    sa.Column("status", sa.String(8), nullable=False),
    sa.Column("public", sa.Boolean, nullable=False),
    sa.Column("host", sa.String(64), nullable=False),
    sa.Column("seed", sa.LargeBinary),
    sa.Column("commit", sa.String(64), nullable=False),
    sa.Column("origin", sa.String(32)),
    sa.Column("inherited", sa.Integer, nullable=False, server_default="0"),
    sa.Column("next", sa.String(32)),
    sa.Column("events", sa.Integer, nullable=False, server_default="0"),
    sa.Column("actors", sa.JSON, nullable=False),
    sa.Column("scores", sa.JSON),
    sa.Column("created", sa.Float, nullable=False),
    sa.Column("changed", sa.Float, nullable=False),
    sa.Index("tables_lobby", "public", "status", "changed"),
)

seats = sa.Table(
    "seats",
    metadata,
    sa.Column("table_id", sa.String(32), sa.ForeignKey("tables.id"), primary_key=True),
    sa.Column("seat", sa.Integer, primary_key=True),
    sa.Column("kind", sa.String(8), nullable=False),
    sa.Column("name", sa.String(40)),
    sa.Column("level", sa.String(40)),
    sa.Column("browser", sa.String(64)),
    sa.Index("seats_browser", "browser"),
)

seat_keys = sa.Table(
    "seat_keys",
    metadata,
    sa.Column("table_id", sa.String(32), sa.ForeignKey("tables.id"), primary_key=True),
    sa.Column("seat", sa.Integer, primary_key=True),
    sa.Column("hash", sa.String(64), primary_key=True),
)

acts = sa.Table(
    "acts",
    metadata,
    sa.Column("table_id", sa.String(32), sa.ForeignKey("tables.id"), primary_key=True),
    sa.Column("n", sa.Integer, primary_key=True),
    sa.Column("events", sa.LargeBinary, nullable=False),
    sa.Column("seat", sa.Integer),
    sa.Column("client", sa.String(64)),
    sa.Column("at", sa.Float, nullable=False),
    sa.Index("acts_client", "table_id", "seat", "client", unique=True, sqlite_where=sa.text("client IS NOT NULL")),
    sqlite_with_rowid=False,
)
"""The event log. An act is one transaction: a seat's event with the chance that followed, numbered by its first
event; (table, n) decides races, (table, seat, client) makes repeats harmless."""

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
