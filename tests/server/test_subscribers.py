"""Whoever subscribes to the hub hears of everything that was written, and harms nobody by failing."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import NamedTuple

import pytest

from branchline.server import events as e
from branchline.server.hub import Subscriber
from branchline.server.projection import Projection
from branchline.server.table import Table
from tests.server.service import Service

pytestmark = pytest.mark.server


class Heard(NamedTuple):
    """What a subscriber was told."""

    table: Table
    events: list[e.TableEvent]
    before: Projection
    after: Projection


@contextmanager
def subscribed(service: Service, subscriber: Subscriber) -> Iterator[None]:
    """A subscriber that hears of everything before the server's own ones do."""
    service.hub.subscribers.insert(0, subscriber)
    try:
        yield
    finally:
        service.hub.subscribers.remove(subscriber)


def test_a_subscriber_gets_every_act_with_the_table_before_and_after_it(service: Service) -> None:
    heard: list[Heard] = []

    def listen(table: Table, events: Sequence[e.TableEvent], before: Projection, after: Projection) -> None:
        heard.append(Heard(table, list(events), before, after))

    guest = service.guest("Anna")
    id_ = guest.table("me", "me")["id"]
    with subscribed(service, listen), guest.live(id_) as live:
        live.until(lambda said: said["type"] == "view" and said["seat"] == 1)
        counts = [live.views[0]["n"]]
        for _ in range(6):
            counts.append(live.play(live.views[0]["view"]["actors"][0])["n"])
            live.quiet()
    ours = [each for each in heard if each.table.id == id_]
    assert len(ours) == 6
    for number, each in enumerate(ours):
        (event,) = each.events
        assert isinstance(event, e.Acted)
        assert (each.before.id, each.after.id) == (id_, id_)
        assert (each.before.events, each.after.events) == (counts[number], counts[number + 1])
        assert len(event.events) == counts[number + 1] - counts[number]


def test_a_subscriber_that_fails_keeps_nothing_from_the_others(service: Service) -> None:
    def fail(table: Table, events: Sequence[e.TableEvent], before: Projection, after: Projection) -> None:
        raise RuntimeError("a foreign fault")

    guest = service.guest("Boris")
    id_ = guest.table("me", "bot:random")["id"]
    with subscribed(service, fail), guest.live(id_) as live:
        live.until(lambda said: said["type"] == "view" and 0 in said["view"]["actors"])
        n = live.play(0)["n"]
        # The audience and the bot hear of it all the same.
        live.until(lambda said: said["type"] == "view" and said["n"] > n)
