"""The position as plain text, for reading aloud and for terminals: all that the map shows is in it."""

from __future__ import annotations

from typing import Any

from branchline.core.text import Text
from branchline.games.rocket.api.maps import Map, map_of
from branchline.games.rocket.api.texts import counts_text, industry_text, many, names, seat_text, town_text
from branchline.games.rocket.api.views import LineView, RocketView, view
from branchline.games.rocket.rules.state import Rocket

_COMPASS = {"pointy": ("e", "ne", "nw", "w", "sw", "se"), "flat": ("se", "ne", "n", "nw", "sw", "s")}
"""What the six directions are called on a map of that orientation."""


def board(state: Rocket, seat: int | None, language: str) -> str:
    """The turn, seats, lines, stations, towns with their cubes, and industries."""
    table, seen = map_of(state), view(state, None)
    facts = {"map": Text(f"rocket.map_{table.id}"), "turn": seen.turn}
    said = [Text("rocket.board_head", {**facts, "tiles": seen.tiles, "passengers": seen.passengers})]
    if seen.phase not in ("first", "over"):
        said.append(Text("rocket.board_turn", {"seat": seat_text(seen.speaker), "left": seen.actions_left}))
    said += [_seat_text(seen, each, each == seat) for each in range(len(seen.seats))]
    said += [_line_text(seen, table, line) for line in seen.lines]
    said += [_station_text(table, each.hex, each.seat, each.line) for each in seen.stations]
    said += [_town_text(seen, table, town) for town in range(len(table.towns))]
    for each in seen.projection.scorings:
        if each.industry is not None:
            facts = {"industry": Text(f"rocket.industry_{each.industry}"), "counts": counts_text(each.counts)}
            said.append(Text("rocket.board_industry", facts))
    return "\n".join(text.render(language) for text in said)


def _seat_text(seen: RocketView, seat: int, you: bool) -> Text:
    row = seen.seats[seat]
    facts: dict[str, Any] = {"seat": seat_text(seat), "n": seat + 1, "points": row.points}
    facts |= {"passengers": row.passengers, "stations": row.stations_left}
    facts["total"] = seen.projection.seats[seat].total
    return Text("rocket.board_you" if you else "rocket.board_seat", facts)


def _line_text(seen: RocketView, table: Map, line: LineView) -> Text:
    short = table.companies[table.line_numbers[line.line]].short
    if line.closed:
        return Text("rocket.board_closed", {"line": short, "into": _short(table, line.into)})
    heading = "none" if line.heading is None else _COMPASS[table.orientation][line.heading]
    facts: dict[str, Any] = {
        "line": short,
        "hex": line.at,
        "heading": Text(f"rocket.heading_{heading}"),
        "towns": many([town_text(table, table.places[town]) for town in line.towns]),
        "track": names([rail.hex for rail in seen.rails if rail.line == line.line and rail.hex != line.at]),
        "shares": counts_text([row.shares[line.line] for row in seen.seats]),
        "stations": counts_text([row.stations[line.line] for row in seen.seats]),
    }
    if not line.isolated:
        return Text("rocket.board_line", facts)
    return Text("rocket.board_isolated", {**facts, "reason": Text(f"rocket.isolated_{line.reason}")})


def _station_text(table: Map, label: str, seat: int, line: str | None) -> Text:
    where = Text("rocket.board_on", {"line": _short(table, line)}) if line else Text("rocket.board_loose")
    return Text("rocket.board_station", {"hex": label, "seat": seat_text(seat), "line": where})


def _town_text(seen: RocketView, table: Map, number: int) -> Text:
    """Where a town is, what it is, the lines that connect it, and on the chart its cubes."""
    town = table.towns[number]
    lines = [_short(table, line.line) for line in seen.lines if not line.closed and town.id in line.towns]
    facts: dict[str, Any] = {
        "town": town_text(table, number),
        "hex": table.label(table.hexes.index((town.q, town.r))),
        "kind": Text(f"rocket.board_kind_{town.kind}"),
        "lines": Text("rocket.board_joined", {"lines": names(lines)}) if lines else Text("rocket.board_unjoined"),
    }
    cells = [cell for cell in seen.chart if cell.town == town.id]
    if not cells:
        return Text("rocket.board_town", facts)
    facts["cubes"] = many(
        [
            Text(
                "rocket.board_cell",
                {
                    "industry": industry_text(table, table.industries.index(cell.industry)),
                    "counts": counts_text(cell.cubes),
                    "slots": cell.slots,
                },
            )
            for cell in cells
        ]
    )
    return Text("rocket.board_cubes", facts)


def _short(table: Map, line: str | None) -> str:
    return table.companies[table.line_numbers[line]].short if line else ""
