"""The table with strings and stations as a drawing, and what an action would lay on it."""

from __future__ import annotations

from typing import Any

from branchline.core.picture import Label, Picture, Shape, box_around, polyline
from branchline.core.reading import read_json
from branchline.games.strings.api import actions
from branchline.games.strings.api.texts import company_text
from branchline.games.strings.api.views import StationView, view
from branchline.games.strings.rules.state import Strings
from branchline.games.strings.rules.tiles import tile_at

ROOM = 150


def picture(state: Strings, seat: int, language: str) -> Picture | None:
    """Field, river, mountains, everybody's rails, and the stations as texts name them; None before there is a field."""
    shown = view(state, seat)
    if shown.field is None:
        return None
    shapes = [Shape(polyline(shown.field.points, closed=True), "ground")]
    if shown.mountains:
        shapes.append(Shape(polyline(shown.mountains, closed=True), "hills"))
    if shown.river:
        shapes.append(Shape(polyline(shown.river), "water"))
    shapes += [Shape(polyline(rail.points), "owned", rail.company) for rail in shown.rails]
    shapes += [Shape(polyline(each.corners, closed=True), "tile") for each in shown.stations]
    labels = [Label((each.x, each.y), _name(each, language)) for each in shown.stations]
    return Picture(box_around([*shown.field.points, *(shown.river or [])], ROOM), shapes, labels)


def _name(station: StationView, language: str) -> str:
    """A base by its company's letter, another station by the number that texts give it."""
    if station.kind == "base" and station.owner is not None:
        return company_text(station.owner).render(language)
    return str(station.n + 1)


def stroke(state: Strings, seat: int, data: Any) -> str:
    """The string or the tile that an action lays."""
    action: actions.AnyAction = read_json(data, actions.AnyAction)
    match action:
        case actions.Lay() | actions.LayRiver():
            return polyline(action.points)
        case actions.LayMountains():
            return polyline(action.points, closed=True)
        case actions.Place():
            line = tile_at(action.x, action.y, action.turn).line
            return polyline([(int(line.xs[n]), int(line.ys[n])) for n in range(4)], closed=True)
        case actions.Corner():
            field = view(state, seat).field
            return polyline(field.marks[action.corner].corners, closed=True) if field else ""
    return ""
