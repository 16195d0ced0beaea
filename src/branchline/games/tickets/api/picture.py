"""The map with everybody's routes as a drawing, and what an action would take of it."""

from __future__ import annotations

import math
from typing import Any

from branchline.core.picture import Label, Picture, Shape, Spot, box_around, polyline
from branchline.core.reading import read_json
from branchline.games.tickets.api import actions
from branchline.games.tickets.api.maps import Map
from branchline.games.tickets.api.texts import city_text
from branchline.games.tickets.api.views import view
from branchline.games.tickets.rules.state import Tickets

WIDTH = 1000
LETTER = (14, 24)
"""The room that a letter of a name takes at most, as pages draw it."""
APART = 5
"""How far each half of a double route lies from the middle."""


def picture(state: Tickets, table: Map, seat: int, language: str) -> Picture:
    """Cities, free routes, and those that somebody has."""
    shown = view(state, seat)
    spots = _spots(table)
    routes = [(polyline(_way(table, spots, n)), owner) for n, owner in enumerate(shown.owners)]
    shapes = [Shape(path, "free") for path, owner in routes if not isinstance(owner, int)]
    shapes += [Shape(path, "owned", owner) for path, owner in routes if isinstance(owner, int)]
    shapes += [Shape(_dot(at), "tile") for at in spots]
    labels = _labels(spots, [city_text(state, n).render(language) for n in range(len(spots))])
    corners = [(label.at[0] + side * _width(label.text) / 2, label.at[1]) for label in labels for side in (-1, 1)]
    return Picture(box_around([*spots, *corners], 24), shapes, labels)


def stroke(state: Tickets, table: Map, seat: int, data: Any) -> str:
    """The route that an action claims, or the tickets that it keeps, from city to city; cards have no place here."""
    action: actions.TicketsAction = read_json(data, actions.TicketsAction)
    spots = _spots(table)
    if isinstance(action, actions.Claim):
        return polyline(_way(table, spots, action.route))
    if isinstance(action, actions.Keep):
        own = view(state, seat).own
        offer = own.offer if own else []
        return "".join(polyline([spots[each.a], spots[each.b]]) for each in offer if each.id in action.tickets)
    return ""


def _labels(spots: list[Spot], names: list[str]) -> list[Label]:
    """Each city's name round it, above first, where it covers no other name and no other city."""
    placed: list[Label] = []
    for (x, y), name in zip(spots, names, strict=True):
        aside = _width(name) / 2 + 14
        places = [(across * aside, down) for across in (0, 0.5, -0.5, 1, -1) for down in (-18, 20)]
        tries = [Label((x + dx, y + (0 if abs(dx) == aside else dy)), name) for dx, dy in places]
        placed.append(next((each for each in tries if not _covers(each, placed, spots)), tries[0]))
    return placed


def _width(name: str) -> float:
    return len(name) * LETTER[0]


def _covers(label: Label, others: list[Label], spots: list[Spot]) -> bool:
    (x, y), half, high = label.at, _width(label.text) / 2, LETTER[1]
    over = any(abs(x - o.at[0]) < half + _width(o.text) / 2 and abs(y - o.at[1]) < high for o in others)
    return over or any(abs(x - a) < half + 4 and abs(y - b) < high / 2 + 4 for a, b in spots)


def _spots(table: Map) -> list[Spot]:
    return [(city.x * WIDTH, city.y * WIDTH / table.aspect) for city in table.cities]


def _way(table: Map, spots: list[Spot], number: int) -> list[Spot]:
    """From city to city; the two halves of a double route lie side by side."""
    places = {city.name: place for place, city in enumerate(table.cities)}
    route = table.routes[number]
    ends = {route.a, route.b}
    halves = [n for n, each in enumerate(table.routes) if {each.a, each.b} == ends]
    a, b = (spots[places[name]] for name in sorted(ends))
    aside = 0 if len(halves) == 1 else APART if halves[0] == number else -APART
    far = math.dist(a, b) or 1
    dx, dy = (b[1] - a[1]) / far * aside, (a[0] - b[0]) / far * aside
    return [(a[0] + dx, a[1] + dy), (b[0] + dx, b[1] + dy)]


def _dot(at: Spot) -> str:
    x, y = at
    return f"M{x - 5:g} {y:g}a5 5 0 1 0 10 0a5 5 0 1 0 -10 0z"
