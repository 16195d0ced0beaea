"""Why something may not be laid: the rule's number, a reason in words, and the place that is wrong."""

from __future__ import annotations

from typing import Any

import msgspec

from branchline.core.action import Move
from branchline.core.errors import IllegalAction
from branchline.core.text import Text
from branchline.games.strings.api.actions import Point
from branchline.games.strings.api.previews import RailCheck, count
from branchline.games.strings.api.texts import kind_text
from branchline.games.strings.api.views import PHASES
from branchline.games.strings.rules import codes, judge, mountains, place, river
from branchline.games.strings.rules.layout import LEAST_SHARE
from branchline.games.strings.rules.lines import Line, inside
from branchline.games.strings.rules.pieces import LIMIT, LONG, MOUNTAINS, RIVER, SHORT
from branchline.games.strings.rules.shapes import FieldShape, MountainsShape, RailShape, RiverShape, StationShape
from branchline.games.strings.rules.state import Strings
from branchline.games.strings.rules.tiles import CLEARANCE, Tile

_SETUP_FAULT = {
    codes.TOO_LONG: "long",
    codes.TOUCHES_ITSELF: "self",
    codes.LEAVES_FIELD: "outside",
    codes.TOUCHES_BASE: "base",
    codes.TOO_SHORT: "short",
    codes.TOO_FAR_OUT: "far_out",
    codes.TOO_NARROW: "narrow",
}
_PLACE_FAULT = {
    codes.LEAVES_FIELD: "outside",
    codes.TOUCHES_BORDER: "border",
    codes.TOUCHES_STATION: "station",
    codes.TOUCHES_RIVER: "river",
    codes.TOUCHES_MOUNTAINS: "mountains",
    codes.TOUCHES_RAIL: "rail",
}
_RAIL_FAULT = {
    judge.LENGTH: ("S14", "long"),
    judge.SELF: ("S10", "self"),
    judge.OUTSIDE: ("S10", "outside"),
    judge.START: ("S10", "loose_end"),
    judge.END: ("S10", "loose_end"),
    judge.SAME_STATION: ("S11", "same"),
    judge.NETWORK: ("S10", "network"),
    judge.FULL: ("S12", "full"),
    judge.TWICE: ("S11", "twice"),
    judge.THROUGH_TERMINAL: ("S13", "terminal"),
}
_DUE_RULE = {"field": "S4", "river": "S4", "mountains": "S4", "corner": "S6", "place": "S9", "lay": "S10"}


class Fault(msgspec.Struct, kw_only=True):
    """Where a thing may not lie. A string with a loose end tells what it would bring as it lies."""

    at: Point
    so_far: RailCheck | None = None


def refusal(state: Strings, move: Move) -> IllegalAction:
    """First whether it is its time, then what is wrong with the thing itself."""
    due, action = PHASES[state.phase], move.number
    if action == codes.GIVE_UP and due == "lay":
        return IllegalAction("S15", Text("strings.no_give_up"))
    if codes.ASIDE <= action < codes.CORNER and due == "place":
        kind = action - codes.ASIDE
        return _not_held(kind) if not state.hand[kind] else IllegalAction("S9", Text("strings.no_aside"))
    if codes.CORNER <= action < codes.TURN_FIELD and due == "corner":
        return _corner(state, action - codes.CORNER)
    if codes.TURN_FIELD <= action < codes.SHAPE and due == "field":
        return IllegalAction("S22", Text("strings.field_free" if state.free else "strings.field_turns"))
    match move.payload:
        case FieldShape() if due == "field":
            return IllegalAction("S4", Text("strings.field_turns"))
        case RiverShape(line=line) if due == "river":
            return _setup_string(state, line, True)
        case MountainsShape(line=line) if due == "mountains":
            return _setup_string(state, line, False)
        case StationShape(tile=tile, kind=kind) if due == "place":
            return _place(state, tile, int(kind))
        case RailShape(line=line, long=long) if due == "lay":
            return _rail(state, line, long)
    return IllegalAction(_DUE_RULE.get(due, "S8"), Text("strings.not_now", {"due": Text(f"strings.due_{due}")}))


