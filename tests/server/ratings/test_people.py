"""A person's page and the leaderboards over HTTP, for everybody who may ask."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Any
from urllib.parse import quote

import httpx
import pytest
import sqlalchemy as sa

from branchline.server.people import names, store
from branchline.server.storage.schema import persons, ratings
from tests.server.ratings.test_rated import person, rated_game, settle
from tests.server.service import Guest, Service, play_out

pytestmark = pytest.mark.server


def name_of(guest: Guest) -> str:
    return str(guest.get("/api/me")["name"])


def page(guest: Guest, other: Guest, rest: str = "") -> Any:
    return guest.get(f"/api/people/{quote(name_of(other))}{rest}")


def id_of(service: Service, guest: Guest) -> str:
    row = service.run(service.hub.storage.read(partial(store.by_skeleton, skeleton=names.skeleton(name_of(guest)))))
    assert row is not None
    return str(row["id"])


def test_a_page_has_ratings_opponents_games_and_best(service: Service) -> None:
    anna, boris, guest = person(service, "Anna"), person(service, "Boris"), service.guest()
    for _ in range(2):
        table = rated_game(service, anna, boris)
        boris.ok(f"/api/tables/{table}/resign", {"seat": 1})
    own = anna.table("me", public=False)
    with anna.live(own["id"]) as live:
        live.kind("view")
        play_out(live, (0,))
    settle(service)
    found = page(guest, anna)
    (rating,) = found["ratings"]
    assert (rating["game"], rating["players"], rating["games"], rating["provisional"]) == ("30-rails", 2, 2, True)
    assert [point["rating"] for point in rating["course"]] == sorted(point["rating"] for point in rating["course"])
    assert rating["month"] == rating["rating"] - 1500
    assert (found["games"], found["wins"], found["you"]) == (2, 2, False)
    (met,) = found["opponents"]
    assert (met["name"], met["games"], met["ahead"], met["behind"]) == (name_of(boris), 2, 2, 0)
    assert found["best"][-1]["kind"] == "gain"
    # What was played by link is for oneself alone.
    mine = page(anna, anna)
    assert (mine["games"], mine["wins"], mine["you"]) == (3, 2, True)
    assert page(anna, anna, "/statistics/30-rails")["record"] is not None
    assert page(guest, anna, "/statistics/30-rails")["record"] is None
    assert page(boris, anna)["opponents"][0]["you"]


def test_history_is_filtered(service: Service) -> None:
    anna, boris, clara = (person(service, name) for name in ("Anna", "Boris", "Clara"))
    won, lost = rated_game(service, anna, boris), rated_game(service, anna, clara)
    boris.ok(f"/api/tables/{won}/resign", {"seat": 1})
    anna.ok(f"/api/tables/{lost}/resign", {"seat": 0})
    settle(service)

    def tables(**filters: str) -> list[str]:
        found = anna.get(f"/api/people/{quote(name_of(anna))}/games?{httpx.QueryParams(filters)}")
        assert found["total"] == len(found["games"])
        return [each["table"] for each in found["games"]]

    assert tables() == [lost, won]
    assert tables(result="won") == [won]
    assert tables(result="lost", game="30-rails") == [lost]
    assert tables(game="ticket-to-ride") == []
    assert tables(opponent=name_of(boris)) == [won]
    last = anna.get(f"/api/people/{quote(name_of(anna))}/games")["games"][0]
    assert last["rated"]
    assert last["gain"] < 0
    assert [(seat["name"], seat["own"], seat["member"]) for seat in last["seats"]] == [
        (name_of(anna), True, True),
        (name_of(clara), False, True),
    ]


def test_whoever_may_not_look_does_not(service: Service) -> None:
    """Every endpoint as guest, stranger, blocked, banned and deleted person."""
    anna, stranger, blocked, banned, gone = (person(service, name) for name in ("Anna", "Eve", "Boris", "Max", "Ida"))
    guest = service.guest("Guest")
    table = rated_game(service, anna, blocked)
    blocked.ok(f"/api/tables/{table}/resign", {"seat": 1})
    address = f"/api/people/{quote(name_of(anna))}"
    paths = [address, f"{address}/games", f"{address}/statistics/30-rails", "/api/leaderboards"]
    paths.append("/api/leaderboards/30-rails/2")
    name = name_of(gone)
    service.ban(id_of(service, banned))
    assert gone.http.request("DELETE", "/api/account").status_code in (200, 204)
    for visitor in (guest, stranger, blocked, banned, gone, anna):
        for path in paths:
            assert visitor.http.get(path).status_code == 200, path
    for visitor in (guest, stranger):
        assert visitor.refused("GET", f"/api/people/{quote(name)}") == (404, "server.no_person")
        assert visitor.refused("GET", f"/api/people/{quote(name_of(banned))}/games") == (404, "server.no_person")
        assert visitor.refused("GET", "/api/people/Guest") == (404, "server.no_person")
    assert page(banned, banned)["you"]
    assert guest.refused("GET", f"{address}/statistics/chess")[0] == 422
    assert guest.refused("GET", "/api/leaderboards/30-rails/63") == (404, "server.not_found")


def test_whom_i_blocked_does_not_see_my_page(service: Service) -> None:
    anna, boris = person(service, "Anna"), person(service, "Boris")
    table = rated_game(service, anna, boris)
    anna.ok("/api/relations", {"table": table, "seat": 1, "kind": "block"})
    for rest in ("", "/games", "/statistics/30-rails"):
        path = f"/api/people/{quote(name_of(anna))}{rest}"
        assert boris.refused("GET", path) == (403, "server.page_closed")
        assert service.guest().http.get(path).status_code == 200


def test_a_leaderboard_lists_whoever_played_enough(tmp_path: Path) -> None:
    service = Service(tmp_path).open()
    try:
        people = [person(service, f"P{number}") for number in range(3)]
        ids = [id_of(service, each) for each in people]

        def fill(connection: sa.Connection) -> None:
            more = [f"p-{number:032}" for number in range(60)]
            rows = [{"id": id_, "name": id_, "skeleton": id_, "created": 0.0} for id_ in more]
            connection.execute(sa.insert(persons), rows)
            where = {"game": "30-rails", "players": 2, "changed": 0.0}
            stand = [(id_, 30.0 + number / 100, 2.0, 20) for number, id_ in enumerate(more)]
            stand += [(ids[0], 25.0, 2.0, 20), (ids[1], 40.0, 2.0, 3), (ids[2], 39.0, 2.0, 20)]
            connection.execute(
                sa.insert(ratings),
                [{"person": id_, "mu": mu, "sigma": sigma, "games": n, **where} for id_, mu, sigma, n in stand],
            )

        service.run(service.hub.storage.write(fill))
        first = people[0].get("/api/leaderboards/30-rails/2")
        assert (first["total"], len(first["rows"]), first["own"]["place"]) == (62, 50, 62)
        assert first["rows"][0]["name"] == name_of(people[2])
        assert [row["place"] for row in first["rows"]] == list(range(1, 51))
        second = people[1].get("/api/leaderboards/30-rails/2?page=1")
        assert (len(second["rows"]), second["rows"][-1]["name"]) == (12, name_of(people[0]))
        assert second["own"] is None
        service.ban(ids[2])
        assert people[0].get("/api/leaderboards/30-rails/2")["total"] == 61
        assert people[0].get("/api/leaderboards")["boards"] == [{"game": "30-rails", "players": 2}]
    finally:
        service.close()


def test_results_of_a_guest_come_along_and_are_exported(service: Service) -> None:
    guest = service.guest("Wanderer")
    table = guest.table("me")
    with guest.live(table["id"]) as live:
        live.kind("view")
        play_out(live, (0,))
    settle(service)
    guest.sign_up("Former guest")
    assert page(guest, guest)["games"] == 1
    told = guest.get("/api/account/export")
    assert [row["table_id"] for row in told["results"]] == [table["id"]]
    assert told["ratings"] == []
