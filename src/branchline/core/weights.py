"""Learned numbers as data files of a game, with their origin; a file is refused when its hash does not fit."""

from __future__ import annotations

import functools
import hashlib
from collections.abc import Mapping
from importlib import resources
from types import MappingProxyType
from typing import Generic, TypeVar

import msgspec

from branchline.core.errors import WeightsError
from branchline.core.text import Text

FORMAT = 1
"""Grows when a file of before cannot be read as one of now."""
FILE = "weights.json"
FINE = 1_000_000
"""Tables hold millionths: whole numbers are the same on every machine."""
N = TypeVar("N")
O = TypeVar("O")  # noqa: E741


class Origin(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """How numbers were found; from the same beginning the same seed, generations and games find them again.

    A field with a default is left out of the file where it says nothing, as in files from before it was there.
    """

    seed: int
    generations: int
    """Generations of practice; 0: there was none."""
    games: int
    """Practice games of each vector in a generation."""
    iterations: int
    """Playouts a decision in the games that decided for them."""
    rounds: int
    """Rounds of two games that it took to decide; 0: they were there before."""
    score: float
    """The share of these games that they won."""
    proposed: dict[str, int] = {}
    """Numbers that somebody proposed to the gate, in place of those of before."""
    began: str = ""
    """The `fingerprint` of the numbers of before, which they had to beat."""


class Fit(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How tables were found: fitted to the points of so many games."""

    player: str
    """The policy that played them."""
    games: int
    seed: int


class Signed(msgspec.Struct, Generic[N, O], frozen=True, forbid_unknown_fields=True):
    """What a file of learned numbers holds."""

    format: int
    game: str
    numbers: N
    origin: O
    sha256: str
    """Of everything else, so that no edited or cut-off file is played by."""


Weights = Signed[dict[str, int], Origin]
"""The numbers that `branchline train` learns, by name."""
Tables = Signed[dict[str, list[int]], Fit]
"""Tables by name, in millionths."""


def make_weights(game: str, numbers: Mapping[str, int], origin: Origin) -> Weights:
    """The numbers with the hash that belongs to them."""
    return _sign(Signed(FORMAT, game, dict(sorted(numbers.items())), origin, ""))


def make_tables(game: str, tables: Mapping[str, list[float]], origin: Fit) -> Tables:
    """The tables, rounded to millionths, with the hash that belongs to them."""
    whole = {name: [round(number * FINE) for number in table] for name, table in sorted(tables.items())}
    return _sign(Signed(FORMAT, game, whole, origin, ""))


def write_weights(content: Signed[N, O]) -> bytes:
    """The file's bytes."""
    return msgspec.json.format(msgspec.json.encode(content), indent=1) + b"\n"


def read_weights(data: bytes, game: str, file: str = FILE) -> Weights:
    """What a weights file of a game holds; WeightsError says why it is not played by."""
    return _read(data, Weights, game, file)


def read_tables(data: bytes, game: str, file: str) -> Tables:
    """What a file of a game's tables holds; WeightsError says why it is not played by."""
    return _read(data, Tables, game, file)


@functools.cache
def packaged(package: str, game: str) -> Mapping[str, int]:
    """The numbers in the weights file of a package (`branchline.games.<game>.bots`)."""
    file = resources.files(package).joinpath(FILE)
    return MappingProxyType(read_weights(file.read_bytes(), game, str(file)).numbers)


def packaged_tables(package: str, game: str, name: str) -> dict[str, list[float]]:
    """The tables in a file of a package."""
    file = resources.files(package).joinpath(name)
    found = read_tables(file.read_bytes(), game, str(file)).numbers
    return {table: [number / FINE for number in numbers] for table, numbers in found.items()}


def fingerprint(numbers: Mapping[str, int]) -> str:
    """A hash of numbers alone, whatever their origin is."""
    return hashlib.sha256(msgspec.json.encode(dict(sorted(numbers.items())))).hexdigest()


def _read(data: bytes, kind: type[Signed[N, O]], game: str, file: str) -> Signed[N, O]:
    try:
        content = msgspec.json.decode(data, type=kind)
    except (msgspec.MsgspecError, ValueError) as error:
        raise WeightsError(Text("core.weights_unreadable", {"file": file, "why": str(error)})) from error
    if content.format != FORMAT or content.game != game:
        facts = {"file": file, "game": content.game, "format": content.format, "wanted": game, "known": FORMAT}
        raise WeightsError(Text("core.weights_other", facts))
    if content.sha256 != _digest(content):
        raise WeightsError(Text("core.weights_hash", {"file": file}))
    return content


def _sign(unsigned: Signed[N, O]) -> Signed[N, O]:
    return msgspec.structs.replace(unsigned, sha256=_digest(unsigned))


def _digest(content: Signed[N, O]) -> str:
    unsigned = msgspec.structs.replace(content, sha256="")
    return hashlib.sha256(msgspec.json.encode(unsigned, order="deterministic")).hexdigest()
