"""`branchline serve`: tables in the browser."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from cyclopts import Parameter


def serve(
    *,
    host: Annotated[str | None, Parameter(help="the address to listen on")] = None,
    port: Annotated[int | None, Parameter(help="the port to listen on; 0 takes a free one")] = None,
    data: Annotated[Path | None, Parameter(help="the folder where games are kept")] = None,
    open: Annotated[bool, Parameter(help="open the page in a browser")] = True,
) -> None:
    """Serve tables in the browser and open the page."""
    import sys

    from branchline.core.errors import OptionError
    from branchline.server.run import run
    from branchline.server.settings import load

    try:
        settings = load({"host": host, "port": port, "data": str(data) if data else None})
        run(settings, open_browser=open)
    except OptionError as error:
        sys.exit(f"branchline: {error}")
