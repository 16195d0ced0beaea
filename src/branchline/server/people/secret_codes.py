"""Codes that people write down: recovery codes, invitations, API tokens. Long enough that a plain hash keeps them."""

from __future__ import annotations

import re
import secrets

from branchline.server import keys

_LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"
RECOVERY_CODES = 10
TOKEN = "branchline_"
"""By which a token is recognised, also by tools that look for leaked ones."""


def new_code() -> str:
    """A code of four groups of four letters: 79 random bits, without letters that are taken for each other."""
    return "-".join("".join(secrets.choice(_LETTERS) for _ in range(4)) for _ in range(4))


def code_hash(code: str) -> str:
    """What is kept of a code; spaces, hyphens and capitals do not count."""
    return keys.hashed("code " + re.sub(r"[^a-z0-9]", "", code.lower()))


def new_token() -> str:
    """An API token."""
    return TOKEN + keys.new_secret()
