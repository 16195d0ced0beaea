"""Lessons: prepared positions with a task each. They are data in a game's package, and the rules check the tasks.

`lessons/lesson.json` of a game's package is its guided first game, `lessons/exercises.json` its exercises; a game
may have neither. A step names the position that it begins in, what must be reached, and one way to reach it.
"""

from __future__ import annotations

import functools
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from importlib import resources
from typing import Any, Literal

import msgspec

from branchline.core import snapshot
from branchline.core.action import Chanced, Event, Json, Played
from branchline.core.errors import UnknownGame
from branchline.core.game import Game
from branchline.core.match import Match
from branchline.core.options import settle
from branchline.core.reading import to_plain
from branchline.core.record import parse_event
from branchline.core.text import Text, Translated

Part = Literal["lesson", "exercises"]
PARTS: tuple[Part, ...] = ("lesson", "exercises")
Verdict = Literal["open", "done", "wrong"]
Pattern = dict[str, Any]
"""Fields and what they must be: a value, or {"least": n, "most": n} for a number or for the length of a list."""
SEED = b"a lesson is no secret"
"""Where chance comes from where the record has none: whoever does the same sees the same."""


class Origin(msgspec.Struct, forbid_unknown_fields=True):
    """The record that steps begin in: its options and its events, as records have them."""

    players: int
    events: list[list[Any]]
    options: dict[str, str | int | bool] = {}


class Goal(msgspec.Struct, forbid_unknown_fields=True):
    """What must have happened: a log entry, or an action of the learner's, that fits one of the patterns."""

    entry: list[Pattern] = []
    action: list[Pattern] = []
    times: int = 1
    """How many of them there must be."""


class Remark(msgspec.Struct, forbid_unknown_fields=True):
    """What is said of a legal action that is not what the task wants."""

    action: Pattern
    text: Translated
    nth: int | None = None
    """Only of the learner's action of this number, from 0; of any without it."""


class Alternative(msgspec.Struct, forbid_unknown_fields=True):
    """An action that an exercise was compared with: the points that it costs, and their standard error."""

    action: Json
    loss: float
    error: float
    nth: int = 0
    """Which action of the solution it was compared with."""


class Proof(msgspec.Struct, forbid_unknown_fields=True):
    """How an exercise was checked: the level of the bot, the playouts per action, and all that was compared."""

    level: str
    playouts: int
    seed: int
    alternatives: list[Alternative]


class Step(msgspec.Struct, forbid_unknown_fields=True):
    """A position, a task, what must be reached, and one way to reach it."""

    id: str
    record: str
    at: int
    """How many events of the record have happened."""
    seat: int
    title: Translated
    task: Translated
    why: Translated
    goal: list[Goal]
    """All of them must be met; in an exercise the goals are those of one action of the solution after the other."""
    solution: list[Json]
    lit: list[list[str]]
    """For each action of the solution the places on the board that are lit: the board's anchors."""
    done: Translated
    otherwise: Translated
    """What is said of a legal action that does not fulfil the task."""
    remarks: list[Remark] = []
    """What is said instead of particular actions."""
    proof: Proof | None = None
    """Only of exercises."""


class Course(msgspec.Struct, forbid_unknown_fields=True):
    """A file of lessons: the records, and the steps that begin in them."""

    title: Translated
    minutes: int
    records: dict[str, Origin]
    steps: list[Step]


@dataclass(frozen=True)
class Attempt:
    """A learner's actions in a step: the match that they lead to, and whether the task is fulfilled."""

    match: Match
    verdict: Verdict
    text: Translated | None
    """What is said of it; None while the task is open."""


@functools.cache
def load(game: Game, part: Part) -> Course | None:
    """The game's lesson or its exercises; None if it has none."""
    folder = resources.files(type(game).__module__.rpartition(".")[0]).joinpath("lessons", f"{part}.json")
    if not folder.is_file():
        return None
    return msgspec.json.decode(folder.read_bytes(), type=Course)


def find_step(game: Game, part: Part, number: int) -> Step:
    """A step by its number from 0; UnknownGame if the game has no such step."""
    course = load(game, part)
    if course is None or not 0 <= number < len(course.steps):
        raise UnknownGame(Text("core.unknown_lesson", {"game": game.slug, "number": number}))
    return course.steps[number]


def begin(game: Game, part: Part, number: int) -> Match:
    """The position of a step, as a match of its own."""
    step = find_step(game, part, number)
    return _resumed(game, part, step.record, step.at, _kept(game, part, step.record, step.at))


