"""Errors as the API shows them: a code with facts, rendered in all languages."""

from __future__ import annotations

import msgspec

from branchline.core.errors import BranchlineError, IllegalAction
from branchline.core.text import Text, Translated
from branchline.server.payloads import ErrorInfo


def translated(text: Text) -> Translated:
    """A text rendered in each language."""
    return Translated(**{language: text.render(language) for language in Translated.__struct_fields__})


def error_info(error: BranchlineError) -> ErrorInfo:
    """The error as the API shows it."""
    info = ErrorInfo(error.code, error.facts, translated(error.text))
    if isinstance(error, IllegalAction):
        info.rule = error.rule
        info.detail = msgspec.UNSET if error.detail is None else error.detail
    return info
