"""Why an action is refused: the rule's number and a reason that a player understands."""

from __future__ import annotations

from typing import Any

from branchline.core.action import Move
from branchline.core.errors import IllegalAction
from branchline.core.text import Text
from branchline.games.rocket.api.actions import label_beside
from branchline.games.rocket.api.maps import Map, map_of
from branchline.games.rocket.api.texts import town_text
from branchline.games.rocket.rules import codes
from branchline.games.rocket.rules.board import LINES
from branchline.games.rocket.rules.codes import ACT, BID, CALL, MERGE
from branchline.games.rocket.rules.isolation import is_stuck
from branchline.games.rocket.rules.layout import AT, FREE, HAND, HEADING, SHARE, TOWN_HEX
from branchline.games.rocket.rules.state import Rocket

_DUE = {ACT: ("R4", "act"), CALL: ("R9", "call"), BID: ("R10", "bid"), MERGE: ("R25", "merge")}


def refusal(state: Rocket, seat: int, move: Move) -> IllegalAction:
    """First whether it is its time, then what is wrong with it."""
    table, action = map_of(state), move.number
    phase = _phase_of(action)
    if phase != state.phase:
        rule, due = _DUE[int(state.phase)]
        return _no(rule, "not_now", due=Text(f"rocket.due_{due}"))
    if action < codes.INVEST:
        return _refuse_extension(state, table, action // 6, action % 6)
    if action < codes.BUILD:
        town = table.cells[action - codes.INVEST][0]
        return _no("R16", "cell_full", town=town_text(table, town))
    if action < codes.MOVE:
        if state.fact(seat, HAND) == 0:
            return _no("R17", "no_stations")
        return _refuse_station(state, table, action - codes.BUILD, -1)
    if action < codes.REFRAIN:
        return _refuse_move(state, table, seat, *divmod(action - codes.MOVE, codes.MOST_HEXES))
    if phase == MERGE:
        return _no("R25", "not_adjacent", line=table.companies[action - codes.JOIN].short)
    return _refuse_bid(state, table, seat, action)


def _no(rule: str, code: str, **facts: Any) -> IllegalAction:
    return IllegalAction(rule, Text(f"rocket.{code}", facts))


def _phase_of(action: int) -> int:
    if action < codes.REFRAIN:
        return ACT
    if action <= codes.CALL_VETO:
        return CALL
    return MERGE if codes.JOIN <= action < codes.OFFER else BID


def refuse_line(state: Rocket, table: Map, line: int) -> IllegalAction:
    """Why the line cannot be extended at all now."""
    name = table.companies[line].short
    if state.closed >> line & 1:
        return _no("R29", "closed", line=name)
    if line == state.used:
        return _no("R4", "same_line", line=name)
    if state.tiles == 0 and not is_stuck(state, line):
        return _no("R8", "no_tiles")
    return _no("R5", "no_way", line=name)


def _refuse_extension(state: Rocket, table: Map, line: int, way: int) -> IllegalAction:
    name, at = table.companies[line].short, int(state.lines[AT + line])
    if at < 0 or line == state.used:
        return refuse_line(state, table, line)
    there = int(state.board.neighbours[at * 6 + way])
    label = label_beside(state, table, line, way)
    if there >= 0 and state.owner[there] == TOWN_HEX:
        return _no("R6", "into_town", hex=label, town=town_text(table, int(state.board.town_at[there])))
    if there >= 0 and state.owner[there] >= 0:
        code = "into_locomotive" if there in [state.lines[AT + other] for other in range(LINES)] else "into_track"
        return _no("R6", code, hex=label, line=table.companies[int(state.owner[there])].short)
    turn = (way - int(state.lines[HEADING + line])) % 6
    if state.lines[HEADING + line] >= 0 and turn not in (0, 1, 5):
        return _no("R5", "too_sharp", line=name, hex=label)
    return _no("R8", "no_tiles")


def _refuse_station(state: Rocket, table: Map, here: int, moved: int) -> IllegalAction:
    """R18, the nearest reason first; a station being moved does not stand in its own way."""
    label = table.label(here)
    if here == moved:
        return _no("R18", "same_hex", hex=label)
    if state.owner[here] == TOWN_HEX:
        return _no("R18", "on_town", hex=label, town=town_text(table, int(state.board.town_at[here])))
    if state.owner[here] != FREE:
        return _no("R18", "on_line", hex=label, line=table.companies[int(state.owner[here])].short)
    if state.station[here] >= 0:
        return _no("R18", "on_station", hex=label)
    engines = {int(state.lines[AT + line]): line for line in range(LINES) if state.lines[AT + line] >= 0}
    for way in range(6):
        near = int(state.board.neighbours[here * 6 + way])
        if near in engines:
            return _no("R18", "near_locomotive", hex=label, line=table.companies[engines[near]].short)
        if near >= 0 and near != moved and state.station[near] >= 0:
            return _no("R18", "near_station", hex=label, near=table.label(near))
    raise ValueError(f"{label} is free for a station")


def _refuse_move(state: Rocket, table: Map, seat: int, start: int, here: int) -> IllegalAction:
    label = table.label(start)
    if state.station[start] != seat:
        return _no("R17", "not_yours", hex=label)
    if state.owner[start] != FREE:
        return _no("R17", "fixed", hex=label, line=table.companies[int(state.owner[start])].short)
    return _refuse_station(state, table, here, start)


def _refuse_bid(state: Rocket, table: Map, seat: int, action: int) -> IllegalAction:
    name = table.companies[int(state.line)].short
    chosen = label_beside(state, table, int(state.line), int(state.way))
    if seat == state.active:
        return _no("R12", "only_defend", hex=chosen, shares=int(state.best))
    if action == codes.DEFEND:
        return _no("R12", "not_mover")
    shares, way = divmod(action - codes.OFFER, 6)
    held = int(state.fact(seat, SHARE + state.line))
    if shares > held:
        return _no("R11", "too_few_shares", held=held, line=name)
    if shares <= state.best:
        return _no("R11", "bid_higher", best=int(state.best))
    return _no("R11", "bid_hex", hex=label_beside(state, table, int(state.line), way), line=name)
