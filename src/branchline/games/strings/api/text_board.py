"""The table as plain text: what lies where, whose it is and what it brings."""

from __future__ import annotations

from typing import Any

import msgspec

from branchline.core.text import Text
from branchline.games.strings.api import views
from branchline.games.strings.api.actions import KIND
from branchline.games.strings.api.texts import company_text, kind_text, signed, stations_text
from branchline.games.strings.api.views import PHASES
from branchline.games.strings.rules import codes
from branchline.games.strings.rules.judge import put_in_order
from branchline.games.strings.rules.lines import Line
from branchline.games.strings.rules.state import Strings

_POINTS = 9
"""A string is described by this many of its points at most."""


def board(state: Strings, seat: int | None, language: str) -> str:
    """What is to be done, the companies, field, river and mountains, stations and rails, for reading aloud."""
    company = None if state.phase == codes.OVER else int(state.company())
    facts: dict[str, Any] = {} if company is None else {"company": company_text(company)}
    lines = [Text(f"strings.board_{PHASES[state.phase]}", facts)]
    for row in views.companies(state):
        facts = {**msgspec.structs.asdict(row), "company": company_text(row.company), "seat": row.seat + 1}
        lines.append(Text("strings.board_company", facts))
    hand = [kind_text(kind) for kind in range(len(KIND)) for _ in range(state.hand[kind])]
    facts = {"hand": _listed(hand), "stack": int(state.stack_size()), "aside": int(state.aside)}
    lines += [*_ground(state), Text("strings.board_hand" if hand else "strings.board_stack", facts)]
    lines += [_station(state, s, company) for s in range(len(state.table.tiles))]
    lines += [_rail(state, r) for r in range(len(state.table.rails))]
    return "\n".join(line.render(language) for line in lines)


def _ground(state: Strings) -> list[Text]:
    """Field, river and mountains, as far as they lie."""
    table, found = state.table, []
    if table.field is not None:
        ring = table.field.ring
        facts: dict[str, Any] = {
            "width": int(ring.right - ring.left) // 10,
            "height": int(ring.bottom - ring.top) // 10,
        }
        found.append(Text("strings.board_ground", facts | {"way": _way(ring)}))
    if table.river is not None:
        found.append(Text("strings.board_the_river", {"length": _mm(table.river), "way": _way(table.river)}))
    if table.mountains is not None:
        facts = {"length": _mm(table.mountains), "way": _way(table.mountains)}
        found.append(Text("strings.board_the_mountains", facts))
    return found


def _station(state: Strings, s: int, company: int | None) -> Text:
    found = views.station(state, s)
    facts: dict[str, Any] = {
        "n": s + 1,
        "kind": Text(f"strings.kind_{found.kind}"),
        "x": found.x // 10,
        "y": found.y // 10,
        "limit": found.limit,
        "companies": _listed([company_text(each) for each in found.companies]),
        "owner": Text("strings.board_nobodys"),
        "worth": Text("strings.board_over_worth"),
        "high": Text("strings.board_high" if found.high else "strings.board_low"),
    }
    if found.owner is not None:
        facts["owner"] = Text("strings.board_owner", {"company": company_text(found.owner)})
    if company is not None:
        full = bool(state.table.is_full_for(s, company))
        name = "strings.board_full" if full else "strings.board_worth"
        facts["worth"] = Text(name, {"points": signed(found.worth[company]), "company": company_text(company)})
    return Text("strings.board_station", facts)


def _rail(state: Strings, r: int) -> Text:
    table = state.table
    line = table.rails[r]
    stations = [s for s, tile in enumerate(table.tiles) if tile.pieces(line)]
    facts = {
        "n": r + 1,
        "company": company_text(int(table.rail_company[r])),
        "string": Text("strings.long" if table.rail_long[r] else "strings.short"),
        "length": _mm(line),
        "stations": stations_text(state, put_in_order(table, line, stations)),
        "way": _way(line),
    }
    return Text("strings.board_rail", facts)


def _listed(texts: list[Text]) -> Text:
    """Some texts, separated by commas."""
    found = texts[0] if texts else Text("strings.nobody")
    for each in texts[1:]:
        found = Text("strings.and", {"a": found, "b": each})
    return found


def _way(line: Line) -> str:
    """Some points of a string in millimetres, its ends among them."""
    points = list(zip(line.xs, line.ys, strict=True))
    last = len(points) - (2 if line.closed else 1)
    count = min(last + 1, _POINTS)
    chosen = [round(k * last / (count - 1)) for k in range(count)]
    return " → ".join(f"{int(points[k][0]) // 10},{int(points[k][1]) // 10}" for k in chosen)


def _mm(line: Line) -> int:
    return -(-int(line.length()) // 10240)
