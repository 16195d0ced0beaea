"""What a board may ask to be suggested in 30 Rails, besides moves that have certain fields."""

from __future__ import annotations

from typing import Literal

import msgspec


class SetupRequest(msgspec.Struct, forbid_unknown_fields=True):
    """The next step of a good setup; nothing is suggested once the sheet is set up."""

    setup: Literal["best"]
