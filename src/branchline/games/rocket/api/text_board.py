"""The position as plain text, for reading aloud and for terminals."""

from __future__ import annotations

from typing import Any

from branchline.core.text import Text
from branchline.games.rocket.api.maps import Map, map_of
from branchline.games.rocket.api.texts import counts_text, seat_text, town_text
from branchline.games.rocket.api.views import view
from branchline.games.rocket.rules.board import LINES
from branchline.games.rocket.rules.layout import AT, SHARE, TOWNS
from branchline.games.rocket.rules.ledger import unpack_counts
from branchline.games.rocket.rules.scoring import town_cubes
from branchline.games.rocket.rules.state import Rocket


def board(state: Rocket, seat: int | None, language: str) -> str:
    """The lines, stations, chart and seats, for reading aloud."""
    table = map_of(state)
    seen = view(state, None)
    said = [Text("rocket.board_head", {"map": Text(f"rocket.map_{table.id}"), "tiles": seen.tiles, "turn": seen.turn})]
    said += [_line_text(state, table, line) for line in range(LINES)]
    for station in seen.stations:
        facts = {"seat": seat_text(station.seat), "hex": station.hex}
        said.append(Text("rocket.board_station", facts))
    for town in range(len(table.towns)):
        cubes = [int(count) for count in unpack_counts(town_cubes(state, town), state.players)]
        if any(cubes):
            facts = {"town": town_text(table, town), "counts": counts_text(cubes)}
            said.append(Text("rocket.board_cubes", facts))
    for each, row in enumerate(seen.projection.seats):
        facts = {"seat": seat_text(each), "points": seen.seats[each].points, "total": row.total}
        facts |= {"passengers": seen.seats[each].passengers, "stations": seen.seats[each].stations_left}
        said.append(Text("rocket.board_seat", facts))
    return "\n".join(text.render(language) for text in said)


def _line_text(state: Rocket, table: Map, line: int) -> Text:
    shares = counts_text([int(count) for count in state.all_seats(SHARE + line)])
    towns = int(state.lines[TOWNS + line]).bit_count()
    facts: dict[str, Any] = {"line": table.companies[line].short, "towns": towns, "shares": shares}
    if state.closed >> line & 1:
        return Text("rocket.board_closed", facts)
    facts["hex"] = table.label(int(state.lines[AT + line]))
    return Text("rocket.board_isolated" if state.isolated >> line & 1 else "rocket.board_line", facts)
