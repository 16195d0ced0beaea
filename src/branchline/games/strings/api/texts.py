"""Actions and pieces as texts."""

from __future__ import annotations

from branchline.core.text import Text
from branchline.games.strings.api.actions import KIND
from branchline.games.strings.rules import codes, shapes
from branchline.games.strings.rules.judge import Verdict
from branchline.games.strings.rules.state import Strings


def company_text(company: int) -> Text:
    """A company's letter."""
    return Text(f"strings.company_{company}")


def action_text(state: Strings, seat: int, action: int) -> Text:
    """The action as a player reads it."""
    if action == codes.GIVE_UP:
        return Text("strings.give_up")
    if action < codes.CORNER:
        return Text("strings.aside", {"kind": Text(f"strings.kind_{KIND[action - codes.ASIDE]}")})
    if action < codes.TURN_FIELD:
        return Text("strings.corner", {"corner": action - codes.CORNER + 1})
    if action < codes.SHAPE:
        return Text("strings.field", {"degrees": (action - codes.TURN_FIELD) * 15})
    shape = state.drafts[action - codes.SHAPE]
    if shape.tile is not None:
        return _place_text(int(shape.kind), int(shape.tile.x), int(shape.tile.y))
    if shape.what == shapes.RAIL and shape.line is not None and state.phase == codes.LAY:
        return rail_text(state, state.judge(shape.line, shape.kind == 1), bool(shape.kind))
    return Text(("strings.field_drawn", "strings.river", "strings.mountains", "", "strings.rail")[shape.what])


def _place_text(kind: int, x: int, y: int) -> Text:
    return Text("strings.place", {"kind": Text(f"strings.kind_{KIND[kind]}"), "x": x // 10, "y": y // 10})


def rail_text(state: Strings, verdict: Verdict, long: bool) -> Text:
    """A rail by its string, the stations that it reaches in their order, and its points."""
    if verdict.fault:
        return Text("strings.rail")
    stops = [_stop_text(state, int(s)) for s in verdict.stations]
    way = stops[0]
    for stop in stops[1:]:
        way = Text("strings.stops", {"a": way, "b": stop})
    facts = {"stations": way, "points": signed(int(verdict.points))}
    return Text("strings.lay_long" if long else "strings.lay_short", facts)


def _stop_text(state: Strings, s: int) -> Text:
    """A station by its kind and the number that the table in words gives it."""
    return Text("strings.stop", {"kind": Text(f"strings.kind_{KIND[state.table.kinds[s]]}"), "n": s + 1})


def signed(points: int) -> str:
    """Points with their sign."""
    return f"+{points}" if points > 0 else f"−{-points}" if points else "0"
