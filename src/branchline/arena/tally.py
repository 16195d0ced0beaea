"""Counting what bots made of many games, in whole numbers, so that the order of adding does not matter."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

_Z = 1.959963984540054  # the normal quantile of a 95 % interval


@dataclass
class Tally:
    """One bot's points over all its seats, and its wins; a shared win counts in parts."""

    bot: str
    seat_games: int = 0
    total: int = 0
    squares: int = 0
    least: int | None = None
    most: int | None = None
    wins: Fraction = Fraction(0)

    def add(self, points: int, win: Fraction) -> None:
        """One seat's game."""
        self.seat_games += 1
        self.total += points
        self.squares += points * points
        self.least = points if self.least is None else min(self.least, points)
        self.most = points if self.most is None else max(self.most, points)
        self.wins += win

    def json(self, games: int) -> dict[str, Any]:
        """The bot's entry in the answer of `simulate`."""
        n = self.seat_games
        spread = Fraction(self.squares * n - self.total * self.total, n * (n - 1)) if n > 1 else Fraction(0)
        share = float(self.wins / games)
        return {
            "bot": self.bot,
            "seat_games": n,
            "mean": self.total / n,
            "sd": math.sqrt(spread),
            "min": self.least,
            "max": self.most,
            "win_share": share,
            "win_share_95": list(wilson(share, games)),
        }


def wilson(share: float, games: float) -> tuple[float, float]:
    """The Wilson score interval at 95 % for a share of a number of games."""
    middle = share + _Z * _Z / (2 * games)
    reach = _Z * math.sqrt(share * (1 - share) / games + _Z * _Z / (4 * games * games))
    scale = 1 + _Z * _Z / games
    return max(0.0, (middle - reach) / scale), min(1.0, (middle + reach) / scale)


def tally(games: Iterable[tuple[tuple[str, ...], list[int], list[int]]], bots: Iterable[str]) -> list[Tally]:
    """Tallies in the order of `bots`, from each game's seats, points and ranking keys."""
    found = {name: Tally(name) for name in bots}
    for seats, points, keys in games:
        best = max(keys)
        part = Fraction(1, keys.count(best))
        for name, own, key in zip(seats, points, keys, strict=True):
            found[name].add(own, part if key == best else Fraction(0))
    return list(found.values())
