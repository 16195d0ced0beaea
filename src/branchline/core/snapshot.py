"""Taking up a stored match: from its events, or faster from a snapshot of the first n of them. The log is the truth."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from branchline.core.action import Event
from branchline.core.game import Game, Options
from branchline.core.log import Entry, Line, UndoneEntry
from branchline.core.match import Match
from branchline.core.reading import convert, learn
from branchline.core.text import revive

LAYOUT = 4
"""Grows when the fields of a snapshot change their meaning; one of another layout is left aside."""


class Snapshot(msgspec.Struct, array_like=True, forbid_unknown_fields=True):
    """What the fold of the first n events gives, so that it need not be folded again."""

    layout: int
    rules: int
    n: int
    drawn: int
    undone: list[int]
    state: bytes
    lines: list[tuple[dict[str, Any], list[int] | None]]


def take(match: Match) -> bytes:
    """A snapshot of the match as it stands."""
    lines = [(msgspec.to_builtins(line.entry), None if line.only is None else list(line.only)) for line in match.lines]
    state = match.state.to_bytes()
    rules = match.game.rules_version
    taken = Snapshot(LAYOUT, rules, len(match.events), match.drawn, sorted(match.undone), state, lines)
    return msgspec.msgpack.encode(taken)


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
    match.reveal(seed)
    match.settle()
    return match


def _restore(match: Match, events: Sequence[Event], data: bytes) -> int:
    try:
        learn(Snapshot)
        snapshot = msgspec.msgpack.decode(data, type=Snapshot)
        if snapshot.layout != LAYOUT or snapshot.rules != match.game.rules_version or snapshot.n > len(events):
            return 0
        kinds = match.game.types.entry | UndoneEntry
        lines = [Line(_entry(entry, kinds), None if only is None else tuple(only)) for entry, only in snapshot.lines]
        state = match.game.restore(snapshot.state, match.players, match.options)
    except (msgspec.DecodeError, ValueError):
        return 0
    match.restore(state, events[: snapshot.n], snapshot.drawn, snapshot.undone, lines)
    return snapshot.n


def _entry(data: dict[str, Any], kinds: Any) -> Entry:
    entry: Entry = convert(data, kinds)
    return msgspec.structs.replace(entry, text=revive(data["text"]))