def _not_held(kind: int) -> IllegalAction:
    return IllegalAction("S9", Text("strings.not_held", {"kind": kind_text(kind)}))


def _corner(state: Strings, corner: int) -> IllegalAction:
    if corner in state.corner:
        return IllegalAction("S6", Text("strings.corner_taken"))
    if corner >= state.companies:
        return IllegalAction("S6", Text("strings.corner_missing", {"last": int(state.companies) - 1}))
    return IllegalAction("S7", Text("strings.corner_opposite"))


def _setup_string(state: Strings, line: Line, is_river: bool) -> IllegalAction:
    field = state.table.ground()
    fault = int(river.fault(field, line) if is_river else mountains.fault(field, line))
    most = (RIVER if is_river else MOUNTAINS) // 10
    length = int(line.length())
    # Too short is rounded down, so that no refusal says 450 of at least 450 mm.
    shown = length // 10240 if fault == codes.TOO_SHORT else _mm(length)
    facts: dict[str, Any] = {"most": most, "least": most * LEAST_SHARE // 100, "length": shown}
    what = "river" if is_river else "mountains"
    at = _setup_fault_at(state, line, fault)
    text = Text(f"strings.{what}_{_SETUP_FAULT[fault]}", facts)
    return IllegalAction("S5", text, None if at is None else Fault(at=at))


def _setup_fault_at(state: Strings, line: Line, fault: int) -> Point | None:
    field = state.table.ground()
    if fault == codes.TOUCHES_ITSELF:
        x, y = line.contact_point(line.self_contact())
        return _point(x, y)
    if fault == codes.LEAVES_FIELD:
        outside = (_point(x, y) for x, y in zip(line.xs, line.ys, strict=True) if inside(field.ring, x, y) <= 0)
        return next(outside, _point(line.xs[0], line.ys[0]))
    if fault == codes.TOUCHES_BASE:
        for mark in field.marks:
            if not mark.clear_of(line, CLEARANCE) or (line.closed and inside(line, mark.x, mark.y) >= 0):
                return _point(mark.x, mark.y)
    return None


def _point(x: int, y: int) -> Point:
    return (int(x), int(y))


def _place(state: Strings, tile: Tile, kind: int) -> IllegalAction:
    if not state.hand[kind]:
        return _not_held(kind)
    fault = int(place.fault(state.table, tile))
    facts: dict[str, Any] = {}
    if fault == codes.TOUCHES_STATION:
        station = int(place.blocking_station(state.table, tile))
        facts = {"station": station, "kind": _kind(state, station)}
    return IllegalAction("S9", Text(f"strings.place_{_PLACE_FAULT[fault]}", facts), Fault(at=_point(tile.x, tile.y)))


def _kind(state: Strings, station: int) -> Text:
    return kind_text(int(state.table.kinds[station]))


def _rail(state: Strings, line: Line, long: bool) -> IllegalAction:
    if not state.has_string(long):
        return IllegalAction("S10", Text("strings.rail_spent_long" if long else "strings.rail_spent_short"))
    verdict = state.judge(line, long)
    rule, name = _RAIL_FAULT[int(verdict.fault)]
    facts: dict[str, Any] = {}
    detail = Fault(at=_point(verdict.x, verdict.y))
    if verdict.fault == judge.LENGTH:
        facts = {"length": _mm(int(verdict.length)), "most": (LONG if long else SHORT) // 10}
    if verdict.fault in (judge.START, judge.END):
        # A page that draws a string shows what it brings while the player still pulls.
        judge.count(state.table, state.company(), line, verdict, state.expert, state.first_only)
        detail.so_far = count(state, verdict, long)
    station = int(verdict.station)
    if station >= 0:
        facts |= {"station": station, "kind": _kind(state, station), "limit": int(LIMIT[state.table.kinds[station]])}
    return IllegalAction(rule, Text(f"strings.rail_{name}", facts), detail)


def _mm(length: int) -> int:
    """Whole millimetres, rounded up, from 1/1024 of a tenth."""
    return -(-length // 10240)
