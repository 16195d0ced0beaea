"""Large audiences are told what changed, and end with the same view."""

from __future__ import annotations

from contextlib import ExitStack
from typing import Any, cast

import pytest
from hypothesis import given
from hypothesis import strategies as st

from branchline.core.match import Match
from branchline.server import audience, changes
from branchline.server.audience import Connection, view_message
from branchline.server.changes import changed, differences
from branchline.server.messages import ViewMessage
from branchline.server.visitor import Visitor
from tests.server.service import Message, Service

json = st.recursive(
    st.none() | st.booleans() | st.integers(-3, 3) | st.text(max_size=2),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=2), inner, max_size=3),
    max_leaves=12,
)


@given(json, json)
def test_changes_lead_from_one_value_to_the_other(old: Any, new: Any) -> None:
    before = repr(old)
    after = changed(old, differences(old, new))
    assert after == new
    assert repr(old) == before


@pytest.mark.parametrize(("old", "new"), [([[1, 2]], [[True, 2]]), ({"a": {"b": 0}}, {"a": {"b": False}})])
def test_a_number_that_becomes_a_truth_is_a_change(old: Any, new: Any) -> None:
    assert repr(changed(old, differences(old, new))) == repr(new)


def test_what_stays_is_not_looked_at_value_by_value(monkeypatch: pytest.MonkeyPatch) -> None:
    """A crowd's view has thousands of values and a move changes five of them."""
    compare, looked = changes._compare, []

    def counted(*facts: Any) -> None:
        looked.append(facts)
        compare(*facts)

    monkeypatch.setattr(changes, "_compare", counted)
    old = {"sheets": [{"cells": list(range(1000))} for _ in range(12)], "turn": 1}
    new = {**old, "sheets": [*old["sheets"][:11], {"cells": [-1, *range(1, 1000)]}], "turn": 2}
    assert differences(old, new) == [[["sheets", 11, "cells", 0], -1], [["turn"], 2]]
    assert len(looked) <= 6


@given(json)
def test_what_is_equal_needs_no_change(value: Any) -> None:
    assert differences(value, value) == []


@pytest.mark.server
def test_a_crowd_is_told_changes_and_sees_the_same(service: Service) -> None:
    guest = service.guest()
    id_ = guest.table("me", "me")["id"]
    with ExitStack() as stack:
        player = stack.enter_context(guest.live(id_))
        crowd = [stack.enter_context(service.guest().live(id_, changes=True)) for _ in range(audience.CROWD)]
        plain = stack.enter_context(service.guest().live(id_))
        for live in (player, plain, *crowd):
            live.kind("view")
        for _ in range(12):
            n = player.play(player.views[0]["view"]["actors"][0])["n"]
            for live in (plain, *crowd):
                said = live.until(lambda m, n=n: m["type"] in ("view", "view_change") and m["n"] == n)
                # The first move too: what it changes in the view that everybody was welcomed with.
                assert said["type"] == ("view" if live is plain else "view_change")
            assert all(live.views[None]["view"] == plain.views[None]["view"] for live in crowd)


@pytest.mark.server
def test_those_who_come_see_a_position_that_was_encoded_once(service: Service, monkeypatch: pytest.MonkeyPatch) -> None:
    encoded: list[int | None] = []

    def noted(match: Match, seat: int | None, since: int) -> ViewMessage:
        encoded.append(seat)
        return view_message(match, seat, since)

    guest = service.guest()
    id_ = guest.table("me", "me")["id"]
    with guest.live(id_) as player:
        player.until(lambda said: said["type"] == "view" and said["seat"] == 1)
        with monkeypatch.context() as patch:
            patch.setattr(audience, "view_message", noted)
            before = [_view_of_a_spectator(service, id_) for _ in range(audience.CROWD + 4)]
            assert encoded == [None]
            assert all(each == before[0] for each in before)
        player.play(player.views[0]["view"]["actors"][0])
        after = _view_of_a_spectator(service, id_)
        assert after["n"] > before[0]["n"]
        # Another match in memory, of as many events, is another view.
        service.run(_load_anew(service, id_))
        monkeypatch.setattr(audience, "view_message", noted)
        again = _view_of_a_spectator(service, id_)
        assert (again, encoded) == (after, [None, None])


def _view_of_a_spectator(service: Service, table: str) -> Message:
    with service.guest().live(table) as live:
        return live.kind("view")


async def _load_anew(service: Service, table: str) -> None:
    found = await service.hub.table(table)
    async with found.lock:
        await found.load()


class Noting:
    """A connection that notes whose it is when something is written to it."""

    def __init__(self, told: list[str], who: str) -> None:
        self._told, self._who = told, who

    def write(self, _frame: bytes) -> int:
        self._told.append(self._who)
        return 0


@pytest.mark.server
def test_whoever_plays_sees_a_move_before_spectators(service: Service) -> None:
    id_ = service.guest().table("me", "me")["id"]
    told: list[str] = []

    async def scene() -> None:
        table = await service.hub.table(id_)
        player = Visitor("", table.state.seats[0].place.browser or "")
        seen = [("player" if n % 20 == 19 else "spectator") for n in range(60)]
        wires = [(cast(Any, Noting(told, who)), player if who == "player" else None) for who in seen]
        table.audience.connections |= {Connection(wire, visitor, 64) for wire, visitor in wires}
        table.audience.tell_views(0)
        table.audience.connections.clear()

    service.run(scene())
    # Two seats each.
    assert told == ["player"] * 6 + ["spectator"] * 57
