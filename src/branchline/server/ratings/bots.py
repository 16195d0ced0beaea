"""Ratings of bots from the arena: fixed, on the scale of people, so that a game with bots can be rated."""

from __future__ import annotations

import functools
from importlib import resources

import msgspec

from branchline.server.ratings.scale import Rating


class ArenaRating(msgspec.Struct, frozen=True):
    """What a tournament said of a level."""

    mu: float
    sigma: float
    games: int


class Arena(msgspec.Struct, frozen=True):
    """The tournaments of one game: by number of players, then by level."""

    budget: str
    """How long the bots thought."""
    seed: int
    players: dict[str, dict[str, ArenaRating]]


@functools.cache
def arena() -> dict[str, Arena]:
    """The data file, by game; `bench/bot_ratings.py` makes it."""
    data = resources.files(__package__).joinpath("bots.json").read_bytes()
    return msgspec.json.decode(data, type=dict[str, Arena])


def bot_rating(game: str, players: int, level: str | None) -> Rating | None:
    """A level's rating; from the nearest number of players where none was played with so many.

    None for a level or a game that the arena does not know: such a bot is no opponent in ratings.
    """
    known = arena().get(game)
    if known is None or level is None:
        return None
    for count in sorted(known.players, key=lambda each: (abs(int(each) - players), int(each))):
        if (found := known.players[count].get(level)) is not None:
            return Rating(found.mu, found.sigma)
    return None
