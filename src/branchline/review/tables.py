"""A report as rows of words and numbers, for the terminal and for the page."""

from __future__ import annotations

from branchline.core.levels import PEOPLE
from branchline.core.text import Text
from branchline.review.report import POINT, WHOLE, Amount, Decision, Report, Unit
from branchline.review.writing import decimal, name_of

Rows = tuple[str, list[str], list[list[str]]]
"""A title, the heads of the columns, and the rows."""
UNKNOWN = "–"
"""What stands for a number that there are too few playouts for."""
NOTABLE = {"win": WHOLE // 20, "points": 3 * POINT}
"""A rest of so much is more than spread and asks for an explanation."""


def accounts(report: Report, language: str) -> Rows:
    """What every seat started with, what luck and decisions did, and how accurate it was."""
    codes = ("player", "start", "luck", "own", "others", "rest", "result", "mistakes", "accuracy")
    rows = []
    for each in report.sums:
        marks = each.marks.get("mistake", 0), each.marks.get("inaccuracy", 0)
        amounts = (each.start, each.luck - each.rest, each.own, each.others, each.rest, each.result)
        numbers = [show(amount, report.unit, language, signed=0 < place < 5) for place, amount in enumerate(amounts)]
        told = [*numbers, f"{marks[0]} / {marks[1]}", _percent(each.accuracy)]
        if not report.settled:
            told = [numbers[0], *[UNKNOWN] * 4, numbers[-1], *[UNKNOWN] * 2]
        rows.append([player(report, each.seat, language), *told])
    return word("accounts", language), [word(f"head_{code}", language) for code in codes], rows


def dearest(report: Report, language: str) -> list[tuple[str, list[str]]]:
    """The three decisions that cost most: a line with turn, player and loss each, then the moves and the reasons."""
    told = []
    for each in (found for n in report.costliest for found in report.decisions if found.n == n):
        turn = Text("review.turn" if each.turn else "review.setup", {"turn": each.turn}).render(language)
        first = f"{turn}, {player(report, each.seat, language)}: {loss(each, report.unit, language)}"
        lines = [f"{word('head_played', language)}: {each.played.text.render(language)}"]
        if each.better is not None:
            lines.append(f"{word('head_better', language)}: {each.better.text.render(language)}")
        lines += [f"– {fact.render(language)}" for fact in each.explain]
        told.append((first[:1].upper() + first[1:], lines))
    return told


def costliest(report: Report) -> list[Decision]:
    """Each seat's three dearest decisions, the dearest first."""
    wanted = {n for each in report.sums for n in each.costliest}
    found = [each for each in report.decisions if each.n in wanted]
    return sorted(found, key=lambda each: -each.loss.of(report.unit))


def player(report: Report, seat: int, language: str) -> str:
    """A player's name."""
    name = name_of(report.players[seat])
    return name.render(language) if isinstance(name, Text) else name


def loss(decision: Decision, unit: Unit, language: str) -> str:
    """A loss with its standard error: «−7 % ± 2»; a gain has its sign too."""
    shown, error = show(-decision.loss, unit, language, signed=True), show(decision.error, unit, language)
    return f"{shown} ± {error.removesuffix(' %')}"


def show(amount: Amount, unit: Unit, language: str, signed: bool = False) -> str:
    """An amount in the unit that the game is judged by: percent of the win, or points."""
    value = amount.of(unit)
    text = decimal(value, WHOLE // 100, 0) if unit == "win" else decimal(value, POINT, 1)
    plus = "+" if signed and value > 0 and not text.render(language).startswith("−") else ""
    return plus + text.render(language) + (" %" if unit == "win" else "")


def footnote(report: Report, language: str) -> str:
    """Who judged, and by how many playouts."""
    bot = Text(f"core.level_{report.judge.bot}") if report.judge.bot in PEOPLE else report.judge.bot
    facts = {"bot": bot, "playouts": report.playouts, "sweeps": report.sweeps, "rest": _rest(report)}
    told = Text("review.footnote", facts).render(language)
    return told if report.over else f"{word('not_over', language)} {told}"


def _rest(report: Report) -> Text:
    """What the rest of an account is, or why there is none."""
    if not report.settled:
        return Text("review.unsettled")
    large = any(abs(each.rest.of(report.unit)) >= NOTABLE[report.unit] for each in report.sums)
    return Text("review.rest_large" if large else "review.rest_small")


def _percent(value: int) -> str:
    return f"{value} %"


def word(name: str, language: str) -> str:
    """A word of reviews."""
    return Text(f"review.{name}").render(language)
