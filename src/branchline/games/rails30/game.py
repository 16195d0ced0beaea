"""30 Rails as the house sees it."""

from __future__ import annotations

from typing import Any

from branchline.core.action import Form, Line
from branchline.core.errors import IllegalAction
from branchline.core.game import Game, Level, Options
from branchline.core.text import Text
from branchline.games.rails30.api import actions, log, options, previews, refusals, text_board, texts, views
from branchline.games.rails30.rules.codes import CELLS, EMPTY_CELLS
from branchline.games.rails30.rules.setup import new_state
from branchline.games.rails30.rules.state import Rails30, from_bytes


class ThirtyRails(Game[Rails30]):
    """30 Rails: alone, or any number of sheets with the same dice; with jokers or with shares."""

    slug = "30-rails"
    room = "rails30"
    rules_version = 1
    players = range(1, 13)
    default_players = 1
    minutes = 15
    designer = "Julian Anstey"
    options = options.OPTIONS

    def new(self, players: int, options: Options) -> Rails30:
        return new_state(players, options["variant"] == "shares")

    def restore(self, data: bytes, players: int, options: Options) -> Rails30:
        return from_bytes(data, players, options["variant"] == "shares")

    def parse(self, state: Rails30, seat: int, form: Any) -> int:
        return actions.parse(state, seat, form)

    def form(self, state: Rails30, seat: int, action: int) -> Form:
        return actions.form(state, seat, action)

    def text(self, state: Rails30, seat: int, action: int) -> Text:
        return texts.action_text(state, seat, action)

    def refusal(self, state: Rails30, seat: int, action: int) -> IllegalAction:
        return refusals.refusal(state, seat, action)

    def tell(self, before: Rails30, seat: int, action: int, after: Rails30) -> list[Line]:
        return log.tell(before, seat, action, after)

    def tell_chance(self, before: Rails30, k: int, after: Rails30) -> list[Line]:
        return log.tell_chance(before, k, after)

    def preview(self, state: Rails30, seat: int, action: int) -> dict[str, Any]:
        return previews.preview(state, seat, action)

    def view(self, state: Rails30, seat: int | None) -> dict[str, Any]:
        return views.view(state, seat)

    def result(self, state: Rails30) -> dict[str, Any]:
        return {"sheets": [views.score(state, seat) for seat in range(state.players)]}

    def pieces(self, state: Rails30) -> dict[str, int]:
        """A sheet's filled cells and those it counts as empty make 36; a cell that is both or neither shows."""
        return {f"cells of sheet {seat}": _filled(state, seat) + _empty(state, seat) for seat in range(state.players)}

    def board(self, state: Rails30, seat: int | None, language: str) -> str:
        return text_board.board(state, seat, language)

    def levels(self) -> dict[str, Level]:
        from branchline.games.rails30.bots.levels import LEVELS

        return LEVELS


def _filled(state: Rails30, seat: int) -> int:
    return sum(content != 0 for content in state.cells[seat * CELLS : (seat + 1) * CELLS])


def _empty(state: Rails30, seat: int) -> int:
    return int(state.fact(seat, EMPTY_CELLS)).bit_count()


GAME = ThirtyRails()
