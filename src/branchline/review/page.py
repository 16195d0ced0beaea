"""A report as one HTML page that opens without a server."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from html import escape

from branchline.core.match import Match
from branchline.core.text import Text
from branchline.games import find
from branchline.review import picture, plot, tables
from branchline.review.report import Decision, Report
from branchline.review.tables import show

STYLE = """
:root { color-scheme: light dark; --ink: #22262b; --paper: #f5f1e6; --card: #fdfaf2; --line: #cfc9ba; --red: #c0392b;
  --go: #2f7d5b; }
@media (prefers-color-scheme: dark) {
  :root { --ink: #ece7db; --paper: #1c1f23; --card: #25292e; --line: #4b5057; --red: #e8705f;
    --go: #5fbf93; } }
body { font: 16px/1.5 system-ui, sans-serif; color: var(--ink); background: var(--paper); margin: 2rem auto;
  max-width: 1040px; padding: 0 1rem; }
h1, h2 { font-family: Georgia, serif; font-weight: 500; } h1 { font-size: 1.9rem; margin: 0; }
h2 { font-size: 1.3rem; margin: 0 0 .5rem; }
section, article { background: var(--card); border: 1px solid var(--line); border-radius: 6px; padding: 1rem;
  margin-top: 1rem; overflow-x: auto; }
.wide { overflow-x: auto; } .wide svg { min-width: 48rem; } .wide svg.board { min-width: 36rem; }
.cards { display: grid; grid-template-columns: repeat(auto-fit, minmax(17rem, 1fr)); gap: 1rem; }
.cards article { margin: 0; } .cards h3 { display: flex; justify-content: space-between; margin: 0; font-size: 1rem; }
.cards b { color: var(--red); } .cards .found b { color: var(--go); }
dl { display: grid; grid-template-columns: auto 1fr; gap: .2rem .8rem; margin: .5rem 0; }
dt { opacity: .7; } dd { margin: 0; } .light { opacity: .65; }
table { border-collapse: collapse; width: 100%; font-variant-numeric: tabular-nums; }
th, td { text-align: right; padding: .35rem .5rem; border-bottom: 1px solid var(--line); }
td { white-space: nowrap; }
th:first-child, td:first-child { text-align: left; white-space: normal; overflow-wrap: anywhere; min-width: 6rem; }
svg { width: 100%; height: auto; display: block; } svg text { fill: var(--ink); font: 13px system-ui, sans-serif; }
svg .axis { stroke: var(--line); } svg .inner { stroke: var(--card); stroke-width: 1.6; }
svg .letter { fill: #fff; font-weight: 700; } svg .number { fill: var(--card); stroke: var(--red); stroke-width: 2; }
svg .in-number { fill: var(--red); font-weight: 700; } svg .luck { fill: url(#hatch); stroke: #d58a4a; }
svg .loss { fill: var(--ink); } .hatch { stroke: #d58a4a; stroke-width: 3; } .hatch-under { fill: var(--card); }
.legend { display: flex; flex-wrap: wrap; gap: .3rem 1.2rem; margin: .3rem 0; }
.legend span { display: flex; align-items: center; gap: .4rem; }
.icon { width: 1.5rem; height: 1.5rem; } .key { display: inline-block; width: .9rem; height: .9rem;
  border: 1px solid #d58a4a; background: repeating-linear-gradient(45deg, #d58a4a 0 2px, transparent 2px 5px); }
.key.solid { background: var(--ink); border-color: var(--ink); }
"""


At = Callable[[int], Match]
"""The game as it stood before an event."""


def render(report: Report, language: str, at: At | None = None) -> str:
    """The page for a report; with a way to earlier positions, boards stand beside the decisions that cost most."""
    title = Text("review.title", {"game": find(report.game).title}).render(language)
    curve = _wide(plot.curve(report, language))
    parts = [
        f"<h1>{escape(report.headline.render(language))}</h1><p>{escape(title)}</p>",
        _section(_word(f"curve_{report.unit}", language), plot.legend(report, language), curve),
        _section("", _keys(language), _wide(plot.bars(report, language))) if report.settled else "",
        _table(*tables.accounts(report, language)),
        _cards(_word("dearest_title", language), tables.costliest(report), report, language, at),
        _cards(_word("brilliant", language), [d for d in report.decisions if d.mark == "brilliant"], report, language),
        f'<p class="light">{escape(tables.footnote(report, language))}</p>',
    ]
    head = f'<meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>{escape(title)}</title>'
    body = f"<style>{STYLE}{picture.STYLE}</style></head><body>{''.join(parts)}</body>"
    return f'<!doctype html>\n<html lang="{language}"><head>{head}{body}</html>\n'


def _section(title: str, *parts: str) -> str:
    head = f"<h2>{escape(title)}</h2>" if title else ""
    return f"<section>{head}{''.join(parts)}</section>"


def _wide(drawing: str) -> str:
    """A drawing that keeps its words legible: a narrow window scrolls it."""
    return f'<div class="wide">{drawing}</div>'


def _keys(language: str) -> str:
    luck, losses = (escape(_word(name, language)) for name in ("luck", "losses"))
    return f'<p class="legend"><span><i class="key"></i>{luck}</span><span><i class="key solid"></i>{losses}</span></p>'


def _table(title: str, head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    cells = "".join(f"<th>{escape(each)}</th>" for each in head)
    body = "".join("<tr>" + "".join(f"<td>{escape(each)}</td>" for each in row) + "</tr>" for row in rows)
    return _section(title, f"<table><thead><tr>{cells}</tr></thead><tbody>{body}</tbody></table>")


def _cards(title: str, decisions: Sequence[Decision], report: Report, language: str, at: At | None = None) -> str:
    if not decisions:
        return ""
    boards = [picture.board(at(each.n), each, language) if at else "" for each in decisions]
    cards = "".join(_card(each, report, language, drawn) for each, drawn in zip(decisions, boards, strict=True))
    return _section(title, f'<div class="cards">{cards}</div>')


def _card(decision: Decision, report: Report, language: str, board: str) -> str:
    turn = Text("review.turn" if decision.turn else "review.setup", {"turn": decision.turn}).render(language)
    who = tables.player(report, decision.seat, language)
    rows = [("head_played", "was", decision.played.text)]
    if decision.better is not None:
        rows.append(("head_better", "then", decision.better.text))
    key = "<i></i>" if board else ""
    shown = "".join(
        f'<dt class="{kind}">{key}{escape(_word(name, language))}</dt><dd>{escape(text.render(language))}</dd>'
        for name, kind, text in rows
    )
    facts = "".join(f"<li>{escape(fact.render(language))}</li>" for fact in decision.explain)
    more = f"<ul>{facts}</ul>" if facts else ""
    if decision.unseen:
        more += f"<p>{escape(_word('unseen', language))}</p>"
    if decision.hindsight is not None:
        back = show(-decision.hindsight, report.unit, language, signed=True)
        more += f'<p class="light">{escape(Text("review.hindsight", {"loss": back}).render(language))}</p>'
    value = tables.loss(decision, report.unit, language)
    found = ' class="found"' if decision.mark == "brilliant" else ""
    head = f"<h3>{escape(f'{turn}, {who}')}<b>{escape(value)}</b></h3>"
    return f"<article{found}>{head}{board}<dl>{shown}</dl>{more}</article>"


def _word(name: str, language: str) -> str:
    return Text(f"review.{name}").render(language)
