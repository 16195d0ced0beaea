"""What an event says in the log."""

from __future__ import annotations

from branchline.core.action import Line
from branchline.core.text import Text
from branchline.games.strings.api.actions import KIND
from branchline.games.strings.api.texts import action_text, company_text, signed
from branchline.games.strings.rules import codes
from branchline.games.strings.rules.judge import MOUNTAIN_STRING, RIVER_STRING, Verdict
from branchline.games.strings.rules.pieces import VISIT
from branchline.games.strings.rules.state import Strings


def tell(before: Strings, seat: int, action: int, after: Strings) -> list[Line]:
    """What was done, with its count; then what it brought to owners."""
    if before.phase == codes.PLACE and action >= codes.SHAPE:
        s = len(after.table.tiles) - 1
        tile = after.table.tiles[s]
        owner = Text("strings.marked") if after.table.owners[s] >= 0 else Text("strings.unmarked")
        facts = {"kind": Text(f"strings.kind_{KIND[after.table.kinds[s]]}"), "owner": owner}
        return [Line(Text("strings.placed", facts | {"x": int(tile.x) // 10, "y": int(tile.y) // 10}), seat=seat)]
    if before.phase == codes.LAY and action != codes.GIVE_UP and after.last is not None:
        return _tell_rail(before, seat, after, after.last)
    if action >= codes.SHAPE:
        code = {codes.LAY_FIELD: "field_drawn", codes.LAY_RIVER: "river", codes.LAY_MOUNTAINS: "mountains"}
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
    if before.phase == codes.READY_MADE:
        return [Line(Text("strings.ready_made"))]
    kind = next(kind for kind in range(len(KIND)) if after.stack[kind] < before.stack[kind])
    facts = {"company": company_text(int(before.company())), "kind": Text(f"strings.kind_{KIND[kind]}")}
    return [Line(Text("strings.drew", facts))]
