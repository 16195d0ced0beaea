"""Which people who look for a game fit together. Nothing here knows the storage."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

GATHER = 10.0
"""Seconds that somebody who would play with more waits for more before fewer begin."""
Blocks = frozenset[tuple[str, str]]
"""Who has blocked whom."""


class Search(msgspec.Struct, frozen=True):
    """Somebody who looks for a game: with how many at the table, how fast, against whom."""

    holder: str
    name: str | None
    game: str
    least: int
    most: int
    clock: str
    """The clock as JSON: only equal ones fit."""
    rated: bool
    low: int | None
    high: int | None
    rating: int | None
    """None while it is not known well enough: then no range leaves them out."""
    language: str | None
    bots: bool
    """Whether bots may take the seats that nobody wants."""
    created: float
    until: float


class Party(msgspec.Struct, frozen=True):
    """People who play together, and how many seats their table has; bots take the rest."""

    members: list[Search]
    players: int


def parties(searches: Sequence[Search], blocks: Blocks, now: float) -> list[Party]:
    """Put together whoever fits; who has waited longest comes first, and nobody is in two parties."""
    waiting = sorted(searches, key=lambda each: (each.created, each.holder))
    found: list[Party] = []
    taken: set[str] = set()
    for first in waiting:
        if first.holder not in taken:
            others = [each for each in waiting if each.holder not in taken and each is not first]
            party = _party(first, others, blocks, now) or _with_bots(first, others, blocks)
            if party is not None:
                found.append(party)
                taken |= {member.holder for member in party.members}
    return found


def _party(first: Search, others: Sequence[Search], blocks: Blocks, now: float) -> Party | None:
    """The largest party around somebody that may begin now."""
    for players in range(first.most, first.least - 1, -1):
        members = _gather(first, others, players, blocks)
        if len(members) == players:
            enough = players == min(member.most for member in members)
            if enough or min(member.created for member in members) <= now - GATHER:
                return Party(members, players)
    return None


def _with_bots(first: Search, others: Sequence[Search], blocks: Blocks) -> Party | None:
    """The party of somebody who lets bots in, with others who do; it begins at once."""
    if not first.bots:
        return None
    members = _gather(first, [each for each in others if each.bots], first.least, blocks)
    return Party(members, first.least)


def _gather(first: Search, others: Sequence[Search], players: int, blocks: Blocks) -> list[Search]:
    """Up to that many people, of whom each would play at a table of that size and with all the others."""
    members = [first]
    for other in others:
        if len(members) == players:
            break
        if other.least <= players <= other.most and all(fits(member, other, blocks) for member in members):
            members.append(other)
    return members


def fits(one: Search, other: Search, blocks: Blocks) -> bool:
    """Whether two people want the same game, are of the strength that each wants, and have not blocked each other."""
    same = (one.game, one.clock, one.rated) == (other.game, other.clock, other.rated)
    apart = (one.holder, other.holder) in blocks or (other.holder, one.holder) in blocks
    return same and not apart and takes(one, other.rating) and takes(other, one.rating)


def takes(search: Search, rating: int | None) -> bool:
    """Whether somebody would play against that rating; one that is not known yet is in every range."""
    if rating is None:
        return True
    return (search.low is None or rating >= search.low) and (search.high is None or rating <= search.high)
