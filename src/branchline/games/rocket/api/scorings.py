"""Every scoring explained: who got points, for which town, line or industry, by which majority, tie and rounding."""

from __future__ import annotations

from typing import Literal

import msgspec

from branchline.core.text import Text
from branchline.core.views import Result
from branchline.games.rocket.api.maps import Map, map_of
from branchline.games.rocket.api.texts import reason_text, subject_text
from branchline.games.rocket.rules import ledger
from branchline.games.rocket.rules.codes import OVER
from branchline.games.rocket.rules.layout import POINTS
from branchline.games.rocket.rules.scoring import final_entries, points_of
from branchline.games.rocket.rules.state import Rocket

What = Literal["town", "railway_town", "merger", "passengers", "industry", "stations", "shares"]
WHATS: tuple[What, ...] = ("town", "railway_town", "merger", "passengers", "industry", "stations", "shares")
"""What can be scored, by its number in the ledger."""
FINAL: tuple[What, ...] = WHATS[3:]
"""What is scored in the final count."""


class Scoring(msgspec.Struct, kw_only=True):
    """One scoring: what for, what everybody had, who got how much and why."""

    what: What
    line: str | None
    town: str | None
    into: str | None
    """The line that goes on after a merger."""
    industry: str | None
    first: int
    """The points for the most, and for the second."""
    second: int
    counts: list[int]
    points: list[int]
    text: Text
    why: list[Text | None]
    """A reason for each seat that scored."""


class Sums(msgspec.Struct, kw_only=True):
    """A seat's points by what they were scored for."""

    town: int = 0
    railway_town: int = 0
    merger: int = 0
    passengers: int = 0
    industry: int = 0
    stations: int = 0
    shares: int = 0


class Breakdown(msgspec.Struct, kw_only=True):
    """The whole game: every scoring in order, and each seat's sums."""

    scorings: list[Scoring]
    sums: list[Sums]


class RocketResult(Result, kw_only=True):
    """The end of a game."""

    breakdown: Breakdown


class ProjectedSeat(msgspec.Struct, kw_only=True):
    """A seat's points now, what the final scoring would add, and the total."""

    now: int
    passengers: int
    industry: int
    stations: int
    shares: int
    total: int


class Projection(msgspec.Struct, kw_only=True):
    """The final score if the game ended now (R34–R36); after the end what it was."""

    seats: list[ProjectedSeat]
    scorings: list[Scoring]


def scoring(table: Map, packed: int, players: int) -> Scoring:
    """The scoring that an entry of the ledger stands for."""
    what = int(ledger.what_of(packed))
    line, subject = int(ledger.line_of(packed)), int(ledger.subject_of(packed))
    points = [int(share) for share in points_of(packed, players)]
    return Scoring(
        what=WHATS[what],
        line=None if line == ledger.NO_LINE else table.companies[line].id,
        town=table.towns[subject].id if what in (ledger.TOWN, ledger.RAILWAY_TOWN) else None,
        into=table.companies[subject].id if what == ledger.MERGER else None,
        industry=table.industries[subject] if what == ledger.INDUSTRY else None,
        first=int(ledger.first_of(packed)),
        second=int(ledger.second_of(packed)),
        counts=[int(count) for count in ledger.counts_of(packed, players)],
        points=points,
        text=subject_text(table, packed),
        why=[reason_text(packed, seat, players) if points[seat] else None for seat in range(players)],
    )


def result(state: Rocket) -> RocketResult:
    """Every point of a finished game."""
    players = int(state.players)
    scorings = [scoring(map_of(state), int(packed), players) for packed in state.ledger]
    sums = [dict.fromkeys(WHATS, 0) for _ in range(players)]
    for each in scorings:
        for seat in range(players):
            sums[seat][each.what] += each.points[seat]
    return RocketResult(breakdown=Breakdown(scorings=scorings, sums=[Sums(**each) for each in sums]))


def projection(state: Rocket, table: Map) -> Projection:
    """The final score as it would be now."""
    players, ended = int(state.players), state.phase == OVER
    entries = [int(packed) for packed in (state.ledger if ended else final_entries(state))]
    scorings = [scoring(table, packed, players) for packed in entries if ledger.what_of(packed) >= ledger.PASSENGERS]
    rows = []
    for seat in range(players):
        final = dict.fromkeys(WHATS[ledger.PASSENGERS :], 0)
        for each in scorings:
            final[each.what] += each.points[seat]
        points, gained = int(state.fact(seat, POINTS)), sum(final.values())
        now = points - gained if ended else points
        rows.append(ProjectedSeat(now=now, total=now + gained, **final))
    return Projection(seats=rows, scorings=scorings)
