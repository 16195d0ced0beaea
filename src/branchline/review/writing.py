"""The report of what a study has found so far."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from branchline import __version__
from branchline.core.match import Match
from branchline.core.state import over
from branchline.core.text import Text, one_line
from branchline.review.accounts import Account, account
from branchline.review.judging import accuracy, is_loss, judge
from branchline.review.report import (
    POINT,
    VERSION,
    WHOLE,
    ZERO,
    Amount,
    Decision,
    Judge,
    Luck,
    Mark,
    Player,
    Point,
    Report,
    Sum,
    Unit,
)
from branchline.review.study import Study

COSTLIEST = 3
"""So many decisions are shown for every seat."""
SWING = {"win": WHOLE // 10, "points": 5 * POINT}
"""What one decision must cost to have decided the game."""


def write(match: Match, study: Study, level: str, seed: int, progress: int, final: bool) -> Report:
    """The report over what is there."""
    sweeps = min(study.samples.sweeps(arm) for arm in study.curve())
    unit: Unit = "points" if match.players == 1 else "win"
    books = account(study, sweeps)
    decisions = judge(study, books, unit, sweeps)
    players = [_player(seat, known) for seat, known in enumerate(match.seats)]
    dearest = _costliest(decisions, unit)
    return Report(
        game=match.game.slug,
        players=players,
        options=dict(match.options),
        judge=Judge(level, match.game.rules_version, VERSION, __version__),
        unit=unit,
        seed=seed,
        playouts=study.samples.count,
        sweeps=sweeps,
        progress=progress,
        final=final,
        over=over(study.positions[-1].state),
        curve=[
            Point(each.n, each.turn, books.values[place], books.errors[place])
            for place, each in enumerate(study.positions)
        ],
        luck=[
            Luck(study.positions[place].n, study.positions[place].turn, values)
            for place, values in sorted(books.lucky.items())
        ],
        decisions=decisions,
        sums=[_sum(study, books, decisions, seat, unit) for seat in range(match.players)],
        costliest=dearest,
        headline=_headline(decisions, dearest, players, unit),
    )


def _player(seat: int, known: dict[str, Any]) -> Player:
    name, bot = known.get("name"), known.get("bot")
    return Player(seat, one_line(name) if isinstance(name, str) else None, bot if isinstance(bot, str) else None)


def _sum(study: Study, books: Account, decisions: list[Decision], seat: int, unit: Unit) -> Sum:
    own = [each for each in decisions if each.seat == seat]
    changes = {place: values[seat] for place, values in books.decided.items()}
    start = books.values[0][seat]
    marks: dict[Mark, int] = {"inaccuracy": 0, "mistake": 0, "brilliant": 0}
    for each in own:
        if each.mark != "none":
            marks[each.mark] += 1
    return Sum(
        seat=seat,
        start=start,
        luck=total([values[seat] for values in books.lucky.values()]),
        own=total([change for place, change in changes.items() if study.positions[place].seat == seat]),
        others=total([change for place, change in changes.items() if study.positions[place].seat != seat]),
        result=books.values[-1][seat],
        lost=total([each.loss for each in own if is_loss(each)]),
        decisions=len(own),
        marks=marks,
        accuracy=accuracy(own, unit, WHOLE if unit == "win" else max(start.points, POINT)),
        costliest=_costliest(own, unit),
    )


def total(amounts: Sequence[Amount]) -> Amount:
    """The sum of amounts."""
    return sum(amounts, ZERO)


def _costliest(decisions: list[Decision], unit: Unit) -> list[int]:
    lost = [each for each in decisions if is_loss(each)]
    lost.sort(key=lambda each: (-each.loss.of(unit), -each.loss.points, each.n))
    return [each.n for each in lost[:COSTLIEST]]


def _headline(decisions: list[Decision], dearest: list[int], players: list[Player], unit: Unit) -> Text:
    """What decided the game, if one decision did."""
    found = next((each for each in decisions if dearest and each.n == dearest[0]), None)
    if found is None:
        return Text("review.no_mistake")
    facts = {"turn": found.turn, "player": name_of(players[found.seat]), "loss": shown(found.loss, unit)}
    return Text("review.decided" if found.loss.of(unit) >= SWING[unit] else "review.dearest", facts)


def name_of(player: Player) -> str | Text:
    """A player's name; a bot's or an unknown player's in the reader's language."""
    if player.name:
        return player.name
    return Text("review.bot_seat" if player.bot else "review.seat", {"seat": player.seat + 1, "bot": player.bot or ""})


def shown(amount: Amount, unit: Unit) -> Text:
    """An amount in the unit that the game is judged by."""
    if unit == "win":
        return Text("review.percent", {"value": decimal(amount.win, WHOLE // 100, 0)})
    return Text("review.points", {"value": decimal(amount.points, POINT, 1)})


def decimal(value: int, unit: int, digits: int) -> Text:
    """A number with its sign of the decimals in the reader's language."""
    written = f"{abs(value) / unit:.{digits}f}"
    sign = "−" if value < 0 and written.strip("0.") else ""
    whole, _, part = written.partition(".")
    return (
        Text("review.decimal", {"sign": sign, "whole": whole, "part": part})
        if part
        else Text("review.whole", {"sign": sign, "whole": whole})
    )
