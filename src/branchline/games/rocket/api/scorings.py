"""Every scoring explained: who got points, for which town, line or industry, by which majority, tie and rounding."""

from __future__ import annotations

from typing import Any

from branchline.games.rocket.api.maps import Map
from branchline.games.rocket.api.texts import WHATS, reason_text, subject_text
from branchline.games.rocket.rules import ledger
from branchline.games.rocket.rules.scoring import points_of


def scoring(table: Map, packed: int, players: int) -> dict[str, Any]:
    """One scoring, JSON-safe; `text` says what was scored and `why` has a reason for each seat that scored."""
    what = int(ledger.what_of(packed))
    line, subject = int(ledger.line_of(packed)), int(ledger.subject_of(packed))
    points = [int(share) for share in points_of(packed, players)]
    return {
        "what": WHATS[what],
        "line": None if line == ledger.NO_LINE else table.companies[line].id,
        "town": table.towns[subject].id if what in (ledger.TOWN, ledger.RAILWAY_TOWN) else None,
        "into": table.companies[subject].id if what == ledger.MERGER else None,
        "industry": table.industries[subject] if what == ledger.INDUSTRY else None,
        "first": int(ledger.first_of(packed)),
        "second": int(ledger.second_of(packed)),
        "counts": [int(count) for count in ledger.counts_of(packed, players)],
        "points": points,
        "text": subject_text(table, packed).json(),
        "why": [reason_text(packed, seat, players).json() if points[seat] else None for seat in range(players)],
    }


def breakdown(table: Map, entries: list[int], players: int) -> dict[str, Any]:
    """The whole game: every scoring in order, and each seat's sums by kind."""
    scorings = [scoring(table, packed, players) for packed in entries]
    sums = [dict.fromkeys(WHATS, 0) for _ in range(players)]
    for each in scorings:
        for seat in range(players):
            sums[seat][each["what"]] += each["points"][seat]
    return {"scorings": scorings, "sums": sums}
