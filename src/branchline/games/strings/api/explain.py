"""Why a string or a place was better: the arithmetic of its stations and crossings, and who is near."""

from __future__ import annotations

import math

from branchline.core.action import Move
from branchline.core.text import Text
from branchline.games.strings.api.places import CENTIMETRE, beyond_river, place_text
from branchline.games.strings.api.previews import RailCheck, count
from branchline.games.strings.api.texts import company_text, signed, stations_text
from branchline.games.strings.rules.codes import LAY
from branchline.games.strings.rules.pieces import NOBODY, SCENIC
from branchline.games.strings.rules.planning.places import QUICK, best_rail, plain_planner
from branchline.games.strings.rules.planning.planner import Rail
from branchline.games.strings.rules.shapes import RailShape, StationShape
from branchline.games.strings.rules.state import Strings

MOST = 4
"""More facts are not read."""
NOTABLE = 2
"""Strings that differ by fewer centimetres are the same to a reader."""
_CENTIMETRE = 1024 * CENTIMETRE
"""In the unit of a string's length."""


def explain(state: Strings, seat: int, played: Move, better: Move) -> list[Text]:
    """The count of both strings; for a station, of the best string that its place allows at once."""
    if isinstance(played.payload, StationShape):
        return _places(state, seat, played, better)
    shapes = [each.payload for each in (played, better) if isinstance(each.payload, RailShape)]
    named = zip(("played", "better") if isinstance(played.payload, RailShape) else ("better",), shapes, strict=True)
    rows = [_rail(state, which, count(state, state.judge(each.line, each.long), each.long)) for which, each in named]
    if len(shapes) == 2:
        return _rails(state, shapes, rows)[:MOST]
    return [fact for row in rows for fact in row][:MOST]


def _rails(state: Strings, shapes: list[RailShape], rows: list[list[Text]]) -> list[Text]:
    """What two strings differ in; one that brings the same may still lie elsewhere."""
    totals = [row[0].facts for row in rows]
    same = totals[0] == totals[1]
    facts = [Text("strings.explain_same", totals[0])] if same else [row[0] for row in rows]
    told = [[(each.code.removeprefix(_PREFIX[n]), each.facts) for each in row[1:]] for n, row in enumerate(rows)]
    for n, row in enumerate(rows):
        facts += [each for each, key in zip(row[1:], told[n], strict=True) if key not in told[1 - n]]
    facts += _long(state, shapes)
    return facts if len(facts) > (1 if same else 2) else [*facts, *_course(state, shapes)]


_PREFIX = ("strings.explain_played_", "strings.explain_better_")


def _rail(state: Strings, which: str, rail: RailCheck) -> list[Text]:
    """«2 + 1 + 3 − 2 = +4», then what is crossed and what the owners of stations get."""
    terms = [each.points for each in rail.stations] + [each.points for each in rail.crossings if each.points]
    facts = [Text(f"strings.explain_{which}", {"sum": _arithmetic(terms), "total": signed(rail.points)})]
    crossed = [each for each in rail.crossings if each.points]
    if crossed:
        lost = signed(sum(each.points for each in crossed))
        facts.append(Text(f"strings.explain_{which}_crosses", {"n": len(crossed), "points": lost}))
    for company in sorted({each.company for each in rail.owners if each.company != NOBODY}):
        points = sum(each.points for each in rail.owners if each.company == company)
        if points:
            named = {"company": company_text(company), "points": signed(points)}
            facts.append(Text(f"strings.explain_{which}_owner", named))
    return facts


def _long(state: Strings, shapes: list[RailShape]) -> list[Text]:
    """The string that spends the long piece while there are short ones, where the other does not."""
    if shapes[0].long == shapes[1].long or not state.short[state.company()]:
        return []
    return [Text(f"strings.explain_{'played' if shapes[0].long else 'better'}_long")]


