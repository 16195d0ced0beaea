"""Maps are data: a schema, a checker that says what is wrong, and the way into the rules' Board."""

from __future__ import annotations

import functools
import json
from collections import Counter
from importlib import resources
from typing import Annotated, Any, Literal, get_args

import msgspec
from msgspec import Meta

from branchline.core.errors import OptionError
from branchline.core.options import brief
from branchline.core.reading import convert
from branchline.core.text import Text
from branchline.games.tickets.rules.board import LENGTHS, MOST_OFFER, MOST_ROUTES, MOST_TICKETS, Board, build
from branchline.games.tickets.rules.observe import MOST_PLAYERS
from branchline.games.tickets.rules.sweep import MOST_WIDTH, map_width

NAMES = ("usa",)
"""The maps that come with the game."""
TICKET_SETS = ("standard", "1910", "mega", "big")
MOST_BYTES = 256_000
LONGEST = 10
"""Points for the longest path in the base game (T2)."""

Colour = Literal["pink", "white", "blue", "yellow", "orange", "black", "red", "green", "gray"]
COLOUR_NAMES: tuple[str, ...] = get_args(Colour)
Card = Literal["pink", "white", "blue", "yellow", "orange", "black", "red", "green", "locomotive"]
KIND_NAMES: tuple[Card, ...] = get_args(Card)
Cards = dict[Card, int]
"""How many there are of each kind of card."""
Name = Annotated[
    str,
    Meta(min_length=1, max_length=40, pattern=r"^[^\x00-\x1f\x7f-\x9f\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]*$"),
]
"""Without control and bidirectional characters, which would reach every player's screen."""
Share = Annotated[float, Meta(ge=0, le=1)]
Points = Annotated[int, Meta(ge=1, le=100)]


class Names(msgspec.Struct, forbid_unknown_fields=True):
    """A name in both languages."""

    en: Name
    ru: Name


class City(msgspec.Struct, forbid_unknown_fields=True):
    """A city and its place on the board, from the top left corner, as shares of width and height."""

    name: Name
    x: Share
    y: Share
    name_ru: Name | None = None


class Route(msgspec.Struct, forbid_unknown_fields=True):
    """A route; two routes between the same cities are a double route."""

    a: Name
    b: Name
    length: Annotated[int, Meta(ge=1, lt=LENGTHS)]
    colour: Colour


class Ticket(msgspec.Struct, forbid_unknown_fields=True):
    """A ticket: two cities and its points."""

    a: Name
    b: Name
    points: Points


TicketList = Annotated[list[Ticket], Meta(max_length=MOST_TICKETS)]


class Bonuses(msgspec.Struct, forbid_unknown_fields=True):
    """The points of the bonuses that a set of tickets uses; 0 is none."""

    longest: Annotated[int, Meta(ge=0, le=100)] = 0
    """For the longest path (T33)."""
    globetrotter: Annotated[int, Meta(ge=0, le=100)] = 0
    """For the most completed tickets (T36)."""


class TicketSet(msgspec.Struct, forbid_unknown_fields=True):
    """T40: a set of tickets and how it is played; what it does not say is as in the base game."""

    tickets: TicketList
    deal: Annotated[int, Meta(ge=1, le=MOST_OFFER)] = 3
    """Tickets that everybody gets at first,"""
    keep: Annotated[int, Meta(ge=1, le=MOST_OFFER)] = 2
    """and how many of them everybody keeps at least."""
    draw: Annotated[int, Meta(ge=1, le=MOST_OFFER)] = 3
    """Tickets that are drawn later; at least one is kept."""
    bonuses: Bonuses | None = None


class Map(msgspec.Struct, forbid_unknown_fields=True):
    """A map file."""

    name: Names
    aspect: Annotated[float, Meta(ge=0.3, le=3)]
    """Width over height."""
    wagons: Annotated[int, Meta(ge=10, le=60)]
    points: dict[str, Points]
    """Points of a route by its length."""
    cities: Annotated[list[City], Meta(min_length=4, max_length=100)]
    routes: Annotated[list[Route], Meta(min_length=4, max_length=MOST_ROUTES)]
    tickets: dict[str, TicketSet | TicketList]
    """Sets of tickets by name; `standard` must be there. A mere list is played as in the base game."""
    longest: Annotated[int, Meta(ge=0, le=100)] = LONGEST
    """Points for the longest path in the sets that name no bonuses."""

    def set_of(self, name: str) -> TicketSet:
        """A set of tickets with its bonuses."""
        found = self.tickets[name]
        if isinstance(found, list):
            found = TicketSet(found)
        return msgspec.structs.replace(found, bonuses=found.bonuses or Bonuses(longest=self.longest))


def read_map(text: str | bytes) -> Map:
    """The map of a JSON text; OptionError with everything that the checker finds wrong."""
    try:
        found = msgspec.json.decode(text, type=Map, strict=True)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise OptionError(Text("tickets.map_schema", {"why": str(error)[:200]})) from error
    problems = check(found)
    if problems:
        why = Text("tickets.map_problem", {"n": len(problems), "first": problems[0]})
        raise OptionError(why)
    return found


