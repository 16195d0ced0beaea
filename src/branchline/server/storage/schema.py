"""The database's tables, as the migrations leave them. Both backends have the same."""

from __future__ import annotations

import sqlalchemy as sa

metadata = sa.MetaData()

browsers = sa.Table(
    "browsers",
    metadata,
    sa.Column("hash", sa.String(64), primary_key=True),
    sa.Column("name", sa.String(40)),
    sa.Column("created", sa.Float, nullable=False),
    sa.Column("banned", sa.Float),
)

log = sa.Table(
    "log",
    metadata,
    sa.Column("table_id", sa.String(32), primary_key=True),
    sa.Column("n", sa.Integer, primary_key=True),
    sa.Column("at", sa.Float, nullable=False),
    sa.Column("event", sa.LargeBinary, nullable=False),
    sa.Column("seat", sa.Integer),
    sa.Column("client", sa.String(64)),
    sa.Index(
        "log_client",
        "table_id",
        "seat",
        "client",
        unique=True,
        sqlite_where=sa.text("client IS NOT NULL"),
        postgresql_where=sa.text("client IS NOT NULL"),
    ),
    sqlite_with_rowid=False,
)
"""The truth about every table. (table, n) decides races, (table, seat, client) makes repeats harmless."""

tables = sa.Table(
    "tables",
    metadata,
    sa.Column("id", sa.String(32), primary_key=True),
    sa.Column("game", sa.String(40), nullable=False),
    sa.Column("rules", sa.Integer, nullable=False),
    sa.Column("options", sa.JSON, nullable=False),
    sa.Column("status", sa.String(8), nullable=False),
    sa.Column("public", sa.Boolean, nullable=False),
    sa.Column("language", sa.String(2)),
    sa.Column("host", sa.String(64), nullable=False),
    sa.Column("commit", sa.String(64), nullable=False),
    sa.Column("next", sa.String(32)),
    sa.Column("length", sa.Integer, nullable=False, server_default="0"),
    sa.Column("events", sa.Integer, nullable=False, server_default="0"),
    sa.Column("actors", sa.JSON, nullable=False),
    sa.Column("scores", sa.JSON),
    sa.Column("ending", sa.JSON),
    sa.Column("created", sa.Float, nullable=False),
    sa.Column("changed", sa.Float, nullable=False),
    sa.Column("time", sa.JSON),
    sa.Column("notes", sa.JSON),
    sa.Column("daily", sa.String(10)),
    sa.Column("rated", sa.Boolean, nullable=False, server_default=sa.false()),
    sa.Column("turn_number", sa.Integer, nullable=False, server_default="0"),
    sa.Index("tables_daily", "daily", "game"),
    sa.Index("tables_lobby", "public", "status", "changed"),
    sa.Index("tables_status", "status", "changed"),
)
"""The fold of each log, for lists; written in the same transaction as the events."""

seats = sa.Table(
    "seats",
    metadata,
    sa.Column("table_id", sa.String(32), sa.ForeignKey("tables.id"), primary_key=True),
    sa.Column("seat", sa.Integer, primary_key=True),
    sa.Column("kind", sa.String(8), nullable=False),
    sa.Column("name", sa.String(40)),
    sa.Column("level", sa.String(40)),
    sa.Column("browser", sa.String(64)),
    sa.Column("substitute", sa.String(40)),
    sa.Column("resigned", sa.Boolean, nullable=False, server_default=sa.false()),
    sa.Column("links", sa.Integer, nullable=False, server_default="0"),
    sa.Column("program", sa.Boolean, nullable=False, server_default=sa.false()),
    sa.Column("kept", sa.String(64)),
    sa.Column("kept_name", sa.String(40)),
    sa.Column("kept_by", sa.Integer),
    sa.Column("kept_until", sa.Float),
    sa.Column("character", sa.String(40)),
    sa.Column("hints", sa.Integer, nullable=False, server_default="0"),
    sa.Column("created", sa.Float, nullable=False, server_default="0"),
    sa.Column("ended", sa.Boolean, nullable=False, server_default=sa.false()),
    sa.Index("seats_browser", "browser", "ended", "created"),
    sa.Index("seats_kept", "kept"),
)
"""The seats of that fold. `created` and `ended` are the table's, so that one index lists a person's last tables."""

seat_keys = sa.Table(
    "seat_keys",
    metadata,
    sa.Column("table_id", sa.String(32), sa.ForeignKey("tables.id"), primary_key=True),
    sa.Column("seat", sa.Integer, primary_key=True),
    sa.Column("hash", sa.String(64), primary_key=True),
)
"""Hashes of the secret links that open a seat."""

deadlines = sa.Table(
    "deadlines",
    metadata,
    sa.Column("table_id", sa.String(32), sa.ForeignKey("tables.id"), primary_key=True),
    sa.Column("at", sa.BigInteger, nullable=False),
    sa.Index("deadlines_at", "at"),
)
"""When a table has something to do by itself (ms); written with the events that made it so."""

