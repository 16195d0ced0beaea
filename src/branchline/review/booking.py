"""What a decision did to the stored values, for every seat, and what of it is booked to the decision."""

from __future__ import annotations

import math
from typing import NamedTuple

from branchline.review.judging import SURE, Verdict
from branchline.review.report import ZERO, Amount
from branchline.review.study import VERIFY, Case, Study

Booked = dict[int, list[Amount]]
"""By place and seat."""
LEAST_SWEEPS = 24
"""With fewer no difference is told from noise: errors are not known well enough."""


class Books(NamedTuple):
    """How far every decision moved the stored values, and what of that is booked to it."""

    moved: Booked
    booked: Booked


def book(study: Study, verdicts: dict[int, Verdict], sweeps: int) -> Books:
    """Book to every marked decision the loss or the gain that it is marked with, so that marks and sums agree.

    One that is marked moved the values by its difference from what the policy would have played; a loss can be more,
    where the policy would have missed the best move too. Those without a mark count together: one by one they are
    too small to tell from noise, and what they come to in sum, for the seat itself or another, may be beyond doubt.
    """
    places = [at for at, each in enumerate(study.positions) if each.seat is not None]
    moved: Booked = {at: [ZERO] * study.players for at in places}
    booked: Booked = {at: [ZERO] * study.players for at in places}
    marked = {case.place: case for case in study.cases if verdicts[case.place].mark != "none"}
    for place, case in marked.items():
        if sweeps >= LEAST_SWEEPS:
            moved[place] = [study.change(place, seat, sweeps) for seat in range(study.players)]
        booked[place] = _marked(study, case, verdicts[place], moved[place])
    if sweeps >= LEAST_SWEEPS:
        _small(study, [at for at in places if at not in marked], sweeps, moved)
    booked |= {at: moved[at] for at in places if at not in marked}
    return Books(moved, booked)


def _marked(study: Study, case: Case, verdict: Verdict, moved: list[Amount]) -> list[Amount]:
    """What is booked to a marked move: to its seat the loss of the mark, and to the others what they gained by it.

    Against the best move they may have gained and lost far more than that, as when a seat that is far behind decides
    which of the leaders wins. What the policy would have done too is expected of it, so beyond what the move changed
    against the policy's own choice they gain what the seat lost and no more.
    """
    played, best = study.after(case.place), study.candidate(case, case.ideas[0])
    gains = [study.samples.gain(played, best, seat, VERIFY)[0].win for seat in range(study.players)]
    others = [seat for seat in range(study.players) if seat != case.seat]
    left = -verdict.loss.win - moved[case.seat].win
    parts = {seat: max(0, (moved[seat].win - gains[seat]) * (1 if left > 0 else -1)) for seat in others}
    if not any(parts.values()):
        parts = dict.fromkeys(others, 1)
    changes = list(moved)
    for seat in others:
        changes[seat] -= Amount(round(left * parts[seat] / sum(parts.values())), 0)
    changes[case.seat] = -verdict.loss
    return changes


def _small(study: Study, places: list[int], sweeps: int, moved: Booked) -> None:
    """What all decisions without a mark changed for a seat, each by the part that is believed of their sums.

    There is a sum for everybody who decided, and one part for all of them: players who vary less than playouts do
    gain a little by each move, and who is believed that alone would seem to have taken it from the others.
    """
    compared = {at: pair for at in places if (pair := study.compared(at)) is not None}
    actors = {study.positions[at].seat for at in compared}
    for seat in range(study.players):
        sums = [
            study.samples.total(
                [pair for at, pair in compared.items() if study.positions[at].seat == actor], seat, sweeps
            )
            for actor in actors
        ]
        win = believed(math.hypot(*(value.win for value, _ in sums)), math.hypot(*(error.win for _, error in sums)))
        points = believed(
            math.hypot(*(value.points for value, _ in sums)), math.hypot(*(error.points for _, error in sums))
        )
        for at in compared:
            change = study.change(at, seat, sweeps)
            moved[at][seat] = Amount(round(win * change.win), round(points * change.points))


def believed(value: float, error: float) -> float:
    """The part of a sum that is more than noise (after James and Stein); none of it within two standard errors."""
    return 1 - (error / value) ** 2 if abs(value) > SURE * error else 0.0
