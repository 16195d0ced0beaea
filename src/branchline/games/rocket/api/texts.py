"""Actions, towns, counts and reasons as texts."""

from __future__ import annotations

from typing import Any

from branchline.core.action import Move
from branchline.core.text import Text
from branchline.games.rocket.api.actions import label_beside
from branchline.games.rocket.api.maps import Map, map_of
from branchline.games.rocket.rules import codes, ledger, scoring
from branchline.games.rocket.rules.state import Rocket

_SCORED = ("town", "railway_town", "merger", "passengers", "industry", "stations", "shares")
_LETTERS = ("a", "b", "c", "d")
_ANSWERS = {codes.REFRAIN: "rocket.refrain", codes.CALL_VETO: "rocket.call"}


def action_text(state: Rocket, seat: int, move: Move) -> Text:
    """The move as a player reads it."""
    table, action = map_of(state), move.number
    if action < codes.INVEST:
        line, way = divmod(action, 6)
        facts = {"line": table.companies[line].short, "hex": label_beside(state, table, line, way)}
        return Text("rocket.extend_isolated" if state.isolated >> line & 1 else "rocket.extend", facts)
    if action < codes.BUILD:
        town, industry, _ = table.cells[action - codes.INVEST]
        return Text("rocket.invest", {"town": town_text(table, town), "industry": industry_text(table, industry)})
    if action < codes.MOVE:
        return Text("rocket.station", {"hex": table.label(action - codes.BUILD)})
    if action < codes.REFRAIN:
        start, here = divmod(action - codes.MOVE, codes.MOST_HEXES)
        return Text("rocket.move", {"start": table.label(start), "hex": table.label(here)})
    if action == codes.PASS:
        return Text("rocket.let_go" if seat == state.active else "rocket.pass")
    if action in _ANSWERS:
        return Text(_ANSWERS[action])
    if action == codes.DEFEND:
        target = label_beside(state, table, int(state.line), int(state.way))
        return Text("rocket.defend", {"shares": int(state.best), "hex": target})
    if action < codes.OFFER:
        return Text("rocket.merge", {"line": table.companies[action - codes.JOIN].short})
    shares, way = divmod(action - codes.OFFER, 6)
    return Text("rocket.bid", {"shares": shares, "hex": label_beside(state, table, int(state.line), way)})


def town_text(table: Map, town: int) -> Text:
    """A town's name in the reader's language."""
    return Text(f"rocket.town_{table.towns[town].id}")


def industry_text(table: Map, industry: int) -> Text:
    """An industry's name in the reader's language."""
    return Text(f"rocket.industry_{table.industries[industry]}")


def seat_text(seat: int) -> Text:
    """A seat's letter."""
    return Text(f"rocket.seat_{seat}")


def counts_text(counts: list[int]) -> Text:
    """What everybody had: «A 2, B 1, C 0»."""
    return Text(f"rocket.counts_{len(counts)}", dict(zip(_LETTERS, counts, strict=False)))


def many(texts: list[Text]) -> Text:
    """Texts one after the other."""
    if not texts:
        return Text("rocket.none")
    joined = texts[0]
    for text in texts[1:]:
        joined = Text("rocket.and", {"a": joined, "b": text})
    return joined


def names(words: list[str]) -> Text:
    """Names that are the same in every language, one after the other."""
    return Text("rocket.name", {"name": ", ".join(words)}) if words else Text("rocket.none")


def subject_text(table: Map, packed: int) -> Text:
    """What was scored: «Peterborough on GER, 3 towns»."""
    what = int(ledger.what_of(packed))
    line, subject = int(ledger.line_of(packed)), int(ledger.subject_of(packed))
    facts: dict[str, Any] = {"towns": int(ledger.first_of(packed))}
    if line != ledger.NO_LINE:
        facts["line"] = table.companies[line].short
    if what in (ledger.TOWN, ledger.RAILWAY_TOWN):
        facts["town"] = town_text(table, subject)
    elif what == ledger.MERGER:
        facts["into"] = table.companies[subject].short
    elif what == ledger.INDUSTRY:
        facts["industry"] = industry_text(table, subject)
    return Text(f"rocket.scored_{_SCORED[what]}", facts)


def reason_text(packed: int, seat: int, players: int) -> Text:
    """Why this seat got its points: most, second, tied, and how a prize was divided or halved."""
    counts = [int(count) for count in ledger.counts_of(packed, players)]
    first, second = int(ledger.first_of(packed)), int(ledger.second_of(packed))
    own, tied = counts[seat], counts.count(counts[seat])
    points = int(scoring.points_of(packed, players)[seat])
    facts = {"own": own, "first": first, "second": second, "tied": tied, "points": points}
    if own == max(counts):
        code = "most" if tied == 1 else "tied_most"
    elif tied > 1:
        code = "tied_second"
    elif first == 2 * second or ledger.what_of(packed) in (ledger.TOWN, ledger.PASSENGERS, ledger.INDUSTRY):
        code = "second"
    else:
        code = "second_half"
    return Text(f"rocket.{code}", facts | {"counts": counts_text(counts)})
