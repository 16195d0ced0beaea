"""Giving up a string where none can be laid (S15)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from librt.vecs import vec
from mypy_extensions import i64

from branchline.games.strings.rules import turn
from branchline.games.strings.rules.codes import LAY
from branchline.games.strings.rules.lay import legal_rail
from branchline.games.strings.rules.lines import Line
from branchline.games.strings.rules.table import Table

if TYPE_CHECKING:
    from branchline.games.strings.rules.state import Strings


def allows(state: Strings) -> bool:
    """Whether no string can be laid."""
    return state.phase == LAY and some_rail(state.table, state.company(), state.strings()) is None


def apply(state: Strings) -> None:
    """A short string goes, a long one only if no short one is left."""
    company = state.company()
    if state.short[company] > 0:
        state.short[company] -= 1
    else:
        state.long[company] -= 1
    turn.end(state)


def some_rail(table: Table, company: i64, strings: i64) -> Line | None:
    """A legal rail between some two stations; None where there is none."""
    for s in range(len(table.tiles)):
        if (table.reached[s] >> company) & 1:
            for t in range(len(table.tiles)):
                if s != t and not table.is_full_for(t, company):
                    line = legal_rail(table, company, strings, vec[i64]([s, t]))
                    if line is not None:
                        return line
    return None
