"""The toy game joined together."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from branchline.core.action import Move
from branchline.core.errors import IllegalAction
from branchline.core.game import Game, Observed, Options, Types
from branchline.core.generator import Generator
from branchline.core.levels import Level
from branchline.core.log import Line
from branchline.core.text import Text
from tests.toy.api import actions, log, previews, views
from tests.toy.rules import _fields
from tests.toy.rules.state import LINE, NUMBERS, PLAY, WRITE, Toy, new_state

if TYPE_CHECKING:
    pass

MENU = 8
"""So many lines are on the menu."""


class ToyGame(Game[Toy]):
    """The toy for two to four seats."""

    slug = "toy"
    package = "toy"
    rules_version = 1
    players = range(2, 5)
    default_players = 3
    minutes = 2
    designer = "Branchline"
    information = "hidden"
    max_events = 32
    action_count = None
    menu_count = int(LINE) + MENU
    observation = (
        Observed("hand", NUMBERS, "how many of each number the seat holds"),
        Observed("die", 1, "the last roll; 0 before the first"),
        Observed("round", 1, "rounds finished"),
    )
    types = Types(
        view=views.ToyView,
        action=actions.ToyAction,
        result=views.ToyResult,
        entry=log.ToyEntry,
        preview=previews.ToyPreview,
        check=previews.ToyCheck,
    )

    def new(self, players: int, options: Options) -> Toy:
        return new_state(players)

    def restore(self, data: bytes, players: int, options: Options) -> Toy:
        return _fields.restore(new_state(players), data)

    def parse(self, state: Toy, seat: int, data: Any) -> Move:
        return actions.parse(state, seat, data)

    def encode(self, state: Toy, seat: int, move: Move) -> actions.ToyAction:
        return actions.encode(state, seat, move)

    def text(self, state: Toy, seat: int, move: Move) -> Text:
        if move.payload is None:
            return Text("toy.play", {"card": move.number - PLAY + 1})
        written = actions.encode(state, seat, move)
        assert isinstance(written, actions.Write)
        return Text("toy.write", {"digits": " ".join(map(str, written.digits))})

    def refusal(self, state: Toy, seat: int, move: Move) -> IllegalAction:
        if move.number == LINE:
            return IllegalAction("X4", Text("toy.bad_line" if state.phase == WRITE else "toy.no_line"))
        if state.phase == WRITE:
            return IllegalAction("X4", Text("toy.write_now"))
        return IllegalAction("X2", Text("toy.not_held", {"card": move.number - PLAY + 1}))

    def view(self, state: Toy, seat: int | None) -> views.ToyView:
        return views.view(state, seat)

    def result(self, state: Toy) -> views.ToyResult:
        return views.result(state)

    def pieces(self, state: Toy) -> dict[str, int]:
        shown = int(state.round * state.players)
        return {"cards": int(sum(state.deck) + sum(state.hands)) + shown}

    def log_action(self, before: Toy, seat: int, move: Move, after: Toy) -> list[Line]:
        return log.log_action(before, seat, move, after)

    def log_chance(self, before: Toy, k: int, after: Toy) -> list[Line]:
        return log.log_chance(before, k, after)

    def preview(self, state: Toy, seat: int, move: Move) -> previews.ToyPreview | None:
        return previews.preview(state, move)

    def check(self, state: Toy, seat: int, move: Move) -> previews.ToyCheck | None:
        return previews.check(state, move)

    def board(self, state: Toy, seat: int | None, language: str) -> str:
        held = "" if seat is None else " ".join(map(str, views.view(state, seat).hand or []))
        return Text("toy.board", {"round": int(state.round), "die": int(state.die), "hand": held}).render(language)

    def menu(self, state: Toy, seat: int) -> dict[int, Move]:
        """X4: where actions cannot be listed, a few drafts of `sample`."""
        if state.listed(seat):
            return super().menu(state, seat)
        found = {}
        for k in range(MENU):
            draft = state.clone()
            found[int(LINE) + k] = Move(int(draft.sample(seat, Generator(k))), draft.draft)
        return found

    def levels(self) -> dict[str, Level]:
        from tests.toy.bots.levels import LEVELS

        return LEVELS


GAME = ToyGame()
