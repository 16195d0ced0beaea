"""Hexes that a line could go to, and what that would bring."""

from __future__ import annotations

import msgspec

from branchline.games.rocket.api.maps import Map
from branchline.games.rocket.api.scorings import Scoring, scoring
from branchline.games.rocket.rules import codes, ledger, veto
from branchline.games.rocket.rules.codes import MERGE
from branchline.games.rocket.rules.layout import AT, FACTS, SHARE, TOWNS
from branchline.games.rocket.rules.state import Rocket


class Target(msgspec.Struct, kw_only=True):
    """A hex that the line could go to: points of every seat, towns, a passenger, a merger."""

    hex: str
    way: int
    """The direction, 0–5."""
    points: list[int]
    towns: list[str]
    """The towns that the line would connect."""
    scorings: list[Scoring]
    passenger: bool
    station: int | None
    """The seat whose station stands there."""
    merges: list[str]
    """The lines that it could merge into."""


class Extension(Target, kw_only=True):
    """A legal extension, as it goes if nobody objects."""

    line: str
    shares: int
    """What the mover holds of the line once the move is announced (R7)."""
    vetoers: list[int]
    """The seats that are asked whether they call for a veto round (R9), in their order."""


class Diversion(Target, kw_only=True):
    """A hex that a line under veto could go to.

    Where the seat that is asked would have to bid for it, its lowest bid is paid. Otherwise it is what happens if
    nobody bids any more: the best bid is paid, by the mover where the mover defends.
    """

    bids: list[list[int]]
    """The points of every seat for each bid of the seat that is asked, from the lowest to all of its shares."""


def extension(state: Rocket, table: Map, line: int, way: int) -> Extension:
    """What extending the line that way would bring."""
    after = state.clone()
    after.begin(state.active, line, way)
    shares = int(after.fact(state.active, SHARE + line))
    vetoers = [int(seat) for seat in veto.asked(after)]
    after.resolve(way, True)
    seen = msgspec.structs.asdict(target(state, after, table, line, way))
    return Extension(line=table.companies[line].id, shares=shares, vetoers=vetoers, **seen)


def diversion(state: Rocket, table: Map, way: int) -> Diversion:
    """What it would bring if the line under veto went that way, with the shares that somebody would pay for it."""
    speaker, best = int(state.speaker), int(state.best)
    bidding = range(best + 1, int(state.fact(speaker, SHARE + state.line)) + 1) if speaker != state.active else []
    standing = state.best_way if state.bidder >= 0 else state.way
    if speaker == state.active and way == state.way:
        after = _paid(state, way, speaker, best)
    elif way == standing or not bidding:
        after = _paid(state, way, int(state.bidder), best)
    else:
        after = _paid(state, way, speaker, bidding[0])
    seen = target(state, after, table, int(state.line), way)
    bids = [target(state, _paid(state, way, speaker, shares), table, int(state.line), way).points for shares in bidding]
    return Diversion(bids=bids, **msgspec.structs.asdict(seen))


def _paid(state: Rocket, way: int, payer: int, shares: int) -> Rocket:
    """The line under veto went that way, and the payer paid the shares (R13); with a payer below 0 nobody did."""
    after = state.clone()
    if payer >= 0:
        after.seats[payer * FACTS + SHARE + after.line] -= shares
    after.resolve(way, payer == state.active or (payer < 0 and way == state.way))
    return after


def target(state: Rocket, after: Rocket, table: Map, line: int, way: int) -> Target:
    """The difference between two positions between which the line went that way."""
    players = int(state.players)
    joins = bits(int(after.options)) if after.phase == MERGE else []
    after = first_merger(after)
    fresh = [int(packed) for packed in after.ledger[len(state.ledger) :] if ledger.what_of(packed) <= ledger.MERGER]
    scorings = [scoring(table, packed, players) for packed in fresh]
    merged = [int(ledger.subject_of(packed)) for packed in fresh if ledger.what_of(packed) == ledger.MERGER]
    here = int(state.board.neighbours[state.lines[AT + line] * 6 + way])
    return Target(
        hex=table.label(here),
        way=way,
        points=[sum(each.points[seat] for each in scorings) for seat in range(players)],
        towns=table.town_ids(int(state.board.touch[here] & ~state.lines[TOWNS + line])),
        scorings=scorings,
        passenger=bool(after.passengers < state.passengers),
        station=int(state.station[here]) if state.station[here] >= 0 else None,
        merges=[table.companies[other].id for other in joins or merged],
    )


def first_merger(state: Rocket) -> Rocket:
    """Where the mover has to choose between mergers (R25): the position after the first of them."""
    if state.phase != MERGE:
        return state
    after = state.clone()
    after.apply(after.active, codes.JOIN + bits(int(after.options))[0])
    return after


def bits(mask: int) -> list[int]:
    """The places of the bits that are set."""
    return [place for place in range(mask.bit_length()) if mask >> place & 1]
