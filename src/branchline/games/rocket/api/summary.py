"""What the points of a finished game of Stephenson's Rocket were for."""

from __future__ import annotations

from branchline.core.summary import Feat, Source, Trait
from branchline.core.text import Text
from branchline.games.rocket.api.maps import map_of
from branchline.games.rocket.api.scorings import FINAL, WHATS, result
from branchline.games.rocket.rules.layout import SHARE
from branchline.games.rocket.rules.state import Rocket


def sources(state: Rocket) -> list[Source]:
    """Every kind of scoring: towns, railway towns and mergers on the way, and the four of the final count."""
    sums = result(state).breakdown.sums
    return [
        Source(
            name=what,
            text=Text(f"rocket.source_{what}"),
            points=[int(getattr(seat, what)) for seat in sums],
            final=what in FINAL,
        )
        for what in WHATS
    ]


def feats(state: Rocket, seat: int) -> list[Feat]:
    """Every scoring that brought the seat points."""
    return [
        Feat(text=each.text, points=points, stake=points, decided=Text("rocket.decided", {"subject": each.text}))
        for each in result(state).breakdown.scorings
        if (points := each.points[seat])
    ]


def traits(state: Rocket) -> list[list[Trait]]:
    """The lines in which each seat ended with the most shares, alone or with others."""
    found: list[list[Trait]] = [[] for _ in range(state.players)]
    for line, company in enumerate(map_of(state).companies):
        shares = [int(state.fact(seat, SHARE + line)) for seat in range(state.players)]
        for seat, held in enumerate(shares):
            if held and held == max(shares):
                found[seat].append(Trait("line", Text("rocket.line_name", {"name": company.name})))
    return found
