"""30 Rails in words: actions, refusals with their rule, lines of the log, and the sheet as plain text."""

from __future__ import annotations

from branchline.core.action import Line
from branchline.core.errors import IllegalAction
from branchline.core.text import Text
from branchline.games.rails30 import state as rules
from branchline.games.rails30.actions import border_form, drawing_of, jokers, next_station, pair_of, place_of
from branchline.games.rails30.state import Rails30
from branchline.games.rails30.tracks import CELLS, CROSSED, DRAWINGS, MINE, MOUNTAIN, PAIR_POINTS, PAIRS


def action_text(state: Rails30, seat: int, action: int) -> Text:
    """The action as a player reads it."""
    if action < rules.PLACE_MINE:
        code = "rails30.draw_mountain" if action == rules.DRAW_MOUNTAIN else "rails30.skip_mountain"
        return Text(code, place_of((state.rolls - 1) * 6 + state.white - 1))
    if action < rules.PLACE_STATION:
        return Text("rails30.place_mine", place_of(action - rules.PLACE_MINE))
    if action < rules.PLACE_BONUS:
        where = border_form(action - rules.PLACE_STATION)
        side = Text(f"rails30.side_{where['side']}")
        return Text(
            "rails30.place_station", {"number": next_station(state, seat), "side": side, "place": where["place"]}
        )
    if action < rules.DRAW_TRACK:
        return Text("rails30.place_bonus", place_of(action - rules.PLACE_BONUS))
    if action < rules.BUY_SHARES:
        return _draw_text(state, seat, action)
    pair, cell = divmod(action - rules.BUY_SHARES, CELLS)
    a, b = pair_of(pair)
    shares = int(max(state.white, state.coloured))
    return Text("rails30.buy", {"a": a, "b": b, "shares": shares, **place_of(cell)})


def _draw_text(state: Rails30, seat: int, action: int) -> Text:
    cell, drawing = divmod(action - rules.DRAW_TRACK, DRAWINGS)
    track, _ = drawing_of(drawing + 1)
    name, way = Text(f"rails30.track_{track}"), Text(f"rails30.drawing_{drawing + 1}")
    spent = jokers(state, seat, action)
    code = f"rails30.joker_{'_'.join(spent)}" if spent else "rails30.joker_none"
    return Text("rails30.draw", {"track": name, "way": way, "joker": Text(code), **place_of(cell)})


def refusal(state: Rails30, seat: int, action: int) -> IllegalAction:
    """Why an action is refused: first whether it is its time, then whether its place fits."""
    step = state.fact(seat, rules.STEP)
    due = Text(f"rails30.due_{_due(state, seat)}", {"number": next_station(state, seat)})
    if not 0 <= action < rules.ACTIONS or _kind(action) != _due(state, seat):
        buying = action >= rules.BUY_SHARES
        if buying and not state.with_shares:
            return IllegalAction("L19", Text("rails30.no_shares"))
        if not (buying and step == rules.READY):
            return IllegalAction(_RULE[_kind(action)], Text("rails30.not_now", {"due": due}))
    if action < rules.PLACE_STATION:
        return _refuse_mine(state, seat, action - rules.PLACE_MINE)
    if action < rules.PLACE_BONUS:
        side = Text(f"rails30.side_{border_form(action - rules.PLACE_STATION)['side']}")
        return IllegalAction("L3", Text("rails30.side_taken", {"side": side}))
    if action < rules.DRAW_TRACK:
        return IllegalAction("L4", _filled(state, seat, action - rules.PLACE_BONUS))
    if action >= rules.BUY_SHARES:
        return IllegalAction("L19", _filled(state, seat, (action - rules.BUY_SHARES) % CELLS))
    return _refuse_track(state, seat, action)


_RULE = {"mountain": "L1", "mine": "L2", "station": "L3", "bonus": "L4", "draw": "L5", "buy": "L19"}


def _kind(action: int) -> str:
    starts = (rules.PLACE_MINE, rules.PLACE_STATION, rules.PLACE_BONUS, rules.DRAW_TRACK, rules.BUY_SHARES)
    return list(_RULE)[sum(action >= start for start in starts)]


def _due(state: Rails30, seat: int) -> str:
    return ("mountain", "mine", *["station"] * 4, "bonus", "draw")[state.fact(seat, rules.STEP)]


def _filled(state: Rails30, seat: int, cell: int) -> Text:
    content = int(state.cells[seat * CELLS + cell])
    what = {0: "empty", MOUNTAIN: "mountain", MINE: "mine", CROSSED: "crossed"}.get(content, "track")
    return Text("rails30.filled", {"what": Text(f"rails30.content_{what}"), **place_of(cell)})


