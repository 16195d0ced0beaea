"""JSON and structs: what comes from outside becomes typed or an error; what goes out becomes plain."""

from __future__ import annotations

from typing import Any

import msgspec

from branchline.core.errors import MalformedAction
from branchline.core.text import Text

_LONGEST = 300


def read_json(data: Any, kind: Any) -> Any:
    """The data as one of the game's structs (`kind` is their union); MalformedAction otherwise."""
    try:
        return msgspec.convert(data, kind, strict=True)
    except (msgspec.ValidationError, RecursionError) as error:
        raise malformed(str(error)) from None


def to_plain(value: Any) -> Any:
    """A struct, or anything made of structs, as the JSON that it encodes to: dicts, lists, numbers and strings."""
    return msgspec.json.decode(msgspec.json.encode(value))


def malformed(why: str) -> MalformedAction:
    """The error for JSON that is no action of the game."""
    return MalformedAction(Text("core.malformed", {"why": why if len(why) <= _LONGEST else why[:_LONGEST] + "…"}))
