"""Where each fact lies in the arrays of a state.

Nothing but plain numbers of this module: mypyc folds sums of those, and would look up any other at every use.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

# A line's facts, in blocks of seven.
AT: Final = 0  # the locomotive's hex, −1 once the line is closed
HEADING: Final = 7  # −1 in the start town
TOWNS: Final = 14  # the connected towns, as a bit mask
WAYS: Final = 21  # where it may be extended to, as a bit mask of directions
LINE_FACTS: Final = 28

# A seat's facts, in one block of the state's array.
SHARE: Final = 0
ON_LINE: Final = 7  # stations on each line (R19)
PASSENGER: Final = 14
HAND: Final = 15  # stations not on the board
POINTS: Final = 16
SPOT: Final = 17  # the hexes of up to seven stations, −1 in hand
SPOTS: Final[i64] = 7
FACTS: Final = SPOT + 7

# What lies on a hex of a line, packed: directions in and out (plus 1), how many lines joined here, the tile.
CAME: Final = 0
LEFT: Final = 3
JOINED: Final = 6
TILE: Final = 9
LAID_BY: Final = 12  # the line that laid it (plus 1)

# The tiles.
TRACK: Final = 1
JUNCTION: Final = 2
TRIPLE: Final = 3

# Owners of a hex that belongs to no line.
FREE: Final = -1
TOWN_HEX: Final = -2
