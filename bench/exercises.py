"""Finds exercises in games of bots, and checks each with the expert: `python -m bench.exercises GAME [--write]`.

A decision is an exercise, or two in a row are, when one action is better than every other that the expert would look
at: over the same worlds and the same luck, by at least MARGIN points and SURE standard errors, in playouts of the
expert's policy to the end. Games are those of the level `greedy` by seed, so the same command finds the same exercises.
"""

from __future__ import annotations

import argparse
import math
import time
from typing import Any, NamedTuple

import msgspec
from bench.exercise_file import Course, origin
from bench.exercise_words import (
    done,
    fair_reason,
    numbered,
    reasons,
    said,
    standing,
    task,
    title,
    why,
    words,
    worse,
)
from bench.last_turns import last_turns, retold

from branchline import bots
from branchline.core import lessons
from branchline.core.action import Json, Move
from branchline.core.game import Game
from branchline.core.generator import Generator
from branchline.core.lessons import Pattern
from branchline.core.match import Match
from branchline.core.policy import Policy
from branchline.core.state import State, first_seat
from branchline.games import find

MARGIN = 2.0
SURE = 3.0
QUICK, WORLDS = 10, 60
"""Worlds for a first look, and for the check."""
PER_GAME = 2
"""Exercises of one game, so that they differ."""
PLAYERS = {"30-rails": 1}


class Candidate(NamedTuple):
    """An action, and what it costs against the best: the mean over the worlds and its standard error."""

    number: int
    loss: float
    error: float


def playout(policy: Policy, state: State, seat: int, rng: Generator) -> float:
    """The lead at the end when the policy plays on for everybody."""
    while True:
        n = state.chance()
        if n:
            state.apply_chance(rng.below(n))
            continue
        mask = state.actors()
        if not mask:
            return Policy().value(state, seat)
        actor = first_seat(mask)
        state.apply(actor, policy.choose(state, actor, rng))


def compare(policy: Policy, root: State, seat: int, actions: list[int], worlds: int, seed: int) -> list[Candidate]:
    """The actions over the same worlds and luck, the best first."""
    values: dict[int, list[float]] = {action: [] for action in actions}
    for world in range(worlds):
        dealt = root.resample(seat, Generator(seed, 2 * world + 1))
        for action in actions:
            state = dealt.clone()
            state.apply(seat, action)
            values[action].append(playout(policy, state, seat, Generator(seed, 2 * world + 2)))
    best = max(actions, key=lambda action: sum(values[action]))
    found = []
    for action in actions:
        gaps = [ours - theirs for ours, theirs in zip(values[best], values[action], strict=True)]
        mean = sum(gaps) / worlds
        spread = sum((gap - mean) ** 2 for gap in gaps) / (worlds - 1)
        found.append(Candidate(action, mean, math.sqrt(spread / worlds)))
    return sorted(found, key=lambda each: (each.loss, each.number != best))


def stands_out(found: list[Candidate]) -> bool:
    """Whether the best action is better than every other, by the margin and surely."""
    return all(each.loss >= MARGIN and each.loss >= SURE * each.error for each in found[1:])


def anchors(package: str, seat: int, action: Json) -> list[str]:
    """Where the board is lit for an action."""
    match package, action["type"]:
        case "rails30", "draw":
            cell = f"cell:{seat}:{(action['row'] - 1) * 6 + action['column'] - 1}"
            return [cell]
        case "tickets", "claim":
            return [f"way:{action['route']}"]
        case "tickets", "take":
            return ["row:0", "row:1", "row:2", "row:3", "row:4"]
        case "tickets", kind:
            return ["tickets" if kind == "tickets" else "deck"]
        case "rocket", "extend":
            return [f"engine:{action['line']}", f"hex:{action['hex']}"]
        case "rocket", "invest":
            return [f"town:{action['town']}", f"cell:{action['town']}:{action['industry']}"]
        case "rocket", "station":
            return ["mode:station", f"hex:{action['hex']}"]
    return []


class Found(NamedTuple):
    """A decision that is an exercise: the position, how many events led to it, and the moves, the best first."""

    state: State
    at: int
    moves: list[Candidate]

    def data(self, game: Game, seat: int) -> list[Json]:
        """The moves as JSON."""
        return [game.to_json(self.state, seat, Move(each.number)) for each in self.moves]


def exercise(game: Game, seat: int, decisions: list[Found], seed: int, name: str) -> dict[str, Any]:
    """One decision, or two in a row, as a step of the game's file."""
    data = [each.data(game, seat) for each in decisions]
    texts = [[said(game.text(each.state, seat, Move(move.number))) for move in each.moves] for each in decisions]
    facts = [
        reasons(game, each.state, seat, Move(each.moves[1].number), Move(each.moves[0].number)) for each in decisions
    ]
    first = decisions[0].state
    turn, stands = int(first.turn_number()), standing([int(each) for each in first.scores()], seat)
    margin = min(move.loss for each in decisions for move in each.moves[1:])
    whys = [
        why(fact, text[1], each.moves[1].loss, WORLDS) for fact, text, each in zip(facts, texts, decisions, strict=True)
    ]
    others = [
        (nth, each, pattern)
        for nth, decision in enumerate(decisions)
        for each, pattern in zip(decision.moves[1:], data[nth][1:], strict=True)
    ]
    said_of_others = [
        worse(
            each.loss,
            fair_reason(game, decisions[nth].state, seat, Move(each.number), Move(decisions[nth].moves[0].number)),
        )
        for nth, each, _ in others
    ]
    return {
        "id": name,
        "record": name,
        "at": decisions[0].at,
        "seat": seat,
        "title": title(turn, len(decisions), stands),
        "task": task(turn, len(decisions), stands),
        "why": numbered(whys),
        "goal": [{"action": [plain(each[0])]} for each in data],
        "solution": [plain(each[0]) for each in data],
        "lit": [anchors(game.package, seat, each[0]) for each in data],
        "done": done([each[0] for each in texts], margin),
        "otherwise": words(en="There is something better. Look once more.", ru="Есть ход лучше. Посмотрите ещё раз."),
        "remarks": [
            {"action": plain(pattern), "text": text, "nth": nth}
            for (nth, _, pattern), text in zip(others, said_of_others, strict=True)
        ],
        "proof": {
            "level": "expert",
            "playouts": WORLDS,
            "seed": seed,
            "alternatives": [
                {"action": plain(pattern), "loss": round(each.loss, 2), "error": round(each.error, 2), "nth": nth}
                for nth, each, pattern in others
            ],
        },
    }


