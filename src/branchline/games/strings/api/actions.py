"""The border of String Railway: what players lay, as typed records outside and as numbers and shapes inside."""

from __future__ import annotations

from typing import Annotated, Any, Literal, get_args

import msgspec
from msgspec import Meta

from branchline.core.action import Form
from branchline.core.forms import malformed, read_form
from branchline.games.strings.rules import codes, outlines, shapes
from branchline.games.strings.rules.geometry import BOUND
from branchline.games.strings.rules.lines import Line, line_through
from branchline.games.strings.rules.shapes import Shape
from branchline.games.strings.rules.state import Strings
from branchline.games.strings.rules.tiles import Tile, tile_at

Kind = Literal[
    "base", "central", "city", "transit", "regional", "yard", "suburban", "terminal", "rural", "scenic"
]  # fmt: skip
KIND: tuple[str, ...] = get_args(Kind)
Coordinate = Annotated[int, Meta(ge=-BOUND, le=BOUND)]
Point = tuple[Coordinate, Coordinate]
Path = Annotated[list[Point], Meta(min_length=2, max_length=300)]
Outline = Annotated[list[Point], Meta(min_length=3, max_length=299)]


class LayField(msgspec.Struct, tag="field", forbid_unknown_fields=True):
    """S4, S22: lay the black string, turned by 15° · turn; where the field is free, through points (scaled to fit)."""

    turn: Annotated[int, Meta(ge=0, le=23)] | None = None
    points: Outline | None = None


class LayRiver(msgspec.Struct, tag="river", forbid_unknown_fields=True):
    """S5: lay the river along points."""

    points: Path


class LayMountains(msgspec.Struct, tag="mountains", forbid_unknown_fields=True):
    """S5: lay the mountain loop through points; it closes by itself."""

    points: Outline


class Corner(msgspec.Struct, tag="corner", forbid_unknown_fields=True):
    """S6: take a free corner for the base."""

    corner: Annotated[int, Meta(ge=0, le=4)]


class Place(msgspec.Struct, tag="place", forbid_unknown_fields=True):
    """S9: put a drawn station with its centre at x, y, rotated by 15° · turn."""

    kind: Kind
    x: Coordinate
    y: Coordinate
    turn: Annotated[int, Meta(ge=0, le=23)] = 0


class Aside(msgspec.Struct, tag="aside", forbid_unknown_fields=True):
    """S9: put a station aside that fits nowhere."""

    kind: Kind


class Lay(msgspec.Struct, tag="lay", forbid_unknown_fields=True):
    """S10: lay a short or the long string along points."""

    string: Literal["short", "long"]
    points: Path


class GiveUp(msgspec.Struct, tag="give_up", forbid_unknown_fields=True):
    """S15: give up a string where none can be laid."""


AnyAction = LayField | LayRiver | LayMountains | Corner | Place | Aside | Lay | GiveUp


def parse(state: Strings, seat: int, form: Any) -> int:
    """The number of an action given as JSON; what it lays goes into the state's side table."""
    action: AnyAction = read_form(form, AnyAction)
    match action:
        case LayField():
            return _field(state, action)
        case LayRiver(points=points):
            return int(state.draft(shapes.river_shape(polyline(points))))
        case LayMountains(points=points):
            return int(state.draft(shapes.mountains_shape(_loop(points))))
        case Corner(corner=corner):
            return codes.CORNER + corner
        case Place(kind=kind, x=x, y=y, turn=turn):
            return int(state.draft(shapes.station_shape(tile_at(x, y, turn), KIND.index(kind))))
        case Aside(kind=kind):
            return codes.ASIDE + KIND.index(kind)
        case Lay(string=string, points=points):
            return int(state.draft(shapes.rail_shape(polyline(points), string == "long")))
    return codes.GIVE_UP


def polyline(points: list[Point]) -> Line:
    """The open line through points; neighbours that coincide count once."""
    clean = [point for k, point in enumerate(points) if k == 0 or point != points[k - 1]]
    if len(clean) < 2:
        raise malformed("a string needs two different points at least")
    return line_through(clean, False)


def _loop(points: list[Point]) -> Line:
    clean = [point for k, point in enumerate(points) if point != points[k - 1]]
    if len(clean) < 3:
        raise malformed("a loop needs three different points at least")
    return outlines.ring_of(clean)


def _field(state: Strings, action: LayField) -> int:
    if (action.turn is None) == (action.points is None):
        raise malformed("a field has either turn or points")
    if action.points is None:
        return codes.TURN_FIELD + (action.turn or 0)
    try:
        field = outlines.drawn(outlines.scaled(list(action.points)), int(state.companies))
    except outlines.FieldError as error:
        raise malformed(f"this cannot be a field: {FIELD_FAULTS[error.why]}") from None
    return int(state.draft(shapes.field_shape(field)))


FIELD_FAULTS = {
    "points": "it needs 3 to 299 different points",
    "crosses": "its edge crosses or touches itself",
    "small": "it encloses too little; a sixth of the square is the least",
    "corner": "a base does not fit at one of its marks, which lie evenly along it",
    "geojson": "no outline was found; a GeoJSON Polygon, MultiPolygon or Feature is needed",
}


def form(state: Strings, seat: int, action: int) -> Form:
    """The JSON form of a number."""
    if action == codes.GIVE_UP:
        return {"type": "give_up"}
    if action < codes.CORNER:
        return {"type": "aside", "kind": KIND[action - codes.ASIDE]}
    if action < codes.TURN_FIELD:
        return {"type": "corner", "corner": action - codes.CORNER}
    if action < codes.SHAPE:
        return {"type": "field", "turn": action - codes.TURN_FIELD}
    return _shape_form(state.drafts[action - codes.SHAPE])


def _shape_form(shape: Shape) -> Form:
    if shape.field is not None:
        return {"type": "field", "points": points_of(shape.field.ring)}
    if shape.tile is not None:
        return {"type": "place", "kind": KIND[shape.kind], **spot_of(shape.tile)}
    assert shape.line is not None
    points = points_of(shape.line)
    if shape.what == shapes.RAIL:
        return {"type": "lay", "string": "long" if shape.kind else "short", "points": points}
    return {"type": "river" if shape.what == shapes.RIVER else "mountains", "points": points}


def points_of(line: Line) -> list[list[int]]:
    """The points of a line; a ring's first point is not repeated."""
    points = [[int(x), int(y)] for x, y in zip(line.xs, line.ys, strict=True)]
    return points[:-1] if line.closed else points


def spot_of(tile: Tile) -> dict[str, int]:
    """Where a tile lies."""
    return {"x": int(tile.x), "y": int(tile.y), "turn": int(tile.turn)}
