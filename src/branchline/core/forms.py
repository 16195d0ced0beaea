"""Reading actions that come from outside: typed records, or an error that says what is wrong with the form."""

from __future__ import annotations

from typing import Any

import msgspec

from branchline.core.errors import MalformedAction
from branchline.core.text import Text

_LONGEST = 300


def read_form(form: Any, kind: Any) -> Any:
    """The form as one of the game's records (`kind` is their union); MalformedAction otherwise."""
    try:
        return msgspec.convert(form, kind, strict=True)
    except (msgspec.ValidationError, RecursionError) as error:
        raise malformed(str(error)) from None


def malformed(why: str) -> MalformedAction:
    """The error for a form that is no action of the game."""
    return MalformedAction(Text("core.malformed", {"why": why if len(why) <= _LONGEST else why[:_LONGEST] + "…"}))
