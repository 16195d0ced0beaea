"""Tables, seats, the event log, snapshots, chat."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the first tables."""
    op.create_table(
        "browsers",
        sa.Column("hash", sa.String(64), primary_key=True),
        sa.Column("name", sa.String(40)),
        sa.Column("created", sa.Float, nullable=False),
    )
    op.create_table(
        "tables",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("game", sa.String(40), nullable=False),
        sa.Column("rules", sa.Integer, nullable=False),
        sa.Column("options", sa.JSON, nullable=False),
        sa.Column("status", sa.String(8), nullable=False),
        sa.Column("public", sa.Boolean, nullable=False),
        sa.Column("host", sa.String(64), nullable=False),
        sa.Column("seed", sa.LargeBinary),
        sa.Column("commit", sa.String(64), nullable=False),
        sa.Column("origin", sa.String(32)),
        sa.Column("inherited", sa.Integer, nullable=False, server_default="0"),
        sa.Column("next", sa.String(32)),
        sa.Column("events", sa.Integer, nullable=False, server_default="0"),
        sa.Column("actors", sa.JSON, nullable=False),
        sa.Column("scores", sa.JSON),
        sa.Column("created", sa.Float, nullable=False),
        sa.Column("changed", sa.Float, nullable=False),
    )
    op.create_index("tables_lobby", "tables", ["public", "status", "changed"])
    op.create_table(
        "seats",
        _table_id(),
        sa.Column("seat", sa.Integer, primary_key=True),
        sa.Column("kind", sa.String(8), nullable=False),
        sa.Column("name", sa.String(40)),
        sa.Column("level", sa.String(40)),
        sa.Column("browser", sa.String(64)),
    )
    op.create_index("seats_browser", "seats", ["browser"])
    op.create_table(
        "seat_keys",
        _table_id(),
        sa.Column("seat", sa.Integer, primary_key=True),
        sa.Column("hash", sa.String(64), primary_key=True),
    )
    op.create_table(
        "acts",
        _table_id(),
        sa.Column("n", sa.Integer, primary_key=True),
        sa.Column("events", sa.LargeBinary, nullable=False),
        sa.Column("seat", sa.Integer),
        sa.Column("client", sa.String(64)),
        sa.Column("at", sa.Float, nullable=False),
        sqlite_with_rowid=False,
    )
    written = sa.text("client IS NOT NULL")
    op.create_index("acts_client", "acts", ["table_id", "seat", "client"], unique=True, sqlite_where=written)
    op.create_table(
        "snapshots",
        _table_id(),
        sa.Column("n", sa.Integer, nullable=False),
        sa.Column("data", sa.LargeBinary, nullable=False),
    )
    op.create_table(
        "chat",
        _table_id(),
        sa.Column("n", sa.Integer, primary_key=True),
        sa.Column("seat", sa.Integer),
        sa.Column("browser", sa.String(64), nullable=False),
        sa.Column("client", sa.String(64), nullable=False),
        sa.Column("name", sa.String(40)),
        sa.Column("text", sa.String(500), nullable=False),
        sa.Column("at", sa.Float, nullable=False),
    )
    op.create_index("chat_client", "chat", ["table_id", "browser", "client"], unique=True)


def _table_id() -> sa.Column[str]:
    return sa.Column("table_id", sa.String(32), sa.ForeignKey("tables.id"), primary_key=True)
