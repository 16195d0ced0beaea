"""What a player's routes join, and the longest path through them (T32, T33), exactly."""

from __future__ import annotations

from typing import Final, final

from librt.vecs import append, vec
from mypy_extensions import i64, mypyc_attr

from branchline.core.bits import BIT
from branchline.games.tickets.rules.board import Board
from branchline.games.tickets.rules.sweep import longest_choice, trail_of

STEPS: Final = 100_000
"""Steps of the search in one component before the sweep takes over; networks of real games need a few thousand."""


@final
@mypyc_attr(acyclic=True)
class Network:
    """The routes of one owner: which cities they join, and their longest path."""

    def __init__(self, board: Board, owners: vec[i64], owner: i64) -> None:
        self.board = board
        self.root: vec[i64] = board.zeros[:]
        """A forest over the cities (with 1 added, so that 0 is a city without a route)."""
        self.degree: vec[i64] = board.zeros[:]
        a, b, root, degree = board.a, board.b, self.root, self.degree
        routes = board.no_routes[:]
        n: i64 = 0
        for route in range(board.routes):
            if owners[route] == owner:
                routes[n] = route
                n += 1
                one, two = a[route], b[route]
                degree[one] += 1
                degree[two] += 1
                if root[one] == 0:
                    root[one] = one + 1
                if root[two] == 0:
                    root[two] = two + 1
                one, two = _top(root, one), _top(root, two)
                root[two] = one + 1
        self.routes: vec[i64] = routes[:n]
        self.best: i64 = 0
        """The length of the longest path, once `measure` has run."""
        self.trail: vec[i64] = vec[i64]()
        """Its routes in order, if `measure` was asked to keep them."""
        self.start: i64 = -1
        """The city where it begins."""
        self._keep: bool = False
        self._path: vec[i64] = vec[i64]()
        self._total: vec[i64] = vec[i64]()
        """By the city that stands for a component: its length, what its path cannot be longer than, its odd cities."""
        self._bounds: vec[i64] = vec[i64]()
        self._odd: vec[i64] = vec[i64]()
        self._bound: i64 = 0
        self._steps: i64 = 0
        """Steps that the search of this component may still take."""
        self._from: i64 = -1
        self._first: vec[i64] = vec[i64]()
        self._link: vec[i64] = vec[i64]()
        self._far: vec[i64] = vec[i64]()
        self._long: vec[i64] = vec[i64]()

    def joins(self, a: i64, b: i64) -> bool:
        """Whether own routes lead from one city to the other."""
        return self.root[a] > 0 and self.root[b] > 0 and _top(self.root, a) == _top(self.root, b)

    def bound(self) -> i64:
        """What the longest path cannot be longer than; quick to find out."""
        board = self.board
        a, length, root, degree = board.a, board.length, self.root, self.degree
        total, shortest, odd = board.zeros[:], board.zeros[:], board.zeros[:]
        for route in self.routes:
            home = _top(root, a[route])
            total[home] += length[route]
            if shortest[home] == 0 or length[route] < shortest[home]:
                shortest[home] = length[route]
        for city in range(board.cities):
            if degree[city] & 1:
                odd[_top(root, city)] += 1
        most: i64 = 0
        for home in range(board.cities):
            bound = total[home]
            if odd[home] > 2:
                bound -= (odd[home] - 2) // 2 * shortest[home]
            shortest[home] = bound
            if bound > most:
                most = bound
        self._total, self._bounds, self._odd = total, shortest, odd
        return most

    def measure(self, keep: bool = False, floor: i64 = 0, steps: i64 = STEPS) -> i64:
        """The length of the longest path; `floor` if it is not longer than that, which is quicker to find out.

        An open path that cannot be made longer uses all routes of its two ends, so both ends have an odd
        number of them; a closed one that cannot be made longer takes in its whole component. Hence only
        components with four odd cities and more must be searched, from their odd cities on, and no path
        there can do without dropping a route for every further pair of odd cities. What the search does not
        settle in so many steps the sweep does, in bounded time.
        """
        self._keep = keep
        self.best = floor
        if len(self._total) == 0:
            self.bound()
        total, bounds, odd = self._total, self._bounds, self._odd
        for home in range(self.board.cities):
            if total[home] <= self.best or bounds[home] <= self.best:
                continue
            self._bound = bounds[home]
            if odd[home] <= 2 and not keep:
                self.best = total[home]
            else:
                self._steps = steps
                self._search(home, total[home], odd[home] == 0)
                if self._steps < 0:
                    self._sweep(home)
        return self.best

    def _search(self, home: i64, total: i64, closed: bool) -> None:
        """The best path of one component, from its odd cities on; from any city if all are even."""
        if len(self._first) == 0:
            self._index()
        for city in range(self.board.cities):
            if self.root[city] > 0 and _top(self.root, city) == home and (self.degree[city] & 1 or closed):
                self._from = city
                self._walk(city, 0, total, 0)
                if self.best >= self._bound or self._steps < 0:
                    return

    def _sweep(self, home: i64) -> None:
        """A longer path of one component than the search has found, if there is one."""
        board = self.board
        routes, a, b, lengths = vec[i64](), vec[i64](), vec[i64](), vec[i64]()
        for route in self.routes:
            if _top(self.root, board.a[route]) == home:
                routes = append(routes, route)
                a = append(a, board.a[route])
                b = append(b, board.b[route])
                lengths = append(lengths, board.length[route])
        mask = longest_choice(board.sweep, a, b, lengths, int(self.best))
        if mask == 0:
            return
        way = trail_of(mask, a, b)
        self.best = 0
        trail = vec[i64]()
        for i in range(1, len(way)):
            self.best += lengths[way[i]]
            trail = append(trail, routes[way[i]])
        if self._keep:
            self.trail = trail
            self.start = way[0]

    def _index(self) -> None:
        """Own routes by city, numbered from 0, so that those used fit into one mask."""
        board = self.board
        a, b = board.a, board.b
        at: i64 = 0
        first = board.zeros[:]
        for city in range(board.cities):
            first[city] = at
            at += self.degree[city]
        first[board.cities] = at
        self._first = first
        links, far = board.no_links[:at], board.no_links[:at]
        free = first[:]
        long = board.no_routes[: len(self.routes)]
        for i in range(len(self.routes)):
            route = self.routes[i]
            long[i] = board.length[route]
            one, two = a[route], b[route]
            links[free[one]] = i
            far[free[one]] = two
            free[one] += 1
            links[free[two]] = i
            far[free[two]] = one
            free[two] += 1
        self._long = long
        self._link = links
        self._far = far

    def _walk(self, city: i64, done: i64, left: i64, used: i64) -> None:
        """Go on from a city; `left` is the length of the routes of this component that are not used."""
        self._steps -= 1
        if self._steps < 0:
            return
        if done > self.best:
            self.best = done
            if self._keep:
                self.trail = vec[i64]()
                for i in self._path:
                    self.trail = append(self.trail, self.routes[i])
                self.start = self._from
        for at in range(self._first[city], self._first[city + 1]):
            if self.best >= self._bound or done + left <= self.best:
                return
            i = self._link[at]
            if used & BIT[i]:
                continue
            if self._keep:
                self._path = append(self._path, i)
            self._walk(self._far[at], done + self._long[i], left - self._long[i], used | BIT[i])
            if self._keep:
                self._path = self._path[: len(self._path) - 1]


def _top(root: vec[i64], city: i64) -> i64:
    """The city that stands for the component; the way there is halved in passing."""
    while root[city] != city + 1:
        above = root[city] - 1
        root[city] = root[above]
        city = above
    return city
