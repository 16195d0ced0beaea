"""People: accounts with passkeys, passwords, sessions and tokens; who has muted or blocked whom; reports."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the tables of people, and which seats programs play."""
    op.add_column("seats", sa.Column("program", sa.Boolean, nullable=False, server_default=sa.false()))
    op.create_table(
        "persons",
        sa.Column("id", sa.String(64), primary_key=True),
        sa.Column("name", sa.String(40), nullable=False),
        sa.Column("skeleton", sa.String(120), nullable=False),
        sa.Column("password", sa.String(200)),
        sa.Column("settings", sa.JSON()),
        sa.Column("created", sa.Float, nullable=False),
        sa.Column("banned", sa.Float),
        sa.Column("deleted", sa.Float),
    )
    op.create_index("persons_skeleton", "persons", ["skeleton"], unique=True)
    op.create_table(
        "passkeys",
        sa.Column("id", sa.String(1400), primary_key=True),
        sa.Column("person", sa.String(64), sa.ForeignKey("persons.id"), nullable=False),
        sa.Column("name", sa.String(40), nullable=False),
        sa.Column("public_key", sa.LargeBinary, nullable=False),
        sa.Column("counter", sa.BigInteger, nullable=False),
        sa.Column("created", sa.Float, nullable=False),
        sa.Column("used", sa.Float),
    )
    op.create_index("passkeys_person", "passkeys", ["person"])
    op.create_table(
        "recovery_codes",
        sa.Column("hash", sa.String(64), primary_key=True),
        sa.Column("person", sa.String(64), sa.ForeignKey("persons.id"), nullable=False),
    )
    op.create_index("recovery_codes_person", "recovery_codes", ["person"])
    op.create_table(
        "sessions",
        sa.Column("hash", sa.String(64), primary_key=True),
        sa.Column("person", sa.String(64), sa.ForeignKey("persons.id"), nullable=False),
        sa.Column("agent", sa.String(200), nullable=False),
        sa.Column("created", sa.Float, nullable=False),
        sa.Column("seen", sa.Float, nullable=False),
    )
    op.create_index("sessions_person", "sessions", ["person"])
    op.create_table(
        "tokens",
        sa.Column("hash", sa.String(64), primary_key=True),
        sa.Column("holder", sa.String(64), nullable=False),
        sa.Column("person", sa.String(64), sa.ForeignKey("persons.id"), nullable=False),
        sa.Column("name", sa.String(24), nullable=False),
        sa.Column("created", sa.Float, nullable=False),
        sa.Column("used", sa.Float),
    )
    op.create_index("tokens_person", "tokens", ["person"])
    op.create_index("tokens_holder", "tokens", ["holder"], unique=True)
    op.create_table(
        "challenges",
        sa.Column("id", sa.String(43), primary_key=True),
        sa.Column("session", sa.String(64), nullable=False),
        sa.Column("kind", sa.String(8), nullable=False),
        sa.Column("challenge", sa.LargeBinary, nullable=False),
        sa.Column("person", sa.String(64)),
        sa.Column("until", sa.Float, nullable=False),
    )
    op.create_table(
        "adoptions",
        sa.Column("browser", sa.String(64), primary_key=True),
        sa.Column("person", sa.String(64), nullable=False),
    )
    op.create_table(
        "invitations",
        sa.Column("hash", sa.String(64), primary_key=True),
        sa.Column("note", sa.String(100), nullable=False),
        sa.Column("uses", sa.Integer, nullable=False),
        sa.Column("created", sa.Float, nullable=False),
    )
    op.create_table(
        "relations",
        sa.Column("holder", sa.String(64), primary_key=True),
        sa.Column("other", sa.String(64), primary_key=True),
        sa.Column("kind", sa.String(8), nullable=False),
        sa.Column("name", sa.String(40)),
        sa.Column("at", sa.Float, nullable=False),
    )
    op.create_index("relations_other", "relations", ["other"])
    op.create_table(
        "reports",
        sa.Column("id", sa.String(14), primary_key=True),
        sa.Column("at", sa.Float, nullable=False),
        sa.Column("reporter", sa.String(64), nullable=False),
        sa.Column("subject", sa.String(64), nullable=False),
        sa.Column("name", sa.String(40)),
        sa.Column("table_id", sa.String(32), nullable=False),
        sa.Column("line", sa.Integer),
        sa.Column("quote", sa.String(500)),
        sa.Column("reason", sa.String(12), nullable=False),
        sa.Column("text", sa.String(1000), nullable=False),
        sa.Column("settled", sa.Float),
    )
    op.create_index("reports_open", "reports", ["settled", "at"])
