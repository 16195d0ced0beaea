"""One game between bots: who sits where, whose luck it has, and what came out."""

from __future__ import annotations

import json
import time
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from typing import Any, NamedTuple

from branchline.arena.foreign import PREFIX, Failed, ForeignBot, check_command
from branchline.bots import Bot, check_budget, make
from branchline.core.action import Event, Move, Played, chanced
from branchline.core.chance import commitment, draw
from branchline.core.driver import Decider, Driver, Luck, Observer
from branchline.core.errors import OptionError
from branchline.core.game import Game
from branchline.core.generator import Generator
from branchline.core.record import write_record
from branchline.core.state import Payload, State
from branchline.core.text import Text

MOST_GAMES = 10_000_000
MOST_JOBS = 256
LAST = -(1 << 62)
"""The ranking key of a seat that lost by rule."""


class Setting(NamedTuple):
    """What all games of a run have in common; worker processes get it whole."""

    game: str
    players: int
    options: dict[str, Any]
    seconds: float | None = None
    iterations: int | None = None
    recorded: bool = False
    patience: float = 10.0
    """How long a foreign bot may take for a decision, in seconds."""
    sampled: bool = False
    """Whether every decision is kept."""


class Sample(NamedTuple):
    """One decision: what the seat knew, what it might do, and what it did."""

    seat: int
    observation: bytes
    """The numbers of the observation, eight bytes each."""
    legal: list[int] | None
    """The numbers of all actions that it might take; None where they cannot be listed."""
    action: int
    payload: str | None
    """The action as JSON, where the number does not say everything."""


class Finished(NamedTuple):
    """One finished game: who sat where, the points, the keys that rank the seats, how many turns and decisions."""

    seats: tuple[str, ...]
    points: list[int]
    keys: list[int]
    turns: int
    decisions: int
    record: dict[str, Any] | None
    thought: list[list[float]]
    """For each seat the seconds of all its decisions, how many they were, and the longest."""
    failed: dict[int, str]
    """Seats that lost by rule, and why."""
    samples: list[Sample] | None = None


def failures(games: Iterable[Finished], bot: str) -> dict[str, int]:
    """Why a bot lost games by rule, and how many seats of it each reason cost."""
    return dict(
        Counter(
            one.failed[seat]
            for one in games
            for seat, name in enumerate(one.seats)
            if name == bot and seat in one.failed
        )
    )


def play(
    setting: Setting,
    game: Game,
    seats: tuple[str, ...],
    seed: bytes,
    wits: Generator,
    seat_bot: Callable[[Game, str], Bot] = make,
) -> Finished:
    """Play a game. Its chance comes from the seed alone, so that the same seed is the same luck for other bots."""
    state = game.new(setting.players, setting.options)
    timed = [Timed(_decider(setting, game, name, wits, seat_bot), wits) for name in seats]
    history = History(game) if setting.recorded else None
    sampler = Sampler(game, timed) if setting.sampled else None
    driver = Driver(state, [each for each in (history, sampler) if each is not None])
    deciders: list[Decider] = list(timed)
    decisions = int(driver.run(deciders, ProvableLuck(seed)))
    points, keys = [int(own) for own in state.scores()], [int(key) for key in state.ranking()]
    failed = {seat: each.failed for seat, each in enumerate(timed) if each.failed is not None}
    for seat, each in enumerate(timed):
        each.inner.finish(points)
        if seat in failed:
            keys[seat] = LAST
    record = None
    if history is not None:
        named = [{"bot": name} for name in seats]
        options = setting.options
        record = write_record(game, setting.players, options, named, commitment(seed), seed, history.events, points)
    thought = [[each.total, each.count, each.longest] for each in timed]
    samples = None if sampler is None else sampler.samples
    return Finished(seats, points, keys, int(state.turn_number()), decisions, record, thought, failed, samples)


class ProvableLuck(Luck):
    """Chance drawn from a seed as a match draws it, so that `branchline verify` can check a record."""

    def __init__(self, seed: bytes) -> None:
        self.seed = seed
        self.drawn = 0

    def draw(self, n: int) -> int:
        self.drawn += 1
        return draw(self.seed, self.drawn - 1, int(n))


class Seated(Decider):
    """A decider that is also given the final points."""

    def finish(self, points: list[int]) -> None:
        """The game is over."""


