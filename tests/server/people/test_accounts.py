"""Accounts: made, proved, adopted games, sessions, deletion; over both storages."""

from __future__ import annotations

import asyncio
import itertools
import json
import statistics
import time
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa
from argon2.profiles import RFC_9106_LOW_MEMORY
from websockets.exceptions import ConnectionClosed

from branchline.server.people import adoption
from branchline.server.people import passwords as module
from branchline.server.people.passwords import Passwords
from branchline.server.storage import schema
from tests.server.service import Guest, Service

pytestmark = pytest.mark.server
_numbers = itertools.count()


def account(guest: Guest) -> Any:
    return guest.get("/api/account")["account"]


def tables(guest: Guest) -> set[str]:
    return {table["id"] for table in guest.get("/api/me")["tables"]}


def test_an_account_adopts_a_guests_games_on_every_device(server: Service) -> None:
    phone, laptop = server.guest("Nina"), server.guest()
    first = phone.table("me", "bot:random", "open", start=False)["id"]
    running = phone.table("me")["id"]
    second = laptop.table("me", "me")["id"]
    with phone.live(running) as live:
        live.kind("view")
        live.ask(type="chat", text="hello")
        before = phone.cookie
        codes = phone.sign_up("Nina P", settings={"theme": "dark"})
        with pytest.raises(ConnectionClosed):
            live.until(lambda _: False)
    assert len(set(codes)) == 10
    assert phone.cookie != before, "whoever knew the guest's secret must not be signed in"
    assert tables(phone) == {first, running}
    laptop.sign_in("nina p")
    assert tables(laptop) == tables(phone) == {first, running, second}
    assert account(laptop)["settings"] == {"theme": "dark"}
    found = laptop.get(f"/api/tables/{first}")
    assert found["host"]
    assert found["you"] == [0]
    assert [seat["member"] for seat in found["seats"]] == [True, False, False]
    # Both devices play the seat, and the guest's secret does not.
    for device in (phone, laptop):
        with device.live(running) as live:
            assert live.kind("view")["seat"] == 0
            assert live.play(0)["type"] == "done"
    old = server.back(before)
    assert tables(old) == set()
    with old.live(running) as live:
        assert live.kind("view")["seat"] is None


def test_what_a_dead_process_left_is_adopted_by_the_next(server: Service) -> None:
    guest = server.guest()
    table = guest.table("me")["id"]
    hub = server.hub
    (held,) = server.run(hub.storage.read(lambda each: list(each.execute(_holder(table)).scalars())))
    owner = server.guest()
    owner.sign_up("Late Owner")
    person = server.run(hub.storage.read(lambda each: each.execute(_id_of("Late Owner")).scalar_one()))
    row = sa.insert(schema.adoptions).values(browser=held, person=person)
    server.run(hub.storage.write(lambda each: each.execute(row) and None))
    server.run(adoption.finish(hub))
    assert tables(owner) == {table}
    left = server.run(hub.storage.read(lambda each: each.execute(sa.select(schema.adoptions)).all()))
    assert left == []


def _holder(table: str) -> Any:
    return sa.select(schema.seats.c.browser).where(schema.seats.c.table_id == table)


def _id_of(name: str) -> Any:
    return sa.select(schema.persons.c.id).where(schema.persons.c.name == name)


def test_a_name_is_one_persons(server: Service) -> None:
    anna, other = server.guest(), server.guest()
    anna.sign_up("Anna")
    assert other.code("/api/account", {"name": "Аnnа", "password": "correct horse"}) == (409, "server.name_taken")
    assert other.refused("PUT", "/api/me", {"name": "ANNA"}) == (409, "server.name_taken")
    seats = [{"kind": "me", "name": "Anna"}]
    assert other.code("/api/tables", {"game": "30-rails", "seats": seats}) == (409, "server.name_taken")
    table = anna.table("me", "open", start=False)["id"]
    assert other.code(f"/api/tables/{table}/join", {"name": "anna"}) == (409, "server.name_taken")
    other.sign_up("Hanna")
    assert other.refused("PUT", "/api/me", {"name": "Anna"}) == (409, "server.name_taken")
    assert other.http.put("/api/me", json={"name": "Joanna"}).json()["name"] == "Joanna"
    # Its owner may write it otherwise.
    assert anna.http.put("/api/me", json={"name": "ANNA"}).json()["name"] == "ANNA"
    assert anna.get(f"/api/tables/{table}")["seats"][0]["name"] == "Anna"


