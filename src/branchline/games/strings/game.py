"""String Railway as the house sees it."""

from __future__ import annotations

from typing import Any

from branchline.core.action import Form, Line
from branchline.core.errors import IllegalAction, OptionError
from branchline.core.game import Game, Level, Options
from branchline.core.text import Text
from branchline.games.strings.api import actions, log, refusals, requests, text_board, texts, views
from branchline.games.strings.api.options import OPTIONS, read_points
from branchline.games.strings.rules import outlines
from branchline.games.strings.rules.field import Field
from branchline.games.strings.rules.pieces import RURAL
from branchline.games.strings.rules.state import Strings, from_bytes


class StringRailway(Game[Strings]):
    """String Railway for two to five players; two run two companies each."""

    slug = "string-railway"
    room = "strings"
    rules_version = 1
    players = range(2, 6)
    default_players = 4
    minutes = 40
    designer = "Hisashi Hayashi"
    options = OPTIONS

    def new(self, players: int, options: Options) -> Strings:
        shape = str(options["field"])
        free = shape == "free"
        state = Strings(players, _fields(shape, 4 if players == 2 else players), options["setup"] == "ready", free)
        state.expert = options["variant"] == "expert"
        state.first_only = options["owner_effect"] == "first"
        if options["stations"] == 35:
            state.stack[RURAL] -= 3
        return state

    def check_options(self, players: int, options: Options) -> None:
        """A field that suits four companies may be too thin for the corners of five."""
        try:
            _fields(str(options["field"]), 4 if players == 2 else players)
        except outlines.FieldError as error:
            facts = {"value": Text("strings.field_given"), "why": Text(f"strings.field_{error.why}")}
            raise OptionError(Text("strings.bad_field", facts | {"allowed": OPTIONS[1].allowed()})) from None

    def restore(self, data: bytes, players: int, options: Options) -> Strings:
        return from_bytes(data, self.new(players, options))

    def parse(self, state: Strings, seat: int, form: Any) -> int:
        return actions.parse(state, seat, form)

    def form(self, state: Strings, seat: int, action: int) -> Form:
        return actions.form(state, seat, action)

    def text(self, state: Strings, seat: int, action: int) -> Text:
        return texts.action_text(state, seat, action)

    def refusal(self, state: Strings, seat: int, action: int) -> IllegalAction:
        return refusals.refusal(state, seat, action)

    def tell(self, before: Strings, seat: int, action: int, after: Strings) -> list[Line]:
        return log.tell(before, seat, action, after)

    def tell_chance(self, before: Strings, k: int, after: Strings) -> list[Line]:
        return log.tell_chance(before, k, after)

    def checked(self, state: Strings, seat: int, action: int) -> dict[str, Any] | None:
        return None if state.listed(seat) else views.checked(state, action)

    def preview(self, state: Strings, seat: int, action: int) -> dict[str, Any]:
        """What `check` says of the action, where it can say anything."""
        return views.checked(state, action)

    def suggest(self, state: Strings, seat: int, wish: Form) -> list[int]:
        return super().suggest(state, seat, wish) if state.listed(seat) else requests.suggest(state, wish)

    def view(self, state: Strings, seat: int | None) -> dict[str, Any]:
        return views.view(state, seat)

    def result(self, state: Strings) -> dict[str, Any]:
        return {"companies": views.companies(state)}

    def pieces(self, state: Strings) -> dict[str, int]:
        """Stations in the stack, in hand, on the table and aside; every company's strings."""
        return views.pieces(state)

    def board(self, state: Strings, seat: int | None, language: str) -> str:
        return text_board.board(state, seat, language)

    def levels(self) -> dict[str, Level]:
        from branchline.games.strings.bots.levels import LEVELS

        return LEVELS


def _fields(shape: str, companies: int) -> list[Field]:
    if shape == "standard":
        return list(outlines.standard(companies))
    if shape in ("circle", "free", "oval"):
        return [outlines.named("oval" if shape == "oval" else "circle", companies)]
    return [outlines.drawn(outlines.scaled(read_points(shape)), companies)]


GAME = StringRailway()
