"""The stored values as a chain: what every event changed for every seat, so that the changes add up exactly."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import NamedTuple

from branchline.core.state import over
from branchline.review.booking import Booked, Books
from branchline.review.report import WHOLE, ZERO, Amount
from branchline.review.smoothing import Guess, smooth
from branchline.review.study import Study


@dataclass
class Account:
    """Values and their errors by place and seat; `booked` and `lucky` are the changes by the event at a place."""

    values: list[list[Amount]]
    errors: list[list[Amount]]
    booked: Booked
    lucky: Booked


def account(study: Study, books: Books, sweeps: int) -> Account:
    """Book all that the decisions do not explain to luck.

    A seat's value is estimated at its anchors, from what it knew there. Between two of them decisions move it; all
    else is luck: what chance brought, and what came to light of hidden things. In a game that hides nothing every
    place is an anchor. What a decision moved and is not booked to it stands as luck at its own place, apart from
    chance: the bot would have missed the best move too, or the difference is too small to tell from noise.
    """
    seats, places = range(study.players), range(study.last + 1)
    seen = [_open_values(study, seat, sweeps) if study.open else _own_values(study, seat, sweeps) for seat in seats]
    lucky: Booked = {}
    chains = [_chain(study, seat, seen[seat], books, lucky) for seat in seats]
    last = [_last_errors(study, seen[seat]) for seat in seats]
    return Account(
        [[chains[seat][place] for seat in seats] for place in places],
        [[last[seat][place] for seat in seats] for place in places],
        books.booked,
        lucky,
    )


class Value(NamedTuple):
    """A seat's value at an anchor, and its standard error."""

    value: Amount
    error: Amount


Values = dict[int, Value]
"""By place."""


def _open_values(study: Study, seat: int, sweeps: int) -> Values:
    """Every place has its estimate; those of neighbours have the same luck, so that their differences are sharp."""
    samples = study.samples
    return {
        place: Value(samples.value(arm, sweeps)[seat], samples.error(arm, sweeps)[seat])
        for place, arm in study.anchors[seat].items()
        if samples.sweeps(arm)
    }


def _own_values(study: Study, seat: int, sweeps: int) -> Values:
    """A seat's own estimates have worlds of their own each, and are many: they are smoothed over the game."""
    places = sorted(place for place, arm in study.anchors[seat].items() if study.samples.sweeps(arm))
    seen = [study.samples.guesses(study.anchors[seat][place], seat, sweeps) for place in places]
    wins, points = [win for win, _ in seen], [each for _, each in seen]
    spreads = wins[0].variance * sweeps, points[0].variance * sweeps
    if over(study.positions[-1].state):  # the result is known
        wins[-1], points[-1] = Guess(wins[-1].mean, 0.0), Guess(points[-1].mean, 0.0)
    return {
        place: Value(
            Amount(min(max(round(win.mean), 0), WHOLE), round(each.mean)),
            Amount(math.ceil(math.sqrt(win.variance)), math.ceil(math.sqrt(each.variance))),
        )
        for place, win, each in zip(places, smooth(wins, spreads[0]), smooth(points, spreads[1]), strict=True)
    }


def _chain(
    study: Study,
    seat: int,
    values: Values,
    books: Books,
    lucky: Booked,
) -> list[Amount]:
    """The seat's value at every place; what no decision explains is put down as luck on the way."""
    moved, booked = books
    now = values[0].value
    chain = [now]
    since = 0
    for place in range(1, study.last + 1):
        if place - 1 in moved:
            now += moved[place - 1][seat]
            _add(lucky, study, place - 1, seat, moved[place - 1][seat] - booked[place - 1][seat])
        chain.append(now)
        if place not in values:
            continue
        rest = values[place].value - now
        if rest != ZERO:
            event = _cause(study, since, place)
            _add(lucky, study, event, seat, rest)
            for later in range(event + 1, place + 1):
                chain[later] += rest
            now += rest
        since = place
    return chain


def _add(lucky: Booked, study: Study, event: int, seat: int, amount: Amount) -> None:
    if amount != ZERO:
        lucky.setdefault(event, [ZERO] * study.players)[seat] += amount


def _cause(study: Study, since: int, place: int) -> int:
    """The event that luck is booked to: the last chance event between two anchors, or just the last event."""
    for event in range(place - 1, since - 1, -1):
        if study.positions[event].outcome is not None:
            return event
    return place - 1


def _last_errors(study: Study, values: Values) -> list[Amount]:
    found: list[Amount] = []
    for place in range(study.last + 1):
        found.append(values[place].error if place in values else found[-1])
    return found
