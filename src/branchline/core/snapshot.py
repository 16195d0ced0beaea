"""Taking up a stored match: from its events, or faster from a snapshot of the first n of them. The log is the truth."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from branchline.core.action import Event, Line
from branchline.core.game import Game, Options
from branchline.core.match import Match
from branchline.core.text import Text


class Snapshot(msgspec.Struct, array_like=True):
    """What the fold of the first n events gives, so that it need not be folded again."""

    rules: int
    n: int
    drawn: int
    undone: list[int]
    state: bytes
    lines: list[tuple[int, dict[str, Any], list[int] | None]]


def take(match: Match) -> bytes:
    """A snapshot of the match as it stands."""
    lines = [(n, line.json(), None if line.only is None else list(line.only)) for n, line in match._lines]
    state = match._state.to_bytes()
    rules = match.game.rules_version
    return msgspec.msgpack.encode(Snapshot(rules, len(match.events), match._drawn, sorted(match._undone), state, lines))


def resume(
    game: Game,
    players: int,
    options: Options,
    seed: bytes | None,
    commit: str,
    events: Sequence[Event],
    inherited: int = 0,
    snapshot: bytes | None = None,
) -> Match:
    """The running match of these events. A snapshot that does not fit them is left aside.

    The first `inherited` events were played in another match, with that match's chance; from there on chance
    comes from this seed, and whatever is due when the events end happens at once.
    """
    match = Match(game, players, options, None, commit)
    match.inherited = inherited
    done = _restore(match, events, snapshot) if snapshot is not None else 0
    for event in events[done:]:
        match.feed(event)
    match._seed = seed
    match._settle()
    return match


def _restore(match: Match, events: Sequence[Event], data: bytes) -> int:
    try:
        snapshot = msgspec.msgpack.decode(data, type=Snapshot)
    except msgspec.DecodeError:
        return 0
    if snapshot.rules != match.game.rules_version or snapshot.n > len(events):
        return 0
    match._state = match.game.restore(snapshot.state, match.players, match.options)
    match.events = list(events[: snapshot.n])
    match._drawn = snapshot.drawn
    match._undone = set(snapshot.undone)
    match._lines = [
        (n, Line(_text(form), form["seat"], form["points"], None if only is None else tuple(only)))
        for n, form, only in snapshot.lines
    ]
    return snapshot.n


def _text(form: dict[str, Any]) -> Text:
    facts = form["facts"]
    nested = {
        name: _text(fact) if isinstance(fact, dict) and fact.keys() == {"code", "facts"} else fact
        for name, fact in facts.items()
    }
    return Text(form["code"], nested)