class BotDecider(Seated):
    """A bot at its seat: it decides from what the seat can know."""

    def __init__(self, bot: Bot, setting: Setting, wits: Generator) -> None:
        super().__init__(wits)
        self.bot = bot
        bot.seconds, bot.iterations = setting.seconds, setting.iterations

    def decide(self, state: State, seat: int) -> int:
        seen = state.resample(seat, Generator(int(self.rng.next()), seat))
        action = self.bot.decide_with(seen, int(seat), int(self.rng.next()) & 0x7FFFFFFF)
        self.payload = self.bot.payload
        return action


class ForeignDecider(Seated):
    """A bot in a process of its own: it gets the view of its seat, and what it answers is checked."""

    def __init__(self, command: str, setting: Setting, game: Game, wits: Generator) -> None:
        super().__init__(wits)
        self.game = game
        self.setting = setting
        self.bot = ForeignBot.running(command, setting.patience)
        self.begun = False

    def decide(self, state: State, seat: int) -> int:
        if not self.begun:
            self.begun = True
            self.bot.start(self.game, self.setting.players, self.setting.options, int(seat))
        move = self.bot.decide(self.game, state, int(seat))
        self.payload = move.payload
        return move.number

    def finish(self, points: list[int]) -> None:
        self.bot.finish(points if self.begun else None)


class Timed(Decider):
    """Measures another decider. One that fails has lost; the seat goes on at random for the sake of the others."""

    def __init__(self, inner: Seated, wits: Generator) -> None:
        super().__init__(wits)
        self.inner = inner
        self.total, self.count, self.longest = 0.0, 0, 0.0
        self.failed: str | None = None

    def decide(self, state: State, seat: int) -> int:
        if self.failed is not None:
            return super().decide(state, seat)
        begun = time.perf_counter()
        try:
            action = self.inner.decide(state, seat)
        except Failed as failure:
            self.failed = str(failure)
            return super().decide(state, seat)
        took = time.perf_counter() - begun
        self.total, self.count, self.longest = self.total + took, self.count + 1, max(self.longest, took)
        self.payload = self.inner.payload
        return action


class History(Observer):
    """Keeps every event, as a record has it."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.events: list[Event] = []

    def before_action(self, state: State, seat: int, action: int, payload: Payload | None) -> None:
        self.events.append(Played(int(seat), self.game.to_json(state, int(seat), Move(int(action), payload))))

    def after_chance(self, state: State, k: int, n: int) -> None:
        self.events.append(chanced(int(k), int(n)))


class Sampler(Observer):
    """Keeps every decision, as a data set has it; what a seat does at random after its bot has failed is none."""

    def __init__(self, game: Game, seated: Sequence[Timed]) -> None:
        self.game = game
        self.seated = seated
        self.samples: list[Sample] = []

    def before_action(self, state: State, seat: int, action: int, payload: Payload | None) -> None:
        if self.seated[int(seat)].failed is not None:
            return
        seen = bytes(memoryview(self.game.observe(state, int(seat))))
        legal = [int(each) for each in state.legal(seat)] if state.listed(seat) else None
        shape = None
        if payload is not None:
            shape = json.dumps(self.game.to_json(state, int(seat), Move(int(action), payload)))
        self.samples.append(Sample(int(seat), seen, legal, int(action), shape))


def check_size(games: int, jobs: int, seconds: float | None, iterations: int | None) -> None:
    """OptionError unless the numbers of games and processes and the budget are in their bounds."""
    for name, value, most in (("games", games, MOST_GAMES), ("jobs", jobs, MOST_JOBS)):
        if not 1 <= value <= most:
            raise OptionError(Text("core.bad_option_value", {"name": name, "value": value, "allowed": f"1–{most}"}))
    check_budget(seconds, iterations)


def check_bot(game: Game, name: str) -> None:
    """UnknownGame if there is no such bot, OptionError if there is no such command.

    What a command makes of the game shows when it plays.
    """
    if name.startswith(PREFIX):
        check_command(name)
    else:
        make(game, name)


def _decider(setting: Setting, game: Game, name: str, wits: Generator, seat_bot: Callable[[Game, str], Bot]) -> Seated:
    if name.startswith(PREFIX):
        return ForeignDecider(name.removeprefix(PREFIX), setting, game, wits)
    return BotDecider(seat_bot(game, name), setting, wits)