def test_two_who_want_one_name_at_once_do_not_both_get_it(server: Service) -> None:
    async def race() -> list[int]:
        import httpx

        async def one() -> int:
            address = f"http://127.0.0.1:{server.port}"
            async with httpx.AsyncClient(base_url=address, timeout=30, trust_env=False) as client:
                answer = await client.post("/api/account", json={"name": "Racer", "password": "correct horse"})
                return answer.status_code

        return await asyncio.gather(*(one() for _ in range(4)))

    assert sorted(asyncio.run(race())) == [201, 409, 409, 409]


def test_sessions_are_listed_and_revoked_at_once(server: Service) -> None:
    one, two = server.guest(), server.guest()
    one.sign_up("Sessions")
    table = one.table("me", "bot:random")["id"]
    two.sign_in("Sessions")
    listed = account(one)["sessions"]
    assert sorted(each["current"] for each in listed) == [False, True]
    other = next(each["id"] for each in listed if not each["current"])
    with two.live(table) as live:
        assert live.kind("view")["seat"] == 0
        assert one.http.delete(f"/api/account/sessions/{other}").status_code == 204
        with pytest.raises(ConnectionClosed):
            live.until(lambda _: False)
    assert account(two) is None
    assert two.get("/api/me")["tables"] == []
    assert one.refused("DELETE", f"/api/account/sessions/{other}") == (404, "server.not_found")
    two.sign_in("Sessions")
    assert len(one.http.delete("/api/account/sessions").json()["sessions"]) == 1
    assert account(two) is None
    cookie = one.cookie
    assert one.http.post("/api/account/sign-out").status_code == 204
    assert one.cookie != cookie
    assert account(one) is None
    assert account(server.back(cookie)) is None


def test_a_password_is_changed_and_recovery_codes_work_once(server: Service) -> None:
    one, two, three = server.guest(), server.guest(), server.guest()
    codes = one.sign_up("Forgetful")
    two.sign_in("Forgetful")
    wrong = {"name": "Forgetful", "code": "aaaa-aaaa-aaaa-aaaa"}
    assert three.code("/api/account/recover", wrong) == (403, "server.wrong_code")
    right = {"name": "forgetful", "code": codes[3].upper().replace("-", " ")}
    assert three.ok("/api/account/recover", right)["recovery_codes"] == 9
    assert server.guest().code("/api/account/recover", right) == (403, "server.wrong_code")
    assert three.http.put("/api/account/password", json={"password": "another horse"}).status_code == 200
    assert account(two) is None, "a new password signs the others out"
    old = {"name": "Forgetful", "password": "correct horse"}
    assert two.code("/api/account/sign-in", old) == (403, "server.wrong_password")
    two.sign_in("Forgetful", "another horse")
    assert two.refused("PUT", "/api/account/password", {"password": None}) == (409, "server.last_way_in")
    assert two.refused("PUT", "/api/account/password", {"password": "short"}) == (422, "server.password_length")
    new = two.ok("/api/account/recovery-codes")["recovery_codes"]
    assert two.code("/api/account/recover", {"name": "Forgetful", "code": codes[4]}) == (403, "server.wrong_code")
    assert two.ok("/api/account/recover", {"name": "Forgetful", "code": new[0]})["recovery_codes"] == 9


