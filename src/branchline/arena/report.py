"""A tournament as one HTML page that opens without a server: tables, and plots as inline SVG."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from html import escape
from typing import Any

WIDTH, ROW, LEFT = 720, 26, 190
COLOURS = ("#1f5fa8", "#c3423f", "#2f7d4f", "#b7791f", "#6b4ea0", "#2b7a86", "#8c5a3c", "#5f6b7a")
STYLE = """
:root { color-scheme: light dark; --ink: #22262b; --paper: #f7f5f0; --line: #c9c4b8; }
@media (prefers-color-scheme: dark) { :root { --ink: #e8e4da; --paper: #1b1e22; --line: #4a4e55; } }
body { font: 15px/1.5 system-ui, sans-serif; color: var(--ink); background: var(--paper); margin: 2rem auto;
  max-width: 760px; padding: 0 1rem; }
h1 { font-size: 1.5rem; margin: 0; } h2 { font-size: 1.1rem; margin: 2rem 0 .5rem; }
table { border-collapse: collapse; width: 100%; font-variant-numeric: tabular-nums; }
th, td { text-align: right; padding: .25rem .5rem; border-bottom: 1px solid var(--line); }
th:first-child, td:first-child { text-align: left; overflow-wrap: anywhere; }
svg { width: 100%; height: auto; } svg text { fill: var(--ink); font: 13px system-ui, sans-serif; }
svg .axis { stroke: var(--line); } .wide { overflow-x: auto; }
"""


def render(answer: dict[str, Any]) -> str:
    """The page for what `tournament` answered."""
    bots = answer["bots"]
    colours = {row["bot"]: COLOURS[number % len(COLOURS)] for number, row in enumerate(bots)}
    options = ", ".join(f"{name} {_short(value)}" for name, value in answer["options"].items())
    facts = (
        f"{answer['games']} of {answer['planned']} games, {options}, seed {answer['seed']}, {answer['seconds']:.1f} s"
    )
    parts = [
        f"<h1>{escape(answer['game'])}: tournament</h1><p>{escape(facts)}</p>",
        _sprt(answer["sprt"]),
        _section("Ratings", _table(RATING_HEAD, map(_rating_row, bots)), _ratings(bots, colours)),
        _section("Results of pairs", _table(PAIR_HEAD, map(_pair_row, answer["pairs"]))),
        _section("Wins by seat", _by_seat(bots, colours)) if any(row["seats"] for row in bots) else "",
        _section("Points", _points(bots, colours)),
        _section("Time per decision: mean and longest", _times(bots, colours)),
        _section("Lost by rule", _table(("bot", "why", "games"), _failures(bots))) if any(_failures(bots)) else "",
    ]
    title = escape(f"{answer['game']}: tournament")
    head = f'<meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>{title}</title>'
    body = "".join(parts)
    return f'<!doctype html>\n<html lang="en"><head>{head}<style>{STYLE}</style></head><body>{body}</body></html>\n'


RATING_HEAD = ("bot", "rating", "95 %", "games", "wins", "95 %", "points")
PAIR_HEAD = ("bot", "against", "games", "score", "95 %", "Elo", "95 %")


def _rating_row(row: dict[str, Any]) -> tuple[str, ...]:
    low, high = row["rating_95"]
    wins = (f"{row['win_share']:.1%}", "{:.1%} – {:.1%}".format(*row["win_share_95"]), f"{row['mean']:.1f}")
    return (row["bot"], f"{row['rating']:.2f}", f"{low:.2f} – {high:.2f}", str(row["games"]), *wins)


def _pair_row(row: dict[str, Any]) -> tuple[str, ...]:
    score = (f"{row['score']:.1%}", "{:.1%} – {:.1%}".format(*row["score_95"]))
    ends = zip(row["elo_95"], row["score_95"], strict=True)
    lead = (lead_of(row["elo"], row["score"]), " – ".join(lead_of(*each) for each in ends))
    return (row["bot"], row["against"], str(row["games"]), *score, *lead)


def lead_of(elo: float | None, score: float) -> str:
    """A lead in Elo points; with no game lost or none won it has no bound."""
    if elo is None:
        return "+∞" if score > 0.5 else "−∞"
    return f"{elo:+.0f}".replace("-", "−")


def duration(seconds: float) -> str:
    """A time with the unit that fits."""
    for unit, size in (("s", 1.0), ("ms", 1e-3)):
        if seconds >= size:
            return f"{seconds / size:.3g} {unit}"
    return f"{seconds * 1e6:.3g} µs"


def _failures(bots: Sequence[dict[str, Any]]) -> list[tuple[str, ...]]:
    return [(row["bot"], why, str(count)) for row in bots for why, count in row["failures"].items()]


def _sprt(test: dict[str, Any] | None) -> str:
    if test is None:
        return ""
    verdict = test["verdict"] or "undecided"
    bounds = f"{test['ratio']:+.2f} between {test['low']:+.2f} and {test['high']:+.2f}"
    said = f"Sequential test of {test['elo0']:g} against {test['elo1']:g} Elo: {verdict} after {test['rounds']} rounds"
    return f"<p><strong>{escape(said)}</strong> (log-likelihood ratio {bounds}).</p>"


def _section(title: str, *parts: str) -> str:
    return f'<section><h2>{escape(title)}</h2><div class="wide">{"".join(parts)}</div></section>'


def _table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    cells = "".join(f"<th>{escape(each)}</th>" for each in head)
    body = "".join("<tr>" + "".join(f"<td>{escape(each)}</td>" for each in row) + "</tr>" for row in rows)
    return f"<table><thead><tr>{cells}</tr></thead><tbody>{body}</tbody></table>"


def _ratings(bots: Sequence[dict[str, Any]], colours: dict[str, str]) -> str:
    scale = _Scale([end for row in bots for end in row["rating_95"]])
    rows = []
    for number, row in enumerate(bots):
        y = number * ROW + ROW // 2
        low, high = (scale.x(each) for each in row["rating_95"])
        colour = colours[row["bot"]]
        rows.append(_label(row["bot"], y) + f'<path d="M{low:.1f} {y}H{high:.1f}" stroke="{colour}" stroke-width="3"/>')
        rows.append(f'<circle cx="{scale.x(row["rating"]):.1f}" cy="{y}" r="5" fill="{colour}"/>')
    return _plot("Ratings with intervals", rows, len(bots), scale)


def _by_seat(bots: Sequence[dict[str, Any]], colours: dict[str, str]) -> str:
    scale = _Scale([0.0, 100.0])
    rows, line = [], 0
    for row in bots:
        for seat in row["seats"]:
            y = line * ROW + ROW // 2
            share = seat["win_share"] * 100
            width = scale.x(share) - scale.x(0)
            rows.append(_label(f"{row['bot']}, seat {seat['seat'] + 1}", y))
            rows.append(_bar(scale.x(0), y, width, colours[row["bot"]]))
            rows.append(f'<text x="{scale.x(share) + 6:.1f}" y="{y + 4}">{share:.0f} % of {seat["games"]}</text>')
            line += 1
    return _plot("Wins by seat in per cent", rows, line, scale)


def _points(bots: Sequence[dict[str, Any]], colours: dict[str, str]) -> str:
    """Each bot's quartiles as a box with whiskers to its least and most."""
    scale = _Scale([float(end) for row in bots for end in (row["points"][0], row["points"][-1])])
    rows = []
    for number, row in enumerate(bots):
        y = number * ROW + ROW // 2
        points = row["points"]
        least, low, middle, high, most = (scale.x(points[round(part * (len(points) - 1) / 4)]) for part in range(5))
        colour = colours[row["bot"]]
        rows.append(_label(row["bot"], y) + f'<path d="M{least:.1f} {y}H{most:.1f}" stroke="{colour}"/>')
        rows.append(_bar(low, y, high - low, colour))
        rows.append(f'<path d="M{middle:.1f} {y - 9}v18" stroke="var(--paper)" stroke-width="3"/>')
    return _plot("Points: least, quartiles and most", rows, len(bots), scale)


def _times(bots: Sequence[dict[str, Any]], colours: dict[str, str]) -> str:
    """On a scale of powers of ten, since a quick bot and a searching one differ by thousands."""
    scale = _Scale([_exponent(row[name]) for row in bots for name in ("seconds", "longest")], whole=True)
    rows = []
    for number, row in enumerate(bots):
        y = number * ROW + ROW // 2
        colour = colours[row["bot"]]
        mean, longest = (scale.x(_exponent(row[name])) for name in ("seconds", "longest"))
        rows.append(_label(row["bot"], y) + f'<path d="M{mean:.1f} {y}H{longest:.1f}" stroke="{colour}"/>')
        rows.append(f'<circle cx="{mean:.1f}" cy="{y}" r="5" fill="{colour}"/>')
        rows.append(f'<path d="M{longest:.1f} {y - 8}v16" stroke="{colour}" stroke-width="3"/>')
        rows.append(f'<text x="{WIDTH - 4}" y="{y + 4}" text-anchor="end">{duration(row["seconds"])}</text>')
    title = "Time per decision: the mean as a dot, the longest as a stroke"
    return _plot(title, rows, len(bots), scale, lambda exponent: duration(10**exponent))


def _exponent(seconds: float) -> float:
    return math.log10(max(seconds, 1e-6))


class _Scale:
    """Values to places on the plot's width."""

    def __init__(self, values: Sequence[float], whole: bool = False) -> None:
        self.low, self.high = min(values), max(values)
        if whole:
            self.low, self.high = float(math.floor(self.low)), float(math.ceil(self.high))
        if self.high - self.low < 1e-9:
            self.high = self.low + 1

    def x(self, value: float) -> float:
        """Where a value is."""
        return LEFT + (value - self.low) / (self.high - self.low) * (WIDTH - LEFT - 90)


def _plot(
    title: str, rows: Sequence[str], lines: int, scale: _Scale, named: Callable[[float], str] = "{:.3g}".format
) -> str:
    height = lines * ROW + 24
    ends = "".join(
        f'<text x="{scale.x(value):.1f}" y="{height - 4}" text-anchor="middle">{named(value)}</text>'
        f'<path class="axis" d="M{scale.x(value):.1f} 0V{height - 20}"/>'
        for value in (scale.low, (scale.low + scale.high) / 2, scale.high)
    )
    label = f'role="img" aria-label="{escape(title)}"'
    return f'<svg viewBox="0 0 {WIDTH} {height}" {label}><title>{escape(title)}</title>{ends}{"".join(rows)}</svg>'


def _label(text: str, y: int) -> str:
    return f'<text x="0" y="{y + 4}">{escape(text if len(text) <= 26 else text[:25] + "…")}</text>'


def _bar(x: float, y: int, width: float, colour: str) -> str:
    return f'<rect x="{x:.1f}" y="{y - 8}" width="{max(width, 1):.1f}" height="16" fill="{colour}" fill-opacity=".8"/>'


def _short(value: Any) -> str:
    text = str(value)
    return text if len(text) <= 24 else text[:23] + "…"
