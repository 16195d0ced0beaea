"""Names that accounts had before, the order of a person's tables, and how many watch a table."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add them; seats learn when their table was made and whether it is over."""
    op.create_table(
        "former_names",
        sa.Column("skeleton", sa.String(120), primary_key=True),
        sa.Column("person", sa.String(64), sa.ForeignKey("persons.id"), nullable=False),
        sa.Column("name", sa.String(40), nullable=False),
        sa.Column("created", sa.Float, nullable=False),
    )
    op.create_index("former_names_person", "former_names", ["person"])
    op.create_table(
        "watching",
        sa.Column("table_id", sa.String(32), primary_key=True),
        sa.Column("process", sa.String(40), primary_key=True),
        sa.Column("spectators", sa.Integer, nullable=False),
    )
    op.add_column("seats", sa.Column("created", sa.Float, nullable=False, server_default="0"))
    op.add_column("seats", sa.Column("ended", sa.Boolean, nullable=False, server_default=sa.false()))
    op.execute(
        "UPDATE seats SET created = (SELECT tables.created FROM tables WHERE tables.id = seats.table_id),"
        " ended = (SELECT tables.status = 'over' FROM tables WHERE tables.id = seats.table_id)"
    )
    op.drop_index("seats_browser", "seats")
    op.create_index("seats_browser", "seats", ["browser", "ended", "created"])
