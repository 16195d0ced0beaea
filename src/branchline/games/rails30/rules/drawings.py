"""The 21 drawings (L7, L8) as tables: which die names them, and which way a train may leave a cell.

The drawings lie in data/tables.json, from where the page reads them too.
"""

from __future__ import annotations

import json
from importlib import resources
from typing import Any, Final

from librt.vecs import append, vec
from mypy_extensions import i64


def _load() -> dict[str, Any]:
    file = resources.files("branchline.games.rails30").joinpath("data", "tables.json")
    tables: dict[str, Any] = json.loads(file.read_text(encoding="utf-8"))
    return tables


TABLES: Final = _load()
LINKS: Final[list[list[tuple[int, int]]]] = [
    [(link[0], link[1]) for link in drawing["links"]] for drawing in TABLES["drawings"]
]
"""LINKS[d - 1] are the pairs of sides that drawing d joins."""


def _dice() -> vec[i64]:
    values = vec[i64]([0])
    for drawing in TABLES["drawings"]:
        values = append(values, drawing["die"])
    return values


def _counts() -> vec[i64]:
    counts = vec[i64]([0] * 7)
    for drawing in range(1, len(DIE)):
        counts[DIE[drawing]] += 1
    return counts


def _firsts() -> vec[i64]:
    firsts = vec[i64]([0, 1])
    for die in range(1, 7):
        firsts = append(firsts, firsts[die] + COUNT[die])
    return firsts


def _exits() -> vec[i64]:
    table = vec[i64]([0] * (25 * 4))
    drawing: i64 = 1
    for links in LINKS:
        for a, b in links:
            table[drawing * 4 + a] |= 1 << b
            table[drawing * 4 + b] |= 1 << a
        drawing += 1
    return table


DIE: Final[vec[i64]] = _dice()
"""The value of the coloured die that each drawing belongs to."""
COUNT: Final[vec[i64]] = _counts()
"""How many orientations each value of the coloured die has."""
FIRST: Final[vec[i64]] = _firsts()
"""The first drawing of each value of the coloured die."""
EXITS: Final[vec[i64]] = _exits()
"""EXITS[cell's content * 4 + side entered by]: the sides a train may leave by, as a bit mask (L8)."""
