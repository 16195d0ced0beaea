"""Cells, border squares, pairs and drawings as players read them, and their numbers inside."""

from __future__ import annotations

from typing import Literal

import msgspec

from branchline.games.rails30.rules.codes import PAIRS
from branchline.games.rails30.rules.drawings import DIE, FIRST
from branchline.games.rails30.rules.scoring import PAIR_A, PAIR_B

Side = Literal["north", "east", "south", "west"]
SIDES: tuple[Side, ...] = ("north", "east", "south", "west")
PAIR_NUMBER = {(int(PAIR_A[pair]) + 1, int(PAIR_B[pair]) + 1): pair for pair in range(PAIRS)}


class Place(msgspec.Struct, frozen=True):
    """A cell by its row and column, from 1."""

    row: int
    column: int


class Border(msgspec.Struct, frozen=True):
    """A border square: a side of the field and a place on it, from 1."""

    side: Side
    place: int


def cell_at(row: int, column: int) -> int:
    """The number of a cell from its row and column."""
    return (row - 1) * 6 + column - 1


def place_of(cell: int) -> tuple[int, int]:
    """Row and column of a cell, from 1."""
    return cell // 6 + 1, cell % 6 + 1


def border_of(border: int) -> tuple[Side, int]:
    """Side and place of a border square."""
    return SIDES[border // 6], border % 6 + 1


def border_number(at: Border) -> int:
    """The number of a border square."""
    return SIDES.index(at.side) * 6 + at.place - 1


def drawing_of(drawing: int) -> tuple[int, int]:
    """The coloured die and the orientation of a drawing (1–21)."""
    die = int(DIE[drawing])
    return die, drawing - int(FIRST[die])


def pair_of(pair: int) -> tuple[int, int]:
    """The two stations of a pair, from 1."""
    return int(PAIR_A[pair]) + 1, int(PAIR_B[pair]) + 1
