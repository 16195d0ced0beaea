"""What playouts of one search teach the playouts that follow: which drawing in which cell went with many points.

A sheet is full in the end, so every playout says for each cell that was empty what became of it and what the whole
came to. A drawing that goes with more points than others is preferred from then on, so that playouts learn what this
very sheet wants: ways that the cheapest ones leave out, and cells that are to be kept.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from branchline.games.rails30.rules.codes import CELLS, DRAWINGS

ROW: Final = DRAWINGS + 1
"""Places a cell has in the tables; drawings count from 1."""
_TABLE: Final[vec[float]] = vec[float]([0.0] * (CELLS * ROW))
_CELLS: Final[vec[float]] = vec[float]([0.0] * CELLS)


class Experience:
    """Sums of points by cell and drawing over the playouts of a search, and what they make of a drawing's worth."""

    def __init__(self, weight: float, doubt: float) -> None:
        self.weight: float = weight
        """How much of the difference in points counts beside the policy's own judgement; 0: nothing is learned."""
        self.doubt: float = doubt
        """So many playouts of average points are imagined for every drawing."""
        self.worth: vec[float] = _TABLE[:]
        """What a drawing in a cell is worth more than usual, by cell * ROW + drawing; it changes in `refresh` alone."""
        self.most: vec[float] = _CELLS[:]
        """The largest of these by cell."""
        self.open: i64 = 0
        """The cells that were empty when the search began."""
        self._sums: vec[float] = _TABLE[:]
        self._counts: vec[float] = _TABLE[:]
        self._total: float = 0.0
        self._played: float = 0.0

    def begin(self, empty: i64) -> None:
        """Forget everything: a search begins on a sheet with these empty cells."""
        self.open = empty
        self.worth = _TABLE[:]
        self.most = _CELLS[:]
        self._sums = _TABLE[:]
        self._counts = _TABLE[:]
        self._total = self._played = 0.0

    def note(self, cells: vec[i64], base: i64, points: float) -> None:
        """A playout ended with this sheet and so many points."""
        sums, counts, empty = self._sums, self._counts, self.open
        for cell in range(CELLS):
            if (empty >> cell) & 1:
                place = cell * ROW + cells[base + cell]
                sums[place] += points
                counts[place] += 1.0
        self._total += points
        self._played += 1.0

    def refresh(self) -> None:
        """Make what was noted count for the playouts that follow."""
        if self._played == 0.0:
            return
        usual = self._total / self._played
        sums, counts, worth, empty = self._sums, self._counts, self.worth, self.open
        weight, doubt = self.weight, self.doubt
        for cell in range(CELLS):
            if (empty >> cell) & 1:
                most: float = 0.0  # what was never drawn is worth nothing more or less
                for place in range(cell * ROW + 1, cell * ROW + ROW):
                    n = counts[place]
                    if n > 0.0:
                        worth[place] = weight * (sums[place] - usual * n) / (n + doubt)
                        if worth[place] > most:
                            most = worth[place]
                self.most[cell] = most
