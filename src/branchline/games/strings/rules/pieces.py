"""The pieces: kinds of station and what they bring (S1), numbers (S2), sizes (S3)."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

# Kinds of station, in the order of the rules page.
BASE: Final = 0
CENTRAL: Final = 1
CITY: Final = 2
TRANSIT: Final = 3
REGIONAL: Final = 4
YARD: Final = 5
SUBURBAN: Final = 6
TERMINAL: Final = 7
RURAL: Final = 8
SCENIC: Final = 9
KINDS: Final = 10

NUMBER: Final[vec[i64]] = vec[i64]([0, 4, 2, 5, 6, 3, 6, 2, 8, 2])
ALL_STATIONS: Final = 38
LIMIT: Final[vec[i64]] = vec[i64]([5, 5, 5, 5, 3, 3, 2, 5, 1, 2])
OWNER_POINTS: Final[vec[i64]] = vec[i64]([3, 3, 3, 0, 2, 0, 2, 3, 1, 1])
OTHER_POINTS: Final[vec[i64]] = vec[i64]([2, 3, 1, 2, 2, 0, 2, 3, 1, 1])
VISIT: Final[vec[i64]] = vec[i64]([-1, 0, -1, 1, 0, 0, 0, 0, 0, 0])
"""What the owner gets each time an opponent lays a rail to the station (S18)."""

# S3: lengths in units.
SHORT: Final = 3000
LONG: Final = 6000
BLACK: Final = 24000
RIVER: Final = 5000
MOUNTAINS: Final = 6000

START_POINTS: Final = 3
"""S6: what every company starts with."""

NOBODY: Final = -1
