"""Answers to what the game asks: the call for a veto, a bid, a defence, the line to merge into."""

from __future__ import annotations

from mypy_extensions import i64

from branchline.games.rocket.bots.evaluation import worth
from branchline.games.rocket.bots.weights import Weights
from branchline.games.rocket.rules.board import LINES, SIDES
from branchline.games.rocket.rules.codes import BID, CALL, CALL_VETO, DEFEND, JOIN, MERGE, PASS, REFRAIN, offer
from branchline.games.rocket.rules.layout import FACTS, SHARE
from branchline.games.rocket.rules.state import Rocket


def likely(state: Rocket, seat: i64, weights: Weights) -> i64:
    """The best answer as the position stands."""
    if state.phase == MERGE:
        return join(state, seat, weights)
    if state.phase == BID and seat == state.active:
        return _defence(state, seat, weights)
    offer = _offer(state, seat, weights)
    if state.phase == CALL:
        return CALL_VETO if offer != PASS else REFRAIN
    return offer


def join(state: Rocket, seat: i64, weights: Weights) -> i64:
    """The line to merge into."""
    best: i64 = -(1 << 50)
    chosen: i64 = JOIN
    for line in range(LINES):
        if (state.options >> line) & 1 == 1:
            after = state.clone()
            after.apply(seat, JOIN + line)
            score = worth(after, seat, weights)
            if score > best:
                best = score
                chosen = JOIN + line
    return chosen


def _defence(state: Rocket, seat: i64, weights: Weights) -> i64:
    kept = state.clone()
    kept.apply(seat, DEFEND)
    gone = state.clone()
    gone.apply(seat, PASS)
    return DEFEND if _settled(kept, seat, weights) > _settled(gone, seat, weights) else PASS


def _offer(state: Rocket, seat: i64, weights: Weights) -> i64:
    """R10–R13 as a one-pass auction: a bid that is defended costs nothing, so bid as much as winning is worth."""
    line = state.line
    own = state.fact(seat, SHARE + line)
    least = state.best + 1
    sure = state.fact(state.active, SHARE + line) + 1
    standing = state.best_way if state.best > 0 else state.way
    best = _gone(state, seat, standing, 0, state.best == 0, weights)
    chosen: i64 = PASS
    ways = state.ways(line)
    for way in range(SIDES):
        if (ways >> way) & 1 == 0 or (way == standing and state.best > 0):
            continue
        most = own if own < sure else sure
        shares = most if most > least else least
        while least <= shares <= own:
            score = _gone(state, seat, way, shares, False, weights)
            if score > best:
                best = score
                chosen = offer(shares, way)
                break
            shares -= 1
    return chosen


def _gone(state: Rocket, seat: i64, way: i64, paid: i64, passenger: bool, weights: Weights) -> i64:
    """The worth if the line goes that way and the seat pays so many shares for it."""
    after = state.clone()
    after.seats[seat * FACTS + SHARE + state.line] -= paid
    after.resolve(way, passenger)
    return _settled(after, seat, weights)


def _settled(state: Rocket, seat: i64, weights: Weights) -> i64:
    """The worth after a veto round, with the merger that may follow it."""
    if state.phase == MERGE:
        state.apply(state.active, join(state, state.active, weights))
    return worth(state, seat, weights)