def test_what_is_delicate_needs_a_fresh_sign_in(server: Service) -> None:
    guest = server.guest()
    guest.sign_up("Stale")
    hour = sa.update(schema.sessions).values(created=schema.sessions.c.created - 4000)
    where = schema.sessions.c.person.in_(_id_of("Stale"))
    server.run(server.hub.storage.write(lambda each: each.execute(hour.where(where)) and None))
    server.hub.people.sessions._known.clear()
    assert not account(guest)["fresh"]
    for method, path, body in (
        ("PUT", "/api/account/password", {"password": "another horse"}),
        ("POST", "/api/account/recovery-codes", None),
        ("DELETE", "/api/account", None),
        ("DELETE", "/api/account/passkeys/x", None),
    ):
        assert guest.refused(method, path, body) == (403, "server.prove_again"), path
    guest.sign_in("Stale")
    assert account(guest)["fresh"]
    assert len(account(guest)["sessions"]) == 1


def test_everything_about_me_is_exported_and_deleted(server: Service) -> None:
    guest, friend = server.guest("Whoami"), server.guest("Friend")
    over = guest.table("me", "open", "open", start=False)["id"]
    friend.ok(f"/api/tables/{over}/join", {})
    server.guest("Third").ok(f"/api/tables/{over}/join", {})
    guest.ok(f"/api/tables/{over}/start")
    guest.sign_up("Whoami")
    waiting = guest.table("me", "open", start=False)["id"]
    with guest.live(over) as live:
        live.kind("view")
        live.play(0)
        live.ask(type="chat", text="my own words")
    found = guest.get("/api/account/export")
    text = json.dumps(found)
    assert found["account"]["name"] == "Whoami"
    assert [line["text"] for line in found["chat"]] == ["my own words"]
    assert {table["id"] for table in found["tables"]} == {over, waiting}
    acted = next(table for table in found["tables"] if table["id"] == over)["log"]
    assert [entry["kind"] for entry in acted if entry["kind"] == "acted"] == ["acted"]
    assert guest.cookie.partition(".")[0] not in text
    assert "argon2" not in text

    with friend.live(over) as live:
        assert guest.http.delete("/api/account").status_code == 204
        with pytest.raises(ConnectionClosed):  # the table is read anew
            live.until(lambda _: False)
    seats = friend.get(f"/api/tables/{over}")["seats"]
    assert (seats[0]["name"], bool(seats[0]["substitute"])) == (None, True)
    assert friend.get(f"/api/tables/{waiting}")["seats"][0]["kind"] == "open"
    log = server.run(server.hub.storage.load(over))
    assert b"Whoami" not in b"".join(schema_bytes(each) for each in log)
    assert account(guest) is None
    assert guest.code("/api/account/sign-in", {"name": "Whoami", "password": "correct horse"})[0] == 403
    server.guest().sign_up("Whoami", "the name is free")


def schema_bytes(written: Any) -> bytes:
    from branchline.server.events import encode_event

    return encode_event(written.event)


STRANGERS = (
    ("PUT", "/api/account/password", {"password": "another horse"}),
    ("PUT", "/api/account/settings", {"settings": {}}),
    ("POST", "/api/account/recovery-codes", None),
    ("POST", "/api/account/passkeys/options", None),
    ("POST", "/api/account/passkeys", {"ceremony": "x", "credential": {}}),
    ("DELETE", "/api/account/passkeys/x", None),
    ("DELETE", "/api/account/sessions", None),
    ("DELETE", "/api/account/sessions/{session}", None),
    ("POST", "/api/account/sign-out", None),
    ("POST", "/api/account/tokens", {"name": "bot"}),
    ("DELETE", "/api/account/tokens/{token}", None),
    ("GET", "/api/account/export", None),
    ("DELETE", "/api/account", None),
)


