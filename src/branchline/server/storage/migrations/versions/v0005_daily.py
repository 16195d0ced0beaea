"""The daily challenge: deals, and the tables that play them."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add what the challenge needs."""
    op.create_table(
        "deals",
        sa.Column("day", sa.String(10), primary_key=True),
        sa.Column("game", sa.String(40), primary_key=True),
        sa.Column("seed", sa.LargeBinary, nullable=False),
        sa.Column("commit", sa.String(64), nullable=False),
        sa.Column("made", sa.Float, nullable=False),
        sa.Column("par", sa.String(32)),
    )
    op.add_column("tables", sa.Column("daily", sa.String(10)))
    op.create_index("tables_daily", "tables", ["daily", "game"])
