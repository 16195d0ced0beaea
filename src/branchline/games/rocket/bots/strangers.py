"""Strangers: opponents in a style of their own, without a search or the evaluation of the other bots.

Nothing is trained or tuned against them, so they tell how well the others play against people they do not know.
"""

from __future__ import annotations

from collections.abc import Callable

from branchline.core.generator import Generator
from branchline.core.policy import Policy
from branchline.core.state import State
from branchline.games.rocket.rules.board import SIDES
from branchline.games.rocket.rules.codes import (
    ACT,
    BID,
    BUILD,
    CALL,
    CALL_VETO,
    DEFEND,
    INVEST,
    MOVE,
    PASS,
    REFRAIN,
    offer,
)
from branchline.games.rocket.rules.layout import AT, PASSENGER, POINTS, SHARE, TOWNS
from branchline.games.rocket.rules.merge import neighbour_lines
from branchline.games.rocket.rules.state import Rocket


class RocketStranger(Policy):
    """Has one idea of what is worth doing in a turn, and one of vetoes."""

    def choose(self, state: State, seat: int, rng: Generator) -> int:
        assert isinstance(state, Rocket)
        actions = [int(action) for action in state.legal(seat)]
        if state.phase == CALL:
            return CALL_VETO if self.bid(state, seat, actions) != PASS else REFRAIN
        if state.phase == BID:
            return self.bid(state, seat, actions)
        if state.phase == ACT:
            return _best(actions, lambda action: self.likes(state, seat, action), rng)
        return _best(actions, lambda action: _gain(state, seat, action), rng)

    def likes(self, state: Rocket, seat: int, action: int) -> int:
        """How much it wants to do something in its turn."""
        raise NotImplementedError

    def bid(self, state: Rocket, seat: int, actions: list[int]) -> int:
        """What it says in a veto round; in the call the actions are not those of the round."""
        raise NotImplementedError


class Bully(RocketStranger):
    """Gathers shares of a few lines, and turns every move of others away in which it can outbid the mover."""

    def likes(self, state: Rocket, seat: int, action: int) -> int:
        if action >= MOVE:
            return -100
        if action >= BUILD:
            return -20 + 10 * _locomotives_near(state, action - BUILD)
        if action >= INVEST:
            return 3
        shares = min(state.fact(seat, SHARE + action // SIDES), 4)
        return int(10 * _gain(state, seat, action) + 4 * shares)

    def bid(self, state: Rocket, seat: int, actions: list[int]) -> int:
        if seat == state.active:
            return DEFEND if DEFEND in actions else PASS
        line = state.line
        shares = max(state.best, state.fact(state.active, SHARE + line)) + 1
        if shares > state.fact(seat, SHARE + line):
            return PASS
        ways = [way for way in range(SIDES) if state.ways(line) >> way & 1 and way != state.way]
        return offer(shares, min(ways, key=lambda way: _new_towns(state, way))) if ways else PASS


class Investor(RocketStranger):
    """Buys cubes and builds stations, keeps lines apart from each other, and never objects to anything."""

    def likes(self, state: Rocket, seat: int, action: int) -> int:
        board = state.board
        if action >= MOVE:
            return -100
        if action >= BUILD:
            return 8 * _locomotives_near(state, action - BUILD) - 6
        if action >= INVEST:
            cell = action - INVEST
            counts = [int(state.cubes[cell * state.players + other]) for other in range(state.players)]
            connected = state.joined >> board.cell_town[cell] & 1
            return 9 - 3 * counts[seat] + (2 if max(counts) > counts[seat] else 0) + 2 * connected
        line, way = action // SIDES, action % SIDES
        there = board.neighbours[state.lines[AT + line] * SIDES + way]
        merger = there >= 0 and neighbour_lines(state, line, there) != 0
        return int(6 * _gain(state, seat, action) + state.fact(seat, SHARE + line) - (30 if merger else 0))

    def bid(self, state: Rocket, seat: int, actions: list[int]) -> int:
        return DEFEND if seat == state.active and DEFEND in actions else PASS


def _best(actions: list[int], worth: Callable[[int], int], rng: Generator) -> int:
    """The action that is worth most; chance decides among equals."""
    worths = [worth(action) for action in actions]
    best = [action for action, each in zip(actions, worths, strict=True) if each == max(worths)]
    return best[int(rng.below(len(best)))]


def _gain(state: Rocket, seat: int, action: int) -> int:
    """The points and passengers that an action brings at once to the seat, less what the best of the others gets."""
    after = state.clone()
    if action < INVEST:
        after.begin(seat, action // SIDES, action % SIDES)
        after.resolve(action % SIDES, True)
    else:
        after.apply(seat, action)
    gains = [
        int(after.fact(each, fact) - state.fact(each, fact))
        for each in range(state.players)
        for fact in (POINTS, PASSENGER)
    ]
    by_seat = [gains[2 * each] + gains[2 * each + 1] for each in range(state.players)]
    return by_seat[seat] - max(gain for each, gain in enumerate(by_seat) if each != seat)


def _new_towns(state: Rocket, way: int) -> int:
    """How many towns the line being extended would connect that way."""
    after = state.clone()
    after.resolve(way, False)
    return int(after.lines[TOWNS + state.line]).bit_count()


def _locomotives_near(state: Rocket, here: int) -> int:
    """How many locomotives are two or three steps away: they may soon come by."""
    distances = [state.board.distance[at * state.board.hexes + here] for at in state.lines[AT : AT + 7] if at >= 0]
    return sum(2 <= distance <= 3 for distance in distances)
