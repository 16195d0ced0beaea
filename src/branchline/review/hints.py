"""Hints: what the strongest bot would do in a position, and what speaks for it."""

from __future__ import annotations

import time
from typing import Any

import msgspec

from branchline.bots.bot import make
from branchline.core.action import Action, Json, Move
from branchline.core.driver import Luck
from branchline.core.policy import Policy
from branchline.core.sight import Sight
from branchline.core.text import Text
from branchline.review.judging import LEAST_WORLDS, SURE
from branchline.review.playouts import Arm, Worlds, luck, played_on, stream, to_text
from branchline.review.report import POINT, WHOLE
from branchline.review.reviewing import level_of
from branchline.review.samples import Samples
from branchline.review.writing import decimal

OTHERS = 3
"""How many other moves are compared with the one that is hinted at."""
WORLDS = 48
"""Worlds of a comparison at most; it has at least as many as a mark in a review needs, whatever the time."""
SHARE = 0.5
"""The part of the time of the choice that the comparison may take."""
_IDEAS = 4
"""A stream of luck of its own."""


class Advice(msgspec.Struct, frozen=True):
    """A move, and what tells it from the next best."""

    action: Json
    text: Text
    other: Text | None
    """The move that it is compared with; None where there is no other."""
    explain: list[Text]
    """Facts of the game about the two, and what playing on from both comes to: at least one sentence."""


def advise(sight: Sight, seconds: float | None = None, iterations: int | None = None, seed: int = 1) -> Advice:
    """What to do at a seat, from what the seat knows."""
    bot = make(sight.game, level_of(sight.game), seed)
    best = bot.choose(sight, seconds=seconds, iterations=iterations, seed=seed)
    others = _others(sight, bot.policy, best, seed)
    if not others:
        return Advice(best.json(), best.text, None, [Text("review.hint_only")])
    samples = _compare(sight, bot.policy, [best, *others], None if seconds is None else seconds * SHARE, seed)
    arms = [Arm(0, sight.seat, to_text(action.json())) for action in (best, *others)]
    facts = [sight.game.explain(sight.state, sight.seat, other.move, best.move) for other in others]
    chosen = _telling([samples.edge(arms[0], arm, sight.seat) for arm in arms[1:]], facts)
    gain = _gain(samples, arms[0], arms[1 + chosen], sight.seat)
    return Advice(best.json(), best.text, others[chosen].text, [*facts[chosen], gain])


def _telling(edges: list[tuple[float, float]], facts: list[list[Text]]) -> int:
    """The other move that says most: the nearest one that is beyond doubt worse, or one with facts to tell it by.

    The nearest of all is often as good as the best, and comparing the two explains nothing.
    """
    worse = [place for place, (mean, error) in enumerate(edges) if mean > SURE * error]
    told = [place for place in worse if facts[place]] or worse
    if told:
        return min(told, key=lambda place: edges[place][0])
    return max(range(len(edges)), key=lambda place: (bool(facts[place]), edges[place][0]))


def advise_packed(sight: dict[str, Any], seconds: float) -> Advice:
    """The same in a worker process."""
    import branchline

    return advise(branchline.unpack_sight(sight), seconds=seconds)


def _others(sight: Sight, policy: Policy, best: Action, seed: int) -> list[Action]:
    """Other moves that the bot would look at, the most promising first; any others where it sees no choice."""
    world = policy.prepare(sight.state.clone(), sight.seat)
    found = policy.proposals(world, policy.home(sight.seat), OTHERS + 1, stream(seed, 0, _IDEAS))
    # What a proposal carries belongs to the prepared state; its JSON means the same in the whole one.
    data = [sight.game.to_json(sight.state, sight.seat, Move(int(each.action), each.payload)) for each in found]
    if len(data) < 2 and sight.state.listed(sight.seat):
        data += [action.json() for action in sight.legal()[: OTHERS + 1]]
    different = {to_text(each): each for each in data if to_text(each) != to_text(best.json())}
    moves = [sight.game.parse(sight.state, sight.seat, each) for each in different.values()]
    return [sight.action(move) for move in moves[:OTHERS]]


def _compare(sight: Sight, policy: Policy, actions: list[Action], seconds: float | None, seed: int) -> Samples:
    """Play on from every move, over the same worlds and the same luck."""
    samples, worlds = Samples(), Worlds(policy, sight.players)
    begun = time.perf_counter()
    for sweep in range(WORLDS):
        if seconds is not None and sweep >= LEAST_WORLDS and time.perf_counter() - begun > seconds:
            break
        world = worlds.one(sight.state, sight.seat, sweep, seed)
        for action in actions:
            state = world.clone()
            state.apply(sight.seat, action.move.number, action.move.payload)
            ended = played_on(policy, state, Luck(luck(seed, sweep)), sweep, seed)
            samples.add(Arm(0, sight.seat, to_text(action.json())), sweep, [ended])
    return samples


def _gain(samples: Samples, best: Arm, other: Arm, seat: int) -> Text:
    """What playing on from both comes to, as far as it is more than chance."""
    gain, error, _ = samples.gain(best, other, seat, 0)
    if gain.points >= POINT // 10 and gain.points > SURE * error.points:
        return Text("review.hint_points", {"points": decimal(gain.points, POINT, 1)})
    if gain.win >= WHOLE // 100 and gain.win > SURE * error.win:
        return Text("review.hint_win", {"percent": round(gain.win * 100 / WHOLE)})
    return Text("review.hint_equal")