def attempt(game: Game, part: Part, number: int, actions: Sequence[Json]) -> Attempt:
    """What a learner's actions come to; an ActionError if the last of them is not legal."""
    step = find_step(game, part, number)
    match = begin(game, part, number)
    since = len(match.events)
    rest = _rest(game, part, step)
    for action in actions:
        rest = _play(match, step.seat, action, rest)
    own = _own(step, match, since)
    strayed = _strayed(step, own)
    if actions and not strayed and _fulfilled(step, match, since):
        return Attempt(match, "done", step.done)
    if not actions or (not strayed and len(actions) < len(step.solution) and step.seat in match.actors):
        return Attempt(match, "open", None)
    said = [each.text for each in step.remarks if _meets(each, own)]
    return Attempt(match, "wrong", said[0] if said else step.otherwise)


def _strayed(step: Step, own: list[Json]) -> bool:
    """Whether an action of an exercise is not the one that is looked for: that is said before the next one."""
    if step.proof is None:
        return False
    return any(
        goal.action and not any(fits(pattern, action) for pattern in goal.action)
        for goal, action in zip(step.goal, own, strict=False)
    )


def _meets(remark: Remark, own: list[Json]) -> bool:
    return any(fits(remark.action, action) for nth, action in enumerate(own) if remark.nth in (None, nth))


def fits(pattern: Mapping[str, Any], data: Mapping[str, Any]) -> bool:
    """Whether the data has all fields of the pattern."""
    return all(name in data and _is(wanted, data[name]) for name, wanted in pattern.items())


def _is(wanted: Any, value: Any) -> bool:
    if isinstance(wanted, dict) and wanted and wanted.keys() <= {"least", "most"}:
        size = len(value) if isinstance(value, list | dict) else value
        return bool(wanted.get("least", size) <= size <= wanted.get("most", size))
    if isinstance(wanted, dict) and isinstance(value, dict):
        return fits(wanted, value)
    return bool(wanted == value)


def _fulfilled(step: Step, match: Match, since: int) -> bool:
    entries: list[Json] = [to_plain(entry) for entry in match.log(step.seat, since)]
    actions = _own(step, match, since)
    return all(_count(goal.entry, entries) + _count(goal.action, actions) >= goal.times for goal in step.goal)


def _count(patterns: list[Pattern], found: list[Json]) -> int:
    return sum(any(fits(pattern, each) for pattern in patterns) for each in found)


def _own(step: Step, match: Match, since: int) -> list[Json]:
    """What the learner did, as the game writes it."""
    events = match.events[since:]
    return [event.action for event in events if isinstance(event, Played) and event.seat == step.seat]


def _play(match: Match, seat: int, action: Json, rest: list[Event]) -> list[Event]:
    """Let the learner act; what is left of the record then.

    Chance and the others go on as the record does. Where the learner did something else the others wait, and where
    the record's chance does not fit, chance is the lesson's own.
    """
    match.check(seat, action)
    own = Played(seat, match.game.to_json(match.state, seat, match.game.parse(match.state, seat, action)))
    match.feed(own)
    same, rest = rest[:1] == [own], rest[1:]
    while rest and _goes_on(match, seat, rest[0], same):
        match.feed(rest[0])
        rest = rest[1:]
    match.reveal(SEED)
    match.settle()
    match.reveal(None)
    return rest


def _goes_on(match: Match, seat: int, event: Event, same: bool) -> bool:
    if isinstance(event, Chanced):
        return match.state.chance() == event.n
    return same and isinstance(event, Played) and event.seat != seat


def _origin(game: Game, part: Part, record: str) -> Origin:
    course = load(game, part)
    assert course is not None
    return course.records[record]


def _rest(game: Game, part: Part, step: Step) -> list[Event]:
    """What the record has after the step's position."""
    return [parse_event(event) for event in _origin(game, part, step.record).events[step.at :]]


@functools.lru_cache(256)
def _kept(game: Game, part: Part, record: str, at: int) -> bytes:
    """A snapshot of a step's position: everybody who learns begins there."""
    return snapshot.take(_resumed(game, part, record, at, None))


def _resumed(game: Game, part: Part, record: str, at: int, kept: bytes | None) -> Match:
    origin = _origin(game, part, record)
    options = settle(game.options, origin.options)
    events = [parse_event(event) for event in origin.events[:at]]
    return snapshot.resume(game, origin.players, options, None, "", events, at, kept)
