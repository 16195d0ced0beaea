"""`branchline admin`: looking after a server's tables, also while it runs."""

from __future__ import annotations

import asyncio
import json as jsonlib
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

from cyclopts import App, Parameter

from branchline.cli.settings import read_record, write_file

if TYPE_CHECKING:
    from branchline.server.storage.interface import Storage

app = App(
    name="admin",
    help="Look after a server's tables (list, show, export, import, backup, close) "
    "and its people (forget, ban, reports, settle, rename, invite, ratings).",
)
Data = Annotated[Path | None, Parameter(help="The folder where games are kept.")]
Database = Annotated[str | None, Parameter(help="postgresql://… where that is used.")]
Json = Annotated[bool, Parameter(negative="", help="Print JSON.")]


@app.command(name="list")
def list_tables(
    *,
    status: Literal["open", "running", "over"] | None = None,
    game: str | None = None,
    most: int = 50,
    data: Data = None,
    database: Database = None,
    json: Json = False,
) -> None:
    """List tables, the last changed first."""
    from branchline.server import administration as admin

    found = do(data, database, lambda storage: admin.listed(storage, status, game, most))
    rows = admin.summaries(found)
    show_result(rows, json, [_line(row) for row in rows])


@app.command
def show(table: str, /, *, data: Data = None, database: Database = None, json: Json = False) -> None:
    """Show one table."""
    from branchline.server import administration as admin

    row = admin.summary(do(data, database, lambda storage: admin.one(storage, table)))
    show_result(row, json, [f"{name}: {value}" for name, value in row.items()])


@app.command
def export(table: str, file: Path, /, *, data: Data = None, database: Database = None, json: Json = False) -> None:
    """Write the record of a table's game to a file."""
    from branchline.server import administration as admin

    record = do(data, database, lambda storage: admin.export(storage, table))
    write_file(file, jsonlib.dumps(record, ensure_ascii=False).encode() + b"\n")
    show_result({"file": str(file), "events": len(record["events"])}, json, [str(file)])


@app.command(name="import")
def import_record(file: Path, /, *, data: Data = None, database: Database = None, json: Json = False) -> None:
    """Make a table of a recorded game."""
    from branchline.server import administration as admin

    record = read_record(file)
    row = admin.summary(do(data, database, lambda storage: admin.bring_in(storage, record)))
    show_result(row, json, [_line(row)])


@app.command
def backup(file: Path, /, *, data: Data = None, database: Database = None, json: Json = False) -> None:
    """Copy everything to a SQLite file, consistently, also while the server runs."""
    from branchline.server import administration as admin

    count = do(data, database, lambda storage: admin.back_up(storage, file))
    show_result({"file": str(file), "tables": count}, json, [f"{file}: {count}"])


@app.command
def close(table: str, /, *, data: Data = None, database: Database = None, json: Json = False) -> None:
    """End a table."""
    from branchline.server import administration as admin

    row = admin.summary(do(data, database, lambda storage: admin.close_table(storage, table)))
    show_result(row, json, [_line(row)])


@app.command
def forget(table: str, seat: int, /, *, data: Data = None, database: Database = None, json: Json = False) -> None:
    """Remove the name and the chat of the person at that seat, at every table."""
    from branchline.server import administration as admin

    async def work(storage: Storage) -> dict[str, int]:
        return await admin.forget_person(storage, await admin.holder(storage, table, seat))

    done = do(data, database, work)
    show_result(done, json, [f"{name}: {count}" for name, count in done.items()])


@app.command
def ban(
    table: str,
    seat: int,
    /,
    *,
    lift: Annotated[bool, Parameter(negative="", help="Let them act again.")] = False,
    data: Data = None,
    database: Database = None,
    json: Json = False,
) -> None:
    """Let the person at that seat act no more on this server."""
    from branchline.server import administration as admin

    async def work(storage: Storage) -> str:
        browser = await admin.holder(storage, table, seat)
        await admin.ban(storage, browser, not lift)
        return browser

    browser = do(data, database, work)
    show_result({"browser": browser, "banned": not lift}, json, [f"{browser}: {'free' if lift else 'banned'}"])


@app.command
def statistics(*, data: Data = None, database: Database = None, json: Json = False) -> None:
    """Count everything."""
    from branchline.server import administration as admin

    found = do(data, database, admin.statistics)
    show_result(found, json, [f"{name}: {value}" for name, value in found.items()])


def do(data: Path | None, database: str | None, work: Callable[[Storage], Awaitable[Any]]) -> Any:
    """Do something with the storage that is meant."""
    from branchline.server.administration import with_storage
    from branchline.server.settings import load

    settings = load({"data": str(data) if data else None, "database": database})
    return asyncio.run(with_storage(settings.storage, work))


def show_result(value: object, json: bool, lines: list[str]) -> None:
    """Print what was found, for people or for programs."""
    if json:
        print(jsonlib.dumps(value, ensure_ascii=False))
    else:
        print("\n".join(lines))


def _line(row: dict[str, Any]) -> str:
    when = datetime.fromtimestamp(row["changed"], UTC).strftime("%Y-%m-%d %H:%M")
    state = row["ending"] or row["status"]
    return f"{row['id']}  {when}  {row['game']:<20} {state:<9} {row['events']:>5}  {', '.join(row['seats'])}"
