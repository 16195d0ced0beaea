"""The sheets of 30 Rails cell by cell as plain text, for reading aloud."""

from __future__ import annotations

from branchline.core.text import Text
from branchline.games.rails30.api.texts import content_text, praise, station_facts
from branchline.games.rails30.rules import codes
from branchline.games.rails30.rules.scoring import points
from branchline.games.rails30.rules.state import Rails30


def board(state: Rails30, seat: int | None, language: str) -> str:
    """The sheets cell by cell, for reading aloud."""
    seats = range(state.players) if seat is None else [seat]
    return "\n\n".join(_sheet_text(state, each, language) for each in seats)


def _sheet_text(state: Rails30, seat: int, language: str) -> str:
    lines = []
    for row in range(6):
        contents = [content_text(state, seat, row * 6 + column).render(language) for column in range(6)]
        lines.append(Text("rails30.row", {"row": row + 1, "cells": ", ".join(contents)}).render(language))
    for station in range(4):
        border = int(state.fact(seat, codes.STATIONS + station))
        if border >= 0:
            lines.append(Text("rails30.station_at", station_facts(station + 1, border)).render(language))
    total = int(points(state, seat))
    said = Text("rails30.total", {"points": total}).render(language)
    word = praise(total) if state.ended() else None
    lines.append(f"{said}, {Text(word).render(language)}" if word else said)
    return "\n".join(lines)
