"""What lessons send and take."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from branchline.core.action import Json
from branchline.core.lessons import Part, Verdict
from branchline.core.text import Translated
from branchline.server.messages import LegalAction, ViewMessage
from branchline.server.payloads import ErrorInfo, TableInfo

Actions = Annotated[list[Json], Meta(max_length=16)]


class StepInfo(msgspec.Struct):
    """A step of a lesson, or an exercise."""

    id: str
    title: Translated
    task: Translated
    why: Translated
    done: Translated
    solution: list[Json]
    lit: list[list[str]]
    """For each action of the solution the places of the board that are lit."""
    margin: float | None
    """By how many points an exercise's answer is better than every other that was compared, at least."""


class CourseInfo(msgspec.Struct):
    """A game's guided first game, or its exercises."""

    part: Part
    title: Translated
    minutes: int
    steps: list[StepInfo]


class Lessons(msgspec.Struct):
    """What a game teaches."""

    game: str
    courses: list[CourseInfo]


class LessonMoves(msgspec.Struct, forbid_unknown_fields=True):
    """What the visitor has done in a step so far, from its beginning."""

    actions: Actions = []


class LessonPosition(msgspec.Struct):
    """Where that leads to, and whether the task is fulfilled."""

    table: TableInfo
    """A table that is nowhere but here."""
    view: ViewMessage
    board: Translated
    """The position as plain text."""
    verdict: Verdict
    text: Translated | None
    """What is said of it; null while the task is open."""


class LessonQuestion(msgspec.Struct, forbid_unknown_fields=True):
    """A question about such a position, as at a table."""

    type: Literal["legal", "preview", "check", "suggest"]
    actions: Actions = []
    action: Json = {}
    request: Json = {}


class LessonAnswer(msgspec.Struct):
    """The answer: what was asked for, and null for the rest; `error` says why an action is not legal."""

    actions: list[LegalAction] | None = None
    preview: Any = None
    check: Any = None
    error: ErrorInfo | None = None
