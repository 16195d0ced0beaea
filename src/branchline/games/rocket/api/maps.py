"""Maps as data: the schema, the check, and the tables made from them."""

from __future__ import annotations

import functools
import json
from importlib import resources
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from branchline.core.reading import convert
from branchline.games.rocket.rules.board import LINES, RAILWAY, REGULAR, START, Board
from branchline.games.rocket.rules.codes import MOST_CELLS, MOST_HEXES
from branchline.games.rocket.rules.state import Rocket

NAMES = ("england", "usa", "china")
STEPS = ((1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1), (0, 1))
"""The six directions in axial coordinates, in an order that goes round."""
KINDS = {"start": START, "regular": REGULAR, "railway": RAILWAY}
_MOST_TOWNS = 60

Count = Annotated[int, Meta(ge=1, le=99)]
Name = Annotated[str, Meta(min_length=1, max_length=60)]
Id = Annotated[str, Meta(pattern="^[A-Za-z][A-Za-z0-9_]{0,29}$")]


class Company(msgspec.Struct):
    """A line: what it is called, how it is drawn, the town where its locomotive waits."""

    id: Id
    short: Name
    name: Name
    colour: Name
    colour_hex: Annotated[str, Meta(pattern="^#[0-9a-fA-F]{6}$")]
    start: Id


class Town(msgspec.Struct):
    """A town of one of the three kinds, on its hex."""

    id: Id
    name: Name
    kind: Literal["start", "regular", "railway"]
    q: int
    r: int


class Investment(msgspec.Struct):
    """The slots of one regular town on the chart, by industry."""

    town: Id
    slots: dict[str, Count]


class PerPlayer(msgspec.Struct):
    """What every player gets."""

    stations: Annotated[int, Meta(ge=1, le=7)]


class Components(msgspec.Struct):
    """The common stock."""

    track_tiles: Annotated[int, Meta(ge=1, le=200)]
    passengers: Annotated[int, Meta(ge=0, le=99)]
    per_player: PerPlayer


class Map(msgspec.Struct, dict=True):
    """A map file. Fields beyond these (where a datum comes from, for example) are allowed and left alone."""

    id: Id
    name: Name
    orientation: Literal["pointy", "flat"]
    hexes: list[tuple[int, int]]
    hex_labels: dict[str, str]
    companies: list[Company]
    towns: list[Town]
    industries: list[Id]
    investment: list[Investment]
    components: Components

    def label(self, hex_number: int) -> str:
        """What a hex is called: K7."""
        q, r = self.hexes[hex_number]
        return self.hex_labels[f"{q},{r}"]

    @functools.cached_property
    def numbers(self) -> dict[str, int]:
        """The number of each hex by its label."""
        return {self.label(number): number for number in range(len(self.hexes))}

    @functools.cached_property
    def places(self) -> dict[str, int]:
        """The number of each town by its id."""
        return {town.id: number for number, town in enumerate(self.towns)}

    @functools.cached_property
    def line_numbers(self) -> dict[str, int]:
        """The number of each line by its id."""
        return {company.id: number for number, company in enumerate(self.companies)}

    @functools.cached_property
    def cells(self) -> list[tuple[int, int, int]]:
        """The chart: (town, industry, slots), town by town, the industry with more slots first."""
        return [
            (self.places[row.town], self.industries.index(industry), slots)
            for row in self.investment
            for industry, slots in sorted(row.slots.items(), key=lambda item: -item[1])
        ]

    def town_ids(self, mask: int) -> list[str]:
        """The ids of the towns in a bit mask."""
        return [town.id for number, town in enumerate(self.towns) if mask >> number & 1]


def read(data: Any) -> Map:
    """The map of a file's JSON; ValueError lists what is wrong with it."""
    problems = check(data)
    if problems:
        raise ValueError("; ".join(problems))
    table: Map = convert(data, Map)
    return table


def check(data: Any) -> list[str]:
    """Everything that is wrong with a map; an empty list for a good one."""
    try:
        table = convert(data, Map)
    except msgspec.ValidationError as error:
        return [str(error)]
    return [*_check_hexes(table), *_check_towns(table), *_check_lines(table), *_check_chart(table)]


