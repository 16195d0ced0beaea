"""Notices: where they go, what somebody wants to hear of, the outbox."""

from __future__ import annotations

import sqlalchemy as sa

from branchline.server.storage.schema.metadata import metadata

channels = sa.Table(
    "channels",
    metadata,
    sa.Column("id", sa.String(24), primary_key=True),
    sa.Column("owner", sa.String(64), nullable=False),
    sa.Column("kind", sa.String(8), nullable=False),
    sa.Column("address", sa.String(1000), nullable=False),
    sa.Column("keys", sa.JSON),
    sa.Column("label", sa.String(60), nullable=False),
    sa.Column("language", sa.String(2), nullable=False),
    sa.Column("base", sa.String(200), nullable=False),
    sa.Column("created", sa.Float, nullable=False),
    sa.Column("code", sa.String(64)),
    sa.Column("code_until", sa.Float),
    sa.Column("code_tries", sa.Integer, nullable=False, server_default="0"),
    sa.Column("trouble", sa.String(100)),
    sa.Index("channels_owner", "owner"),
)
"""Where a person's notices go. A channel with a `code` waits to be confirmed."""

notice_settings = sa.Table(
    "notice_settings",
    metadata,
    sa.Column("owner", sa.String(64), primary_key=True),
    sa.Column("kinds", sa.JSON, nullable=False),
    sa.Column("quiet", sa.JSON),
)
"""What a person wants to be told of, and when not."""

notices = sa.Table(
    "notices",
    metadata,
    sa.Column("table_id", sa.String(32), sa.ForeignKey("tables.id"), primary_key=True),
    sa.Column("owner", sa.String(64), primary_key=True),
    sa.Column("kind", sa.String(8), nullable=False),
    sa.Column("seat", sa.Integer, nullable=False),
    sa.Column("n", sa.Integer, nullable=False),
    sa.Column("at", sa.Float, nullable=False),
    sa.Column("due", sa.Float),
    sa.Column("by", sa.String(40)),
    sa.Column("line", sa.String(500)),
    sa.Index("notices_due", "due"),
)
"""The outbox, written with the events. Without `due` the person was told, and is not told again until they act."""

deliveries = sa.Table(
    "deliveries",
    metadata,
    sa.Column("table_id", sa.String(32), sa.ForeignKey("tables.id"), primary_key=True),
    sa.Column("owner", sa.String(64), primary_key=True),
    sa.Column("channel", sa.String(24), primary_key=True),
    sa.Column("tries", sa.Integer, nullable=False, server_default="0"),
    sa.Column("due", sa.Float, nullable=False),
    sa.Index("deliveries_due", "due"),
)
"""A notice on its way to one channel. Whoever sends it moves `due` on first, so that no other process does."""
