"""The longest path of a tangled network, in bounded time: a sweep over the cities that keeps only what still matters.

A path is a connected choice of routes in which at most two cities have an odd number of them. The sweep takes the
cities in an order of the map. What it knows of a choice so far is told by the cities at its border, those that have
routes on both sides: which of them the choice joins, and which have an odd number of its routes. Of all choices that
look alike there only the longest is kept. So the work is bounded by how many cities are ever at the border, whatever
a player owns; `width_of` says how many, and a map with too many is refused when it is loaded.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

MOST_WIDTH: Final = 8
"""So many cities at the border at most; bench/results.md has the time that the worst network takes."""
NONE: Final = 0  # a city at the border that the choice does not touch


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
    """The longest path of these connected routes as a mask over them; 0 if none is longer than `best`."""
    left = 0
    for length in lengths:
        left += int(length)
    waiting = [True] * len(a)
    border: list[int] = []
    """The cities at the border; a state has a label for each, in this order."""
    states: dict[tuple[int, ...], tuple[int, int]] = {(0,): (0, 0)}
    """From the number of odd cities behind and the labels (twice the part, plus 1 if odd) to length and routes."""
    found = 0
    for each in order:
        city = int(each)
        for route in range(len(a)):
            if not waiting[route] or city not in (int(a[route]), int(b[route])):
                continue
            waiting[route] = False
            for end in (int(a[route]), int(b[route])):
                if end not in border:
                    border.append(end)
                    states = {(*state, NONE): value for state, value in states.items()}
            one, two = border.index(int(a[route])) + 1, border.index(int(b[route])) + 1
            length = int(lengths[route])
            left -= length
            states = _with_route(states, one, two, length, 1 << route, best - left)
        if city in border:
            at = border.index(city)
            states, best, found = _without_city(states, at + 1, best, found)
            border.pop(at)
    return found


def _with_route(
    states: dict[tuple[int, ...], tuple[int, int]], one: int, two: int, length: int, mask: int, floor: int
) -> dict[tuple[int, ...], tuple[int, int]]:
    """Every choice without the route, and with it; those that can come to nothing better than the best are dropped."""
    grown: dict[tuple[int, ...], tuple[int, int]] = {}
    for state, value in states.items():
        for taken in (False, True):
            key, new = state, value
            if taken:
                key, new = _joined(state, one, two), (value[0] + length, value[1] | mask)
            if new[0] <= floor:
                continue
            old = grown.get(key)
            if old is None or old[0] < new[0]:
                grown[key] = new
    return grown


def _joined(state: tuple[int, ...], one: int, two: int) -> tuple[int, ...]:
    """The state with the parts of two cities made one, and both cities turned from even to odd or back."""
    labels = list(state)
    first, second = labels[one] >> 1, labels[two] >> 1
    fresh = 1 + max(label >> 1 for label in labels[1:])
    part = first or second or fresh
    for i in range(1, len(labels)):
        if labels[i] >> 1 and labels[i] >> 1 in (first, second):
            labels[i] = part << 1 | labels[i] & 1
    for i in (one, two):
        labels[i] = part << 1 | (labels[i] & 1) ^ 1
    return _plain(labels)


def _plain(labels: list[int]) -> tuple[int, ...]:
    """The parts numbered in the order in which they come, so that equal choices look equal."""
    names: dict[int, int] = {}
    for i in range(1, len(labels)):
        part = labels[i] >> 1
        if part:
            labels[i] = names.setdefault(part, len(names) + 1) << 1 | labels[i] & 1
    return tuple(labels)


def _without_city(
    states: dict[tuple[int, ...], tuple[int, int]], at: int, best: int, found: int
) -> tuple[dict[tuple[int, ...], tuple[int, int]], int, int]:
    """The city has no further routes. A part that ends with it must be all there is, and is then a path."""
    kept: dict[tuple[int, ...], tuple[int, int]] = {}
    for state, value in states.items():
        label = state[at]
        odd = state[0] + (label & 1)
        if odd > 2:
            continue
        rest = [odd, *state[1:at], *state[at + 1 :]]
        if label and all(other >> 1 != label >> 1 for other in rest[1:]):
            if not any(rest[1:]) and value[0] > best:
                best, found = value
            continue
        key = _plain(rest)
        old = kept.get(key)
        if old is None or old[0] < value[0]:
            kept[key] = value
    return kept, best, found


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
