"""A game as the rest of the application sees it: its name, its options, and the boundary between numbers and people."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Generic, Literal, NamedTuple

import msgspec
from typing_extensions import TypeVar

from branchline.core.action import Action, Json, Move
from branchline.core.batch import zeros
from branchline.core.chance import make_seed
from branchline.core.errors import IllegalAction, OptionError
from branchline.core.explaining import compare_points
from branchline.core.learning import Learnable
from branchline.core.levels import Level
from branchline.core.log import Entry, Line
from branchline.core.options import Option, brief, settle
from branchline.core.picture import Picture
from branchline.core.reading import to_plain
from branchline.core.state import State
from branchline.core.summary import Feat, Moment, Source, Trait, curve
from branchline.core.text import Text
from branchline.core.views import Result, View

if TYPE_CHECKING:
    from librt.vecs import vec
    from mypy_extensions import i64

    from branchline.core.match import Match

Options = Mapping[str, str | int | bool]
S = TypeVar("S", bound=State, default=Any)
"""The state of a game. Where nothing is said of it, `Game` is any game."""


class Observed(NamedTuple):
    """A part of the observation vector: its name, how many numbers it has, and what they mean."""

    name: str
    size: int
    text: str


@dataclass(frozen=True)
class Types:
    """The structs (or unions of structs) that leave and enter a game; the page's types are generated from them."""

    view: Any
    action: Any
    result: Any
    entry: Any
    preview: Any = None
    check: Any = None
    request: Any = None
    refusal: Any = None
    """The details of refusals."""


