"""Decisions judged: what they lost against the best move found, and which mark that deserves."""

from __future__ import annotations

import math

import msgspec

from branchline.core.action import Move
from branchline.core.text import Text
from branchline.review.accounts import Account
from branchline.review.report import POINT, WHOLE, ZERO, Amount, Choice, Decision, Mark, Unit
from branchline.review.study import VERIFY, Case, Study

SURE = 2
"""So many standard errors make a difference more than chance."""
LEAST_WORLDS = 12
"""Fewer worlds tell no standard error that could be trusted."""
SLIGHT = {"win": WHOLE // 100, "points": POINT // 2}
"""What a move must lose or gain at least to deserve a mark."""
GRAVE = {"win": WHOLE // 20, "points": 3 * POINT}
"""What makes an inaccuracy a mistake."""


def judge(study: Study, account: Account, unit: Unit, sweeps: int) -> list[Decision]:
    """All decisions under review, in the order of the game."""
    return [_judged(study, account, unit, case, sweeps) for case in study.cases]


def _judged(study: Study, account: Account, unit: Unit, case: Case, sweeps: int) -> Decision:
    samples, position = study.samples, study.positions[case.place]
    loss, error, worlds = loss_of(study, case)
    found, spread, _ = samples.gain(study.after(case.place), study.before(case.place), case.seat, 0, sweeps)
    mark = mark_of(loss, error, worlds, unit)
    brilliant = mark == "none" and sweeps >= LEAST_WORLDS and _surely(found, spread, unit) and loss.of(unit) <= 0
    better = case.ideas[0] if case.found and loss.of(unit) > 0 and loss.of(unit) > error.of(unit) else None
    marked = mark != "none" and better is not None
    return Decision(
        n=position.n,
        turn=position.turn,
        seat=case.seat,
        played=_choice(study, case, case.played),
        better=None if better is None else _choice(study, case, better),
        loss=Amount(max(loss.win, 0), max(loss.points, 0)) if marked else loss,
        error=error,
        worlds=worlds,
        mark="brilliant" if brilliant else mark if marked else "none",
        changes=account.decided[case.place],
        unseen=brilliant and case.choice is not None and case.choice != case.played,
        hindsight=hindsight_of(study, case) if marked else None,
        explain=_explain(study, case, better) if marked and better is not None else [],
    )


def loss_of(study: Study, case: Case) -> tuple[Amount, Amount, int]:
    """What the best candidate brings more than what was played, over sweeps that did not choose it."""
    if not case.found:
        return ZERO, ZERO, 0
    best = study.candidate(case, case.ideas[0])
    return study.samples.gain(best, study.after(case.place), case.seat, VERIFY)


def mark_of(loss: Amount, error: Amount, worlds: int, unit: Unit) -> Mark:
    """The mark of a loss: none unless it is more than chance, in the win or in points without a gain in the win."""
    if worlds < LEAST_WORLDS:
        return "none"
    sure = _surely(loss, error, unit)
    if not sure and unit == "win":
        sure = loss.win > 0 and _surely(loss, error, "points")
    if not sure:
        return "none"
    return "mistake" if loss.of(unit) >= GRAVE[unit] else "inaccuracy"


def _surely(gain: Amount, error: Amount, unit: Unit) -> bool:
    return gain.of(unit) >= SLIGHT[unit] and gain.of(unit) > SURE * error.of(unit)


def hindsight_of(study: Study, case: Case) -> Amount | None:
    """The loss in the real world with the luck that came; None until it was looked at."""
    played, better = study.hindsight(case, case.played), study.hindsight(case, case.ideas[0])
    gain, _, worlds = study.samples.gain(better, played, case.seat, 0)
    return gain if worlds else None


def accuracy(decisions: list[Decision], unit: Unit, scale: int) -> int:
    """In percent, over all decisions: as chess sites have it, a share of the win that was lost counts exponentially.

    `scale` is what stands for the whole win: for points, what could be expected at the start.
    """
    if not decisions:
        return 100
    shares = [100 * max(each.loss.of(unit), 0) / scale if is_loss(each) else 0.0 for each in decisions]
    return round(
        sum(min(100.0, max(0.0, 103.1668 * math.exp(-0.04354 * share) - 3.1669)) for share in shares) / len(shares)
    )


def is_loss(decision: Decision) -> bool:
    """Whether the decision is marked for what it lost."""
    return decision.mark in ("inaccuracy", "mistake")


def _move(study: Study, case: Case, text: str) -> Move:
    position = study.positions[case.place]
    return study.game.parse(position.state, case.seat, msgspec.json.decode(text))


def _choice(study: Study, case: Case, text: str) -> Choice:
    position = study.positions[case.place]
    return Choice(msgspec.json.decode(text), study.game.text(position.state, case.seat, _move(study, case, text)))


def _explain(study: Study, case: Case, better: str) -> list[Text]:
    """The game's own facts; only of what the seat could see, so that hindsight stays out of it."""
    position = study.positions[case.place]
    return study.game.explain(position.state, case.seat, _move(study, case, case.played), _move(study, case, better))
