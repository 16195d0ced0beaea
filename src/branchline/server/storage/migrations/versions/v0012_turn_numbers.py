"""Which turn a table has come to."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0011"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the number of the turn; it is 0 at older tables until somebody acts there."""
    op.add_column("tables", sa.Column("turn_number", sa.Integer, nullable=False, server_default="0"))
