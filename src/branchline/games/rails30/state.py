"""The rules of 30 Rails (L1–L20) over one flat state: all sheets, the dice, and who still has to act."""

from __future__ import annotations

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from branchline.core.bits import BIT
from branchline.core.generator import Generator
from branchline.core.state import State
from branchline.games.rails30.survey import Survey, survey
from branchline.games.rails30.tracks import (
    BORDERS,
    CELLS,
    COUNT,
    CROSS,
    CROSSED,
    DIE,
    DRAWINGS,
    FIRST,
    FULL,
    MINE,
    MINE_POINTS,
    MOUNTAIN,
    PAIRS,
    count_cells,
    neighbours_mask,
    nth_cell,
)

TURNS: Final = 30
ROWS: Final = 6

# Actions are numbered kind by kind.
DRAW_MOUNTAIN: Final = 0
SKIP_MOUNTAIN: Final = 1
PLACE_MINE: Final = 2
PLACE_STATION: Final = PLACE_MINE + CELLS
PLACE_BONUS: Final = PLACE_STATION + BORDERS
DRAW_TRACK: Final = PLACE_BONUS + CELLS
BUY_SHARES: Final = DRAW_TRACK + CELLS * DRAWINGS
ACTIONS: Final = BUY_SHARES + PAIRS * CELLS

# A sheet's facts, in one block of the state's array.
FACTS: Final = 16
EMPTY: Final = 0  # the empty cells, as a bit mask
SKIPPED: Final = 1
STEP: Final = 2
MINE_AT: Final = 3
BONUS_AT: Final = 4
JOKERS: Final = 5  # those left, as a bit mask
STATION: Final = 6  # four border squares, −1 until placed
SHARES: Final = 10  # six pairs

# The steps of a sheet's setup; stations 1–4 take a step each.
MOUNTAINS: Final = 0
CHOOSE_MINE: Final = 1
CHOOSE_STATION: Final = 2
CHOOSE_BONUS: Final = 6
READY: Final = 7

WHITE: Final = 1
COLOURED: Final = 2

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


