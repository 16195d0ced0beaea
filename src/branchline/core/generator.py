"""The fast generator of searches and simulations. Real matches use core/chance.py instead."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

# sfc32 keeps every intermediate below 2**54, so compiled (64-bit) and interpreted runs agree bit for bit.
_MASK: Final = 0xFFFFFFFF


class Generator:
    """A small deterministic stream of random integers (sfc32), the same compiled and interpreted."""

    def __init__(self, seed: int, stream: int = 0) -> None:
        self._a: i64 = seed & _MASK
        self._b: i64 = (seed >> 32) & _MASK
        self._c: i64 = stream & _MASK
        self._count: i64 = 1
        for _ in range(12):
            self.next()

    def next(self) -> i64:
        """The next 32 random bits."""
        out = (self._a + self._b + self._count) & _MASK
        self._count = (self._count + 1) & _MASK
        self._a = self._b ^ (self._b >> 9)
        self._b = (self._c + (self._c << 3)) & _MASK
        self._c = (((self._c << 21) | (self._c >> 11)) + out) & _MASK
        return out

    def below(self, n: i64) -> i64:
        """An integer from 0 to n − 1 (n below 2**31)."""
        return (self.next() * n) >> 32

    def unit(self) -> float:
        """A number from 0 up to 1, for the floating-point parts of bots."""
        return float(self.next()) / 4294967296.0
