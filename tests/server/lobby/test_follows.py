"""Whom one follows, and where they are; whoever is blocked sees nothing."""

from __future__ import annotations

from typing import Any

import pytest

from branchline.server.lobby.sightings import HERE
from tests.server.hands import Hands
from tests.server.lobby.test_kept_seats import person
from tests.server.lobby.test_search import LIVE, look
from tests.server.service import Guest, Service, wait_for

pytestmark = pytest.mark.server


def states(guest: Guest) -> dict[str, Any]:
    return {each["name"]: each["state"] for each in guest.get("/api/follows")["people"]}


def test_followed_people_play_seek_are_here_or_away(service: Service) -> None:
    me, nina, egor = service.guest(), person(service, "Nina F"), person(service, "Egor F")
    for name in ("nina f", "Egor F", "Egor F"):
        me.ok("/api/follows", {"name": name})
    assert states(me) == {"Egor F": "away", "Nina F": "away"}
    egor.get("/api/waiting")
    assert states(me)["Egor F"] == "here"
    look(egor, clock=LIVE | {"base": 311})
    assert states(me)["Egor F"] == "seeking"
    egor.http.delete("/api/search")
    id_ = nina.table("me", "bot:random", public=True)["id"]
    with nina.live(id_) as live:
        live.kind("view")
        (first, _) = me.get("/api/follows")["people"]
        assert (first["name"], first["state"], first["game"], first["table"]) == ("Nina F", "playing", "30-rails", id_)
    hands = Hands(service)
    try:
        hands.move(HERE + 1)
        wait_for(lambda: states(me) == {"Nina F": "away", "Egor F": "away"})
    finally:
        hands.let_go()


def test_a_private_game_is_not_shown(service: Service) -> None:
    me, nina = service.guest(), person(service, "Nina P")
    me.ok("/api/follows", {"name": "Nina P"})
    id_ = nina.table("me", "bot:random")["id"]
    with nina.live(id_) as live:
        live.kind("view")
        (only,) = me.get("/api/follows")["people"]
        assert (only["state"], only["table"]) == ("playing", None)


def test_whom_somebody_has_blocked_sees_them_away(service: Service) -> None:
    rude, nina = person(service, "Rude F"), person(service, "Nina B")
    rude.ok("/api/follows", {"name": "Nina B"})
    nina.ok("/api/follows", {"name": "Rude F"})
    nina.ok("/api/relations", {"name": "Rude F", "kind": "block"})
    nina.get("/api/waiting")
    assert nina.get("/api/follows")["people"] == []
    assert states(rude) == {"Nina B": "away"}
    # To follow anew is no way to find out.
    rude.ok("/api/follows", {"name": "Nina B"})
    id_ = nina.table("me", "bot:random", public=True)["id"]
    with nina.live(id_) as live:
        live.kind("view")
        assert states(rude) == {"Nina B": "away"}


def test_a_list_is_ones_own_and_becomes_the_accounts(service: Service) -> None:
    guest, other, nina = service.guest(), service.guest(), person(service, "Nina L")
    guest.ok("/api/follows", {"name": "Nina L"})
    (entry,) = guest.get("/api/follows")["people"]
    assert other.get("/api/follows")["people"] == []
    assert other.refused("DELETE", f"/api/follows/{entry['id']}") == (404, "server.not_found")
    guest.sign_up("Follower L")
    assert states(guest) == {"Nina L": "away"}
    assert guest.get("/api/account/export")["follows"][0]["name"] == "Nina L"
    assert nina.code("/api/follows", {"name": "Nina L"}) == (409, "server.that_is_you")
    assert nina.code("/api/follows", {"name": "Nobody L"}) == (404, "server.no_person")
    token = nina.ok("/api/account/tokens", {"name": "robot"})["token"]
    program = service.guest()
    program.http.headers["authorization"] = f"Bearer {token}"
    assert program.code("/api/follows", {"name": "Follower L"}) == (403, "server.not_for_programs")
    assert program.refused("DELETE", f"/api/follows/{entry['id']}") == (403, "server.not_for_programs")
    nina.http.delete("/api/account")
    assert guest.get("/api/follows")["people"] == []
