"""The gate: new numbers are taken only if the expert that plays by them beats the present one at the same budget."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from statistics import fmean
from typing import NamedTuple

from branchline.arena.playing import Setting, play
from branchline.arena.sprt import Sprt
from branchline.arena.standings import score
from branchline.bots import Bot, levels
from branchline.compute import Executor, run
from branchline.core.game import Game
from branchline.core.generator import Generator
from branchline.core.learning import LEARNER, PRESENT
from branchline.core.levels import PEOPLE, Level

ELO = (0.0, 30.0)
"""The leads between which the test decides."""
_EXPERT = PEOPLE[-1]


class Duel(NamedTuple):
    """What a worker has to know to play any round."""

    game: str
    seed: int
    iterations: int
    numbers: Mapping[str, int]


class Verdict(NamedTuple):
    """How the test ended."""

    stronger: bool
    decided: bool
    rounds: int
    score: float


def decide(place: Executor, duel: Duel, most: int) -> Verdict:
    """Play rounds, both seatings with the same luck each, until the sequential test decides; at most `rounds`."""
    test = Sprt(*ELO)
    for result in _rounds(place, duel, most):
        if test.add(result) is not None:
            break
    mean = test.total / test.rounds if test.rounds else 0.0
    return Verdict(test.verdict == "stronger", test.verdict is not None, test.rounds, mean)


def _rounds(place: Executor, duel: Duel, most: int) -> Iterator[float]:
    return run(place, partial(play_rounds, duel), range(most))


def play_rounds(duel: Duel, rounds: Sequence[int]) -> list[float]:
    """A worker's work: the share of each round's two games that the new numbers won."""
    from branchline.games import find

    game = find(duel.game)
    options = game.start(players=2, seed=0).options
    setting = Setting(game.slug, 2, options, None, duel.iterations)
    seat_bot = partial(_seat, duel)
    found = []
    for number in rounds:
        luck = hashlib.sha256(f"branchline train gate {duel.seed} {number}".encode()).digest()
        seatings = ((LEARNER, PRESENT), (PRESENT, LEARNER))
        wits = [Generator(int.from_bytes(luck[8:16], "big"), 1 + turn) for turn in range(2)]
        played = [play(setting, game, seats, luck, wits[turn], seat_bot) for turn, seats in enumerate(seatings)]
        found.append(fmean(score(one, LEARNER, PRESENT) for one in played))
    return found


def with_numbers(game: Game, numbers: Mapping[str, int]) -> Level:
    """The game's expert with other numbers."""
    learnable = game.learnable()
    assert learnable is not None
    return replace(levels(game)[_EXPERT], policy=partial(learnable.policy, numbers))


def _seat(duel: Duel, game: Game, name: str) -> Bot:
    level = with_numbers(game, duel.numbers) if name == LEARNER else levels(game)[_EXPERT]
    return Bot(game, name, level)
