"""Sheets drawn for tests: a cell is named by the sides that its track joins, as on a compass."""

from __future__ import annotations

from typing import Any

from branchline.games.rails30.api import actions
from branchline.games.rails30.rules import codes
from branchline.games.rails30.rules.codes import CROSSED, MINE, MOUNTAIN
from branchline.games.rails30.rules.drawings import LINKS
from branchline.games.rails30.rules.setup import new_state
from branchline.games.rails30.rules.state import Rails30

_SIDES = "NESW"
_NAMES = {
    "/".join(sorted("".join(sorted((_SIDES[a], _SIDES[b]))) for a, b in links)): drawing
    for drawing, links in enumerate(LINKS, 1)
}
_OTHERS = {".": 0, "^": MOUNTAIN, "M": MINE, "X": CROSSED}


def drawing(name: str) -> int:
    """The drawing of a name such as NS, NE/SW (two links) or NE/NW (a fork with stem N)."""
    return _NAMES["/".join(sorted("".join(sorted(link)) for link in name.split("/")))]


def sheet(text: str, stations: str, bonus: tuple[int, int] | None = None, shares: list[int] | None = None) -> Rails30:
    """A sheet from six rows of six names; stations as four of `N3 E2 S1 W4` (side and place) for stations 1 to 4."""
    state = new_state(1, shares is not None)
    contents = [_OTHERS[word] if word in _OTHERS else drawing(word) for word in text.split()]
    assert len(contents) == 36
    empty = 0
    for cell, content in enumerate(contents):
        state.cells[cell] = content
        if content == 0:
            empty |= 1 << cell
        if content == MINE:
            state.facts[codes.MINE_AT] = cell
    state.facts[codes.EMPTY_CELLS] = empty
    for number, word in enumerate(stations.split()):
        state.facts[codes.STATIONS + number] = _SIDES.index(word[0]) * 6 + int(word[1]) - 1
    if bonus:
        state.facts[codes.BONUS_AT] = (bonus[0] - 1) * 6 + bonus[1] - 1
    for pair, bought in enumerate(shares or []):
        state.facts[codes.SHARES + pair] = bought
    state.facts[codes.STEP] = codes.READY
    state.rolls = 6
    return state


def ready(
    text: str,
    white: int,
    coloured: int,
    jokers: int = 0,
    stations: str = "N1 E1 S1 W1",
    shares: list[int] | None = None,
) -> Rails30:
    """A sheet whose player has to draw now."""
    state = sheet(text, stations, shares=shares)
    state.facts[codes.JOKERS] = jokers
    state.turn, state.white, state.coloured, state.waiting = 1, white, coloured, 1
    return state


def parse(state: Rails30, data: dict[str, Any]) -> int:
    """The number of an action of seat 0 given as JSON."""
    return actions.parse(state, 0, data).number


EMPTY_FIELD = ". . . . . . " * 6
