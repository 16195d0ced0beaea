"""Build a station, or move one that is on no line yet (R17, R18)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from librt.vecs import append, vec
from mypy_extensions import i64

from branchline.core.generator import Generator
from branchline.games.rocket.rules.board import SIDES
from branchline.games.rocket.rules.codes import BUILD, station_move
from branchline.games.rocket.rules.layout import FACTS, FREE, HAND, SPOT, SPOTS

if TYPE_CHECKING:
    from branchline.games.rocket.rules.state import Rocket


# ── where a station may stand: the state counts for every hex the reasons against it (R18) ──
def shade(state: Rocket, at: i64, change: i64) -> None:
    """A locomotive or a station comes to (+1) or leaves (−1) a hex: it and its neighbours are forbidden."""
    beside = state.board.neighbours
    block = state.block
    was = block[at]
    block[at] = was + change
    opened = ((was - 1) >> 63) - ((was + change - 1) >> 63)  # (n − 1) >> 63 is −1 for none, else 0
    for place in range(at * 6, at * 6 + 6):
        near = beside[place]
        if near >= 0:
            was = block[near]
            block[near] = was + change
            opened += ((was - 1) >> 63) - ((was + change - 1) >> 63)
    state.open_hexes += opened


def forbid(state: Rocket, at: i64) -> None:
    """A town or a piece of a line: no station here any more."""
    if state.block[at] == 0:
        state.open_hexes -= 1
    state.block[at] += 1


def loose(state: Rocket, seat: i64, spot: i64) -> i64:
    """R17: the hex of a station that may move because no line has it yet; −1 for none."""
    at = state.seats[seat * FACTS + SPOT + spot]
    if at >= 0 and state.owner[at] == FREE:
        return at
    return -1


def only_itself(state: Rocket, start: i64) -> vec[i64]:
    """R18: neighbours of a station that nothing but this station itself forbids."""
    found = vec[i64]()
    for way in range(SIDES):
        near = state.board.neighbours[start * 6 + way]
        if near >= 0 and state.block[near] == 1:
            found = append(found, near)
    return found


def _count_only_itself(state: Rocket, start: i64) -> i64:
    """How many `only_itself` would find."""
    neighbours = state.board.neighbours
    block = state.block
    n: i64 = 0
    for place in range(start * 6, start * 6 + 6):
        near = neighbours[place]
        if near >= 0 and block[near] == 1:
            n += 1
    return n


def _beside(state: Rocket, start: i64, here: i64) -> bool:
    neighbours = state.board.neighbours
    for place in range(start * 6, start * 6 + 6):
        if neighbours[place] == here:
            return True
    return False


# ── legality ──
def legal(state: Rocket, seat: i64, found: vec[i64]) -> vec[i64]:
    """Add every hex for a new station and every move of one to what was found."""
    n = state.board.hexes
    block = state.block
    if state.fact(seat, HAND) > 0:
        for here in range(n):
            if block[here] == 0:
                found = append(found, BUILD + here)
    for spot in range(SPOTS):
        start = loose(state, seat, spot)
        if start >= 0:
            for here in range(n):
                if block[here] == 0 or (block[here] == 1 and _beside(state, start, here)):
                    found = append(found, station_move(start, here))
    return found


def allows_build(state: Rocket, seat: i64, here: i64) -> bool:
    """Whether the seat may put a new station there."""
    return here < state.board.hexes and state.fact(seat, HAND) > 0 and state.block[here] == 0


def allows_move(state: Rocket, seat: i64, start: i64, here: i64) -> bool:
    """Whether the seat may move its station from one hex to the other."""
    n = state.board.hexes
    if here >= n or start >= n or state.station[start] != seat or state.owner[start] != FREE:
        return False
    return state.block[here] == 0 or (state.block[here] == 1 and _beside(state, start, here))


# ── effect ──
def build(state: Rocket, seat: i64, here: i64) -> None:
    """Put a station from the seat's hand onto the hex."""
    state.idle = 0
    state.seats[seat * FACTS + HAND] -= 1
    _put(state, seat, -1, here)


def move(state: Rocket, seat: i64, start: i64, here: i64) -> None:
    """Move a station of the seat."""
    state.idle += 1
    state.station[start] = -1
    shade(state, start, -1)
    _put(state, seat, start, here)


def _put(state: Rocket, seat: i64, instead: i64, here: i64) -> None:
    """Into the first spot of the seat that holds `instead` (−1: one still in hand)."""
    spot = seat * FACTS + SPOT
    while state.seats[spot] != instead:
        spot += 1
    state.seats[spot] = here
    state.station[here] = seat
    shade(state, here, 1)


# ── a random one ──
def movable(state: Rocket, seat: i64) -> i64:
    """How many stations of the seat may move somewhere."""
    seats = state.seats
    owner = state.owner
    anywhere = state.open_hexes > 0
    n: i64 = 0
    for spot in range(seat * FACTS + SPOT, seat * FACTS + SPOT + SPOTS):
        at = seats[spot]
        if at >= 0 and owner[at] == FREE and (anywhere or _count_only_itself(state, at) > 0):
            n += 1
    return n


def nth_open(state: Rocket, k: i64) -> i64:
    """The hex that has k open hexes before it."""
    block = state.block
    here: i64 = -1
    while k >= 0:
        here += 1
        k += (block[here] - 1) >> 63  # −1 where nothing forbids, else 0: no branch for the processor to guess
    return here


def nth_move(state: Rocket, seat: i64, k: i64, rng: Generator) -> i64:
    """A random move of the k-th station that may move."""
    for spot in range(SPOTS):
        start = loose(state, seat, spot)
        if start >= 0 and (state.open_hexes > 0 or _count_only_itself(state, start) > 0):
            if k == 0:
                return station_move(start, _any_target(state, start, rng))
            k -= 1
    raise ValueError(f"seat {seat} has fewer stations that may move")


def _any_target(state: Rocket, start: i64, rng: Generator) -> i64:
    k = rng.below(state.open_hexes + _count_only_itself(state, start))
    if k < state.open_hexes:
        return nth_open(state, k)
    return only_itself(state, start)[k - state.open_hexes]
