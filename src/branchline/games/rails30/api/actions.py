"""Actions of 30 Rails as JSON: typed structs with rows, columns and stations, and numbers inside."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from branchline.core.action import Form
from branchline.core.forms import malformed, read_form
from branchline.games.rails30.rules import codes, track
from branchline.games.rails30.rules.codes import PAIRS
from branchline.games.rails30.rules.drawings import COUNT, DIE, FIRST
from branchline.games.rails30.rules.scoring import PAIR_A, PAIR_B
from branchline.games.rails30.rules.state import Rails30

Place = Annotated[int, Meta(ge=1, le=6)]
Side = Literal["north", "east", "south", "west"]
SIDES: tuple[Side, ...] = ("north", "east", "south", "west")
PAIR_NUMBER = {(int(PAIR_A[pair]) + 1, int(PAIR_B[pair]) + 1): pair for pair in range(PAIRS)}


class Mountain(msgspec.Struct, tag="mountain", forbid_unknown_fields=True):
    """L1: draw the rolled mountain, or skip it (once)."""

    draw: bool


class Mine(msgspec.Struct, tag="mine", forbid_unknown_fields=True):
    """L2: put the mine beside a mountain."""

    row: Place
    column: Place


class Station(msgspec.Struct, tag="station", forbid_unknown_fields=True):
    """L3: put the next station (1 to 4) on a side of the field, at one of its six squares."""

    number: Annotated[int, Meta(ge=1, le=4)]
    side: Side
    place: Place


class Bonus(msgspec.Struct, tag="bonus", forbid_unknown_fields=True):
    """L4: choose the bonus cell."""

    row: Place
    column: Place


class Draw(msgspec.Struct, tag="draw", forbid_unknown_fields=True):
    """L5–L7: draw a track; `turn` counts its orientations from 0. `jokers` follow from the dice and may be left out."""

    row: Place
    column: Place
    track: Place
    turn: Annotated[int, Meta(ge=0, le=7)]
    jokers: list[Literal["white", "coloured"]] | None = None


class Buy(msgspec.Struct, tag="buy", forbid_unknown_fields=True):
    """L19: add the higher die to a pair's shares and cross out a cell."""

    pair: tuple[int, int]
    row: Place
    column: Place


AnyAction = Mountain | Mine | Station | Bonus | Draw | Buy


def parse(state: Rails30, seat: int, form: Any) -> int:
    """The number of an action given as JSON; MalformedAction says what is wrong with it."""
    action: AnyAction = read_form(form, AnyAction)
    match action:
        case Mountain(draw=draw):
            return codes.DRAW_MOUNTAIN if draw else codes.SKIP_MOUNTAIN
        case Mine(row=row, column=column):
            return codes.PLACE_MINE + cell_at(row, column)
        case Station(number=number, side=side, place=place):
            return _station(state, seat, number, SIDES.index(side) * 6 + place - 1)
        case Bonus(row=row, column=column):
            return codes.PLACE_BONUS + cell_at(row, column)
        case Draw():
            return _draw(state, seat, action)
    if action.pair not in PAIR_NUMBER:
        raise malformed("pair is one of " + ", ".join(f"[{a}, {b}]" for a, b in PAIR_NUMBER))
    return int(codes.pack_shares(PAIR_NUMBER[action.pair], cell_at(action.row, action.column)))


def form(state: Rails30, seat: int, action: int) -> Form:
    """The JSON form of a number."""
    if action < codes.PLACE_MINE:
        return {"type": "mountain", "draw": action == codes.DRAW_MOUNTAIN}
    if action < codes.PLACE_STATION:
        return {"type": "mine", **place_of(action - codes.PLACE_MINE)}
    if action < codes.PLACE_BONUS:
        border = action - codes.PLACE_STATION
        return {"type": "station", "number": next_station(state, seat), **border_form(border)}
    if action < codes.DRAW_TRACK:
        return {"type": "bonus", **place_of(action - codes.PLACE_BONUS)}
    if action < codes.BUY_SHARES:
        die, turn = drawing_of(int(codes.track_drawing(action)))
        place = place_of(int(codes.track_cell(action)))
        return {"type": "draw", **place, "track": die, "turn": turn, "jokers": jokers(state, seat, action)}
    pair, cell = codes.shares_pair(action), codes.shares_cell(action)
    return {"type": "buy", "pair": pair_of(int(pair)), **place_of(int(cell))}


def jokers(state: Rails30, seat: int, action: int) -> list[str]:
    """The jokers that a drawing would spend (L10)."""
    spent = int(track.spent_jokers(state, seat, action))
    return [name for name, joker in (("white", codes.WHITE), ("coloured", codes.COLOURED)) if spent & joker]


def cell_at(row: int, column: int) -> int:
    """The number of a cell from its row and column."""
    return (row - 1) * 6 + column - 1


def place_of(cell: int) -> dict[str, int]:
    """Row and column of a cell, from 1."""
    return {"row": cell // 6 + 1, "column": cell % 6 + 1}


def border_form(border: int) -> dict[str, Any]:
    """Side and place of a border square."""
    return {"side": SIDES[border // 6], "place": border % 6 + 1}


def drawing_of(drawing: int) -> tuple[int, int]:
    """The coloured die and the orientation of a drawing (1–21)."""
    die = int(DIE[drawing])
    return die, drawing - int(FIRST[die])


def pair_of(pair: int) -> list[int]:
    """The two stations of a pair, from 1."""
    return [int(PAIR_A[pair]) + 1, int(PAIR_B[pair]) + 1]


def next_station(state: Rails30, seat: int) -> int:
    """The station that the seat places next."""
    return int(min(max(state.fact(seat, codes.STEP) - codes.CHOOSE_STATION, 0), 3)) + 1


def _station(state: Rails30, seat: int, number: int, border: int) -> int:
    due = next_station(state, seat)
    placing = codes.CHOOSE_STATION <= state.fact(seat, codes.STEP) < codes.CHOOSE_BONUS
    if placing and number != due:
        raise malformed(f"stations are placed in order; now comes station {due}")
    return codes.PLACE_STATION + border


def _draw(state: Rails30, seat: int, action: Draw) -> int:
    if action.turn >= COUNT[action.track]:
        raise malformed(f"track {action.track} has turns 0 to {int(COUNT[action.track]) - 1}")
    drawing = int(FIRST[action.track]) + action.turn
    number = int(codes.pack_track(cell_at(action.row, action.column), drawing))
    if action.jokers is not None and state.coloured and state.allows(seat, number):
        spent = jokers(state, seat, number)
        if sorted(action.jokers) != sorted(spent):
            raise malformed(f"jokers must be {spent}: the dice show {state.white} and {state.coloured}")
    return number
