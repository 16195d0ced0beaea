"""The board at a decision as SVG, with what was played and what was better drawn into it."""

from __future__ import annotations

from html import escape

from branchline.core.match import Match
from branchline.core.picture import Label, Shape
from branchline.review.plot import COLOURS
from branchline.review.report import Decision

STYLE = """
.board .ground { fill: var(--paper); stroke: var(--ink); stroke-width: .25em; }
.board .grid { fill: none; stroke: var(--line); stroke-width: .1em; }
.board .free { fill: none; stroke: var(--line); stroke-width: .35em; }
.board .water { fill: none; stroke: #7fa8b8; stroke-width: .6em; opacity: .7; }
.board .hills { fill: var(--line); opacity: .55; }
.board .tile { fill: var(--card); stroke: var(--ink); stroke-width: .12em; }
.board .dark { fill: none; stroke: var(--ink); stroke-width: .4em; }
.board .owned { fill: none; stroke-width: .5em; stroke-linejoin: round; }
.board .under { fill: none; stroke: var(--card); stroke-width: .8em; }
.board .played { fill: none; stroke: var(--red); stroke-width: .42em; }
.board .better { fill: none; stroke: var(--go); stroke-width: .42em; stroke-dasharray: .7em .55em; }
svg.board text { font-size: 1em; paint-order: stroke; stroke: var(--card); stroke-width: .25em; text-anchor: middle;
  dominant-baseline: central; }
svg.board text.light { stroke: none; opacity: .5; }
.cards:has(.board) { grid-template-columns: 1fr; }
@media (min-width: 700px) {
  .cards article:has(.board) { display: grid; grid-template-columns: minmax(0, 3fr) minmax(14rem, 2fr); gap: 0 1.5rem;
    align-content: start; align-items: start; }
  .cards article:has(.board) h3 { grid-column: 1 / -1; }
  .wide:has(.board) { grid-row: 2 / span 6; } }
.was i, .then i { display: inline-block; width: 1.6rem; border-top: 4px solid var(--red); margin-right: .4rem; }
.then i { border-top: 4px dashed var(--go); }
"""
SCALE = 46
"""How many letters fit into the width of a board."""


def board(match: Match, decision: Decision, language: str) -> str:
    """The board at the decision that the match has come to; nothing where its game draws none, or neither move."""
    game, options, state = match.game, match.options, match.state
    moves = [("played", decision.played), ("better", decision.better)]
    strokes = [
        (kind, path)
        for kind, choice in moves
        if choice is not None and (path := game.stroke(state, decision.seat, options, choice.action))
    ]
    drawn = game.picture(state, decision.seat, options, language)
    if drawn is None or not strokes:
        return ""
    left, top, width, height = drawn.box
    parts = [_shape(each) for each in drawn.shapes]
    parts += [f'<path class="under" d="{path}"/><path class="{kind}" d="{path}"/>' for kind, path in strokes]
    parts += [_label(each) for each in drawn.labels]
    size = max(width, height) / SCALE
    told = " / ".join(choice.text.render(language) for _, choice in moves if choice is not None)
    return (
        f'<div class="wide"><svg class="board" viewBox="{left:g} {top:g} {width:g} {height:g}" '
        f'style="font-size: {size:.1f}px" role="img" aria-label="{escape(told)}">{"".join(parts)}</svg></div>'
    )


def _label(label: Label) -> str:
    light = ' class="light"' if label.light else ""
    size = f' style="font-size: {label.size:g}em"' if label.size != 1 else ""
    return f'<text{light}{size} x="{label.at[0]:g}" y="{label.at[1]:g}">{escape(label.text)}</text>'


def _shape(shape: Shape) -> str:
    colour = shape.colour or (None if shape.seat is None else COLOURS[shape.seat % len(COLOURS)])
    paint = f' stroke="{colour}"' if colour else ""
    return f'<path class="{shape.kind}"{paint} d="{shape.path}"/>'
