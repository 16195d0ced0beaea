"""A sheet as a drawing, and where an action would go on it."""

from __future__ import annotations

from typing import Any

from branchline.core.picture import Label, Picture, Shape, Spot, polyline, square
from branchline.core.reading import read_json
from branchline.games.rails30.api import actions
from branchline.games.rails30.api.places import Border, Place
from branchline.games.rails30.api.views import view
from branchline.games.rails30.rules.codes import CROSSED, DRAWINGS, MINE, MOUNTAIN
from branchline.games.rails30.rules.drawings import FIRST, LINKS
from branchline.games.rails30.rules.state import Rails30

CELL = 100
HALF = CELL / 2
_SIDES: tuple[Spot, ...] = ((0, -HALF), (HALF, 0), (0, HALF), (-HALF, 0))
"""From a cell's middle to the middle of each side, in the order of the drawings."""


def picture(state: Rails30, seat: int) -> Picture:
    """A seat's sheet: mountains, mine, bonus cell, stations, tracks."""
    sheet = view(state, seat).sheets[seat]
    shapes = [Shape(polyline([(0, 0), (600, 0), (600, 600), (0, 600)], closed=True), "ground")]
    lines = [polyline([(n * CELL, 0), (n * CELL, 600)]) + polyline([(0, n * CELL), (600, n * CELL)]) for n in range(7)]
    shapes.append(Shape("".join(lines), "grid"))
    if sheet.bonus:
        shapes.append(Shape(square(_middle(sheet.bonus), HALF), "hills"))
    labels = [Label(at, str(n + 1), light=True) for n in range(6) for at in _edges(n)]
    for cell, content in enumerate(sheet.cells):
        at = _middle(Place(cell // 6 + 1, cell % 6 + 1))
        if content == MOUNTAIN:
            x, y = at
            shapes.append(Shape(polyline([(x - 36, y + 30), (x, y - 32), (x + 36, y + 30)], closed=True), "hills"))
        elif content == MINE:
            shapes.append(Shape(square(at, 34), "tile"))
            labels.append(Label(at, "M"))
        elif content == CROSSED:
            shapes.append(Shape(_cross(at), "dark"))
        elif 0 < content <= DRAWINGS:
            shapes.append(Shape(_track(at, content), "dark"))
    for number, border in enumerate(sheet.stations, 1):
        if border is not None:
            at = _outside(border)
            shapes.append(Shape(square(at, 30), "tile"))
            labels.append(Label(at, str(number)))
    return Picture((-130, -130, 820, 820), shapes, labels)


def _edges(n: int) -> tuple[Spot, Spot]:
    """Where the number of a column and that of a row stand: outside of the stations."""
    return (n * CELL + HALF, -105), (-105, n * CELL + HALF)


def stroke(state: Rails30, data: Any) -> str:
    """The drawing of an action in its cell, or the square that it takes."""
    action: actions.Rails30Action = read_json(data, actions.Rails30Action)
    match action:
        case actions.Draw():
            at = _middle(Place(action.row, action.column))
            return square(at, 44) + _track(at, int(FIRST[action.track]) + action.turn)
        case actions.Buy():
            at = _middle(Place(action.row, action.column))
            return square(at, 44) + _cross(at)
        case actions.Mine() | actions.Bonus():
            return square(_middle(Place(action.row, action.column)), 44)
        case actions.Station():
            return square(_outside(Border(action.side, action.place)), 36)
    at = _middle(Place(int(state.rolls), int(state.white)))
    return square(at, 44) + ("" if action.draw else _cross(at))


def _middle(place: Place) -> Spot:
    return place.column * CELL - HALF, place.row * CELL - HALF


def _outside(border: Border) -> Spot:
    along = border.place * CELL - HALF
    return {"north": (along, -40), "east": (640, along), "south": (along, 640), "west": (-40, along)}[border.side]


def _cross(at: Spot) -> str:
    x, y = at
    return polyline([(x - 28, y - 28), (x + 28, y + 28)]) + polyline([(x + 28, y - 28), (x - 28, y + 28)])


def _track(at: Spot, drawing: int) -> str:
    """Each link from the middle of a side to that of another, by way of the cell's middle."""
    x, y = at
    return "".join(
        f"M{x + _SIDES[a][0]:g} {y + _SIDES[a][1]:g}Q{x:g} {y:g} {x + _SIDES[b][0]:g} {y + _SIDES[b][1]:g}"
        for a, b in LINKS[drawing - 1]
    )
