"""Bots: one class for every game and level. What a level knows of a game comes from the game's own policy."""

from __future__ import annotations

import secrets

from branchline.bots.search import Search
from branchline.core.action import Action
from branchline.core.errors import OptionError, UnknownGame
from branchline.core.game import Game, Level
from branchline.core.generator import Generator
from branchline.core.options import brief
from branchline.core.policy import Policy
from branchline.core.sight import Sight
from branchline.core.text import Text

RANDOM = "random"


class Bot:
    """A bot of one level for one game. It sees only a sight, so it knows what its seat knows and no more."""

    def __init__(self, game: Game, name: str, level: Level) -> None:
        self.game = game
        self.name = name
        self.level = level
        self.policy = level.policy()

    def choose(
        self, sight: Sight, seconds: float | None = None, iterations: int | None = None, seed: int | None = None
    ) -> Action:
        """An action for the sight's seat within a budget of seconds or of iterations (playouts).

        With a seed and a number of iterations the answer is the same every time, on every machine.
        """
        check_budget(seconds, iterations)
        seed = secrets.randbits(31) if seed is None else seed & 0x7FFFFFFF
        if iterations is None and seconds is None:
            seconds = self.level.seconds
        if self.level.plan is None:
            self.policy.allow(seconds or 0.0, iterations or 0)
            world = self.policy.prepare(sight.state.clone(), sight.seat)
            number = self.policy.choose(world, self.policy.home(sight.seat), Generator(seed))
            return sight.action(int(sight.state.carry(world, number)))
        search = self.searcher(seed)
        return sight.action(int(search.run(sight.state, sight.seat, iterations or 0, seconds or 0.0)))

    def searcher(self, seed: int) -> Search:
        """A fresh search by this level's plan; after its run it tells how every first move did."""
        plan = self.level.plan
        if plan is None:
            raise UnknownGame(Text("core.plain", {"text": f"{self.name} does not search"}))
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
    """All levels of a game, weakest first; `random` is there for every game."""
    return {RANDOM: Level(Policy), **game.levels()}


def make(game: Game, name: str) -> Bot:
    """The game's bot of that level; UnknownGame lists the levels."""
    known = levels(game)
    if name not in known:
        facts = {"game": game.slug, "name": brief(name), "known": ", ".join(known)}
        raise UnknownGame(Text("core.unknown_bot", facts))
    return Bot(game, name, known[name])