def _check_hexes(table: Map) -> list[str]:
    problems = []
    if not 20 <= len(table.hexes) <= MOST_HEXES:
        problems.append(f"hexes: {len(table.hexes)} of them; a map has 20 to {MOST_HEXES}")
    if len(set(table.hexes)) != len(table.hexes):
        problems.append("hexes: some are listed twice")
    keys = {f"{q},{r}" for q, r in table.hexes}
    for key in sorted(keys - table.hex_labels.keys()):
        problems.append(f"hex_labels: hex {key} has none")
    for key in sorted(table.hex_labels.keys() - keys):
        problems.append(f"hex_labels: {key} is no hex of the map")
    if len(set(table.hex_labels.values())) != len(table.hex_labels):
        problems.append("hex_labels: some labels stand for two hexes")
    if table.hexes and len(_together(set(table.hexes))) != len(set(table.hexes)):
        problems.append("hexes: the map falls into parts; every hex must be reached from every other")
    return problems


def _together(hexes: set[tuple[int, int]]) -> set[tuple[int, int]]:
    found = {next(iter(hexes))}
    queue = list(found)
    while queue:
        q, r = queue.pop()
        for dq, dr in STEPS:
            near = (q + dq, r + dr)
            if near in hexes and near not in found:
                found.add(near)
                queue.append(near)
    return found


def _check_towns(table: Map) -> list[str]:
    problems = []
    hexes, ids, places = set(table.hexes), set(), set()
    if len(table.towns) > _MOST_TOWNS:
        problems.append(f"towns: {len(table.towns)}; at most {_MOST_TOWNS}")
    for town in table.towns:
        if town.id in ids:
            problems.append(f"towns: {town.id} is listed twice")
        if (town.q, town.r) not in hexes:
            problems.append(f"towns: {town.id} at {town.q},{town.r} is off the map")
        if (town.q, town.r) in places:
            problems.append(f"towns: {town.id} shares its hex with another town")
        ids.add(town.id)
        places.add((town.q, town.r))
    for town in table.towns:
        if not any((town.q + dq, town.r + dr) in hexes - places for dq, dr in STEPS):
            problems.append(f"towns: {town.id} has no free hex beside it, so no line can ever connect it")
    return problems


def _check_lines(table: Map) -> list[str]:
    problems = []
    if len(table.companies) != LINES:
        problems.append(f"companies: {len(table.companies)}; there are {LINES} lines")
    starts = {town.id for town in table.towns if town.kind == "start"}
    for name in ("id", "short", "start", "colour"):
        values = [getattr(company, name) for company in table.companies]
        if len(set(values)) != len(values):
            problems.append(f"companies: two have the same {name}")
    for company in table.companies:
        if company.start not in starts:
            problems.append(f"companies: {company.id} starts in {company.start}, which is no town of kind start")
    for town in sorted(starts - {company.start for company in table.companies}):
        problems.append(f"towns: no line starts in {town}")
    return problems


def _check_chart(table: Map) -> list[str]:
    problems = []
    regular = {town.id for town in table.towns if town.kind == "regular"}
    listed = [row.town for row in table.investment]
    if len(set(table.industries)) != len(table.industries) or not table.industries:
        problems.append("industries: at least one, and none twice")
    for town in sorted(regular - set(listed)):
        problems.append(f"investment: {town} has no row on the chart")
    for row in table.investment:
        if row.town not in regular:
            problems.append(f"investment: {row.town} is no regular town")
        for industry in row.slots:
            if industry not in table.industries:
                problems.append(f"investment: {row.town} has slots of {industry}, which is no industry of the map")
    if len(set(listed)) != len(listed):
        problems.append("investment: a town has two rows")
    if sum(len(row.slots) for row in table.investment) >= MOST_CELLS - 2:
        problems.append(f"investment: too many cells; fewer than {MOST_CELLS - 2}")
    return problems


def make_board(table: Map) -> Board:
    """The kernel's tables of a checked map."""
    numbers = {tuple(at): number for number, at in enumerate(table.hexes)}
    neighbours = [numbers.get((q + dq, r + dr), -1) for q, r in table.hexes for dq, dr in STEPS]
    towns = [(numbers[town.q, town.r], KINDS[town.kind]) for town in table.towns]
    stock = table.components
    return Board(
        table.id,
        neighbours,
        towns,
        [table.places[company.start] for company in table.companies],
        table.cells,
        len(table.industries),
        stock.track_tiles,
        stock.passengers,
        stock.per_player.stations,
    )


@functools.cache
def find(name: str) -> Map:
    """A map of ours by its name."""
    text = resources.files("branchline.games.rocket").joinpath("data", f"{name}.json").read_text("utf-8")
    return read(json.loads(text))


@functools.cache
def board(name: str) -> Board:
    """Its tables, made once."""
    return make_board(find(name))


def map_of(state: Rocket) -> Map:
    """The map that a state is played on."""
    return find(state.board.name)
