"""The scale of ratings: openskill's numbers, and what people see of them."""

from __future__ import annotations

import functools
from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

import msgspec

if TYPE_CHECKING:
    from openskill.models import PlackettLuce

MIDDLE = 1500
"""What whoever has not played yet is shown as;"""
STEP = 30
"""and so much one unit of openskill is. Settled players 100 apart score about 63 : 37, much as in chess."""
PROVISIONAL_GAMES = 10
PROVISIONAL_SIGMA = 5.5
"""A rating is provisional before that many games, or while its deviation is larger."""


class Rating(NamedTuple):
    """Where somebody stands: openskill's mean and deviation."""

    mu: float
    sigma: float


class Shown(msgspec.Struct, frozen=True):
    """A rating as people read it."""

    rating: int
    error: int
    """One standard deviation."""
    games: int
    provisional: bool
    """Whether it rests on too few games yet."""


@functools.cache
def _model() -> PlackettLuce:
    # Only where a game is rated: the import takes a moment.
    from openskill.models import PlackettLuce

    return PlackettLuce()


def start() -> Rating:
    """Where everybody begins."""
    fresh = _model().rating()
    return Rating(fresh.mu, fresh.sigma)


def rate(before: Sequence[Rating], places: Sequence[int]) -> list[Rating]:
    """Everybody's rating after a game that ended with these places."""
    model = _model()
    sides = [[model.create_rating([mu, sigma])] for mu, sigma in before]
    after = model.rate(sides, ranks=[float(place) for place in places])
    return [Rating(side[0].mu, side[0].sigma) for side in after]


def points(mu: float) -> int:
    """A mean on the scale that people see."""
    return round(MIDDLE + STEP * (mu - 25.0))


def is_provisional(games: int, sigma: float) -> bool:
    """Whether a rating rests on too little."""
    return games < PROVISIONAL_GAMES or sigma > PROVISIONAL_SIGMA


def shown(rating: Rating, games: int) -> Shown:
    """A rating as people read it."""
    return Shown(points(rating.mu), round(STEP * rating.sigma), games, is_provisional(games, rating.sigma))
