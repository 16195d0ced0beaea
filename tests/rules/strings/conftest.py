"""A table as full as a game can make it."""

from __future__ import annotations

import pytest

from branchline.core.generator import Generator
from branchline.games.strings.rules.lines import line_through
from branchline.games.strings.rules.place import any_place
from tests.rules.strings.tables import at_turn, old_rail, put, table


@pytest.fixture
def full_table():
    """30 stations, 25 rails of 120 segments, and a new rail of 120 segments right across them."""
    wave = [(x, 3000 + (x % 160 - 80) * 4) for x in range(600, 5400, 40)]
    state = at_turn(table(river=wave[::2], mountains=[(2000, 2000), (4000, 2100), (3900, 4000), (2100, 3900)]), 0)
    rng = Generator(1)
    put(state, "central", 700, 4900, reached=(0,))
    put(state, "central", 4900, 1300)
    for _ in range(28):
        tile = any_place(state.table, rng)
        put(state, "central", int(tile.x), int(tile.y), int(tile.turn))
    for k in range(25):
        old_rail(state, k % 4, [(450 + k * 200 + (n % 2) * 30, 400 + n * 42) for n in range(121)])
    rail = [(700 + 35 * n, 4900 - 30 * n - n % 2) for n in range(121)]
    return state, line_through(rail, False)
