"""branchline bench: how fast is it here?"""

from __future__ import annotations

import json as jsonlib
import sys
from typing import Annotated, Any

from cyclopts import Parameter

from branchline.arena.bench import measurements, run
from branchline.cli.speed import say_if_interpreted


def bench(*, json: Annotated[bool, Parameter(negative="")] = False, only: str | None = None) -> int:
    """Measure how fast the rules run on this machine, compiled and interpreted.

    Parameters
    ----------
    json
        Print a list of {"name", "value", "unit", "ratio", "against"} instead of a table.
    only
        Only measurements whose name holds this text.
    """
    chosen = measurements(only)
    say_if_interpreted()
    rows: list[dict[str, Any]] = []
    for one in chosen:
        if sys.stderr.isatty():
            print(f"\r\x1b[K{one.name} …", end="", file=sys.stderr, flush=True)
        rows.append(run(one))
    if sys.stderr.isatty():
        print("\r\x1b[K", end="", file=sys.stderr, flush=True)
    if json:
        print(jsonlib.dumps(rows))
        return 0
    from rich.console import Console
    from rich.table import Table

    table = Table()
    for name in ("measurement", "value", "unit", "ratio", "against"):
        table.add_column(name, justify="right" if name in ("value", "ratio") else "left")
    for row in rows:
        value = f"{row['value']:,.0f}" if row["value"] >= 100 else f"{row['value']:.3g}"
        ratio = f"{row['ratio']:.1f}×" if row["ratio"] is not None else ""
        table.add_row(row["name"], value, row["unit"], ratio, row["against"] or "")
    Console().print(table)
    return 0
