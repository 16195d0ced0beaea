"""The printed board as tables: hexes with their neighbours, towns, lines, the investment chart.

A hex is a number in the order of the map file. Directions 0–5 go round; a heading d may turn to d − 1, d, d + 1.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from branchline.core.bits import BIT

LINES: Final[i64] = 7
SIDES: Final[i64] = 6
BENDS: Final[i64] = 3
"""A locomotive may turn left, go straight on or turn right (R5)."""

TURNS: Final[vec[i64]] = vec[i64]([(heading + turn) % 6 for heading in range(6) for turn in (5, 0, 1)])
"""For every heading the three directions that it may turn to."""

BACK: Final[vec[i64]] = vec[i64]([3, 4, 5, 0, 1, 2])
"""The opposite of every direction."""

START: Final = 0
REGULAR: Final = 1
RAILWAY: Final = 2


class Board:
    """A map. It never changes, so all states of a match share it."""

    def __init__(
        self,
        name: str,
        neighbours: list[int],
        towns: list[tuple[int, int]],
        starts: list[int],
        cells: list[tuple[int, int, int]],
        industries: int,
        tiles: int,
        passengers: int,
        stations: int,
    ) -> None:
        """Towns are (hex, kind), starts are towns by line, cells are (town, industry, slots)."""
        self.name: str = name
        self.neighbours: vec[i64] = vec[i64](neighbours)
        """Six for every hex, −1 off the map."""
        self.hexes: i64 = len(neighbours) // 6
        self.ahead: vec[i64] = vec[i64]()
        """For every hex and heading the three hexes that a locomotive may enter next (R5), in the order of TURNS."""
        for place in range(self.hexes * 6):
            for turn in range(3):
                self.ahead = append(self.ahead, self.neighbours[place // 6 * 6 + TURNS[place % 6 * 3 + turn]])
        self.distance: vec[i64] = _distances(self.neighbours, self.hexes)
        """For every hex the steps to every other one; a number larger than any where no way leads."""
        self.town_at: vec[i64] = vec[i64]([-1] * self.hexes)
        self.town_hex: vec[i64] = vec[i64]()
        self.kind: vec[i64] = vec[i64]()
        self.regular: i64 = 0
        """The regular towns, as a bit mask; so the railway towns."""
        self.railway: i64 = 0
        for town in range(len(towns)):
            at, kind = towns[town]
            self.town_at[at] = town
            self.town_hex = append(self.town_hex, at)
            self.kind = append(self.kind, kind)
            if kind == REGULAR:
                self.regular |= BIT[town]
            elif kind == RAILWAY:
                self.railway |= BIT[town]
        self.touch: vec[i64] = vec[i64]([0] * self.hexes)
        """The towns adjacent to each hex, as a bit mask."""
        for here in range(self.hexes):
            for direction in range(6):
                beside = self.neighbours[here * 6 + direction]
                if beside >= 0 and self.town_at[beside] >= 0:
                    self.touch[here] |= BIT[self.town_at[beside]]
        self.start: vec[i64] = vec[i64](starts)
        self.cell_town: vec[i64] = vec[i64]()
        self.cell_industry: vec[i64] = vec[i64]()
        self.cell_slots: vec[i64] = vec[i64]()
        self.town_cells: vec[i64] = vec[i64]([0] * len(towns))
        """The cells of each town, as a bit mask."""
        for town, industry, slots in cells:
            self.cell_town = append(self.cell_town, town)
            self.cell_industry = append(self.cell_industry, industry)
            self.cell_slots = append(self.cell_slots, slots)
            self.town_cells[town] |= BIT[len(self.cell_slots) - 1]
        self.cells: i64 = len(cells)
        self.industries: i64 = industries
        self.tiles: i64 = tiles
        self.passengers: i64 = passengers
        self.stations: i64 = stations


def _distances(neighbours: vec[i64], hexes: i64) -> vec[i64]:
    found = vec[i64]([hexes] * (hexes * hexes))
    for start in range(hexes):
        row = start * hexes
        found[row + start] = 0
        queue = vec[i64]([start])
        done: i64 = 0
        while done < len(queue):
            here = queue[done]
            done += 1
            for place in range(here * 6, here * 6 + 6):
                near = neighbours[place]
                if near >= 0 and found[row + near] == hexes:
                    found[row + near] = found[row + here] + 1
                    queue = append(queue, near)
    return found
