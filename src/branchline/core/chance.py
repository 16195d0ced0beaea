"""Fair chance that anybody can check: HMAC-SHA256 in counter mode over a secret seed.

The hash of the seed is shown at the start, the seed itself at the end. Draw number i of a match, with n
equally likely outcomes, reads 8 bytes of HMAC(seed, "i:attempt"), most significant first; a value
that would favour the low outcomes is thrown away and the next attempt is read.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets

SEED_BYTES = 32
_SPAN = 1 << 64


def make_seed(seed: int | str | bytes | None = None) -> bytes:
    """32 secret bytes: fresh ones, those of a hex string, or those that stand for a small number."""
    from branchline.core.errors import OptionError
    from branchline.core.text import Text

    if seed is None:
        return secrets.token_bytes(SEED_BYTES)
    if isinstance(seed, int) and not isinstance(seed, bool) and abs(seed) < _SPAN:
        return hashlib.sha256(f"branchline seed {seed}".encode()).digest()
    if isinstance(seed, str):
        try:
            seed = bytes.fromhex(seed)
        except ValueError:
            seed = b""
    if isinstance(seed, bytes) and len(seed) == SEED_BYTES:
        return seed
    raise OptionError(Text("core.bad_seed", {"bytes": SEED_BYTES}))


def commitment(seed: bytes) -> str:
    """What is shown at the start: the SHA-256 of the seed, in hex."""
    return hashlib.sha256(seed).hexdigest()


def draw(seed: bytes, number: int, outcomes: int) -> int:
    """The outcome of the match's chance event of that number (from 0), fair among `outcomes` (2**64 at most)."""
    if not 0 < outcomes <= _SPAN:
        raise ValueError(f"a draw has from 1 to 2**64 outcomes, not {outcomes}")
    fair = _SPAN - _SPAN % outcomes
    attempt = 0
    while True:
        digest = hmac.digest(seed, f"{number}:{attempt}".encode(), "sha256")
        value = int.from_bytes(digest[:8], "big")
        if value < fair:
            return value % outcomes
        attempt += 1
