"""Strangers: bots in a style of their own, without a search or the odds and plans of the other bots.

Nothing is trained or tuned against them, so they tell how well the others play against people they do not know.
"""

from __future__ import annotations

from branchline.core.generator import Generator
from branchline.core.policy import Policy
from branchline.core.state import State
from branchline.games.rails30.rules.codes import (
    BUY_SHARES,
    CELLS,
    DRAW_MOUNTAIN,
    DRAW_TRACK,
    DRAWINGS,
    FACTS,
    MINE,
    PLACE_BONUS,
    PLACE_MINE,
    PLACE_STATION,
    SHARES,
    SKIP_MOUNTAIN,
    STATIONS,
    shares_cell,
    shares_pair,
    track_cell,
    track_drawing,
)
from branchline.games.rails30.rules.drawings import EXITS, LINKS
from branchline.games.rails30.rules.field import BORDER, BORDER_CELL, NEIGHBOUR
from branchline.games.rails30.rules.mountains import rolled_cell
from branchline.games.rails30.rules.state import Rails30
from branchline.games.rails30.rules.track import spent_jokers

Wanted = dict[int, set[tuple[int, int]]]
"""Pairs of sides that are to be joined, by cell."""
_ROW = 6
_LATE = 20
"""From this turn on jokers are spent freely."""
_EAST, _SOUTH, _WEST = 1, 2, 3


class RailsStranger(Policy):
    """Has a fixed idea of its rails before the first turn; what does not belong to it goes anywhere else."""

    def choose(self, state: State, seat: int, rng: Generator) -> int:
        assert isinstance(state, Rails30)
        actions = [int(action) for action in state.legal(seat)]
        if actions[0] == DRAW_MOUNTAIN:
            return SKIP_MOUNTAIN if self.spares(int(rolled_cell(state))) else DRAW_MOUNTAIN
        wanted = self.wanted(state, seat)
        worths = [self._worth(state, seat, action, wanted) for action in actions]
        best = [action for action, worth in zip(actions, worths, strict=True) if worth == max(worths)]
        return best[int(rng.below(len(best)))]

    def _worth(self, state: Rails30, seat: int, action: int, wanted: Wanted) -> int:
        if action >= BUY_SHARES:
            # Shares of the pair that counts most, as many as a row has cells, for a cell that it does not want.
            pair, cell = int(shares_pair(action)), int(shares_cell(action))
            return -50 if cell in wanted or state.fact(seat, SHARES + pair) >= _ROW else pair
        if action >= DRAW_TRACK:
            cell, drawing = int(track_cell(action)), int(track_drawing(action))
            links = {(min(link), max(link)) for link in LINKS[drawing - 1]}
            here = wanted.get(cell, set())
            fit = sum(_fit(state, seat, cell, side) for link in links for side in link)
            jokers = int(spent_jokers(state, seat, action)).bit_count()
            return 20 * len(here & links) - 24 * len(here - links) + fit - jokers * (4 if state.turn >= _LATE else 30)
        if action >= PLACE_BONUS:
            return len(wanted.get(action - PLACE_BONUS, ()))
        if action >= PLACE_STATION:
            return self.stop(state, seat, action - PLACE_STATION)
        return self.likes_mine(action - PLACE_MINE)

    def spares(self, cell: int) -> bool:
        """Whether it does not let a mountain be drawn there."""
        raise NotImplementedError

    def likes_mine(self, cell: int) -> int:
        """How much it likes a place for the mine."""
        raise NotImplementedError

    def stop(self, state: Rails30, seat: int, border: int) -> int:
        """How much it likes a place for a station."""
        raise NotImplementedError

    def wanted(self, state: Rails30, seat: int) -> Wanted:
        """The ways through cells that its rails need, by cell."""
        raise NotImplementedError


