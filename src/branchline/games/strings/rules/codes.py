"""The numbers of phases, actions and faults."""

from __future__ import annotations

from typing import Final

# Phases.
LAY_FIELD: Final = 0
LAY_RIVER: Final = 1
LAY_MOUNTAINS: Final = 2
CHOOSE_CORNER: Final = 3
READY_MADE: Final = 4
DRAW: Final = 5
PLACE: Final = 6
LAY: Final = 7
OVER: Final = 8

# Actions are numbered kind by kind; from SHAPE on they lay a shape.
GIVE_UP: Final = 0
ASIDE: Final = 1
CORNER: Final = 16
TURN_FIELD: Final = 32
SHAPE: Final = 64

# What can be wrong with a river, with mountains, with a station's place; 0 is nothing.
TOO_LONG: Final = 1
TOUCHES_ITSELF: Final = 2
LEAVES_FIELD: Final = 3
TOUCHES_BASE: Final = 4
TOUCHES_STATION: Final = 5
TOUCHES_RIVER: Final = 6
TOUCHES_MOUNTAINS: Final = 7
TOUCHES_RAIL: Final = 8
TOUCHES_BORDER: Final = 9
TOO_SHORT: Final = 10
TOO_FAR_OUT: Final = 11
TOO_NARROW: Final = 12
