"""What is seen of Stephenson's Rocket. Everything is open (R3), so all seats see the same but for their choices."""

from __future__ import annotations

from typing import Any

from branchline.games.rocket.api.actions import label_beside
from branchline.games.rocket.api.maps import Map, map_of
from branchline.games.rocket.api.scorings import scoring
from branchline.games.rocket.api.texts import WHATS
from branchline.games.rocket.rules import codes, ledger
from branchline.games.rocket.rules.board import LINES
from branchline.games.rocket.rules.codes import ACT, BID, CALL, MERGE, OFFERED, OVER, PASSED
from branchline.games.rocket.rules.isolation import reach
from branchline.games.rocket.rules.layout import (
    AT,
    CAME,
    HAND,
    HEADING,
    JOINED,
    LAID_BY,
    LEFT,
    ON_LINE,
    PASSENGER,
    POINTS,
    SHARE,
    SPOTS,
    TILE,
    TOWNS,
)
from branchline.games.rocket.rules.scoring import final_entries, points_of
from branchline.games.rocket.rules.state import Rocket
from branchline.games.rocket.rules.station import loose, only_itself
from branchline.games.rocket.rules.veto import bid_of

PHASES = ("first", "act", "call", "bid", "merge", "over")
TILES = (None, "track", "junction", "triple")


def view(state: Rocket, seat: int | None) -> dict[str, Any]:
    """The whole table, and for the seat that may act what it can choose from."""
    table = map_of(state)
    acting = seat is not None and bool(state.actors() >> seat & 1)
    return {
        "map": table.id,
        "phase": PHASES[state.phase],
        "turn": int(state.turn),
        "active": int(state.active),
        "speaker": int(state.speaker),
        "actions_left": int(state.left),
        "used": table.companies[int(state.used)].id if state.used >= 0 else None,
        "tiles": int(state.tiles),
        "tiles_of": int(state.board.tiles),
        "passengers": int(state.passengers),
        "lines": [line_view(state, table, line) for line in range(LINES)],
        "rails": rails(state, table),
        "stations": stations(state, table),
        "seats": [seat_view(state, table, each) for each in range(state.players)],
        "chart": chart(state, table),
        "joined": _towns(table, int(state.joined)),
        "move": move(state, table),
        "projection": projection(state, table),
        "choices": choices(state, table, seat) if acting and seat is not None else None,
    }


def line_view(state: Rocket, table: Map, line: int) -> dict[str, Any]:
    """A line: where its locomotive is, what it connects, whether it still brings shares."""
    at, heading = int(state.lines[AT + line]), int(state.lines[HEADING + line])
    isolated = bool(state.isolated >> line & 1)
    merger = _merger(state, table, line) if at < 0 else None
    return {
        "line": table.companies[line].id,
        "at": table.label(at) if at >= 0 else None,
        "heading": heading if heading >= 0 else None,
        "towns": _towns(table, int(state.lines[TOWNS + line])),
        "closed": at < 0,
        "into": merger["into"] if merger else None,
        "merger": merger,
        "isolated": isolated,
        "reason": isolation_reason(state, line) if isolated and at >= 0 else None,
        "ways": [label_beside(state, table, line, way) for way in _bits(int(state.ways(line)))],
    }


def isolation_reason(state: Rocket, line: int) -> str:
    """Why a line is isolated: `stuck` when no hex ahead is free, else `nothing_new`."""
    return "nothing_new" if any(reach(state, line)) else "stuck"


def _merger(state: Rocket, table: Map, line: int) -> dict[str, Any]:
    """The scoring with which the line was closed."""
    for packed in state.ledger:
        if ledger.what_of(packed) == ledger.MERGER and ledger.line_of(packed) == line:
            return scoring(table, int(packed), int(state.players))
    raise ValueError(f"line {line} is not closed")


def rails(state: Rocket, table: Map) -> list[dict[str, Any]]:
    """Every hex that belongs to a line, with the directions by which it was entered and left."""
    laid = []
    for here, owner in enumerate(state.owner):
        if owner >= 0:
            packed = int(state.rails[here])
            laid.append(
                {
                    "hex": table.label(here),
                    "line": table.companies[int(owner)].id,
                    "laid_by": table.companies[(packed >> LAID_BY & 15) - 1].id,
                    "came": (packed >> CAME & 7) - 1,
                    "left": (packed >> LEFT & 7) - 1 if packed >> LEFT & 7 else None,
                    "joined": packed >> JOINED & 7,
                    "tile": TILES[packed >> TILE & 7],
                }
            )
    return laid


def stations(state: Rocket, table: Map) -> list[dict[str, Any]]:
    """All stations on the board, with the line that each is on."""
    return [
        {
            "hex": table.label(here),
            "seat": int(seat),
            "line": table.companies[int(state.owner[here])].id if state.owner[here] >= 0 else None,
        }
        for here, seat in enumerate(state.station)
        if seat >= 0
    ]


def seat_view(state: Rocket, table: Map, seat: int) -> dict[str, Any]:
    """What a player has."""
    names = [company.id for company in table.companies]
    return {
        "points": int(state.fact(seat, POINTS)),
        "passengers": int(state.fact(seat, PASSENGER)),
        "stations_left": int(state.fact(seat, HAND)),
        "shares": {name: int(state.fact(seat, SHARE + line)) for line, name in enumerate(names)},
        "stations": {name: int(state.fact(seat, ON_LINE + line)) for line, name in enumerate(names)},
    }


