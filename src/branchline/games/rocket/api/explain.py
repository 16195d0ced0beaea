"""Why a move was better: what either pays at once, what it merges, and which majorities of the final count it turns."""

from __future__ import annotations

from branchline.core.action import Move
from branchline.core.text import Text
from branchline.games.rocket.api.maps import Map, map_of
from branchline.games.rocket.api.scorings import Scoring, projection
from branchline.games.rocket.api.targets import extension, first_merger
from branchline.games.rocket.api.texts import names
from branchline.games.rocket.rules.codes import INVEST
from branchline.games.rocket.rules.layout import SHARE
from branchline.games.rocket.rules.state import Rocket

MOST = 5
"""More facts are not read."""


def explain(state: Rocket, seat: int, played: Move, better: Move) -> list[Text]:
    """Facts about either move, as it goes if nobody objects."""
    table = map_of(state)
    facts = [*_paid(state, table, seat, better, "better"), *_paid(state, table, seat, played, "played")]
    after, instead = _after(state, seat, played), _after(state, seat, better)
    return [*facts, *_majorities(table, seat, after, instead)][:MOST]


def _after(state: Rocket, seat: int, move: Move) -> Rocket:
    after = state.clone()
    if move.number >= INVEST:
        after.apply(seat, move.number)
    else:
        line, way = divmod(move.number, 6)
        after.begin(seat, line, way)
        after.resolve(way, True)
    return first_merger(after)


def _paid(state: Rocket, table: Map, seat: int, move: Move, which: str) -> list[Text]:
    """What an extension pays at once, by town and majority, and the line that it ends in."""
    if move.number >= INVEST:
        return []
    line, way = divmod(move.number, 6)
    seen = extension(state, table, line, way)
    facts = [
        Text(f"rocket.explain_{which}_pays", {"subject": each.text, "points": each.points[seat], "why": why})
        for each in seen.scorings
        if (why := each.why[seat]) is not None
    ]
    if not seen.points[seat] and max(seen.points) > 0:
        facts.append(Text(f"rocket.explain_{which}_others", {"hex": seen.hex, "points": max(seen.points)}))
    if seen.merges:
        short = {company.id: company.short for company in table.companies}
        lines = {"line": short[seen.line], "into": names([short[each] for each in seen.merges])}
        facts.append(Text(f"rocket.explain_{which}_merges", {**lines, "shares": int(state.fact(seat, SHARE + line))}))
    if seen.passenger:
        facts.append(Text(f"rocket.explain_{which}_passenger", {"hex": seen.hex}))
    return facts


def _majorities(table: Map, seat: int, played: Rocket, better: Rocket) -> list[Text]:
    """Parts of the final count that the seat would have more of after the better move, if the game ended then."""
    now, then = (_by_subject(projection(each, table).scorings) for each in (played, better))
    facts = []
    for key, each in then.items():
        had = now[key].points[seat] if key in now else 0
        if each.points[seat] > had:
            facts.append((had - each.points[seat], {"subject": each.text, "played": had, "better": each.points[seat]}))
    facts.sort(key=lambda fact: fact[0])
    return [Text("rocket.explain_count", fact) for _, fact in facts]


def _by_subject(scorings: list[Scoring]) -> dict[tuple[str, str | None, str | None], Scoring]:
    return {(each.what, each.line, each.industry): each for each in scorings}
