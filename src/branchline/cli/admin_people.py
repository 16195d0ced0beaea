"""`branchline admin`: looking after a server's people."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Annotated

from cyclopts import Parameter

from branchline.cli.admin import Data, Database, Json, app, do, show_result


@app.command
def reports(
    *,
    settled: Annotated[bool, Parameter(negative="", help="Those that are settled.")] = False,
    data: Data = None,
    database: Database = None,
    json: Json = False,
) -> None:
    """List what people reported about each other."""
    from branchline.server.people import hosting

    rows = do(data, database, lambda storage: hosting.reported(storage, settled))
    lines = [
        f"{row['id']}  {datetime.fromtimestamp(row['at'], UTC):%Y-%m-%d %H:%M}  {row['reason']:<6} "
        f"{row['name'] or '…'} at {row['table_id']}: {row['quote'] or ''} | {row['text']}"
        for row in rows
    ]
    show_result(rows, json, lines)


@app.command
def settle(report: str, /, *, data: Data = None, database: Database = None, json: Json = False) -> None:
    """Put a report away."""
    from branchline.server.people import hosting

    do(data, database, lambda storage: hosting.settle(storage, report))
    show_result({"settled": report}, json, [report])


@app.command
def rename(name: str, other: str, /, *, data: Data = None, database: Database = None, json: Json = False) -> None:
    """Give an account another name, and remove the old one from all games."""
    from branchline.server.people import hosting

    found = do(data, database, lambda storage: hosting.rename(storage, name, other))
    show_result({"name": found}, json, [found])


@app.command
def invite(*, uses: int = 1, note: str = "", data: Data = None, database: Database = None, json: Json = False) -> None:
    """Make an invitation code; it is shown only now."""
    from branchline.server.people import hosting

    code = do(data, database, lambda storage: hosting.invite(storage, uses, note))
    show_result({"code": code, "uses": uses}, json, [code])


@app.command
def ratings(
    *,
    recompute: Annotated[bool, Parameter(negative="", help="Compute all ratings anew, from every game's log.")] = False,
    data: Data = None,
    database: Database = None,
    json: Json = False,
) -> None:
    """Count finished games that were not counted yet; with --recompute compute all ratings anew."""
    from branchline.server.ratings import subscriber

    done = do(data, database, subscriber.recompute if recompute else subscriber.count_missing)
    show_result(done, json, [f"{name}: {count}" for name, count in done.items()])
