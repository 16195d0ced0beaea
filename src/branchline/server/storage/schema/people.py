"""People: browsers, accounts and the ways in, conduct."""

from __future__ import annotations

import sqlalchemy as sa

from branchline.server.storage.schema.metadata import metadata

browsers = sa.Table(
    "browsers",
    metadata,
    sa.Column("hash", sa.String(64), primary_key=True),
    sa.Column("name", sa.String(40)),
    sa.Column("created", sa.Float, nullable=False),
    sa.Column("banned", sa.Float),
)

persons = sa.Table(
    "persons",
    metadata,
    sa.Column("id", sa.String(64), primary_key=True),
    sa.Column("name", sa.String(40), nullable=False),
    sa.Column("skeleton", sa.String(120), nullable=False),
    sa.Column("password", sa.String(200)),
    sa.Column("settings", sa.JSON(none_as_null=True)),
    sa.Column("created", sa.Float, nullable=False),
    sa.Column("banned", sa.Float),
    sa.Column("deleted", sa.Float),
    sa.Index("persons_skeleton", "skeleton", unique=True),
)
"""Accounts. `id` stands wherever a browser's hash stands for a guest; names that look alike have one skeleton."""

former_names = sa.Table(
    "former_names",
    metadata,
    sa.Column("skeleton", sa.String(120), primary_key=True),
    sa.Column("person", sa.String(64), sa.ForeignKey("persons.id"), nullable=False),
    sa.Column("name", sa.String(40), nullable=False),
    sa.Column("created", sa.Float, nullable=False),
    sa.Index("former_names_person", "person"),
)
"""Names that accounts had before, since when: they lead to the account until somebody else takes them."""

passkeys = sa.Table(
    "passkeys",
    metadata,
    sa.Column("id", sa.String(1400), primary_key=True),
    sa.Column("person", sa.String(64), sa.ForeignKey("persons.id"), nullable=False),
    sa.Column("name", sa.String(40), nullable=False),
    sa.Column("public_key", sa.LargeBinary, nullable=False),
    sa.Column("counter", sa.BigInteger, nullable=False),
    sa.Column("created", sa.Float, nullable=False),
    sa.Column("used", sa.Float),
    sa.Index("passkeys_person", "person"),
)

recovery_codes = sa.Table(
    "recovery_codes",
    metadata,
    sa.Column("hash", sa.String(64), primary_key=True),
    sa.Column("person", sa.String(64), sa.ForeignKey("persons.id"), nullable=False),
    sa.Index("recovery_codes_person", "person"),
)

sessions = sa.Table(
    "sessions",
    metadata,
    sa.Column("hash", sa.String(64), primary_key=True),
    sa.Column("person", sa.String(64), sa.ForeignKey("persons.id"), nullable=False),
    sa.Column("agent", sa.String(200), nullable=False),
    sa.Column("created", sa.Float, nullable=False),
    sa.Column("seen", sa.Float, nullable=False),
    sa.Index("sessions_person", "person"),
)
"""Browsers that are signed in, by the hash of the secret in their cookie."""

tokens = sa.Table(
    "tokens",
    metadata,
    sa.Column("hash", sa.String(64), primary_key=True),
    sa.Column("holder", sa.String(64), nullable=False),
    sa.Column("person", sa.String(64), sa.ForeignKey("persons.id"), nullable=False),
    sa.Column("name", sa.String(24), nullable=False),
    sa.Column("created", sa.Float, nullable=False),
    sa.Column("used", sa.Float),
    sa.Index("tokens_person", "person"),
    sa.Index("tokens_holder", "holder", unique=True),
)
"""API tokens; `holder` stands for the program at tables, as a browser's hash does for a guest."""

challenges = sa.Table(
    "challenges",
    metadata,
    sa.Column("id", sa.String(43), primary_key=True),
    sa.Column("session", sa.String(64), nullable=False),
    sa.Column("kind", sa.String(8), nullable=False),
    sa.Column("challenge", sa.LargeBinary, nullable=False),
    sa.Column("person", sa.String(64)),
    sa.Column("until", sa.Float, nullable=False),
)
"""Passkey ceremonies that have begun; each is used once."""

adoptions = sa.Table(
    "adoptions",
    metadata,
    sa.Column("browser", sa.String(64), primary_key=True),
    sa.Column("person", sa.String(64), nullable=False),
)
"""Guests whose seats are on their way to an account; a process that dies leaves the rest to the next."""

invitations = sa.Table(
    "invitations",
    metadata,
    sa.Column("hash", sa.String(64), primary_key=True),
    sa.Column("note", sa.String(100), nullable=False),
    sa.Column("uses", sa.Integer, nullable=False),
    sa.Column("created", sa.Float, nullable=False),
)

relations = sa.Table(
    "relations",
    metadata,
    sa.Column("holder", sa.String(64), primary_key=True),
    sa.Column("other", sa.String(64), primary_key=True),
    sa.Column("kind", sa.String(8), nullable=False),
    sa.Column("name", sa.String(40)),
    sa.Column("at", sa.Float, nullable=False),
    sa.Index("relations_other", "other"),
)
"""Whom somebody has muted or blocked, and under which name they knew them."""

reports = sa.Table(
    "reports",
    metadata,
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
    sa.Index("reports_open", "settled", "at"),
)
"""What people told the host of the server about each other; `quote` is the line of chat as it was."""
