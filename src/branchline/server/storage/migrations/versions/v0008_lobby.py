"""The lobby: languages of tables, kept seats, whom people follow, and who looks for a game."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add what the lobby needs."""
    op.add_column("tables", sa.Column("language", sa.String(2)))
    op.add_column("seats", sa.Column("kept", sa.String(64)))
    op.add_column("seats", sa.Column("kept_name", sa.String(40)))
    op.add_column("seats", sa.Column("kept_by", sa.Integer))
    op.add_column("seats", sa.Column("kept_until", sa.Float))
    op.create_index("seats_kept", "seats", ["kept"])
    op.create_table(
        "follows",
        sa.Column("holder", sa.String(64), primary_key=True),
        sa.Column("other", sa.String(64), primary_key=True),
        sa.Column("at", sa.Float, nullable=False),
    )
    op.create_index("follows_other", "follows", ["other"])
    op.create_table(
        "sightings",
        sa.Column("holder", sa.String(64), primary_key=True),
        sa.Column("at", sa.Float, nullable=False),
    )
    op.create_table(
        "invited",
        sa.Column("table_id", sa.String(32), primary_key=True),
        sa.Column("person", sa.String(64), primary_key=True),
    )
    op.create_index("invited_person", "invited", ["person"])
    op.create_table(
        "searches",
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
    )
    op.create_index("searches_table", "searches", ["table_id"])
