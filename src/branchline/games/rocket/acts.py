"""The actions as numbers, kind by kind."""

from __future__ import annotations

from typing import Final

from branchline.games.rocket.board import LINES, MOST_CELLS, MOST_HEXES

EXTEND: Final = 0  # line * 6 + direction
INVEST: Final = EXTEND + LINES * 6  # cell of the chart
BUILD: Final = INVEST + MOST_CELLS  # hex
MOVE: Final = BUILD + MOST_HEXES  # from * MOST_HEXES + to
REFRAIN: Final = MOVE + MOST_HEXES * MOST_HEXES  # no veto round
CALL_VETO: Final = REFRAIN + 1
PASS: Final = REFRAIN + 2  # no bid; for the active player: no defence
DEFEND: Final = REFRAIN + 3
JOIN: Final = REFRAIN + 4  # the line to merge into
OFFER: Final = JOIN + LINES  # shares * 6 + direction