class Edger(RailsStranger):
    """Leads its rails along the edge: from the north to the east round one corner, from the south to the west."""

    def spares(self, cell: int) -> bool:
        return _on_edge(cell)

    def likes_mine(self, cell: int) -> int:
        return 0 if _on_edge(cell) else 1

    def stop(self, state: Rails30, seat: int, border: int) -> int:
        side, place = border // _ROW, border % _ROW
        return -abs(place - (3 if side in (0, _EAST) else 2)) - 5 * _blocked(state, seat, border)

    def wanted(self, state: Rails30, seat: int) -> Wanted:
        north, east, south, west = (_place_on(state, seat, side) for side in range(4))
        found: Wanted = {}
        if north is not None and east is not None:
            row = {column: {(1, 3)} for column in range(north + 1, _ROW - 1)}
            found |= {**row, _ROW - 1: {(2, 3)}, north: {(0, 1)}}
            found |= {line * _ROW + 5: {(0, 2)} for line in range(1, east)} | {east * _ROW + 5: {(0, 1)}}
        if south is not None and west is not None:
            last = _ROW * (_ROW - 1)
            found |= {last + column: {(1, 3)} for column in range(1, south)}
            found |= {last: {(0, 1)}, last + south: {(2, 3)}}
            found |= {line * _ROW: {(0, 2)} for line in range(west + 1, _ROW - 1)} | {west * _ROW: {(2, 3)}}
        return found


class Straight(RailsStranger):
    """Puts stations opposite each other and draws straight rails along the row and the column between them."""

    def spares(self, cell: int) -> bool:
        return cell % _ROW in (2, 3) or cell // _ROW in (2, 3)

    def likes_mine(self, cell: int) -> int:
        return int(_on_edge(cell))

    def stop(self, state: Rails30, seat: int, border: int) -> int:
        side, place = border // _ROW, border % _ROW
        opposite = _place_on(state, seat, side ^ 2)
        cells = range(place, CELLS, _ROW) if side % 2 == 0 else range(place * _ROW, (place + 1) * _ROW)
        blocked = sum(int(state.cells[seat * CELLS + cell]) > DRAWINGS for cell in cells)
        return (50 if opposite == place else 0) - 10 * blocked

    def wanted(self, state: Rails30, seat: int) -> Wanted:
        found: Wanted = {}
        column, row = _place_on(state, seat, 0), _place_on(state, seat, _EAST)
        if row is not None and row == _place_on(state, seat, _WEST):
            found = {row * _ROW + place: {(1, 3)} for place in range(_ROW)}
        if column is not None and column == _place_on(state, seat, _SOUTH):
            for cell in range(column, CELLS, _ROW):
                found[cell] = found.get(cell, set()) | {(0, 2)}
        return found


def _on_edge(cell: int) -> bool:
    return cell // _ROW in (0, _ROW - 1) or cell % _ROW in (0, _ROW - 1)


def _blocked(state: Rails30, seat: int, border: int) -> int:
    """1 where a mountain or the mine lies before a border square."""
    return int(int(state.cells[seat * CELLS + BORDER_CELL[border]]) > DRAWINGS)


def _place_on(state: Rails30, seat: int, side: int) -> int | None:
    """Where along a side of the field the station lies; None as long as there is none."""
    stations = [int(state.facts[seat * FACTS + STATIONS + station]) for station in range(4)]
    return next((at % _ROW for at in stations if at >= 0 and at // _ROW == side), None)


def _fit(state: Rails30, seat: int, cell: int, side: int) -> int:
    """How well a rail fits that leaves a cell by that side: to a station, to the mine, to a rail, into the open."""
    there = int(NEIGHBOUR[cell * 4 + side])
    if there < 0:
        stations = [int(state.facts[seat * FACTS + STATIONS + station]) for station in range(4)]
        return 4 if int(BORDER[cell * 4 + side]) in stations else -3
    content = int(state.cells[seat * CELLS + there])
    if content == 0:
        return 1
    if content == MINE:
        return 3
    if content > DRAWINGS:
        return -3
    return 3 if EXITS[content * 4 + (side ^ 2)] else -2
