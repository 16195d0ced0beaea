"""Notices: channels, what people want to be told, and the outbox."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the tables of notices; whoever looks at a table may do so in a window that is not seen."""
    op.create_table(
        "secrets", sa.Column("name", sa.String(40), primary_key=True), sa.Column("value", sa.Text, nullable=False)
    )
    op.create_table(
        "channels",
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
    )
    op.create_index("channels_owner", "channels", ["owner"])
    op.create_table(
        "notice_settings",
        sa.Column("owner", sa.String(64), primary_key=True),
        sa.Column("kinds", sa.JSON, nullable=False),
        sa.Column("quiet", sa.JSON),
    )
    op.create_table(
        "notices",
        sa.Column("table_id", sa.String(32), sa.ForeignKey("tables.id"), primary_key=True),
        sa.Column("owner", sa.String(64), primary_key=True),
        sa.Column("kind", sa.String(8), nullable=False),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("n", sa.Integer, nullable=False),
        sa.Column("at", sa.Float, nullable=False),
        sa.Column("due", sa.Float),
        sa.Column("by", sa.String(40)),
        sa.Column("line", sa.String(500)),
    )
    op.create_index("notices_due", "notices", ["due"])
    op.create_table(
        "deliveries",
        sa.Column("table_id", sa.String(32), sa.ForeignKey("tables.id"), primary_key=True),
        sa.Column("owner", sa.String(64), primary_key=True),
        sa.Column("channel", sa.String(24), primary_key=True),
        sa.Column("tries", sa.Integer, nullable=False, server_default="0"),
        sa.Column("due", sa.Float, nullable=False),
    )
    op.create_index("deliveries_due", "deliveries", ["due"])
    op.add_column("presence", sa.Column("away", sa.Boolean, nullable=False, server_default=sa.false()))
