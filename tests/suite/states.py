"""Clones share nothing that changes; bytes hold all of a state; looking changes nothing."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec

from branchline.core.generator import Generator
from branchline.core.match import Match, seats_of
from branchline.core.state import State, over
from branchline.core.text import LANGUAGES
from tests.suite.cases import Case, actions, encoded, seats, steps


def check_clones_share_nothing(case: Case) -> None:
    """What happens to a copy leaves the original alone, and the other way round."""
    match = case.start(1)
    rng = Generator(1)
    for _ in steps(match, 1):
        state = match.state.clone()
        copy = state.clone()
        before = state.to_bytes()
        assert copy.to_bytes() == before, "a clone differs from its original"
        for _ in range(3):
            advance(copy, rng)
        assert state.to_bytes() == before, "the original changes with its clone"
        copy = state.clone()
        for _ in range(3):
            advance(state, rng)
        assert copy.to_bytes() == before, "a clone changes with its original"


def check_clones_play_on_alike(case: Case) -> None:
    """A copy forgets nothing: with the same generator it comes to the same end."""
    for original, seed in _positions(case):
        copy = original.clone()
        assert future(copy, seed) == future(original, seed), "a clone goes on differently"


def check_bytes_hold_everything(case: Case) -> None:
    """A state that is read back equals the first one, looks the same to all and plays on in the same way."""
    options = case.start().options
    for original, seed in _positions(case):
        data = original.to_bytes()
        again = case.game.restore(data, case.players, options)
        assert again.to_bytes() == data
        assert again == original
        assert hash(again) == hash(original)
        for seat in (None, *range(case.players)):
            view = encoded(case.game.view(original, seat))
            assert encoded(case.game.view(again, seat)) == view, "a state that is read back looks different"
        assert future(original, seed) == future(again, seed), "a state that is read back goes on differently"


def check_looking_changes_nothing(case: Case) -> None:
    """Whatever is asked of a match or of a game, the state stays as it is."""
    match = case.start(3)
    for n in steps(match, 3):
        if n % 7:
            continue
        before = match.state.to_bytes()
        for part in _looks(match, n):
            assert match.state.to_bytes() == before, f"{part} changes the position"


def check_parsing_has_no_side_effect(case: Case) -> None:
    """Parsing one action leaves the state alone, and an action that was parsed or sampled before keeps its meaning."""
    game, rng = case.game, Generator(4)
    for seed in (4, 5):
        match = case.start(seed)
        for _ in steps(match, seed):
            for seat in match.actors:
                state = match.state.clone()
                before = state.to_bytes()
                number = int(state.sample(seat, rng))
                payload = state.payload(number)
                sent = [match.sample(seat, rng).json() for _ in range(3)]
                moves = [game.parse(state, seat, data) for data in sent]
                assert state.to_bytes() == before, "parsing changes the position"
                assert state.payload(number) is payload, "parsing changes what the state has sampled"
                again = [game.to_json(state, seat, move) for move in moves]
                assert again == sent, "an action changes when another one is parsed"


def check_what_is_handed_out_can_be_spoiled(case: Case) -> None:
    """Whoever changes a view, a log, an action or a record in place does no harm to the match or the next reader."""
    match = case.start(5)
    for n in steps(match, 5):
        if n % 25 == 0 or match.over:
            before = encoded(_handed_out(match))
            spoil(_handed_out(match))
            assert encoded(_handed_out(match)) == before, "what was handed out is shared with the match"


def advance(state: State, rng: Generator) -> None:
    """Let one random event happen, if any can."""
    if n := state.chance():
        state.apply_chance(rng.below(n))
    elif actors := seats_of(state.actors()):
        seat = actors[int(rng.below(len(actors)))]
        state.apply(seat, state.sample(seat, rng))


def future(state: State, seed: int) -> list[Any]:
    """Play a position to its end at random: its bytes after each of the next events and at last, and the points."""
    rng = Generator(seed)
    seen: list[Any] = []
    while not over(state):
        advance(state, rng)
        if len(seen) < 12:
            seen.append(state.to_bytes())
    return [*seen, state.to_bytes(), list(state.scores()), list(state.ranking())]


def _positions(case: Case) -> Iterator[tuple[State, int]]:
    """Some positions of a random match, as they were played, each with a seed."""
    events = case.finish(2).events
    for n in range(0, len(events), max(1, len(events) // 12)):
        yield case.fold(events[:n]).state, n


def _looks(match: Match, n: int) -> Iterator[str]:
    game, state = match.game, match.state
    for seat in seats(match):
        match.view(seat)
        yield "view"
        match.log(seat)
        yield "log"
        for language in LANGUAGES:
            match.board(seat, language)
        yield "board"
    game.pieces(state)
    yield "pieces"
    for seat in range(match.players):
        game.observe(state, seat)
        yield "observe"
    state.scores()
    state.ranking()
    yield "scores"
    match.record(with_seed=True)
    yield "record"
    for seat in match.actors[:2]:
        match.sight(seat)
        yield "sight"
        match.sample(seat, Generator(n))
        yield "sample"
        for action in actions(match, seat, Generator(n)):
            game.parse(state, seat, action)
            yield "parse"
            match.check(seat, action)
            yield "check"
            match.preview(seat, action)
            yield "preview"


def _handed_out(match: Match) -> list[Any]:
    """Everything that a caller gets from a match, for every seat."""
    out: list[Any] = [match.result, match.record(with_seed=True)]
    for seat in seats(match):
        out += [match.view(seat), match.log(seat)]
    for seat in match.actors:
        action = match.sample(seat, Generator(1))
        out += [action.json(), action.text, match.preview(seat, action.json()), match.check(seat, action.json())]
        if match.listed(seat):
            out += [[each.json(), each.text] for each in match.legal(seat)[:5]]
    return out


def spoil(value: Any) -> None:
    """Empty all lists and dicts, from the inside out, and overwrite what structs can be overwritten."""
    if isinstance(value, dict | list):
        for each in list(value.values()) if isinstance(value, dict) else value:
            spoil(each)
        value.clear()
    elif isinstance(value, msgspec.Struct):
        for name in value.__struct_fields__:
            spoil(getattr(value, name))
            if not value.__struct_config__.frozen:
                setattr(value, name, None)


CHECKS = (
    check_clones_share_nothing,
    check_clones_play_on_alike,
    check_bytes_hold_everything,
    check_looking_changes_nothing,
    check_parsing_has_no_side_effect,
    check_what_is_handed_out_can_be_spoiled,
)
