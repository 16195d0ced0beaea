"""Actions and pieces as texts."""

from __future__ import annotations

from branchline.core.action import Move
from branchline.core.text import Text
from branchline.games.strings.api.actions import KIND
from branchline.games.strings.api.places import place_text
from branchline.games.strings.rules import codes
from branchline.games.strings.rules.judge import Verdict
from branchline.games.strings.rules.pieces import BASE
from branchline.games.strings.rules.shapes import MountainsShape, RailShape, RiverShape, StationShape
from branchline.games.strings.rules.state import Strings


def company_text(company: int) -> Text:
    """A company's letter."""
    return Text(f"strings.company_{company}")


def kind_text(kind: int) -> Text:
    """The name of a kind of station."""
    return Text(f"strings.kind_{KIND[kind]}")


def action_text(state: Strings, move: Move) -> Text:
    """The move as a player reads it."""
    match move.payload:
        case StationShape(tile=tile, kind=kind):
            return Text("strings.place", {"kind": kind_text(int(kind)), "where": place_text(state, tile.x, tile.y)})
        case RailShape(line=line, long=long):
            return rail_text(state, state.judge(line, long), long) if state.phase == codes.LAY else Text("strings.rail")
        case RiverShape():
            return Text("strings.river")
        case MountainsShape():
            return Text("strings.mountains")
    number = move.number
    if number == codes.GIVE_UP:
        return Text("strings.give_up")
    if number < codes.CORNER:
        return Text("strings.aside", {"kind": kind_text(number - codes.ASIDE)})
    if number < codes.TURN_FIELD:
        return Text("strings.corner", {"corner": number - codes.CORNER + 1})
    if number < codes.SHAPE:
        return Text("strings.field", {"degrees": (number - codes.TURN_FIELD) * 15})
    return Text("strings.field_drawn")


def rail_text(state: Strings, verdict: Verdict, long: bool) -> Text:
    """A rail by its string, the stations that it reaches in their order, and its points."""
    if verdict.fault:
        return Text("strings.rail")
    way = stations_text(state, [int(s) for s in verdict.stations])
    facts = {"stations": way, "points": signed(int(verdict.points))}
    return Text("strings.lay_long" if long else "strings.lay_short", facts)


def stations_text(state: Strings, stations: list[int]) -> Text:
    """Stations in the order of a string."""
    stops = [_stop_text(state, s) for s in stations]
    way = stops[0]
    for stop in stops[1:]:
        way = Text("strings.stops", {"a": way, "b": stop})
    return way


def _stop_text(state: Strings, s: int) -> Text:
    """A base by its company, another station by its kind and the number that the text board gives it."""
    if state.table.kinds[s] == BASE:
        return Text("strings.base", {"company": company_text(int(state.table.owners[s]))})
    return Text("strings.stop", {"kind": kind_text(int(state.table.kinds[s])), "n": s + 1})


def signed(points: int) -> str:
    """Points with their sign."""
    return f"+{points}" if points > 0 else f"−{-points}" if points else "0"
