"""The curve and the bars of a report as SVG: seats are told apart by colour, pattern and letter."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from html import escape

from branchline.core.text import Text
from branchline.review.report import POINT, WHOLE, Report
from branchline.review.tables import player

WIDTH, HEIGHT, LEFT, RIGHT, TOP = 960, 360, 52, 900, 16
BAR = 64
"""The height of a seat's strip of bars."""
COLOURS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00")
DASHES = ("5 4", "0.1 4", "", "2.5 2.5", "9 3 1.5 3")
LETTERS = {"en": "ABCDEFGHIJKL", "ru": "АБВГДЕЖЗИКЛМ"}
HATCH = (
    '<defs><pattern id="hatch" width="5" height="5" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">'
    '<rect width="5" height="5" class="hatch-under"/><path d="M0 0V5" class="hatch"/></pattern></defs>'
)


def curve(report: Report, language: str) -> str:
    """The value of every seat over the game, with the dearest decisions numbered."""
    low, high = _range(report)
    seats = range(len(report.players))
    parts = [_grid(report, low, high)]
    for seat in seats:
        values = [each.values[seat].of(report.unit) for each in report.curve]
        line = "L".join(f"{_x(report, place):.1f} {_y(value, low, high):.1f}" for place, value in enumerate(values))
        parts.append(_line(seat, f"M{line}"))
    ends = _apart([_y(report.curve[-1].values[seat].of(report.unit), low, high) for seat in seats])
    parts += [_disc(seat, RIGHT + 22, ends[seat], language) for seat in seats]
    parts += _numbers(report, low, high)
    said = Text(f"review.curve_{report.unit}").render(language)
    return f'<svg viewBox="0 0 {WIDTH} {HEIGHT}" role="img" aria-label="{escape(said)}">{"".join(parts)}</svg>'


def bars(report: Report, language: str) -> str:
    """For every seat a strip: what luck brought (hatched), what its own marked decisions lost (solid)."""
    places = {each.n: place for place, each in enumerate(report.curve)}
    most = max([abs(value) for value, _, _ in _events(report)] + [1])
    parts = [HATCH]
    for seat in range(len(report.players)):
        axis = seat * BAR + BAR // 2
        parts.append(f'<path class="axis" d="M{LEFT} {axis}H{RIGHT}"/>{_disc(seat, 24, axis, language)}')
        for value, n, kind in _events(report, seat):
            size = abs(value) / most * (BAR / 2 - 4)
            top = axis - size if value > 0 else axis
            x = _x(report, places[n])
            parts.append(f'<rect class="{kind}" x="{x - 2:.1f}" y="{top:.1f}" width="4" height="{size:.1f}"/>')
    height = BAR * len(report.players)
    said = Text("review.accounts").render(language)
    return f'<svg viewBox="0 0 {WIDTH} {height}" role="img" aria-label="{escape(said)}">{"".join(parts)}</svg>'


def _events(report: Report, only: int | None = None) -> list[tuple[int, int, str]]:
    """Luck that is more than noise, and marked losses: value, event, class."""
    found = []
    for luck in report.luck:
        for seat, value in enumerate(luck.values):
            amount, error = value.of(report.unit), luck.errors[seat].of(report.unit)
            if only in (None, seat) and luck.chance and abs(amount) > 2 * error:
                found.append((amount, luck.n, "luck"))
    for each in report.decisions:
        if only in (None, each.seat) and each.mark in ("inaccuracy", "mistake"):
            found.append((-each.loss.of(report.unit), each.n, "loss"))
    return found


def _range(report: Report) -> tuple[int, int]:
    if report.unit == "win":
        return 0, WHOLE
    values = [value.points for each in report.curve for value in each.values]
    step = 20 * POINT
    return min(0, min(values) // step * step), max(step, -(-max(values) // step) * step)


def _x(report: Report, place: int) -> float:
    return LEFT + (RIGHT - LEFT) * place / max(len(report.curve) - 1, 1)


def _y(value: int, low: int, high: int) -> float:
    value = min(max(value, low), high)
    return TOP + (HEIGHT - 40 - TOP) * (high - value) / max(high - low, 1)


def _grid(report: Report, low: int, high: int) -> str:
    unit, sign = (WHOLE // 100, " %") if report.unit == "win" else (POINT, "")
    lines = []
    for part in range(5):
        value = low + (high - low) * part // 4
        y = _y(value, low, high)
        label = f'<text x="{LEFT - 8}" y="{y + 4:.1f}" text-anchor="end">{value // unit}{sign}</text>'
        lines.append(f'<path class="axis" d="M{LEFT} {y:.1f}H{RIGHT}"/>{label}')
    turns = [(place, each.turn) for place, each in enumerate(report.curve)]
    firsts = [(place, turn) for (place, turn), (_, before) in zip(turns[1:], turns, strict=False) if turn != before]
    every = max(1, len(firsts) // 10)
    for place, turn in firsts[::every]:
        lines.append(f'<text x="{_x(report, place):.1f}" y="{HEIGHT - 14}" text-anchor="middle">{turn}</text>')
    return "".join(lines)


def _line(seat: int, path: str) -> str:
    colour, dash = COLOURS[seat % 5], DASHES[(seat + seat // 5) % 5]
    inner = f'<path d="{path}" fill="none" class="inner" stroke-dasharray="{dash}"/>' if dash else ""
    return f'<path d="{path}" fill="none" stroke="{colour}" stroke-width="4"/>{inner}'


def _disc(seat: int, x: float, y: float, language: str) -> str:
    letters = LETTERS[language]
    letter = letters[seat] if seat < len(letters) else str(seat + 1)
    disc = f'<circle cx="{x}" cy="{y:.1f}" r="11" fill="{COLOURS[seat % 5]}"/>'
    return f'{disc}<text class="letter" x="{x}" y="{y + 4.5:.1f}" text-anchor="middle">{letter}</text>'


def _numbers(report: Report, low: int, high: int) -> list[str]:
    places = {each.n: place for place, each in enumerate(report.curve)}
    found = []
    for number, n in enumerate(report.costliest, 1):
        seat = next(each.seat for each in report.decisions if each.n == n)
        place = places[n]
        x, y = _x(report, place), _y(report.curve[place].values[seat].of(report.unit), low, high)
        found.append(f'<circle class="number" cx="{x:.1f}" cy="{y:.1f}" r="11"/>')
        found.append(f'<text class="in-number" x="{x:.1f}" y="{y + 4.5:.1f}" text-anchor="middle">{number}</text>')
    return found


def _apart(ys: Sequence[float], gap: float = 24) -> list[float]:
    """The same heights, moved so far apart that discs do not cover each other."""
    order = sorted(range(len(ys)), key=lambda place: ys[place])
    moved = list(ys)
    for before, place in itertools.pairwise(order):
        moved[place] = max(moved[place], moved[before] + gap)
    for place, below in itertools.pairwise([*order[::-1]]):
        moved[place] = min(moved[place], HEIGHT - gap)
        moved[below] = min(moved[below], moved[place] - gap)
    return moved


def legend(report: Report, language: str) -> str:
    """Names by seat."""
    names = []
    for seat in range(len(report.players)):
        icon = f'<svg class="icon" viewBox="0 0 24 24">{_disc(seat, 12, 12, language)}</svg>'
        names.append(f"<span>{icon} {escape(player(report, seat, language))}</span>")
    return f'<p class="legend">{"".join(names)}</p>'
