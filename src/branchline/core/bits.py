"""Bits of a 64-bit mask.

mypyc 2.4 compiles a literal `1 << n` to a 32-bit shift, which is wrong from n = 31 on.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64


def _powers() -> vec[i64]:
    power = 1
    powers = []
    for _ in range(63):
        powers.append(power)
        power *= 2
    return vec[i64](powers)


BIT: Final[vec[i64]] = _powers()
"""BIT[n] is 2 to the power n, for n up to 62."""


def count_bits(mask: i64) -> i64:
    """How many bits of a mask are set: sums of two, four, eight bits side by side, then of the eight bytes."""
    mask -= (mask >> 1) & 0x1555555555555555
    mask = (mask & 0x3333333333333333) + ((mask >> 2) & 0x3333333333333333)
    mask = (mask + (mask >> 4)) & 0x0F0F0F0F0F0F0F0F
    return ((mask * 0x0101010101010101) >> 56) & 0xFF


def nth_bit(mask: i64, k: i64) -> i64:
    """The place of the bit that has k set bits below it."""
    while k > 0:
        mask &= mask - 1
        k -= 1
    return count_bits((mask & -mask) - 1)
