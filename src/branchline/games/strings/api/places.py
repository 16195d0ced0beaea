"""Where something lies, in words: beside which station, on which side of it, and what is between or around."""

from __future__ import annotations

import itertools
import math

from branchline.core.text import Text
from branchline.games.strings.api.actions import KIND, Point
from branchline.games.strings.rules.geometry import crosses
from branchline.games.strings.rules.lines import inside
from branchline.games.strings.rules.pieces import BASE
from branchline.games.strings.rules.state import Strings

CENTIMETRE = 100
EDGE = 5 * CENTIMETRE
"""What lies so near to the field's end is at its edge."""
SIDES = ("right", "below_right", "below", "below_left", "left", "above_left", "above", "above_right")
"""Eighths of a turn from the right downwards, as the page draws the table."""


def place_text(state: Strings, x: int, y: int, among: int | None = None) -> Text:
    """A place by the nearest of the stations (of the first so many), then mountains, river and edge."""
    table = state.table
    at = (int(x), int(y))
    centres = [(int(tile.x), int(tile.y)) for tile in table.tiles[:among]]
    nearest = min(range(len(centres)), key=lambda s: math.dist(centres[s], at))
    other = centres[nearest]
    where = Text(
        "strings.beside",
        {
            "cm": max(1, round(math.dist(other, at) / CENTIMETRE)),
            "side": Text(f"strings.side_{_side(other, at)}"),
            "station": of_station_text(state, nearest),
        },
    )
    if table.mountains is not None and inside(table.mountains, *at) > 0:
        where = Text("strings.beside_high", {"where": where})
    if beyond_river(state, other, at):
        where = Text("strings.beside_river", {"where": where})
    edge = edge_of(state, at)
    return where if edge is None else Text("strings.beside_edge", {"where": where, "edge": edge})


def of_station_text(state: Strings, s: int) -> Text:
    """A station after «of»: a base by its company, others by kind and number."""
    kind = int(state.table.kinds[s])
    if kind == BASE:
        return Text("strings.of_base", {"company": Text(f"strings.company_{int(state.table.owners[s])}")})
    return Text("strings.stop", {"kind": Text(f"strings.of_kind_{KIND[kind]}"), "n": s + 1})


def beyond_river(state: Strings, one: Point, other: Point) -> bool:
    """Whether the straight way between two points leads over the river an odd number of times."""
    river = state.table.river
    if river is None:
        return False
    points = list(zip(river.xs, river.ys, strict=True))
    return sum(crosses(*one, *other, *a, *b) for a, b in itertools.pairwise(points)) % 2 == 1


def edge_of(state: Strings, at: Point) -> Text | None:
    """The edge of the field that a point lies at, if it does: the nearest one."""
    ring = state.table.ground().ring
    gaps = {
        "left": at[0] - int(ring.left),
        "right": int(ring.right) - at[0],
        "top": at[1] - int(ring.top),
        "bottom": int(ring.bottom) - at[1],
    }
    edge = min(gaps, key=gaps.__getitem__)
    return Text(f"strings.edge_{edge}") if gaps[edge] < EDGE else None


def _side(of: Point, at: Point) -> str:
    turn = math.atan2(at[1] - of[1], at[0] - of[0]) / math.tau
    return SIDES[round(turn * len(SIDES)) % len(SIDES)]
