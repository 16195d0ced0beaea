"""Learned numbers as a data file of a game: named integers with their origin, refused when the hash does not fit."""

from __future__ import annotations

import functools
import hashlib
from collections.abc import Mapping
from importlib import resources
from types import MappingProxyType

import msgspec

from branchline.core.errors import WeightsError
from branchline.core.text import Text

FORMAT = 1
"""Grows when a file of before cannot be read as one of now."""
FILE = "weights.json"


class Origin(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How numbers were found; the same seed, generations and games find them again."""

    seed: int
    generations: int
    games: int
    """Practice games of each vector in a generation."""
    iterations: int
    """Playouts a decision in the games that decided for them."""
    rounds: int
    """Rounds of two games that it took to decide; 0: they were there before."""
    score: float
    """The share of these games that they won."""


class Weights(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a weights file holds."""

    format: int
    game: str
    numbers: dict[str, int]
    origin: Origin
    sha256: str
    """Of everything else, so that no edited or cut-off file is played by."""


def make_weights(game: str, numbers: Mapping[str, int], origin: Origin) -> Weights:
    """The numbers with the hash that belongs to them."""
    unsigned = Weights(FORMAT, game, dict(sorted(numbers.items())), origin, "")
    return msgspec.structs.replace(unsigned, sha256=_digest(unsigned))


def write_weights(weights: Weights) -> bytes:
    """The file's bytes."""
    return msgspec.json.format(msgspec.json.encode(weights), indent=1) + b"\n"


def read_weights(data: bytes, game: str, file: str = FILE) -> Weights:
    """What a weights file of a game holds; WeightsError says why it is not played by."""
    try:
        weights = msgspec.json.decode(data, type=Weights)
    except (msgspec.MsgspecError, ValueError) as error:
        raise WeightsError(Text("core.weights_unreadable", {"file": file, "why": str(error)})) from error
    if weights.format != FORMAT or weights.game != game:
        facts = {"file": file, "game": weights.game, "format": weights.format, "wanted": game, "known": FORMAT}
        raise WeightsError(Text("core.weights_other", facts))
    if weights.sha256 != _digest(weights):
        raise WeightsError(Text("core.weights_hash", {"file": file}))
    return weights


@functools.cache
def packaged(package: str, game: str) -> Mapping[str, int]:
    """The numbers in the weights file of a package (`branchline.games.<game>.bots`)."""
    file = resources.files(package).joinpath(FILE)
    return MappingProxyType(read_weights(file.read_bytes(), game, str(file)).numbers)


def _digest(weights: Weights) -> str:
    unsigned = msgspec.structs.replace(weights, sha256="")
    return hashlib.sha256(msgspec.json.encode(unsigned, order="deterministic")).hexdigest()
