"""String Railway as the house sees it."""

from __future__ import annotations

from typing import Any

from branchline.core.action import Form, Line
from branchline.core.errors import IllegalAction, OptionError
from branchline.core.game import Game, Level, Options
from branchline.core.state import State
from branchline.core.text import Text
from branchline.games.strings import actions, fields, refusals, story, suggestions, views
from branchline.games.strings.options import OPTIONS, read_points
from branchline.games.strings.state import Strings, from_bytes
from branchline.games.strings.table import RURAL, Field


class StringRailway(Game):
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
        except fields.FieldError as error:
            facts = {"value": Text("strings.field_given"), "why": Text(f"strings.field_{error.why}")}
            raise OptionError(Text("strings.bad_field", facts | {"allowed": OPTIONS[1].allowed()})) from None

    def restore(self, data: bytes, players: int, options: Options) -> Strings:
        return from_bytes(data, self.new(players, options))

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

    def checked(self, state: State, seat: int, action: int) -> dict[str, Any] | None:
        ours = _ours(state)
        return None if ours.listed(seat) else views.checked(ours, action)

    def preview(self, state: State, seat: int, action: int) -> dict[str, Any]:
        """What `check` says of the action, where it can say anything."""
        return views.checked(_ours(state), action)

    def suggest(self, state: State, seat: int, wish: Form) -> list[int]:
        ours = _ours(state)
        return super().suggest(state, seat, wish) if ours.listed(seat) else suggestions.suggest(ours, wish)

    def view(self, state: State, seat: int | None) -> dict[str, Any]:
        return views.view(_ours(state), seat)

    def result(self, state: State) -> dict[str, Any]:
        return {"companies": views.companies(_ours(state))}

    def pieces(self, state: State) -> dict[str, int]:
        """Stations in the stack, in hand, on the table and aside; every company's strings."""
        return views.pieces(_ours(state))

    def board(self, state: State, seat: int | None, language: str) -> str:
        return story.board(_ours(state), seat, language)

    def levels(self) -> dict[str, Level]:
        from branchline.games.strings.bots import LEVELS

        return LEVELS


def _fields(shape: str, companies: int) -> list[Field]:
    if shape == "standard":
        return list(fields.standard(companies))
    if shape in ("circle", "free", "oval"):
        return [fields.named("oval" if shape == "oval" else "circle", companies)]
    return [fields.drawn(fields.scaled(read_points(shape)), companies)]


def _ours(state: State) -> Strings:
    assert isinstance(state, Strings)
    return state


GAME = StringRailway()
