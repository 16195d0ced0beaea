"""Hints: what the expert would do, counted, and never where they would be unfair."""

from __future__ import annotations

import pytest

from tests.server.service import Guest, Service

pytestmark = pytest.mark.server


def test_a_hint_is_a_legal_action_and_is_counted(service: Service) -> None:
    guest = service.guest()
    table = guest.table("me", "bot:random")["id"]
    hint = guest.ok(f"/api/tables/{table}/hint", {"seat": 0})
    assert guest.get(f"/api/tables/{table}")["seats"][0]["hints"] == 1
    with guest.live(table) as live:
        answer = live.ask(type="check", seat=0, action=hint["advice"]["action"])
    assert answer["type"] == "answer"
    assert hint["advice"]["text"]["code"].startswith("rails30.")


def test_no_hints_beside_other_people_or_for_another_seat(service: Service) -> None:
    anna, boris = service.guest("Anna"), service.guest("Boris")
    table = anna.table("me", "open", start=False)["id"]
    boris.ok(f"/api/tables/{table}/join", {})
    anna.ok(f"/api/tables/{table}/start")
    assert anna.code(f"/api/tables/{table}/hint", {"seat": 0}) == (403, "server.no_hints")
    alone = anna.table("me", "bot:random")["id"]
    assert boris.code(f"/api/tables/{alone}/hint", {"seat": 0}) == (403, "server.not_your_seat")
    assert anna.code(f"/api/tables/{alone}/hint", {"seat": 1}) == (403, "server.not_your_seat")


def test_the_counted_try_of_a_day_has_no_hints_and_practice_has(service: Service) -> None:
    guest = service.guest()
    day = guest.get("/api/daily")["day"]
    counted = guest.ok(f"/api/daily/{day}/30-rails")["id"]
    assert guest.code(f"/api/tables/{counted}/hint", {"seat": 0}) == (403, "server.no_hints")
    guest.ok(f"/api/tables/{counted}/resign", {"seat": 0})
    practice = guest.ok(f"/api/daily/{day}/30-rails")["id"]
    assert practice != counted
    guest.ok(f"/api/tables/{practice}/hint", {"seat": 0})
    assert guest.get(f"/api/tables/{practice}")["seats"][0]["hints"] == 1


def test_a_table_says_whether_there_are_hints(service: Service) -> None:
    def may_ask(guest: Guest, table: str) -> bool:
        with guest.live(table) as live:
            return bool(live.kind("table")["rights"]["hint"])

    guest, other = service.guest("Anna"), service.guest("Boris")
    alone = guest.table("me", "bot:random")["id"]
    assert may_ask(guest, alone)
    assert not may_ask(other, alone)
    shared = guest.table("me", "me")["id"]
    assert not may_ask(guest, shared), "two people at one screen play against each other"
    assert guest.code(f"/api/tables/{shared}/hint", {"seat": 0}) == (403, "server.no_hints")
    day = guest.get("/api/daily")["day"]
    counted = guest.ok(f"/api/daily/{day}/30-rails")["id"]
    assert not may_ask(guest, counted)
    guest.ok(f"/api/tables/{counted}/resign", {"seat": 0})
    assert may_ask(guest, guest.ok(f"/api/daily/{day}/30-rails")["id"])
