"""Records: a match as JSON, a few kB, kept for ever; and the way back, with an error for every doubt."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterable
from sys import intern
from typing import Any

import msgspec

from branchline.core.action import Chanced, Event, Played, Undone, chanced
from branchline.core.chance import commitment, draw
from branchline.core.errors import BranchlineError, OptionError, RecordError
from branchline.core.game import Game, Options
from branchline.core.match import Match
from branchline.core.options import brief, settle
from branchline.core.reading import convert
from branchline.core.text import Text

FORMAT = "branchline"
VERSION = 1
MOST_EVENTS = 20_000


class Record(msgspec.Struct, forbid_unknown_fields=True):
    """A record as JSON. An event is [seat, action], ["chance", k, n] or ["undo", seat, [numbers]]."""

    format: str
    version: int
    game: str
    rules: int
    players: int
    options: dict[str, str | int | bool]
    seats: list[dict[str, Any]]
    commit: str
    seed: str | None
    events: list[list[Any]]
    scores: list[int] | None
    digest: str
    inherited: int = 0
    """The first events that came from another match, whose seed this record does not know."""


def make_record(match: Match, seed: bytes | None) -> dict[str, Any]:
    """The match's record, with the seed if it is given."""
    scores = match.result.scores if match.result else None
    return write_record(
        match.game, match.players, match.options, match.seats, match.commit, seed, match.events, scores, match.inherited
    )


def write_record(
    game: Game,
    players: int,
    options: Options,
    seats: list[dict[str, Any]],
    commit: str,
    seed: bytes | None,
    events: Iterable[Event],
    scores: list[int] | None,
    inherited: int = 0,
) -> dict[str, Any]:
    """A record of events that were played, also without a match."""
    record = Record(
        format=FORMAT,
        version=VERSION,
        game=game.slug,
        rules=game.rules_version,
        players=players,
        options=dict(options),
        seats=seats,
        commit=commit,
        seed=seed.hex() if seed else None,
        events=[event_to_json(event) for event in events],
        scores=scores,
        digest="",
        inherited=inherited,
    )
    data: dict[str, Any] = msgspec.to_builtins(record)
    if not inherited:
        del data["inherited"]
    data["digest"] = digest(data)
    return data


def event_to_json(event: Event) -> list[Any]:
    """An event as a record and the server's log write it."""
    if isinstance(event, Played):
        return [event.seat, event.action]
    if isinstance(event, Chanced):
        return ["chance", event.k, event.n]
    return ["undo", event.seat, list(event.events)]


def parse_event(data: Any) -> Event:
    """The event that `event_to_json` wrote."""
    match data:
        case [int(seat), dict(action)] if type(seat) is int:
            # Thousands of loaded matches repeat the same few words: share them.
            return Played(seat, {key: intern(v) if type(v) is str else v for key, v in action.items()})
        case ["chance", int(k), int(n)]:
            return chanced(k, n)
        case ["undo", int(seat), [*events]] if all(type(event) is int for event in events):
            return Undone(seat, tuple(events))
    raise RecordError(Text("core.record_event"))


def replay_record(record: Any, find: Callable[[str], Game], upto: int | None = None) -> Match:
    """The match of a record (a dict, or JSON text), after all its events or after the first `upto`.

    Checks the format, the digest, every event against the rules, and the draws against the seed if it is there.
    """
    data = _read(record)
    game = find(data.game)
    if data.rules != game.rules_version:
        raise RecordError(Text("core.record_rules", {"rules": data.rules, "ours": game.rules_version}))
    if data.players not in game.players or len(data.seats) != data.players:
        raise RecordError(Text("core.record_players"))
    options = settle(game.options, data.options)
    game.check_options(data.players, options)
    match = Match(game, data.players, options, None, data.commit)
    match.seats = data.seats
    match.inherited = data.inherited
    seed = _seed(data)
    for n, written in enumerate(data.events[: _until(upto)]):
        _feed(match, n, parse_event(written), seed if n >= data.inherited else None)
    match.reveal(seed)
    if data.scores is not None and upto is None and (match.result is None or match.result.scores != data.scores):
        raise RecordError(Text("core.record_scores"))
    return match


def _feed(match: Match, n: int, event: Event, seed: bytes | None) -> None:
    drawn = match.drawn
    try:
        match.feed(event)
    except BranchlineError as error:
        raise RecordError(Text("core.record_impossible", {"n": n, "why": error.text})) from error
    # Only now is the number of outcomes known to be that of the rules.
    if isinstance(event, Chanced) and seed is not None and draw(seed, drawn, event.n) != event.k:
        raise RecordError(Text("core.record_draw", {"n": n}))


def _until(upto: int | None) -> int | None:
    if upto is None or (type(upto) is int and upto >= 0):
        return upto
    raise OptionError(Text("core.bad_option_value", {"name": "upto", "value": brief(upto), "allowed": "0, 1, 2, …"}))


def _read(record: Any) -> Record:
    if isinstance(record, (str, bytes, bytearray)):
        try:
            record = json.loads(record)
        except (ValueError, RecursionError) as error:
            raise RecordError(Text("core.record_json", {"why": str(error)[:80]})) from error
    if not isinstance(record, dict) or record.get("format") != FORMAT:
        raise RecordError(Text("core.record_format"))
    version = record.get("version")
    if type(version) is not int or not 1 <= version <= VERSION:
        newer = type(version) is int and version > VERSION
        raise RecordError(Text("core.record_version" if newer else "core.record_no_version", {"ours": VERSION}))
    try:
        data: Record = convert(record, Record)
        computed = digest(record)
    except (msgspec.ValidationError, ValueError, TypeError, RecursionError) as error:
        raise RecordError(Text("core.record_fields", {"why": str(error)[:200]})) from error
    if len(data.events) > MOST_EVENTS:
        raise RecordError(Text("core.record_long", {"most": MOST_EVENTS}))
    if not 0 <= data.inherited <= len(data.events):
        raise RecordError(Text("core.record_inherited", {"n": data.inherited, "most": len(data.events)}))
    if data.digest != computed:
        raise RecordError(Text("core.record_digest"))
    return data


def _seed(data: Record) -> bytes | None:
    if data.seed is None:
        return None
    try:
        seed = bytes.fromhex(data.seed)
    except ValueError:
        seed = b""
    if commitment(seed) != data.commit:
        raise RecordError(Text("core.record_seed"))
    return seed


def digest(data: dict[str, Any]) -> str:
    """SHA-256 over everything else, in canonical JSON; it shows accidental damage and is no signature."""
    rest = {name: value for name, value in data.items() if name != "digest"}
    text = json.dumps(rest, ensure_ascii=True, sort_keys=True, separators=(",", ":"), allow_nan=False)
    return hashlib.sha256(text.encode()).hexdigest()