uptime = sa.Table(
    "uptime",
    metadata,
    sa.Column("id", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("at", sa.BigInteger, nullable=False),
)
"""The last sign of life of any server, in one row."""

stops = sa.Table(
    "stops",
    metadata,
    sa.Column("since", sa.BigInteger, primary_key=True, autoincrement=False),
    sa.Column("until", sa.BigInteger, nullable=False),
)
"""When no server ran: no clock did either."""

reviews = sa.Table(
    "reviews",
    metadata,
    sa.Column("table_id", sa.String(32), sa.ForeignKey("tables.id"), primary_key=True),
    sa.Column("report", sa.LargeBinary, nullable=False),
    sa.Column("final", sa.Boolean, nullable=False),
    sa.Column("at", sa.Float, nullable=False),
)
"""The review of a finished game as it stands; one that is not final is under way or was left."""

snapshots = sa.Table(
    "snapshots",
    metadata,
    sa.Column("table_id", sa.String(32), sa.ForeignKey("tables.id"), primary_key=True),
    sa.Column("n", sa.Integer, nullable=False),
    sa.Column("data", sa.LargeBinary, nullable=False),
)

chat = sa.Table(
    "chat",
    metadata,
    sa.Column("table_id", sa.String(32), sa.ForeignKey("tables.id"), primary_key=True),
    sa.Column("n", sa.Integer, primary_key=True),
    sa.Column("seat", sa.Integer),
    sa.Column("browser", sa.String(64), nullable=False),
    sa.Column("client", sa.String(64), nullable=False),
    sa.Column("name", sa.String(40)),
    sa.Column("text", sa.String(500), nullable=False),
    sa.Column("at", sa.Float, nullable=False),
    sa.Index("chat_client", "table_id", "browser", "client", unique=True),
)

processes = sa.Table(
    "processes",
    metadata,
    sa.Column("id", sa.String(40), primary_key=True),
    sa.Column("seen", sa.Float, nullable=False),
)
"""Server processes that share the storage; one that was not seen for a while is dead."""

leases = sa.Table(
    "leases",
    metadata,
    sa.Column("name", sa.String(80), primary_key=True),
    sa.Column("holder", sa.String(40), nullable=False),
)
"""Work that one process does for all; it is the holder's as long as that process lives."""

presence = sa.Table(
    "presence",
    metadata,
    sa.Column("table_id", sa.String(32), primary_key=True),
    sa.Column("browser", sa.String(64), primary_key=True),
    sa.Column("process", sa.String(40), primary_key=True),
    sa.Column("away", sa.Boolean, nullable=False, server_default=sa.false()),
)
"""Which browsers have which table open, by the process that they are connected to; `away` in no window that is seen."""

watching = sa.Table(
    "watching",
    metadata,
    sa.Column("table_id", sa.String(32), primary_key=True),
    sa.Column("process", sa.String(40), primary_key=True),
    sa.Column("spectators", sa.Integer, nullable=False),
)
"""How many spectators a table has through each process."""

allowances = sa.Table(
    "allowances",
    metadata,
    sa.Column("name", sa.String(120), primary_key=True),
    sa.Column("tokens", sa.Float, nullable=False),
    sa.Column("at", sa.Float, nullable=False),
)
"""Rate limits of what all processes count together."""

secrets = sa.Table(
    "secrets",
    metadata,
    sa.Column("name", sa.String(40), primary_key=True),
    sa.Column("value", sa.Text, nullable=False),
)
"""Keys that all processes of this storage share, made when they are first needed."""

channels = sa.Table(
    "channels",
    metadata,
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
    sa.Index("channels_owner", "owner"),
)
"""Where a person's notices go. A channel with a `code` waits to be confirmed."""

notice_settings = sa.Table(
    "notice_settings",
    metadata,
    sa.Column("owner", sa.String(64), primary_key=True),
    sa.Column("kinds", sa.JSON, nullable=False),
    sa.Column("quiet", sa.JSON),
)
"""What a person wants to be told of, and when not."""

notices = sa.Table(
    "notices",
    metadata,
    sa.Column("table_id", sa.String(32), sa.ForeignKey("tables.id"), primary_key=True),
    sa.Column("owner", sa.String(64), primary_key=True),
    sa.Column("kind", sa.String(8), nullable=False),
    sa.Column("seat", sa.Integer, nullable=False),
    sa.Column("n", sa.Integer, nullable=False),
    sa.Column("at", sa.Float, nullable=False),
    sa.Column("due", sa.Float),
    sa.Column("by", sa.String(40)),
    sa.Column("line", sa.String(500)),
    sa.Index("notices_due", "due"),
)
"""The outbox, written with the events. Without `due` the person was told, and is not told again until they act."""

deliveries = sa.Table(
    "deliveries",
    metadata,
    sa.Column("table_id", sa.String(32), sa.ForeignKey("tables.id"), primary_key=True),
    sa.Column("owner", sa.String(64), primary_key=True),
    sa.Column("channel", sa.String(24), primary_key=True),
    sa.Column("tries", sa.Integer, nullable=False, server_default="0"),
    sa.Column("due", sa.Float, nullable=False),
    sa.Index("deliveries_due", "due"),
)
"""A notice on its way to one channel. Whoever sends it moves `due` on first, so that no other process does."""
deals = sa.Table(
    "deals",
    metadata,
    sa.Column("day", sa.String(10), primary_key=True),
    sa.Column("game", sa.String(40), primary_key=True),
    sa.Column("seed", sa.LargeBinary, nullable=False),
    sa.Column("commit", sa.String(64), nullable=False),
    sa.Column("made", sa.Float, nullable=False),
    sa.Column("par", sa.String(32)),
)
"""The chance of every day's games."""

# ── people ──
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

follows = sa.Table(
    "follows",
    metadata,
    sa.Column("holder", sa.String(64), primary_key=True),
    sa.Column("other", sa.String(64), primary_key=True),
    sa.Column("at", sa.Float, nullable=False),
    sa.Index("follows_other", "other"),
)
"""Which accounts somebody follows."""

sightings = sa.Table(
    "sightings",
    metadata,
    sa.Column("holder", sa.String(64), primary_key=True),
    sa.Column("at", sa.Float, nullable=False),
)
"""When an account's page last asked what waits for its person."""

invited = sa.Table(
    "invited",
    metadata,
    sa.Column("table_id", sa.String(32), primary_key=True),
    sa.Column("person", sa.String(64), primary_key=True),
    sa.Index("invited_person", "person"),
)
"""To which tables an account was ever invited: their logs have its name, and must be found when it is deleted."""

searches = sa.Table(
    "searches",
    metadata,
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
    sa.Index("searches_table", "table_id"),
)
"""Who looks for a game. With `table_id` they have been put together, and that table is made by whoever is first."""

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

# ── results ──
finished = sa.Table(
    "finished",
    metadata,
    sa.Column("table_id", sa.String(32), sa.ForeignKey("tables.id"), primary_key=True),
    sa.Column("game", sa.String(40), nullable=False),
    sa.Column("players", sa.Integer, nullable=False),
    sa.Column("ended", sa.Float, nullable=False),
    sa.Column("rated", sa.Boolean, nullable=False),
    sa.Index("finished_pool", "game", "players", "ended", "table_id"),
)
"""The tables whose game is over and has been counted; `rated` where it counts for ratings."""

results = sa.Table(
    "results",
    metadata,
    sa.Column("table_id", sa.String(32), sa.ForeignKey("tables.id"), primary_key=True),
    sa.Column("seat", sa.Integer, primary_key=True),
    sa.Column("holder", sa.String(64)),
    sa.Column("level", sa.String(40)),
    sa.Column("game", sa.String(40), nullable=False),
    sa.Column("players", sa.Integer, nullable=False),
    sa.Column("ended", sa.Float, nullable=False),
    sa.Column("points", sa.Integer),
    sa.Column("place", sa.Integer, nullable=False),
    sa.Column("won", sa.Boolean, nullable=False),
    sa.Column("played", sa.String(8), nullable=False),
    sa.Column("shown", sa.Boolean, nullable=False),
    sa.Column("rated", sa.Boolean, nullable=False),
    sa.Column("standing", sa.Integer, nullable=False),
    sa.Column("mu_before", sa.Float),
    sa.Column("mu", sa.Float),
    sa.Column("sigma", sa.Float),
    sa.Column("daily", sa.String(10)),
    sa.Column("traits", sa.Text, nullable=False, server_default=""),
    sa.Index("results_holder", "holder", "ended"),
    sa.Index("results_game", "holder", "game", "ended"),
    sa.Index("results_daily", "holder", "daily"),
    sa.Index("results_points", "holder", "game", "points"),
    sa.Index("results_totals", "holder", "shown", "game", "players", "won"),
)
"""What each seat of a finished game came to. `standing` is the place that ratings count, where leaving is last;
`shown` whether others see it on the person's page; `traits` one JSON text per line."""

ratings = sa.Table(
    "ratings",
    metadata,
    sa.Column("person", sa.String(64), primary_key=True),
    sa.Column("game", sa.String(40), primary_key=True),
    sa.Column("players", sa.Integer, primary_key=True),
    sa.Column("mu", sa.Float, nullable=False),
    sa.Column("sigma", sa.Float, nullable=False),
    sa.Column("games", sa.Integer, nullable=False),
    sa.Column("changed", sa.Float, nullable=False),
    sa.Index("ratings_board", "game", "players", "mu", "games", "sigma", "person"),
)
"""Where each account stands after its last rated game, by game and number of players."""
