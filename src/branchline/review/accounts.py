"""The stored values as a chain: what every event changed for every seat, so that the changes add up exactly."""

from __future__ import annotations

from dataclasses import dataclass

from branchline.review.booking import Booked
from branchline.review.playouts import Arm
from branchline.review.report import ZERO, Amount
from branchline.review.study import Study


@dataclass
class Account:
    """Values and their errors by place and seat; `booked` and `lucky` are the changes by the event at a place."""

    values: list[list[Amount]]
    errors: list[list[Amount]]
    booked: Booked
    lucky: Booked


def account(study: Study, booked: Booked, sweeps: int) -> Account:
    """Book all that the decisions do not explain to luck.

    A seat's value is estimated at its anchors, from what it knew there. Between two of them decisions change it by
    what is booked to them; all else is luck: what chance brought, and what came to light of hidden things. In a game
    that hides nothing every place is an anchor.
    """
    arms = study.curve()
    values = {arm: study.samples.value(arm, sweeps) for arm in arms}
    errors = {arm: study.samples.error(arm, sweeps) for arm in arms}
    seats, places = range(study.players), range(study.last + 1)
    lucky: Booked = {}
    chains = [_chain(study, seat, values, booked, lucky) for seat in seats]
    last = [_last_errors(study, seat, errors) for seat in seats]
    return Account(
        [[chains[seat][place] for seat in seats] for place in places],
        [[last[seat][place] for seat in seats] for place in places],
        booked,
        lucky,
    )


def _chain(
    study: Study,
    seat: int,
    values: dict[Arm, list[Amount]],
    booked: Booked,
    lucky: Booked,
) -> list[Amount]:
    """The seat's value at every place; what no decision explains is put down as luck on the way."""
    anchors = study.anchors[seat]
    now = values[anchors[0]][seat]
    chain = [now]
    since = 0
    for place in range(1, study.last + 1):
        if place - 1 in booked:
            now += booked[place - 1][seat]
        chain.append(now)
        if place not in anchors:
            continue
        rest = values[anchors[place]][seat] - now
        if rest != ZERO:
            event = _cause(study, since, place)
            lucky.setdefault(event, [ZERO] * study.players)[seat] += rest
            for later in range(event + 1, place + 1):
                chain[later] += rest
            now += rest
        since = place
    return chain


def _cause(study: Study, since: int, place: int) -> int:
    """The event that luck is booked to: the last chance event between two anchors, or just the last event."""
    for event in range(place - 1, since - 1, -1):
        if study.positions[event].outcome is not None:
            return event
    return place - 1


def _last_errors(study: Study, seat: int, errors: dict[Arm, list[Amount]]) -> list[Amount]:
    found: list[Amount] = []
    for place in range(study.last + 1):
        arm = study.anchors[seat].get(place)
        found.append(found[-1] if arm is None else errors[arm][seat])
    return found
