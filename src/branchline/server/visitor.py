"""Who asks: a browser, known by the secret in its cookie, or a program, known by its token."""

from __future__ import annotations

from dataclasses import dataclass, field

from branchline.server import keys

COOKIE = "branchline"


@dataclass(frozen=True)
class Visitor:
    """Somebody who asks. Of a secret only the hash is ever kept."""

    secret: str = field(repr=False)
    hash: str
    """Who holds seats: a guest's browser by the hash of its secret, an account or one of its tokens by its id."""
    address: str = ""
    person: str | None = None
    """The account; None for a guest."""
    name: str | None = None
    """The account's name, or the program's; a guest's is in the storage."""
    since: float = 0.0
    """When the account was proved to be theirs."""
    program: bool = False
    """Whether it is a program with an API token."""

    @classmethod
    def of(cls, secret: str, address: str = "") -> Visitor:
        """The guest with that secret."""
        return cls(secret, keys.hashed(secret), address)

    @property
    def session(self) -> str:
        """This browser itself, signed in or not."""
        return keys.hashed(self.secret)
