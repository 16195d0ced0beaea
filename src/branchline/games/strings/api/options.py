"""The options of String Railway; a field may also be given as GeoJSON or as points."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from branchline.core.errors import OptionError
from branchline.core.options import Option, brief
from branchline.core.text import Text
from branchline.games.strings.api import geojson
from branchline.games.strings.api.actions import why_not
from branchline.games.strings.rules.outlines import FieldError, Points, checked, scaled_with


@dataclass(frozen=True)
class FieldOption(Option):
    """A named shape, or a text: GeoJSON, or points as `x,y x,y …`, as records keep it.

    The places of the bases may follow: `x,y x,y … @ x,y x,y …`.
    """

    def check(self, value: Any) -> str | int | bool:
        """The name of a shape, or the outline as points, scaled to the black string and checked."""
        if type(value) is not str or value in self.choices:
            return super().check(value)
        try:
            points, marks = read_field(value)
            checked(points)
        except FieldError as error:
            facts = {"value": quoted(value), "allowed": self.allowed(), "why": why_not(error)}
            raise OptionError(Text("strings.bad_field", facts)) from None
        return written(points) + (f" @ {written(marks)}" if marks else "")


def read_field(text: str) -> tuple[Points, Points]:
    """The outline in a text, scaled to the black string, and the marks that it gives; FieldError if it gives none."""
    if text.lstrip("\ufeff \t\r\n").startswith("{"):
        return geojson.outline(text), []
    shape, _, marks = text.partition("@")
    return scaled_with(read_points(shape), read_points(marks), 100)


def written(points: Points) -> str:
    """Points as records keep them."""
    return " ".join(f"{x},{y}" for x, y in points)


def quoted(value: str) -> str | Text:
    """A wrong name is quoted; an outline is only spoken of."""
    return brief(value) if len(value) < 40 else Text("strings.field_given")


def read_points(text: str) -> Points:
    """The points of an outline written as `x,y x,y …`."""
    if len(text) > 8000:
        raise FieldError("points")
    points: Points = []
    for pair in text.split():
        x, comma, y = pair.partition(",")
        if not comma or not all(number.removeprefix("-").isdecimal() and len(number) < 9 for number in (x, y)):
            raise FieldError("points")
        points.append((int(x), int(y)))
    return points


OPTIONS = (
    Option("setup", ("ready", "players"), Text("strings.option_setup")),
    FieldOption("field", ("standard", "circle", "oval", "free"), Text("strings.option_field"), files=".geojson,.json"),
    Option("field_size", (100, 60, 140, 200), Text("strings.option_field_size")),
    Option("variant", ("standard", "expert"), Text("strings.option_variant")),
    Option("stations", (38, 35), Text("strings.option_stations")),
    Option("owner_effect", ("each", "first"), Text("strings.option_owner_effect")),
)
