"""Nobody gets what is not theirs: every endpoint and every message, tried by a stranger, a spectator, another seat."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.server.service import Service, play_out

pytestmark = pytest.mark.server

# What a stranger gets from each unsafe endpoint of a running two-seat table that is not theirs.
STRANGER = [
    ("join", {}, "server.started"),
    ("claim", {"secret": "x" * 43}, "server.wrong_secret"),
    ("claim", {"secret": ""}, "server.wrong_secret"),
    ("leave", {"seat": 0}, "server.not_your_seat"),
    ("leave", {"seat": 9}, "server.no_seat"),
    ("seats/0", {"kind": "open"}, "server.not_host"),
    ("start", None, "server.not_yours"),
    ("abort", None, "server.not_yours"),
    ("resign", {"seat": 0}, "server.not_your_seat"),
    ("hand-over", {"seat": 0}, "server.not_your_seat"),
    ("take-back", {"seat": 0}, "server.not_your_seat"),
    ("vote", {"seat": 0}, "server.not_yours"),
    ("revoke-link", {"seat": 0}, "server.not_your_seat"),
    ("rematch", None, "server.not_yours"),
    ("invite", {"name": "Anna"}, "server.no_person"),
    ("decline", {"seat": 0}, "server.not_asked"),
    ("hint", {"seat": 0}, "server.not_your_seat"),
    ("review", {}, "server.not_over"),
    ("positions/0/instead", {"seat": 0, "action": {"type": "mountain", "draw": True}}, "server.not_over"),
    ("continue", {"n": 0, "seats": [{"kind": "me"}, {"kind": "me"}]}, "server.not_over"),
]


@pytest.mark.parametrize(("call", "body", "code"), STRANGER)
def test_a_stranger_changes_nothing(service: Service, call: str, body: Any, code: str) -> None:
    host, stranger = service.guest("Anna"), service.guest()
    table = host.table("me", "me")
    path = f"/api/tables/{table['id']}"
    before = host.get(path)
    status, found = stranger.code(f"{path}/{call}", body)
    assert (400 <= status < 500, found) == (True, code)
    assert host.get(path) == before


def test_the_list_of_stranger_calls_is_whole(service: Service) -> None:
    paths = service.guest().get("/api/schema")["paths"]
    tried = {call.partition("/")[0] for call, _, _ in STRANGER}
    ours = {path: methods for path, methods in paths.items() if path.startswith("/api/tables/{id}/")}
    unsafe = {path.split("/")[4] for path, methods in ours.items() if "post" in methods}
    assert unsafe == tried


def test_a_stranger_sees_only_what_a_spectator_may(service: Service) -> None:
    host, stranger = service.guest(), service.guest()
    table = host.table("me", "me")
    path = f"/api/tables/{table['id']}"
    seen = stranger.get(path)
    assert seen["you"] == []
    assert seen["seat_links"] == {}
    assert seen["host"] is False
    answer = stranger.http.get(f"{path}/record")
    assert (answer.status_code, answer.json()["error"]["code"]) == (409, "server.not_over")
    assert stranger.http.get(f"{path}/text?seat=0").json()["error"]["code"] == "server.not_your_seat"
    assert stranger.http.get(f"{path}/positions/1?seat=0").json()["error"]["code"] == "server.not_your_seat"
    position = stranger.get(f"{path}/positions/1")
    assert position["seat"] is None
    assert position["view"]["choices"] is None
    assert position["view"]["seed"] is None
    assert host.get(f"{path}/positions/1")["seat"] == 0


MESSAGES = [
    {"type": "play", "seat": 0, "action": {"type": "skip"}},
    {"type": "undo", "seat": 0},
    {"type": "agree", "ask": "x", "yes": True},
    {"type": "legal", "seat": 0},
    {"type": "preview", "seat": 0, "action": {}},
    {"type": "check", "seat": 0, "action": {}},
    {"type": "suggest", "seat": 0, "request": {}},
]


@pytest.mark.parametrize("message", MESSAGES, ids=lambda message: str(message["type"]))
@pytest.mark.parametrize("who", ["spectator", "no cookie", "other seat"])
def test_nobody_speaks_for_anothers_seat(service: Service, message: dict[str, Any], who: str) -> None:
    host, other = service.guest("Anna"), service.guest()
    table = host.table("me", "open")
    path = f"/api/tables/{table['id']}"
    other_seat = who == "other seat"
    if other_seat:
        other.ok(f"{path}/join", {})
    else:
        host.ok(f"{path}/seats/1", {"kind": "bot", "level": "random"})
    host.ok(f"{path}/start")
    with other.live(table["id"], cookie=who != "no cookie") as live:
        view = live.kind("view")
        assert view["seat"] == (1 if other_seat else None)
        said = live.ask(**message)
        assert said["type"] == "refused"
        expected = {"server.not_your_seat", "server.not_yours"} | ({"server.no_request"} if other_seat else set())
        assert said["error"]["code"] in expected


def test_a_running_game_keeps_its_seed_from_everybody(service: Service) -> None:
    host, other = service.guest(), service.guest()
    table = host.table("me", "me")
    with host.live(table["id"]) as live, other.live(table["id"]) as watcher:
        live.until(lambda said: said["type"] == "view" and said["seat"] == 1)
        for seat in (0, 1):
            live.play(seat)
        watcher.quiet()
        early = json.dumps([live.seen, watcher.seen, host.get(f"/api/tables/{table['id']}/positions/2")])
        last = play_out(live, (0, 1))
    seed = last["view"]["seed"]
    assert len(seed) == 64
    assert seed not in early


def test_secrets_lie_in_the_database_only_as_hashes(service: Service) -> None:
    guest = service.guest("Anna")
    table = guest.table("me")
    link = table["seat_links"]["0"]
    with guest.live(table["id"]) as live:
        live.kind("view")
        live.ask(type="chat", text="hello")
    kept = b"".join(path.read_bytes() for path in Path(service.settings.data).iterdir())
    assert table["id"].encode() in kept
    assert guest.cookie.encode() not in kept
    assert link.encode() not in kept


def test_errors_bring_no_traces(service: Service) -> None:
    guest = service.guest()
    for path in ("/api/tables/nothing", "/api/nothing", "/nothing.js", "/assets/../settings.py", "/api/words/fr"):
        answer = guest.http.get(path)
        assert answer.status_code in (400, 404), path
        assert set(answer.json()) == {"error"}
        assert "Traceback" not in answer.text
        assert ".py" not in answer.text