class Game(Generic[S]):
    """One game. A subclass gives the names, the rules' state and the boundary; the application does the rest."""

    slug: str
    """The public name: `30-rails`."""
    package: str
    """The name of its package, which is also the first part of its texts' codes: `rails30`."""
    rules_version: int
    """Grows when an old record would no longer replay."""
    players: range
    default_players: int
    options: tuple[Option, ...] = ()
    minutes: int = 30
    designer: str = ""
    information: Literal["open", "hidden"]
    """Whether every seat knows the whole position."""
    max_events: int
    """No game has more events than this."""
    action_count: int | None
    """Action numbers are below this; None where actions are more than numbers."""
    menu_count: int | None = None
    """Numbers of `menu` are below this; None where the game has `action_count`, which then holds for both."""
    observation: tuple[Observed, ...] = ()
    """What the parts of `observe` mean, in their order."""
    types: Types

    # ── what a game must say ──
    def new(self, players: int, options: Options) -> S:
        """The position before the first event."""
        raise NotImplementedError

    def restore(self, data: bytes, players: int, options: Options) -> S:
        """The state that `to_bytes` wrote."""
        raise NotImplementedError

    def parse(self, state: S, seat: int, data: Any) -> Move:
        """The move that JSON describes; MalformedAction if it is no action of this game. The state stays as it is."""
        raise NotImplementedError

    def encode(self, state: S, seat: int, move: Move) -> msgspec.Struct:
        """The move as the struct that its JSON is made from."""
        raise NotImplementedError

    def text(self, state: S, seat: int, move: Move) -> Text:
        """The move as a player reads it."""
        raise NotImplementedError

    def refusal(self, state: S, seat: int, move: Move) -> IllegalAction:
        """Why a move that `allows` refused is refused: the rule's number and a reason for the player."""
        raise NotImplementedError

    def view(self, state: S, seat: int | None) -> View:
        """What a seat (None: a spectator) may know, built up from empty."""
        raise NotImplementedError

    def result(self, state: S) -> Result:
        """The breakdown of the points of a finished game."""
        raise NotImplementedError

    def pieces(self, state: S) -> dict[str, int]:
        """Counts that never change during a game, for the test that nothing is lost or made."""
        raise NotImplementedError

    # ── what a game may say ──
    def log_action(self, before: S, seat: int, move: Move, after: S) -> list[Line]:
        """Entries of the log after a seat's action."""
        return []

    def log_chance(self, before: S, k: int, after: S) -> list[Line]:
        """Entries of the log after a chance event."""
        return []

    def sources(self, state: S) -> list[Source]:
        """What the points of a finished game were for; they add up to its scores."""
        points = [int(each) for each in state.scores()]
        return [Source(name="points", text=Text("core.points"), points=points, final=False)]

    def curve(self, state: S, entries: Sequence[Entry]) -> list[Moment]:
        """The points of a finished game turn by turn: here as its log entries add up."""
        return curve(entries, len(state.scores()))

    def feats(self, state: S, seat: int, entries: Sequence[Entry]) -> list[Feat]:
        """What brought a seat points in a finished game, piece by piece; an empty list is nothing to tell."""
        return []

    def traits(self, state: S) -> list[list[Trait]]:
        """What each seat of a finished game used, for a person's page to count; an empty list is nothing."""
        return []

    def tie(self, state: S) -> Text | None:
        """What decided a finished game between seats with equal points; None if nothing did."""
        return None

    def check(self, state: S, seat: int, move: Move) -> msgspec.Struct | None:
        """What `match.check` says of a legal move: where actions cannot be listed, all that it does."""
        return None

    def preview(self, state: S, seat: int, move: Move) -> msgspec.Struct | None:
        """What a legal move would bring; only facts that the seat may know."""
        return None

    def suggest(self, state: S, seat: int, request: Json) -> list[Move]:
        """Legal moves that fit a request: here those whose JSON holds all of the request's fields."""
        moves = (Move(int(number)) for number in state.legal(seat))
        return [move for move in moves if request.items() <= self.to_json(state, seat, move).items()]

    def choices(self, state: S, seat: int) -> list[Move]:
        """Legal moves for somebody who chooses from a list where actions cannot be listed; each says what it does."""
        return self.suggest(state, seat, {})

    def menu(self, state: S, seat: int) -> dict[int, Move]:
        """Legal moves by number for programs: all of them where they can be listed, else a choice of `choices`."""
        if state.listed(seat):
            return {int(number): Move(int(number)) for number in state.legal(seat)}
        return dict(enumerate(self.choices(state, seat)))

    def board(self, state: S, seat: int | None, language: str) -> str:
        """The position as plain text, for screen readers and terminals."""
        return ""

    def explain(self, state: S, seat: int, played: Move, better: Move) -> list[Text]:
        """Facts that tell why a move was better than the one played, as the seat could see them then.

        Here the points that both bring at once, where all can see them.
        """
        return [] if self.information == "hidden" else compare_points(state, seat, played, better)

    def picture(self, state: S, seat: int, options: Options, language: str) -> Picture | None:
        """The position as a seat sees it, drawn plainly; None where there is nothing to draw."""
        return None

    def stroke(self, state: S, seat: int, options: Options, action: Json) -> str:
        """Where an action acts, as an SVG path in the coordinates of `picture`; empty where it has no place there."""
        return ""

    def check_map(self, data: Any) -> list[str]:
        """What is wrong with a map file of this game; an empty list for a good one."""
        return [f"{self.slug} is not played on maps"]

    def check_options(self, players: int, options: Options) -> None:
        """Raise OptionError where options that are right one by one do not go together."""

    def levels(self) -> dict[str, Level]:
        """The game's own bots by name, imported here and not before; `random` is there for every game."""
        return {}

    def learnable(self) -> Learnable | None:
        """What `branchline train` may learn for the expert, imported here and not before; None: nothing."""
        return None

    # ── what the application does ──
    def observe(self, state: S, seat: int) -> vec[i64]:
        """What the seat knows as a vector of fixed length, for research and learning; `observation` explains it."""
        out = zeros(sum(part.size for part in self.observation))
        state.observe(seat, out, 0)
        return out

    @property
    def title(self) -> Text:
        """The game's name."""
        return Text(f"{self.package}.title")

    def start(self, players: int | None = None, seed: int | str | bytes | None = None, **options: Any) -> Match:
        """A new match. Options go by name; a wrong one is an OptionError that lists the right ones."""
        from branchline.core.match import Match

        count = self.default_players if players is None else players
        if type(count) is not int or count not in self.players:
            facts = {"value": brief(players), "least": self.players.start, "most": self.players.stop - 1}
            raise OptionError(Text("core.bad_players", facts))
        settled = settle(self.options, options)
        self.check_options(count, settled)
        return Match(self, count, settled, make_seed(seed))

    def to_json(self, state: S, seat: int, move: Move) -> Json:
        """The move as JSON."""
        data: Json = to_plain(self.encode(state, seat, move))
        return data

    def action(self, state: S, seat: int, move: Move) -> Action:
        """The move with its JSON and text."""
        return Action(move, self.to_json(state, seat, move), self.text(state, seat, move))

    def __repr__(self) -> str:
        return f"<game {self.slug}>"
