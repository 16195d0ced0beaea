"""Why a string or a place was better: the arithmetic of its stations and crossings."""

from __future__ import annotations

from branchline.core.action import Move
from branchline.core.text import Text
from branchline.games.strings.api.previews import RailCheck, count
from branchline.games.strings.api.texts import company_text, signed, stations_text
from branchline.games.strings.rules.codes import LAY
from branchline.games.strings.rules.pieces import NOBODY
from branchline.games.strings.rules.planning.places import QUICK, best_rail, plain_planner
from branchline.games.strings.rules.planning.planner import Rail
from branchline.games.strings.rules.shapes import RailShape, StationShape
from branchline.games.strings.rules.state import Strings


def explain(state: Strings, seat: int, played: Move, better: Move) -> list[Text]:
    """The count of both strings; for a station, of the best string that its place allows at once."""
    facts: list[Text] = []
    if isinstance(played.payload, StationShape):
        return _places(state, seat, played, better)
    for which, move in (("played", played), ("better", better)):
        if isinstance(move.payload, RailShape):
            line, long = move.payload.line, move.payload.long
            facts += _rail(state, which, count(state, state.judge(line, long), long), long)
    return facts


def _rail(state: Strings, which: str, rail: RailCheck, long: bool) -> list[Text]:
    """«2 + 1 + 3 − 2 = +4», then what is crossed and what the owners of stations get."""
    terms = [each.points for each in rail.stations] + [each.points for each in rail.crossings if each.points]
    facts = [Text(f"strings.explain_{which}", {"sum": _arithmetic(terms), "total": signed(rail.points)})]
    crossed = [each for each in rail.crossings if each.points]
    if crossed:
        lost = signed(sum(each.points for each in crossed))
        facts.append(Text(f"strings.explain_{which}_crosses", {"n": len(crossed), "points": lost}))
    for company in sorted({each.company for each in rail.owners if each.company != NOBODY}):
        points = sum(each.points for each in rail.owners if each.company == company)
        if not points:
            continue
        named = {"company": company_text(company), "points": signed(points)}
        facts.append(Text(f"strings.explain_{which}_owner", named))
    if long and state.short[state.company()] > 0:
        facts.append(Text(f"strings.explain_{which}_long"))
    return facts


def _places(state: Strings, seat: int, played: Move, better: Move) -> list[Text]:
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
