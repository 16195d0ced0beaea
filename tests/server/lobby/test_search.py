"""Looking for a game, over the API: found, given up, expired, filled with bots; and who may not."""

from __future__ import annotations

from typing import Any

import pytest

from branchline.server.lobby import routes, searches
from branchline.server.lobby.matcher import Matcher
from tests.server.hands import Hands
from tests.server.service import Guest, Service, wait_for

pytestmark = pytest.mark.server
LIVE = {"kind": "live", "base": 300, "increment": 10}
DAYS = {"kind": "days", "hours": 48}


def wanted(**changes: Any) -> dict[str, Any]:
    return {"game": "30-rails", "least": 2, "most": 2, "clock": LIVE} | changes


def look(guest: Guest, **changes: Any) -> dict[str, Any]:
    answer = guest.http.put("/api/search", json=wanted(**changes))
    assert answer.status_code == 200, answer.text
    found: dict[str, Any] = answer.json()
    return found


async def put_together(service: Service, wanted: bool) -> None:
    """Let nobody be put together for a while, or go on."""
    if wanted:
        service.hub.matcher.open()
    else:
        service.hub.matcher.close()


def search_of(guest: Guest) -> Any:
    return guest.get("/api/waiting")["search"]


def table_of(guest: Guest) -> str:
    """The table that was found."""
    wait_for(lambda: (search_of(guest) or {}).get("table") is not None)
    found: str = search_of(guest)["table"]
    return found


def test_two_who_look_for_the_same_game_sit_at_one_table_that_runs(service: Service) -> None:
    anna, boris = service.guest("Anna S"), service.guest("Boris S")
    # A clock of their own, since others look at the same server.
    clock = LIVE | {"base": 301}
    service.run(put_together(service, False))
    said = look(anna, clock=clock)
    assert (said["table"], said["offer"], said["others"]) == (None, False, 0)
    assert look(boris, clock=clock)["others"] == 1
    service.run(put_together(service, True))
    id_ = table_of(anna)
    assert table_of(boris) == id_
    table = anna.get(f"/api/tables/{id_}")
    assert table["status"] == "running"
    assert table["clock"]["base"] == 301
    assert sorted(seat["name"] for seat in table["seats"]) == ["Anna S", "Boris S"]
    assert anna.get(f"/api/tables/{id_}")["you"] != boris.get(f"/api/tables/{id_}")["you"]
    # The answer is kept until a new search, or until it is thrown away.
    assert anna.http.delete("/api/search").status_code == 204
    assert search_of(anna) is None
    assert look(boris, clock=clock)["table"] is None
    boris.http.delete("/api/search")


def test_a_search_ends_by_the_button_or_when_its_page_is_gone(service: Service) -> None:
    anna = service.guest()
    look(anna, clock=LIVE | {"base": 302})
    anna.http.delete("/api/search")
    assert search_of(anna) is None
    hands = Hands(service)
    try:
        look(anna, clock=LIVE | {"base": 302})
        hands.move(searches.SITTING - 1)
        assert search_of(anna)["offer"] is (routes.OFFER <= searches.SITTING - 1)
        hands.move(searches.SITTING - 1)
        assert search_of(anna) is not None
        hands.move(searches.SITTING + 1)
        assert search_of(anna) is None
        # Nobody is seated with somebody who went away.
        boris = service.guest()
        look(boris, clock=LIVE | {"base": 302})
        service.run(service.hub.matcher.look())
        assert search_of(boris)["table"] is None
        boris.http.delete("/api/search")
        # A page that is left and comes back at once goes on, and so does a second one; otherwise it ends soon.
        look(anna, clock=LIVE | {"base": 302})
        for back in (True, False):
            assert anna.http.delete("/api/search?leaving=true").status_code == 204
            hands.move(routes.LEAVING - 1 if back else routes.LEAVING + 1)
            assert (search_of(anna) is not None) is back
        # Who looks for a game over days may close the page.
        look(anna, clock=DAYS | {"hours": 49})
        hands.move(6 * 3600)
        assert search_of(anna) is not None
        anna.http.delete("/api/search")
    finally:
        hands.let_go()


