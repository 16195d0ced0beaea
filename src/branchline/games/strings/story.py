"""String Railway in words: actions, lines of the log, and the table as plain text."""

from __future__ import annotations

from branchline.core.action import Line
from branchline.core.text import Text
from branchline.games.strings import shapes, views
from branchline.games.strings import state as rules
from branchline.games.strings.actions import KIND
from branchline.games.strings.judge import Verdict
from branchline.games.strings.state import Strings
from branchline.games.strings.table import MOUNTAIN_STRING, RIVER_STRING, VISIT
from branchline.games.strings.views import PHASES


def company_text(company: int) -> Text:
    """A company's letter."""
    return Text(f"strings.company_{company}")


def action_text(state: Strings, seat: int, action: int) -> Text:
    """The action as a player reads it."""
    if action == rules.GIVE_UP:
        return Text("strings.give_up")
    if action < rules.CORNER:
        return Text("strings.aside", {"kind": Text(f"strings.kind_{KIND[action - rules.ASIDE]}")})
    if action < rules.TURN_FIELD:
        return Text("strings.corner", {"corner": action - rules.CORNER + 1})
    if action < rules.SHAPE:
        return Text("strings.field", {"degrees": (action - rules.TURN_FIELD) * 15})
    shape = state.shapes[action - rules.SHAPE]
    if shape.tile is not None:
        return _place_text(int(shape.kind), int(shape.tile.x), int(shape.tile.y))
    if shape.what == shapes.RAIL and shape.line is not None and state.phase == rules.LAY:
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


def tell(before: Strings, seat: int, action: int, after: Strings) -> list[Line]:
    """What was done, with its count; then what it brought to owners."""
    if before.phase == rules.PLACE and action >= rules.SHAPE:
        s = len(after.table.tiles) - 1
        tile = after.table.tiles[s]
        owner = Text("strings.marked") if after.table.owners[s] >= 0 else Text("strings.unmarked")
        facts = {"kind": Text(f"strings.kind_{KIND[after.table.kinds[s]]}"), "owner": owner}
        return [Line(Text("strings.placed", facts | {"x": int(tile.x) // 10, "y": int(tile.y) // 10}), seat=seat)]
    if before.phase == rules.LAY and action != rules.GIVE_UP and after.last is not None:
        return _tell_rail(before, seat, after, after.last)
    if action >= rules.SHAPE:
        code = {rules.LAY_FIELD: "field_drawn", rules.LAY_RIVER: "river", rules.LAY_MOUNTAINS: "mountains"}
        return [Line(Text(f"strings.{code[int(before.phase)]}"), seat=seat)]
    return [Line(action_text(before, seat, action), seat=seat)]


def _tell_rail(before: Strings, seat: int, after: Strings, verdict: Verdict) -> list[Line]:
    company = int(before.company())
    long = bool(after.table.rail_long[len(after.table.rails) - 1])
    facts = {"company": company_text(company), "string": Text("strings.long" if long else "strings.short")}
    points = int(verdict.points)
    lines = [Line(Text("strings.laid", facts | {"points": signed(points)}), seat=seat, points=points)]
    for s, worth in zip(verdict.stations, verdict.worth, strict=True):
        if worth:
            kind = Text(f"strings.kind_{KIND[before.table.kinds[s]]}")
            lines.append(Line(Text("strings.reaches", {"kind": kind, "points": signed(int(worth))}), seat=seat))
    for what, cost in zip(verdict.cross_what, verdict.cross_cost, strict=True):
        if cost:
            crossed = {"string": _crossed(before, int(what)), "points": signed(-int(cost))}
            lines.append(Line(Text("strings.crosses", crossed), seat=seat))
    for s in verdict.visits:
        owner = int(before.table.owners[s])
        effect = int(VISIT[before.table.kinds[s]])
        visit = {
            "company": company_text(owner),
            "kind": Text(f"strings.kind_{KIND[before.table.kinds[s]]}"),
            "points": signed(effect),
        }
        lines.append(Line(Text("strings.visited", visit), seat=owner % int(before.players), points=effect))
    return lines


def _crossed(state: Strings, what: int) -> Text:
    if what == RIVER_STRING:
        return Text("strings.the_river")
    if what == MOUNTAIN_STRING:
        return Text("strings.the_mountains")
    return Text("strings.a_rail", {"company": company_text(int(state.table.rail_company[what]))})


def tell_chance(before: Strings, k: int, after: Strings) -> list[Line]:
    """The station drawn, or the layout that came."""
    if before.phase == rules.READY_MADE:
        return [Line(Text("strings.ready_made"))]
    kind = next(kind for kind in range(len(KIND)) if after.stack[kind] < before.stack[kind])
    facts = {"company": company_text(int(before.company())), "kind": Text(f"strings.kind_{KIND[kind]}")}
    return [Line(Text("strings.drew", facts))]


def board(state: Strings, seat: int | None, language: str) -> str:
    """Companies, stations and what is to be done, for reading aloud."""
    lines = [Text(f"strings.board_{PHASES[state.phase]}").word(language)]
    for row in views.companies(state):
        facts = {**row, "company": company_text(row["company"])}
        lines.append(Text("strings.board_company", facts).word(language))
    for s in range(len(state.table.tiles)):
        found = views.station(state, s)
        letters = ", ".join(company_text(c).word(language) for c in found["companies"])
        facts = {
            "n": s + 1,
            "kind": Text(f"strings.kind_{found['kind']}"),
            "x": found["x"] // 10,
            "y": found["y"] // 10,
            "limit": found["limit"],
            "companies": letters or Text("strings.nobody"),
        }
        lines.append(Text("strings.board_station", facts).word(language))
    return "\n".join(lines)
