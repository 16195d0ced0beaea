"""What is seen of 30 Rails: nothing is hidden in it, so every seat's view is the same but for its choices."""

from __future__ import annotations

from typing import Any

import msgspec

from branchline.games.rails30.api.actions import border_form, next_station, pair_of, place_of
from branchline.games.rails30.api.texts import praise
from branchline.games.rails30.rules import codes, mine, shares, station, track
from branchline.games.rails30.rules.codes import CELLS, DRAWINGS, PAIRS
from branchline.games.rails30.rules.drawings import DIE
from branchline.games.rails30.rules.scoring import PAIR_POINTS, mine_points, points, survey
from branchline.games.rails30.rules.state import Rails30

STEPS = ("mountain", "mine", "station", "station", "station", "station", "bonus", "ready")


def view(state: Rails30, seat: int | None) -> dict[str, Any]:
    """The whole table, and for a seat that may act what it can choose from."""
    return {
        "phase": phase(state),
        "roll": int(state.rolls),
        "turn": int(state.turn),
        "turns": codes.TURNS,
        "white": int(state.white),
        "coloured": int(state.coloured),
        "sheets": [sheet(state, each) for each in range(state.players)],
        "choices": choices(state, seat) if seat is not None and state.waiting >> seat & 1 else None,
    }


def phase(state: Rails30) -> str:
    """mountains, setup, turns or over."""
    if state.turn:
        return "over" if state.ended() else "turns"
    return "setup" if state.rolls == codes.ROWS and not _rolling(state) else "mountains"


def _rolling(state: Rails30) -> bool:
    return any(state.fact(seat, codes.STEP) == codes.MOUNTAINS for seat in range(state.players))


def sheet(state: Rails30, seat: int) -> dict[str, Any]:
    """One sheet with its score as it stands, and at the end the word for it (L17)."""
    word = praise(int(points(state, seat))) if state.ended() else None
    return {"acting": bool(state.waiting >> seat & 1), "praise": word, **_drawings.of(state, seat)}


class Drawings:
    """Sheets as they were drawn and scored: one changes once a turn, and all seats and spectators look at it."""

    MOST = 2048

    def __init__(self) -> None:
        self._kept: dict[tuple[Any, ...], bytes] = {}

    def of(self, state: Rails30, seat: int) -> Any:
        """The sheet of a seat, read anew for everybody, so that nobody can change another's."""
        cells = tuple(state.cells[seat * CELLS : (seat + 1) * CELLS])
        facts = tuple(state.facts[seat * codes.FACTS : (seat + 1) * codes.FACTS])
        key = (cells, facts, state.with_shares)  # equal rows look and score alike, at whatever table
        drawn = self._kept.get(key)
        if drawn is None:
            if len(self._kept) >= self.MOST:
                self._kept.clear()
            drawn = self._kept[key] = msgspec.json.encode(_draw(state, seat))
        return msgspec.json.decode(drawn)


_drawings = Drawings()


def _draw(state: Rails30, seat: int) -> dict[str, Any]:
    mine_at, bonus, spare = (int(state.fact(seat, which)) for which in (codes.MINE_AT, codes.BONUS_AT, codes.JOKERS))
    stations = [int(state.fact(seat, codes.STATIONS + number)) for number in range(4)]
    return {
        "cells": [int(cell) for cell in state.cells[seat * CELLS : (seat + 1) * CELLS]],
        "skipped": int(state.fact(seat, codes.SKIPPED)),
        "step": STEPS[state.fact(seat, codes.STEP)],
        "mine": place_of(mine_at) if mine_at >= 0 else None,
        "bonus": place_of(bonus) if bonus >= 0 else None,
        "stations": [border_form(border) if border >= 0 else None for border in stations],
        "jokers": {"white": bool(spare & codes.WHITE), "coloured": bool(spare & codes.COLOURED)},
        **score(state, seat),
    }


def score(state: Rails30, seat: int) -> dict[str, Any]:
    """The score sheet: pair by pair with its route, the mine, the total (L11–L16, L20)."""
    found = survey(state, seat, True)
    pairs = []
    for pair in range(PAIRS):
        total = int(found.pair_points(pair))
        bought = int(state.fact(seat, codes.SHARES + pair))
        row = {
            "pair": pair_of(pair),
            "base": int(PAIR_POINTS[pair]),
            "length": int(found.length[pair]),
            "bonus": int(found.bonus[pair]),
            "sum": total,
            "points": total,
            "route": [int(step) // 16 for step in found.routes[pair]],
        }
        if state.with_shares:
            row |= {"shares": bought, "points": min(bought, total)}
        pairs.append(row)
    return {
        "pairs": pairs,
        "mine_stations": [number + 1 for number in range(4) if found.mine >> number & 1],
        "mine_points": int(mine_points(found.mine)),
        "total": int(points(state, seat)),
    }


def choices(state: Rails30, seat: int) -> dict[str, Any]:
    """What the seat can do now, in short; the full list of actions is `match.legal`."""
    step = STEPS[state.fact(seat, codes.STEP)]
    empty = int(state.fact(seat, codes.EMPTY_CELLS))
    if step == "mountain":
        return {"step": step, **place_of((state.rolls - 1) * 6 + state.white - 1)}
    if step == "mine":
        return {"step": step, "cells": _cells(int(mine.open_cells(state, seat)))}
    if step == "station":
        sides = int(station.free_sides(state, seat))
        borders = [border_form(border) for border in range(24) if sides >> border // 6 & 1]
        return {"step": step, "number": next_station(state, seat), "borders": borders}
    if step == "bonus":
        return {"step": step, "cells": _cells(empty)}
    first, n = int(track.first_drawing(state, seat)), int(track.count_drawings(state, seat))
    return {
        "step": "draw",
        "cells": _cells(int(track.named_cells(state, seat))),
        "joker_cells": _cells(int(track.open_cells(state, seat)) & ~int(track.named_cells(state, seat))),
        "drawings": [drawing for drawing in range(1, DRAWINGS + 1) if DIE[drawing] == state.coloured],
        "joker_drawings": [d for d in range(first, first + n) if DIE[d] != state.coloured],
        "buy": {"shares": int(shares.offered(state)), "cells": _cells(empty)} if state.with_shares else None,
    }


def _cells(mask: int) -> list[int]:
    return [cell for cell in range(CELLS) if mask >> cell & 1]
