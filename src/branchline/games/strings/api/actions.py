"""Actions as JSON: structs outside, numbers and shapes inside."""

from __future__ import annotations

from typing import Annotated, Any, Literal, get_args

import msgspec
from msgspec import Meta

from branchline.core.action import Move
from branchline.core.errors import MalformedAction
from branchline.core.reading import malformed, read_json
from branchline.core.text import Text
from branchline.games.strings.rules import codes, outlines
from branchline.games.strings.rules.geometry import BOUND
from branchline.games.strings.rules.lines import Line, line_through
from branchline.games.strings.rules.shapes import FieldShape, MountainsShape, RailShape, RiverShape, StationShape
from branchline.games.strings.rules.state import Strings
from branchline.games.strings.rules.tiles import Tile, tile_at

Kind = Literal[
    "base", "central", "city", "transit", "regional", "yard", "suburban", "terminal", "rural", "scenic"
]  # fmt: skip
KIND: tuple[Kind, ...] = get_args(Kind)
Coordinate = Annotated[int, Meta(ge=-BOUND, le=BOUND)]
Point = tuple[Coordinate, Coordinate]
Turn = Annotated[int, Meta(ge=0, le=23)]
StringKind = Literal["short", "long"]
Path = Annotated[list[Point], Meta(min_length=2, max_length=300)]
Outline = Annotated[list[Point], Meta(min_length=3, max_length=299)]


class LayField(msgspec.Struct, tag="field", forbid_unknown_fields=True, omit_defaults=True):
    """S4, S22: lay the black string, turned by 15° · turn; where the field is free, through points (scaled to fit).

    `size` is its outline in percent of the black string. `marks` are the places of the bases, in the coordinates of
    the points; without them they are found.
    """

    turn: Turn | None = None
    points: Outline | None = None
    size: Annotated[int, Meta(ge=outlines.LEAST_SIZE, le=outlines.MOST_SIZE)] = 100
    marks: Annotated[list[Point], Meta(min_length=3, max_length=5)] | None = None


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
    turn: Turn = 0


class Aside(msgspec.Struct, tag="aside", forbid_unknown_fields=True):
    """S9: put a station aside that fits nowhere."""

    kind: Kind


class Lay(msgspec.Struct, tag="lay", forbid_unknown_fields=True):
    """S10: lay a short or the long string along points."""

    string: StringKind
    points: Path


class GiveUp(msgspec.Struct, tag="give_up", forbid_unknown_fields=True):
    """S15: give up a string where none can be laid."""


AnyAction = LayField | LayRiver | LayMountains | Corner | Place | Aside | Lay | GiveUp


def parse(state: Strings, seat: int, data: Any) -> Move:
    """The move that JSON describes; what it lays is the move's payload."""
    action: AnyAction = read_json(data, AnyAction)
    match action:
        case LayField():
            return _parse_field(state, action)
        case LayRiver(points=points):
            return Move(codes.SHAPE, RiverShape(polyline(points)))
        case LayMountains(points=points):
            return Move(codes.SHAPE, MountainsShape(_loop(points)))
        case Corner(corner=corner):
            return Move(codes.CORNER + corner)
        case Place(kind=kind, x=x, y=y, turn=turn):
            return Move(codes.SHAPE, StationShape(tile_at(x, y, turn), KIND.index(kind)))
        case Aside(kind=kind):
            return Move(codes.ASIDE + KIND.index(kind))
        case Lay(string=string, points=points):
            return Move(codes.SHAPE, RailShape(polyline(points), string == "long"))
    return Move(codes.GIVE_UP)


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


def _parse_field(state: Strings, action: LayField) -> Move:
    if (action.turn is None) == (action.points is None):
        raise malformed("a field has either turn or points")
    if action.points is None:
        return Move(codes.TURN_FIELD + (action.turn or 0))
    try:
        points, marks = outlines.scaled_with(action.points, action.marks or [], action.size)
        field = outlines.drawn(points, int(state.companies), action.size, marks or None)
    except outlines.FieldError as error:
        raise MalformedAction(Text("strings.bad_outline", {"why": why_not(error)})) from None
    return Move(codes.SHAPE, FieldShape(field))


def why_not(error: outlines.FieldError) -> Text:
    """The reason why a shape cannot be a field."""
    return Text(f"strings.field_{error.why}", error.facts)


def encode(state: Strings, seat: int, move: Move) -> AnyAction:
    """The move as its struct."""
    number = move.number
    match move.payload:
        case FieldShape(field=field):
            marks = [_mark(tile) for tile in field.marks] if field.by_hand else None
            return LayField(points=points_of(field.ring), size=int(field.size), marks=marks)
        case RiverShape(line=line):
            return LayRiver(points_of(line))
        case MountainsShape(line=line):
            return LayMountains(points_of(line))
        case StationShape(tile=tile, kind=kind):
            return Place(KIND[kind], int(tile.x), int(tile.y), int(tile.turn))
        case RailShape(line=line, long=long):
            return Lay("long" if long else "short", points_of(line))
    if number == codes.GIVE_UP:
        return GiveUp()
    if number < codes.CORNER:
        return Aside(KIND[number - codes.ASIDE])
    if number < codes.TURN_FIELD:
        return Corner(number - codes.CORNER)
    return LayField(turn=number - codes.TURN_FIELD)


def _mark(tile: Tile) -> Point:
    """The mark that a base's place has its first corner on."""
    return (int(tile.line.xs[0]), int(tile.line.ys[0]))


def points_of(line: Line) -> list[Point]:
    """The points of a line; a ring's first point is not repeated."""
    points = [(int(x), int(y)) for x, y in zip(line.xs, line.ys, strict=True)]
    return points[:-1] if line.closed else points
