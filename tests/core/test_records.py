"""Records that somebody forged with care: traps, claims of draws that nobody can check, numbers out of range."""

from __future__ import annotations

import time
from typing import Any

import pytest

import branchline
from branchline import _native
from branchline.core import record as records
from branchline.core.action import Played
from branchline.core.chance import draw
from branchline.core.errors import OptionError, RecordError, UndoRefused
from branchline.core.generator import Generator
from branchline.core.match import Match

RAILS = branchline.game("30-rails")


def played(players: int = 1) -> Match:
    match = RAILS.start(players=players, seed=3)
    bot = branchline.bot("30-rails", "random")
    while match.actors:
        seat = match.actors[0]
        match.play(seat, bot.choose(match.sight(seat), seed=len(match.events)))
    return match


def forged(**change: Any) -> dict[str, Any]:
    record = {**played().record(), **change}
    return {**record, "digest": records.digest(record)}


@pytest.mark.parametrize("outcomes", [0, -1, 2**64 + 1, 2**65])
def test_a_draw_of_impossibly_many_outcomes_is_refused_at_once(outcomes: int):
    with pytest.raises(ValueError, match="outcomes"):
        draw(bytes(32), 0, outcomes)
    events = played().record()["events"]
    with pytest.raises(RecordError, match="event 0 could not have happened"):
        branchline.replay(forged(events=[["chance", 0, outcomes], *events[1:]]))


@pytest.mark.parametrize("inherited", [-1, 10_000])
def test_inherited_events_are_events_of_the_record(inherited: int):
    with pytest.raises(RecordError, match="inherited"):
        branchline.replay(forged(inherited=inherited))


@pytest.mark.parametrize(("slug", "acts"), [("30-rails", 30), ("ticket-to-ride", 60), ("string-railway", 20)])
def test_a_replay_is_linear_in_its_events_however_much_is_taken_back(
    slug: str, acts: int, monkeypatch: pytest.MonkeyPatch
):
    match = branchline.game(slug).start(players=2, seed=3)
    rng, undos = Generator(5), 0
    while undos < 673:
        for _ in range(1 + undos % 7 if len(match._live) < acts else 0):
            seat = match.actors[0]
            match.play(seat, match.sample(seat, rng))
        for _ in range(1 + undos % 5):
            seat = next((event.seat for event in reversed(match.events) if isinstance(event, Played)), 0)
            try:
                match.undo(seat, agreed=True)
                undos += 1
            except UndoRefused:
                break
    record = match.record(with_seed=True)
    fed = [0]
    feed = Match.feed

    def counted(self: Match, event: Any) -> None:
        fed[0] += 1
        feed(self, event)

    monkeypatch.setattr(Match, "feed", counted)
    began = time.process_time()
    again = branchline.replay(record)
    took = time.process_time() - began
    assert again.state.to_bytes() == match.state.to_bytes()
    assert again.lines == match.lines
    assert fed[0] <= 4 * len(record["events"])
    if _native.active():
        assert took < 1.0


@pytest.mark.parametrize("upto", [-1, "x", 1.5, True])
def test_a_wrong_moment_is_refused(upto: Any):
    with pytest.raises(OptionError, match="upto"):
        branchline.replay(played().record(), upto=upto)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"events": [["chance", 1]]}, "event"),
        ({"events": [[True, {}]]}, "event"),
        ({"events": [["undo", 0, ["1"]]]}, "event"),
        ({"players": 2}, "players"),
        ({"players": 99}, "players"),
        ({"rules": 0}, "version 0"),
        ({"seed": "no hex"}, "seed"),
        ({"seed": "00" * 32}, "seed"),
        ({"events": [["chance", 0, 6]] * (records.MOST_EVENTS + 1)}, str(records.MOST_EVENTS)),
        ({"scores": [-1]}, "scores"),
    ],
    ids=lambda value: str(value)[:40],
)
def test_a_record_that_contradicts_itself_is_refused(change: dict[str, Any], message: str):
    with pytest.raises(RecordError, match=message):
        branchline.replay(forged(**change))


@pytest.mark.parametrize(
    ("record", "message"),
    [
        ("{", "cut off"),
        (b"\xff", "cut off"),
        ("[" * 100_000, "cut off"),
        ("[]", "not a record"),
        ({"format": "chess"}, "not a record"),
        ({"format": "branchline"}, "whole number"),
        ({"format": "branchline", "version": 99}, "newer version"),
        ({"format": "branchline", "version": 1}, "game"),
    ],
    ids=lambda value: str(value)[:40],
)
def test_what_is_no_record_is_refused(record: Any, message: str):
    with pytest.raises(RecordError, match=message):
        branchline.replay(record)


def test_a_record_whose_digest_does_not_fit_is_refused():
    with pytest.raises(RecordError, match="digest"):
        branchline.replay({**played().record(), "scores": [999]})
