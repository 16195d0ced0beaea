"""Stephenson's Rocket as the rest of the project sees it."""

from __future__ import annotations

from typing import Any

from branchline.core.action import Form, Line
from branchline.core.errors import IllegalAction
from branchline.core.game import Game, Level, Options
from branchline.core.text import Text
from branchline.games.rocket.api import actions, log, maps, previews, refusals, scorings, text_board, texts, views
from branchline.games.rocket.api.options import OPTIONS
from branchline.games.rocket.rules.layout import HAND, JUNCTION, PASSENGER, TILE, TRACK
from branchline.games.rocket.rules.setup import new_state
from branchline.games.rocket.rules.state import Rocket, from_bytes


class StephensonsRocket(Game[Rocket]):
    """Stephenson's Rocket for two to four, on a map of England, the eastern USA or eastern China."""

    slug = "stephensons-rocket"
    room = "rocket"
    rules_version = 1
    players = range(2, 5)
    default_players = 3
    minutes = 75
    designer = "Reiner Knizia"
    options = OPTIONS

    def new(self, players: int, options: Options) -> Rocket:
        return new_state(maps.board(str(options["map"])), players)

    def restore(self, data: bytes, players: int, options: Options) -> Rocket:
        return from_bytes(data, maps.board(str(options["map"])), players)

    def parse(self, state: Rocket, seat: int, form: Any) -> int:
        return actions.parse(state, seat, form)

    def form(self, state: Rocket, seat: int, action: int) -> Form:
        return actions.form(state, seat, action)

    def text(self, state: Rocket, seat: int, action: int) -> Text:
        return texts.action_text(state, seat, action)

    def refusal(self, state: Rocket, seat: int, action: int) -> IllegalAction:
        return refusals.refusal(state, seat, action)

    def tell(self, before: Rocket, seat: int, action: int, after: Rocket) -> list[Line]:
        return log.tell(before, seat, action, after)

    def tell_chance(self, before: Rocket, k: int, after: Rocket) -> list[Line]:
        return log.tell_chance(before, k, after)

    def preview(self, state: Rocket, seat: int, action: int) -> dict[str, Any]:
        return previews.preview(state, seat, action)

    def view(self, state: Rocket, seat: int | None) -> dict[str, Any]:
        return views.view(state, seat)

    def result(self, state: Rocket) -> dict[str, Any]:
        entries = [int(packed) for packed in state.ledger]
        return scorings.breakdown(maps.map_of(state), entries, int(state.players))

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

    def check_map(self, data: Any) -> list[str]:
        """What is wrong with a map file; nothing for a good one."""
        return maps.check(data)

    def board(self, state: Rocket, seat: int | None, language: str) -> str:
        return text_board.board(state, seat, language)

    def levels(self) -> dict[str, Level]:
        from branchline.games.rocket.bots.levels import LEVELS

        return LEVELS


GAME = StephensonsRocket()
