"""The veto (R9–R13): who is asked, who may bid what, and who pays."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from librt.vecs import append, vec
from mypy_extensions import i64

from branchline.core.bits import nth_bit
from branchline.core.generator import Generator
from branchline.games.rocket.rules import drive
from branchline.games.rocket.rules.board import SIDES
from branchline.games.rocket.rules.codes import (
    BID,
    CALL,
    CALL_VETO,
    DEFEND,
    OFFER,
    OFFERED,
    PASS,
    PASSED,
    REFRAIN,
    offer,
)
from branchline.games.rocket.rules.layout import FACTS, SHARE
from branchline.games.rocket.rules.ways import HOW_MANY

if TYPE_CHECKING:
    from branchline.games.rocket.rules.state import Rocket

_BID_BITS: Final = 14


def bid_of(state: Rocket, seat: i64) -> i64:
    """What the seat said in this veto round: 0, PASSED, or OFFERED + shares * 6 + direction."""
    return (state.bids >> (seat * _BID_BITS)) & ((1 << _BID_BITS) - 1)


def _note(state: Rocket, seat: i64, bid: i64) -> None:
    state.bids |= bid << (seat * _BID_BITS)


# ── the call (R9) ──
def open_round(state: Rocket) -> None:
    """Ask the holders of shares about the announced move, unless a veto could change nothing."""
    if matters(state):
        state.phase = CALL
        _ask_next(state)
    else:
        drive.drive(state, state.way, True)


def matters(state: Rocket) -> bool:
    """Whether a veto could change anything: another hex, or a passenger that could be denied."""
    if state.ways(state.line) != 1 << state.way:
        return True
    station = state.station[drive.target(state, state.way)]
    return station >= 0 and station != state.active and state.passengers > 0


def asked(state: Rocket) -> vec[i64]:
    """R9: the seats that are asked about the announced move, in their order; none where a veto changes nothing."""
    found = vec[i64]()
    if matters(state):
        seat = state.left_of(state.active)
        while seat != state.active:
            if state.fact(seat, SHARE + state.line) > 0:
                found = append(found, seat)
            seat = state.left_of(seat)
    return found


def answer_call(state: Rocket, action: i64) -> None:
    """One holder of shares calls for a round or refrains."""
    if action == CALL_VETO:
        state.phase = BID
        state.speaker = state.active
        _bid_next(state)
    else:
        _ask_next(state)


def _ask_next(state: Rocket) -> None:
    """The next holder of shares to the left is asked; when nobody is left, the move stands."""
    seat = state.speaker
    while True:
        seat = state.left_of(seat)
        if seat == state.active:
            drive.drive(state, state.way, True)
            return
        if state.fact(seat, SHARE + state.line) > 0:
            state.speaker = seat
            return


# ── the round (R10–R13) ──
def legal(state: Rocket, seat: i64) -> vec[i64]:
    """What the seat may say in the round."""
    found = append(vec[i64](), PASS)
    if seat == state.active:
        return append(found, DEFEND)
    ways = state.ways(state.line)
    for shares in range(state.best + 1, state.fact(seat, SHARE + state.line) + 1):
        for way in range(SIDES):
            if (ways >> way) & 1 == 1:
                found = append(found, offer(shares, way))
    return found


def allows(state: Rocket, seat: i64, action: i64) -> bool:
    """R11, R12: the active player passes or defends; anybody else passes or bids higher for a legal hex."""
    if action == PASS:
        return True
    if action == DEFEND:
        return seat == state.active
    if seat == state.active:
        return False
    shares = (action - OFFER) // 6
    fits = state.best < shares <= state.fact(seat, SHARE + state.line)
    return fits and (state.ways(state.line) >> ((action - OFFER) % 6)) & 1 == 1


def apply(state: Rocket, seat: i64, action: i64) -> None:
    """The seat passes, defends or bids."""
    if action >= OFFER:
        state.best = (action - OFFER) // 6
        state.best_way = (action - OFFER) % 6
        state.bidder = seat
        _note(state, seat, action - OFFER + OFFERED)
        _bid_next(state)
    elif action == DEFEND:
        state.bidder = seat
        _settle(state)
    else:
        _note(state, seat, PASSED)
        if seat == state.active:
            _settle(state)
        else:
            _bid_next(state)


def sample(state: Rocket, seat: i64, rng: Generator) -> i64:
    """A random answer to the call, or a random thing to say in the round."""
    if state.phase == CALL:
        return REFRAIN + rng.below(2)
    if seat == state.active:
        return PASS + rng.below(2)
    ways = state.ways(state.line)
    n = HOW_MANY[ways]
    k = rng.below(1 + n * (state.fact(seat, SHARE + state.line) - state.best))
    if k == 0:
        return PASS
    return offer(state.best + 1 + (k - 1) // n, nth_bit(ways, (k - 1) % n))


def _bid_next(state: Rocket) -> None:
    """R10: one pass round the table; who cannot bid higher is not asked, the active player is the last."""
    seat = state.speaker
    while True:
        seat = state.left_of(seat)
        shares = state.fact(seat, SHARE + state.line)
        if seat == state.active:
            if state.best == 0 or shares < state.best:
                _settle(state)
            else:
                state.speaker = seat
            return
        if shares > state.best:
            state.speaker = seat
            return


def _settle(state: Rocket) -> None:
    """R12, R13: the winner pays; without a bid the move stands and nobody pays."""
    state.speaker = state.active
    if state.bidder < 0:
        drive.drive(state, state.way, True)
        return
    state.seats[state.bidder * FACTS + SHARE + state.line] -= state.best
    won = state.bidder == state.active
    drive.drive(state, state.way if won else state.best_way, won)