def _course(state: Strings, shapes: list[RailShape]) -> list[Text]:
    """Where two strings of the same stations lie: a way round leaves other ground free, and so does another end."""
    lengths = [round(int(each.line.length()) / _CENTIMETRE) for each in shapes]
    facts = []
    if abs(lengths[0] - lengths[1]) >= NOTABLE:
        facts.append(Text("strings.explain_course", {"played": lengths[0], "better": lengths[1]}))
    ends = [{(int(each.line.xs[at]), int(each.line.ys[at])) for at in (0, -1)} for each in shapes]
    for end in sorted(ends[1]):
        nearest = min(math.dist(end, other) for other in ends[0])
        if nearest >= NOTABLE * CENTIMETRE:
            facts.append(Text("strings.explain_end", {"where": place_text(state, *end)}))
    return facts


def _places(state: Strings, seat: int, played: Move, better: Move) -> list[Text]:
    """What the two places differ in: the best string of this turn, mountains, river, and whose network is near."""
    shapes = [each.payload for each in (played, better) if isinstance(each.payload, StationShape)]
    if len(shapes) < 2:
        return []
    facts = _strings(state, seat, played, better)
    high = [state.table.is_high(each.tile) for each in shapes]
    if int(shapes[0].kind) == SCENIC and high[0] != high[1]:
        facts.append(Text(f"strings.explain_{'played' if high[0] else 'better'}_high"))
    apart = [_apart(state, each) for each in shapes]
    if apart[0] != apart[1]:
        facts.append(Text(f"strings.explain_{'played' if apart[0] else 'better'}_river"))
    near = [_near(state, each) for each in shapes]
    if near[0] != near[1]:
        for which, (own, rival, other) in zip(("played", "better"), near, strict=True):
            named = {"own": own, "company": company_text(rival), "other": other}
            facts.append(Text(f"strings.explain_{which}_near", named))
    return facts[:MOST]


def _near(state: Strings, shape: StationShape) -> tuple[int, int, int]:
    """How many centimetres it is from one's own network, and from the nearest other company's, which is named."""
    own, table = int(state.company()), state.table
    nearest: dict[int, float] = {}
    for tile, mask in zip(table.tiles, table.reached, strict=True):
        distance = math.hypot(int(tile.x - shape.tile.x), int(tile.y - shape.tile.y))
        for company in range(int(state.companies)):
            if mask >> company & 1:
                nearest[company] = min(distance, nearest.get(company, distance))
    rival = min((each for each in nearest if each != own), key=nearest.__getitem__)
    return round(nearest[own] / 100), rival, round(nearest[rival] / 100)


def _apart(state: Strings, shape: StationShape) -> bool:
    """Whether the river lies between a place and the nearest station of one's own network: crossing it costs."""
    own, table = int(state.company()), state.table
    reached = [tile for tile, mask in zip(table.tiles, table.reached, strict=True) if mask >> own & 1]
    nearest = min(reached, key=lambda tile: math.hypot(int(tile.x - shape.tile.x), int(tile.y - shape.tile.y)))
    return beyond_river(state, (nearest.x, nearest.y), (shape.tile.x, shape.tile.y))


def _strings(state: Strings, seat: int, played: Move, better: Move) -> list[Text]:
    """The best string of this turn once the station stands there, where the two places differ in it."""
    found = []
    for which, move in (("played", played), ("better", better)):
        after = state.clone()
        after.apply(seat, move.number, move.payload)
        if after.phase != LAY:
            return []
        found.append((which, after, best_rail(after, after.table, plain_planner(after, QUICK))))
    brought = [None if rail is None else int(rail.verdict.points) for _, _, rail in found]
    if brought[0] == brought[1]:
        return []
    return [_string(which, after, rail) for which, after, rail in found]


def _string(which: str, state: Strings, rail: Rail | None) -> Text:
    if rail is None:
        return Text(f"strings.explain_{which}_no_string")
    way = stations_text(state, [int(stop) for stop in rail.verdict.stations])
    return Text(f"strings.explain_{which}_string", {"stations": way, "points": signed(int(rail.verdict.points))})


def _arithmetic(terms: list[int]) -> str:
    """Terms with their signs between them."""
    if not terms:
        return "0"
    first, *rest = terms
    return "".join(
        [str(first) if first >= 0 else f"−{-first}", *(f" {'+' if term >= 0 else '−'} {abs(term)}" for term in rest)]
    )
