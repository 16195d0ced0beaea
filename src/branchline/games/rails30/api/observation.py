"""What the numbers of an observation of 30 Rails mean (rules/observe.py makes them)."""

from __future__ import annotations

from branchline.core.game import Observed
from branchline.games.rails30.rules.observe import MOST_SHEETS

_TABLE = (
    Observed("shares", 1, "1 in the variant with shares, 0 in the standard game"),
    Observed("rolls", 1, "how many of the six mountains have been rolled"),
    Observed("turn", 1, "the turn, 0 before the first"),
    Observed("white", 1, "the white die, 0 before its first roll"),
    Observed("coloured", 1, "the coloured die, 0 while it is not rolled"),
)
_SHEET = (
    Observed("present", 1, "1 for a sheet in play; all else is 0 where there is none"),
    Observed("acting", 1, "1 while its player has still to act before the next roll"),
    Observed("cells", 36, "row by row: 0 empty, 1–21 a drawing, 22 mountain, 23 mine, 24 crossed out"),
    Observed("skipped", 1, "the row whose mountain was skipped, 0: none yet"),
    Observed("step", 1, "0 mountains, 1 mine, 2–5 stations, 6 bonus cell, 7 ready"),
    Observed("mine", 1, "the mine's cell, −1 before it is placed"),
    Observed("bonus", 1, "the bonus cell, −1 before it is chosen"),
    Observed("jokers", 1, "the jokers left: 1 white, 2 coloured, 3 both"),
    Observed("stations", 4, "the border squares of stations 1–4 as side * 6 + place, −1 before they are placed"),
    Observed("bought", 6, "the shares of the pairs 1-2, 1-3, 1-4, 2-3, 2-4, 3-4"),
)
OBSERVATION = (
    *_TABLE,
    *(
        Observed(f"{part.name}_{sheet}", part.size, f"sheet {sheet} from the seat on: {part.text}")
        for sheet in range(MOST_SHEETS)
        for part in _SHEET
    ),
)
"""The dice, then twelve sheets, the observing seat's own first."""
