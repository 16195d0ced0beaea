"""The ledger keeps the reason of every point: one number for each scoring.

An entry says what was scored, for which line and which town or industry, the points for the most and for the
second, and what every seat had. Who got what follows from it (see scoring.py).
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

NO_LINE: Final = 15
"""The line of an entry that belongs to none."""
MOST_COUNT: Final = 127

_LINE: Final = 3
_SUBJECT: Final = 7
_FIRST: Final = 14
_SECOND: Final = 21
_COUNTS: Final = 28
_EACH: Final = 7


def pack_count(count: i64, seat: i64) -> i64:
    """A seat's count in its place among the packed counts of all seats."""
    if count > MOST_COUNT:
        count = MOST_COUNT
    return count << (seat * _EACH)


def unpack_counts(counts: i64, players: i64) -> vec[i64]:
    """Packed counts one by one."""
    values = vec[i64]([0] * players)
    for seat in range(players):
        values[seat] = (counts >> (_EACH * seat)) & MOST_COUNT
    return values


def entry(what: i64, line: i64, subject: i64, first: i64, second: i64, counts: i64) -> i64:
    """The number that stands for one scoring; the counts are packed."""
    return (
        what | (line << _LINE) | (subject << _SUBJECT) | (first << _FIRST) | (second << _SECOND) | (counts << _COUNTS)
    )


def what_of(packed: i64) -> i64:
    """What the entry scored."""
    return packed & 7


def line_of(packed: i64) -> i64:
    """The entry's line, or NO_LINE."""
    return (packed >> _LINE) & 15


def subject_of(packed: i64) -> i64:
    """The entry's town or industry, or the surviving line of a merger; else the number of towns."""
    return (packed >> _SUBJECT) & 127


def first_of(packed: i64) -> i64:
    """The points for the most."""
    return (packed >> _FIRST) & 127


def second_of(packed: i64) -> i64:
    """The points for the second."""
    return (packed >> _SECOND) & 127


def counts_of(packed: i64, players: i64) -> vec[i64]:
    """What every seat had."""
    return unpack_counts(packed >> _COUNTS, players)
