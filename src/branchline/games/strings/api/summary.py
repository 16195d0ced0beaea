"""What the points of a finished game of String Railway were for, and how they grew; S7 for two players."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from branchline.core.log import Entry
from branchline.core.summary import Feat, Moment, Source, Trait, curve
from branchline.core.text import Text
from branchline.games.strings.api.log import Laid, Visited
from branchline.games.strings.api.texts import kind_text
from branchline.games.strings.api.views import CompanyView, companies
from branchline.games.strings.rules.pieces import BASE, START_POINTS
from branchline.games.strings.rules.state import Strings

PARTS = ("start", "stations", "yards", "crossings", "visitors")


def sources(state: Strings) -> list[Source]:
    """The parts of the points of every seat; with two players of its better company (S7)."""
    seats = [_better(state, seat) for seat in range(state.players)]
    return [
        Source(
            name=part,
            text=Text(f"strings.source_{part}"),
            points=[int(getattr(each, part)) for each in seats],
            final=False,
        )
        for part in PARTS
    ]


def growth(state: Strings, entries: Sequence[Entry]) -> list[Moment]:
    """The points of every seat turn by turn; with two players those of the company that was ahead then (S7)."""
    of_companies = [
        msgspec.structs.replace(entry, seat=entry.company) if isinstance(entry, Laid | Visited) else entry
        for entry in entries
    ]
    moments = curve(of_companies, int(state.companies))
    for moment in moments:
        points = [START_POINTS + gained for gained in moment.points]
        moment.points = [max(points[seat :: int(state.players)]) for seat in range(state.players)]
    return moments


def feats(state: Strings, seat: int, entries: Sequence[Entry]) -> list[Feat]:
    """The strings that brought points to a seat's company; with two players to its better one (S7)."""
    company = _better(state, seat).company
    laid = [entry for entry in entries if isinstance(entry, Laid) and entry.company == company and entry.points]
    return [_feat(entry) for entry in laid]


def traits(state: Strings) -> list[list[Trait]]:
    """The kinds of the stations that each seat's companies have reached, each station once; everybody has a base."""
    found: list[list[Trait]] = [[] for _ in range(state.players)]
    for kind, reached in zip(state.table.kinds, state.table.reached, strict=True):
        seats = {company % int(state.players) for company in range(state.companies) if int(reached) >> company & 1}
        for seat in seats if int(kind) != BASE else ():
            found[seat].append(Trait("kind", kind_text(int(kind))))
    return found


def tie(state: Strings) -> Text | None:
    """S7: with two players the other company decides between equal points."""
    points, keys = state.scores(), state.ranking()
    broken = state.players == 2 and points[0] == points[1] and keys[0] != keys[1]
    return Text("strings.tie_company") if broken else None


def _feat(laid: Laid) -> Feat:
    """A string by the station that it reached last."""
    string = "long" if laid.long else "short"
    last = next((each.kind for each in reversed(laid.stations) if each.new), laid.stations[-1].kind)
    facts = {"to": Text(f"strings.to_{last}")}
    return Feat(
        text=Text(f"strings.feat_{string}", facts),
        points=laid.points,
        stake=laid.points,
        decided=Text(f"strings.decided_{string}", facts),
    )


def _better(state: Strings, seat: int) -> CompanyView:
    return max((each for each in companies(state) if each.seat == seat), key=lambda each: each.points)
