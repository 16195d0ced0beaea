"""30 Rails in words: actions, what a cell holds, and the word for a result."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from branchline.core.text import Text, word
from branchline.games.rails30.api.actions import jokers, next_station
from branchline.games.rails30.api.places import border_of, drawing_of, pair_of, place_of
from branchline.games.rails30.rules import codes, shares
from branchline.games.rails30.rules.codes import CELLS, CROSSED, DRAWINGS, MINE, MOUNTAIN
from branchline.games.rails30.rules.drawings import TABLES
from branchline.games.rails30.rules.mountains import rolled_cell
from branchline.games.rails30.rules.state import Rails30

if TYPE_CHECKING:
    from branchline.games.rails30.api.views import PairScore


def place_facts(cell: int) -> dict[str, int]:
    """Row and column of a cell, as facts of a text."""
    row, column = place_of(cell)
    return {"row": row, "column": column}


def station_facts(number: int, border: int) -> dict[str, Any]:
    """A station and its border square, as facts of a text."""
    side, place = border_of(border)
    return {"number": number, "side": word(f"rails30.side_{side}"), "place": place}


def action_text(state: Rails30, seat: int, action: int) -> Text:
    """The action as a player reads it."""
    if action < codes.PLACE_MINE:
        code = "rails30.draw_mountain" if action == codes.DRAW_MOUNTAIN else "rails30.skip_mountain"
        return Text(code, place_facts(rolled_cell(state)))
    if action < codes.PLACE_STATION:
        return Text("rails30.place_mine", place_facts(action - codes.PLACE_MINE))
    if action < codes.PLACE_BONUS:
        return Text("rails30.place_station", station_facts(next_station(state, seat), action - codes.PLACE_STATION))
    if action < codes.DRAW_TRACK:
        return Text("rails30.place_bonus", place_facts(action - codes.PLACE_BONUS))
    if action < codes.BUY_SHARES:
        return _draw_text(state, seat, action)
    a, b = pair_of(int(codes.shares_pair(action)))
    where = place_facts(int(codes.shares_cell(action)))
    return Text("rails30.buy", {"a": a, "b": b, "shares": int(shares.offered(state)), **where})


def _draw_text(state: Rails30, seat: int, action: int) -> Text:
    drawing = int(codes.track_drawing(action))
    die, _ = drawing_of(drawing)
    spent = jokers(state, seat, action)
    facts = {
        "track": word(f"rails30.track_{die}"),
        "way": word(f"rails30.drawing_{drawing}"),
        "joker": word(f"rails30.joker_{'_'.join(spent) or 'none'}"),
        **place_facts(int(codes.track_cell(action))),
    }
    return Text("rails30.draw", facts)


def pair_text(pair: PairScore) -> Text:
    """What a pair scores and why; with shares what it really pays, not its sum (L11, L20)."""
    a, b = pair.pair
    if pair.length == 0:
        code = "rails30.pair_shares_none" if pair.shares else "rails30.pair_none"
        return Text(code, {"a": a, "b": b, "shares": pair.shares or 0})
    facts = {"a": a, "b": b, "base": pair.base, "length": pair.length, "sum": pair.sum}
    if pair.shares is None:
        return Text("rails30.pair_bonus" if pair.bonus else "rails30.pair", facts)
    paid = Text("rails30.pair_paid", {"shares": pair.shares, "points": pair.points})
    return Text("rails30.pair_shares_bonus" if pair.bonus else "rails30.pair_shares", {**facts, "paid": paid})


def jokers_text(white: bool, coloured: bool) -> Text:
    """The jokers that are left (L10)."""
    left = "both" if white and coloured else "white" if white else "coloured" if coloured else "none"
    return Text(f"rails30.jokers_{left}")


def content_text(state: Rails30, seat: int, cell: int) -> Text:
    """What a cell holds; a track by the sides that it joins."""
    content = int(state.cells[seat * CELLS + cell])
    bonus = cell == state.fact(seat, codes.BONUS_AT)
    if 1 <= content <= DRAWINGS:
        joined = Text(f"rails30.drawing_{content}")
        return Text("rails30.content_bonus_track", {"track": joined}) if bonus else joined
    if content == 0 and bonus:
        return Text("rails30.content_bonus")
    what = {0: "empty", MOUNTAIN: "mountain", MINE: "mine", CROSSED: "crossed"}[content]
    return Text(f"rails30.content_{what}")


def praise(points: int) -> str | None:
    """L17: the code of the word for a result, None below 40."""
    return next((grade["code"] for grade in reversed(TABLES["grades"]) if points >= grade["least"]), None)
