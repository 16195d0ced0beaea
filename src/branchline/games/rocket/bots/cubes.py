"""What the cubes on the investment chart are worth: industries, and the next connection of every town."""

from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import i64

from branchline.games.rocket.bots.weights import UNIT, Weights, lead
from branchline.games.rocket.rules.scoring import share_out
from branchline.games.rocket.rules.state import Rocket


class CubeValues:
    """The prizes of a chart, kept part by part, so that one more cube needs only its own industry and town anew."""

    def __init__(self, state: Rocket, weights: Weights) -> None:
        board = state.board
        players = state.players
        towns = len(board.town_cells)
        self.state: Rocket = state
        self.cube: i64 = weights.cube
        self.joined: i64 = state.joined
        self.counts: vec[i64] = vec[i64]([0] * ((board.industries + towns) * players))
        """Cubes of every seat by industry (in towns that no line connected they count half), then by town."""
        self._count()
        self.paid: vec[i64] = vec[i64]([0] * len(self.counts))
        """What every seat gets for each part."""
        self.sums: vec[i64] = vec[i64]([0] * players)
        """What every seat gets for the whole chart."""
        for industry in range(board.industries):
            self._settle(industry)
        if self.cube > 0:
            for town in range(towns):
                if board.town_cells[town] != 0:
                    self._settle(board.industries + town)

    def _count(self) -> None:
        board = self.state.board
        players = self.state.players
        cubes = self.state.cubes
        counts = self.counts
        for cell in range(board.cells):
            town = board.cell_town[cell]
            weight = 1 + ((self.joined >> town) & 1)
            at = board.cell_industry[cell] * players
            town = (board.industries + town) * players
            for place in range(cell * players, cell * players + players):
                count = cubes[place]
                if count > 0:
                    counts[at] += weight * count
                    counts[town] += count
                at += 1
                town += 1

    def _settle(self, part: i64) -> None:
        players = self.state.players
        self._pay(part, self.paid, part * players)
        for seat in range(players):
            self.sums[seat] += self.paid[part * players + seat]

    def add_to(self, sums: vec[i64]) -> None:
        """Add every seat's prizes."""
        for seat in range(len(sums)):
            sums[seat] += self.sums[seat]

    def lead_with(self, seat: i64, cell: i64, rest: vec[i64]) -> i64:
        """The seat's lead with one more cube of its own in a cell, when the rest without the chart is known."""
        board = self.state.board
        players = self.state.players
        industry = board.cell_industry[cell]
        town = board.industries + board.cell_town[cell]
        sums = rest[:]
        for each in range(players):
            sums[each] += self.sums[each] - self.paid[industry * players + each] - self.paid[town * players + each]
        weight = 1 + ((self.joined >> board.cell_town[cell]) & 1)
        self.counts[industry * players + seat] += weight
        self.counts[town * players + seat] += 1
        self._pay(industry, sums, 0)
        self._pay(town, sums, 0)
        self.counts[industry * players + seat] -= weight
        self.counts[town * players + seat] -= 1
        return lead(sums, seat)

    def _pay(self, part: i64, sums: vec[i64], to: i64) -> None:
        players = self.state.players
        if part < self.state.board.industries:
            share_out(self.counts, part * players, 1, players, 6 * UNIT, 3 * UNIT, sums, to, 1)
        elif self.cube > 0:
            share_out(self.counts, part * players, 1, players, 2 * self.cube, self.cube, sums, to, 1)
