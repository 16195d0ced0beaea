"""The opening: blank sheets, before the first mountain is rolled."""

from __future__ import annotations

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from branchline.games.rails30.rules import _fields
from branchline.games.rails30.rules.codes import CELLS, COLOURED, FACTS, JOKERS, MOUNTAINS, WHITE
from branchline.games.rails30.rules.field import FULL
from branchline.games.rails30.rules.state import Rails30

_MOST: Final = 12
_NO_CELLS: Final[vec[i64]] = vec[i64]([0] * (CELLS * _MOST))


def _blank_facts() -> vec[i64]:
    sheet = [FULL, 0, MOUNTAINS, -1, -1, WHITE | COLOURED, -1, -1, -1, -1, 0, 0, 0, 0, 0, 0]
    facts = vec[i64]()
    for _ in range(_MOST):
        for fact in sheet:
            facts = append(facts, fact)
    return facts


_NO_FACTS: Final[vec[i64]] = _blank_facts()


def new_state(players: i64, with_shares: bool) -> Rails30:
    """Sheets for so many players; the variant with shares has no jokers (L19)."""
    state = Rails30(players, with_shares)
    state.cells = _NO_CELLS[: players * CELLS]
    state.facts = _NO_FACTS[: players * FACTS]
    if with_shares:
        for seat in range(players):
            state.facts[seat * FACTS + JOKERS] = 0
    return state


def restore(data: bytes, players: i64, with_shares: bool) -> Rails30:
    """The state that `to_bytes` wrote; ValueError if it is none of so many sheets."""
    state = _fields.restore(Rails30(players, with_shares), data)
    if len(state.cells) != players * CELLS or len(state.facts) != players * FACTS:
        raise ValueError(f"the bytes are no state of {players} sheets")
    return state
