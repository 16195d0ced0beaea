"""The map as the rules use it: routes, doubles and tickets as packed numbers, shared by all positions."""

from __future__ import annotations

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from branchline.core.bits import count_bits
from branchline.games.tickets.rules.sweep import order_of

COLOURS: Final = 8
LOCOMOTIVE: Final = 8
KINDS: Final = 9
GRAY: Final = 8  # a route's colour: any one
LENGTHS: Final = 10  # a route has 1 to 9 spaces
BUCKETS: Final = 90
MOST_SEATS: Final = 8
MOST_ROUTES: Final = 250
MOST_TICKETS: Final = 200

PER_COLOUR: Final = 12
LOCOMOTIVES: Final = 14
CARDS: Final = 110
ROW: Final = 5
MOST_OFFER: Final = 6  # tickets that a set may deal or draw at once (T40)

# mypyc folds only literals that are not negative into the code; others would be boxed on every use.
# Who owns a route; a seat's number when that seat does.
FREE: Final = 8
CLOSED: Final = 9

# Where a ticket is; a seat's number when that seat holds it.
FRESH: Final = 8  # never returned
UNDER: Final = 9  # returned
OFFERED: Final = 16  # plus the seat

NO_CARD: Final = 9
FAR: Final = 1000000  # farther than any way


def least(a: i64, b: i64) -> i64:
    """The smaller of two; the built-in `min`, and a conditional with a literal, would box them."""
    if a < b:
        return a
    return b


def upto(count: vec[i64]) -> vec[i64]:
    """Counts by bucket, added up over the lengths of every colour."""
    sums = count[:]
    for bucket in range(len(sums)):
        if bucket % LENGTHS > 0:
            sums[bucket] += sums[bucket - 1]
    return sums


def first_choices(deal: i64, keep: i64) -> vec[i64]:
    """The masks over so many tickets that keep enough of them."""
    found = vec[i64]()
    for mask in range(1, 1 << deal):
        if count_bits(mask) >= keep:
            found = append(found, mask)
    return found


