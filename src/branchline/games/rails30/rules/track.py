"""L5–L8, L10: drawing a track in a cell that the white die names, as the coloured die says; jokers set the dice."""

from __future__ import annotations

from typing import TYPE_CHECKING

from librt.vecs import append, vec
from mypy_extensions import i64, u8

from branchline.games.rails30.rules.codes import (
    CELLS,
    COLOURED,
    DRAWINGS,
    EMPTY_CELLS,
    FACTS,
    JOKERS,
    READY,
    STEP,
    WHITE,
    pack_track,
    track_cell,
    track_drawing,
)
from branchline.games.rails30.rules.drawings import COUNT, DIE, FIRST
from branchline.games.rails30.rules.field import CROSS

if TYPE_CHECKING:
    from branchline.games.rails30.rules.state import Rails30


def named_cells(state: Rails30, seat: i64) -> i64:
    """L6: the empty cells of the rolled row and column; any empty cell if there are none."""
    empty = state.facts[seat * FACTS + EMPTY_CELLS]
    named = empty & CROSS[state.white - 1]
    return named if named != 0 else empty


def open_cells(state: Rails30, seat: i64) -> i64:
    """Where a track may be drawn: the named cells, or with the white joker (L10) every empty one."""
    if state.facts[seat * FACTS + JOKERS] & WHITE:
        return state.facts[seat * FACTS + EMPTY_CELLS]
    return named_cells(state, seat)


def first_drawing(state: Rails30, seat: i64) -> i64:
    """The first drawing that may be drawn; with the coloured joker (L10) all may."""
    if state.facts[seat * FACTS + JOKERS] & COLOURED:
        return 1
    return FIRST[state.coloured]


def count_drawings(state: Rails30, seat: i64) -> i64:
    """How many drawings may be drawn, from the first on."""
    if state.facts[seat * FACTS + JOKERS] & COLOURED:
        return DRAWINGS
    return COUNT[state.coloured]


def spent_jokers(state: Rails30, seat: i64, action: i64) -> i64:
    """L10: a joker is spent exactly when the dice alone would not allow the cell or the drawing."""
    spent: i64 = 0
    if (named_cells(state, seat) >> track_cell(action)) & 1 == 0:
        spent |= WHITE
    if DIE[track_drawing(action)] != state.coloured:
        spent |= COLOURED
    return spent


def legal(state: Rails30, seat: i64, actions: vec[i64]) -> vec[i64]:
    """The actions, and after them every open drawing in every open cell."""
    cells = open_cells(state, seat)
    first = first_drawing(state, seat)
    n = count_drawings(state, seat)
    for cell in range(CELLS):
        if (cells >> cell) & 1:
            for drawing in range(n):
                actions = append(actions, pack_track(cell, first + drawing))
    return actions


def mark(state: Rails30, seat: i64, mask: vec[u8], at: i64, value: u8) -> None:
    """Write a value for every open drawing in every open cell into a mask of actions."""
    cells = open_cells(state, seat)
    n = count_drawings(state, seat)
    first = at + pack_track(0, first_drawing(state, seat))
    while cells != 0:
        if cells & 1:
            for place in range(first, first + n):
                mask[place] = value
        cells >>= 1
        first += DRAWINGS


def allows(state: Rails30, seat: i64, action: i64) -> bool:
    """Whether dice and jokers open the cell and the drawing."""
    if state.facts[seat * FACTS + STEP] != READY:
        return False
    first = first_drawing(state, seat)
    in_turn = first <= track_drawing(action) < first + count_drawings(state, seat)
    return in_turn and (open_cells(state, seat) >> track_cell(action)) & 1 == 1


def apply(state: Rails30, seat: i64, action: i64) -> None:
    """The drawing fills the cell; the jokers that it needed are spent."""
    state.facts[seat * FACTS + JOKERS] &= ~spent_jokers(state, seat, action)
    state.fill(seat, track_cell(action), track_drawing(action))
    state.acted(seat)
