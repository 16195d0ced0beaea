"""What a worker process does: play on from a position, over worlds that a seat could be in, with numbered luck."""

from __future__ import annotations

import functools
from typing import NamedTuple

import msgspec

from branchline.bots.bot import levels
from branchline.core.action import Move
from branchline.core.driver import Luck
from branchline.core.generator import Generator
from branchline.core.policy import Policy
from branchline.core.state import State, over
from branchline.review.history import Brief, Position, positions
from branchline.review.report import POINT, WHOLE

OPEN = -1
"""The view of everybody, in a game that hides nothing."""
HINDSIGHT = -2
"""The view of one who knows what was hidden, and what chance brought afterwards."""
STRATA = 64
"""The first draws of this many sweeps cover all outcomes evenly."""
_WORLD, _LUCK, _WITS, _IDEAS = range(4)


class Arm(NamedTuple):
    """Where playouts begin: a position, who looks at it, and the first move; without one the policy chooses it."""

    place: int
    view: int
    move: str | None = None
    """As JSON."""


class Outcome(NamedTuple):
    """How one playout ended, by seat."""

    wins: tuple[int, ...]
    points: tuple[int, ...]


class Job(NamedTuple):
    """Sweeps `first` to `last` of an arm. Sweep i of every arm of a position has the same world and the same luck."""

    arm: Arm
    first: int
    last: int


class Ask(NamedTuple):
    """A question for the moves that deserve a comparison in a position."""

    place: int
    most: int


class Worker:
    """The positions of one game, and the policy that plays on from them."""

    def __init__(self, brief: Brief) -> None:
        from branchline.games import find

        self.game = find(brief.game)
        self.players = brief.players
        self.positions = positions(brief, self.game)
        self.policy = levels(self.game)[brief.level].policy()
        self.worlds = Worlds(self.policy, brief.players)

    def outcomes(self, job: Job, seed: int) -> list[Outcome]:
        """How the playouts of a job ended."""
        arm = job.arm
        position = self.positions[arm.place]
        if over(position.state):  # then nothing is hidden any more, and nothing is left to play
            return [outcome(position.state)] * (job.last - job.first)
        move = None if arm.move is None else self._move(position, arm.move)
        return [self._play(arm, position, move, sweep, seed) for sweep in range(job.first, job.last)]

    def ideas(self, ask: Ask, seed: int) -> list[str]:
        """The policy's candidates in a position, its own choice first, as JSON."""
        position = self.positions[ask.place]
        seat = position.seat
        assert seat is not None
        rng = stream(seed, ask.place, _IDEAS)
        world = self.policy.prepare(position.state.resample(seat, rng), seat)
        found = self.policy.proposals(world, self.policy.home(seat), ask.most, rng)
        moves = [Move(int(each.action), each.payload) for each in found]
        return list(dict.fromkeys(to_text(self.game.to_json(position.state, seat, move)) for move in moves))

    def _move(self, position: Position, text: str) -> Move:
        assert position.seat is not None
        return self.game.parse(position.state, position.seat, msgspec.json.decode(text))

    def _play(self, arm: Arm, position: Position, move: Move | None, sweep: int, seed: int) -> Outcome:
        state = self._world(arm, position, sweep, seed)
        if move is not None:
            assert position.seat is not None
            state.apply(position.seat, move.number, move.payload)
        rng = luck(seed, sweep)
        chance = ActualLuck(self.positions[arm.place :], rng) if arm.view == HINDSIGHT else Luck(rng)
        return played_on(self.policy, state, chance, sweep, seed)

    def _world(self, arm: Arm, position: Position, sweep: int, seed: int) -> State:
        seat = arm.view if arm.view >= 0 else position.seat or 0
        state = position.state
        if arm.view == HINDSIGHT:
            self.policy.prepare(state.clone(), seat)  # it may deal what is hidden anew, which hindsight must not
            return state.clone()
        return self.worlds.one(state, seat, sweep, seed, known=arm.view < 0)


class Worlds:
    """States that a seat could be in, as the policy plays on from them: the same sweep gives the same one."""

    def __init__(self, policy: Policy, players: int) -> None:
        self.policy = policy
        self.players = players
        self.narrow = False
        """Whether the policy prepares states that have lost the other seats; then playouts do without."""

    def one(self, state: State, seat: int, sweep: int, seed: int, known: bool = False) -> State:
        """The world of a sweep; where everything is `known`, the state itself."""
        world = state.clone() if known else state.resample(seat, stream(seed, sweep, _WORLD))
        if self.narrow:
            return world
        prepared = self.policy.prepare(world, seat)
        if len(prepared.scores()) == self.players:
            return prepared
        self.narrow = True
        return world


def played_on(policy: Policy, state: State, chance: Luck, sweep: int, seed: int) -> Outcome:
    """How the game ends when the policy plays on for everybody, in place; its own choices are the sweep's."""
    policy.play_on(state, chance, stream(seed, sweep, _WITS))
    return outcome(state)


class ActualLuck(Luck):
    """The outcomes of the game itself from a position on, where they fit; otherwise random ones."""

    def __init__(self, rest: list[Position], rng: Generator) -> None:
        super().__init__(rng)
        self.came = [(int(each.state.chance()), each.outcome) for each in rest if each.outcome is not None][::-1]

    def draw(self, n: int) -> int:
        if self.came:
            of, outcome = self.came.pop()
            if of == n:
                return outcome
        return int(self.rng.below(n))


def outcome(state: State) -> Outcome:
    """The result of a finished game: the win is shared by those who are first, points count in 1/100."""
    keys = [int(key) for key in state.ranking()]
    best = max(keys)
    share = WHOLE // keys.count(best)
    wins = tuple(share if key == best else 0 for key in keys)
    return Outcome(wins, tuple(int(points) * POINT for points in state.scores()))


def stream(seed: int, number: int, use: int) -> Generator:
    """A stream of random numbers of its own for every sweep and use."""
    return Generator(seed << 20 ^ number, use + 1)


@functools.lru_cache(4096)
def _luck_seed(seed: int, sweep: int) -> int:
    """A seed whose first draw lies in the sweep's stratum, so that few sweeps already meet all outcomes evenly."""
    stratum = int(f"{sweep % STRATA:06b}"[::-1], 2)  # van der Corput: any first few are spread out
    tries = stream(seed, sweep, _LUCK)
    while True:
        found = int(tries.next())
        if int(Generator(found, _LUCK).below(STRATA)) == stratum:
            return found


def luck(seed: int, sweep: int) -> Generator:
    """The luck of a sweep, the same for every arm."""
    return Generator(_luck_seed(seed, sweep), _LUCK)


def to_text(action: object) -> str:
    """An action as JSON text, the same for equal actions."""
    return msgspec.json.encode(action, order="sorted").decode()


def prepare(slug: str) -> None:
    """In a worker process, before there is work: load the game and its bots."""
    from branchline.games import find

    levels(find(slug))


_workers: dict[str, Worker] = {}
_MOST_WORKERS = 4


def work(brief: Brief, tasks: list[Job | Ask], seed: int) -> list[list[Outcome] | list[str]]:
    """A worker process's piece of a review; the game is folded once and kept for the next piece."""
    worker = _workers.get(brief.key)
    if worker is None:
        if len(_workers) >= _MOST_WORKERS:
            _workers.clear()
        worker = _workers[brief.key] = Worker(brief)
    return [worker.ideas(task, seed) if isinstance(task, Ask) else worker.outcomes(task, seed) for task in tasks]
