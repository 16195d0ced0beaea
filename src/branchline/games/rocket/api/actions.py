"""Actions as JSON: lines, towns and hexes by name, and as numbers inside."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from msgspec import Meta

from branchline.core.action import Move
from branchline.core.errors import IllegalAction
from branchline.core.reading import malformed, read_json
from branchline.core.text import Text
from branchline.games.rocket.api.maps import Map, map_of
from branchline.games.rocket.rules import codes
from branchline.games.rocket.rules.codes import BID, MOST_HEXES
from branchline.games.rocket.rules.layout import AT
from branchline.games.rocket.rules.state import Rocket

Label = Annotated[str, Meta(max_length=8)]
Id = Annotated[str, Meta(max_length=30)]


class Extend(msgspec.Struct, tag="extend", forbid_unknown_fields=True):
    """R5: drive a line's locomotive to a neighbouring hex."""

    line: Id
    hex: Label


class Invest(msgspec.Struct, tag="invest", forbid_unknown_fields=True):
    """R16: a cube into an industry of a town."""

    town: Id
    industry: Id


class Build(msgspec.Struct, tag="station", forbid_unknown_fields=True):
    """R17: a station onto a hex."""

    hex: Label


class MoveStation(msgspec.Struct, tag="move", forbid_unknown_fields=True):
    """R17: an own station from one hex to another."""

    start: Label
    hex: Label


class Veto(msgspec.Struct, tag="veto", forbid_unknown_fields=True):
    """R9: call for a veto round, or do not."""

    call: bool


class Bid(msgspec.Struct, tag="bid", forbid_unknown_fields=True):
    """R11: so many own shares for that hex."""

    shares: Annotated[int, Meta(ge=1, le=999)]
    hex: Label


class Pass(msgspec.Struct, tag="pass", forbid_unknown_fields=True):
    """R10: no bid; from the active player no defence."""


class Defend(msgspec.Struct, tag="defend", forbid_unknown_fields=True):
    """R12: the active player equals the best bid. `shares` follows from it and may be left out."""

    shares: int | None = None


class Merge(msgspec.Struct, tag="merge", forbid_unknown_fields=True):
    """R25: which of several lines goes on."""

    line: Id


RocketAction = Extend | Invest | Build | MoveStation | Veto | Bid | Pass | Defend | Merge


def parse(state: Rocket, data: Any) -> Move:
    """The move that JSON describes; MalformedAction says what is wrong with it."""
    action: RocketAction = read_json(data, RocketAction)
    return Move(_number(state, map_of(state), action))


def _number(state: Rocket, table: Map, action: RocketAction) -> int:
    match action:
        case Extend(line=line, hex=label):
            number = _line(table, line)
            return int(codes.extension(number, _way(state, table, number, label)))
        case Invest(town=town, industry=industry):
            return codes.INVEST + _cell(table, town, industry)
        case Build(hex=label):
            return codes.BUILD + _hex(table, label)
        case MoveStation(start=start, hex=label):
            return int(codes.station_move(_hex(table, start), _hex(table, label)))
        case Veto(call=call):
            return codes.CALL_VETO if call else codes.REFRAIN
        case Bid(shares=shares, hex=label):
            line_number = int(state.line)
            way = _way(state, table, line_number, label) if line_number >= 0 else 0
            return int(codes.offer(shares, way))
        case Pass():
            return codes.PASS
        case Defend(shares=shares):
            if shares is not None and state.phase == BID and shares != state.best:
                raise malformed(f"a defence equals the best bid, which is {int(state.best)}")
            return codes.DEFEND
        case Merge(line=line):
            return codes.JOIN + _line(table, line)


def encode(state: Rocket, move: Move) -> RocketAction:
    """The move as its struct."""
    table, action = map_of(state), move.number
    if action < codes.INVEST:
        line, way = divmod(action, 6)
        return Extend(table.companies[line].id, label_beside(state, table, line, way))
    if action < codes.BUILD:
        town, industry, _ = table.cells[action - codes.INVEST]
        return Invest(table.towns[town].id, table.industries[industry])
    if action < codes.MOVE:
        return Build(table.label(action - codes.BUILD))
    if action < codes.REFRAIN:
        start, here = divmod(action - codes.MOVE, MOST_HEXES)
        return MoveStation(table.label(start), table.label(here))
    if action <= codes.CALL_VETO:
        return Veto(action == codes.CALL_VETO)
    if action == codes.PASS:
        return Pass()
    if action == codes.DEFEND:
        return Defend(int(state.best))
    if action < codes.OFFER:
        return Merge(table.companies[action - codes.JOIN].id)
    shares, way = divmod(action - codes.OFFER, 6)
    return Bid(shares, label_beside(state, table, int(state.line), way))


def label_beside(state: Rocket, table: Map, line: int, way: int) -> str:
    """The hex beside a line's locomotive in that direction; a dash off the map."""
    beside = state.board.neighbours[state.lines[AT + line] * 6 + way]
    return table.label(int(beside)) if beside >= 0 else "—"


def _line(table: Map, name: str) -> int:
    if name not in table.line_numbers:
        raise malformed(f"line is one of {', '.join(table.line_numbers)}")
    return table.line_numbers[name]


def _hex(table: Map, label: str) -> int:
    if label not in table.numbers:
        raise malformed(f"{label!r} is no hex of this map; hexes are named {table.label(0)}, {table.label(1)}, …")
    return table.numbers[label]


def _way(state: Rocket, table: Map, line: int, label: str) -> int:
    """The direction in which the hex lies beside the line's locomotive."""
    wanted, at = _hex(table, label), int(state.lines[AT + line])
    if at < 0:
        return 0
    for way in range(6):
        if state.board.neighbours[at * 6 + way] == wanted:
            return way
    facts = {"hex": label, "line": table.companies[line].short, "at": table.label(at)}
    raise IllegalAction("R5", Text("rocket.not_beside", facts))


def _cell(table: Map, town: str, industry: str) -> int:
    for number, (place, kind, _) in enumerate(table.cells):
        if table.towns[place].id == town and table.industries[kind] == industry:
            return number
    rows = {row.town: row.slots for row in table.investment}
    if town not in rows:
        raise malformed(f"town is one of {', '.join(rows)}")
    raise malformed(f"industry in {town} is one of {', '.join(rows[town])}")
