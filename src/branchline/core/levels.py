"""Levels of bots: which policy a level plays by, and how it searches with it."""

from __future__ import annotations

from dataclasses import dataclass

from branchline.core.policy import Policy


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
    """Above 0 the policy's own move stands unless another is better by so many standard errors."""


@dataclass(frozen=True)
class Level:
    """A bot of a game: a policy, and a plan if it searches with it."""

    policy: type[Policy]
    plan: Plan | None = None
    seconds: float = 1.0
    """What the bot takes for a decision when nobody says otherwise."""
