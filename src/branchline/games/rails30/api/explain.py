"""Why a drawing was better: points at once, and what each pair of stations still lacks after either of them."""

from __future__ import annotations

from branchline.core.action import Move
from branchline.core.text import Text
from branchline.games.rails30.api.actions import jokers
from branchline.games.rails30.api.places import pair_of
from branchline.games.rails30.api.prospects import lacking
from branchline.games.rails30.rules import codes
from branchline.games.rails30.rules.scoring import points
from branchline.games.rails30.rules.state import Rails30

MOST = 4
"""More facts are not read."""


def explain(state: Rails30, seat: int, played: Move, better: Move) -> list[Text]:
    """Facts about the sheet after either move."""
    after, instead = _after(state, seat, played), _after(state, seat, better)
    facts = []
    now = int(points(state, seat))
    gained, missed = int(points(after, seat)) - now, int(points(instead, seat)) - now
    if gained != missed:
        facts.append(Text("rails30.explain_points", {"played": gained, "better": missed}))
    facts += _pairs(lacking(after, seat), lacking(instead, seat))
    facts += _joker(state, seat, played, better)
    return facts[:MOST]


def _after(state: Rails30, seat: int, move: Move) -> Rails30:
    after = state.clone()
    after.apply(seat, move.number, move.payload)
    return after


def _pairs(played: list[int | None], better: list[int | None]) -> list[Text]:
    """Pairs that the two sheets differ in: closed ones first, then those that lack most more."""
    closed: list[Text] = []
    farther: list[Text] = []
    nearer: list[Text] = []
    for pair, (now, then) in enumerate(zip(played, better, strict=True)):
        a, b = pair_of(pair)
        facts = {"a": a, "b": b}
        if now is None and then is not None:
            closed.append(Text("rails30.explain_closed", {**facts, "better": then}))
        elif now is not None and then is None:
            nearer.append(Text("rails30.explain_closes", {**facts, "played": now}))
        elif now is not None and then is not None and now != then:
            kind = farther if now > then else nearer
            kind.append(Text("rails30.explain_lacks", {**facts, "played": now, "better": then}))
    return [*closed, *farther, *nearer]


def _joker(state: Rails30, seat: int, played: Move, better: Move) -> list[Text]:
    """The jokers that one of the drawings spends and the other does not."""
    spent = []
    for move in (played, better):
        is_track = codes.DRAW_TRACK <= move.number < codes.BUY_SHARES
        spent.append(len(jokers(state, seat, move.number)) if is_track else 0)
    if spent[0] == spent[1]:
        return []
    return [Text("rails30.explain_jokers", {"played": spent[0], "better": spent[1]})]
