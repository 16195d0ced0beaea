"""30 Rails as the rest of the application sees it."""

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
from branchline.core.reading import read_json
from branchline.core.summary import Feat, Source, Trait
from branchline.core.text import Text
from branchline.games.rails30.api import (
    actions,
    explain,
    log,
    options,
    picture,
    previews,
    refusals,
    requests,
    summary,
    text_board,
    texts,
    views,
)
from branchline.games.rails30.api.observation import OBSERVATION
from branchline.games.rails30.rules import setup
from branchline.games.rails30.rules.codes import ACTIONS, CELLS, EMPTY_CELLS, ROWS, TURNS
from branchline.games.rails30.rules.state import Rails30

MOST_PLAYERS = 12
_SETUP_ACTIONS = ROWS + 6  # mountains, the mine, four stations, the bonus cell


class ThirtyRails(Game[Rails30]):
    """30 Rails: alone, or any number of sheets with the same dice; with jokers or with shares."""

    slug = "30-rails"
    package = "rails30"
    rules_version = 1
    players = range(1, MOST_PLAYERS + 1)
    default_players = 1
    options = options.OPTIONS
    minutes = 15
    designer = "Julian Anstey"
    information = "open"
    max_events = ROWS + 2 * TURNS + MOST_PLAYERS * (_SETUP_ACTIONS + TURNS)
    action_count = ACTIONS
    observation = OBSERVATION
    types = Types(
        view=views.Rails30View,
        action=actions.Rails30Action,
        result=views.Rails30Result,
        entry=log.Rails30Entry,
        preview=previews.Rails30Preview,
        request=requests.SetupRequest,
    )

    def new(self, players: int, options: Options) -> Rails30:
        return setup.new_state(players, options["variant"] == "shares")

    def restore(self, data: bytes, players: int, options: Options) -> Rails30:
        return setup.restore(data, players, options["variant"] == "shares")

    def parse(self, state: Rails30, seat: int, data: Any) -> Move:
        return actions.parse(state, seat, data)

    def encode(self, state: Rails30, seat: int, move: Move) -> actions.Rails30Action:
        return actions.encode(state, seat, move)

    def text(self, state: Rails30, seat: int, move: Move) -> Text:
        return texts.action_text(state, seat, move.number)

    def refusal(self, state: Rails30, seat: int, move: Move) -> IllegalAction:
        return refusals.refusal(state, seat, move.number)

    def log_action(self, before: Rails30, seat: int, move: Move, after: Rails30) -> list[Line]:
        return log.log_action(before, seat, move.number, after)

    def log_chance(self, before: Rails30, k: int, after: Rails30) -> list[Line]:
        return log.log_chance(before, k, after)

    def preview(self, state: Rails30, seat: int, move: Move) -> previews.Rails30Preview:
        return previews.preview(state, seat, move.number)

    def explain(self, state: Rails30, seat: int, played: Move, better: Move) -> list[Text]:
        return explain.explain(state, seat, played, better)

    def suggest(self, state: Rails30, seat: int, request: Json) -> list[Move]:
        """For `{"setup": "best"}` the next step of a good setup; else legal moves that have the fields asked for."""
        if "setup" not in request:
            return super().suggest(state, seat, request)
        read_json(request, requests.SetupRequest)
        from branchline.games.rails30.bots.advice import next_step

        step = next_step(state, seat)
        return [] if step is None else [Move(step)]

    def view(self, state: Rails30, seat: int | None) -> views.Rails30View:
        return views.view(state, seat)

    def picture(self, state: Rails30, seat: int, options: Options, language: str) -> Picture:
        return picture.picture(state, seat)

    def stroke(self, state: Rails30, seat: int, options: Options, action: Json) -> str:
        return picture.stroke(state, action)

    def result(self, state: Rails30) -> views.Rails30Result:
        return views.result(state)

    def sources(self, state: Rails30) -> list[Source]:
        return summary.sources(state)

    def feats(self, state: Rails30, seat: int, entries: Sequence[Entry]) -> list[Feat]:
        return summary.feats(state, seat)

    def traits(self, state: Rails30) -> list[list[Trait]]:
        return summary.traits(state)

    def pieces(self, state: Rails30) -> dict[str, int]:
        """A sheet's filled cells and those it counts as empty make 36; a cell that is both or neither shows."""
        return {f"cells of sheet {seat}": _filled(state, seat) + _empty(state, seat) for seat in range(state.players)}

    def board(self, state: Rails30, seat: int | None, language: str) -> str:
        return text_board.board(state, seat, language)

    def levels(self) -> dict[str, Level]:
        from branchline.games.rails30.bots.levels import LEVELS

        return LEVELS

    def learnable(self) -> Learnable:
        from branchline.games.rails30.bots.learning import LEARNABLE

        return LEARNABLE


def _filled(state: Rails30, seat: int) -> int:
    return sum(content != 0 for content in state.cells[seat * CELLS : (seat + 1) * CELLS])


def _empty(state: Rails30, seat: int) -> int:
    return int(state.fact(seat, EMPTY_CELLS)).bit_count()


GAME = ThirtyRails()
