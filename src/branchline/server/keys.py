"""Secrets: made here, kept only as SHA-256 hashes, compared in constant time."""

from __future__ import annotations

import base64
import hashlib
import hmac
import re
import secrets

_TABLE_LETTERS = "abcdefghijkmnpqrstuvwxyz23456789"
_SECRET = re.compile(r"[A-Za-z0-9_-]{43}")


def new_secret() -> str:
    """256 random bits, as they stand in a cookie."""
    return secrets.token_urlsafe(32)


def is_secret(text: str) -> bool:
    """Whether a text can be a secret."""
    return _SECRET.fullmatch(text) is not None


def new_table_id() -> str:
    """A table's name in links: 70 random bits, so that a table by link only cannot be guessed."""
    return "".join(secrets.choice(_TABLE_LETTERS) for _ in range(14))


def hashed(secret: str) -> str:
    """What is kept of a secret."""
    return hashlib.sha256(secret.encode()).hexdigest()


def same(secret_hash: str, other: str) -> bool:
    """Whether two hashes are equal, in a time that tells nothing."""
    return hmac.compare_digest(secret_hash.encode(), other.encode())


def seat_secret(browser_secret: str, table: str, seat: int) -> str:
    """The secret link of a seat, made from its holder's own secret: the server can show it and need not keep it."""
    digest = hmac.digest(browser_secret.encode(), f"seat {table} {seat}".encode(), "sha256")
    return base64.urlsafe_b64encode(digest).decode().rstrip("=")
