"""The stored values as a chain: what every event changed for every seat, so that the changes add up exactly."""

from __future__ import annotations

from dataclasses import dataclass

from branchline.review.playouts import Arm
from branchline.review.report import ZERO, Amount
from branchline.review.study import Study


@dataclass
class Account:
    """Values by place and seat; `decided` and `lucky` are the changes by the event at a place."""

    values: list[list[Amount]]
    errors: list[list[Amount]]
    decided: dict[int, list[Amount]]
    lucky: dict[int, list[Amount]]


def account(study: Study, sweeps: int) -> Account:
    """Book every change of the stored values: to the decision that made it, or to luck.

    A seat's value is estimated at its anchors, from what it knew there. Between two of them decisions change it by
    what they changed in the eyes of the seat that decided; all else is luck: what chance brought, and what came to
    light of hidden things. In a game that hides nothing every place is an anchor, so luck is there where chance is.
    """
    values = {arm: study.samples.value(arm, sweeps) for arm in study.curve()}
    errors = {arm: study.samples.error(arm, sweeps) for arm in study.curve()}
    seats = range(study.players)
    decided = {
        place: _less(values[study.after(place)], values[study.before(place)])
        for place, position in enumerate(study.positions)
        if position.seat is not None
    }
    lucky: dict[int, list[Amount]] = {}
    chains = [_chain(study, seat, values, decided, lucky) for seat in seats]
    last = [_last_errors(study, seat, errors) for seat in seats]
    return Account(
        [[chains[seat][place] for seat in seats] for place in range(study.last + 1)],
        [[last[seat][place] for seat in seats] for place in range(study.last + 1)],
        decided,
        lucky,
    )


def _chain(
    study: Study,
    seat: int,
    values: dict[Arm, list[Amount]],
    decided: dict[int, list[Amount]],
    lucky: dict[int, list[Amount]],
) -> list[Amount]:
    """The seat's value at every place; what no decision explains is put down as luck on the way."""
    anchors = study.anchors[seat]
    now = values[anchors[0]][seat]
    chain = [now]
    since = 0
    for place in range(1, study.last + 1):
        if place - 1 in decided:
            now += decided[place - 1][seat]
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


def _less(after: list[Amount], before: list[Amount]) -> list[Amount]:
    return [one - other for one, other in zip(after, before, strict=True)]
