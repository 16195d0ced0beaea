"""The opening (R1–R3): everything in its place before the first player is drawn."""

from __future__ import annotations

from librt.vecs import append, vec
from mypy_extensions import i64

from branchline.core.bits import BIT
from branchline.games.rocket.rules import station, ways
from branchline.games.rocket.rules.board import LINES, Board
from branchline.games.rocket.rules.layout import AT, FACTS, FREE, HAND, LINE_FACTS, SPOT, TOWN_HEX, TOWNS
from branchline.games.rocket.rules.state import Rocket


def new_state(board: Board, players: int) -> Rocket:
    """The position before the first player is drawn."""
    state = Rocket(board, players)
    n = board.hexes
    state.tiles = board.tiles
    state.passengers = board.passengers
    state.owner = vec[i64]([FREE] * n)
    state.rails = vec[i64]([0] * n)
    state.station = vec[i64]([-1] * n)
    state.block = vec[i64]([0] * n)
    state.open_hexes = n
    state.lines = vec[i64]([-1] * LINE_FACTS)
    state.cubes = vec[i64]([0] * (board.cells * players))
    for cell in range(board.cells):
        state.free_cells |= BIT[cell]
    for at in board.town_hex:
        state.owner[at] = TOWN_HEX
        station.forbid(state, at)
    for line in range(LINES):
        town = board.start[line]
        state.lines[AT + line] = board.town_hex[town]
        state.lines[TOWNS + line] = BIT[town]
        station.shade(state, board.town_hex[town], 1)
    ways.look_ahead(state)
    for _seat in range(players):
        _lay_out_seat(state)
    return state


def _lay_out_seat(state: Rocket) -> None:
    """R2: the stations are in hand, everything else is none."""
    for fact in range(FACTS):
        value: i64 = 0
        if fact == HAND:
            value = state.board.stations
        elif fact >= SPOT:
            value = -1
        state.seats = append(state.seats, value)
