"""A position of 30 Rails: all sheets, the dice, and who still has to act. What verbs do stands in their modules."""

from __future__ import annotations

from librt.vecs import append, vec
from mypy_extensions import i64, u8

from branchline.core.bits import BIT
from branchline.core.generator import Generator
from branchline.core.state import Payload, State
from branchline.games.rails30.rules import (
    _fields,
    bonus,
    dice,
    mine,
    mountains,
    observe,
    scoring,
    shares,
    station,
    track,
)
from branchline.games.rails30.rules.codes import (
    ACTIONS,
    BUY_SHARES,
    CELLS,
    CHOOSE_BONUS,
    CHOOSE_MINE,
    DRAW_TRACK,
    EMPTY_CELLS,
    FACTS,
    MOUNTAINS,
    PAIRS,
    PLACE_BONUS,
    PLACE_MINE,
    PLACE_STATION,
    READY,
    ROWS,
    STEP,
    pack_shares,
    pack_track,
)
from branchline.games.rails30.rules.field import count_cells, nth_cell


class Rails30(State):
    """Any number of sheets that share their dice (L18). `setup.new_state` makes one that can be played."""

    def __init__(self, players: i64, with_shares: bool) -> None:
        self.players = players
        self.with_shares = with_shares
        self.rolls: i64 = 0
        """How many of the six mountain rolls have been made."""
        self.turn: i64 = 0
        self.white: i64 = 0
        self.coloured: i64 = 0
        self.waiting: i64 = 0
        """The seats that still have to act before the next roll, as a bit mask."""
        self.cells: vec[i64] = vec[i64]()
        """The contents of all cells, sheet by sheet."""
        self.facts: vec[i64] = vec[i64]()
        """The facts of all sheets in blocks of FACTS (see codes)."""

    # ── the state as a thing ──
    def clone(self) -> Rails30:
        return _fields.clone(self)

    def to_bytes(self) -> bytes:
        return _fields.to_bytes(self)

    def alone(self, seat: i64) -> Rails30:
        """The game as this seat's sheet alone sees it; nobody else's sheet touches its points."""
        solo = Rails30(1, self.with_shares)
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
        if self.waiting != 0 or dice.ended(self):
            return 0
        return 6

    def ended(self) -> bool:
        """Whether the game is over (L5, L9)."""
        return dice.ended(self)

    def apply_chance(self, k: i64) -> None:
        if self.rolls < ROWS:
            mountains.roll(self, k)
        else:
            dice.roll(self, k)

    # ── what is open to a seat ──
    def legal(self, seat: i64) -> vec[i64]:
        actions = vec[i64]()
        if (self.waiting >> seat) & 1 == 0:
            return actions
        step = self.facts[seat * FACTS + STEP]
        if step == READY:
            actions = track.legal(self, seat, actions)
            return shares.legal(self, seat, actions) if self.with_shares else actions
        if step == MOUNTAINS:
            return mountains.legal(self, seat)
        if step == CHOOSE_MINE:
            return mine.legal(self, seat)
        if step == CHOOSE_BONUS:
            return bonus.legal(self, seat)
        return station.legal(self, seat)

    def allows(self, seat: i64, action: i64, payload: Payload | None = None) -> bool:
        if (self.waiting >> seat) & 1 == 0 or action < 0 or action >= ACTIONS:
            return False
        if action >= BUY_SHARES:
            return shares.allows(self, seat, action)
        if action >= DRAW_TRACK:
            return track.allows(self, seat, action)
        if action >= PLACE_BONUS:
            return bonus.allows(self, seat, action)
        if action >= PLACE_STATION:
            return station.allows(self, seat, action)
        if action >= PLACE_MINE:
            return mine.allows(self, seat, action)
        return mountains.allows(self, seat, action)

    def mark(self, seat: i64, mask: vec[u8], at: i64, value: u8) -> None:
        if (self.waiting >> seat) & 1 and self.facts[seat * FACTS + STEP] == READY and not self.with_shares:
            track.mark(self, seat, mask, at, value)
        else:
            super().mark(seat, mask, at, value)

    def sample(self, seat: i64, rng: Generator) -> i64:
        """Cells and drawings are chosen apart, since every open cell takes every open drawing."""
        step = self.facts[seat * FACTS + STEP]
        if step == READY:
            return self._sample_turn(seat, rng)
        if step == MOUNTAINS:
            return mountains.sample(self, seat, rng)
        if step == CHOOSE_MINE:
            return mine.sample(self, seat, rng)
        if step == CHOOSE_BONUS:
            return bonus.sample(self, seat, rng)
        return station.sample(self, seat, rng)

    def _sample_turn(self, seat: i64, rng: Generator) -> i64:
        cells = track.open_cells(self, seat)
        n = track.count_drawings(self, seat)
        tracks = count_cells(cells) * n
        total = tracks
        if self.with_shares:
            total += PAIRS * count_cells(self.facts[seat * FACTS + EMPTY_CELLS])
        k = rng.below(total)
        if k < tracks:
            return pack_track(nth_cell(cells, k // n), track.first_drawing(self, seat) + k % n)
        k -= tracks
        return pack_shares(k % PAIRS, nth_cell(self.facts[seat * FACTS + EMPTY_CELLS], k // PAIRS))

    # ── what an action does ──
    def apply(self, seat: i64, action: i64, payload: Payload | None = None) -> None:
        if action >= BUY_SHARES:
            shares.apply(self, seat, action)
        elif action >= DRAW_TRACK:
            track.apply(self, seat, action)
        elif action >= PLACE_BONUS:
            bonus.apply(self, seat, action)
        elif action >= PLACE_STATION:
            station.apply(self, seat, action)
        elif action >= PLACE_MINE:
            mine.apply(self, seat, action)
        else:
            mountains.apply(self, seat, action)

    def fill(self, seat: i64, cell: i64, content: i64) -> None:
        """Write into a cell, which is empty no more."""
        self.cells[seat * CELLS + cell] = content
        self.facts[seat * FACTS + EMPTY_CELLS] &= ~BIT[cell]

    def acted(self, seat: i64) -> None:
        """The seat waits for the next roll."""
        self.waiting &= ~(1 << seat)

    def observe(self, seat: i64, out: vec[i64], at: i64) -> None:
        observe.observe(self, seat, out, at)

    def turn_number(self) -> i64:
        dice_due = self.rolls == ROWS and self.chance() > 0
        if dice_due and (self.turn == 0 or self.coloured != 0):
            return self.turn + 1
        return self.turn

    # ── points ──
    def scores(self) -> vec[i64]:
        points = vec[i64]()
        for seat in range(self.players):
            points = append(points, scoring.points(self, seat))
        return points
