"""Secrets: made here and signed, kept only as SHA-256 hashes, compared in constant time."""

from __future__ import annotations

import base64
import hashlib
import hmac
import os
import re
import secrets
import time
from pathlib import Path
from typing import NamedTuple

_TABLE_LETTERS = "abcdefghijkmnpqrstuvwxyz23456789"
_SECRET = re.compile(r"[A-Za-z0-9_-]{43}")
_SIGNED = re.compile(r"([A-Za-z0-9_-]{43})(?:\.([0-9a-f]{1,8})\.([A-Za-z0-9_-]{22}))?")
DAY = 24 * 3600
RENEWED = 7 * DAY
"""A cookie that is older is given again, so that it does not end while its browser comes back."""


def new_secret() -> str:
    """256 random bits, as they stand in a cookie."""
    return secrets.token_urlsafe(32)


def is_secret(text: str) -> bool:
    """Whether a text can be a secret."""
    return _SECRET.fullmatch(text) is not None


class Cookie(NamedTuple):
    """What a browser's cookie says."""

    secret: str
    ours: bool
    """Whether the signature is ours; cookies of the first version have none."""
    old: bool
    """Whether it is time to give it again."""


class Signer:
    """Signs browsers' secrets, so that nobody comes with one that we did not make."""

    def __init__(self, key: bytes) -> None:
        self._key = key

    def sign(self, secret: str, now: float | None = None) -> str:
        """The cookie's value: the secret, the day when it was given, and the proof that it is ours."""
        day = f"{int((time.time() if now is None else now) // DAY):x}"
        return f"{secret}.{day}.{self._proof(secret, day)}"

    def read(self, value: str, now: float | None = None) -> Cookie | None:
        """What a cookie's value says; None if it cannot be one of ours."""
        found = _SIGNED.fullmatch(value)
        if found is None:
            return None
        secret, day, proof = found.groups()
        if proof is None or not hmac.compare_digest(proof, self._proof(secret, day)):
            return Cookie(secret, ours=False, old=True)
        age = (time.time() if now is None else now) - int(day, 16) * DAY
        return Cookie(secret, ours=True, old=age > RENEWED)

    def _proof(self, secret: str, day: str) -> str:
        digest = hmac.digest(self._key, f"browser {secret} {day}".encode(), "sha256")[:16]
        return base64.urlsafe_b64encode(digest).decode().rstrip("=")


def server_key(folder: Path) -> bytes:
    """The key of this data folder, made when it is first needed."""
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    path = folder / "secret.key"
    try:
        return path.read_bytes()
    except FileNotFoundError:
        pass
    # Written whole under another name first: a server that starts at the same time reads all of it or nothing.
    draft = folder / f"secret.key.{os.getpid()}"
    descriptor = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    with os.fdopen(descriptor, "wb") as file:
        file.write(secrets.token_bytes(32))
        file.flush()
        os.fsync(file.fileno())
    try:
        os.link(draft, path)
    except FileExistsError:
        pass
    finally:
        draft.unlink()
    return path.read_bytes()


def new_table_id() -> str:
    """A table's name in links: 70 random bits, so that a table that is shared by link only cannot be guessed."""
    return "".join(secrets.choice(_TABLE_LETTERS) for _ in range(14))


def next_table_id(table: str, seed: bytes | None) -> str:
    """The name of the table that follows another one: derived from its seed, so always the same and secret.

    A table whose seed is not known here, since its record came without, is followed by one of a new name.
    """
    if seed is None:
        return new_table_id()
    found = hmac.digest(seed, f"rematch {table}".encode(), "sha256")
    return "".join(_TABLE_LETTERS[byte % len(_TABLE_LETTERS)] for byte in found[:14])


def pseudonym(key: bytes, who: str) -> str:
    """What stands for an address or whoever else is counted: of no use without the server's key."""
    return hmac.digest(key, f"network {who}".encode(), "sha256")[:16].hex()


def hashed(secret: str) -> str:
    """What is kept of a secret."""
    return hashlib.sha256(secret.encode()).hexdigest()


def same(secret_hash: str, other: str) -> bool:
    """Whether two hashes are equal, in a time that tells nothing."""
    return hmac.compare_digest(secret_hash.encode(), other.encode())


def seat_secret(browser_secret: str, table: str, seat: int, generation: int = 0) -> str:
    """The secret link of a seat, made from its holder's own secret: the server can show it and need not keep it."""
    name = f"seat {table} {seat}" + (f" {generation}" if generation else "")
    digest = hmac.digest(browser_secret.encode(), name.encode(), "sha256")
    return base64.urlsafe_b64encode(digest).decode().rstrip("=")
