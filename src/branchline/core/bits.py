"""Single bits of a 64-bit mask.

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