def check_data(data: Any) -> list[Text]:
    """Everything that is wrong with a map, given as plain JSON data; nothing if it can be played."""
    try:
        return check(convert(data, Map))
    except (msgspec.ValidationError, RecursionError) as error:
        return [Text("tickets.map_schema", {"why": str(error)[:200]})]


def check(found: Map) -> list[Text]:
    """What the schema cannot say: names that fit together, doubles, a connected network, enough tickets."""
    problems: list[Text] = []
    names = [city.name for city in found.cities]
    for name, n in Counter(names).items():
        if n > 1:
            problems.append(Text("tickets.map_city_twice", {"city": name}))
    for place, n in Counter((city.x, city.y) for city in found.cities).items():
        if n > 1:
            problems.append(Text("tickets.map_same_place", {"place": f"{place[0]}, {place[1]}"}))
    for route in found.routes:
        problems += _check_ends(names, route)
        if str(route.length) not in found.points:
            problems.append(Text("tickets.map_no_points", {"length": route.length}))
    for pair, n in Counter(frozenset((route.a, route.b)) for route in found.routes).items():
        if n > 2:
            problems.append(Text("tickets.map_triple", {"cities": " – ".join(sorted(pair)), "n": n}))
    problems += [Text("tickets.map_cut_off", {"city": name}) for name in _cut_off(found)]
    if "standard" not in found.tickets:
        problems.append(Text("tickets.map_no_tickets"))
    for which in found.tickets:
        if which not in TICKET_SETS:
            problems.append(Text("tickets.map_ticket_set", {"name": brief(which), "known": ", ".join(TICKET_SETS)}))
        problems += _check_set(names, which, found.set_of(which))
    return problems or _check_width(names, found)


def _check_width(names: list[str], found: Map) -> list[Text]:
    """T33 must be counted in good time on a map, whatever a player owns: see rules/sweep.py."""
    number = {name: i for i, name in enumerate(names)}
    ends = [(number[route.a], number[route.b]) for route in found.routes]
    width = map_width(len(names), [a for a, _ in ends], [b for _, b in ends])
    return [Text("tickets.map_tangled", {"width": width, "most": MOST_WIDTH})] if width > MOST_WIDTH else []


def _check_set(names: list[str], which: str, of: TicketSet) -> list[Text]:
    """What is wrong with a set of tickets: its numbers, then its tickets."""
    problems = []
    if of.keep > of.deal:
        problems.append(Text("tickets.map_keep", {"name": which[:40], "keep": of.keep, "deal": of.deal}))
    least = of.deal * MOST_PLAYERS
    if len(of.tickets) < least:
        problems.append(Text("tickets.map_few_tickets", {"name": which[:40], "n": len(of.tickets), "least": least}))
    for ticket in of.tickets:
        problems += _check_ends(names, ticket)
    for pair, n in Counter(frozenset((ticket.a, ticket.b)) for ticket in of.tickets).items():
        if n > 1:
            facts = {"cities": " – ".join(sorted(pair)), "name": which[:40]}
            problems.append(Text("tickets.map_ticket_twice", facts))
    return problems


def _check_ends(names: list[str], between: Route | Ticket) -> list[Text]:
    problems = [Text("tickets.map_no_city", {"city": end}) for end in (between.a, between.b) if end not in names]
    if between.a == between.b:
        problems.append(Text("tickets.map_same_city", {"city": between.a}))
    return problems


def _cut_off(found: Map) -> list[str]:
    """The cities that cannot be reached from the first."""
    reached, grown = {found.cities[0].name}, True
    while grown:
        more = {end for route in found.routes if {route.a, route.b} & reached for end in (route.a, route.b)}
        grown = not more <= reached
        reached |= more
    return [city.name for city in found.cities if city.name not in reached]


def canonical(found: Map) -> str:
    """The map as JSON text, the same for equal maps."""
    return json.dumps(msgspec.to_builtins(found), ensure_ascii=False, sort_keys=True, separators=(",", ":"))


@functools.lru_cache(maxsize=64)
def load(value: str) -> Map:
    """The map that the option's value stands for."""
    if value in NAMES:
        value = resources.files("branchline.games.tickets").joinpath("data", f"{value}.json").read_text("utf-8")
    return read_map(value)


@functools.lru_cache(maxsize=64)
def board(value: str, tickets: str) -> Board:
    """The rules' board of a map with one of its sets of tickets."""
    found = load(value)
    if tickets not in found.tickets:
        facts = {"name": "tickets", "value": tickets, "allowed": ", ".join(found.tickets)}
        raise OptionError(Text("core.bad_option_value", facts))
    number = {city.name: i for i, city in enumerate(found.cities)}
    played = found.set_of(tickets)
    bonuses = played.bonuses or Bonuses()
    return build(
        key=value,
        cities=len(found.cities),
        ends=[number[end] for route in found.routes for end in (route.a, route.b)],
        lengths=[route.length for route in found.routes],
        colours=[COLOUR_NAMES.index(route.colour) for route in found.routes],
        tickets=[n for t in played.tickets for n in (number[t.a], number[t.b], t.points)],
        points=[found.points.get(str(length), 0) for length in range(LENGTHS)],
        wagons=found.wagons,
        terms=[played.deal, played.keep, played.draw, bonuses.longest, bonuses.globetrotter],
    )