def test_bots_are_let_in_and_the_game_begins(service: Service) -> None:
    anna = service.guest("Anna B")
    look(anna, game="ticket-to-ride", least=3, most=4, clock=LIVE | {"base": 303})
    assert anna.ok("/api/search/bots")["bots"] is True
    table = anna.get(f"/api/tables/{table_of(anna)}")
    assert sorted(seat["kind"] for seat in table["seats"]) == ["bot", "bot", "human"]
    assert service.guest().code("/api/search/bots") == (404, "server.not_found")


def test_whoever_is_blocked_or_banned_is_not_put_together(service: Service) -> None:
    anna, boris, clara = service.guest(), service.guest(), service.guest()
    id_ = anna.table("me", "open", start=False)["id"]
    boris.ok(f"/api/tables/{id_}/join", {})
    anna.ok("/api/relations", {"table": id_, "kind": "block", "seat": 1})
    clock = LIVE | {"base": 304}
    look(anna, clock=clock)
    look(boris, clock=clock)
    service.run(service.hub.matcher.look())
    assert search_of(anna)["table"] is None
    look(clara, clock=clock)
    assert table_of(clara) == table_of(anna)
    holder = service.hub.in_memory(id_)[0].state.seats[1].place.browser
    assert holder is not None
    service.ban(holder)
    assert boris.refused("PUT", "/api/search", wanted()) == (403, "server.banned")
    dora = service.guest()
    look(dora, clock=clock)
    service.run(service.hub.matcher.look())
    assert search_of(dora)["table"] is None
    dora.http.delete("/api/search")


def test_what_makes_no_sense_is_refused(service: Service) -> None:
    anna = service.guest()
    assert anna.refused("PUT", "/api/search", wanted(least=3, most=2)) == (422, "server.bad_players")
    assert anna.refused("PUT", "/api/search", wanted(most=64)) == (422, "server.bad_players")
    assert anna.refused("PUT", "/api/search", wanted(game="chess"))[0] == 422
    person = service.guest()
    person.sign_up("Token Owner S")
    token = person.ok("/api/account/tokens", {"name": "robot"})["token"]
    program = service.guest()
    program.http.headers["authorization"] = f"Bearer {token}"
    assert program.refused("PUT", "/api/search", wanted()) == (403, "server.not_for_programs")
    assert program.code("/api/search/bots") == (403, "server.not_for_programs")
    assert program.refused("DELETE", "/api/search") == (403, "server.not_for_programs")
    assert program.get("/api/waiting") == {"search": None, "invitations": []}


def test_a_search_becomes_the_accounts(service: Service) -> None:
    anna, boris = service.guest(), service.guest()
    clock = LIVE | {"base": 305}
    look(anna, clock=clock)
    anna.sign_up("Anna Seeker")
    assert search_of(anna) is not None
    look(boris, clock=clock)
    table = anna.get(f"/api/tables/{table_of(boris)}")
    assert len(table["you"]) == 1


def test_a_party_that_cannot_be_seated_keeps_nobody_else_waiting(
    service: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    people = [service.guest(name) for name in ("Anna B", "Boris B", "Clara B", "Denis B")]
    bad, good = LIVE | {"base": 302}, LIVE | {"base": 303}
    seat = Matcher.seat

    async def broken(matcher: Matcher, party: Any) -> None:
        if "302" in str(party.members[0].clock):
            raise RuntimeError("a fault of ours")
        await seat(matcher, party)

    service.run(put_together(service, False))
    for guest, clock in zip(people, (bad, bad, good, good), strict=True):
        look(guest, clock=clock)
    with monkeypatch.context() as patch:
        patch.setattr(Matcher, "seat", broken)
        service.run(service.hub.matcher.look())
        assert service.hub.in_memory(search_of(people[2])["table"])[0].status == "running"
    service.run(put_together(service, True))
    for guest in people[:2]:
        guest.http.delete("/api/search")
