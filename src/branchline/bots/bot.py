"""Bots: one class for every game and level. What a level knows of a game comes from the game's own policy."""

from __future__ import annotations

import secrets
from dataclasses import replace

from branchline.bots.characters import taste_of
from branchline.bots.search import Search
from branchline.core.action import Action, Move
from branchline.core.errors import OptionError, UnknownGame
from branchline.core.game import Game
from branchline.core.generator import Generator
from branchline.core.levels import PEOPLE, Level, Plan
from branchline.core.nearsighted import Nearsighted
from branchline.core.options import brief
from branchline.core.policy import Policy
from branchline.core.sight import Sight
from branchline.core.state import Payload, State
from branchline.core.text import Text

RANDOM = "random"
_SEEDS = 0x7FFFFFFF
_LAPSES = 3
"""The stream of random numbers that decides whether the bot lapses."""


class Bot:
    """A bot of one level, for one seat of one game; what its policy has found out stays with it.

    It gets states that its seat could be in, never the real one, so it knows what its seat knows and no more.
    """

    def __init__(
        self, game: Game, name: str, level: Level, seed: int | None = None, character: str | None = None
    ) -> None:
        self.game = game
        self.name = name
        self.level = level
        self.policy = level.policy()
        self.careless = level.careless() if level.careless is not None else None
        """The policy that it plays by in a lapse."""
        self.character = character
        """Who it is at a table; its taste goes with that."""
        taste = taste_of(character)
        if taste is not None:
            self.policy.adopt(taste)
            if self.careless is not None:
                self.careless.adopt(taste)
        self.seconds: float | None = None
        """The budget for a decision; without one of seconds or iterations, the level's own."""
        self.iterations: int | None = None
        self.payload: Payload | None = None
        """What the last decision carries besides its number."""
        self._seeds = Generator(secrets.randbits(31) if seed is None else seed, 2)

    def decide(self, state: State, seat: int) -> int:
        """The number of an action for the seat, in a state that it could be in."""
        return self.decide_with(state, seat, int(self._seeds.next()) & _SEEDS)

    def decide_with(self, state: State, seat: int, seed: int) -> int:
        """The same with a seed of one's own: with a budget of iterations the answer is the same on every machine."""
        level = self.level if self.level.duel is None else self.level.among(len(state.scores()))
        seconds, iterations = self.seconds, self.iterations
        if iterations is None and seconds is None:
            seconds = level.seconds
        if iterations is None and level.iterations:
            iterations = level.iterations
        self.payload = None
        lapse = self.careless is not None and Generator(seed, _LAPSES).below(100) < level.lapses
        if level.plan is not None and state.listed(seat) and not lapse:
            return int(self.searcher(seed, level.plan).run(state, seat, iterations or 0, seconds or 0.0))
        policy = self.careless if lapse and self.careless is not None else self.policy
        policy.allow(seconds or 0.0, iterations or 0)
        world = policy.prepare(state, seat)
        number = int(policy.choose(world, policy.home(seat), Generator(seed)))
        self.payload = world.payload(number)
        return number

    def choose(
        self, sight: Sight, seconds: float | None = None, iterations: int | None = None, seed: int | None = None
    ) -> Action:
        """An action for the sight's seat within a budget of seconds or of iterations (playouts)."""
        check_budget(seconds, iterations)
        kept = self.seconds, self.iterations
        if seconds is not None or iterations is not None:
            self.seconds, self.iterations = seconds, iterations
        try:
            state = sight.state.clone()
            number = (
                self.decide(state, sight.seat) if seed is None else self.decide_with(state, sight.seat, seed & _SEEDS)
            )
        finally:
            self.seconds, self.iterations = kept
        return sight.action(Move(number, self.payload))

    def searcher(self, seed: int, plan: Plan | None = None) -> Search:
        """A fresh search by a plan, the level's own if none is given; it tells how every first move did."""
        plan = plan or self.level.plan
        if plan is None:
            raise UnknownGame(f"{self.name} does not search")
        return Search(self.policy, seed, plan.candidates, plan.horizon, plan.depth, plan.batch, plan.trust)

    def __repr__(self) -> str:
        return f"<bot {self.name} of {self.game.slug}>"


def check_budget(seconds: float | None, iterations: int | None) -> None:
    """OptionError unless the budget is one that a bot can keep."""
    for name, value, kind, least, most in (
        ("seconds", seconds, int | float, 0.001, 3600),
        ("iterations", iterations, int, 1, 1_000_000_000),
    ):
        if value is not None and not (isinstance(value, kind) and least <= value <= most):
            facts = {"name": name, "value": brief(value), "allowed": f"{least}–{most}"}
            raise OptionError(Text("core.bad_option_value", facts))


def levels(game: Game) -> dict[str, Level]:
    """All levels of a game: those for research, `random` among them, then those for people, weakest first."""
    own = game.levels()
    research = {RANDOM: Level(Policy), **{name: level for name, level in own.items() if name not in PEOPLE}}
    return {**research, **for_people(own)}


def for_people(own: dict[str, Level]) -> dict[str, Level]:
    """The four levels that people are offered; those that a game does not define are made of its weakest and best."""
    first, last = next(iter(own.values()), Level(Policy)), Level(Policy, Plan())
    if own:
        last = own.get(PEOPLE[-1]) or list(own.values())[-1]
    made = {
        "beginner": Level(first.policy, lapses=70, careless=Nearsighted),
        "casual": Level(first.policy, lapses=30, careless=Nearsighted),
        "strong": replace(last, iterations=40, lapses=25, careless=first.policy),
        "expert": last,
    }
    return {name: own.get(name, made[name]) for name in PEOPLE}


def make(game: Game, name: str, seed: int | None = None, character: str | None = None) -> Bot:
    """The game's bot of that level; UnknownGame lists the levels. Bots for research have no character."""
    known = levels(game)
    if name not in known:
        facts = {"game": game.slug, "name": brief(name), "known": ", ".join(known)}
        raise UnknownGame(Text("core.unknown_bot", facts))
    return Bot(game, name, known[name], seed, character if name in PEOPLE else None)
