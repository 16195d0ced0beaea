"""Tables for rule tests, laid by hand: a square without river or mountains unless asked for."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import branchline
from branchline.core.errors import IllegalAction
from branchline.games.strings.api import actions
from branchline.games.strings.api.previews import RailCheck
from branchline.games.strings.rules import codes, outlines, setup
from branchline.games.strings.rules.field import Field
from branchline.games.strings.rules.lines import line_through
from branchline.games.strings.rules.state import Strings
from branchline.games.strings.rules.tiles import tile_at

GAME = branchline.game("string-railway")
"""Loaded by its name, which also finds its texts."""
cases = pytest.mark.parametrize("cases", [300, pytest.param(4000, marks=pytest.mark.slow)])
"""Comparisons with rational arithmetic: a few also where the rules run interpreted, many compiled."""


def table(players: int = 4, *, river=None, mountains=None, expert=False, first_only=False, fields=None) -> Strings:
    """A table with its bases in the corners, before the first draw. Company 0 is at the lower left of the square."""
    shapes = fields or list(outlines.standard(4 if players == 2 else players))
    state = setup.new_state(players, shapes, False, False, expert, first_only, 38)
    state.table.field = state.fields[0]
    state.table.river = None if river is None else line_through(river, False)
    state.table.mountains = None if mountains is None else line_through(mountains, True)
    for company in range(state.companies):
        state.corner[company] = company
    setup.lay_bases(state)
    return state


def small_field(side: int) -> Field:
    """A square with bases in its corners, so small that all of it can be searched."""
    corners = [(0, side), (0, 0), (side, 0), (side, side)]
    middles = [(abs(x - 200), abs(y - 200)) for x, y in corners]
    ring = line_through([(0, 0), (side, 0), (side, side), (0, side)], True)
    return Field(ring, [tile_at(x, y, 0) for x, y in middles], 100, False)


def put(state: Strings, kind: str, x: int, y: int, turn: int = 0, owner: int = -1, reached: tuple = ()) -> int:
    """A station on the table; its number."""
    mask = sum(1 << company for company in reached)
    state.table.add_station(tile_at(x, y, turn), actions.KIND.index(kind), owner, mask)
    return len(state.table.tiles) - 1


def found(name: str, players: int) -> Strings:
    """A position in which something was found once: a file of what lies on the table."""
    data = json.loads((Path(__file__).parent / "positions" / f"{name}.json").read_text())
    river, mountains = ([tuple(point) for point in data[name]] for name in ("river", "mountains"))
    state = table(players, river=river, mountains=mountains)
    assert [list(point) for point in zip(*ring_of(state), strict=True)] == data["field"]
    for s, (kind, x, y, turn, owner, reached) in enumerate(data["tiles"]):
        if kind:
            state.table.add_station(tile_at(x, y, turn), kind, owner, reached)
        else:
            state.table.reached[s] = reached
    for company, long, points in data["rails"]:
        state.table.add_rail(line_through([tuple(point) for point in points], False), company, bool(long))
    return state


def ring_of(state: Strings) -> tuple[list[int], list[int]]:
    """The black string's coordinates."""
    ring = state.table.ground().ring
    return [int(x) for x in ring.xs], [int(y) for y in ring.ys]


def old_rail(state: Strings, company: int, points) -> int:
    """A rail that lies already, without its count."""
    state.table.add_rail(line_through(points, False), company, False)
    return len(state.table.rails) - 1


def at_turn(state: Strings, company: int, phase: int = codes.LAY, turn: int | None = None) -> Strings:
    """The same table with a company at turn."""
    state.turn = company if turn is None else turn
    state.phase = phase
    return state


def lay(state: Strings, points, string: str = "short") -> RailCheck:
    """Lay a rail of the company at turn; what `check` says of it. IllegalAction if it may not lie so."""
    count = GAME.check(state, seat_of(state), GAME.parse(state, seat_of(state), rail(points, string)))
    play(state, rail(points, string))
    assert isinstance(count, RailCheck)
    return count


def seat_of(state: Strings) -> int:
    """The seat at turn."""
    return int(state.company()) % int(state.players)


def rail(points, string: str = "short") -> dict:
    """The action that lays a rail, as JSON."""
    return {"type": "lay", "string": string, "points": [list(point) for point in points]}


def allowed(state: Strings, action: dict) -> bool:
    """Whether the seat at turn may do it."""
    move = GAME.parse(state, seat_of(state), action)
    return state.allows(seat_of(state), move.number, move.payload)


def play(state: Strings, action: dict) -> None:
    """Let the company at turn do a legal action; IllegalAction if it is none."""
    seat = seat_of(state)
    move = GAME.parse(state, seat, action)
    if not state.allows(seat, move.number, move.payload):
        raise GAME.refusal(state, seat, move)
    state.apply(seat, move.number, move.payload)


def refused(state: Strings, action: dict) -> IllegalAction:
    """The refusal of an action; fails if it is legal."""
    assert not allowed(state, action), f"{action} is legal"
    return GAME.refusal(state, seat_of(state), GAME.parse(state, seat_of(state), action))


def refused_rail(state: Strings, points, string: str = "short") -> IllegalAction:
    """The refusal of a rail."""
    return refused(state, rail(points, string))
