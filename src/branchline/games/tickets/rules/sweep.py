"""The longest path of a tangled network, in bounded time: a sweep over the cities that keeps only what still matters.

A path is a connected choice of routes in which at most two cities have an odd number of them. The sweep takes the
cities in an order of the map. What it knows of a choice so far is told by the cities at its border, those that have
routes on both sides: which of them the choice joins, and which have an odd number of its routes. Of all choices that
look alike there only the longest is kept, and none that comes to nothing better even if the rest need not hang
together, which a table of odd cities alone tells beforehand. So the work is bounded by how many cities are ever at the
border, whatever a player owns; `width_of` says how many, and a map with too many is refused when it is loaded.
"""

from __future__ import annotations

from typing import Final, final

from librt.vecs import append, vec
from mypy_extensions import i64, mypyc_attr

from branchline.core.bits import BIT

MOST_WIDTH: Final = 8
"""So many cities at the border at most; bench/results/server.md has the time that the worst network takes."""
FRESH: Final = 13  # the number of a part that has none yet
NEVER: Final = -1_000_000  # what can be added to a choice with three odd cities


def order_of(cities: i64, a: vec[i64], b: vec[i64]) -> vec[i64]:
    """An order of the cities that keeps the border short: next comes the one that adds the fewest to it."""
    near = [0] * int(cities)  # neighbours as bit masks
    for route in range(len(a)):
        near[a[route]] |= 1 << int(b[route])
        near[b[route]] |= 1 << int(a[route])
    order = vec[i64]()
    done, border = 0, 0
    for _place in range(cities):
        best, least = -1, 1 << 30
        for city in range(int(cities)):
            if done >> city & 1:
                continue
            grown = (border | near[city]) & ~done & ~(1 << city)
            size = grown.bit_count() * 2 + (0 if border >> city & 1 else 1)
            if size < least:
                best, least = city, size
        done |= 1 << best
        border = (border | near[best]) & ~done
        order = append(order, best)
    return order


def width_of(order: vec[i64], a: vec[i64], b: vec[i64]) -> int:
    """How many cities are at the border at most, the one that is taken included."""
    near: dict[int, int] = {}
    for route in range(len(a)):
        near[int(a[route])] = near.get(int(a[route]), 0) | 1 << int(b[route])
        near[int(b[route])] = near.get(int(b[route]), 0) | 1 << int(a[route])
    done, border, most = 0, 0, 0
    for each in order:
        city = int(each)
        border = (border | near.get(city, 0) | 1 << city) & ~done
        most = max(most, border.bit_count())
        done |= 1 << city
        border &= ~done
    return most


def map_width(cities: int, a: list[int], b: list[int]) -> int:
    """The width of a map, its routes given by their ends."""
    ends = vec[i64](a), vec[i64](b)
    return width_of(order_of(cities, ends[0], ends[1]), ends[0], ends[1])


def longest_choice(order: vec[i64], a: vec[i64], b: vec[i64], lengths: vec[i64], best: int = 0) -> int:
    """The longest path of these connected routes as a mask over them; 0 if none is longer than `best`.

    Hardly any path is much shorter than the bound that ignores whether routes hang together, so what comes near it is
    looked for first: all other choices are dropped at once then.
    """
    sweep = Sweep(order, a, b, lengths)
    gap = 1
    while True:
        floor = max(best, sweep.bound - gap)
        found = sweep.run(floor) if sweep.bound > floor else 0
        if found or floor == best:
            return found
        gap *= 2


