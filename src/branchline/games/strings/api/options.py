"""The options of String Railway; a field may also be given as GeoJSON or as points."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from branchline.core.errors import OptionError
from branchline.core.options import Option, brief
from branchline.core.text import Text
from branchline.games.strings.api import geojson
from branchline.games.strings.rules.outlines import FieldError, Points, drawn, scaled

MOST_TEXT = geojson.MOST_TEXT


@dataclass(frozen=True)
class FieldOption(Option):
    """A named shape, or a text: GeoJSON, or points as `x,y x,y …`, as records keep it."""

    def check(self, value: Any) -> str | int | bool:
        """The name of a shape, or the outline as points, scaled to the black string and checked."""
        if type(value) is not str or value in self.choices:
            return super().check(value)
        try:
            points = geojson.outline(value) if value.lstrip().startswith("{") else scaled(read_points(value))
            drawn(points, 4)
        except FieldError as error:
            why = Text(f"strings.field_{error.why}")
            raise OptionError(
                Text("strings.bad_field", {"value": quoted(value), "allowed": self.allowed(), "why": why})
            ) from None
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
        if not comma or not all(number.lstrip("-").isdecimal() and len(number) < 9 for number in (x, y)):
            raise FieldError("points")
        points.append((int(x), int(y)))
    return points


OPTIONS = (
    Option("setup", ("ready", "players"), Text("strings.option_setup")),
    FieldOption("field", ("standard", "circle", "oval", "free"), Text("strings.option_field"), files=".geojson,.json"),
    Option("variant", ("standard", "expert"), Text("strings.option_variant")),
    Option("stations", (38, 35), Text("strings.option_stations")),
    Option("owner_effect", ("each", "first"), Text("strings.option_owner_effect")),
)
