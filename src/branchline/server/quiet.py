"""Quiet hours: the hours of a day, by the clocks of one place, in which no time is counted. Instants in ms."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date, datetime, timedelta
from functools import lru_cache
from typing import Annotated
from zoneinfo import ZoneInfo

import msgspec
from msgspec import Meta

Minute = Annotated[int, Meta(ge=0, le=1439)]


class QuietHours(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """From one minute of the day to another, past midnight if the end is the smaller one, in a time zone."""

    begin: Minute
    end: Minute
    zone: Annotated[str, Meta(min_length=1, max_length=60)] = "UTC"


@lru_cache(64)
def _zone(name: str) -> ZoneInfo:
    return ZoneInfo(name)


def is_sound(quiet: QuietHours) -> bool:
    """Whether the zone is known and the day has hours that are not quiet."""
    try:
        _zone(quiet.zone)
    except (ValueError, OSError, LookupError):
        return False
    return quiet.begin != quiet.end


def awake(quiet: QuietHours | None, since: int, until: int) -> int:
    """How many milliseconds between two instants are not quiet."""
    if until <= since:
        return 0
    counted = until - since
    if quiet is not None:
        for begin, end in _windows(quiet, since):
            if begin >= until:
                break
            counted -= min(end, until) - max(begin, since)
    return counted


def after(quiet: QuietHours | None, since: int, span: int) -> int:
    """The first instant at which that many milliseconds that are not quiet have passed."""
    if quiet is None:
        return since + span
    at = since
    for begin, end in _windows(quiet, since):
        room = max(0, begin - at)
        if span <= room:
            break
        span -= room
        at = max(at, end)
    return at + span


def _windows(quiet: QuietHours, since: int) -> Iterator[tuple[int, int]]:
    """The quiet hours that end after an instant, in order and without end."""
    zone = _zone(quiet.zone)
    day = datetime.fromtimestamp(since / 1000, zone).date() - timedelta(days=1)
    last = since
    while True:
        over = day + timedelta(days=1) if quiet.end < quiet.begin else day
        # Where the clocks go back an hour comes twice: the quiet hours begin in the first and end with the second.
        begin, end = _instant(zone, day, quiet.begin, 0), _instant(zone, over, quiet.end, 1)
        begin = max(begin, last)
        if end > begin:
            yield begin, end
            last = end
        day += timedelta(days=1)


def _instant(zone: ZoneInfo, day: date, minute: int, fold: int) -> int:
    at = datetime(day.year, day.month, day.day, minute // 60, minute % 60, tzinfo=zone, fold=fold)
    return int(at.timestamp() * 1000)
