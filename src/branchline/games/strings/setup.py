"""Who lays what before the first turn, and which corners are open to whom (S4, S6, S7)."""

from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import i64


def who_lays(what: i64, companies: i64) -> i64:
    """S4: the company whose player lays the field (0), the river (1) or the mountains (2)."""
    if companies == 3:
        return 0 if what == 0 else 1
    return companies - 3 + what


def is_free(corner: i64, taken: vec[i64], players: i64, turn: i64) -> bool:
    """S6, S7: nobody's corner; with two players a player's second base lies opposite the first."""
    for other in taken:
        if other == corner:
            return False
    return players > 2 or turn != 1 or corner != (taken[0] + 2) % 4
