"""Who a bot at a table is: a name and a sentence (`core.character_…` in the words), and the taste that it plays by."""

from __future__ import annotations

from collections.abc import Collection

from branchline.core.generator import Generator
from branchline.core.policy import Taste

CHARACTERS: dict[str, Taste] = {
    "dispatcher": Taste(0, 2, 0),
    "pointsman": Taste(1, 1, -1),
    "driver": Taste(2, 0, 0),
    "conductor": Taste(-1, 1, 0),
    "lineman": Taste(-2, 0, 1),
    "stoker": Taste(2, 1, 0),
    "porter": Taste(-1, -2, 0),
    "surveyor": Taste(1, -1, 1),
    "coupler": Taste(-1, 0, -1),
    "stationmaster": Taste(-2, 1, -1),
    "signalwoman": Taste(0, -1, 1),
    "telegrapher": Taste(1, 2, 1),
}
"""By name; each taste is the one that its sentence tells of."""


def cast(seed: int, count: int, taken: Collection[str | None] = ()) -> list[str]:
    """That many characters, chosen by a seed: no two alike, and none of those taken, while there are others."""
    free = [name for name in CHARACTERS if name not in taken]
    rng = Generator(seed, 4)
    chosen: list[str] = []
    while len(chosen) < count:
        if not free:
            free = list(CHARACTERS)
        chosen.append(free.pop(int(rng.below(len(free)))))
    return chosen


def taste_of(character: str | None) -> Taste | None:
    """The taste of a character; none where there is no such character."""
    return CHARACTERS.get(character) if character is not None else None
