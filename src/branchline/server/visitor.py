"""Who asks: a browser, known by the secret in its cookie."""

from __future__ import annotations

from dataclasses import dataclass, field

from branchline.server import keys

COOKIE = "branchline"


@dataclass(frozen=True)
class Visitor:
    """A browser. Only `hash` is ever kept."""

    secret: str = field(repr=False)
    hash: str
    address: str = ""

    @classmethod
    def of(cls, secret: str, address: str = "") -> Visitor:
        """The visitor with that secret."""
        return cls(secret, keys.hashed(secret), address)
