"""Actions of 30 Rails as JSON: typed structs with rows, columns and stations, and numbers inside."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from branchline.core.action import Move
from branchline.core.reading import malformed, read_json
from branchline.games.rails30.api.places import (
    PAIR_NUMBER,
    SIDES,
    Side,
    border_of,
    cell_at,
    drawing_of,
    pair_of,
    place_of,
)
from branchline.games.rails30.rules import codes
from branchline.games.rails30.rules.drawings import COUNT, FIRST
from branchline.games.rails30.rules.state import Rails30
from branchline.games.rails30.rules.track import spent_jokers

Number = Annotated[int, Meta(ge=1, le=6)]
Joker = Literal["white", "coloured"]


class Mountain(msgspec.Struct, tag="mountain", forbid_unknown_fields=True):
    """L1: draw the rolled mountain, or skip it (once)."""

    draw: bool


class Mine(msgspec.Struct, tag="mine", forbid_unknown_fields=True):
    """L2: put the mine beside a mountain."""

    row: Number
    column: Number


class Station(msgspec.Struct, tag="station", forbid_unknown_fields=True):
    """L3: put the next station (1 to 4) on a side of the field, at one of its six squares."""

    number: Annotated[int, Meta(ge=1, le=4)]
    side: Side
    place: Number


class Bonus(msgspec.Struct, tag="bonus", forbid_unknown_fields=True):
    """L4: choose the bonus cell."""

    row: Number
    column: Number


class Draw(msgspec.Struct, tag="draw", forbid_unknown_fields=True):
    """L5–L7: draw a track; `turn` counts its orientations from 0. `jokers` follow from the dice and may be left out."""

    row: Number
    column: Number
    track: Number
    turn: Annotated[int, Meta(ge=0, le=7)]
    jokers: list[Joker] | None = None


class Buy(msgspec.Struct, tag="buy", forbid_unknown_fields=True):
    """L19: add the higher die to a pair's shares and cross out a cell."""

    pair: tuple[int, int]
    row: Number
    column: Number


Rails30Action = Mountain | Mine | Station | Bonus | Draw | Buy


def parse(state: Rails30, seat: int, data: Any) -> Move:
    """The move that JSON describes; MalformedAction says what is wrong with it."""
    action: Rails30Action = read_json(data, Rails30Action)
    match action:
        case Mountain(draw=draw):
            return Move(codes.DRAW_MOUNTAIN if draw else codes.SKIP_MOUNTAIN)
        case Mine(row=row, column=column):
            return Move(codes.PLACE_MINE + cell_at(row, column))
        case Station():
            return Move(_parse_station(state, seat, action))
        case Bonus(row=row, column=column):
            return Move(codes.PLACE_BONUS + cell_at(row, column))
        case Draw():
            return Move(_parse_draw(state, seat, action))
        case Buy(pair=pair, row=row, column=column):
            if (number := PAIR_NUMBER.get(pair)) is None:
                raise malformed("pair is one of " + ", ".join(f"[{a}, {b}]" for a, b in PAIR_NUMBER))
            return Move(int(codes.pack_shares(number, cell_at(row, column))))


def _parse_station(state: Rails30, seat: int, action: Station) -> int:
    due = next_station(state, seat)
    placing = codes.CHOOSE_STATION <= state.fact(seat, codes.STEP) < codes.CHOOSE_BONUS
    if placing and action.number != due:
        raise malformed(f"stations are placed in order; now comes station {due}")
    return codes.PLACE_STATION + SIDES.index(action.side) * 6 + action.place - 1


def _parse_draw(state: Rails30, seat: int, action: Draw) -> int:
    if action.turn >= COUNT[action.track]:
        raise malformed(f"track {action.track} has turns 0 to {int(COUNT[action.track]) - 1}")
    drawing = int(FIRST[action.track]) + action.turn
    number = int(codes.pack_track(cell_at(action.row, action.column), drawing))
    if action.jokers is not None and state.coloured and state.allows(seat, number):
        spent = jokers(state, seat, number)
        if sorted(action.jokers) != sorted(spent):
            raise malformed(f"jokers must be {spent}: the dice show {state.white} and {state.coloured}")
    return number


def encode(state: Rails30, seat: int, move: Move) -> Rails30Action:
    """The move as its struct."""
    action = move.number
    if action >= codes.BUY_SHARES:
        row, column = place_of(int(codes.shares_cell(action)))
        return Buy(pair_of(int(codes.shares_pair(action))), row, column)
    if action >= codes.DRAW_TRACK:
        row, column = place_of(int(codes.track_cell(action)))
        track, turn = drawing_of(int(codes.track_drawing(action)))
        return Draw(row, column, track, turn, jokers(state, seat, action))
    if action >= codes.PLACE_BONUS:
        return Bonus(*place_of(action - codes.PLACE_BONUS))
    if action >= codes.PLACE_STATION:
        return Station(next_station(state, seat), *border_of(action - codes.PLACE_STATION))
    if action >= codes.PLACE_MINE:
        return Mine(*place_of(action - codes.PLACE_MINE))
    return Mountain(action == codes.DRAW_MOUNTAIN)


def jokers(state: Rails30, seat: int, action: int) -> list[Joker]:
    """The jokers that a drawing would spend (L10)."""
    spent = int(spent_jokers(state, seat, action))
    named: list[Joker] = ["white"] if spent & codes.WHITE else []
    return [*named, "coloured"] if spent & codes.COLOURED else named


def next_station(state: Rails30, seat: int) -> int:
    """The station that the seat places next."""
    return int(min(max(state.fact(seat, codes.STEP) - codes.CHOOSE_STATION, 0), 3)) + 1
