"""A game as the rest of the house sees it: its name, its options, and the border between numbers and people."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Generic

from typing_extensions import TypeVar

from branchline.core.action import Action, Form, Line
from branchline.core.chance import make_seed
from branchline.core.errors import IllegalAction, OptionError
from branchline.core.options import Option, brief, settle
from branchline.core.policy import Policy
from branchline.core.state import State
from branchline.core.text import Text

if TYPE_CHECKING:
    from branchline.core.match import Match

Options = Mapping[str, str | int | bool]
S = TypeVar("S", bound=State, default=Any)
"""The state of a game. Where nothing is said of it, `Game` is any game."""


@dataclass(frozen=True)
class Plan:
    """How a level searches: how many candidates, how far a playout goes, how deep the tree grows."""

    candidates: int = 24
    horizon: int = 0
    """Actions of a playout before the position is valued as it stands; 0 plays to the end."""
    depth: int = 0
    """Decisions of the searcher below the first that the tree tells apart; 0 compares first moves only."""
    batch: int = 4
    """Worlds that every candidate meets before the worse half may be dropped."""
    trust: float = 0.0
    """Above 0 the policy's own move stands unless another is better by so many standard errors."""


@dataclass(frozen=True)
class Level:
    """A bot of a game: a policy, and a plan if it searches with it."""

    policy: type[Policy]
    plan: Plan | None = None
    seconds: float = 1.0
    """What the bot takes for a decision when nobody says otherwise."""


class Game(Generic[S]):
    """One game. A subclass gives the names, the rules' state and the border; the house does the rest."""

    slug: str
    """The public name: `30-rails`."""
    room: str
    """The folder's name, which is also the first part of its texts' codes: `rails30`."""
    rules_version: int
    """Grows when an old record would no longer replay."""
    players: range
    default_players: int
    options: tuple[Option, ...] = ()
    minutes: int = 30
    designer: str = ""

    # ── what a game must say ──
    def new(self, players: int, options: Options) -> S:
        """The position before the first event."""
        raise NotImplementedError

    def restore(self, data: bytes, players: int, options: Options) -> S:
        """The state that `to_bytes` wrote."""
        raise NotImplementedError

    def parse(self, state: S, seat: int, form: Any) -> int:
        """The action's number, from its JSON form; MalformedAction if it is no action of this game."""
        raise NotImplementedError

    def form(self, state: S, seat: int, action: int) -> Form:
        """The action's JSON form."""
        raise NotImplementedError

    def text(self, state: S, seat: int, action: int) -> Text:
        """The action in words."""
        raise NotImplementedError

    def refusal(self, state: S, seat: int, action: int) -> IllegalAction:
        """Why an action that `allows` refused is refused: the rule's number and a reason for the player."""
        raise NotImplementedError

    def view(self, state: S, seat: int | None) -> dict[str, Any]:
        """What a seat (None: a spectator) may know, JSON-safe, built up from empty."""
        raise NotImplementedError

    def result(self, state: S) -> dict[str, Any]:
        """The breakdown of the points of a finished game, seat by seat."""
        raise NotImplementedError

    def pieces(self, state: S) -> dict[str, int]:
        """Counts that never change during a game, for the test that nothing is lost or made."""
        raise NotImplementedError

    # ── what a game may say ──
    def tell(self, before: S, seat: int, action: int, after: S) -> list[Line]:
        """Lines for the log after a seat's action."""
        return [Line(self.text(before, seat, action), seat=seat)]

    def tell_chance(self, before: S, k: int, after: S) -> list[Line]:
        """Lines for the log after a chance event."""
        return []

    def checked(self, state: S, seat: int, action: int) -> dict[str, Any] | None:
        """What `match.check` says of a legal action, JSON-safe: where actions cannot be listed, all that it does."""
        return None

    def preview(self, state: S, seat: int, action: int) -> dict[str, Any]:
        """What a legal action would bring, JSON-safe; only facts that the seat may know."""
        return {}

    def suggest(self, state: S, seat: int, wish: Form) -> list[int]:
        """Legal actions that fit a wish: here those whose form holds all of the wish's fields."""
        forms = ((number, self.form(state, seat, number)) for number in state.legal(seat))
        return [number for number, form in forms if wish.items() <= form.items()]

    def board(self, state: S, seat: int | None, language: str) -> str:
        """The position as plain text, for screen readers and terminals."""
        return ""

    def check_map(self, data: Any) -> list[str]:
        """What is wrong with a map file of this game; an empty list for a good one."""
        return [f"{self.slug} is not played on maps"]

    def levels(self) -> dict[str, Level]:
        """The game's own bots by name; `random` is there for every game."""
        return {}

    # ── what the house does ──
    @property
    def title(self) -> Text:
        """The game's name."""
        return Text(f"{self.room}.title")

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

    def check_options(self, players: int, options: Options) -> None:
        """Raise OptionError where options that are right one by one do not go together."""

    def action(self, state: S, seat: int, number: int) -> Action:
        """The action of that number, with its form and text."""
        return Action(number, self.form(state, seat, number), self.text(state, seat, number))

    def __repr__(self) -> str:
        return f"<game {self.slug}>"
