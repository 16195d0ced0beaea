"""The warning that the rules run interpreted."""

from __future__ import annotations

import sys

from branchline import _native
from branchline.cli.language import default_language
from branchline.core.text import Text


def say_if_interpreted(language: str | None = None) -> None:
    """One line on stderr where the rules run interpreted, with the reason."""
    if not _native.active():
        text = Text("cli.interpreted", {"why": _native.why()}).render(language or default_language())
        print(f"branchline: {text}", file=sys.stderr)
