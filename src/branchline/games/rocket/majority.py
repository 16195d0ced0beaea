"""Most, second, ties and halves (R38), the one way in which points are given; and the ledger that keeps the reasons.

A ledger entry is one number: what was scored, for which line and which town or industry, the points for the
most and for the second, and what every seat had. Who got what follows from it.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

# What is scored.
TOWN: Final = 0  # R20: cubes in a regular town
RAILWAY_TOWN: Final = 1  # R21: stations on the line
MERGER: Final = 2  # R27: shares in the closed line
PASSENGERS: Final = 3  # R34
INDUSTRY: Final = 4  # R35
STATIONS: Final = 5  # R36
SHARES: Final = 6  # R36

NOBODY: Final = 15
"""The line of an entry that belongs to none."""
MOST_COUNT: Final = 127

_LINE: Final = 3
_SUBJECT: Final = 7
_FIRST: Final = 14
_SECOND: Final = 21
_COUNTS: Final = 28
_EACH: Final = 7


def tallied(count: i64, seat: i64) -> i64:
    """A seat's count in its place among the packed counts of all seats."""
    if count > MOST_COUNT:
        count = MOST_COUNT
    return count << (seat * _EACH)


def entry(what: i64, line: i64, subject: i64, first: i64, second: i64, counts: i64) -> i64:
    """The number that stands for one scoring; the counts are packed."""
    return (
        what | (line << _LINE) | (subject << _SUBJECT) | (first << _FIRST) | (second << _SECOND) | (counts << _COUNTS)
    )


def share_out(
    counts: vec[i64], start: i64, stride: i64, players: i64, first: i64, second: i64, sums: vec[i64], at: i64, step: i64
) -> None:
    """R38: add every seat's part of the two prizes to sums that lie `step` apart from `at` on.

    The counts lie `stride` apart from `start` on. Zero never ranks; tied firsts share both prizes, tied seconds the
    second.
    """
    best: i64 = 0
    next_best: i64 = 0
    leaders: i64 = 0
    followers: i64 = 0
    place = start
    for _seat in range(players):
        count = counts[place]
        place += stride
        if count > best:
            next_best = best
            followers = leaders
            best = count
            leaders = 1
        elif count == best:
            leaders += 1
        elif count > next_best:
            next_best = count
            followers = 1
        elif count == next_best:
            followers += 1
    if best == 0:
        return
    lead = first
    follow: i64 = 0
    if leaders > 1:
        lead = (first + second) // leaders
    elif next_best > 0:
        follow = second // followers
    place = start
    for _seat in range(players):
        if counts[place] == best:
            sums[at] += lead
        elif follow > 0 and counts[place] == next_best:
            sums[at] += follow
        place += stride
        at += step


def pay(packed: i64, players: i64, sums: vec[i64], at: i64, step: i64) -> None:
    """Add what an entry gives every seat to sums that lie `step` apart from `at` on."""
    share_out(counts_of(packed, players), 0, 1, players, first_of(packed), second_of(packed), sums, at, step)


def what_of(packed: i64) -> i64:
    """What the entry scored."""
    return packed & 7


def line_of(packed: i64) -> i64:
    """The entry's line, or NOBODY."""
    return (packed >> _LINE) & 15


def subject_of(packed: i64) -> i64:
    """The entry's town or industry; for lines the number of towns."""
    return (packed >> _SUBJECT) & 127


def first_of(packed: i64) -> i64:
    """The points for the most."""
    return (packed >> _FIRST) & 127


def second_of(packed: i64) -> i64:
    """The points for the second."""
    return (packed >> _SECOND) & 127


def counts_of(packed: i64, players: i64) -> vec[i64]:
    """What every seat had."""
    return listed(packed >> _COUNTS, players)


def listed(counts: i64, players: i64) -> vec[i64]:
    """Packed counts one by one."""
    values = vec[i64]([0] * players)
    for seat in range(players):
        values[seat] = (counts >> (_EACH * seat)) & MOST_COUNT
    return values


def points_of(packed: i64, players: i64) -> vec[i64]:
    """What every seat got."""
    points = vec[i64]([0] * players)
    pay(packed, players, points, 0, 1)
    return points
