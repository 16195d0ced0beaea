"""Bringing a database to the newest schema, and refusing one that a newer version wrote."""

from __future__ import annotations

from pathlib import Path

import sqlalchemy as sa

from branchline.core.errors import OptionError
from branchline.core.text import Text

MIGRATIONS = Path(__file__).parent / "migrations"


def newest() -> str:
    """The schema that this version works with: its last migration."""
    return max(path.name for path in (MIGRATIONS / "versions").glob("v*.py"))[1:5]


def _revision(connection: sa.Connection) -> str | None:
    if not sa.inspect(connection).has_table("alembic_version"):
        return None
    return connection.execute(sa.text("SELECT version_num FROM alembic_version")).scalar()


def migrate(connection: sa.Connection, newer: Text) -> None:
    """Run the migrations that are missing, inside the connection's transaction; `newer` refuses a later schema."""
    if _revision(connection) == newest():
        return
    # Only now: a server that has nothing to migrate spares itself ten megabytes.
    from alembic import command
    from alembic.config import Config
    from alembic.migration import MigrationContext
    from alembic.script import ScriptDirectory

    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
    config.attributes["connection"] = connection
    known = {script.revision for script in ScriptDirectory.from_config(config).walk_revisions()}
    present = MigrationContext.configure(connection).get_current_revision()
    if present is not None and present not in known:
        raise OptionError(newer)
    command.upgrade(config, "head")
