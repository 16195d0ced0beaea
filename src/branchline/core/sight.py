"""What a bot sees: a state that its seat could be in. The real state never comes here, so a bot cannot cheat."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from branchline.core.action import Action, Move
from branchline.core.state import State
from branchline.core.views import View

if TYPE_CHECKING:
    from branchline.core.game import Game, Options


class Sight:
    """One seat's knowledge at one moment; it can be packed and sent to another process."""

    def __init__(self, game: Game, players: int, options: Options, seat: int, state: State) -> None:
        self.game = game
        self.players = players
        self.options = dict(options)
        self.seat = seat
        self.state = state
        """A possible state, already resampled; resample it again for another one."""

    def legal(self) -> list[Action]:
        """The seat's legal actions."""
        return [self.action(Move(int(number))) for number in self.state.legal(self.seat)]

    def action(self, move: Move) -> Action:
        """A move with its JSON and text."""
        return self.game.action(self.state, self.seat, move)

    def view(self) -> View:
        """The game's part of the seat's view."""
        return self.game.view(self.state, self.seat)

    def pack(self) -> dict[str, Any]:
        """Plain data from which `branchline.unpack_sight` makes the sight again."""
        return {
            "game": self.game.slug,
            "players": self.players,
            "options": self.options,
            "seat": self.seat,
            "state": self.state.to_bytes(),
        }
