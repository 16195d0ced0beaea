"""What a seat of 30 Rails can choose from now, in short; the full list of actions is `match.legal`."""

from __future__ import annotations

from typing import Literal

import msgspec

from branchline.games.rails30.api.actions import next_station
from branchline.games.rails30.api.places import Border, border_of, place_of
from branchline.games.rails30.rules import codes, mine, station, track
from branchline.games.rails30.rules.codes import BORDERS, CELLS, DRAWINGS
from branchline.games.rails30.rules.drawings import DIE
from branchline.games.rails30.rules.field import CROSS
from branchline.games.rails30.rules.mountains import rolled_cell
from branchline.games.rails30.rules.shares import offered
from branchline.games.rails30.rules.state import Rails30

StepName = Literal["mountain", "mine", "station", "bonus", "ready"]
STEPS: tuple[StepName, ...] = ("mountain", "mine", "station", "station", "station", "station", "bonus", "ready")


class MountainChoice(msgspec.Struct, tag_field="step", tag="mountain"):
    """L1: draw the rolled mountain there, or skip it."""

    row: int
    column: int


class MineChoice(msgspec.Struct, tag_field="step", tag="mine"):
    """L2: the cells that may have the mine."""

    cells: list[int]


class StationChoice(msgspec.Struct, tag_field="step", tag="station"):
    """L3: the station that comes next, and where it may go."""

    number: int
    borders: list[Border]


class BonusChoice(msgspec.Struct, tag_field="step", tag="bonus"):
    """L4: the cells that may be the bonus cell."""

    cells: list[int]


class SharesOffer(msgspec.Struct):
    """L19: how many shares may be bought, and the cells that may be crossed out for them."""

    shares: int
    cells: list[int]


class DrawChoice(msgspec.Struct, tag_field="step", tag="draw", kw_only=True):
    """L5–L10: cells and drawings that the dice allow, and those that need a joker."""

    cells: list[int]
    anywhere: bool
    """L6: whether row and column of the white die are full, so that any empty cell will do."""
    joker_cells: list[int]
    drawings: list[int]
    joker_drawings: list[int]
    buy: SharesOffer | None


Choices = MountainChoice | MineChoice | StationChoice | BonusChoice | DrawChoice


def step_of(state: Rails30, seat: int) -> StepName:
    """The name of the step that a sheet is at."""
    return STEPS[state.fact(seat, codes.STEP)]


def choices(state: Rails30, seat: int) -> Choices:
    """What the seat can do now."""
    step = step_of(state, seat)
    empty = int(state.fact(seat, codes.EMPTY_CELLS))
    if step == "mountain":
        return MountainChoice(*place_of(int(rolled_cell(state))))
    if step == "mine":
        return MineChoice(_cells(int(mine.open_cells(state, seat))))
    if step == "station":
        sides = int(station.free_sides(state, seat))
        borders = [Border(*border_of(border)) for border in range(BORDERS) if sides >> border // 6 & 1]
        return StationChoice(next_station(state, seat), borders)
    if step == "bonus":
        return BonusChoice(_cells(empty))
    named, open_cells = int(track.named_cells(state, seat)), int(track.open_cells(state, seat))
    first, n = int(track.first_drawing(state, seat)), int(track.count_drawings(state, seat))
    return DrawChoice(
        cells=_cells(named),
        anywhere=not empty & int(CROSS[state.white - 1]),
        joker_cells=_cells(open_cells & ~named),
        drawings=[drawing for drawing in range(1, DRAWINGS + 1) if DIE[drawing] == state.coloured],
        joker_drawings=[drawing for drawing in range(first, first + n) if DIE[drawing] != state.coloured],
        buy=SharesOffer(int(offered(state)), _cells(empty)) if state.with_shares else None,
    )


def _cells(mask: int) -> list[int]:
    return [cell for cell in range(CELLS) if mask >> cell & 1]
