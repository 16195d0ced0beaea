"""Who plays whom in a tournament: every line-up of bots, in every rotation of the seats, with the same luck."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from itertools import combinations, count
from typing import NamedTuple

from branchline.arena.playing import Setting


class Plan(NamedTuple):
    """Everything that decides which games are played."""

    setting: Setting
    bots: tuple[str, ...]
    games: int
    seed: int


class Round(NamedTuple):
    """One line-up with one luck: a game for each rotation of the seats, or one for each bot where all play alone."""

    number: int
    """Rounds of the same number have the same luck, whoever plays."""
    lineup: int
    seatings: tuple[tuple[str, ...], ...]

    def luck(self, seed: int) -> bytes:
        """The seed of all chance in these games."""
        return hashlib.sha256(f"branchline tournament {seed} {self.number}".encode()).digest()

    def wits(self, seed: int, rotation: int) -> int:
        """The seed of what the bots of one game leave to chance."""
        name = f"branchline tournament {seed} {self.number} {self.lineup} {rotation} wits"
        return int.from_bytes(hashlib.sha256(name.encode()).digest()[:8], "big")


def lineups(bots: Sequence[str], players: int) -> list[tuple[str, ...]]:
    """All against all: each choice of as many bots as there are seats; where bots are fewer, they sit in turn."""
    if len(bots) >= players:
        return list(combinations(bots, players))
    return [tuple(bots[seat % len(bots)] for seat in range(players))]


def rotations(lineup: tuple[str, ...]) -> tuple[tuple[str, ...], ...]:
    """The line-up from every first seat on; rotations that look the same are one."""
    turned = (lineup[first:] + lineup[:first] for first in range(len(lineup)))
    return tuple(dict.fromkeys(turned))


def rounds(bots: Sequence[str], players: int, games: int) -> Iterator[Round]:
    """Rounds until every line-up has played at least `games` games."""
    if players == 1:
        alone = tuple((name,) for name in bots)
        yield from (Round(number, 0, alone) for number in range(games))
        return
    seated = [rotations(each) for each in lineups(bots, players)]
    for number in count():
        due = [index for index, each in enumerate(seated) if number * len(each) < games]
        if not due:
            return
        for index in due:
            yield Round(number, index, seated[index])
