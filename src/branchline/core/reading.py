"""JSON and structs: what comes from outside becomes typed or an error; what goes out becomes plain."""

from __future__ import annotations

import threading
from typing import Any

import msgspec

from branchline.core.errors import MalformedAction
from branchline.core.text import Text

_LONGEST = 300
_learning = threading.Lock()
_known: dict[Any, Any] = {}
"""Types that were learned, and a struct around each."""


def read_json(data: Any, kind: Any) -> Any:
    """The data as one of the game's structs (`kind` is their union); MalformedAction otherwise."""
    try:
        return msgspec.convert((data,), learn(kind), strict=True).value
    except (msgspec.ValidationError, RecursionError) as error:
        raise malformed(str(error).replace("`$[0]", "`$")) from None


def convert(data: Any, kind: Any, strict: bool = True) -> Any:
    """The data as that type; msgspec.ValidationError otherwise. Safe in any thread."""
    learn(kind)
    return msgspec.convert(data, kind, strict=strict)


def learn(kind: Any) -> type[Any]:
    """A struct around a type: msgspec reads a struct's fields once, those of a bare union every time.

    It reads them at the first use, and two threads that are the first at the same time crash the process. So one
    thread at a time learns a type with all that it is made of.
    """
    found: type[Any] | None = _known.get(kind)
    if found is None:
        with _learning:
            found = _known.get(kind)
            if found is None:
                found = msgspec.defstruct("Read", [("value", kind)], array_like=True)
                msgspec.json.Decoder(found)
                _known[kind] = found
    return found


def to_plain(value: Any) -> Any:
    """A struct, or anything made of structs, as the JSON that it encodes to: dicts, lists, numbers and strings."""
    return msgspec.json.decode(msgspec.json.encode(value))


def malformed(why: str) -> MalformedAction:
    """The error for JSON that is no action of the game."""
    return MalformedAction(Text("core.malformed", {"why": why if len(why) <= _LONGEST else why[:_LONGEST] + "…"}))
