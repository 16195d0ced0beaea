"""The expert bot: more places, wider beams, and what the table offers everybody after the own turn."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from branchline.core.generator import Generator
from branchline.core.state import State
from branchline.games.strings.greedy import Greedy
from branchline.games.strings.planner import Rail
from branchline.games.strings.state import LAY, PLACE, RAIL, STATION, Shape, Strings
from branchline.games.strings.table import VISIT, Table, marker
from branchline.games.strings.tiles import Tile

_WORST: Final = -(1 << 50)


class Expert(Greedy):
    """Thinks one round ahead: its own next string, and what every opponent could lay before it."""

    def __init__(self) -> None:
        super().__init__()
        self.width = 24
        self.spots = 40
        self.quick = 8
        self.spite = 500
        self.rails: i64 = 8
        """Rails that are compared by what follows them."""
        self.finalists: i64 = 10
        """Places that are compared so, after a first look."""
        self.next_own: i64 = 50
        """What the own next string counts, in percent."""
        self.next_other: i64 = 25
        """What an opponent's next string counts against it, in percent."""
        self.glance: i64 = 3
        """The beam's width for those next strings."""

    def choose(self, state: State, seat: i64, rng: Generator) -> i64:
        assert isinstance(state, Strings)
        if state.phase == LAY:
            rail = self.considered_rail(state)
            if rail is not None:
                return state.intern(Shape(RAIL, rail.line, None, 1 if rail.long else 0, None))
        elif state.phase == PLACE:
            kind = self.first_kind(state)
            tile = self.considered_place(state, kind, rng)
            if tile is not None:
                return state.intern(Shape(STATION, None, tile, kind, None))
        return super().choose(state, seat, rng)

    def considered_rail(self, state: Strings) -> Rail | None:
        """The best rail by its points and by what it leaves."""
        best: Rail | None = None
        most: i64 = _WORST
        for rail in self.options(state, state.table, self.width, self.rails):
            value = rail.value + self.outlook(state, state.table, rail)
            if value > most:
                best, most = rail, value
        return best

    def options(self, state: Strings, table: Table, width: i64, count: i64) -> list[Rail]:
        """The best rails with the strings that are left, best first; the long string carries its price."""
        company = state.company()
        planner = self.planner(state, width)
        found: list[Rail] = []
        if state.short[company] > 0:
            found = planner.rails(table, company, False)[:count]
        if state.long[company] > 0:
            price = self.long_price(state)
            for rail in planner.rails(table, company, True)[:count]:
                rail.value -= price
                k = len(found)
                while k > 0 and found[k - 1].value < rail.value:
                    k -= 1
                found.insert(k, rail)
        return found[:count]

    def outlook(self, state: Strings, table: Table, rail: Rail) -> i64:
        """What comes after a rail: the own next string less the opponents', in 1/1000 point."""
        company = state.company()
        after = table.clone()
        for s in rail.verdict.stations:
            after.reached[s] |= 1 << company
        after.add_rail(rail.line, company, rail.long)
        planner = self.planner(state, self.glance)
        rounds_left = state.rounds() - state.turn // state.companies - 1
        total: i64 = 0
        if rounds_left > 0:
            short = state.short[company] - (0 if rail.long else 1)
            total += self.next_own * _value(planner.rails(after, company, short == 0)) // 100
        others = state.companies - 1
        for step in range(others):
            other = (company + 1 + step) % state.companies
            turn = state.turn + 1 + step
            if turn >= state.rounds() * state.companies:
                break
            rails = planner.rails(after, other, state.short[other] == 0)
            if len(rails) > 0:
                total -= self.next_other * rails[0].value // 100
                total += self.next_other * _effect(after, rails[0], company) // 100
        return total

    def considered_place(self, state: Strings, kind: i64, rng: Generator) -> Tile | None:
        """The best place by the rail that it allows and by what that leaves."""
        tiles = self.places(state, rng)
        values: list[i64] = []
        kept: list[Tile] = []
        for tile in tiles:
            value = self.place_value(state, kind, tile)
            k = len(kept)
            while k > 0 and values[k - 1] < value:
                k -= 1
            kept.insert(k, tile)
            values.insert(k, value)
        best: Tile | None = None
        most: i64 = _WORST
        for tile in kept[: self.finalists]:
            table = state.table.clone()
            table.add_station(tile, kind, marker(kind, state.company()), 0)
            rails = self.options(state, table, self.quick, 2)
            value = _WORST + 1
            for rail in rails:
                value = max(value, rail.value + self.outlook(state, table, rail))
            if value > most:
                best, most = tile, value
        return best


def _value(rails: list[Rail]) -> i64:
    return rails[0].value if len(rails) > 0 else 0


def _effect(table: Table, rail: Rail, company: i64) -> i64:
    """What a rail of an opponent brings to the owner of stations on its way."""
    total: i64 = 0
    for s in rail.verdict.visits:
        if table.owners[s] == company:
            total += VISIT[table.kinds[s]] * 1000
    return total
