"""Extend a line (R4–R8): announce the move and take the share. What follows is in veto.py and drive.py."""

from __future__ import annotations

from typing import TYPE_CHECKING

from librt.vecs import append, vec
from mypy_extensions import i64

from branchline.core.bits import nth_bit
from branchline.games.rocket.rules import veto
from branchline.games.rocket.rules.board import LINES, SIDES
from branchline.games.rocket.rules.codes import extension
from branchline.games.rocket.rules.layout import FACTS, SHARE, WAYS
from branchline.games.rocket.rules.ways import HOW_MANY

if TYPE_CHECKING:
    from branchline.games.rocket.rules.state import Rocket


def legal(state: Rocket, found: vec[i64]) -> vec[i64]:
    """Add every extension to what was found."""
    for line in range(LINES):
        if line != state.used:
            ways = state.ways(line)
            for way in range(SIDES):
                if (ways >> way) & 1 == 1:
                    found = append(found, extension(line, way))
    return found


def allows(state: Rocket, line: i64, way: i64) -> bool:
    """R4–R6, R8: whether the line may be extended that way."""
    return line != state.used and (state.ways(line) >> way) & 1 == 1


def apply(state: Rocket, seat: i64, line: i64, way: i64) -> None:
    """Announce the move; it stands at once where no veto could change anything."""
    begin(state, seat, line, way)
    veto.open_round(state)


def begin(state: Rocket, seat: i64, line: i64, way: i64) -> None:
    """R7: the move is announced and the share is taken."""
    state.idle = 0
    state.line = line
    state.way = way
    state.used = line
    state.best = 0
    state.bidder = -1
    state.bids = 0
    if (state.isolated >> line) & 1 == 0:
        state.seats[seat * FACTS + SHARE + line] += 1


# ── a random one ──
def count(state: Rocket) -> i64:
    """How many extensions are legal."""
    lines = state.lines
    n: i64 = 0
    for line in range(LINES):
        if line != state.used:
            n += HOW_MANY[lines[WAYS + line]]
    return n


def nth(state: Rocket, k: i64) -> i64:
    """The extension that has k legal ones before it."""
    lines = state.lines
    for line in range(LINES):
        if line != state.used:
            ways = lines[WAYS + line]
            n = HOW_MANY[ways]
            if k < n:
                return extension(line, nth_bit(ways, k))
            k -= n
    raise ValueError("there are fewer extensions")
