"""The map with lines, stations and towns as a drawing, and where an action leads."""

from __future__ import annotations

import math
from typing import Any

from branchline.core.picture import Label, Picture, Shape, Spot, box_around, polyline, square
from branchline.core.reading import read_json
from branchline.games.rocket.api import actions
from branchline.games.rocket.api.maps import Map, map_of
from branchline.games.rocket.api.texts import town_text
from branchline.games.rocket.api.views import Rail, RocketView, view
from branchline.games.rocket.rules.state import Rocket

UNIT = 60
"""From the middle of a hex to that of its neighbour."""
NAME, CODE = 0.8, 0.62
"""Sizes: names of towns two hexes apart lie beside each other, and codes keep clear of them."""
LETTER = 10.5
"""The width of a letter of such a name,"""
HIGH = 16
"""and the height of a line."""


def picture(state: Rocket, seat: int, language: str) -> Picture:
    """Land with the codes of hexes, towns, everybody's stations, and each line in its colour with its locomotive."""
    table, shown = map_of(state), view(state, seat)
    spots = _spots(table)
    colours = {company.id: company for company in table.companies}
    shapes = [Shape("".join(_hex(table, at) for at in spots.values()), "grid")]
    shapes += [Shape(_hex(table, spots[_home(table, n)], 16), "tile") for n in range(len(table.towns))]
    shapes += [Shape(_track(table, spots, rail), "owned", colour=colours[rail.line].colour_hex) for rail in shown.rails]
    shapes += [Shape(square(spots[each.hex], 9), "owned", each.seat) for each in shown.stations]
    homes = {_home(table, number) for number in range(len(table.towns))} | {line.at for line in shown.lines}
    labels = [Label((x, y + 20), name, CODE, light=True) for name, (x, y) in spots.items() if name not in homes]
    names: list[Label] = []
    for line in shown.lines:
        if line.at is not None:
            x, y = spots[line.at]
            shapes.append(Shape(square((x, y), 7), "dark"))
            names.append(Label((x, y + 20), colours[line.line].short, NAME))
    for number in range(len(table.towns)):
        x, y = spots[_home(table, number)]
        name = town_text(table, number).render(language)
        above, below = (Label((x, y + dy), name, NAME) for dy in (-14, 20))
        names.append(below if _meets(above, names) and not _meets(below, names) else above)
    return Picture(box_around(spots.values(), UNIT), shapes, labels + names)


def _meets(label: Label, others: list[Label]) -> bool:
    """Whether a name lies over another, with letters as wide as they are on average."""
    (x, y), wide = label.at, len(label.text) * LETTER
    return any(
        abs(x - other.at[0]) < (wide + len(other.text) * LETTER) / 2 and abs(y - other.at[1]) < HIGH for other in others
    )


def stroke(state: Rocket, seat: int, data: Any) -> str:
    """The way that something goes, and the hex where it comes to lie."""
    action: actions.RocketAction = read_json(data, actions.RocketAction)
    table = map_of(state)
    start, end = _ends(view(state, seat), table, action)
    spots = _spots(table)
    way = polyline([spots[start], spots[end]]) if start and end else ""
    return way + (_hex(table, spots[end], 6) if end else "")


def _ends(shown: RocketView, table: Map, action: actions.RocketAction) -> tuple[str | None, str | None]:
    """The hexes that a move is about: where from, if anything moves, and where to."""
    engines = {line.line: line.at for line in shown.lines}
    match action:
        case actions.Extend():
            return engines[action.line], action.hex
        case actions.Invest():
            return None, _home(table, table.places[action.town])
        case actions.Build():
            return None, action.hex
        case actions.MoveStation():
            return action.start, action.hex
        case actions.Merge():
            return None, engines[action.line]
    if shown.move is None:
        return None, None
    return engines[shown.move.line], action.hex if isinstance(action, actions.Bid) else shown.move.hex


def _spots(table: Map) -> dict[str, Spot]:
    """The middle of every hex by its label."""
    return {table.label(number): _middle(table, q, r) for number, (q, r) in enumerate(table.hexes)}


def _middle(table: Map, q: int, r: int) -> Spot:
    deep = UNIT * math.sqrt(3) / 2
    return ((q + r / 2) * UNIT, r * deep) if table.orientation == "pointy" else (q * deep, (r + q / 2) * UNIT)


def _home(table: Map, town: int) -> str:
    place = table.towns[town]
    return table.hex_labels[f"{place.q},{place.r}"]


def _turn(table: Map) -> float:
    return 0.0 if table.orientation == "pointy" else math.pi / 6


def _hex(table: Map, at: Spot, inset: float = 0) -> str:
    reach = UNIT / math.sqrt(3) - inset
    corners = [math.pi / 6 + _turn(table) + n * math.pi / 3 for n in range(6)]
    return polyline([(at[0] + reach * math.cos(each), at[1] + reach * math.sin(each)) for each in corners], True)


def _track(table: Map, spots: dict[str, Spot], rail: Rail) -> str:
    """From the side where a locomotive came in, by the middle, to the side where it left."""
    x, y = spots[rail.hex]

    def side(way: int) -> Spot:
        angle = _turn(table) - way * math.pi / 3
        return x + UNIT / 2 * math.cos(angle), y + UNIT / 2 * math.sin(angle)

    return polyline([side(rail.came + 3), (x, y), *([] if rail.left is None else [side(rail.left)])])
