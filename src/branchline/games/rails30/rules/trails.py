"""L13: routes that use no side twice. A search that remembers its track finds the best one."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from librt.vecs import vec
from mypy_extensions import i64

from branchline.core.bits import BIT
from branchline.games.rails30.rules.codes import BONUS_AT, CELLS, FACTS, MINE, STATIONS
from branchline.games.rails30.rules.drawings import EXITS
from branchline.games.rails30.rules.field import BORDER, BORDER_CELL, NEIGHBOUR, SIDE

if TYPE_CHECKING:
    from branchline.games.rails30.rules.state import Rails30

TO_MINE: Final = -1
"""The goal of a route to the mine; other goals are border squares."""
_FAR: Final = 1 << 20


def is_trail(route: vec[i64], border: i64) -> bool:
    """L13: whether no side is used twice, the border squares' own sides included."""
    horizontal: i64 = 0
    vertical: i64 = 0
    for node in route:
        side = (node >> 1) & 3
        bit: i64 = BIT[SIDE[(node >> 3) * 4 + side]]
        if side & 1 == 0:
            if horizontal & bit:
                return False
            horizontal |= bit
        else:
            if vertical & bit:
                return False
            vertical |= bit
    if border < 0:
        return True
    side = border // 6
    bit = BIT[SIDE[BORDER_CELL[border] * 4 + side]]
    return (horizontal if side & 1 == 0 else vertical) & bit == 0


class _Hunt:
    """A depth-first hunt for the best trail to a border square (or the mine), pruned by the distance back."""

    def __init__(self, cells: vec[i64], base: i64, goal: i64, bonus: i64, back: vec[i64]) -> None:
        self.cells = cells
        self.base = base
        self.goal = goal
        self.bonus = bonus
        self.back = back
        self.best_length: i64 = _FAR
        self.best_bonus = False
        self.best: vec[i64] = vec[i64]()
        self.path: vec[i64] = vec[i64]([-1] * 168)

    def ahead(self, cell: i64, entry: i64) -> i64:
        """At least so many cells, this one included, from here to the goal; tracks work the same both ways."""
        if self.goal == TO_MINE:
            return 1
        content = self.cells[self.base + cell]
        least: i64 = _FAR
        for side in range(4):
            if (EXITS[content * 4 + side] >> entry) & 1:
                for flag in range(2):
                    far = self.back[cell * 8 + side * 2 + flag]
                    if 0 <= far < least:
                        least = far
        return least

    def step(self, cell: i64, entry: i64, length: i64, bonus: bool, horizontal: i64, vertical: i64) -> None:
        """Enter a cell by a side that is already marked as used."""
        if length + self.ahead(cell, entry) > self.best_length:
            return
        self.path[length] = cell * 8 + entry * 2
        length += 1
        bonus = bonus or cell == self.bonus
        exits = EXITS[self.cells[self.base + cell] * 4 + entry]
        for side in range(4):
            if (exits >> side) & 1 == 0:
                continue
            bit: i64 = BIT[SIDE[cell * 4 + side]]
            across, along = horizontal, vertical
            if side & 1 == 0:
                if across & bit:
                    continue
                across |= bit
            else:
                if along & bit:
                    continue
                along |= bit
            beyond = NEIGHBOUR[cell * 4 + side]
            if beyond < 0:
                if BORDER[cell * 4 + side] == self.goal:
                    self.keep(length, bonus)
            elif self.cells[self.base + beyond] == MINE:
                if self.goal == TO_MINE:
                    self.keep(length, bonus)
            elif EXITS[self.cells[self.base + beyond] * 4 + (side ^ 2)] != 0:
                self.step(beyond, side ^ 2, length, bonus, across, along)

    def keep(self, length: i64, bonus: bool) -> None:
        """L15: the shortest; among equals one with the bonus."""
        if length < self.best_length or (length == self.best_length and bonus and not self.best_bonus):
            self.best_length = length
            self.best_bonus = bonus
            self.best = self.path[:length]


def best_trail(state: Rails30, seat: i64, station: i64, goal: i64, back: vec[i64]) -> vec[i64]:
    """The best route from a station to the goal; empty if every walk runs over its own track."""
    hunt = _Hunt(state.cells, seat * CELLS, goal, state.facts[seat * FACTS + BONUS_AT], back)
    start = state.facts[seat * FACTS + STATIONS + station]
    side = start // 6
    cell = BORDER_CELL[start]
    bit: i64 = BIT[SIDE[cell * 4 + side]]
    if side & 1 == 0:
        hunt.step(cell, side, 0, False, bit, 0)
    else:
        hunt.step(cell, side, 0, False, 0, bit)
    return hunt.best
