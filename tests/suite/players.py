"""Bots of every level: legal, the same again for a seed and a number of iterations, equal from a packed sight."""

from __future__ import annotations

from branchline.bots import levels, make
from branchline.core.errors import ActionError
from branchline.core.match import Match
from tests.suite.cases import Case, encoded
from tests.suite.twins import reached

MOMENTS = (0, 9, 40)


def check_bots_choose_legal_actions(case: Case) -> None:
    """What a bot chooses from a sight is legal in the real match."""
    for match in _moments(case):
        for level in levels(case.game):
            for seat in match.actors:
                action = make(case.game, level, 1).choose(match.sight(seat), iterations=20, seed=5)
                try:
                    match.check(seat, action)
                except ActionError as error:
                    raise AssertionError(f"{level} chooses {action.json()}: {error}") from error


def check_bots_can_be_repeated(case: Case) -> None:
    """The same seed and iterations give the same choice, by another bot and from a sight sent elsewhere."""
    for match in _moments(case):
        seat = match.actors[-1]
        packed = match.sight(seat).pack()
        for level in levels(case.game):
            bot = make(case.game, level, 1)
            chosen = [
                bot.choose(match.sight(seat), iterations=20, seed=5),
                bot.choose(match.sight(seat), iterations=20, seed=5),
                make(case.game, level, 2).choose(case.unpack(packed), iterations=20, seed=5),
            ]
            assert len({encoded(action.json()) for action in chosen}) == 1, f"{level} chooses differently again"


def _moments(case: Case) -> list[Match]:
    found = [reached(case, 3 + most, most) for most in MOMENTS]
    return [match for match in found if not match.over]


CHECKS = (check_bots_choose_legal_actions, check_bots_can_be_repeated)
