"""`resample` deals anew what a seat cannot know, keeps what it knows, and depends on nothing else."""

from __future__ import annotations

from collections import Counter
from typing import Any

import msgspec

from branchline.core.action import Json
from branchline.core.generator import Generator
from branchline.core.match import Match, seats_of
from branchline.core.state import State
from tests.suite.cases import Case, encoded, seats, steps
from tests.suite.twins import compare, found_forks, pairs

DRAWS = 4
MOST_EQUAL = 0.6
"""What a seat cannot know may come out as it really is, but not much more often than not. The games stay below 0.4."""


def check_resample_of_an_open_game_is_the_position(case: Case) -> None:
    """Where everything is known there is nothing to deal anew."""
    if case.game.information == "hidden":
        return
    match = case.start(1)
    for n in steps(match, 1):
        if n % 7 == 0:
            for seat in range(match.players):
                dealt = match.state.resample(seat, Generator(n))
                assert dealt == match.state, "resampling changes a position that everybody knows"


def check_resample_keeps_what_the_seat_knows(case: Case) -> None:
    """The seat's view, legal list, observation and board stay; so do the pieces and whose turn it is."""
    if case.game.information == "open":
        return
    match = case.start(2)
    for n in steps(match, 2):
        if n % 3:
            continue
        truth = match.state.to_bytes()
        for seat in range(match.players):
            known = _known(match, match.state, seat)
            now = _known(match, match.state.resample(seat, Generator(n, 1)), seat)
            for part, value in known.items():
                assert now[part] == value, f"resampling changes the {part} of seat {seat}"
        assert match.state.to_bytes() == truth, "resampling changed the position itself"


def check_resample_depends_on_knowledge_alone(case: Case) -> None:
    """The same generator gives the same state, again and for every twin, and from a state that was dealt anew."""

    def look(match: Match, seat: int | None, tried: list[Json]) -> dict[str, Any]:
        if seat is None:
            return {}
        dealt = match.state.resample(seat, Generator(5))
        assert match.state.resample(seat, Generator(5)) == dealt, "resampling is not repeatable"
        again = dealt.resample(seat, Generator(6)).resample(seat, Generator(5))
        assert again == dealt, "resampling twice tells what was there before"
        return {"resampling": dealt.to_bytes()}

    compare(case, look, seed=3, forks=4)


def check_resample_deals_everything_anew(case: Case) -> None:
    """Whatever differs for others between twins also comes out different when it is dealt anew, often enough.

    A field of the others' views that is different in the twin is a secret of theirs. Over many positions it must not
    come out as it really is much more often than chance makes it.
    """
    if case.game.information == "open":
        return
    drawn: Counter[str] = Counter()
    equal: Counter[str] = Counter()
    for seed in (4, 5, 6):
        for fork in found_forks(case, seed, forks=4, same=True):
            walk = pairs(case, fork, most=8)
            for step, match in enumerate(walk):
                twin = next(walk)
                if fork.seat is not None:
                    _count(match, twin.state, fork.seat, step, drawn, equal)
    assert drawn["the whole position"] >= 20, "too few twins were found to judge resampling"
    for secret, n in drawn.items():
        if n >= 20:
            share = equal[secret] / n
            assert share < MOST_EQUAL, f"{secret} is kept by resampling in {share:.0%} of {n} draws"


def check_resample_shares_nothing(case: Case) -> None:
    """What happens in a state that was dealt anew leaves the real one alone."""
    match = case.start(7)
    rng = Generator(7)
    for _ in steps(match, 7):
        truth = match.state.to_bytes()
        dealt = match.state.resample(0, rng)
        for _ in range(3):
            if n := dealt.chance():
                dealt.apply_chance(rng.below(n))
            elif actors := seats_of(dealt.actors()):
                dealt.apply(actors[0], dealt.sample(actors[0], rng))
        assert match.state.to_bytes() == truth, "a state that was dealt anew shares parts with the real one"


def _count(match: Match, twin: State, seat: int, step: int, drawn: Counter[str], equal: Counter[str]) -> None:
    game = match.game
    for draw in range(DRAWS):
        dealt = match.state.resample(seat, Generator(step, draw))
        drawn["the whole position"] += 1
        equal["the whole position"] += dealt == match.state
        for other in seats(match):
            if other not in (None, seat):
                truth, possible = _fields(game.view(match.state, other)), _fields(game.view(twin, other))
                found = _fields(game.view(dealt, other))
                for name in truth:
                    if truth[name] != possible.get(name):
                        drawn[name] += 1
                        equal[name] += found.get(name) == truth[name]


def _fields(view: msgspec.Struct) -> dict[str, Any]:
    """The fields of a view, and those of its parts: a hand and the tickets are secrets of their own."""
    fields: dict[str, Any] = {}
    for name, value in msgspec.to_builtins(view).items():
        if isinstance(value, dict):
            fields |= {f"{name}.{part}": inner for part, inner in value.items()}
        else:
            fields[name] = value
    return fields


def _known(match: Match, state: State, seat: int) -> dict[str, Any]:
    game = match.game
    known = {
        "view": encoded(game.view(state, seat)),
        "spectator's view": encoded(game.view(state, None)),
        "observation": [int(value) for value in game.observe(state, seat)],
        "board": game.board(state, seat, "en"),
        "pieces": game.pieces(state),
        "actors": (int(state.actors()), int(state.chance())),
    }
    if state.actors() >> seat & 1 and state.listed(seat):
        known["legal list"] = list(state.legal(seat))
    return known


CHECKS = (
    check_resample_of_an_open_game_is_the_position,
    check_resample_keeps_what_the_seat_knows,
    check_resample_depends_on_knowledge_alone,
    check_resample_deals_everything_anew,
    check_resample_shares_nothing,
)