def plain(action: Pattern) -> Pattern:
    """The action without what follows from the position."""
    return {name: value for name, value in action.items() if name not in ("jokers",)}


def search(game: Game, seconds: float) -> Course:
    """Exercises of one move and of two, found within so many seconds."""
    level = game.levels()["expert"]
    policy = level.policy()
    most = level.plan.candidates if level.plan else 8
    course = Course()
    began, seed = time.monotonic(), 0
    while not course.full and time.monotonic() - began < seconds:
        seed += 1
        match = game.start(PLAYERS.get(game.slug, 2), seed=seed)
        players = [bots.make(game, "greedy", seed * 10 + seat) for seat in range(match.players)]
        before: Found | None = None
        here = 0
        while not match.over and here < PER_GAME and time.monotonic() - began < seconds:
            seat = match.actors[0]
            found = judged(policy, match, seat, most, seed) if seat == 0 and late(game, match) else None
            if seat == 0 and before is not None:  # the move before it was the best one too
                together = [before] if found is None or same(game, before, found) else [before, found]
                here += take(course, game, match, together, seed)
                before, found = None, None if len(together) > 1 else found
            if found is not None:
                before = found
                match.play(seat, found.data(game, seat)[0])
                continue
            match.play(seat, players[seat].choose(match.sight(seat), seed=seed))
    return course


def take(course: Course, game: Game, match: Match, decisions: list[Found], seed: int) -> int:
    """Add an exercise unless there are enough of its kind; how many were added."""
    if not course.wants(len(decisions)):
        return 0
    first = decisions[0]
    record = origin(match) if len(decisions) > 1 else origin(match, first.at)
    course.add(record, exercise(game, 0, decisions, seed, f"g{seed}-{first.at}"))
    return 1


def reworded(game: Game) -> Course:
    """The exercises that the game has, with their texts made anew: what a game explains may have changed."""
    course = Course()
    kept = lessons.load(game, "exercises")
    assert kept is not None
    for number, step in enumerate(kept.steps):
        assert step.proof is not None
        decisions = []
        for nth, best in enumerate(step.solution):
            match = lessons.attempt(game, "exercises", number, step.solution[:nth]).match
            others = [each for each in step.proof.alternatives if each.nth == nth]
            numbers = [
                game.parse(match.state, step.seat, each).number for each in (best, *(each.action for each in others))
            ]
            losses = [(0.0, 0.0), *((each.loss, each.error) for each in others)]
            moves = [Candidate(found, *loss) for found, loss in zip(numbers, losses, strict=True)]
            decisions.append(Found(match.state, step.at, moves))
        record = msgspec.to_builtins(kept.records[step.record])
        record.pop("options")
        course.add(record, exercise(game, step.seat, decisions, step.proof.seed, step.id))
    return course


def same(game: Game, one: Found, other: Found) -> bool:
    """Whether both want the same action, which would be done after the first."""
    return one.data(game, 0)[0] == other.data(game, 0)[0]


def late(game: Game, match: Match) -> bool:
    """Whether the end is near enough for an answer that can be found by thought; not in the setup."""
    turn = int(match.state.turn_number())
    first, last = {"30-rails": (18, 30), "ticket-to-ride": (30, 90), "stephensons-rocket": (26, 60)}[game.slug]
    return first <= turn <= last


def judged(policy: Policy, match: Match, seat: int, most: int, seed: int) -> Found | None:
    """The comparison of a decision that is an exercise; None for any other."""
    rng = Generator(seed, len(match.events))
    world = match.state.resample(seat, rng)
    actions = [int(each) for each in policy.candidates(world, seat, most, rng)]
    if len(actions) < 3:
        return None
    if not stands_out(compare(policy, match.state, seat, actions, QUICK, seed)):
        return None
    found = Found(match.state.clone(), len(match.events), compare(policy, match.state, seat, actions, WORLDS, seed + 1))
    lit = anchors(match.game.package, seat, found.data(match.game, seat)[0])
    return found if stands_out(found.moves) and lit else None


def main() -> None:
    """Look for exercises, and write the game's file if asked to."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("game")
    parser.add_argument("--seconds", type=float, default=120)
    parser.add_argument("--write", action="store_true")
    parser.add_argument("--reword", action="store_true", help="only make the texts of the exercises anew")
    asked = parser.parse_args()
    game = find(asked.game)
    if asked.reword:
        found = (reworded if game.action_count is not None else retold)(game)
    else:
        found = (search if game.action_count is not None else last_turns)(game, asked.seconds)
    print(f"{len(found.steps)} exercises of {game.slug}, {found.of(2)} of two moves")
    if asked.write and found.steps:
        found.write(game)


if __name__ == "__main__":
    main()
