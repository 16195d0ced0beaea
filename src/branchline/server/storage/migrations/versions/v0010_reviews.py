"""Reviews of finished games, and how many hints a seat had."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add a place for the review of a table, and count hints."""
    op.add_column("seats", sa.Column("hints", sa.Integer, nullable=False, server_default="0"))
    op.create_table(
        "reviews",
        sa.Column("table_id", sa.String(32), sa.ForeignKey("tables.id"), primary_key=True),
        sa.Column("report", sa.LargeBinary, nullable=False),
        sa.Column("final", sa.Boolean, nullable=False),
        sa.Column("at", sa.Float, nullable=False),
    )