def _refuse_mine(state: Rails30, seat: int, cell: int) -> IllegalAction:
    if state.cells[seat * CELLS + cell]:
        return IllegalAction("L2", _filled(state, seat, cell))
    return IllegalAction("L2", Text("rails30.mine_needs_mountain", place_of(cell)))


def _refuse_track(state: Rails30, seat: int, action: int) -> IllegalAction:
    cell, drawing = divmod(action - rules.DRAW_TRACK, DRAWINGS)
    if state.cells[seat * CELLS + cell]:
        return IllegalAction("L6", _filled(state, seat, cell))
    if not state.open_cells(seat) >> cell & 1:
        code = "rails30.wrong_cell_shares" if state.with_shares else "rails30.wrong_cell"
        return IllegalAction("L6", Text(code, {"white": int(state.white), **place_of(cell)}))
    wanted, _ = drawing_of(drawing + 1)
    names = {
        "wanted": Text(f"rails30.track_{wanted}"),
        "rolled": Text(f"rails30.track_{int(state.coloured)}"),
        "coloured": int(state.coloured),
    }
    code = "rails30.wrong_track_shares" if state.with_shares else "rails30.wrong_track"
    return IllegalAction("L7", Text(code, names))


def tell(before: Rails30, seat: int, action: int, after: Rails30) -> list[Line]:
    """The action with what it gained, then a line for every pair and for the mine where the points changed."""
    gain = int(after.points(seat) - before.points(seat))
    lines = [Line(action_text(before, seat, action), seat=seat, points=gain)]
    if action < rules.DRAW_TRACK:
        return lines
    old, new = before.survey(seat), after.survey(seat)
    for pair in range(PAIRS):
        if (old.length[pair], old.bonus[pair]) != (new.length[pair], new.bonus[pair]):
            a, b = pair_of(pair)
            facts = {"a": a, "b": b, "base": int(PAIR_POINTS[pair]), "length": int(new.length[pair])}
            code = "rails30.pair_bonus" if new.bonus[pair] else "rails30.pair"
            lines.append(Line(Text(code, facts | {"sum": int(new.pair_points(pair))}), seat=seat))
    for station in range(4):
        if (new.mine & ~old.mine) >> station & 1:
            lines.append(Line(Text("rails30.mine_reached", {"number": station + 1}), seat=seat))
    return lines


def tell_chance(before: Rails30, k: int, after: Rails30) -> list[Line]:
    """The dice; the two of a turn make one line."""
    if before.rolls < rules.ROWS:
        return [Line(Text("rails30.mountain_roll", {"row": int(after.rolls), "white": int(after.white)}))]
    if not after.coloured:
        return []
    facts = {"turn": int(after.turn), "white": int(after.white), "coloured": int(after.coloured)}
    return [Line(Text("rails30.roll", facts | {"track": Text(f"rails30.track_{int(after.coloured)}")}))]


def board(state: Rails30, seat: int | None, language: str) -> str:
    """The sheets cell by cell, for reading aloud."""
    seats = range(state.players) if seat is None else [seat]
    return "\n\n".join(_sheet_text(state, each, language) for each in seats)


def _sheet_text(state: Rails30, seat: int, language: str) -> str:
    lines = []
    for row in range(6):
        contents = [_content(state, seat, row * 6 + column).word(language) for column in range(6)]
        lines.append(Text("rails30.row", {"row": row + 1, "cells": ", ".join(contents)}).word(language))
    for station in range(4):
        border = int(state.fact(seat, rules.STATION + station))
        if border >= 0:
            where = border_form(border)
            side = Text(f"rails30.side_{where['side']}")
            facts = {"number": station + 1, "side": side, "place": where["place"]}
            lines.append(Text("rails30.station_at", facts).word(language))
    points = int(state.points(seat))
    total = Text("rails30.total", {"points": points}).word(language)
    word = praise(points) if state.ended() else None
    lines.append(f"{total}, {Text(word).word(language)}" if word else total)
    return "\n".join(lines)


def _content(state: Rails30, seat: int, cell: int) -> Text:
    content = int(state.cells[seat * CELLS + cell])
    if 1 <= content <= DRAWINGS:
        return Text(f"rails30.drawing_{content}")
    if content == 0 and cell == state.fact(seat, rules.BONUS_AT):
        return Text("rails30.content_bonus")
    what = {0: "empty", MOUNTAIN: "mountain", MINE: "mine", CROSSED: "crossed"}[content]
    return Text(f"rails30.content_{what}")


def praise(points: int) -> str | None:
    """L17: the code of the word for a result, None below 40."""
    if points < 40:
        return None
    return "rails30.not_bad" if points < 50 else "rails30.good" if points < 60 else "rails30.splendid"
