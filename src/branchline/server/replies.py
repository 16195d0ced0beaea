"""The answers to questions about a position, in the server's process or in a worker's."""

from __future__ import annotations

from branchline.core.action import Action, Json
from branchline.core.generator import Generator
from branchline.core.match import Match
from branchline.server import messages as m

SAMPLES = 12


def reply(match: Match, message: m.Question, n: int) -> m.ServerMessage:
    """The answer to a question about the position after n events; a BranchlineError if it is refused."""
    match message:
        case m.Legal():
            return m.ActionsAnswer(message.id, _actions(match.legal(message.seat)))
        case m.Suggest():
            return m.ActionsAnswer(message.id, _actions(_suggested(match, message.seat, message.request, n)))
        case m.Preview():
            return m.PreviewAnswer(message.id, match.preview(message.seat, message.action))
        case m.Check():
            return m.CheckAnswer(message.id, match.check(message.seat, message.action))


def _suggested(match: Match, seat: int, request: Json, n: int) -> list[Action]:
    """What the game suggests; some actions at random where it has nothing to say and cannot list them either."""
    found = match.suggest(seat, request)
    if found or request or match.listed(seat):
        return found
    rng = Generator(n, seat)
    return [match.sample(seat, rng) for _ in range(SAMPLES)]


def _actions(actions: list[Action]) -> list[m.LegalAction]:
    return [m.LegalAction(action.json(), action.text) for action in actions]
