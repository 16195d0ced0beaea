"""The menu: numbered moves that stand for the unlimited ones, for lists and for programs that choose by number.

Numbers below `codes.SHAPE` are the rules' own. From there on come the kinds of station, each with a good place and
nine places spread over the field; a good string, and for every station in order a string to it; and, while the table
is laid out, a few drafts.
"""

from __future__ import annotations

from branchline.core.action import Move
from branchline.games.strings.api.actions import KIND
from branchline.games.strings.api.requests import MOST, suggest
from branchline.games.strings.rules import codes
from branchline.games.strings.rules.observe import STATIONS
from branchline.games.strings.rules.pieces import LONG, SHORT
from branchline.games.strings.rules.shapes import RailShape
from branchline.games.strings.rules.state import Strings
from branchline.games.strings.rules.ways import way_to

GRID = 3
"""Rows and columns over which places are spread."""
PLACES = int(codes.SHAPE)
LAYS = PLACES + len(KIND) * (1 + GRID * GRID)
DRAFTS = LAYS + 1 + int(STATIONS)
MENU_COUNT = DRAFTS + MOST


def menu(state: Strings) -> dict[int, Move]:
    """Moves where they cannot be listed, by their numbers: one station after the other, `suggest` draws."""
    if state.phase == codes.PLACE:
        return _places(state)
    if state.phase == codes.LAY:
        return _rails(state)
    found = {}
    for seed in range(MOST):
        for move in suggest(state, {"seed": seed}):
            found[DRAFTS + seed] = move
    return found


def _rails(state: Strings) -> dict[int, Move]:
    """A good string, and for every station a string to it; giving up where there is none."""
    table, company = state.table, int(state.company())
    best = suggest(state, {})
    found = {LAYS: best[0]} if best else {}
    for station in range(len(table.tiles)):
        for long in (False, True):
            if not state.has_string(long):
                continue
            line = way_to(table, company, station, (LONG if long else SHORT) * 1024)
            if line is not None and state.may_lie(line, long):
                found[LAYS + 1 + station] = Move(codes.SHAPE, RailShape(line, long))
                break
    return found or {int(codes.GIVE_UP): Move(codes.GIVE_UP)}


def _places(state: Strings) -> dict[int, Move]:
    """For every kind in hand a good place, and places spread over the field."""
    ring = state.table.ground().ring
    found: dict[int, Move] = {}
    for kind in range(len(KIND)):
        if not state.hand[kind]:
            continue
        spots: list[dict[str, tuple[int, int]]] = [{}]
        for row in range(GRID):
            for column in range(GRID):
                x = int(ring.left) + (2 * column + 1) * int(ring.right - ring.left) // (2 * GRID)
                y = int(ring.top) + (2 * row + 1) * int(ring.bottom - ring.top) // (2 * GRID)
                spots.append({"near": (x, y)})
        for spot, request in enumerate(spots):
            for move in suggest(state, {"kind": KIND[kind], **request})[:1]:
                number = PLACES + kind * len(spots) + spot if move.payload is not None else move.number
                found[number] = move
    return found
