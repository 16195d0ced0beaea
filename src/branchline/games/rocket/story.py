"""Stephenson's Rocket in words: actions, lines of the log, and the board as plain text."""

from __future__ import annotations

from typing import Any

from branchline.core.action import Line
from branchline.core.text import Text
from branchline.games.rocket import acts, explain, majority, views
from branchline.games.rocket.actions import label_beside, table_of
from branchline.games.rocket.board import LINES
from branchline.games.rocket.explain import town_text
from branchline.games.rocket.maps import Map
from branchline.games.rocket.position import AT, BID, CALL, OVER, SHARE, TOWNS
from branchline.games.rocket.state import Rocket


def action_text(state: Rocket, seat: int, action: int) -> Text:
    """The action as a player reads it."""
    table = table_of(state)
    if action < acts.INVEST:
        line, way = divmod(action, 6)
        facts = {"line": table.companies[line].short, "hex": label_beside(state, table, line, way)}
        return Text("rocket.extend_isolated" if state.isolated >> line & 1 else "rocket.extend", facts)
    if action < acts.BUILD:
        town, industry, _ = table.cells[action - acts.INVEST]
        name = Text(f"rocket.industry_{table.industries[industry]}")
        return Text("rocket.invest", {"town": town_text(table, town), "industry": name})
    if action < acts.MOVE:
        return Text("rocket.station", {"hex": table.label(action - acts.BUILD)})
    if action < acts.REFRAIN:
        start, here = divmod(action - acts.MOVE, acts.MOST_HEXES)
        return Text("rocket.move", {"start": table.label(start), "hex": table.label(here)})
    if action == acts.PASS:
        return Text("rocket.let_go" if seat == state.active else "rocket.pass")
    if action in _WORDS:
        return Text(_WORDS[action])
    if action == acts.DEFEND:
        return Text("rocket.defend", {"shares": int(state.best), "hex": _target(state, table, int(state.way))})
    if action < acts.OFFER:
        return Text("rocket.merge", {"line": table.companies[action - acts.JOIN].short})
    shares, way = divmod(action - acts.OFFER, 6)
    return Text("rocket.bid", {"shares": shares, "hex": _target(state, table, way)})


_WORDS = {acts.REFRAIN: "rocket.refrain", acts.CALL_VETO: "rocket.call"}


def _target(state: Rocket, table: Map, way: int) -> str:
    return label_beside(state, table, int(state.line), way)


def tell(before: Rocket, seat: int, action: int, after: Rocket) -> list[Line]:
    """The action, then all that followed from it, every point with its reason."""
    table, players = table_of(before), int(before.players)
    lines = [Line(action_text(before, seat, action), seat=seat)]
    lines += _tell_settled(before, action, after, table)
    if after.passengers < before.passengers:
        taker = int(before.active)
        lines.append(Line(Text("rocket.passenger", {"left": int(after.passengers)}), seat=taker))
    fresh = [int(packed) for packed in after.ledger[len(before.ledger) :]]
    for packed in fresh:
        if majority.what_of(packed) <= majority.MERGER:
            lines += explain.lines(table, packed, players, seat)
        if majority.what_of(packed) == majority.MERGER:
            lines += _tell_exchange(table, packed, players)
    for line in range(LINES):
        if (after.isolated & ~before.isolated & ~after.closed) >> line & 1:
            reason = Text(f"rocket.isolated_{views.isolation_reason(after, line)}")
            lines.append(Line(Text("rocket.isolated", {"line": table.companies[line].short, "reason": reason}), seat))
    if after.phase == OVER:
        lines.append(Line(Text("rocket.end_tiles" if after.tiles == 0 else "rocket.end_lines"), seat))
        for packed in fresh:
            if majority.what_of(packed) > majority.MERGER:
                lines += explain.lines(table, packed, players, seat)
    return lines


def _tell_settled(before: Rocket, action: int, after: Rocket, table: Map) -> list[Line]:
    """R13: how a veto round with bids ended, once the locomotive has moved."""
    line = int(before.line)
    if line < 0 or (not acts.PASS <= action <= acts.DEFEND and action < acts.OFFER):
        return []
    settled = after.line != line or after.phase not in (CALL, BID)
    bidder = int(after.bidder)
    if not settled or bidder < 0:
        return []
    won = bidder == before.active
    way = int(before.way) if won else int(after.best_way)
    facts = {"line": table.companies[line].short, "hex": _target(before, table, way), "shares": int(after.best)}
    return [Line(Text("rocket.veto_defended" if won else "rocket.veto_won", facts), seat=bidder)]


def _tell_exchange(table: Map, packed: int, players: int) -> list[Line]:
    """R28: two shares of the closed line become one of the survivor, an odd one is lost."""
    into = table.companies[int(majority.subject_of(packed))].short
    line = table.companies[int(majority.line_of(packed))].short
    told = []
    for seat, shares in enumerate(majority.counts_of(packed, players)):
        if shares:
            facts = {"line": line, "into": into, "shares": int(shares), "got": int(shares // 2)}
            told.append(Line(Text("rocket.exchange", facts), seat=seat))
    return told


def tell_chance(before: Rocket, k: int, after: Rocket) -> list[Line]:
    """Who begins."""
    return [Line(Text("rocket.first_player"), seat=k)]


def board(state: Rocket, seat: int | None, language: str) -> str:
    """The lines, stations, chart and seats, for reading aloud."""
    table = table_of(state)
    seen = views.view(state, None)
    said = [
        Text("rocket.board_head", {"map": Text(f"rocket.map_{table.id}"), "tiles": seen["tiles"], "turn": seen["turn"]})
    ]
    said += [_line_text(state, table, line) for line in range(LINES)]
    for station in seen["stations"]:
        facts = {"seat": _letter(station["seat"]), "hex": station["hex"]}
        said.append(Text("rocket.board_station", facts))
    for town in range(len(table.towns)):
        cubes = [int(count) for count in majority.listed(state.town_cubes(town), state.players)]
        if any(cubes):
            facts = {"town": town_text(table, town), "counts": explain.counts_text(cubes)}
            said.append(Text("rocket.board_cubes", facts))
    for each, row in enumerate(seen["projection"]["seats"]):
        facts = {"seat": _letter(each), "points": seen["seats"][each]["points"], "total": row["total"]}
        facts |= {"passengers": seen["seats"][each]["passengers"], "stations": seen["seats"][each]["stations_left"]}
        said.append(Text("rocket.board_seat", facts))
    return "\n".join(text.word(language) for text in said)


def _line_text(state: Rocket, table: Map, line: int) -> Text:
    shares = explain.counts_text([int(count) for count in state.all_seats(SHARE + line)])
    towns = int(state.lines[TOWNS + line]).bit_count()
    facts: dict[str, Any] = {"line": table.companies[line].short, "towns": towns, "shares": shares}
    if state.closed >> line & 1:
        return Text("rocket.board_closed", facts)
    facts["hex"] = table.label(int(state.lines[AT + line]))
    return Text("rocket.board_isolated" if state.isolated >> line & 1 else "rocket.board_line", facts)


def _letter(seat: int) -> Text:
    return Text(f"rocket.seat_{seat}")
