"""Every call of the API and every message, tried by a stranger, a guest, others, a banned person, and a program."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, get_args

import httpx
import pytest
import sqlalchemy as sa
from litestar import Litestar
from litestar.routes import HTTPRoute

from branchline.server.app import DESCRIPTION, HANDLERS, describe_api
from branchline.server.messages import ClientMessage
from branchline.server.storage.schema import persons
from tests.server.service import Guest, Service
from tests.server.test_refusals import MESSAGES

pytestmark = pytest.mark.server
PROOF = {"ceremony": "x", "credential": {"id": "x"}}
SEAT = {"seat": 0}
CLOCK = {"kind": "live", "base": 777}
BODIES: dict[str, Any] = {
    "PUT /api/me": {"name": "Nobody Else"},
    "POST /api/tables": {"game": "30-rails", "seats": [{"kind": "me"}]},
    "POST /api/tables/{id}/join": {},
    "POST /api/tables/{id}/claim": {"secret": "x" * 43},
    "POST /api/tables/{id}/seats/{seat}": {"kind": "open"},
    "POST /api/tables/{id}/invite": {"name": "Anna Everybody"},
    "POST /api/tables/{id}/continue": {"n": 0, "seats": [{"kind": "me"}, {"kind": "me"}]},
    "POST /api/tables/{id}/review": {},
    "POST /api/tables/{id}/positions/{n}/instead": {"seat": 0, "action": {"type": "skip"}},
    "PUT /api/notices": {"kinds": []},
    "POST /api/notices/channels": {"kind": "json", "address": "http://127.0.0.1:9/x"},
    "POST /api/notices/channels/{id}/confirm": {"code": "123456"},
    "POST /api/records": {},
    "POST /api/lessons/{game}/{part}/{step}": {"actions": []},
    "POST /api/lessons/{game}/{part}/{step}/ask": {"actions": [], "type": "legal"},
    "POST /api/account": {"name": "Anna Everybody", "password": "correct horse"},
    "POST /api/account/passkey-options": {"name": "Anna Everybody"},
    "POST /api/account/passkey": {"name": "Anna Everybody", **PROOF},
    "POST /api/account/sign-in": {"name": "Anna Everybody", "password": "wrong"},
    "POST /api/account/sign-in/passkey": PROOF,
    "POST /api/account/recover": {"name": "Anna Everybody", "code": "AAAA-AAAA-AAAA-AAAA"},
    "PUT /api/account/password": {"password": "stolen horse"},
    "PUT /api/account/settings": {"settings": {"theme": "stolen"}},
    "POST /api/account/passkeys": PROOF,
    "POST /api/account/tokens": {"name": "thief"},
    "POST /api/relations": {"kind": "mute", "name": "Anna Everybody"},
    "POST /api/reports": {"reason": "other", "name": "Anna Everybody"},
    "PUT /api/search": {"game": "30-rails", "least": 2, "most": 2, "clock": CLOCK},
    "POST /api/follows": {"name": "Anna Everybody"},
}
"""What is sent along; a call at a table that is not here says a seat."""
LAST = ("/api/account/sign-out", "/api/account", "/api/account/sessions")
"""With these others end their own session: they come last."""
BANNED = sa.select(persons.c.id).where(persons.c.name == "Banned Everybody")
NOTHING_KEPT = ("/api/lessons/", "/api/tables/{id}/positions/", "/api/tables/{id}/review")
"""A lesson, or another move in a finished game, is computed and forgotten: whoever is banned may learn. A review is
refused to them too, but first to everybody, as long as the game goes on."""
Ask = Callable[[str, str, Any], httpx.Response]
UNDESCRIBED = {("GET", "/api/schema"), ("GET", "/api/docs"), ("GET", "/api/docs/{name}")}
"""The description itself, which is the same for everybody."""
ANYBODY = {"chat", "sync", "ping", "look"}
"""Messages that whoever watches may send; they say nothing for a seat."""


def test_no_route_and_no_message_is_left_out() -> None:
    """What the description lacks nobody would try here."""
    routes = [route for route in Litestar(HANDLERS, openapi_config=DESCRIPTION).routes if isinstance(route, HTTPRoute)]
    served = {
        (method, re.sub(r":\w+\}", "}", route.path))
        for route in routes
        for method in route.methods - {"OPTIONS"}
        if route.path.startswith("/api/") and not route.path.startswith(DESCRIPTION.path or "/")
    }
    assert served - set(calls(describe_api())) == UNDESCRIBED
    tried = {message["type"] for message in MESSAGES}
    assert tried | ANYBODY == {kind.__struct_config__.tag for kind in get_args(ClientMessage)}


def calls(schema: dict[str, Any]) -> list[tuple[str, str]]:
    found = [
        (method.upper(), path)
        for path, methods in schema["paths"].items()
        for method in methods
        if path.startswith("/api/")
    ]
    return sorted(found, key=lambda call: (call[1] in LAST and call[0] != "GET", call[1]))


def things(anna: Guest, table: str) -> Any:
    """All that is hers, but for the moments at which she was last seen."""
    export = anna.get("/api/account/export")
    for row in (*export["sessions"], *export["tokens"]):
        row.pop("seen", None), row.pop("used", None)
    mine = [anna.get(path) for path in ("/api/notices", "/api/relations", "/api/follows", f"/api/tables/{table}")]
    mine[-1].pop("watching")
    return export, mine


@pytest.fixture
def service(tmp_path: Path) -> Iterator[Service]:
    one = Service(tmp_path, private_webhooks=True, notice_seconds=3600).open()
    yield one
    one.close()


def test_nobody_else_changes_what_is_annas(service: Service) -> None:
    anna, boris, other, banned, guest = (service.guest() for _ in range(5))
    for each, name in ((anna, "Anna"), (boris, "Boris"), (other, "Other"), (banned, "Banned")):
        each.sign_up(f"{name} Everybody")
    table = anna.table("me", "open", start=False)["id"]
    boris.ok(f"/api/tables/{table}/join", {})
    boris.ok(f"/api/tables/{table}/start")
    channel = {"kind": "json", "address": "http://127.0.0.1:9/annas"}
    ids = {
        "/api/tables/": table,
        "/api/notices/": anna.ok("/api/notices/channels", channel)["channels"][0]["id"],
        "/api/account/tokens/": anna.ok("/api/account/tokens", {"name": "bot"})["info"]["id"],
        "/api/account/sessions/": anna.get("/api/account")["account"]["sessions"][0]["id"],
        "/api/account/passkeys/": "none",
        "/api/relations/": anna.ok("/api/relations", {"kind": "mute", "name": "Boris Everybody"})["relations"][0]["id"],
        "/api/follows/": anna.ok("/api/follows", {"name": "Boris Everybody"})["people"][0]["id"],
    }
    others = {"game": "30-rails", "players": "2", "n": "0", "seat": "0", "day": "2026-01-01", "language": "en"}
    others |= {"part": "lesson", "step": "0", "name": "Anna Everybody"}

    def filled(path: str) -> str:
        id_ = next((id_ for start, id_ in ids.items() if path.startswith(start)), "")
        return re.sub(r"\{(\w+)\}", lambda found: {"id": id_, **others}[found[1]], path)

    def stranger(method: str, path: str, body: Any) -> httpx.Response:
        return httpx.request(method, f"http://127.0.0.1:{service.port}{path}", json=body, trust_env=False, timeout=20)

    def asks(who: Guest) -> Ask:
        return lambda method, path, body: who.http.request(method, path, json=body)

    token = anna.ok("/api/account/tokens", {"name": "hers"})["token"]

    def program(method: str, path: str, body: Any) -> httpx.Response:
        headers = {"Authorization": f"Bearer {token}"}
        address = f"http://127.0.0.1:{service.port}{path}"
        return httpx.request(method, address, json=body, headers=headers, trust_env=False, timeout=20)

    (person,) = service.run(service.hub.storage.read(lambda each: each.execute(BANNED).scalars().all()))
    service.ban(person)
    before = things(anna, table)
    listed = calls(anna.get("/api/schema"))
    assert set(BODIES) <= {f"{method} {path}" for method, path in listed}
    roles: dict[str, Ask] = {"stranger": stranger, "guest": asks(guest), "other": asks(other), "banned": asks(banned)}
    # A program of her own plays, and nothing else of hers is its business.
    roles["program"] = program
    for role, ask in roles.items():
        for method, path in listed:
            seated = SEAT if path.startswith("/api/tables/{id}/") else None
            body = None if method in ("GET", "DELETE") else BODIES.get(f"{method} {path}", seated)
            answer = ask(method, filled(path), body)
            assert answer.status_code < 500, (role, method, path, answer.text)
            # A body that is not understood would hide what whoever asks is refused.
            assert answer.status_code != 400, (role, method, path, answer.text)
            if role == "banned" and method != "GET" and not path.startswith(NOTHING_KEPT):
                assert (answer.status_code, answer.text.count("server.banned")) == (403, 1), (method, path)
            if path == "/api/account/export":
                assert "Anna" not in answer.text, role
        assert things(anna, table) == before, role
    for who in (guest, other, banned):
        with who.live(table) as live:
            live.kind("view")
            for message in MESSAGES:
                assert live.ask(**message)["type"] == "refused", message
    assert things(anna, table) == before
