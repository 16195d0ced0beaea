"""`branchline serve`: tables in the browser."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from cyclopts import Parameter


def serve(
    *,
    host: Annotated[str | None, Parameter(help="The address to listen on.")] = None,
    port: Annotated[int | None, Parameter(help="The port to listen on; 0 takes a free one.")] = None,
    data: Annotated[Path | None, Parameter(help="The folder where games are kept.")] = None,
    database: Annotated[str | None, Parameter(help="postgresql://… keeps everything in PostgreSQL.")] = None,
    workers: Annotated[int | None, Parameter(help="Processes that serve; more than one needs PostgreSQL.")] = None,
    open: Annotated[bool, Parameter(help="Open the page in a browser, if there is a screen.")] = False,
) -> None:
    """Serve tables in the browser."""
    from branchline.cli.speed import say_if_interpreted
    from branchline.server.run import run
    from branchline.server.settings import load

    say_if_interpreted()
    given = {"host": host, "port": port, "data": str(data) if data else None, "database": database, "workers": workers}
    run(load(given), open_browser=open)
