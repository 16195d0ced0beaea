"""The lobby: who follows whom, who is invited, who looks for a game."""

from __future__ import annotations

import sqlalchemy as sa

from branchline.server.storage.schema.metadata import metadata

follows = sa.Table(
    "follows",
    metadata,
    sa.Column("holder", sa.String(64), primary_key=True),
    sa.Column("other", sa.String(64), primary_key=True),
    sa.Column("at", sa.Float, nullable=False),
    sa.Index("follows_other", "other"),
)
"""Which accounts somebody follows."""

sightings = sa.Table(
    "sightings",
    metadata,
    sa.Column("holder", sa.String(64), primary_key=True),
    sa.Column("at", sa.Float, nullable=False),
)
"""When an account's page last asked what waits for its person."""

invited = sa.Table(
    "invited",
    metadata,
    sa.Column("table_id", sa.String(32), primary_key=True),
    sa.Column("person", sa.String(64), primary_key=True),
    sa.Index("invited_person", "person"),
)
"""To which tables an account was ever invited: their logs have its name, and must be found when it is deleted."""

searches = sa.Table(
    "searches",
    metadata,
    sa.Column("holder", sa.String(64), primary_key=True),
    sa.Column("name", sa.String(40)),
    sa.Column("game", sa.String(40), nullable=False),
    sa.Column("least", sa.Integer, nullable=False),
    sa.Column("most", sa.Integer, nullable=False),
    sa.Column("clock", sa.String(400), nullable=False),
    sa.Column("rated", sa.Boolean, nullable=False),
    sa.Column("low", sa.Integer),
    sa.Column("high", sa.Integer),
    sa.Column("rating", sa.Integer),
    sa.Column("language", sa.String(2)),
    sa.Column("bots", sa.Boolean, nullable=False),
    sa.Column("created", sa.Float, nullable=False),
    sa.Column("until", sa.Float, nullable=False),
    sa.Column("table_id", sa.String(32)),
    sa.Column("players", sa.Integer),
    sa.Column("taken", sa.Float),
    sa.Column("done", sa.Boolean, nullable=False),
    sa.Index("searches_table", "table_id"),
)
"""Who looks for a game. With `table_id` they have been put together, and that table is made by whoever is first."""
