"""branchline bench: how fast is it here?"""

from __future__ import annotations

import json as jsonlib
import sys
from collections.abc import Sequence
from typing import Annotated, Any

from cyclopts import Parameter

from branchline.arena.bench import measurements, run
from branchline.arena.paired import LEAST_ROUNDS
from branchline.cli.speed import say_if_interpreted
from branchline.core.errors import OptionError
from branchline.core.text import Text


def bench(
    *,
    json: Annotated[bool, Parameter(negative="")] = False,
    only: str | None = None,
    compare: str | None = None,
    rounds: int = 9,
    seconds: float = 0.3,
) -> int:
    """Measure how fast the rules run on this machine, compiled and interpreted, or against another commit.

    Parameters
    ----------
    json
        Print a list of objects instead of a table.
    only
        Only measurements whose name holds this text.
    compare
        A commit, or the folder of a checkout: measure it and this checkout in turn and say which differences are real.
    rounds
        How many pairs of measurements a comparison takes.
    seconds
        CPU seconds of one measurement of a comparison.
    """
    say_if_interpreted()
    if compare is not None:
        return _compare(compare, only, rounds, seconds, json)
    rows: list[dict[str, Any]] = []
    for one in measurements(only):
        _note(f"{one.name} …")
        rows.append(run(one))
    _note("")
    if json:
        print(jsonlib.dumps(rows))
        return 0
    _print(("measurement", "value", "unit", "ratio", "against"), map(_row, rows))
    return 0


def _compare(revision: str, only: str | None, rounds: int, seconds: float, json: bool) -> int:
    """1 if something is really slower than its limit allows."""
    from branchline.arena.compare import Verdict, against

    if rounds < LEAST_ROUNDS:
        raise OptionError(Text("cli.compare_rounds", {"value": rounds, "least": LEAST_ROUNDS}))
    found: list[Verdict] = []
    verdicts = against(revision, only, rounds, seconds)
    _note(f"compiling {revision} …")
    for each in verdicts:
        found.append(each)
        _note(f"{each.job.name}: {each}")
    _note("")
    if json:
        print(jsonlib.dumps([each.json() for each in found]))
    else:
        _print(("measurement", "value", "unit", f"against {revision}"), map(_verdict, found))
    return int(any(each.fails for each in found))


def _note(text: str) -> None:
    if sys.stderr.isatty():
        print(f"\r\x1b[K{text}", end="", file=sys.stderr, flush=True)


def _number(value: float) -> str:
    return f"{value:,.0f}" if value >= 100 else f"{value:.3g}"


def _row(row: dict[str, Any]) -> Sequence[str]:
    ratio = f"{row['ratio']:.1f}×" if row["ratio"] is not None else ""
    return row["name"], _number(row["value"]), row["unit"], ratio, row["against"] or ""


def _verdict(each: Any) -> Sequence[str]:
    said = f"{each}{f'; its limit is {each.job.limit}' if each.fails else ''}"
    said += "" if each.same else "; NOT THE SAME WORK: what came out differs"
    return each.job.name, _number(each.rate), each.job.unit, said


def _print(head: Sequence[str], rows: Any) -> None:
    from rich.console import Console
    from rich.table import Table

    table = Table()
    for name in head:
        table.add_column(name, justify="right" if name in ("value", "ratio") else "left")
    for row in rows:
        table.add_row(*row)
    Console().print(table)
