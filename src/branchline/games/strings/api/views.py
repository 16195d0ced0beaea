"""What is seen of String Railway: everything, since nothing is hidden but the order of the stack."""

from __future__ import annotations

from typing import Any

from branchline.games.strings.api.actions import KIND, points_of, spot_of
from branchline.games.strings.rules import codes, scoring, shapes
from branchline.games.strings.rules.give_up import some_rail
from branchline.games.strings.rules.judge import MOUNTAIN_STRING, RIVER_STRING, Verdict
from branchline.games.strings.rules.lines import Line
from branchline.games.strings.rules.pieces import (
    BLACK,
    LIMIT,
    LONG,
    MOUNTAINS,
    NOBODY,
    OTHER_POINTS,
    OWNER_POINTS,
    RIVER,
    SHORT,
    VISIT,
    YARD,
)
from branchline.games.strings.rules.place import fits_somewhere
from branchline.games.strings.rules.shapes import Shape
from branchline.games.strings.rules.state import Strings
from branchline.games.strings.rules.tiles import CLEARANCE, SIDE, Tile

PHASES = ("field", "river", "mountains", "corner", "ready", "draw", "place", "lay", "over")
SIZES = {
    "short": SHORT, "long": LONG, "field": BLACK, "river": RIVER, "mountains": MOUNTAINS, "station": SIDE,
    "clearance": CLEARANCE,
}  # fmt: skip