class Board:
    """A map that never changes: what connects what, at which length and colour, and the tickets in play."""

    def __init__(
        self,
        key: str,
        cities: i64,
        ends: vec[i64],
        lengths: vec[i64],
        colours: vec[i64],
        tickets: vec[i64],
        points: vec[i64],
        wagons: i64,
        terms: vec[i64],
    ) -> None:
        """`ends` holds two cities per route, `tickets` two cities and the points per ticket.

        `terms` are those of the ticket set (T36–T40): deal, keep, draw, and the points of its two bonuses.
        """
        self.key: str = key
        """The map option's value, by which names and places are found again."""
        self.cities: i64 = cities
        self.routes: i64 = len(lengths)
        self.tickets: i64 = len(tickets) // 3
        self.length: vec[i64] = lengths
        self.colour: vec[i64] = colours
        self.points: vec[i64] = points
        """The points of a route by its length (T27)."""
        self.wagons: i64 = wagons
        self.deal: i64 = terms[0]
        """T6: so many tickets everybody gets at first,"""
        self.keep: i64 = terms[1]
        """and keeps at least so many of them."""
        self.draw: i64 = terms[2]
        """T29: so many are drawn later; one of them must be kept."""
        self.longest: i64 = terms[3]
        """Points for the longest path; 0 where the set does not use it."""
        self.globetrotter: i64 = terms[4]
        """Points for the most completed tickets; 0 where the set does not use it."""
        self.first_choices: vec[i64] = first_choices(self.deal, self.keep)
        """T6: the choices of first tickets, as masks over the offer."""
        self.a: vec[i64] = vec[i64]()
        self.b: vec[i64] = vec[i64]()
        for route in range(self.routes):
            self.a = append(self.a, ends[2 * route])
            self.b = append(self.b, ends[2 * route + 1])
        self.ticket_a: vec[i64] = vec[i64]()
        self.ticket_b: vec[i64] = vec[i64]()
        self.ticket_points: vec[i64] = vec[i64]()
        for ticket in range(self.tickets):
            self.ticket_a = append(self.ticket_a, tickets[3 * ticket])
            self.ticket_b = append(self.ticket_b, tickets[3 * ticket + 1])
            self.ticket_points = append(self.ticket_points, tickets[3 * ticket + 2])
        self.twin: vec[i64] = self._find_twins()
        """The other half of a double route, or −1 (T28)."""
        self.at: vec[i64] = vec[i64]()
        """The routes of city c are `link[at[c]]` to `link[at[c + 1] - 1]`, and lead to `far` of the same place."""
        self.link: vec[i64] = vec[i64]()
        self.far: vec[i64] = vec[i64]()
        self._find_links()
        self.sweep: vec[i64] = order_of(cities, self.a, self.b)
        """The order in which sweep.py takes the cities."""
        self.zeros: vec[i64] = vec[i64]([0] * (int(cities) + 1))
        """A zero for every city and one more: the cheap way to a fresh array is a slice of this one."""
        self.far_away: vec[i64] = vec[i64]([FAR] * (int(cities) + 1))
        self.bucket: vec[i64] = vec[i64]()
        """The bucket of a route: its colour and length. Routes of a bucket are paid for alike."""
        self.order: vec[i64] = vec[i64]()
        """All routes, bucket by bucket."""
        self.place: vec[i64] = vec[i64]([0] * int(self.routes))
        self.first: vec[i64] = vec[i64]([0] * BUCKETS)
        self.count: vec[i64] = vec[i64]([0] * BUCKETS)
        self._fill_buckets()
        self.upto: vec[i64] = upto(self.count)
        """How many routes of a colour are not longer than a length, by the bucket of both."""
        # What a fresh table is made of, by slices of these.
        self.nine: vec[i64] = vec[i64]([0] * KINDS)
        self.deck: vec[i64] = vec[i64]([PER_COLOUR] * COLOURS + [LOCOMOTIVES])
        self.no_cards: vec[i64] = vec[i64]([NO_CARD] * ROW)
        self.no_hands: vec[i64] = vec[i64]([0] * (MOST_SEATS * KINDS))
        self.all_wagons: vec[i64] = vec[i64]([wagons] * MOST_SEATS)
        self.unowned: vec[i64] = vec[i64]([FREE] * int(self.routes))
        self.no_routes: vec[i64] = vec[i64]([0] * int(self.routes))
        self.no_links: vec[i64] = vec[i64]([0] * (2 * int(self.routes)))
        self.all_fresh: vec[i64] = vec[i64]([FRESH] * int(self.tickets))
        self.unknown: vec[i64] = vec[i64]([0] * int(self.tickets))
        self.nobody: vec[i64] = vec[i64]([-1] * (MOST_SEATS * MOST_OFFER))

    def _find_twins(self) -> vec[i64]:
        twins = vec[i64]()
        for route in range(self.routes):
            twin: i64 = -1
            for other in range(self.routes):
                same = self.a[route] == self.a[other] and self.b[route] == self.b[other]
                turned = self.a[route] == self.b[other] and self.b[route] == self.a[other]
                if other != route and (same or turned):
                    twin = other
            twins = append(twins, twin)
        return twins

    def _find_links(self) -> None:
        for city in range(self.cities):
            self.at = append(self.at, len(self.link))
            for route in range(self.routes):
                if self.a[route] == city or self.b[route] == city:
                    self.link = append(self.link, route)
                    self.far = append(self.far, self.a[route] + self.b[route] - city)
        self.at = append(self.at, len(self.link))

    def _fill_buckets(self) -> None:
        for route in range(self.routes):
            self.bucket = append(self.bucket, self.colour[route] * LENGTHS + self.length[route])
        for bucket in range(BUCKETS):
            self.first[bucket] = len(self.order)
            for route in range(self.routes):
                if self.bucket[route] == bucket:
                    self.place[route] = len(self.order)
                    self.order = append(self.order, route)
                    self.count[bucket] += 1


def build(
    key: str,
    cities: int,
    ends: list[int],
    lengths: list[int],
    colours: list[int],
    tickets: list[int],
    points: list[int],
    wagons: int,
    terms: list[int],
) -> Board:
    """A board from plain lists, as a map file gives them."""
    packed = vec[i64](ends), vec[i64](lengths), vec[i64](colours), vec[i64](tickets), vec[i64](points)
    return Board(key, cities, packed[0], packed[1], packed[2], packed[3], packed[4], wagons, vec[i64](terms))
