"""Isolated lines (R31, R32): exact, and cheap because a goal is nearly always a step or two away.

A line is free as long as its locomotive can reach a hex beside a town new to the line, or a merger is possible
either way: it comes beside a hex that another line owns or could still reach, or another locomotive comes beside one
that this line owns or could still reach. A line whose locomotive can never move again is isolated whatever others
do: it gives no share. Free hexes only become fewer, so an isolated line stays isolated.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from librt.vecs import append, vec
from mypy_extensions import i64

from branchline.games.rocket.rules.board import BACK, BENDS, LINES, SIDES, TURNS
from branchline.games.rocket.rules.layout import AT, FREE, HEADING, TOWNS

if TYPE_CHECKING:
    from branchline.games.rocket.rules.state import Rocket

LEAVE: Final[vec[i64]] = vec[i64](
    [sum({1 << (way + turn) % 6 for way in range(6) if mask >> way & 1 for turn in (5, 0, 1)}) for mask in range(64)]
)
"""For every mask of headings the ways in which a locomotive may leave (R5)."""
CAME_FROM: Final[vec[i64]] = vec[i64]([LEAVE[1 << way] for way in range(6)])
"""For every direction the headings from which it may be taken, as a bit mask; and for every heading the ways out."""

WALK: Final[i64] = 16
"""Steps after which a locomotive that does not arrive is given up."""


def is_isolated(state: Rocket, line: i64) -> bool:
    """R32 for one line that is not closed."""
    if _town_near(state, line):
        return False
    if is_stuck(state, line):
        return True
    reached = _explore(state, line)
    return len(reached) > 0 and not _other_walks_in(state, line) and not _others_come(state, line, reached)


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
    """Every hex that the locomotive could reach is not 0; empty if it finds a goal.

    Bits 0–5 of a hex are the headings with which it could arrive, bits 6–11 the ways out that were followed.
    """
    beside = state.board.neighbours
    owner = state.owner
    leave = LEAVE
    seen = vec[i64]([0] * state.board.hexes)
    queue = vec[i64]()
    here = state.lines[AT + line]
    heading = state.lines[HEADING + line]
    out: i64 = 63
    if heading >= 0:
        out = CAME_FROM[heading]
    done: i64 = 0
    while True:
        for way in range(SIDES):
            if (out >> way) & 1 == 1:
                near = beside[here * 6 + way]
                if near >= 0 and owner[near] == FREE and (seen[near] >> way) & 1 == 0:
                    if seen[near] == 0 and _is_goal(state, line, near):
                        return vec[i64]()
                    seen[near] |= 1 << way
                    queue = append(queue, near)
        out = 0
        while out == 0:
            if done == len(queue):
                return seen
            here = queue[done]
            done += 1
            out = leave[seen[here] & 63] & ~(seen[here] >> 6)
        seen[here] |= out << 6


def _other_walks_in(state: Rocket, line: i64) -> bool:
    """The quick yes: another locomotive that always goes on where it is nearest comes beside a hex of the line."""
    beside = state.board.neighbours
    distance = state.board.distance
    owner = state.owner
    lines = state.lines
    turns = TURNS
    goal = lines[AT + line] * state.board.hexes
    for other in range(LINES):
        here = lines[AT + other]
        if other == line or here < 0:
            continue
        heading = lines[HEADING + other]
        steps: i64 = 0
        while steps < WALK:
            steps += 1
            count: i64 = SIDES if heading < 0 else BENDS
            next_heading: i64 = -1
            nearest: i64 = 1 << 30
            for turn in range(count):
                way = turn if heading < 0 else turns[heading * 3 + turn]
                near = beside[here * 6 + way]
                if near >= 0 and owner[near] == FREE and distance[goal + near] < nearest:
                    nearest = distance[goal + near]
                    next_heading = way
            if next_heading < 0:
                break
            heading = next_heading
            here = beside[here * 6 + heading]
            for place in range(here * 6, here * 6 + 6):
                near = beside[place]
                if near >= 0 and owner[near] == line:
                    return True
    return False


def _others_come(state: Rocket, line: i64, reached: vec[i64]) -> bool:
    """Whether another locomotive can still come beside one of the reached hexes or a hex of the line itself.

    The search goes backwards, from those hexes to where a locomotive would have to come, and ends where one can be
    in two steps. Bits 0–5 of a hex are the headings with which one would have to arrive there, bits 6–11 those that
    were followed back, bits 12–17 those with which one can arrive.
    """
    beside = state.board.neighbours
    owner = state.owner
    back = BACK
    came = CAME_FROM
    seen = _near_others(state, line)
    queue = vec[i64]()
    for here in range(state.board.hexes):
        if owner[here] == line or reached[here] != 0:
            for place in range(here * 6, here * 6 + 6):
                near = beside[place]
                if near >= 0 and owner[near] == FREE and seen[near] & 63 == 0:
                    if seen[near] != 0:
                        return True
                    seen[near] = 63
                    queue = append(queue, near)
    done: i64 = 0
    while done < len(queue):
        here = queue[done]
        done += 1
        known = seen[here]
        fresh = known & 63 & ~(known >> 6)
        seen[here] = known | (fresh << 6)
        here *= 6
        for way in range(SIDES):
            if (fresh >> way) & 1 == 1:
                before = beside[here + back[way]]
                if before >= 0 and owner[before] == FREE:
                    known = seen[before]
                    wanted = came[way]
                    if wanted & ~known != 0:
                        if (known >> 12) & wanted != 0:
                            return True
                        seen[before] = known | wanted
                        queue = append(queue, before)
    return False


def _near_others(state: Rocket, line: i64) -> vec[i64]:
    """For every hex the headings, in bits 12–17, with which another locomotive can arrive in one step or two."""
    beside = state.board.neighbours
    owner = state.owner
    ahead = state.board.ahead
    turns = TURNS
    lines = state.lines
    found = vec[i64]([0] * state.board.hexes)
    for other in range(LINES):
        at = lines[AT + other]
        if other == line or at < 0:
            continue
        heading = lines[HEADING + other]
        out: i64 = 63
        if heading >= 0:
            out = CAME_FROM[heading]
        for way in range(SIDES):
            if (out >> way) & 1 == 1:
                near = beside[at * 6 + way]
                if near >= 0 and owner[near] == FREE:
                    found[near] |= 4096 << way
                    place = (near * 6 + way) * 3
                    for bend in range(BENDS):
                        far = ahead[place + bend]
                        if far >= 0 and owner[far] == FREE:
                            found[far] |= 4096 << turns[way * 3 + bend]
    return found
