"""Why an action of 30 Rails is refused, with the number of the rule."""

from __future__ import annotations

from branchline.core.errors import IllegalAction
from branchline.core.text import Text
from branchline.games.rails30.api.actions import next_station
from branchline.games.rails30.api.places import border_of, drawing_of
from branchline.games.rails30.api.texts import place_facts
from branchline.games.rails30.rules import codes, track
from branchline.games.rails30.rules.codes import CELLS, CROSSED, MINE, MOUNTAIN
from branchline.games.rails30.rules.state import Rails30


def refusal(state: Rails30, seat: int, action: int) -> IllegalAction:
    """Why an action is refused: first whether it is its time, then whether its place fits."""
    step = state.fact(seat, codes.STEP)
    due = Text(f"rails30.due_{_due(state, seat)}", {"number": next_station(state, seat)})
    if not 0 <= action < codes.ACTIONS or _kind(action) != _due(state, seat):
        buying = action >= codes.BUY_SHARES
        if buying and not state.with_shares:
            return IllegalAction("L19", Text("rails30.no_shares"))
        if not (buying and step == codes.READY):
            return IllegalAction(_RULE[_kind(action)], Text("rails30.not_now", {"due": due}))
    if action < codes.PLACE_STATION:
        return _refuse_mine(state, seat, action - codes.PLACE_MINE)
    if action < codes.PLACE_BONUS:
        side, _ = border_of(action - codes.PLACE_STATION)
        return IllegalAction("L3", Text("rails30.side_taken", {"side": Text(f"rails30.side_{side}")}))
    if action < codes.DRAW_TRACK:
        return IllegalAction("L4", _filled(state, seat, action - codes.PLACE_BONUS))
    if action >= codes.BUY_SHARES:
        return IllegalAction("L19", _filled(state, seat, int(codes.shares_cell(action))))
    return _refuse_track(state, seat, action)


_RULE = {"mountain": "L1", "mine": "L2", "station": "L3", "bonus": "L4", "draw": "L5", "buy": "L19"}


def _kind(action: int) -> str:
    starts = (codes.PLACE_MINE, codes.PLACE_STATION, codes.PLACE_BONUS, codes.DRAW_TRACK, codes.BUY_SHARES)
    return list(_RULE)[sum(action >= start for start in starts)]


def _due(state: Rails30, seat: int) -> str:
    return ("mountain", "mine", *["station"] * 4, "bonus", "draw")[state.fact(seat, codes.STEP)]


def _filled(state: Rails30, seat: int, cell: int) -> Text:
    content = int(state.cells[seat * CELLS + cell])
    what = {MOUNTAIN: "mountain", MINE: "mine", CROSSED: "crossed"}.get(content, "track")
    return Text("rails30.filled", {"what": Text(f"rails30.content_{what}"), **place_facts(cell)})


def _refuse_mine(state: Rails30, seat: int, cell: int) -> IllegalAction:
    if state.cells[seat * CELLS + cell]:
        return IllegalAction("L2", _filled(state, seat, cell))
    return IllegalAction("L2", Text("rails30.mine_needs_mountain", place_facts(cell)))


def _refuse_track(state: Rails30, seat: int, action: int) -> IllegalAction:
    cell, drawing = int(codes.track_cell(action)), int(codes.track_drawing(action))
    if state.cells[seat * CELLS + cell]:
        return IllegalAction("L6", _filled(state, seat, cell))
    if not track.open_cells(state, seat) >> cell & 1:
        code = "rails30.wrong_cell_shares" if state.with_shares else "rails30.wrong_cell"
        return IllegalAction("L6", Text(code, {"white": int(state.white), **place_facts(cell)}))
    wanted, _ = drawing_of(drawing)
    names = {
        "wanted": Text(f"rails30.track_{wanted}"),
        "rolled": Text(f"rails30.track_{int(state.coloured)}"),
        "coloured": int(state.coloured),
    }
    code = "rails30.wrong_track_shares" if state.with_shares else "rails30.wrong_track"
    return IllegalAction("L7", Text(code, names))
