"""Practice games: the policies play whole games without search, so thousands of them take seconds."""

from __future__ import annotations

import hashlib
import math
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from itertools import groupby
from statistics import fmean
from typing import NamedTuple

from branchline.bots import levels
from branchline.compute import Executor, run
from branchline.core.driver import Decider, Driver, Luck
from branchline.core.game import Game
from branchline.core.generator import Generator
from branchline.core.learning import LEARNER, PRESENT, Learnable
from branchline.core.policy import Policy
from branchline.core.state import State

Vector = tuple[int, ...]
PIECE = 25
"""Games that are handed to a worker at once."""


class Task(NamedTuple):
    """What a worker has to know to play any of the games."""

    game: str
    seed: int
    present: Vector


class Piece(NamedTuple):
    """Some games of one vector: those from `first` on at one table, of one generation."""

    vector: int
    numbers: Vector
    generation: int
    table: int
    first: int
    size: int


def worths(
    place: Executor, task: Task, tables: int, vectors: Sequence[Vector], generation: int, games: int
) -> Iterator[float]:
    """What each vector came to over the same games: the mean of points alone, of soft wins (0 to 100) among others."""
    pieces = [
        Piece(number, numbers, generation, table, first, min(PIECE, games - first))
        for number, numbers in enumerate(vectors)
        for table in range(tables)
        for first in range(0, games, PIECE)
    ]
    done = run(place, partial(play_pieces, task), pieces)
    for _, parts in groupby(zip(pieces, done, strict=True), key=lambda part: part[0].vector):
        found = [(piece.size, worth) for piece, worth in parts]
        yield sum(count * worth for count, worth in found) / sum(count for count, _ in found)


def play_pieces(task: Task, pieces: Sequence[Piece]) -> list[float]:
    """A worker's work: the mean worth of each piece's games."""
    from branchline.games import find

    game = find(task.game)
    learnable = game.learnable()
    assert learnable is not None
    found = []
    for piece in pieces:
        table = learnable.practice[piece.table]
        policies = [_policy(game, learnable, name, piece.numbers, task.present) for name in table]
        numbers = range(piece.first, piece.first + piece.size)
        found.append(fmean(_play(game, learnable, table, policies, _where(task, piece), n) for n in numbers))
    return found


def as_numbers(learnable: Learnable, vector: Sequence[int]) -> dict[str, int]:
    """A vector by the names of its numbers."""
    return {number.name: value for number, value in zip(learnable.numbers, vector, strict=True)}


def as_vector(learnable: Learnable, numbers: Mapping[str, int]) -> Vector:
    """Numbers in the order that the game names them."""
    return tuple(numbers[number.name] for number in learnable.numbers)


def _policy(game: Game, learnable: Learnable, name: str, numbers: Vector, present: Vector) -> Policy:
    if name in (LEARNER, PRESENT):
        made = learnable.practised or learnable.policy
        return made(as_numbers(learnable, numbers if name == LEARNER else present))
    return levels(game)[name].policy()


def _where(task: Task, piece: Piece) -> str:
    return f"branchline train {task.seed} {piece.generation} {piece.table}"


def _play(
    game: Game, learnable: Learnable, table: Sequence[str], policies: Sequence[Policy], where: str, number: int
) -> float:
    """One game: its luck is that of all rotations of the seats, and of every vector that plays it."""
    players = len(table)
    turn = number % players
    seed = int.from_bytes(hashlib.sha256(f"{where} {number // players}".encode()).digest()[:6], "big")
    state = game.new(players, game.start(players=players, seed=0).options)
    seated = [policies[(seat + turn) % players] for seat in range(players)]
    wits = Generator(seed, 2)
    deciders: list[Decider] = [Practiser(policy, state, seat, wits) for seat, policy in enumerate(seated)]
    Driver(state, []).run(deciders, Luck(Generator(seed, 1)))
    own = (table.index(LEARNER) - turn) % players
    points = [int(each) for each in state.scores()]
    if players == 1:
        return float(points[0])
    lead = points[own] - max(points[:own] + points[own + 1 :])
    return 100 / (1 + math.exp(-lead / learnable.soft))


class Practiser(Decider):
    """A policy at its seat. It is shown the whole state: a quick policy must look at nothing that its seat cannot."""

    def __init__(self, policy: Policy, state: State, seat: int, wits: Generator) -> None:
        super().__init__(wits)
        self.policy = policy
        policy.prepare(state.clone(), seat)
        self.whole = int(policy.home(seat)) == seat

    def decide(self, state: State, seat: int) -> int:
        world = state if self.whole else self.policy.prepare(state.clone(), seat)
        action = int(self.policy.choose(world, self.policy.home(seat), self.rng))
        self.payload = world.payload(action)
        return action
