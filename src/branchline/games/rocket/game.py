"""Stephenson's Rocket as the house sees it."""

from __future__ import annotations

from typing import Any

from branchline.core.action import Form, Line
from branchline.core.errors import IllegalAction
from branchline.core.game import Game, Level, Options
from branchline.core.options import Option
from branchline.core.state import State
from branchline.core.text import Text
from branchline.games.rocket import actions, explain, maps, refusals, story, views
from branchline.games.rocket.position import HAND, JUNCTION, PASSENGER, TILE, TRACK
from branchline.games.rocket.state import INVEST, Rocket, from_bytes, new_game


class StephensonsRocket(Game):
    """Stephenson's Rocket for two to four, on a map of England, the eastern USA or eastern China."""

    slug = "stephensons-rocket"
    room = "rocket"
    rules_version = 1
    players = range(2, 5)
    default_players = 3
    minutes = 75
    designer = "Reiner Knizia"
    options = (Option("map", maps.NAMES, Text("rocket.option_map")),)

    def new(self, players: int, options: Options) -> Rocket:
        return new_game(maps.board(str(options["map"])), players)

    def restore(self, data: bytes, players: int, options: Options) -> Rocket:
        return from_bytes(data, maps.board(str(options["map"])), players)

    def parse(self, state: State, seat: int, form: Any) -> int:
        return actions.parse(_ours(state), seat, form)

    def form(self, state: State, seat: int, action: int) -> Form:
        return actions.form(_ours(state), seat, action)

    def text(self, state: State, seat: int, action: int) -> Text:
        return story.action_text(_ours(state), seat, action)

    def refusal(self, state: State, seat: int, action: int) -> IllegalAction:
        return refusals.refusal(_ours(state), seat, action)

    def tell(self, before: State, seat: int, action: int, after: State) -> list[Line]:
        return story.tell(_ours(before), seat, action, _ours(after))

    def tell_chance(self, before: State, k: int, after: State) -> list[Line]:
        return story.tell_chance(_ours(before), k, _ours(after))

    def preview(self, state: State, seat: int, action: int) -> dict[str, Any]:
        """For an extension what its hex brings; for everything the projected final score as it would be."""
        ours = _ours(state)
        table = actions.table_of(ours)
        if action < INVEST:
            line, way = divmod(action, 6)
            after = views.driven(ours, line, way)
            seen = views.target(ours, after, table, line, way)
        else:
            after = ours.clone()
            after.apply(seat, action)
            seen = {}
        return {**seen, "projection": views.projection(after, table)["seats"]}

    def view(self, state: State, seat: int | None) -> dict[str, Any]:
        return views.view(_ours(state), seat)

    def result(self, state: State) -> dict[str, Any]:
        ours = _ours(state)
        ledger = [int(packed) for packed in ours.ledger]
        return explain.breakdown(actions.table_of(ours), ledger, int(ours.players))

    def pieces(self, state: State) -> dict[str, int]:
        """Track tiles, passengers, stations: in stock, in hand, on the board or out of the game."""
        ours = _ours(state)
        kinds = [int(rails) >> TILE & 7 for rails in ours.rails]
        junctions = sum(kind >= JUNCTION for kind in kinds)
        tracks = kinds.count(TRACK) + int(ours.replaced)
        seats = range(ours.players)
        stations = [sum(1 for owner in ours.station if owner == seat) + int(ours.fact(seat, HAND)) for seat in seats]
        counted = {f"stations of seat {seat}": count for seat, count in enumerate(stations)}
        counted["track tiles"] = tracks + int(ours.tiles)
        counted["passengers"] = int(ours.passengers) + sum(int(ours.fact(seat, PASSENGER)) for seat in seats)
        counted["too many junctions"] = max(0, junctions - 16)
        return counted

    def check_map(self, data: Any) -> list[str]:
        """What is wrong with a map file; nothing for a good one."""
        return maps.check(data)

    def board(self, state: State, seat: int | None, language: str) -> str:
        return story.board(_ours(state), seat, language)

    def levels(self) -> dict[str, Level]:
        from branchline.games.rocket.bots import LEVELS

        return LEVELS


def _ours(state: State) -> Rocket:
    assert isinstance(state, Rocket)
    return state


GAME = StephensonsRocket()
