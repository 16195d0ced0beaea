"""REST: lessons. Every request says all that was done in a step, so nothing is kept between two of them."""

from __future__ import annotations

import asyncio
import zlib
from typing import Annotated

import msgspec
from litestar import get, post
from litestar.params import FromPath, JSONBody, PathParameter

from branchline.bots import levels
from branchline.bots.characters import cast
from branchline.core import lessons
from branchline.core.errors import ActionError
from branchline.core.game import Game
from branchline.core.lessons import Attempt, Part, Step
from branchline.core.levels import PEOPLE
from branchline.core.match import Match
from branchline.core.text import LANGUAGES, Translated
from branchline.games import find
from branchline.server import messages as m
from branchline.server.audience import view_message
from branchline.server.clocks import Absence
from branchline.server.errors import Refused
from branchline.server.hub import Hub
from branchline.server.lessons.payloads import (
    CourseInfo,
    LessonAnswer,
    LessonMoves,
    LessonPosition,
    LessonQuestion,
    Lessons,
    StepInfo,
)
from branchline.server.payloads import SeatInfo, TableInfo
from branchline.server.questions import Lost, pack
from branchline.server.refusals import error_info
from branchline.server.tables import Asked, hub_of, visitor_of
from branchline.server.visitor import Visitor

ID = "lesson"
"""Questions of tables have ids by which their answers are known; here there is only one at a time."""
StepNumber = Annotated[int, PathParameter(ge=0, le=99)]


@get("/api/lessons/{game:str}", sync_to_thread=False)
def look(game: FromPath[str]) -> Lessons:
    """What a game teaches; no courses if it has no lessons."""
    found = find(game)
    courses = {part: lessons.load(found, part) for part in lessons.PARTS}
    return Lessons(
        found.slug,
        [
            CourseInfo(part, course.title, course.minutes, [_info(step) for step in course.steps])
            for part, course in courses.items()
            if course is not None
        ],
    )


@post("/api/lessons/{game:str}/{part:str}/{step:int}", status_code=200)
async def position(
    game: FromPath[str], part: FromPath[Part], step: StepNumber, data: JSONBody[LessonMoves]
) -> LessonPosition:
    """The position of a step after these actions; refused if the last of them is not legal."""
    found = find(game)
    wanted = lessons.find_step(found, part, step)
    attempt = await asyncio.to_thread(lessons.attempt, found, part, step, data.actions)
    return _position(found, wanted, attempt, bool(data.actions))


@post("/api/lessons/{game:str}/{part:str}/{step:int}/ask", status_code=200)
async def ask(
    request: Asked, game: FromPath[str], part: FromPath[Part], step: StepNumber, data: JSONBody[LessonQuestion]
) -> LessonAnswer:
    """A question about the position of a step after these actions."""
    hub, visitor = hub_of(request), visitor_of(request)
    wanted = lessons.find_step(find(game), part, step)
    attempt = await asyncio.to_thread(lessons.attempt, find(game), part, step, data.actions)
    match = attempt.match
    listing = data.type == "legal" and wanted.seat in match.actors and not match.listed(wanted.seat)
    message = m.Suggest(ID, wanted.seat, {}) if listing else _message(data, wanted.seat)
    try:
        answer = await _answered(hub, visitor, match, message)
    except ActionError as error:
        return LessonAnswer(error=error_info(error))
    if listing and answer.actions is not None:
        answer.actions = _with_solution(wanted, match, len(data.actions), answer.actions)
    return answer


async def _answered(hub: Hub, visitor: Visitor, match: Match, message: m.Question) -> LessonAnswer:
    """The answer, found here or by a worker as a table's questions are."""
    questions = hub.questions
    if questions.is_quick(match, message):
        return _answer(m.encode(questions.answer_now(match, message)))
    try:
        whose = visitor.address, visitor.hash, f"lesson of {match.game.slug}"
        said = await questions.answer(*whose, pack(match), message)
    except Lost as error:
        raise Refused(503, "too_hard") from error
    return _answer(said.text)


def _with_solution(step: Step, match: Match, done: int, found: list[m.LegalAction]) -> list[m.LegalAction]:
    """Where actions cannot be listed, the one that the step wants is among those that are suggested."""
    if done >= len(step.solution) or step.seat not in match.actors:
        return found
    state, data = match.state, step.solution[done]
    move = match.game.parse(state, step.seat, data)
    if not state.allows(step.seat, move.number, move.payload):
        return found
    wanted = match.game.action(state, step.seat, move)
    rest = [each for each in found if str(each.text) != str(wanted.text)]
    return [*rest, m.LegalAction(wanted.json(), wanted.text)]


def _message(asked: LessonQuestion, seat: int) -> m.Question:
    match asked.type:
        case "legal":
            return m.Legal(ID, seat)
        case "preview":
            return m.Preview(ID, seat, asked.action)
        case "check":
            return m.Check(ID, seat, asked.action)
        case "suggest":
            return m.Suggest(ID, seat, asked.request)


def _answer(said: bytes) -> LessonAnswer:
    return msgspec.json.decode(said, type=LessonAnswer)


def _info(step: Step) -> StepInfo:
    losses = [each.loss for each in step.proof.alternatives] if step.proof else []
    margin = min(losses, default=None)
    return StepInfo(step.id, step.title, step.task, step.why, step.done, step.solution, step.lit, margin)


def _position(game: Game, step: Step, attempt: Attempt, begun: bool) -> LessonPosition:
    match = attempt.match
    view = view_message(match, step.seat, 0)
    # Only what was done in the lesson can be taken back, and all of that can.
    view.view.undoable = begun
    board = Translated(**{language: match.board(step.seat, language) for language in LANGUAGES})
    return LessonPosition(_table(game, match, step.seat), view, board, attempt.verdict, attempt.text)


def _table(game: Game, match: Match, own: int) -> TableInfo:
    level = next((each for each in levels(game) if each in PEOPLE), next(iter(levels(game))))
    # By the game alone: whoever sits opposite in the first step does so to the end.
    characters = cast(zlib.crc32(game.slug.encode()) >> 1, match.players)
    return TableInfo(
        id="",
        game=game.slug,
        options=match.options,
        status="running",
        public=False,
        language=None,
        host=True,
        host_name=None,
        seats=[_seat(seat, seat == own, level, characters[seat]) for seat in range(match.players)],
        you=[own],
        seat_links={},
        events=len(match.events),
        actors=list(match.actors),
        turn=None,
        turn_number=int(match.state.turn_number()),
        scores=None,
        ending=None,
        created=0.0,
        changed=0.0,
        next=None,
        commit="",
        clock=None,
        absence=Absence(),
        notes=[],
        daily=None,
        rated=False,
        watching=0,
    )


def _seat(seat: int, own: bool, level: str, character: str) -> SeatInfo:
    return SeatInfo(
        seat=seat,
        kind="human" if own else "bot",
        name=None,
        level=None if own else level,
        character=None if own else character,
        you=own,
        online=own,
        member=False,
        program=False,
        substitute=None,
        resigned=False,
        hints=0,
        clock=None,
        kept=None,
        rating=None,
    )


HANDLERS = [look, position, ask]