def view(state: Strings, seat: int | None) -> dict[str, Any]:
    """The whole table; lengths in tenths of a millimetre, points as [x, y]."""
    table = state.table
    field = table.field
    over = state.phase == codes.OVER
    return {
        "phase": PHASES[state.phase],
        "company": None if over else int(state.company()),
        "round": min(int(state.turn) // int(state.companies) + 1, int(state.rounds())),
        "rounds": int(state.rounds()),
        "turn": int(state.turn),
        "expert": state.expert,
        "sizes": dict(SIZES),
        "field": None if field is None else {"points": points_of(field.ring), "marks": _tiles(field.marks)},
        "river": _points(table.river),
        "mountains": _points(table.mountains),
        "stations": [station(state, s) for s in range(len(table.tiles))],
        "rails": [rail(state, r) for r in range(len(table.rails))],
        "companies": companies(state),
        "hand": [KIND[kind] for kind in range(len(KIND)) for _ in range(state.hand[kind])],
        "stack": {KIND[kind]: int(count) for kind, count in enumerate(state.stack) if kind},
        "aside": int(state.aside),
        "kinds": {name: dict(facts) for name, facts in KINDS.items()},
        "choices": choices(state) if seat is not None and state.actors() >> seat & 1 else None,
    }


KINDS = {
    name: {"owner": int(OWNER_POINTS[k]), "other": int(OTHER_POINTS[k]), "limit": int(LIMIT[k]), "visit": int(VISIT[k])}
    for k, name in enumerate(KIND)
}


def _points(line: Line | None) -> list[list[int]] | None:
    return None if line is None else points_of(line)


def _tiles(tiles: list[Tile]) -> list[dict[str, Any]]:
    return [{"corners": points_of(tile.line), "x": int(tile.x), "y": int(tile.y)} for tile in tiles]


def station(state: Strings, s: int) -> dict[str, Any]:
    """A station on the table."""
    table = state.table
    tile, owner = table.tiles[s], int(table.owners[s])
    return {
        "n": s,
        "kind": KIND[table.kinds[s]],
        **spot_of(tile),
        "corners": points_of(tile.line),
        "owner": None if owner == NOBODY else owner,
        "companies": [c for c in range(state.companies) if table.reached[s] >> c & 1],
        "limit": int(LIMIT[table.kinds[s]]),
        "high": bool(table.high[s]),
        "worth": [worth(state, s, company) for company in range(state.companies)],
    }


def worth(state: Strings, s: int, company: int) -> int:
    """What the station would bring to a company now."""
    if state.table.kinds[s] == YARD:
        return 1
    return 0 if state.table.reached[s] >> company & 1 else int(state.table.worth(s, company))


def rail(state: Strings, r: int) -> dict[str, Any]:
    """A rail on the table."""
    table = state.table
    line = table.rails[r]
    return {
        "n": r,
        "company": int(table.rail_company[r]),
        "long": bool(table.rail_long[r]),
        "points": points_of(line),
        "length": _units(line.length()),
    }


def _units(length: int) -> int:
    return -(-int(length) // 1024)


def companies(state: Strings) -> list[dict[str, Any]]:
    """Every company with its points and where they came from."""
    rows = []
    for company in range(state.companies):
        at = company * scoring.TALLY
        rows.append(
            {
                "company": company,
                "seat": company % int(state.players),
                "corner": int(state.corner[company]),
                "points": int(state.points[company]),
                "short": int(state.short[company]),
                "long": int(state.long[company]),
                "start": 3,
                "stations": int(state.tally[at + scoring.FROM_STATIONS]),
                "yards": int(state.tally[at + scoring.FROM_YARDS]),
                "crossings": int(state.tally[at + scoring.FROM_CROSSINGS]),
                "visitors": int(state.tally[at + scoring.FROM_VISITORS]),
            }
        )
    return rows


def choices(state: Strings) -> dict[str, Any]:
    """What the seat at turn can choose from, in short."""
    phase = state.phase
    if phase == codes.LAY_FIELD:
        return {"free": state.free, "fields": [] if state.free else [points_of(field.ring) for field in state.fields]}
    if phase == codes.CHOOSE_CORNER:
        return {"corners": [int(action) - codes.CORNER for action in state.legal(int(state.company() % state.players))]}
    if phase == codes.LAY:
        company = int(state.company())
        table = state.table
        return {
            "strings": [name for name, long in (("short", False), ("long", True)) if state.has_string(long)],
            "starts": [s for s in range(len(table.tiles)) if table.reached[s] >> company & 1],
            "full": [s for s in range(len(table.tiles)) if table.is_full_for(s, company)],
            "give_up": some_rail(table, company, state.strings()) is None,
        }
    if phase == codes.PLACE:
        return {"aside": not fits_somewhere(state.table)}
    return {}


def checked(state: Strings, action: int) -> dict[str, Any]:
    """What a legal action does: for a rail the whole count (S16–S19)."""
    if action < codes.SHAPE:
        return {}
    shape = state.drafts[action - codes.SHAPE]
    if shape.what == shapes.STATION:
        return _place_check(state, shape)
    if shape.line is None:
        return {}
    if shape.what == shapes.RAIL:
        return count(state, state.judge(shape.line, shape.kind == 1), shape.kind == 1)
    limit = RIVER if shape.what == shapes.RIVER else MOUNTAINS
    return {"length": _units(shape.line.length()), "limit": limit}


def _place_check(state: Strings, shape: Shape) -> dict[str, Any]:
    assert shape.tile is not None
    after = state.table.clone()
    after.add_station(shape.tile, shape.kind, NOBODY, 0)
    return {"fits": True, "high": bool(after.high[len(after.tiles) - 1])}


def count(state: Strings, verdict: Verdict, long: bool) -> dict[str, Any]:
    """A verdict without a fault, in full."""
    table, company = state.table, int(state.company())
    return {
        "length": _units(verdict.length),
        "limit": LONG if long else SHORT,
        "stations": [
            {
                "station": int(s),
                "kind": KIND[table.kinds[s]],
                "new": not table.reached[s] >> company & 1,
                "points": int(points),
            }
            for s, points in zip(verdict.stations, verdict.worth, strict=True)
        ],
        "crossings": [
            {
                "at": [int(verdict.cross_x[c]), int(verdict.cross_y[c])],
                "string": _string(int(verdict.cross_what[c])),
                "rail": int(verdict.cross_what[c]) if verdict.cross_what[c] >= 0 else None,
                "company": int(table.rail_company[verdict.cross_what[c]]) if verdict.cross_what[c] >= 0 else None,
                "points": -int(verdict.cross_cost[c]),
            }
            for c in range(len(verdict.cross_x))
        ],
        "owners": [
            {"station": int(s), "company": int(table.owners[s]), "points": int(VISIT[table.kinds[s]])}
            for s in verdict.visits
        ],
        "points": int(verdict.points),
    }


def _string(what: int) -> str:
    return {RIVER_STRING: "river", MOUNTAIN_STRING: "mountains"}.get(what, "rail")


def pieces(state: Strings) -> dict[str, int]:
    """What never changes: the number of stations, and of strings of each company."""
    table = state.table
    bases = sum(1 for kind in table.kinds if kind == 0)
    gone = int(state.turn) if state.phase >= codes.DRAW else 0
    strings = {}
    for company in range(state.companies):
        turns = gone // int(state.companies) + (1 if company < gone % int(state.companies) else 0)
        strings[f"strings of company {company}"] = int(state.short[company] + state.long[company]) + turns
    stations = int(state.stack_size()) + sum(int(n) for n in state.hand) + len(table.tiles) - bases + int(state.aside)
    return {"stations": stations, **strings}
