"""Rated tables: who may sit at them, and what a finished game does to ratings."""

from __future__ import annotations

from typing import Any

import pytest

from tests.server.service import Guest, Service

pytestmark = pytest.mark.server
MADE = 0


def person(service: Service, name: str) -> Guest:
    """A browser with an account whose name nobody has yet."""
    global MADE
    MADE += 1
    guest = service.guest()
    guest.sign_up(f"{name} {MADE}")
    return guest


def refused(guest: Guest, path: str, body: Any, code: str) -> None:
    answer = guest.post(path, body)
    assert answer.json()["error"]["code"] == f"server.{code}", answer.text


def new(*kinds: str, **more: Any) -> dict[str, Any]:
    return {"game": "30-rails", "seats": [{"kind": kind} for kind in kinds], "rated": True, **more}


def test_only_accounts_sit_at_a_rated_table(service: Service) -> None:
    anna, guest = person(service, "Anna"), service.guest("Boris")
    refused(guest, "/api/tables", new("me", "open"), "rated_needs_account")
    refused(anna, "/api/tables", new("me", "me"), "rated_one_seat")
    refused(anna, "/api/tables", new("me", "bot"), "rated_needs_people")
    table = anna.table("me", "open", rated=True)
    assert table["rated"]
    refused(guest, f"/api/tables/{table['id']}/join", {}, "rated_needs_account")
    refused(anna, f"/api/tables/{table['id']}/join", {}, "rated_one_seat")
    boris = person(service, "Boris")
    token = boris.ok("/api/account/tokens", {"name": "machine"})["token"]
    program = service.guest()
    program.http.headers["authorization"] = f"Bearer {token}"
    refused(program, f"/api/tables/{table['id']}/join", {}, "rated_needs_account")
    seated = boris.ok(f"/api/tables/{table['id']}/join", {})
    refused(guest, f"/api/tables/{table['id']}/claim", {"secret": seated["seat_links"]["1"]}, "rated_seat")
    anna.ok(f"/api/tables/{table['id']}/seats/1", {"kind": "bot"})
    refused(anna, f"/api/tables/{table['id']}/start", None, "rated_needs_people")


def rated_game(service: Service, *people: Guest, **more: Any) -> str:
    """A rated game of these people that has begun; its table."""
    table = people[0].table("me", *["open"] * (len(people) - 1), rated=True, **more)
    for other in people[1:]:
        other.ok(f"/api/tables/{table['id']}/join", {})
    people[0].ok(f"/api/tables/{table['id']}/start", None)
    return str(table["id"])


def ratings_at(guest: Guest, table: str) -> list[int | None]:
    return [seat["rating"] and seat["rating"]["rating"] for seat in guest.get(f"/api/tables/{table}")["seats"]]


def settle(service: Service) -> None:
    """Wait until every finished game is counted."""
    service.run(service.hub.results.settled())


def test_who_resigns_goes_down_and_the_other_up(service: Service) -> None:
    anna, boris = person(service, "Anna"), person(service, "Boris")
    table = rated_game(service, anna, boris)
    assert ratings_at(anna, table) == [None, None]
    boris.ok(f"/api/tables/{table}/resign", {"seat": 1})
    settle(service)
    up, down = ratings_at(anna, table)
    assert (down or 9999) < 1500 < (up or 0)
    assert anna.get(f"/api/tables/{table}")["seats"][0]["rating"]["provisional"]


def test_a_game_that_was_called_off_counts_for_nobody(service: Service) -> None:
    anna, boris = person(service, "Anna"), person(service, "Boris")
    table = rated_game(service, anna, boris)
    boris.ok(f"/api/tables/{table}/abort", None)
    settle(service)
    assert ratings_at(anna, table) == [None, None]


def test_nobody_hands_a_rated_seat_to_a_bot(service: Service) -> None:
    anna, boris = person(service, "Anna"), person(service, "Boris")
    table = rated_game(service, anna, boris)
    refused(anna, f"/api/tables/{table}/hand-over", {"seat": 0}, "rated_alone")


def test_nobody_plays_a_rated_rematch_that_they_did_not_ask_for(service: Service) -> None:
    anna, boris = person(service, "Anna"), person(service, "Boris")
    clock = {"kind": "live", "base": 60, "increment": 0}
    path = f"/api/tables/{rated_game(service, anna, boris, clock=clock)}"
    boris.ok(f"{path}/resign", {"seat": 1})
    asked = anna.ok(f"{path}/rematch")
    assert (asked["status"], asked["you"], asked["rated"]) == ("open", [0], True)
    # His seat is kept for him, and no time runs.
    stranger = person(service, "Clara")
    assert stranger.code(f"/api/tables/{asked['id']}/join", {}) == (409, "server.seat_taken")
    assert boris.get("/api/waiting")["invitations"][0]["id"] == asked["id"]
    assert anna.ok(f"{path}/rematch")["status"] == "open"
    begun = boris.ok(f"{path}/rematch")
    assert (begun["id"], begun["status"], begun["you"]) == (asked["id"], "running", [1])
