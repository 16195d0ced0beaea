"""What a seat of Ticket to Ride gets to see of an event."""

from __future__ import annotations

from typing import Any

from branchline.core.action import Chanced, Played


def seen(before: Any, event: Played | Chanced, after: Any, seat: int | None) -> Any:
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
