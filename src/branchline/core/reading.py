"""JSON and structs: what comes from outside becomes typed or an error; what goes out becomes plain."""

from __future__ import annotations

import functools
from typing import Any

import msgspec

from branchline.core.errors import MalformedAction
from branchline.core.text import Text

_LONGEST = 300


def read_json(data: Any, kind: Any) -> Any:
    """The data as one of the game's structs (`kind` is their union); MalformedAction otherwise."""
    try:
        return msgspec.convert((data,), _reader(kind), strict=True).value
    except (msgspec.ValidationError, RecursionError) as error:
        raise malformed(str(error).replace("`$[0]", "`$")) from None


@functools.cache
def _reader(kind: Any) -> type[Any]:
    """A struct around the union: msgspec reads a struct's type once, a bare union's every time."""
    return msgspec.defstruct("Read", [("value", kind)], array_like=True)


def to_plain(value: Any) -> Any:
    """A struct, or anything made of structs, as the JSON that it encodes to: dicts, lists, numbers and strings."""
    return msgspec.json.decode(msgspec.json.encode(value))


def malformed(why: str) -> MalformedAction:
    """The error for JSON that is no action of the game."""
    return MalformedAction(Text("core.malformed", {"why": why if len(why) <= _LONGEST else why[:_LONGEST] + "…"}))
