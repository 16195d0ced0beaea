"""Every point explained: who got it, for which town, line or industry, by which majority, tie and rounding."""

from __future__ import annotations

from typing import Any

from branchline.core.action import Line
from branchline.core.text import Text
from branchline.games.rocket import majority
from branchline.games.rocket.maps import Map

WHATS = ("town", "railway_town", "merger", "passengers", "industry", "stations", "shares")
LETTERS = ("a", "b", "c", "d")


def scoring(table: Map, packed: int, players: int) -> dict[str, Any]:
    """One scoring, JSON-safe; `text` says what was scored and `why` has a reason for each seat that scored."""
    what = int(majority.what_of(packed))
    line, subject = int(majority.line_of(packed)), int(majority.subject_of(packed))
    points = [int(share) for share in majority.points_of(packed, players)]
    return {
        "what": WHATS[what],
        "line": None if line == majority.NOBODY else table.companies[line].id,
        "town": table.towns[subject].id if what in (majority.TOWN, majority.RAILWAY_TOWN) else None,
        "into": table.companies[subject].id if what == majority.MERGER else None,
        "industry": table.industries[subject] if what == majority.INDUSTRY else None,
        "first": int(majority.first_of(packed)),
        "second": int(majority.second_of(packed)),
        "counts": [int(count) for count in majority.counts_of(packed, players)],
        "points": points,
        "text": subject_text(table, packed).json(),
        "why": [reason(packed, seat, players).json() if points[seat] else None for seat in range(players)],
    }


def subject_text(table: Map, packed: int) -> Text:
    """What was scored: «Peterborough on GER, 3 towns»."""
    what = int(majority.what_of(packed))
    line, subject = int(majority.line_of(packed)), int(majority.subject_of(packed))
    facts: dict[str, Any] = {"towns": int(majority.first_of(packed))}
    if line != majority.NOBODY:
        facts["line"] = table.companies[line].short
    if what in (majority.TOWN, majority.RAILWAY_TOWN):
        facts["town"] = town_text(table, subject)
    elif what == majority.MERGER:
        facts["into"] = table.companies[subject].short
    elif what == majority.INDUSTRY:
        facts["industry"] = Text(f"rocket.industry_{table.industries[subject]}")
    return Text(f"rocket.scored_{WHATS[what]}", facts)


def town_text(table: Map, town: int) -> Text:
    """A town's name in the reader's language."""
    return Text(f"rocket.town_{table.towns[town].id}")


def reason(packed: int, seat: int, players: int) -> Text:
    """Why this seat got its points: most, second, tied, and how a prize was divided or halved."""
    counts = [int(count) for count in majority.counts_of(packed, players)]
    first, second = int(majority.first_of(packed)), int(majority.second_of(packed))
    own, tied = counts[seat], counts.count(counts[seat])
    points = int(majority.points_of(packed, players)[seat])
    facts = {"own": own, "first": first, "second": second, "tied": tied, "points": points}
    if own == max(counts):
        code = "most" if tied == 1 else "tied_most"
    elif tied > 1:
        code = "tied_second"
    elif first == 2 * second or majority.what_of(packed) in (majority.TOWN, majority.PASSENGERS, majority.INDUSTRY):
        code = "second"
    else:
        code = "second_half"
    return Text(f"rocket.{code}", facts | {"counts": counts_text(counts)})


def counts_text(counts: list[int]) -> Text:
    """What everybody had: «A 2, B 1, C 0»."""
    return Text(f"rocket.counts_{len(counts)}", dict(zip(LETTERS, counts, strict=False)))


def lines(table: Map, packed: int, players: int, actor: int) -> list[Line]:
    """The log's lines of one scoring: one for each seat that got points, or the actor's that says that nobody did."""
    points = majority.points_of(packed, players)
    subject = subject_text(table, packed)
    told = [
        Line(
            Text("rocket.gained", {"subject": subject, "why": reason(packed, seat, players)}),
            seat=seat,
            points=int(points[seat]),
        )
        for seat in range(players)
        if points[seat]
    ]
    if told or majority.what_of(packed) in (majority.STATIONS, majority.SHARES):
        return told
    return [Line(Text("rocket.nobody", {"subject": subject}), actor)]


def breakdown(table: Map, ledger: list[int], players: int) -> dict[str, Any]:
    """The whole game: every scoring in order, and each seat's sums by kind."""
    scorings = [scoring(table, packed, players) for packed in ledger]
    sums = [dict.fromkeys(WHATS, 0) for _ in range(players)]
    for each in scorings:
        for seat in range(players):
            sums[seat][each["what"]] += each["points"][seat]
    return {"scorings": scorings, "sums": sums}
