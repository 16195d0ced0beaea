"""Every registered game in every configuration that a player can choose: what the generic tests run over."""

from __future__ import annotations

import itertools
import json
from collections.abc import Iterator
from typing import Any

import branchline
from branchline.core.game import Game
from branchline.core.generator import Generator
from branchline.core.match import Match
from branchline.core.options import Option

LIST_MOST = 12
"""No more values than this of one option are tried."""


def values(option: Option) -> list[Any]:
    """The option's default first, then its other values (the two ends of a range)."""
    if isinstance(option.choices, range):
        others = [option.choices.start, option.choices.stop - 1]
    else:
        others = list(option.choices)[:LIST_MOST]
    return [option.initial, *[value for value in others if value != option.initial]]


def configurations(game: Game) -> Iterator[tuple[int, dict[str, Any]]]:
    """Every number of players with the defaults, and every value of every option at the default number."""
    for players in sorted({game.players.start, game.default_players, game.players.stop - 1}):
        yield players, {}
    for option in game.options:
        for value in values(option)[1:]:
            yield game.default_players, {option.name: value}


CASES = [
    (slug, players, options)
    for slug in branchline.game_names()
    for players, options in configurations(branchline.game(slug))
]
IDS = [f"{slug}-{players}-{'-'.join(map(str, itertools.chain(*options.items())))}" for slug, players, options in CASES]
GAMES = branchline.game_names()


def start(case: tuple[str, int, dict[str, Any]], seed: int = 1) -> Match:
    """A match of a case."""
    slug, players, options = case
    return branchline.game(slug).start(players=players, seed=seed, **options)


def step(match: Match, rng: Generator) -> None:
    """One random action of a random seat."""
    actors = match.actors
    seat = actors[int(rng.below(len(actors)))]
    match.play(seat, match.sample(seat, rng))


def steps(match: Match, seed: int, most: int = 100_000) -> Iterator[int]:
    """Play at random to the end, pausing after every action."""
    rng = Generator(seed, 99)
    for n in range(most):
        if not match.actors:
            return
        step(match, rng)
        yield n


def played(case: tuple[str, int, dict[str, Any]], seed: int = 1) -> Match:
    """A finished random game."""
    match = start(case, seed)
    for _ in steps(match, seed):
        pass
    return match


def plain(value: Any) -> str:
    """Canonical JSON; fails on anything that is not JSON-safe."""
    return json.dumps(value, sort_keys=True, allow_nan=False)
