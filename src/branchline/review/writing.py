"""The report of what a study has found so far."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import msgspec

from branchline import __version__
from branchline.bots.characters import CHARACTERS
from branchline.core.action import Move
from branchline.core.match import Match
from branchline.core.state import over
from branchline.core.text import Text, one_line
from branchline.review.accounts import Account, account
from branchline.review.booking import LEAST_SWEEPS, book
from branchline.review.judging import LEAST_WORLDS, Verdict, accuracy, hindsight_of, judge
from branchline.review.report import (
    POINT,
    VERSION,
    WHOLE,
    ZERO,
    Amount,
    Choice,
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
from branchline.review.study import Case, Study

COSTLIEST = 3
"""How many decisions are shown for every seat."""
SWING = {"win": WHOLE // 10, "points": 5 * POINT}
"""What one decision must cost to have decided the game."""


def write(match: Match, study: Study, level: str, seed: int, progress: int, final: bool) -> Report:
    """The report over what is there."""
    sweeps = study.sweeps()
    unit: Unit = "points" if match.players == 1 else "win"
    verdicts = {case.place: judge(study, case, unit) for case in study.cases}
    books = account(study, book(study, verdicts, sweeps), sweeps)
    decisions = [_decision(study, case, verdicts[case.place], books, unit) for case in study.cases]
    players = [_player(seat, known) for seat, known in enumerate(match.seats)]
    sums = [_sum(study, books, decisions, seat, unit) for seat in range(match.players)]
    dearest = _costliest(decisions, unit)
    judged = not decisions or any(each.worlds >= LEAST_WORLDS for each in decisions)
    chances = {position.n: values for position, values in zip(study.positions, books.values, strict=True)}
    deciding = [each for each in decisions if _decides(each, sums, chances, unit)]
    first = _costliest(deciding, unit) or dearest
    decisive = next((each for each in decisions if first and each.n == first[0]), None)
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
        luck=[_luck(study, books, place) for place in sorted(books.lucky)],
        decisions=decisions,
        sums=sums,
        costliest=dearest,
        headline=_headline(decisive, decisive in deciding, judged, players, unit),
        decisive=None if decisive is None else decisive.n,
        settled=judged and sweeps >= LEAST_SWEEPS,
    )


def _luck(study: Study, books: Account, place: int) -> Luck:
    position = study.positions[place]
    errors = [
        Amount(math.isqrt(a.win**2 + b.win**2), math.isqrt(a.points**2 + b.points**2))
        for a, b in zip(books.errors[place], books.errors[place + 1], strict=True)
    ]
    return Luck(position.n, position.turn, position.outcome is not None, books.lucky[place], errors)


def _decision(study: Study, case: Case, verdict: Verdict, books: Account, unit: Unit) -> Decision:
    position = study.positions[case.place]
    likely = case.found and verdict.loss.of(unit) > verdict.error.of(unit)
    better = case.ideas[0] if verdict.lost or likely else None
    return Decision(
        n=position.n,
        turn=position.turn,
        seat=case.seat,
        played=_choice(study, case, case.played),
        better=None if better is None else _choice(study, case, better),
        loss=verdict.loss,
        error=verdict.error,
        worlds=verdict.worlds,
        mark=verdict.mark,
        changes=books.booked[case.place],
        unseen=verdict.mark == "brilliant" and case.played not in case.known,
        hindsight=hindsight_of(study, case) if verdict.lost else None,
        explain=_explain(study, case, better) if verdict.lost and better is not None else [],
    )


def _move(study: Study, case: Case, text: str) -> Move:
    return study.game.parse(study.positions[case.place].state, case.seat, msgspec.json.decode(text))


def _choice(study: Study, case: Case, text: str) -> Choice:
    state = study.positions[case.place].state
    return Choice(msgspec.json.decode(text), study.game.text(state, case.seat, _move(study, case, text)))


def _explain(study: Study, case: Case, better: str) -> list[Text]:
    key = case.place, better
    if key not in study.facts:
        moves = _move(study, case, case.played), _move(study, case, better)
        study.facts[key] = study.game.explain(study.positions[case.place].state, case.seat, *moves)
    return study.facts[key]


def _player(seat: int, known: dict[str, Any]) -> Player:
    """Who sat there. A seat without a name has its number in records of a server, which is no name."""
    name, bot, character = (known.get(each) for each in ("name", "bot", "character"))
    named = one_line(name) if isinstance(name, str) and name != str(seat + 1) else None
    return Player(seat, named, bot if isinstance(bot, str) else None, character if character in CHARACTERS else None)


def _sum(study: Study, books: Account, decisions: list[Decision], seat: int, unit: Unit) -> Sum:
    own = [each for each in decisions if each.seat == seat]
    changes = {place: values[seat] for place, values in books.booked.items()}
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
        rest=_rest(study, books, seat),
        small=total([each.changes[seat] for each in own if each.mark == "none"]),
        lost=total([each.loss for each in own if is_loss(each)]),
        decisions=len(own),
        marks=marks,
        accuracy=accuracy(
            [each.loss.of(unit) if is_loss(each) else 0 for each in own],
            WHOLE if unit == "win" else max(start.points, POINT),
        ),
        costliest=_costliest(own, unit),
    )


def _rest(study: Study, books: Account, seat: int) -> Amount:
    """Luck at no chance event; nothing while the playouts are too few to tell it from chance."""
    if study.sweeps() < LEAST_SWEEPS:
        return ZERO
    return total([values[seat] for place, values in books.lucky.items() if study.positions[place].outcome is None])


def total(amounts: Sequence[Amount]) -> Amount:
    """The sum of amounts."""
    return sum(amounts, ZERO)


def is_loss(decision: Decision) -> bool:
    """Whether the decision is marked for what it lost."""
    return decision.mark in ("inaccuracy", "mistake")


def _costliest(decisions: list[Decision], unit: Unit) -> list[int]:
    lost = [each for each in decisions if is_loss(each)]
    lost.sort(key=lambda each: (-each.loss.of(unit), -each.loss.points, each.n))
    return [each.n for each in lost[:COSTLIEST]]


def _decides(decision: Decision, sums: list[Sum], values: dict[int, list[Amount]], unit: Unit) -> bool:
    """Whether a loss decided the game: it is large, its seat had a chance till then, and did not win all the same."""
    if not is_loss(decision) or decision.loss.of(unit) < SWING[unit]:
        return False
    if unit == "points":
        return True
    beaten = sums[decision.seat].result.win < max(each.result.win for each in sums)
    return beaten and values[decision.n][decision.seat].win >= SWING[unit]


def _headline(found: Decision | None, decided: bool, judged: bool, players: list[Player], unit: Unit) -> Text:
    """What decided the game, if one decision did."""
    if found is None:
        return Text("review.no_mistake" if judged else "review.too_few")
    where = "" if found.turn else "_setup"
    facts = {"turn": found.turn, "player": name_of(players[found.seat]), "loss": shown(found.loss, unit)}
    return Text(f"review.{'decided' if decided else 'dearest'}{where}", facts)


def name_of(player: Player) -> str | Text:
    """A player's name; a bot's or an unknown player's in the reader's language."""
    if player.character:
        return Text(f"core.character_{player.character}")
    if player.name:
        return player.name
    return Text("review.bot_seat" if player.bot else "review.seat", {"seat": player.seat + 1, "bot": player.bot or ""})


def shown(amount: Amount, unit: Unit) -> Text:
    """An amount in the unit that the game is judged by."""
    if unit == "win":
        return Text("review.chance", {"value": decimal(amount.win, WHOLE // 100, 0)})
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
