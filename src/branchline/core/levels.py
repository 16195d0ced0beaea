"""Levels of bots: which policy a level plays by, and how it searches with it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from branchline.core.policy import Policy
from branchline.core.text import Text

PEOPLE = ("beginner", "casual", "strong", "expert")
"""The levels that people are offered in every game, weakest first; others are for research."""


@dataclass(frozen=True)
class Plan:
    """How a level searches: how many candidates, how far a playout goes, how deep the tree grows."""

    candidates: int = 24
    horizon: int = 0
    """Actions of a playout before the position is evaluated as it stands; 0 plays to the end."""
    depth: int = 0
    """Decisions of the searcher below the first that the tree tells apart; 0 compares first moves only."""
    batch: int = 4
    """Worlds that every candidate meets before the worse half may be dropped."""
    trust: float = 0.0
    """Above 0 the policy's own move stands unless another is better by this many standard errors."""


@dataclass(frozen=True)
class Level:
    """A bot of a game: a policy, a plan if it searches with it, and how often it lapses."""

    policy: Callable[[], Policy]
    plan: Plan | None = None
    seconds: float = 1.0
    """What the bot takes for a decision when nobody says otherwise."""
    iterations: int = 0
    """Above 0 it thinks for this many playouts, with the seconds as a limit: a slow machine does not weaken it."""
    lapses: int = 0
    """In this many percent of its decisions it does not look closely and plays by `careless`."""
    careless: Callable[[], Policy] | None = None
    """The policy that it plays by in a lapse."""
    duel: Level | None = None
    """How it searches and lapses at tables of two, where that differs; its policies are the same there."""

    def among(self, players: int) -> Level:
        """The level at a table with that many seats."""
        return self.duel if self.duel is not None and players == 2 else self


def bot_name(character: str, level: str) -> Text:
    """A bot as a list of seats calls it: the name of its character, and its level."""
    facts = {"name": Text(f"core.character_{character}"), "level": Text(f"core.level_{level}")}
    return Text("core.character_at", facts)
