"""Large audiences are told what changed, and end with the same view."""

from __future__ import annotations

from contextlib import ExitStack
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from branchline.server import audience
from branchline.server.changes import changed, differences
from tests.server.service import Service

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
        kinds: set[str] = set()
        for _ in range(12):
            n = player.play(player.views[0]["view"]["actors"][0])["n"]
            for live in (plain, *crowd):
                said = live.until(lambda m, n=n: m["type"] in ("view", "view_change") and m["n"] == n)
                if live is plain:
                    assert said["type"] == "view"
                else:
                    kinds.add(said["type"])
            assert all(live.views[None]["view"] == plain.views[None]["view"] for live in crowd)
        assert "view_change" in kinds
