"""What the points of a finished game of 30 Rails were for (L11–L16, L20)."""

from __future__ import annotations

from branchline.core.summary import Feat, Source, Trait
from branchline.core.text import Text
from branchline.games.rails30.api.views import PairScore, Score, score
from branchline.games.rails30.rules.state import Rails30


def sources(state: Rails30) -> list[Source]:
    """Connected pairs with the length of their routes, the bonus cell, the mine; with shares the bonus is in a pair."""
    sheets = [score(state, seat) for seat in range(state.players)]
    bonus = [0 if state.with_shares else sum(pair.bonus for pair in sheet.pairs) for sheet in sheets]
    pairs = [_pairs(sheet) - extra for sheet, extra in zip(sheets, bonus, strict=True)]
    rows = {"pairs": pairs, "bonus": bonus, "mine": [sheet.mine_points for sheet in sheets]}
    return [
        Source(name=name, text=Text(f"rails30.source_{name}"), points=points, final=False)
        for name, points in rows.items()
        if name != "bonus" or not state.with_shares
    ]


def feats(state: Rails30, seat: int) -> list[Feat]:
    """The connected pairs of a sheet, and its mine."""
    sheet = score(state, seat)
    rows = [(f"{pair.pair[0]}–{pair.pair[1]}", "pair", pair.points) for pair in sheet.pairs]
    rows.append(("", "mine", sheet.mine_points))
    return [
        Feat(
            text=Text(f"rails30.feat_{kind}", {"pair": pair}),
            points=points,
            stake=points,
            decided=Text(f"rails30.decided_{kind}", {"pair": pair}),
        )
        for pair, kind, points in rows
        if points
    ]


def traits(state: Rails30) -> list[list[Trait]]:
    """The pairs of stations that each sheet connects."""
    return [
        [Trait("pair", _pair(pair)) for pair in score(state, seat).pairs if pair.route] for seat in range(state.players)
    ]


def _pair(pair: PairScore) -> Text:
    return Text("rails30.stations", {"a": pair.pair[0], "b": pair.pair[1]})


def _pairs(sheet: Score) -> int:
    return sum(pair.points for pair in sheet.pairs)
