"""30 Rails in words: actions, what a cell holds, and the word for a result."""

from __future__ import annotations

from branchline.core.text import Text
from branchline.games.rails30.api.actions import border_form, drawing_of, jokers, next_station, pair_of, place_of
from branchline.games.rails30.rules import codes, shares
from branchline.games.rails30.rules.codes import CELLS, CROSSED, DRAWINGS, MINE, MOUNTAIN
from branchline.games.rails30.rules.drawings import TABLES
from branchline.games.rails30.rules.state import Rails30


def action_text(state: Rails30, seat: int, action: int) -> Text:
    """The action as a player reads it."""
    if action < codes.PLACE_MINE:
        code = "rails30.draw_mountain" if action == codes.DRAW_MOUNTAIN else "rails30.skip_mountain"
        return Text(code, place_of((state.rolls - 1) * 6 + state.white - 1))
    if action < codes.PLACE_STATION:
        return Text("rails30.place_mine", place_of(action - codes.PLACE_MINE))
    if action < codes.PLACE_BONUS:
        where = border_form(action - codes.PLACE_STATION)
        side = Text(f"rails30.side_{where['side']}")
        return Text(
            "rails30.place_station", {"number": next_station(state, seat), "side": side, "place": where["place"]}
        )
    if action < codes.DRAW_TRACK:
        return Text("rails30.place_bonus", place_of(action - codes.PLACE_BONUS))
    if action < codes.BUY_SHARES:
        return _draw_text(state, seat, action)
    a, b = pair_of(int(codes.shares_pair(action)))
    where = place_of(int(codes.shares_cell(action)))
    return Text("rails30.buy", {"a": a, "b": b, "shares": int(shares.offered(state)), **where})


def _draw_text(state: Rails30, seat: int, action: int) -> Text:
    drawing = int(codes.track_drawing(action))
    die, _ = drawing_of(drawing)
    name, way = Text(f"rails30.track_{die}"), Text(f"rails30.drawing_{drawing}")
    spent = jokers(state, seat, action)
    code = f"rails30.joker_{'_'.join(spent)}" if spent else "rails30.joker_none"
    return Text(
        "rails30.draw", {"track": name, "way": way, "joker": Text(code), **place_of(int(codes.track_cell(action)))}
    )


def content_text(state: Rails30, seat: int, cell: int) -> Text:
    """What a cell holds; a track by the sides that it joins."""
    content = int(state.cells[seat * CELLS + cell])
    if 1 <= content <= DRAWINGS:
        return Text(f"rails30.drawing_{content}")
    if content == 0 and cell == state.fact(seat, codes.BONUS_AT):
        return Text("rails30.content_bonus")
    what = {0: "empty", MOUNTAIN: "mountain", MINE: "mine", CROSSED: "crossed"}[content]
    return Text(f"rails30.content_{what}")


def praise(points: int) -> str | None:
    """L17: the code of the word for a result, None below 40."""
    return next((grade["code"] for grade in reversed(TABLES["grades"]) if points >= grade["least"]), None)
