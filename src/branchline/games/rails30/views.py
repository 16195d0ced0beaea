"""What is seen of 30 Rails: nothing is hidden in it, so every seat's view is the same but for its choices."""

from __future__ import annotations

from typing import Any

import msgspec

from branchline.games.rails30 import state as rules
from branchline.games.rails30.actions import border_form, next_station, pair_of, place_of
from branchline.games.rails30.state import Rails30, mine_points
from branchline.games.rails30.story import praise
from branchline.games.rails30.tracks import CELLS, DIE, DRAWINGS, PAIR_POINTS, PAIRS

STEPS = ("mountain", "mine", "station", "station", "station", "station", "bonus", "ready")


def view(state: Rails30, seat: int | None) -> dict[str, Any]:
    """The whole table, and for a seat that may act what it can choose from."""
    return {
        "phase": phase(state),
        "roll": int(state.rolls),
        "turn": int(state.turn),
        "turns": rules.TURNS,
        "white": int(state.white),
        "coloured": int(state.coloured),
        "sheets": [sheet(state, each) for each in range(state.players)],
        "choices": choices(state, seat) if seat is not None and state.waiting >> seat & 1 else None,
    }


def phase(state: Rails30) -> str:
    """mountains, setup, turns or over."""
    if state.turn:
        return "over" if state.ended() else "turns"
    return "setup" if state.rolls == rules.ROWS and not _rolling(state) else "mountains"


def _rolling(state: Rails30) -> bool:
    return any(state.fact(seat, rules.STEP) == rules.MOUNTAINS for seat in range(state.players))


def sheet(state: Rails30, seat: int) -> dict[str, Any]:
    """One sheet with its score as it stands, and at the end the word for it (L17)."""
    word = praise(int(state.points(seat))) if state.ended() else None
    return {"acting": bool(state.waiting >> seat & 1), "praise": word, **_drawings.of(state, seat)}


class Drawings:
    """Sheets as they were drawn and scored: one changes once a turn, and all seats and spectators look at it."""

    MOST = 2048

    def __init__(self) -> None:
        self._kept: dict[tuple[Any, ...], bytes] = {}

    def of(self, state: Rails30, seat: int) -> Any:
        """The sheet of a seat, read anew for everybody, so that nobody can change another's."""
        cells = tuple(state.cells[seat * CELLS : (seat + 1) * CELLS])
        facts = tuple(state.facts[seat * rules.FACTS : (seat + 1) * rules.FACTS])
        key = (cells, facts, state.with_shares)  # equal rows look and score alike, at whatever table
        drawn = self._kept.get(key)
        if drawn is None:
            if len(self._kept) >= self.MOST:
                self._kept.clear()
            drawn = self._kept[key] = msgspec.json.encode(_draw(state, seat))
        return msgspec.json.decode(drawn)


_drawings = Drawings()


def _draw(state: Rails30, seat: int) -> dict[str, Any]:
    mine, bonus, spare = (int(state.fact(seat, which)) for which in (rules.MINE_AT, rules.BONUS_AT, rules.JOKERS))
    stations = [int(state.fact(seat, rules.STATION + station)) for station in range(4)]
    return {
        "cells": [int(cell) for cell in state.cells[seat * CELLS : (seat + 1) * CELLS]],
        "skipped": int(state.fact(seat, rules.SKIPPED)),
        "step": STEPS[state.fact(seat, rules.STEP)],
        "mine": place_of(mine) if mine >= 0 else None,
        "bonus": place_of(bonus) if bonus >= 0 else None,
        "stations": [border_form(border) if border >= 0 else None for border in stations],
        "jokers": {"white": bool(spare & rules.WHITE), "coloured": bool(spare & rules.COLOURED)},
        **score(state, seat),
    }


def score(state: Rails30, seat: int) -> dict[str, Any]:
    """The score sheet: pair by pair with its route, the mine, the total (L11–L16, L20)."""
    found = state.survey(seat, True)
    pairs = []
    for pair in range(PAIRS):
        total = int(found.pair_points(pair))
        shares = int(state.fact(seat, rules.SHARES + pair))
        row = {
            "pair": pair_of(pair),
            "base": int(PAIR_POINTS[pair]),
            "length": int(found.length[pair]),
            "bonus": int(found.bonus[pair]),
            "sum": total,
            "points": total,
            "route": [int(cell) for cell in found.routes[pair]],
        }
        if state.with_shares:
            row |= {"shares": shares, "points": min(shares, total)}
        pairs.append(row)
    return {
        "pairs": pairs,
        "mine_stations": [station + 1 for station in range(4) if found.mine >> station & 1],
        "mine_points": int(mine_points(found.mine)),
        "total": int(state.points(seat)),
    }


def choices(state: Rails30, seat: int) -> dict[str, Any]:
    """What the seat can do now, in short; the full list of actions is `match.legal`."""
    step = STEPS[state.fact(seat, rules.STEP)]
    empty = int(state.fact(seat, rules.EMPTY))
    if step == "mountain":
        return {"step": step, **place_of((state.rolls - 1) * 6 + state.white - 1)}
    if step == "mine":
        return {"step": step, "cells": _cells(int(state.mine_cells(seat)))}
    if step == "station":
        sides = int(state.free_sides(seat))
        borders = [border_form(border) for border in range(24) if sides >> border // 6 & 1]
        return {"step": step, "number": next_station(state, seat), "borders": borders}
    if step == "bonus":
        return {"step": step, "cells": _cells(empty)}
    first, n = int(state.first_drawing(seat)), int(state.drawings(seat))
    return {
        "step": "draw",
        "cells": _cells(int(state.named_cells(seat))),
        "joker_cells": _cells(int(state.open_cells(seat)) & ~int(state.named_cells(seat))),
        "drawings": [drawing for drawing in range(1, DRAWINGS + 1) if DIE[drawing] == state.coloured],
        "joker_drawings": [d for d in range(first, first + n) if DIE[d] != state.coloured],
        "buy": {"shares": int(max(state.white, state.coloured)), "cells": _cells(empty)} if state.with_shares else None,
    }


def _cells(mask: int) -> list[int]:
    return [cell for cell in range(CELLS) if mask >> cell & 1]
