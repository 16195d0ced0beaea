"""What a seat may not know does not reach it, by any way; what it may see does."""

from __future__ import annotations

from typing import Any

import msgspec

from branchline.bots import levels, make
from branchline.core.action import Json
from branchline.core.errors import ActionError
from branchline.core.generator import Generator
from branchline.core.match import Match
from branchline.core.text import LANGUAGES
from tests.suite.cases import Case, actions, encoded, seats, steps
from tests.suite.twins import compare, found_forks, pairs

MADE_UP: list[Any] = [None, {}, {"type": "nonsense"}, {"type": "keep", "tickets": [0, 1]}, {"type": "play", "card": 6}]
"""Actions that are no action, or mostly illegal, beside those of the match itself."""


def check_twins_look_alike(case: Case) -> None:
    """View, log, board, observation, legal list, errors, check, preview and suggestions are equal for twins."""
    compared = sum(compare(case, reaches, seed, forks=2, every=2) for seed in (1, 2))
    compared += compare(case, glances, seed=6, forks=10, most=8)
    assert compared or case.game.information == "open", "no twins were found: is anything hidden at all?"


def check_bots_cannot_peek(case: Case) -> None:
    """A bot decides the same for twins, with the same seed and the same iterations."""
    compare(case, decides, seed=3, forks=3, most=8)


def check_seats_see_what_they_may(case: Case) -> None:
    """If a seat has seen a difference by the rules, its view or its log shows it."""
    for fork in found_forks(case, 4, forks=8, same=False):
        walk = pairs(case, fork, most=1)
        shown = [encoded([match.view(fork.seat), match.log(fork.seat)]) for match in walk]
        assert len(set(shown)) == len(shown), f"{fork.seat} sees no difference of {fork.other} at event {fork.at}"


def check_open_information_is_open(case: Case) -> None:
    """In an open game everybody sees the same, and no line of the log is for some seats only."""
    if case.game.information == "hidden":
        return
    match = case.start(5)
    for n in steps(match, 5):
        if n % 10 == 0 or match.over:
            contents = {encoded(_content(match, seat)) for seat in seats(match)}
            assert len(contents) == 1, "seats of an open game see different things"
    assert all(line.only is None for line in match.lines), "a line of an open game's log is for some seats only"


def glances(match: Match, seat: int | None, tried: list[Json]) -> dict[str, Any]:
    """The quick part of it, for many twins: the position and the last events."""
    out: dict[str, Any] = {
        "view": encoded(match.game.view(match.state, seat)),
        "log": encoded(match.log(seat, since=len(match.events) - 2)),
    }
    if seat is not None:
        out["observation"] = list(match.game.observe(match.state, seat))
    return out


def reaches(match: Match, seat: int | None, tried: list[Json]) -> dict[str, Any]:
    """All that reaches a seat, part by part."""
    game, state = match.game, match.state
    out: dict[str, Any] = {
        "view": encoded(match.view(seat)),
        "log": encoded(match.log(seat)),
        "board": [match.board(seat, language) for language in LANGUAGES],
        "actors": (match.actors, int(state.chance())),
    }
    if seat is None:
        return out
    out["observation"] = [int(value) for value in game.observe(state, seat)]
    if seat in match.actors:
        rng = Generator(11)
        if match.listed(seat):
            legal = match.legal(seat)
            out["legal list"] = encoded([[action.number, action.json(), action.text] for action in legal])
        out["sample"] = encoded(match.sample(seat, rng).json())
        some = actions(match, seat, rng)
        out["check"] = encoded([match.check(seat, action) for action in some])
        out["preview"] = encoded([match.preview(seat, action) for action in some])
        out["suggestions"] = [_suggested(match, seat, request) for request in ({}, {"type": some[0]["type"]})]
    out["errors"] = [refused(match, seat, action) for action in [*MADE_UP, *tried]]
    return out


def decides(match: Match, seat: int | None, tried: list[Json]) -> dict[str, Any]:
    """What every bot of the game does at that seat, with a seed of its own."""
    if seat not in match.actors:
        return {}
    chosen = {}
    for level in levels(match.game):
        action = make(match.game, level, 1).choose(match.sight(seat), iterations=6, seed=4)
        chosen[f"bot {level}"] = encoded(action.json())
    return chosen


def refused(match: Match, seat: int, action: Any) -> str:
    """The error that an action meets, as far as it says anything."""
    try:
        match.check(seat, action)
    except ActionError as error:
        return f"{type(error).__name__} {error} {error.text.render('ru')}"
    return ""


def _suggested(match: Match, seat: int, request: Json) -> Any:
    if not match.listed(seat):
        return None
    try:
        return encoded([action.json() for action in match.suggest(seat, request)])
    except ActionError as error:
        return str(error)


def _content(match: Match, seat: int | None) -> dict[str, Any]:
    """A view without what says whose it is and what that seat may do now."""
    view: dict[str, Any] = msgspec.to_builtins(match.view(seat))
    return {name: value for name, value in view.items() if name not in ("you", "undoable", "choices")}


CHECKS = (
    check_twins_look_alike,
    check_bots_cannot_peek,
    check_seats_see_what_they_may,
    check_open_information_is_open,
)
