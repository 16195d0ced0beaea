"""Taking up a stored match of the toy from a snapshot, and from the events alone where the snapshot does not fit."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from branchline.core import snapshot
from branchline.core.action import Event
from branchline.core.chance import make_seed
from branchline.core.match import Match
from branchline.core.snapshot import Snapshot, resume, take
from branchline.core.text import Text
from tests.suite.cases import TOY, encoded, seats, steps

SEED = 6


def played(actions: int = 5) -> Match:
    match = TOY.start(players=3, seed=SEED)
    for _ in steps(match, SEED, actions):
        pass
    return match


def taken_up(match: Match, data: bytes | None, events: list[Event] | None = None) -> Match:
    events = list(match.events) if events is None else events
    return resume(TOY, match.players, match.options, make_seed(SEED), match.commit, events, snapshot=data)


def changed(data: bytes, **fields: Any) -> bytes:
    return msgspec.msgpack.encode(msgspec.structs.replace(msgspec.msgpack.decode(data, type=Snapshot), **fields))


def same(match: Match, other: Match) -> bool:
    looks = [[encoded([each.view(seat), each.log(seat)]) for seat in seats(each)] for each in (match, other)]
    return looks[0] == looks[1] and match.state == other.state and match.events == other.events


def folded(monkeypatch: pytest.MonkeyPatch) -> list[Event]:
    """The events that a match is fed from now on."""
    fed: list[Event] = []
    feed = Match.feed
    monkeypatch.setattr(Match, "feed", lambda self, event: (fed.append(event), feed(self, event))[1])
    return fed


@pytest.mark.parametrize("actions", range(11))
def test_a_snapshot_gives_what_the_events_give(actions: int, monkeypatch: pytest.MonkeyPatch):
    match = played(actions)
    fed = folded(monkeypatch)
    again = taken_up(match, take(match))
    assert fed == [], "nothing is played again"
    assert same(again, match)
    assert (again.drawn, again.undone) == (match.drawn, match.undone)
    for each in (match, again):
        for _ in steps(each, 9):
            pass
    assert again.record() == match.record()


def test_later_events_follow_a_snapshot(monkeypatch: pytest.MonkeyPatch):
    match = played(2)
    data, n = take(match), len(match.events)
    for _ in steps(match, 3, 4):
        pass
    fed = folded(monkeypatch)
    again = taken_up(match, data)
    assert fed == match.events[n:]
    assert same(again, match)


def test_entries_and_their_texts_are_those_of_the_game():
    match = played(4)
    match.undo(next(event.seat for event in reversed(match.events) if hasattr(event, "seat")), agreed=True)
    again = taken_up(match, take(match))
    assert [(line.entry, line.only) for line in again.lines] == [(line.entry, line.only) for line in match.lines]
    assert all(type(now.entry) is type(then.entry) for now, then in zip(again.lines, match.lines, strict=True))
    assert all(isinstance(line.entry.text, Text) for line in again.lines)
    assert again.undone == match.undone


@pytest.mark.parametrize(
    "spoil",
    [
        lambda data: changed(data, layout=snapshot.LAYOUT - 1),
        lambda data: changed(data, layout=snapshot.LAYOUT + 1),
        lambda data: changed(data, rules=TOY.rules_version + 1),
        lambda data: changed(data, n=10_000),
        lambda data: changed(data, state=b"123"),
        lambda data: changed(data, state=bytes(8)),
        lambda data: changed(data, state=msgspec.msgpack.decode(data, type=Snapshot).state + bytes(8)),
        lambda data: changed(data, lines=[({"kind": "nothing", "text": {"code": "toy.chose", "facts": {}}}, None)]),
        lambda data: changed(data, lines=[({"kind": "dealt", "text": {"code": "toy.chose", "facts": {}}}, None)]),
        lambda data: data[:-3],
        lambda data: b"",
        lambda data: b"\xc1",
        lambda data: msgspec.msgpack.encode([1, 2, 3]),
        lambda data: msgspec.msgpack.encode({"layout": snapshot.LAYOUT}),
    ],
    ids=[
        "older", "newer", "rules", "future", "cut state", "short state", "long state", "unknown entry", "cut entry",
        "cut", "empty", "no msgpack", "other fields", "other shape",
    ],
)  # fmt: skip
def test_a_snapshot_that_does_not_fit_is_left_aside(spoil, monkeypatch: pytest.MonkeyPatch):
    match = played()
    data = spoil(take(match))
    fed = folded(monkeypatch)
    assert same(taken_up(match, data), match)
    assert fed == match.events, "all events are played again"


def test_events_that_were_stored_before_chance_was_drawn_are_gone_on_with():
    """A server that stopped between an action and its dice rolls them when it starts again."""
    match = played(3)
    cut = list(match.events[:-1])
    again = taken_up(match, None, cut)
    assert same(again, match)
