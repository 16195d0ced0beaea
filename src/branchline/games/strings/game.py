"""String Railway joined together."""

from __future__ import annotations

import functools
from collections.abc import Sequence
from typing import Any

from branchline.core.action import Json, Move
from branchline.core.errors import IllegalAction, OptionError
from branchline.core.game import Game, Observed, Options, Types
from branchline.core.levels import Level
from branchline.core.log import Entry, Line
from branchline.core.picture import Picture
from branchline.core.summary import Feat, Moment, Source, Trait
from branchline.core.text import Text
from branchline.games.strings.api import (
    actions,
    explain,
    log,
    menu,
    picture,
    previews,
    refusals,
    requests,
    summary,
    text_board,
    texts,
    views,
)
from branchline.games.strings.api.options import OPTIONS, read_field
from branchline.games.strings.rules import _fields, observe, outlines, setup
from branchline.games.strings.rules.field import Field
from branchline.games.strings.rules.pieces import KINDS
from branchline.games.strings.rules.state import Strings


class StringRailway(Game[Strings]):
    """String Railway for two to five players; two run two companies each."""

    slug = "string-railway"
    package = "strings"
    rules_version = 2
    players = range(2, 6)
    default_players = 4
    minutes = 40
    designer = "Hisashi Hayashi"
    options = OPTIONS
    information = "open"
    max_events = 104
    """Field, river, mountains, five corners; 38 stations drawn and placed; 20 strings."""
    action_count = None
    menu_count = menu.MENU_COUNT
    observation = (
        Observed("turn", observe.TURN_SIZE, "phase, company at turn, turns finished, companies, stations set aside"),
        Observed(
            "companies", observe.COMPANIES * observe.COMPANY_SIZE, "per company: points, short and long strings, corner"
        ),
        Observed("kinds", 2 * KINDS, "per kind of station: how many in hand, how many in the stack"),
        Observed("field", 2 * observe.ON_FIELD, "x, y of points evenly along the black string"),
        Observed("river", 2 * observe.ON_STRING, "x, y of points evenly along the river"),
        Observed("mountains", 2 * observe.ON_STRING, "x, y of points evenly along the mountains"),
        Observed(
            "stations",
            observe.STATIONS * observe.STATION_SIZE,
            "per station: kind + 1, x, y, owner + 1, bit mask of the companies there, in the mountains; or zeros",
        ),
        Observed(
            "rails",
            observe.RAILS * observe.RAIL_SIZE,
            "per rail: 1, company, long, then x, y of points evenly along it; or zeros",
        ),
    )
    types = Types(
        view=views.StringsView,
        action=actions.AnyAction,
        result=views.StringsResult,
        entry=log.StringsEntry,
        preview=previews.Check,
        check=previews.Check,
        request=requests.Request,
        refusal=refusals.Fault,
    )

    def new(self, players: int, options: Options) -> Strings:
        shape = str(options["field"])
        return setup.new_state(
            players,
            _fields_of(shape, players, int(options["field_size"])),
            free=shape == "free",
            ready=options["setup"] == "ready",
            expert=options["variant"] == "expert",
            first_only=options["owner_effect"] == "first",
            stations=int(options["stations"]),
        )

    def check_options(self, players: int, options: Options) -> None:
        """A field that suits four companies may be too thin for the bases of five, or too small at its size."""
        shape, size = str(options["field"]), int(options["field_size"])
        try:
            _fields_of(shape, players, size)
        except outlines.FieldError as error:
            facts = {"value": Text("strings.field_given"), "why": actions.why_not(error)}
            raise OptionError(Text("strings.bad_field", facts | {"allowed": OPTIONS[1].allowed()})) from None

    def restore(self, data: bytes, players: int, options: Options) -> Strings:
        return _fields.restore(self.new(players, options), data)

    def parse(self, state: Strings, seat: int, data: Any) -> Move:
        return actions.parse(state, seat, data)

    def encode(self, state: Strings, seat: int, move: Move) -> actions.AnyAction:
        return actions.encode(state, seat, move)

    def text(self, state: Strings, seat: int, move: Move) -> Text:
        return texts.action_text(state, move)

    def refusal(self, state: Strings, seat: int, move: Move) -> IllegalAction:
        return refusals.refusal(state, move)

    def log_action(self, before: Strings, seat: int, move: Move, after: Strings) -> list[Line]:
        return log.log_action(before, seat, move, after)

    def log_chance(self, before: Strings, k: int, after: Strings) -> list[Line]:
        return log.log_chance(before, k, after)

    def check(self, state: Strings, seat: int, move: Move) -> previews.Check | None:
        return previews.check(state, move)

    def preview(self, state: Strings, seat: int, move: Move) -> previews.Check | None:
        """The same as `check`."""
        return previews.check(state, move)

    def explain(self, state: Strings, seat: int, played: Move, better: Move) -> list[Text]:
        return explain.explain(state, seat, played, better)

    def suggest(self, state: Strings, seat: int, request: Json) -> list[Move]:
        return super().suggest(state, seat, request) if state.listed(seat) else requests.suggest(state, request)

    def choices(self, state: Strings, seat: int) -> list[Move]:
        return list(menu.menu(state).values())

    def menu(self, state: Strings, seat: int) -> dict[int, Move]:
        return super().menu(state, seat) if state.listed(seat) else menu.menu(state)

    def view(self, state: Strings, seat: int | None) -> views.StringsView:
        return views.view(state, seat)

    def picture(self, state: Strings, seat: int, options: Options, language: str) -> Picture | None:
        return picture.picture(state, seat, language)

    def stroke(self, state: Strings, seat: int, options: Options, action: Json) -> str:
        return picture.stroke(state, seat, action)

    def result(self, state: Strings) -> views.StringsResult:
        return views.result(state)

    def sources(self, state: Strings) -> list[Source]:
        return summary.sources(state)

    def feats(self, state: Strings, seat: int, entries: Sequence[Entry]) -> list[Feat]:
        return summary.feats(state, seat, entries)

    def traits(self, state: Strings) -> list[list[Trait]]:
        return summary.traits(state)

    def curve(self, state: Strings, entries: Sequence[Entry]) -> list[Moment]:
        return summary.growth(state, entries)

    def tie(self, state: Strings) -> Text | None:
        return summary.tie(state)

    def pieces(self, state: Strings) -> dict[str, int]:
        """Stations in the stack, in hand, on the table and aside; every company's strings."""
        return views.pieces(state)

    def board(self, state: Strings, seat: int | None, language: str) -> str:
        return text_board.board(state, seat, language)

    def levels(self) -> dict[str, Level]:
        from branchline.games.strings.bots.levels import LEVELS

        return LEVELS


def _fields_of(shape: str, players: int, size: int) -> list[Field]:
    companies = 4 if players == 2 else players
    if shape == "standard":
        return list(outlines.standard(companies))
    if shape == "free":
        return [outlines.named("circle", companies)]
    if shape in ("circle", "oval"):
        return [outlines.named(shape, companies, size)]
    return [_given(shape, companies, size)]


@functools.lru_cache(maxsize=64)
def _given(shape: str, companies: int, size: int) -> Field:
    """A field from a text; every state of a game is made with it, so the last ones are kept."""
    points, marks = read_field(shape)
    points, marks = outlines.scaled_with(points, marks, size)
    return outlines.drawn(points, companies, size, marks or None)


GAME = StringRailway()
