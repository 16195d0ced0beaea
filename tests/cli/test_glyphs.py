"""A drawing in box characters joins exactly the sides that the rules join."""

from __future__ import annotations

import pytest

from branchline.games.rails30.rules.drawings import LINKS
from branchline.games.rails30.terminal.glyphs import GLYPHS

NORTH, EAST, SOUTH, WEST = range(4)
STEP = {NORTH: (-1, 0), EAST: (0, 1), SOUTH: (1, 0), WEST: (0, -1)}
DOOR = {NORTH: (0, 2), EAST: (1, 4), SOUTH: (2, 2), WEST: (1, 0)}
ARMS = {
    "│": "NS", "─": "EW", "╰": "NE", "╭": "ES", "╮": "SW", "╯": "NW", "┴": "NEW", "┬": "ESW", "├": "NES", "┤": "NSW",
}  # fmt: skip


def arms(glyph: tuple[str, str, str], row: int, column: int) -> set[int]:
    return {"NESW".index(letter) for letter in ARMS.get(glyph[row][column], "")}


def joined(glyph: tuple[str, str, str], door: int) -> set[int]:
    """The sides that the line leaving by a side leads to, along the characters."""
    start = DOOR[door]
    if door not in arms(glyph, *start):
        return set()
    found, seen, todo = set(), {start}, [start]
    while todo:
        at = todo.pop()
        for arm in arms(glyph, *at):
            if DOOR[arm] == at:
                found.add(arm)
            else:
                beyond = (at[0] + STEP[arm][0], at[1] + STEP[arm][1])
                assert arm ^ 2 in arms(glyph, *beyond), f"a loose end at {at}"
                if beyond not in seen:
                    seen.add(beyond)
                    todo.append(beyond)
    return found - {door}


def linked(drawing: int, side: int) -> set[int]:
    """All sides that hang together with one, by the rules' links."""
    found = {side}
    for _ in range(2):
        for a, b in LINKS[drawing - 1]:
            if a in found or b in found:
                found |= {a, b}
    return found - {side}


@pytest.mark.parametrize("drawing", [n for n in range(1, 22) if n != 9])
def test_the_characters_join_what_the_rules_join(drawing: int) -> None:
    for side in range(4):
        assert joined(GLYPHS[drawing], side) == linked(drawing, side)


def test_the_bridge_passes_without_meeting() -> None:
    top, middle, bottom = GLYPHS[9]
    assert (top[2], middle, bottom[2]) == ("╵", "╼━━━╾", "╷")


def test_every_content_is_five_by_three_and_looks_different() -> None:
    assert all(len(line) == 5 for glyph in GLYPHS.values() for line in glyph)
    assert len(set(GLYPHS.values())) == len(GLYPHS) == 25