def chart(state: Rocket, table: Map) -> list[dict[str, Any]]:
    """The investment chart cell by cell; `cubes` counts by seat."""
    players = int(state.players)
    return [
        {
            "town": table.towns[town].id,
            "industry": table.industries[industry],
            "slots": slots,
            "cubes": [int(state.cubes[cell * players + seat]) for seat in range(players)],
        }
        for cell, (town, industry, slots) in enumerate(table.cells)
    ]


def move(state: Rocket, table: Map) -> dict[str, Any] | None:
    """The extension under way: who moves what where, what was bid, and where it could go instead."""
    if state.phase not in (CALL, BID):
        return None
    line = int(state.line)
    return {
        "line": table.companies[line].id,
        "seat": int(state.active),
        "from": table.label(int(state.lines[AT + line])),
        "hex": label_beside(state, table, line, int(state.way)),
        "best": int(state.best),
        "bidder": int(state.bidder) if state.bidder >= 0 else None,
        "words": [_word(state, table, seat) for seat in range(state.players)],
        "order": [int(state.active + 1 + k) % int(state.players) for k in range(state.players)],
        "targets": [_standing_target(state, table, way) for way in _bits(int(state.ways(line)))],
    }


def _word(state: Rocket, table: Map, seat: int) -> dict[str, Any] | None:
    word = int(bid_of(state, seat))
    if word < OFFERED:
        return {"pass": True} if word == PASSED else None
    shares, way = divmod(word - OFFERED, 6)
    return {"shares": shares, "hex": label_beside(state, table, int(state.line), way)}


def _standing_target(state: Rocket, table: Map, way: int) -> dict[str, Any]:
    after = state.clone()
    after.resolve(way, way == state.way)
    return target(state, after, table, int(state.line), way)


def driven(state: Rocket, line: int, way: int) -> Rocket:
    """The position after an extension that nobody objects to."""
    after = state.clone()
    after.begin(state.active, line, way)
    after.resolve(way, True)
    return after


def target(state: Rocket, after: Rocket, table: Map, line: int, way: int) -> dict[str, Any]:
    """What a hex would bring: points of every seat, towns, a passenger, a merger."""
    joins = _bits(int(after.options)) if after.phase == MERGE else []
    if after.phase == MERGE:
        after = after.clone()
        after.apply(after.active, codes.JOIN + joins[0])
    fresh = [int(packed) for packed in after.ledger[len(state.ledger) :] if ledger.what_of(packed) <= ledger.MERGER]
    scorings = [scoring(table, packed, int(state.players)) for packed in fresh]
    merged = [int(ledger.subject_of(packed)) for packed in fresh if ledger.what_of(packed) == ledger.MERGER]
    here = int(state.board.neighbours[state.lines[AT + line] * 6 + way])
    return {
        "hex": table.label(here),
        "way": way,
        "points": [sum(each["points"][seat] for each in scorings) for seat in range(state.players)],
        "towns": _towns(table, int(state.board.touch[here] & ~state.lines[TOWNS + line])),
        "scorings": scorings,
        "passenger": bool(after.passengers < state.passengers),
        "station": int(state.station[here]) if state.station[here] >= 0 else None,
        "merges": [table.companies[other].id for other in joins or merged],
    }


def projection(state: Rocket, table: Map) -> dict[str, Any]:
    """The final score if the game ended now (R34–R36); after the end what it was."""
    players = int(state.players)
    ended = state.phase == OVER
    final = [int(packed) for packed in state.ledger if ledger.what_of(packed) >= ledger.PASSENGERS]
    entries = final if ended else [int(packed) for packed in final_entries(state)]
    rows = []
    for seat in range(players):
        sums = dict.fromkeys(WHATS[ledger.PASSENGERS :], 0)
        for packed in entries:
            sums[WHATS[ledger.what_of(packed)]] += int(points_of(packed, players)[seat])
        total = int(state.fact(seat, POINTS)) + (0 if ended else sum(sums.values()))
        rows.append({"now": total - sum(sums.values()), **sums, "total": total})
    return {"seats": rows, "scorings": [scoring(table, packed, players) for packed in entries]}


def choices(state: Rocket, table: Map, seat: int) -> dict[str, Any]:
    """What the seat can do now, in short; the full list of actions is `match.legal`."""
    if state.phase == MERGE:
        return {"step": "merge", "lines": [table.companies[line].id for line in _bits(int(state.options))]}
    if state.phase != ACT:
        shares = int(state.fact(seat, SHARE + state.line))
        return {"step": "defend" if seat == state.active else PHASES[state.phase], "shares": shares}
    hexes = range(len(table.hexes))
    open_hexes = [table.label(here) for here in hexes if state.block[here] == 0]
    movable = [int(loose(state, seat, spot)) for spot in range(SPOTS)]
    return {
        "step": "act",
        "extend": [
            {"line": table.companies[line].id, **target(state, driven(state, line, way), table, line, way)}
            for line in range(LINES)
            if line != state.used
            for way in _bits(int(state.ways(line)))
        ],
        "invest": [cell for cell in range(state.board.cells) if state.free_cells >> cell & 1],
        "hexes": open_hexes,
        "build": state.fact(seat, HAND) > 0,
        "move": {
            table.label(at): [table.label(int(near)) for near in only_itself(state, at)] for at in movable if at >= 0
        },
    }


def _towns(table: Map, mask: int) -> list[str]:
    return [table.towns[town].id for town in _bits(mask)]


def _bits(mask: int) -> list[int]:
    return [place for place in range(mask.bit_length()) if mask >> place & 1]
