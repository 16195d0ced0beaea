"""Seats that are kept for somebody: nobody else takes them; they are taken, declined, withdrawn or expire."""

from __future__ import annotations

from typing import Any

import pytest

from branchline.server import events as e
from branchline.server import kept_seats
from tests.server.hands import Hands
from tests.server.service import Guest, Service

pytestmark = pytest.mark.server
LIVE = {"kind": "live", "base": 300}


def person(service: Service, name: str) -> Guest:
    guest = service.guest()
    guest.sign_up(name)
    return guest


def kept(guest: Guest, id_: str) -> list[Any]:
    return [seat["kept"] and seat["kept"]["name"] for seat in guest.get(f"/api/tables/{id_}")["seats"]]


def test_a_kept_seat_is_taken_by_whom_it_is_kept_for_and_by_nobody_else(service: Service) -> None:
    host, egor, other = service.guest("Host K"), person(service, "Egor K"), service.guest()
    id_ = host.table("me", "open", start=False)["id"]
    # Names that look alike are one name.
    table = host.ok(f"/api/tables/{id_}/invite", {"name": "egor k"})
    assert table["seats"][1]["kept"]["name"] == "Egor K"
    assert host.code(f"/api/tables/{id_}/invite", {"name": "Egor K"}) == (409, "server.invited_already")
    for seat in (None, 1):
        assert other.code(f"/api/tables/{id_}/join", {"seat": seat})[1] in ("server.seat_taken", "server.seat_kept")
    # A stranger learns that it is kept, and not for whom.
    assert other.get(f"/api/tables/{id_}")["seats"][1]["kept"]["name"] is None
    (invitation,) = egor.get("/api/waiting")["invitations"]
    assert (invitation["id"], invitation["seats"][1]["kept"]["you"]) == (id_, True)
    assert invitation["seats"][1]["kept"]["by"] == "Host K"
    assert egor.ok(f"/api/tables/{id_}/join", {})["you"] == [1]
    assert egor.get("/api/waiting")["invitations"] == []
    assert kept(host, id_) == [None, None]


def test_an_invitation_is_declined_withdrawn_or_expires(service: Service) -> None:
    host, egor, other = service.guest(), person(service, "Egor D"), service.guest()
    id_ = host.table("me", "open", start=False, clock=LIVE)["id"]
    host.ok(f"/api/tables/{id_}/invite", {"name": "Egor D", "seat": 1})
    assert other.code(f"/api/tables/{id_}/decline", {"seat": 1}) == (403, "server.not_asked")
    assert egor.code(f"/api/tables/{id_}/decline", {"seat": 9}) == (404, "server.no_seat")
    egor.ok(f"/api/tables/{id_}/decline", {"seat": 1})
    assert kept(host, id_) == [None, None]
    host.ok(f"/api/tables/{id_}/invite", {"name": "Egor D"})
    host.ok(f"/api/tables/{id_}/seats/1", {"kind": "open"})
    assert egor.get("/api/waiting")["invitations"] == []
    host.ok(f"/api/tables/{id_}/invite", {"name": "Egor D"})
    hands = Hands(service)
    try:
        hands.move(kept_seats.SITTING - 1)
        assert other.code(f"/api/tables/{id_}/join", {"seat": 1}) == (409, "server.seat_kept")
        hands.move(2)
        assert kept(host, id_) == [None, None]
        assert egor.get("/api/waiting")["invitations"] == []
        assert other.ok(f"/api/tables/{id_}/join", {"seat": 1})["you"] == [1]
    finally:
        hands.let_go()
    log = service.run(service.hub.storage.load(id_))
    kinds = [type(each.event).__name__ for each in log]
    assert kinds == ["Made", "SeatKept", "SeatDeclined", "SeatKept", "SeatLeft", "SeatKept", "SeatTaken"]


def test_a_new_table_keeps_seats_from_the_beginning(service: Service) -> None:
    host, egor = service.guest(), person(service, "Egor N")
    seats = [{"kind": "me"}, {"kind": "open", "name": "Egor N"}, {"kind": "open"}]
    body = {"game": "30-rails", "seats": seats, "language": "ru"}
    table = host.ok("/api/tables", body)
    assert (table["language"], kept(host, table["id"])) == ("ru", [None, "Egor N", None])
    assert service.guest().ok(f"/api/tables/{table['id']}/join", {})["you"] == [2]
    assert egor.ok(f"/api/tables/{table['id']}/join", {})["you"] == [1]
    seats[1]["name"] = "Nobody of that name"
    assert host.code("/api/tables", body) == (404, "server.no_person")


def test_who_may_invite_and_whom(service: Service) -> None:
    host, egor, stranger = person(service, "Host W"), person(service, "Egor W"), service.guest()
    id_ = host.table("me", "open", "open", start=False)["id"]
    path = f"/api/tables/{id_}/invite"
    assert stranger.code(path, {"name": "Egor W"}) == (403, "server.not_yours")
    assert host.code(path, {"name": "Nobody W"}) == (404, "server.no_person")
    assert host.code(path, {"name": "host w"}) == (409, "server.that_is_you")
    assert host.code(path, {"name": "Egor W", "seat": 0}) == (409, "server.seat_taken")
    # Whoever sits may invite as well; but nobody whom they, or others there, have blocked, or who has blocked them.
    stranger.ok(f"/api/tables/{id_}/join", {})
    egor.ok("/api/relations", {"name": "Host W", "kind": "block"})
    assert stranger.code(path, {"name": "Egor W"}) == (403, "server.blocked")
    (relation,) = egor.get("/api/relations")["relations"]
    egor.http.delete(f"/api/relations/{relation['id']}")
    host.ok("/api/relations", {"name": "Egor W", "kind": "block"})
    assert host.code(path, {"name": "Egor W"}) == (403, "server.blocked")
    (relation,) = host.get("/api/relations")["relations"]
    host.http.delete(f"/api/relations/{relation['id']}")
    service.ban(service.run(service.hub.storage.read(lambda each: _id(each, "Egor W"))))
    assert stranger.code(path, {"name": "Egor W"}) == (404, "server.no_person")
    assert egor.code(f"/api/tables/{id_}/decline", {"seat": 1}) == (403, "server.banned")
    token = host.ok("/api/account/tokens", {"name": "robot"})["token"]
    program = service.guest()
    program.http.headers["authorization"] = f"Bearer {token}"
    assert program.code(path, {"name": "Egor W"}) == (403, "server.not_for_programs")


def _id(connection: Any, name: str) -> str:
    from branchline.server.people import names, store

    found = store.by_skeleton(connection, names.skeleton(name))
    assert found is not None
    return str(found["id"])


def test_a_deleted_account_leaves_no_name_and_no_kept_seat(service: Service) -> None:
    host, egor = service.guest(), person(service, "Egor Gone")
    tables = [host.table("me", "open", start=False)["id"] for _ in range(2)]
    for id_ in tables:
        host.ok(f"/api/tables/{id_}/invite", {"name": "Egor Gone"})
    # The log of the first still has the name when nothing is kept there any more.
    egor.ok(f"/api/tables/{tables[0]}/decline", {"seat": 1})
    assert egor.get("/api/account/export")["invited"] == sorted(tables)
    assert egor.http.delete("/api/account").status_code == 204
    for id_ in tables:
        assert kept(host, id_) == [None, None]
        log = service.run(service.hub.storage.load(id_))
        assert "Egor Gone" not in repr(log)
        assert any(isinstance(each.event, e.SeatKept) for each in log)
