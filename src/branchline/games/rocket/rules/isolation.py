"""Isolated lines (R31, R32): exact, and cheap because a goal is nearly always a step or two away.

A line is free as long as its locomotive can reach a hex beside a town new to the line, or beside a hex that
another line owns or could still reach. Free hexes only become fewer, so an isolated line stays isolated.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from librt.vecs import append, vec
from mypy_extensions import i64

from branchline.games.rocket.rules.board import BACK, BENDS, LINES, SIDES, TURNS
from branchline.games.rocket.rules.layout import AT, FREE, HEADING, TOWNS

if TYPE_CHECKING:
    from branchline.games.rocket.rules.state import Rocket


def is_isolated(state: Rocket, line: i64) -> bool:
    """R32 for one line that is not closed."""
    if _town_near(state, line):
        return False
    reached = _explore(state, line)
    return len(reached) > 0 and not _others_come(state, line, reached)


def is_stuck(state: Rocket, line: i64) -> bool:
    """Whether no hex ahead of the locomotive is free."""
    at = state.lines[AT + line]
    heading = state.lines[HEADING + line]
    turns: i64 = SIDES if heading < 0 else BENDS
    for turn in range(turns):
        way = turn if heading < 0 else TURNS[heading * 3 + turn]
        near = state.board.neighbours[at * 6 + way]
        if near >= 0 and state.owner[near] == FREE:
            return False
    return True


def _is_goal(state: Rocket, line: i64, here: i64) -> bool:
    """Whether the line, on that hex, would connect a new town or merge."""
    if state.board.touch[here] & ~state.lines[TOWNS + line] != 0:
        return True
    beside = state.board.neighbours
    owner = state.owner
    for place in range(here * 6, here * 6 + 6):
        near = beside[place]
        if near >= 0 and owner[near] >= 0 and owner[near] != line:
            return True
    return False


def _town_near(state: Rocket, line: i64) -> bool:
    """The quick yes: a new town within two steps, found without keeping book of where one has been."""
    at = state.lines[AT + line]
    heading = state.lines[HEADING + line]
    beside = state.board.neighbours
    ahead = state.board.ahead
    touch = state.board.touch
    owner = state.owner
    known = state.lines[TOWNS + line]
    turns: i64 = SIDES if heading < 0 else BENDS
    for turn in range(turns):
        way = turn if heading < 0 else TURNS[heading * 3 + turn]
        near = beside[at * 6 + way]
        if near < 0 or owner[near] != FREE:
            continue
        if touch[near] & ~known != 0:
            return True
        place = (near * 6 + way) * 3
        for bend in range(BENDS):
            far = ahead[place + bend]
            if far >= 0 and owner[far] == FREE and touch[far] & ~known != 0:
                return True
    return False


def _explore(state: Rocket, line: i64) -> vec[i64]:
    """For every hex the headings, as a bit mask, with which the locomotive could arrive; empty if it finds a goal."""
    beside = state.board.neighbours
    ahead = state.board.ahead
    owner = state.owner
    seen = vec[i64]([0] * state.board.hexes)
    queue = vec[i64]()
    at = state.lines[AT + line]
    heading = state.lines[HEADING + line]
    turns: i64 = SIDES if heading < 0 else BENDS
    for turn in range(turns):
        way = turn if heading < 0 else TURNS[heading * 3 + turn]
        near = beside[at * 6 + way]
        if near >= 0 and owner[near] == FREE:
            seen[near] |= 1 << way
            queue = append(queue, near * 6 + way)
    done: i64 = 0
    while done < len(queue):
        place = queue[done]
        done += 1
        here = place // 6
        if _is_goal(state, line, here):
            return vec[i64]()
        came = (place - here * 6) * 3
        for bend in range(BENDS):
            near = ahead[place * 3 + bend]
            if near >= 0 and owner[near] == FREE:
                way = TURNS[came + bend]
                if (seen[near] >> way) & 1 == 0:
                    seen[near] |= 1 << way
                    queue = append(queue, near * 6 + way)
    return seen


def _others_come(state: Rocket, line: i64, reached: vec[i64]) -> bool:
    """Whether another line can still come beside one of the reached hexes.

    The search goes backwards, from those hexes to where a locomotive would have to stand: a line with nowhere to
    go sits in a pocket, and a pocket is small.
    """
    beside = state.board.neighbours
    owner = state.owner
    seen = vec[i64]([0] * state.board.hexes)
    queue = vec[i64]()
    for here in range(state.board.hexes):
        if reached[here] != 0:
            for place in range(here * 6, here * 6 + 6):
                near = beside[place]
                if near >= 0 and owner[near] == FREE and seen[near] == 0:
                    seen[near] = 63
                    for way in range(SIDES):
                        queue = append(queue, near * 6 + way)
    done: i64 = 0
    while done < len(queue):
        place = queue[done]
        done += 1
        way = place % 6
        before = beside[place - way + BACK[way]]
        if before < 0:
            continue
        if owner[before] != FREE:
            if _stands_ready(state, line, before, way):
                return True
            continue
        for bend in range(BENDS):
            came = TURNS[way * 3 + bend]
            if (seen[before] >> came) & 1 == 0:
                seen[before] |= 1 << came
                queue = append(queue, before * 6 + came)
    return False


def _stands_ready(state: Rocket, line: i64, at: i64, way: i64) -> bool:
    """Whether the locomotive of another line stands there and may leave that way."""
    lines = state.lines
    for other in range(LINES):
        if other != line and lines[AT + other] == at:
            turn = lines[HEADING + other] - way
            return lines[HEADING + other] < 0 or turn == 0 or turn == 1 or turn == -1 or turn == 5 or turn == -5
    return False
