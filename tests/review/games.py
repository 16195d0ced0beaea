"""Games to review: records that are kept, and how late a review of them may begin to be quick."""

from __future__ import annotations

import json
from typing import Any

import branchline
from branchline.core.match import Match
from tests.golden.files import FOLDER

RECORDS = {
    "30-rails": "rails30/1p-greedy-4.json",
    "stephensons-rocket": "rocket/3p-england-greedy-41.json",
    "string-railway": "strings/3p-greedy-13.json",
    "ticket-to-ride": "tickets/2p-mega-greedy-22.json",
}


def golden(slug: str) -> Match:
    """A kept game between bots."""
    record: dict[str, Any] = json.loads((FOLDER / RECORDS[slug]).read_text("utf-8"))["record"]
    return branchline.replay(record)


def late(match: Match, events: int) -> int:
    """The number of the event so many before the end."""
    return max(0, len(match.events) - events)
