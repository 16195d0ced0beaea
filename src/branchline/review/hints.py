"""Hints: what the strongest bot would do in a position, and what speaks for it."""

from __future__ import annotations

from typing import Any

import msgspec

from branchline.bots.bot import make
from branchline.core.action import Action, Json, Move
from branchline.core.generator import Generator
from branchline.core.sight import Sight
from branchline.core.text import Text
from branchline.review.reviewing import level_of


class Advice(msgspec.Struct, frozen=True):
    """A move, and facts that tell it from the move that comes to mind first."""

    action: Json
    text: Text
    other: Text | None
    """The move that it is compared with."""
    explain: list[Text]


def advise(sight: Sight, seconds: float | None = None, iterations: int | None = None, seed: int = 1) -> Advice:
    """What to do at a seat, from what the seat knows."""
    bot = make(sight.game, level_of(sight.game), seed)
    best = bot.choose(sight, seconds=seconds, iterations=iterations, seed=seed)
    other = _other(sight, best, seed)
    facts = [] if other is None else sight.game.explain(sight.state, sight.seat, other.move, best.move)
    return Advice(best.json(), best.text, other.text if facts and other else None, facts)


def advise_packed(sight: dict[str, Any], seconds: float) -> Advice:
    """The same in a worker process."""
    import branchline

    return advise(branchline.unpack_sight(sight), seconds=seconds)


def _other(sight: Sight, best: Action, seed: int) -> Action | None:
    """The first move that a quick player thinks of, if it is another one."""
    policy = make(sight.game, level_of(sight.game), seed).policy
    state = sight.state.clone()
    if not state.listed(sight.seat):
        return None
    world = policy.prepare(state, sight.seat)
    for number in policy.candidates(world, policy.home(sight.seat), 4, Generator(seed)):
        action = sight.action(Move(int(number)))
        if action.json() != best.json():
            return action
    return None