@final
@mypyc_attr(acyclic=True)
class Sweep:
    """The steps of a sweep over some routes, and after each of them what a choice can still come to.

    A choice so far is a number: how many odd cities lie behind (two bits), which places of the border are odd (a bit
    each), and to which part the city at each place belongs (four bits each, 0 if the choice does not touch it). Parts
    are numbered in the order of the places, so that choices that look alike are one number.
    """

    def __init__(self, order: vec[i64], a: vec[i64], b: vec[i64], lengths: vec[i64]) -> None:
        self.route: vec[i64] = vec[i64]()
        """For each step the route that is taken or not, -1 where a city leaves the border;"""
        self.one: vec[i64] = vec[i64]()
        self.two: vec[i64] = vec[i64]()
        """and the places of its ends, or of that city."""
        self.lengths = lengths
        self.width: int = 0
        waiting = [True] * len(a)
        place: dict[int, int] = {}
        for each in order:
            city = int(each)
            for route in range(len(a)):
                if waiting[route] and city in (int(a[route]), int(b[route])):
                    waiting[route] = False
                    self._step(route, self._place(place, int(a[route])), self._place(place, int(b[route])))
            if city in place:
                at = place.pop(city)
                self._step(-1, at, at)
        self.hopes: list[vec[i64]] = [vec[i64]([0] * (4 << self.width))]
        """By step, from the last: what the rest adds at most, if it need not hang together; by the odd cities."""
        for step in range(len(self.route) - 1, -1, -1):
            self.hopes.append(self._hope(step, self.hopes[-1]))
        self.bound: int = int(self.hopes[-1][0])
        """No path is longer."""

    def _place(self, place: dict[int, int], city: int) -> int:
        """The place of a city at the border; the first that is free for one that comes in."""
        if city not in place:
            taken = list(place.values())
            free = 0
            while free in taken:
                free += 1
            place[city] = free
            self.width = max(self.width, free + 1)
        return place[city]

    def _step(self, route: i64, one: i64, two: i64) -> None:
        self.route = append(self.route, route)
        self.one = append(self.one, one)
        self.two = append(self.two, two)

    def _hope(self, step: i64, after: vec[i64]) -> vec[i64]:
        """What the rest adds at most before a step, from what it adds after it."""
        hope = after[:]
        one, two = self.one[step], self.two[step]
        route = self.route[step]
        if route >= 0:
            flip: i64 = (BIT[one] ^ BIT[two]) * 4
            length = self.lengths[route]
            for look in range(len(hope)):
                there: i64 = look ^ flip
                if after[there] + length > after[look]:
                    hope[look] = after[there] + length
        else:
            odd: i64 = BIT[one] * 4
            for look in range(len(hope)):
                if look & odd:
                    hope[look] = after[look - odd + 1] if look & 3 < 2 else NEVER
        return hope

    def run(self, best: int) -> int:
        """The longest path that is longer than that, as a mask over the routes; 0 if there is none."""
        states: dict[int, tuple[int, int]] = {0: (0, 0)}
        """From choices that look alike to the longest of them: its length, and its routes as a mask."""
        found = 0
        mask = (4 << self.width) - 1
        for step in range(len(self.route)):
            route, one, two = int(self.route[step]), int(self.one[step]), int(self.two[step])
            hope = self.hopes[len(self.route) - 1 - step]
            grown: dict[int, tuple[int, int]] = {}
            for state, value in states.items():
                if route >= 0:
                    _keep(grown, state, value, hope[state & mask], best)
                    longer = value[0] + int(self.lengths[route])
                    joined = self._joined(state, one, two)
                    _keep(grown, joined, (longer, value[1] | 1 << route), hope[joined & mask], best)
                    continue
                odd = state >> 2 + one & 1
                if (state & 3) + odd > 2:
                    continue
                rest = (state & ~(1 << 2 + one)) + odd
                part = self._part(state, one)
                if part == 0:
                    _keep(grown, rest, value, hope[rest & mask], best)
                elif self._goes_on(state, part, one):
                    rest = self._numbered(rest & ~(15 << self._at(one)))
                    _keep(grown, rest, value, hope[rest & mask], best)
                elif state >> self._at(0) == part << 4 * one and value[0] > best:
                    # A part that ends here must be all there is, and is then a path.
                    best, found = value
            states = grown
        return found

    def _at(self, place: int) -> int:
        return 2 + self.width + 4 * place

    def _part(self, state: int, place: int) -> int:
        return state >> self._at(place) & 15

    def _goes_on(self, state: int, part: int, place: int) -> bool:
        """Whether a part is at the border at another place too."""
        for other in range(self.width):
            if other != place and self._part(state, other) == part:
                return True
        return False

    def _joined(self, state: int, one: int, two: int) -> int:
        """The state with the parts of two cities made one, and both cities turned from even to odd or back."""
        first, second = self._part(state, one), self._part(state, two)
        part = first or second or FRESH
        state ^= 1 << 2 + one ^ 1 << 2 + two
        for place in range(self.width):
            here = self._part(state, place)
            if place in (one, two) or (here and here == second):
                state += part - here << self._at(place)
        return self._numbered(state)

    def _numbered(self, state: int) -> int:
        """The parts numbered in the order of their places."""
        names = 0  # four bits for each number that a part had
        known = 0
        for place in range(self.width):
            part = self._part(state, place)
            if part:
                name = names >> 4 * part & 15
                if name == 0:
                    known += 1
                    name = known
                    names |= name << 4 * part
                state += name - part << self._at(place)
        return state


def _keep(states: dict[int, tuple[int, int]], state: int, value: tuple[int, int], hope: i64, best: int) -> None:
    """Note a choice, unless it can come to nothing better than the best or there is a longer one like it."""
    if value[0] + int(hope) > best:
        old = states.get(state)
        if old is None or old[0] < value[0]:
            states[state] = value


def trail_of(mask: int, a: vec[i64], b: vec[i64]) -> vec[i64]:
    """The routes of a choice in the order of a path, the first city put in front."""
    routes = [route for route in range(len(a)) if mask >> route & 1]
    odd: dict[int, int] = {}
    for route in routes:
        for end in (int(a[route]), int(b[route])):
            odd[end] = odd.get(end, 0) ^ 1
    start = int(a[routes[0]])
    for city in sorted(odd):
        if odd[city]:
            start = city
            break
    stack: list[tuple[int, int]] = [(start, -1)]
    back: list[int] = []
    while stack:
        city, last = stack[-1]
        onward = -1
        for route in routes:
            if city in (int(a[route]), int(b[route])):
                onward = route
                break
        if onward < 0:
            stack.pop()
            if last >= 0:
                back.append(last)
        else:
            routes.remove(onward)
            stack.append((int(a[onward]) + int(b[onward]) - city, onward))
    trail = append(vec[i64](), start)
    for route in reversed(back):
        trail = append(trail, route)
    return trail
