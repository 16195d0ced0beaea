"""Who the bots at a table are."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the characters of bots; those of older tables follow from their seats."""
    op.add_column("seats", sa.Column("character", sa.String(40)))
