"""Stephenson's Rocket joined together from its rules, its API boundary and its bots."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from branchline.core.action import Json, Move
from branchline.core.errors import IllegalAction
from branchline.core.game import Game, Options, Types
from branchline.core.learning import Learnable
from branchline.core.levels import Level
from branchline.core.log import Entry, Line
from branchline.core.picture import Picture
from branchline.core.summary import Feat, Source, Trait
from branchline.core.text import Text
from branchline.games.rocket.api import (
    actions,
    explain,
    log,
    maps,
    picture,
    previews,
    refusals,
    scorings,
    summary,
    text_board,
    texts,
    views,
)
from branchline.games.rocket.api.options import OPTIONS
from branchline.games.rocket.rules import _fields, observe
from branchline.games.rocket.rules.codes import ACTIONS
from branchline.games.rocket.rules.layout import HAND, JUNCTION, PASSENGER, TILE, TRACK
from branchline.games.rocket.rules.setup import new_state
from branchline.games.rocket.rules.state import Rocket


class StephensonsRocket(Game[Rocket]):
    """Stephenson's Rocket for two to four, on a map of England, the eastern USA or eastern China."""

    slug = "stephensons-rocket"
    package = "rocket"
    rules_version = 2
    players = range(2, 5)
    default_players = 3
    minutes = 75
    designer = "Reiner Knizia"
    options = OPTIONS
    information = "open"
    # 73 extensions (7 first moves, 60 tiles, 6 junctions) with at most 9 events each, 36 cubes and 28 stations are 721;
    # before each of these 137 actions stations are moved at most 9 times, or the game is over (R39).
    max_events = 2000
    action_count = ACTIONS
    observation = observe.OBSERVATION
    types = Types(
        view=views.RocketView,
        action=actions.RocketAction,
        result=scorings.RocketResult,
        entry=log.RocketEntry,
        preview=previews.Preview,
    )

    def new(self, players: int, options: Options) -> Rocket:
        return new_state(maps.board(str(options["map"])), players)

    def restore(self, data: bytes, players: int, options: Options) -> Rocket:
        return _fields.restore(Rocket(maps.board(str(options["map"])), players), data)

    def parse(self, state: Rocket, seat: int, data: Any) -> Move:
        return actions.parse(state, data)

    def encode(self, state: Rocket, seat: int, move: Move) -> actions.RocketAction:
        return actions.encode(state, move)

    def text(self, state: Rocket, seat: int, move: Move) -> Text:
        return texts.action_text(state, seat, move)

    def refusal(self, state: Rocket, seat: int, move: Move) -> IllegalAction:
        return refusals.refusal(state, seat, move)

    def view(self, state: Rocket, seat: int | None) -> views.RocketView:
        return views.view(state, seat)

    def picture(self, state: Rocket, seat: int, options: Options, language: str) -> Picture:
        return picture.picture(state, seat, language)

    def stroke(self, state: Rocket, seat: int, options: Options, action: Json) -> str:
        return picture.stroke(state, seat, action)

    def result(self, state: Rocket) -> scorings.RocketResult:
        return scorings.result(state)

    def sources(self, state: Rocket) -> list[Source]:
        return summary.sources(state)

    def feats(self, state: Rocket, seat: int, entries: Sequence[Entry]) -> list[Feat]:
        return summary.feats(state, seat)

    def traits(self, state: Rocket) -> list[list[Trait]]:
        return summary.traits(state)

    def pieces(self, state: Rocket) -> dict[str, int]:
        """Track tiles, passengers, stations: in stock, in hand, on the board or out of the game."""
        kinds = [int(rails) >> TILE & 7 for rails in state.rails]
        junctions = sum(kind >= JUNCTION for kind in kinds)
        tracks = kinds.count(TRACK) + int(state.replaced)
        seats = range(state.players)
        stations = [sum(1 for owner in state.station if owner == seat) + int(state.fact(seat, HAND)) for seat in seats]
        counted = {f"stations of seat {seat}": count for seat, count in enumerate(stations)}
        counted["track tiles"] = tracks + int(state.tiles)
        counted["passengers"] = int(state.passengers) + sum(int(state.fact(seat, PASSENGER)) for seat in seats)
        counted["too many junctions"] = max(0, junctions - 16)
        return counted

    def log_action(self, before: Rocket, seat: int, move: Move, after: Rocket) -> list[Line]:
        return log.log_action(before, seat, move, after)

    def log_chance(self, before: Rocket, k: int, after: Rocket) -> list[Line]:
        return log.log_chance(before, k, after)

    def preview(self, state: Rocket, seat: int, move: Move) -> previews.Preview:
        return previews.preview(state, seat, move)

    def explain(self, state: Rocket, seat: int, played: Move, better: Move) -> list[Text]:
        return explain.explain(state, seat, played, better)

    def board(self, state: Rocket, seat: int | None, language: str) -> str:
        return text_board.board(state, seat, language)

    def check_map(self, data: Any) -> list[str]:
        return maps.check(data)

    def levels(self) -> dict[str, Level]:
        from branchline.games.rocket.bots.levels import LEVELS

        return LEVELS

    def learnable(self) -> Learnable:
        from branchline.games.rocket.bots.learning import LEARNABLE

        return LEARNABLE


GAME = StephensonsRocket()
