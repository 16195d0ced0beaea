"""Giving up a string where none can be laid (S15)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from librt.vecs import vec
from mypy_extensions import i64

from branchline.games.strings.rules import turn
from branchline.games.strings.rules.codes import LAY
from branchline.games.strings.rules.judge import may_lie
from branchline.games.strings.rules.lay import legal_rail
from branchline.games.strings.rules.lines import Line
from branchline.games.strings.rules.pieces import LONG, SHORT
from branchline.games.strings.rules.table import Table
from branchline.games.strings.rules.ways import any_way

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
    """A legal rail; None where there is none. Straight ways are tried first, then S15 decides."""
    for s in range(len(table.tiles)):
        if (table.reached[s] >> company) & 1:
            for t in range(len(table.tiles)):
                if s != t and not table.is_full_for(t, company):
                    line = legal_rail(table, company, strings, vec[i64]([s, t]))
                    if line is not None:
                        return line
    limit: i64 = (LONG if strings >= 2 else SHORT) * 1024
    line = any_way(table, company, limit)
    if line is not None and may_lie(table, company, line, strings >= 2):
        return line
    return None
