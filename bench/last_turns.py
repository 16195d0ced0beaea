"""Exercises where actions cannot be listed: how a game ends, compared exactly by the points that it brings."""

from __future__ import annotations

import time
from typing import Any, NamedTuple

import msgspec
from bench.exercise_file import Course, origin
from bench.exercise_words import Words, points, reasons, said, words

from branchline import bots
from branchline.core import lessons
from branchline.core.action import Action, Json
from branchline.core.game import Game
from branchline.core.match import Match
from branchline.core.state import State, over
from branchline.core.text import LANGUAGES

MARGIN = 2


def last_turns(game: Game, seconds: float) -> Course:
    """Exercises where actions cannot be listed: the last string of a game, or the last station and its string.

    They are compared exactly, by the points that they bring. Somebody may find more than the game suggests, so whatever
    brings as much is right.
    """
    course = Course()
    began, seed = time.monotonic(), 0
    while not course.full and time.monotonic() - began < seconds:
        seed += 1
        match = game.start(3, seed=seed)
        players = [bots.make(game, "greedy", seed * 10 + seat) for seat in range(match.players)]
        while not match.over:
            seat = match.actors[0]
            action = players[seat].choose(match.sight(seat), seed=seed)
            ways = last_ways(match, seat)
            moves = len(ways[0].actions) if ways else 0
            if ways and course.wants(moves):
                course.add(origin(match), last_turn(match, seat, ways, f"g{seed}-{len(match.events)}"))
                break
            match.play(seat, action)
    return course


class Way(NamedTuple):
    """A way to end the game: what it brings, its actions, and how they read."""

    points: int
    actions: list[Action]
    before: State
    """The position before the string, which is its last action."""


def last_ways(match: Match, seat: int) -> list[Way]:
    """What each way to end the game brings, the best first; nothing if it goes on, or the best hardly stands out."""
    found = [way for action in match.choices(seat) if (way := _way(match, seat, action)) is not None]
    found.sort(key=lambda each: -each.points)
    best = found[0].points if found else 0
    others = [each for each in found if each.points < best]
    if len(others) < 2 or best - others[0].points < MARGIN:
        return []
    return [found[0], *others]


def _way(match: Match, seat: int, action: Action) -> Way | None:
    """The action, and the best string after it where it is a station; None if the game goes on."""
    game, before = match.game, match.state
    after = before.clone()
    after.apply(seat, action.move.number, action.move.payload)
    actions = [action]
    if not over(after) and not after.chance() and after.actors() == 1 << seat:
        strings = [game.action(after, seat, move) for move in game.choices(after, seat)]
        ends = [(_ended(after, seat, each), each) for each in strings]
        done = [(end, each) for end, each in ends if end is not None]
        if not done:
            return None
        before = after
        after, string = max(done, key=lambda each: int(each[0].scores()[seat]))
        actions.append(string)
    if not over(after):
        return None
    return Way(int(after.scores()[seat] - match.state.scores()[seat]), actions, before)


def _ended(state: State, seat: int, action: Action) -> State | None:
    """The state after an action that ends the game."""
    after = state.clone()
    after.apply(seat, action.move.number, action.move.payload)
    return after if over(after) else None


def last_turn(match: Match, seat: int, ways: list[Way], name: str) -> dict[str, Any]:
    """The end of a game as an exercise."""
    best, second = ways[:2]
    brought, gap = best.points, best.points - second.points
    string = best.actions[-1]
    laid = match.game.log_action(best.before, seat, string.move, _after(best, seat))[0].entry
    stations = [f"station:{each.station}" for each in getattr(laid, "stations", [])]
    two = len(best.actions) > 1
    shown = [said(action.text) for action in best.actions]
    other = said(second.actions[-1].text)
    # Where the stations differ the two strings cannot be compared: the best is then told alone.
    facts = reasons(match.game, best.before, seat, string.move if two else second.actions[-1].move, string.move, two)
    kept = [Way(each.points, each.actions, each.before) for each in ways[1:]]
    return {
        "id": name,
        "record": name,
        "at": len(match.events),
        "seat": seat,
        "title": words(
            en=f"The last {'turn' if two else 'string'}: {brought}",
            ru=f"{'Последний ход' if two else 'Последняя верёвочка'}: {brought}",
        ),
        "task": words(
            en=f"The last {'station and its' if two else ''} string of the game. Bring home {brought} points.".replace(
                "  ", " "
            ),
            ru=f"{'Последняя станция и последняя верёвочка' if two else 'Последняя верёвочка'} партии. "
            f"Наберите {points(brought)}.",
        ),
        "why": why_last(facts, other, gap),
        "goal": [{"entry": [{"kind": "lay", "seat": seat, "points": {"least": brought}}]}],
        "solution": [action.json() for action in best.actions],
        "lit": [*([[spot(best.actions[0].json())]] if two else []), stations],
        "done": solved(shown),
        "otherwise": words(en=f"More is possible: {brought} points.", ru=f"Можно больше: {points(brought)}."),
        "proof": {
            "level": "exact",
            "playouts": 1,
            "seed": 0,
            "alternatives": [
                {"action": each.actions[0].json(), "loss": brought - each.points, "error": 0.0} for each in kept
            ],
        },
    }


def solved(shown: list[Words]) -> Words:
    """What is said when it is solved."""
    return words(
        en=f"As good as it gets: {', then '.join(each['en'] for each in shown)}.",
        ru=f"Лучше не бывает: {', потом '.join(each['ru'] for each in shown)}.",
    )


def retold(game: Game) -> Course:
    """The exercises that the game has, their solutions told anew: how a move reads may have changed."""
    course = Course()
    kept = lessons.load(game, "exercises")
    assert kept is not None
    for number, step in enumerate(kept.steps):
        shown = []
        for nth, action in enumerate(step.solution):
            state = lessons.attempt(game, "exercises", number, step.solution[:nth]).match.state
            shown.append(said(game.text(state, step.seat, game.parse(state, step.seat, action))))
        record = msgspec.to_builtins(kept.records[step.record])
        course.add(record, _without_defaults(msgspec.to_builtins(step)) | {"done": solved(shown)})
    return course


def _without_defaults(step: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in step.items() if value not in ([], None)}


def why_last(facts: Words, other: Words, gap: int) -> Words:
    """How far the next best way is behind, and the arithmetic of both strings."""
    said = words(
        en=f"Tempting is “{other['en']}”, but that is {gap} less.",
        ru=f"Напрашивается «{other['ru']}», но это на {points(gap)} меньше.",
    )
    return {language: " ".join(filter(None, (said[language], facts[language]))) for language in LANGUAGES}


def spot(action: Json) -> str:
    """The anchor of a station's place."""
    return f"spot:{action['x']}:{action['y']}"


def _after(way: Way, seat: int) -> State:
    after = way.before.clone()
    after.apply(seat, way.actions[-1].move.number, way.actions[-1].move.payload)
    return after
