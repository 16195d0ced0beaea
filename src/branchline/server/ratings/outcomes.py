"""What a finished game came to for each seat, derived from the table's log and its projection alone."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

import msgspec

from branchline.server import events as e
from branchline.server.projection import Projection
from branchline.server.ratings.rated import is_account

Played = Literal["whole", "partly", "left", "bot"]
"""How a seat's person played: all of it; a bot played some of it; they gave up, ran out of time or stayed away;
or it was a bot's from the start."""


class SeatOutcome(msgspec.Struct, frozen=True):
    """What a game came to for one seat."""

    seat: int
    holder: str | None
    level: str | None
    points: int | None
    place: int
    won: bool
    played: Played
    standing: int
    """The place that ratings count: who left comes behind all who played."""
    traits: str = ""


class Outcome(msgspec.Struct, frozen=True):
    """What a game came to. One that was called off, or that nobody played, has no seats."""

    table: str
    game: str
    players: int
    ended: float
    rated: bool
    shown: bool
    """Whether others see it on a person's page: not what friends played by link."""
    daily: str | None = None
    seats: Sequence[SeatOutcome] = ()


def outcome(table: Projection, log: Sequence[e.Written]) -> Outcome:
    """What the game of that table came to."""
    assert table.ending is not None
    ended = _ended(log)
    human = any(seat.place.kind == "human" and seat.place.browser for seat in table.seats)
    counts = human and table.ending.reason in ("played", "resigned") and not _is_brought_in(log)
    rated = counts and table.rated and all(is_account(s.place.browser) for s in table.seats if s.place.kind == "human")
    shown = table.public or table.rated or table.daily is not None
    found = Outcome(table.id, table.game, len(table.seats), ended, rated, shown, table.daily)
    return msgspec.structs.replace(found, seats=_seats(table, log)) if counts else found


def _ended(log: Sequence[e.Written]) -> float:
    """When the game ended: its last event; a rematch or an adoption comes later and is none."""
    later = (e.RematchMade, e.Adopted, e.PersonForgotten, e.LinkRevoked, e.SeatClaimed)
    return next(each.at for each in reversed(log) if not isinstance(each.event, later))


def _is_brought_in(log: Sequence[e.Written]) -> bool:
    """Whether nothing was played here: a record of a game that was over already."""
    return not any(isinstance(each.event, e.Acted | e.Resigned) for each in log)


def _seats(table: Projection, log: Sequence[e.Written]) -> list[SeatOutcome]:
    assert table.ending is not None
    played = _played(table, log)
    # All who left share the last place, whatever a bot made of it for them.
    keys = [(how == "left", 0 if how == "left" else rank) for how, rank in zip(played, table.ending.ranks, strict=True)]
    return [
        SeatOutcome(
            seat=n,
            holder=seat.place.browser,
            level=seat.place.level,
            points=table.scores[n] if table.scores else None,
            place=table.ending.ranks[n],
            won=n in table.ending.winners,
            played=played[n],
            standing=1 + sum(other < keys[n] for other in keys),
        )
        for n, seat in enumerate(table.seats)
    ]


def _played(table: Projection, log: Sequence[e.Written]) -> list[Played]:
    """How each seat was played. Whoever came back and made at least half of the seat's actions has not left."""
    bots = [seat.place.kind == "bot" for seat in table.seats]
    own, others, flagged = ([0] * len(bots) for _ in range(3))
    substitutes = list(bots)
    for each in log:
        match each.event:
            case e.Acted(seat=seat):
                (others if substitutes[seat] else own)[seat] += 1
            case e.SeatHanded(seat=seat) | e.Resigned(seat=seat):
                substitutes[seat] = True
            case e.SeatTakenBack(seat=seat):
                substitutes[seat] = False
            case e.ClockFlagged(seat=seat):
                flagged[seat] = 1

    def how(n: int) -> Played:
        if bots[n]:
            return "bot"
        if table.seats[n].resigned or flagged[n] or substitutes[n] or others[n] > own[n]:
            return "left"
        return "partly" if others[n] else "whole"

    return [how(n) for n in range(len(bots))]
