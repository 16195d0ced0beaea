"""30 Rails as the house sees it."""

from __future__ import annotations

from typing import Any

from branchline.core.action import Form, Line
from branchline.core.errors import IllegalAction
from branchline.core.game import Game, Level, Options
from branchline.core.options import Option
from branchline.core.state import State
from branchline.core.text import Text
from branchline.games.rails30 import actions, story, views
from branchline.games.rails30.state import EMPTY, Rails30, from_bytes
from branchline.games.rails30.tracks import CELLS


class ThirtyRails(Game):
    """30 Rails: alone, or any number of sheets with the same dice; with jokers or with shares."""

    slug = "30-rails"
    room = "rails30"
    rules_version = 1
    players = range(1, 13)
    default_players = 1
    minutes = 15
    designer = "Julian Anstey"
    options = (Option("variant", ("standard", "shares"), Text("rails30.option_variant")),)

    def new(self, players: int, options: Options) -> Rails30:
        return Rails30(players, options["variant"] == "shares")

    def restore(self, data: bytes, players: int, options: Options) -> Rails30:
        return from_bytes(data, players, options["variant"] == "shares")

    def parse(self, state: State, seat: int, form: Any) -> int:
        return actions.parse(_ours(state), seat, form)

    def form(self, state: State, seat: int, action: int) -> Form:
        return actions.form(_ours(state), seat, action)

    def text(self, state: State, seat: int, action: int) -> Text:
        return story.action_text(_ours(state), seat, action)

    def refusal(self, state: State, seat: int, action: int) -> IllegalAction:
        return story.refusal(_ours(state), seat, action)

    def tell(self, before: State, seat: int, action: int, after: State) -> list[Line]:
        return story.tell(_ours(before), seat, action, _ours(after))

    def tell_chance(self, before: State, k: int, after: State) -> list[Line]:
        return story.tell_chance(_ours(before), k, _ours(after))

    def preview(self, state: State, seat: int, action: int) -> dict[str, Any]:
        """The score sheet as it would be, and the gain."""
        ours = _ours(state)
        after = ours.clone()
        after.apply(seat, action)
        return {"gain": int(after.points(seat) - ours.points(seat)), **views.score(after, seat)}

    def view(self, state: State, seat: int | None) -> dict[str, Any]:
        return views.view(_ours(state), seat)

    def result(self, state: State) -> dict[str, Any]:
        ours = _ours(state)
        return {"sheets": [views.score(ours, seat) for seat in range(ours.players)]}

    def pieces(self, state: State) -> dict[str, int]:
        """A sheet's filled cells and those it counts as empty make 36; a cell that is both or neither shows."""
        ours = _ours(state)
        return {f"cells of sheet {seat}": _filled(ours, seat) + _empty(ours, seat) for seat in range(ours.players)}

    def board(self, state: State, seat: int | None, language: str) -> str:
        return story.board(_ours(state), seat, language)

    def levels(self) -> dict[str, Level]:
        from branchline.games.rails30.bots import LEVELS

        return LEVELS


def _filled(state: Rails30, seat: int) -> int:
    return sum(content != 0 for content in state.cells[seat * CELLS : (seat + 1) * CELLS])


def _empty(state: Rails30, seat: int) -> int:
    return int(state.fact(seat, EMPTY)).bit_count()


def _ours(state: State) -> Rails30:
    assert isinstance(state, Rails30)
    return state


GAME = ThirtyRails()