def test_nobody_reaches_anothers_account(server: Service) -> None:
    owner, other, guest = server.guest(), server.guest(), server.guest()
    number = next(_numbers)
    owner.sign_up(f"Owner {number}")
    other.sign_up(f"Other {number}")
    token = owner.ok("/api/account/tokens", {"name": "bot"})
    ids = {"session": account(owner)["sessions"][0]["id"], "token": token["info"]["id"]}
    before = account(owner)
    for method, path, body in STRANGERS:
        assert guest.refused(method, path.format(**ids), body) == (401, "server.sign_in_first"), path
        if "{" in path:
            assert other.refused(method, path.format(**ids), body) == (404, "server.not_found"), path
        program = {"authorization": f"Bearer {token['token']}"}
        said = guest.http.request(method, path.format(**ids), json=body, headers=program)
        assert (said.status_code, said.json()["error"]["code"]) == (403, "server.not_for_programs"), path
    forged = {"ceremony": "x", "credential": {"id": "x"}}
    assert guest.code("/api/account/sign-in/passkey", forged) == (409, "server.passkey_needs_name")
    guest.http.headers["host"] = f"localhost:{server.port}"
    assert guest.code("/api/account/sign-in/passkey", forged) == (403, "server.wrong_passkey")
    forged["ceremony"] = guest.ok("/api/account/sign-in/passkey-options")["ceremony"]
    assert guest.code("/api/account/sign-in/passkey", forged) == (403, "server.wrong_passkey")
    assert account(owner)["sessions"] == before["sessions"]
    # A banned person can look, but not act.
    person = server.run(server.hub.storage.read(lambda each: each.execute(_id_of(f"Other {number}")).scalar_one()))
    server.ban(person)
    for method, path, body in STRANGERS:
        if method != "GET":
            assert other.refused(method, path.format(**ids), body) == (403, "server.banned"), path
    assert account(other)["name"] == f"Other {number}"
    assert other.code("/api/tables", {"game": "30-rails", "seats": [{"kind": "me"}]}) == (403, "server.banned")


def test_an_unknown_name_takes_as_long_as_a_wrong_password(monkeypatch: pytest.MonkeyPatch) -> None:
    async def measure() -> tuple[float, float]:
        passwords = Passwords()
        known = await passwords.hashed("correct horse")
        await passwords.fits(None, "warm up")
        times: dict[bool, list[float]] = {True: [], False: []}
        for _ in range(5):
            for there in times:
                began = time.process_time()
                assert not await passwords.fits(known if there else None, "wrong horse")
                times[there].append(time.process_time() - began)
        assert await passwords.fits(known, "correct horse")
        passwords.close()
        return statistics.median(times[True]), statistics.median(times[False])

    monkeypatch.setattr(module, "PROFILE", RFC_9106_LOW_MEMORY)
    there, missing = asyncio.run(measure())
    assert 0.5 < there / missing < 2


def test_the_loop_goes_on_while_passwords_are_hashed(monkeypatch: pytest.MonkeyPatch) -> None:
    async def scene() -> int:
        passwords = Passwords()
        work = asyncio.gather(*(passwords.hashed("correct horse") for _ in range(4)))
        turns = 0
        while not work.done():
            await asyncio.sleep(0)
            turns += 1
        passwords.close()
        return turns

    monkeypatch.setattr(module, "PROFILE", RFC_9106_LOW_MEMORY)
    assert asyncio.run(scene()) > 10


def test_guessing_is_slow(tmp_path: Path) -> None:
    service = Service(tmp_path, sign_ins_per_minute=3, sign_ups_per_hour=2).open()
    try:
        service.guest().sign_up("Target")
        guest = service.guest()
        tries = [guest.code("/api/account/sign-in", {"name": "Target", "password": "guess work"}) for _ in range(4)]
        assert tries == [(403, "server.wrong_password")] * 3 + [(429, "server.too_fast")]
        assert guest.code("/api/account/recover", {"name": "Target", "code": "x"}) == (429, "server.too_fast")
        service.guest().sign_up("Second")
        third = {"name": "Third", "password": "correct horse"}
        assert service.guest().code("/api/account", third) == (429, "server.too_fast")
    finally:
        service.close()


def test_sign_ups_can_be_closed(tmp_path: Path) -> None:
    service = Service(tmp_path, sign_up="closed").open()
    try:
        guest = service.guest()
        assert guest.get("/api/account") == {"account": None, "sign_up": "closed"}
        wanted = {"name": "Anna", "password": "correct horse"}
        assert guest.code("/api/account", wanted) == (403, "server.sign_up_closed")
        assert guest.table("me")["status"] == "running"
    finally:
        service.close()
