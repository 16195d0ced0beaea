"""Which tables may be rated: everybody at them has an account, and at least two people play."""

from __future__ import annotations

from collections.abc import Sequence

from branchline.server.errors import Refused
from branchline.server.events import Place

ACCOUNT = "p-"
"""How the ids of accounts begin; those of guests and programs do not."""
LEAST_PEOPLE = 2
"""How many people a rated game has at least; bots may sit with them."""


def is_account(holder: str | None) -> bool:
    """Whether a seat's holder is an account."""
    return holder is not None and holder.startswith(ACCOUNT)


def must_suit(places: Sequence[Place]) -> None:
    """Refuse places that a rated game cannot have; open ones may still be taken by people."""
    holders = [place.browser for place in places if place.kind == "human"]
    if not all(is_account(holder) for holder in holders):
        raise Refused(403, "rated_needs_account")
    if len(set(holders)) < len(holders):
        raise Refused(409, "rated_one_seat")
    if sum(place.kind != "bot" for place in places) < LEAST_PEOPLE:
        raise Refused(409, "rated_needs_people")
