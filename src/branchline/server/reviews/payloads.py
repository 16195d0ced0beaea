"""What the API says of reviews."""

from __future__ import annotations

from typing import Literal

import msgspec

from branchline.core.action import Json
from branchline.review.report import Report
from branchline.server.payloads import SeatNumber


class ReviewRequest(msgspec.Struct, forbid_unknown_fields=True):
    """Asks for a review; one that is there already is made anew only when asked to."""

    again: bool = False


class Instead(msgspec.Struct, forbid_unknown_fields=True):
    """What a seat might have done."""

    seat: SeatNumber
    action: Json


class ReviewInfo(msgspec.Struct):
    """How far a review is. While it is under way the report is refined; ask again for the next one."""

    status: Literal["none", "waiting", "running", "done", "failed"]
    report: Report | None
    outdated: bool
    """Made by another version of the reviewer, its bot or the rules; it can be made anew."""
