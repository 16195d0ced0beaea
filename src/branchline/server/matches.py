"""What a table says of its match, and which matches this version can play."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from branchline.bots import CHARACTERS, cast, levels
from branchline.core import snapshot
from branchline.core.errors import BranchlineError
from branchline.core.game import Game
from branchline.core.match import Match
from branchline.core.record import parse_event
from branchline.core.text import Text
from branchline.games import find
from branchline.server.errors import Refused
from branchline.server.events import Made, Place
from branchline.server.fold import TableState
from branchline.server.projection import Outcome, SeatState


def outcome_of(match: Match) -> Outcome:
    """What the fold needs to know of a match."""
    result = match.result
    scores, ranks = (result.scores, result.ranks) if result else (None, None)
    return Outcome(len(match.events), list(match.actors), scores, ranks, int(match.state.turn_number()))


def find_game(slug: str) -> Game:
    """The game of a stored table, or a refusal if this server does not have it."""
    try:
        return find(slug)
    except BranchlineError as error:
        raise Refused(410, "unknown_game", game=slug) from error


def must_know_rules(made: Made) -> None:
    """Refuse a match that was begun under rules that this version does not play."""
    game = find_game(made.game)
    if made.rules != game.rules_version:
        raise Refused(410, "other_rules", rules=made.rules, ours=game.rules_version)


def resumed(state: TableState, events: Sequence[list[Any]], kept: bytes | None = None) -> Match:
    """The match of these events; a snapshot of the first of them makes it faster."""
    made = state.made
    played = [parse_event(event) for event in events]
    game = find_game(made.game)
    return snapshot.resume(game, len(state.seats), made.options, made.seed, made.commit, played, made.inherited, kept)


def character_of(place: Place, number: int) -> str | None:
    """Who the bot of a seat is: at a table from before they were chosen, the one of the seat's number."""
    if place.kind != "bot" or place.character in CHARACTERS:
        return place.character
    return list(CHARACTERS)[number % len(CHARACTERS)]


def with_characters(places: Sequence[Place], commit: str) -> list[Place]:
    """The places with somebody for every bot that is nobody yet: no two alike, and chosen by the table's luck."""
    bots = [place for place in places if place.kind == "bot" and place.character is None]
    new = iter(cast(int(commit[:7], 16), len(bots), [place.character for place in places]))
    fill = msgspec.structs.replace
    return [fill(place, character=next(new)) if place in bots else place for place in places]


def named(seat: SeatState, number: int, language: str = "en") -> str:
    """How a seat is called in messages."""
    character = character_of(seat.place, number)
    return seat.place.name or (
        Text(f"core.character_{character}").render(language) if character is not None else str(number + 1)
    )


def seats_for_record(state: TableState) -> list[dict[str, Any]]:
    """The seats as a record names them; where a bot and a person shared one, who played from which event on."""
    seats: list[dict[str, Any]] = []
    for number, seat in enumerate(state.seats):
        found: dict[str, Any] = {"name": named(seat, number)}
        if seat.place.kind == "bot":
            found["bot"] = seat.place.level
            if seat.place.character is not None:
                found["character"] = seat.place.character
        if seat.place.program:
            found["program"] = True
        turns = state.players[number] if state.players else []
        if len(turns) > 1:
            found["players"] = [{"from": first, "bot": level} for first, level in turns]
        if seat.resigned:
            found["resigned"] = True
        seats.append(found)
    return seats


def level_of(game: Game, level: str | None) -> str:
    """A level's name, checked; without one the game's strongest is meant."""
    known = list(levels(game))
    if level is None:
        return known[-1]
    if level not in known:
        raise Refused(422, "no_level", level=level, known=", ".join(known))
    return level
