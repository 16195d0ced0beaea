"""Isolated lines (R31, R32): exact, and cheap because a goal is nearly always a step or two away.

A line is free as long as its locomotive can reach a hex beside a town new to the line, or beside a hex that
another line owns or could still reach. Free hexes only become fewer, so an isolated line stays isolated.
"""

from __future__ import annotations

from librt.vecs import append, vec
from mypy_extensions import i64

from branchline.games.rocket.board import LINES
from branchline.games.rocket.position import AT, FREE, HEADING, TOWNS, Position


def is_isolated(position: Position, line: i64) -> bool:
    """R32 for one line that is not closed."""
    if _goal_near(position, line):
        return False
    reached = reach(position, line)
    for here in range(position.board.hexes):
        if reached[here] != 0 and is_goal(position, line, here):
            return False
    for other in range(LINES):
        if other != line and position.lines[AT + other] >= 0 and _meet(position, reached, reach(position, other)):
            return False
    return True


def is_goal(position: Position, line: i64, here: i64) -> bool:
    """Whether the line, on that hex, would connect a new town or merge."""
    if position.board.touch[here] & ~position.lines[TOWNS + line] != 0:
        return True
    beside = position.board.neighbours
    owner = position.owner
    for way in range(6):
        near = beside[here * 6 + way]
        if near >= 0 and owner[near] >= 0 and owner[near] != line:
            return True
    return False


def _goal_near(position: Position, line: i64) -> bool:
    """The quick yes: a goal within two steps, found without keeping book of where one has been."""
    at = position.lines[AT + line]
    heading = position.lines[HEADING + line]
    beside = position.board.neighbours
    owner = position.owner
    first: i64 = 0 if heading < 0 else heading + 5
    turns: i64 = 6 if heading < 0 else 3
    for turn in range(turns):
        way = (first + turn) % 6
        near = beside[at * 6 + way]
        if near < 0 or owner[near] != FREE:
            continue
        if is_goal(position, line, near):
            return True
        for bend in range(5, 8):
            far = beside[near * 6 + (way + bend) % 6]
            if far >= 0 and owner[far] == FREE and is_goal(position, line, far):
                return True
    return False


def reach(position: Position, line: i64) -> vec[i64]:
    """For every hex the headings, as a bit mask, with which the locomotive could arrive there."""
    beside = position.board.neighbours
    owner = position.owner
    seen = vec[i64]([0] * position.board.hexes)
    queue = vec[i64]()
    at = position.lines[AT + line]
    heading = position.lines[HEADING + line]
    first: i64 = 0 if heading < 0 else heading + 5
    turns: i64 = 6 if heading < 0 else 3
    for turn in range(turns):
        way = (first + turn) % 6
        near = beside[at * 6 + way]
        if near >= 0 and owner[near] == FREE:
            seen[near] |= 1 << way
            queue = append(queue, near * 6 + way)
    done: i64 = 0
    while done < len(queue):
        here = queue[done] // 6
        heading = queue[done] % 6
        done += 1
        for bend in range(5, 8):
            way = (heading + bend) % 6
            near = beside[here * 6 + way]
            if near >= 0 and owner[near] == FREE and (seen[near] >> way) & 1 == 0:
                seen[near] |= 1 << way
                queue = append(queue, near * 6 + way)
    return seen


def _meet(position: Position, ours: vec[i64], theirs: vec[i64]) -> bool:
    """Whether some hex of the one lies beside some hex of the other."""
    beside = position.board.neighbours
    for here in range(position.board.hexes):
        if ours[here] != 0:
            for way in range(6):
                near = beside[here * 6 + way]
                if near >= 0 and theirs[near] != 0:
                    return True
    return False