class Rails30(State):
    """A position of 30 Rails for any number of sheets that share their dice (L18)."""

    def __init__(self, players: i64, shares: bool) -> None:
        self.players: i64 = players
        self.with_shares: bool = shares
        self.rolls: i64 = 0
        """How many of the six mountain rolls have been made."""
        self.turn: i64 = 0
        self.white: i64 = 0
        self.coloured: i64 = 0
        self.waiting: i64 = 0
        """The seats that still have to act before the next roll, as a bit mask."""
        self.cells: vec[i64] = _NO_CELLS[: players * CELLS]
        self.facts: vec[i64] = _NO_FACTS[: players * FACTS]
        if shares:
            for seat in range(players):
                self.facts[seat * FACTS + JOKERS] = 0

    # ── the state as a thing ──
    def clone(self) -> Rails30:
        copy = Rails30(0, self.with_shares)
        copy.players = self.players
        copy.rolls = self.rolls
        copy.turn = self.turn
        copy.white = self.white
        copy.coloured = self.coloured
        copy.waiting = self.waiting
        copy.cells = self.cells[:]
        copy.facts = self.facts[:]
        return copy

    def to_bytes(self) -> bytes:
        head = [self.rolls, self.turn, self.white, self.coloured, self.waiting]
        return bytes(memoryview(vec[i64](head))) + bytes(memoryview(self.cells)) + bytes(memoryview(self.facts))

    def alone(self, seat: i64) -> Rails30:
        """The game as this seat's sheet alone sees it; nobody else's sheet touches its points."""
        solo = Rails30(0, self.with_shares)
        solo.players = 1
        solo.rolls = self.rolls
        solo.turn = self.turn
        solo.white = self.white
        solo.coloured = self.coloured
        solo.waiting = (self.waiting >> seat) & 1
        solo.cells = self.cells[seat * CELLS : (seat + 1) * CELLS]
        solo.facts = self.facts[seat * FACTS : (seat + 1) * FACTS]
        return solo

    def fact(self, seat: i64, which: i64) -> i64:
        """One fact of a sheet, by its place in the block."""
        return self.facts[seat * FACTS + which]

    # ── who acts, what chance does ──
    def actors(self) -> i64:
        return self.waiting

    def chance(self) -> i64:
        if self.waiting != 0 or self.ended():
            return 0
        return 6

    def ended(self) -> bool:
        """L5, L9: after 30 turns, or when no cell is empty on any sheet."""
        if self.turn == TURNS:
            return self.waiting == 0 and self.coloured != 0
        if self.turn == 0 or self.coloured == 0 or self.waiting != 0:
            return False
        return not self._any_empty()

    def _any_empty(self) -> bool:
        for seat in range(self.players):
            if self.facts[seat * FACTS + EMPTY] != 0:
                return True
        return False

    def apply_chance(self, k: i64) -> None:
        if self.rolls < ROWS:
            self._roll_mountain(k)
        elif self.coloured != 0 or self.white == 0 or self.turn == 0:
            self.turn += 1
            self.white = k + 1
            self.coloured = 0
        else:
            self.coloured = k + 1
            for seat in range(self.players):
                if self.facts[seat * FACTS + EMPTY] != 0:
                    self.waiting |= 1 << seat

    def _roll_mountain(self, k: i64) -> None:
        """L1: who may still skip decides on seeing the roll; for the others the mountain is drawn at once."""
        self.rolls += 1
        self.white = k + 1
        for seat in range(self.players):
            if self.facts[seat * FACTS + SKIPPED] != 0:
                self._draw_mountain(seat)
            else:
                self.waiting |= 1 << seat
        if self.waiting == 0 and self.rolls == ROWS:
            self._open_setup()

    def _draw_mountain(self, seat: i64) -> None:
        self._fill(seat, (self.rolls - 1) * 6 + self.white - 1, MOUNTAIN)

    def _fill(self, seat: i64, cell: i64, content: i64) -> None:
        self.cells[seat * CELLS + cell] = content
        self.facts[seat * FACTS + EMPTY] &= ~BIT[cell]

    def _open_setup(self) -> None:
        for seat in range(self.players):
            self.facts[seat * FACTS + STEP] = CHOOSE_MINE
            self.waiting |= 1 << seat

    # ── what is open to a seat ──
    def mine_cells(self, seat: i64) -> i64:
        """L2: empty cells that share a side with a mountain."""
        mountains: i64 = 0
        for cell in range(CELLS):
            if self.cells[seat * CELLS + cell] == MOUNTAIN:
                mountains |= BIT[cell]
        return neighbours_mask(mountains) & self.facts[seat * FACTS + EMPTY]

    def free_sides(self, seat: i64) -> i64:
        """L3: the sides of the field without a station, as a bit mask."""
        sides: i64 = 15
        at = seat * FACTS + STATION
        for station in range(4):
            if self.facts[at + station] >= 0:
                sides &= ~(1 << (self.facts[at + station] // 6))
        return sides

    def named_cells(self, seat: i64) -> i64:
        """L6: the empty cells of the rolled row and column; any empty cell if there are none."""
        empty = self.facts[seat * FACTS + EMPTY]
        named = empty & CROSS[self.white - 1]
        return named if named != 0 else empty

    def open_cells(self, seat: i64) -> i64:
        """Where a track may be drawn: the named cells, or with the white joker (L10) every empty one."""
        if self.facts[seat * FACTS + JOKERS] & WHITE:
            return self.facts[seat * FACTS + EMPTY]
        return self.named_cells(seat)

    def first_drawing(self, seat: i64) -> i64:
        """The first drawing that may be drawn; with the coloured joker (L10) all may."""
        if self.facts[seat * FACTS + JOKERS] & COLOURED:
            return 1
        return FIRST[self.coloured]

    def drawings(self, seat: i64) -> i64:
        """How many drawings may be drawn, from the first on."""
        if self.facts[seat * FACTS + JOKERS] & COLOURED:
            return DRAWINGS
        return COUNT[self.coloured]

    def legal(self, seat: i64) -> vec[i64]:
        actions = vec[i64]()
        if (self.waiting >> seat) & 1 == 0:
            return actions
        step = self.facts[seat * FACTS + STEP]
        if step == MOUNTAINS:
            return vec[i64]([DRAW_MOUNTAIN, SKIP_MOUNTAIN])
        if step == CHOOSE_MINE:
            return _each(PLACE_MINE, self.mine_cells(seat))
        if step == CHOOSE_BONUS:
            return _each(PLACE_BONUS, self.facts[seat * FACTS + EMPTY])
        if step < CHOOSE_BONUS:
            sides = self.free_sides(seat)
            for border in range(BORDERS):
                if (sides >> (border // 6)) & 1:
                    actions = append(actions, PLACE_STATION + border)
            return actions
        cells = self.open_cells(seat)
        first = self.first_drawing(seat)
        n = self.drawings(seat)
        for cell in range(CELLS):
            if (cells >> cell) & 1:
                for drawing in range(n):
                    actions = append(actions, DRAW_TRACK + cell * DRAWINGS + first + drawing - 1)
        if self.with_shares:
            for pair in range(PAIRS):
                for cell in range(CELLS):
                    if (self.facts[seat * FACTS + EMPTY] >> cell) & 1:
                        actions = append(actions, BUY_SHARES + pair * CELLS + cell)
        return actions

    def allows(self, seat: i64, action: i64) -> bool:
        if (self.waiting >> seat) & 1 == 0 or action < 0 or action >= ACTIONS:
            return False
        step = self.facts[seat * FACTS + STEP]
        if action < PLACE_MINE:
            return step == MOUNTAINS
        if action < PLACE_STATION:
            return step == CHOOSE_MINE and (self.mine_cells(seat) >> (action - PLACE_MINE)) & 1 == 1
        if action < PLACE_BONUS:
            free = (self.free_sides(seat) >> ((action - PLACE_STATION) // 6)) & 1 == 1
            return CHOOSE_STATION <= step < CHOOSE_BONUS and free
        if action < DRAW_TRACK:
            return step == CHOOSE_BONUS and (self.facts[seat * FACTS + EMPTY] >> (action - PLACE_BONUS)) & 1 == 1
        if step != READY:
            return False
        if action < BUY_SHARES:
            cell = (action - DRAW_TRACK) // DRAWINGS
            drawing = (action - DRAW_TRACK) % DRAWINGS + 1
            first = self.first_drawing(seat)
            return (self.open_cells(seat) >> cell) & 1 == 1 and first <= drawing < first + self.drawings(seat)
        return self.with_shares and (self.facts[seat * FACTS + EMPTY] >> ((action - BUY_SHARES) % CELLS)) & 1 == 1

    def sample(self, seat: i64, rng: Generator) -> i64:
        """Cells and drawings are chosen apart, since every open cell takes every open drawing."""
        step = self.facts[seat * FACTS + STEP]
        if step == READY:
            cells = self.open_cells(seat)
            n = self.drawings(seat)
            tracks = count_cells(cells) * n
            total = tracks
            if self.with_shares:
                total += PAIRS * count_cells(self.facts[seat * FACTS + EMPTY])
            k = rng.below(total)
            if k < tracks:
                drawing = self.first_drawing(seat) + k % n
                return DRAW_TRACK + nth_cell(cells, k // n) * DRAWINGS + drawing - 1
            k -= tracks
            return BUY_SHARES + (k % PAIRS) * CELLS + nth_cell(self.facts[seat * FACTS + EMPTY], k // PAIRS)
        if step == MOUNTAINS:
            return DRAW_MOUNTAIN + rng.below(2)
        if step == CHOOSE_MINE:
            return PLACE_MINE + _any(self.mine_cells(seat), rng)
        if step == CHOOSE_BONUS:
            return PLACE_BONUS + _any(self.facts[seat * FACTS + EMPTY], rng)
        return PLACE_STATION + nth_cell(self.free_sides(seat), rng.below(CHOOSE_BONUS - step)) * 6 + rng.below(6)

    # ── what an action does ──
    def apply(self, seat: i64, action: i64) -> None:
        at = seat * FACTS
        if action >= BUY_SHARES:
            pair = (action - BUY_SHARES) // CELLS
            self.facts[at + SHARES + pair] += self.white if self.white > self.coloured else self.coloured
            self._fill(seat, (action - BUY_SHARES) % CELLS, CROSSED)
            self._acted(seat)
        elif action >= DRAW_TRACK:
            self._draw_track(seat, (action - DRAW_TRACK) // DRAWINGS, (action - DRAW_TRACK) % DRAWINGS + 1)
            self._acted(seat)
        elif action >= PLACE_BONUS:
            self.facts[at + BONUS_AT] = action - PLACE_BONUS
            self.facts[at + STEP] = READY
            self._acted(seat)
        elif action >= PLACE_STATION:
            self.facts[at + STATION + self.facts[at + STEP] - CHOOSE_STATION] = action - PLACE_STATION
            self.facts[at + STEP] += 1
        elif action >= PLACE_MINE:
            self.facts[at + MINE_AT] = action - PLACE_MINE
            self._fill(seat, action - PLACE_MINE, MINE)
            self.facts[at + STEP] = CHOOSE_STATION
        else:
            if action == SKIP_MOUNTAIN:
                self.facts[at + SKIPPED] = self.rolls
            else:
                self._draw_mountain(seat)
            self._acted(seat)
            if self.waiting == 0 and self.rolls == ROWS:
                self._open_setup()

    def _acted(self, seat: i64) -> None:
        self.waiting &= ~(1 << seat)

    def _draw_track(self, seat: i64, cell: i64, drawing: i64) -> None:
        """L10: a joker is spent exactly when the dice alone would not allow the cell or the drawing."""
        at = seat * FACTS + JOKERS
        if (self.named_cells(seat) >> cell) & 1 == 0:
            self.facts[at] &= ~WHITE
        if DIE[drawing] != self.coloured:
            self.facts[at] &= ~COLOURED
        self._fill(seat, cell, drawing)

    # ── points ──
    def survey(self, seat: i64, routes: bool = False) -> Survey:
        """The sheet's routes and its mine (L11–L16)."""
        at = seat * FACTS
        return survey(self.cells, seat * CELLS, self.facts, at + STATION, self.facts[at + BONUS_AT], routes)

    def points(self, seat: i64) -> i64:
        """The sheet's points as it stands; with shares the lower of shares and route counts (L20)."""
        found = self.survey(seat)
        total: i64 = 0
        for pair in range(PAIRS):
            points = found.pair_points(pair)
            if self.with_shares and self.facts[seat * FACTS + SHARES + pair] < points:
                points = self.facts[seat * FACTS + SHARES + pair]
            total += points
        return total + mine_points(found.mine)

    def scores(self) -> vec[i64]:
        points = vec[i64]()
        for seat in range(self.players):
            points = append(points, self.points(seat))
        return points


def mine_points(stations: i64) -> i64:
    """L16, for a bit mask of stations."""
    return MINE_POINTS[(stations & 1) + (stations >> 1 & 1) + (stations >> 2 & 1) + (stations >> 3 & 1)]


def from_bytes(data: bytes, players: int, shares: bool) -> Rails30:
    """The state that `to_bytes` wrote."""
    values = vec[i64]([int.from_bytes(data[i : i + 8], "little", signed=True) for i in range(0, len(data), 8)])
    if len(values) != 5 + players * (CELLS + FACTS):
        raise ValueError(f"{len(data)} bytes are no state of {players} sheets")
    state = Rails30(0, shares)
    state.players = players
    state.rolls, state.turn, state.white = values[0], values[1], values[2]
    state.coloured, state.waiting = values[3], values[4]
    state.cells = values[5 : 5 + players * CELLS]
    state.facts = values[5 + players * CELLS :]
    return state


def _each(kind: i64, cells: i64) -> vec[i64]:
    actions = vec[i64]()
    for cell in range(CELLS):
        if (cells >> cell) & 1:
            actions = append(actions, kind + cell)
    return actions


def _any(cells: i64, rng: Generator) -> i64:
    return nth_cell(cells, rng.below(count_cells(cells)))
