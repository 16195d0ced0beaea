"""What server processes share: who lives, who does what, limits, keys."""

from __future__ import annotations

import sqlalchemy as sa

from branchline.server.storage.schema.metadata import metadata

processes = sa.Table(
    "processes",
    metadata,
    sa.Column("id", sa.String(40), primary_key=True),
    sa.Column("seen", sa.Float, nullable=False),
)
"""Server processes that share the storage; one that was not seen for a while is dead."""

uptime = sa.Table(
    "uptime",
    metadata,
    sa.Column("id", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("at", sa.BigInteger, nullable=False),
)
"""The last sign of life of any server, in one row."""

stops = sa.Table(
    "stops",
    metadata,
    sa.Column("since", sa.BigInteger, primary_key=True, autoincrement=False),
    sa.Column("until", sa.BigInteger, nullable=False),
)
"""When no server ran: no clock did either."""

leases = sa.Table(
    "leases",
    metadata,
    sa.Column("name", sa.String(80), primary_key=True),
    sa.Column("holder", sa.String(40), nullable=False),
)
"""Leases: work that only one process may do, and the process that holds it as long as it lives."""

presence = sa.Table(
    "presence",
    metadata,
    sa.Column("table_id", sa.String(32), primary_key=True),
    sa.Column("browser", sa.String(64), primary_key=True),
    sa.Column("process", sa.String(40), primary_key=True),
    sa.Column("away", sa.Boolean, nullable=False, server_default=sa.false()),
)
"""Which browsers have which table open, through which process; `away` where all pages of it are hidden."""

watching = sa.Table(
    "watching",
    metadata,
    sa.Column("table_id", sa.String(32), primary_key=True),
    sa.Column("process", sa.String(40), primary_key=True),
    sa.Column("spectators", sa.Integer, nullable=False),
)
"""How many spectators a table has through each process."""

allowances = sa.Table(
    "allowances",
    metadata,
    sa.Column("name", sa.String(120), primary_key=True),
    sa.Column("tokens", sa.Float, nullable=False),
    sa.Column("at", sa.Float, nullable=False),
)
"""Rate limits of what all processes count together."""

secrets = sa.Table(
    "secrets",
    metadata,
    sa.Column("name", sa.String(40), primary_key=True),
    sa.Column("value", sa.Text, nullable=False),
)
"""Keys that all processes of this storage share, made when they are first needed."""
