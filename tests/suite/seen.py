"""What a seat gets to see of an event, by the rules of each game with hidden information.

This is written from the rules pages and looks at states alone, so that it can judge views, logs, errors, legal lists,
observations, resampling and bots. Two sequences of events of which a seat has seen the same are twins for it: nothing
that reaches the seat may tell them apart. `seat` is None for a spectator.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from branchline.core.action import Chanced, Played
from branchline.core.game import Game
from branchline.core.state import State
from tests.toy.rules.state import DEAL, WRITE

Seen = Callable[[Any, Played | Chanced, Any, int | None], Any]


def seen_by(game: Game) -> Seen:
    """What seats see of the game: everything where information is open, otherwise what is declared below."""
    if game.information == "open":
        return everything
    assert game.package in HIDDEN, f"declare in tests/suite/seen.py what the seats of {game.slug} see"
    return HIDDEN[game.package]


def everything(before: State, event: Played | Chanced, after: State, seat: int | None) -> Any:
    """Nothing is hidden."""
    return after.to_bytes()


def toy(before: Any, event: Played | Chanced, after: Any, seat: int | None) -> Any:
    """X1: a card is seen by the seat that is dealt it. X2: a choice is face down until all have chosen (X3)."""
    public = [after.phase, after.round, after.die, list(after.shown), list(after.points), after.actors()]
    if isinstance(event, Chanced):
        to = before.dealt % before.players if before.phase == DEAL else None
        return public, to, list(after.hands[seat * 6 : seat * 6 + 6]) if seat is not None and to == seat else None
    open_to_all = event.seat == seat or before.phase == WRITE
    return public, event.seat, event.action if open_to_all else None


def tickets(before: Any, event: Played | Chanced, after: Any, seat: int | None) -> Any:
    """T7: hands, tickets and the order of the decks are secret; counts, wagons, routes, row and discards are public.

    A card drawn blind or dealt, an offered ticket and the tickets that are kept are seen by their seat alone. Until
    all have chosen their first tickets, nobody sees how many another keeps (T6).
    """
    public = [
        [after.step, after.due, after.seat, after.first, after.final, after.waiting],
        [after.deck_size, after.fresh, len(after.under)],
        [list(after.row), list(after.discards), list(after.owner), list(after.wagons), list(after.points)],
        [sum(after.hands[n * 9 : n * 9 + 9]) for n in range(after.players)],
        [sum(where == n for where in after.tickets) for n in range(after.players)],
    ]
    if isinstance(event, Chanced):
        if seat is None or before.seat != seat:
            return public, None
        return public, list(after.hands[seat * 9 : seat * 9 + 9]), _offer(after, seat)
    secret = event.seat != seat and event.action["type"] == "keep"
    return public, event.seat, None if secret else event.action


def _offer(state: Any, seat: int) -> list[int]:
    size = len(state.offered) // state.players
    return list(state.offered[seat * size : seat * size + size])


HIDDEN: dict[str, Seen] = {"toy": toy, "tickets": tickets}
