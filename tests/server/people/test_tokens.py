"""API tokens: a program plays through the same API, and everybody sees that it is one."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import connect

from tests.server.service import Guest, Live, Service, play_out, wait_for

pytestmark = pytest.mark.server
API = (Path(__file__).parents[3] / "docs" / "api.md").read_text("utf-8")


def program(service: Service, owner: Guest, name: str = "Robot") -> tuple[Guest, str, str]:
    """A client with a token of that owner, the token and its id."""
    made = owner.ok("/api/account/tokens", {"name": name})
    client = service.guest()
    client.http.cookies.clear()
    client.http.headers["authorization"] = f"Bearer {made['token']}"
    return client, made["token"], made["info"]["id"]


def test_the_bot_of_the_docs_plays_a_game(service: Service, tmp_path: Path) -> None:
    (text,) = [block for block in re.findall(r"```python\n(.*?)```", API, re.DOTALL) if "Bearer" in block]
    assert len([line for line in text.splitlines() if line.strip()]) <= 40
    file = tmp_path / "bot.py"
    file.write_text(text)
    owner = service.guest()
    owner.sign_up("Bot Owner")
    _, token, _ = program(service, owner, "Docs")
    table = owner.table("me", "open", start=False)["id"]
    command = [sys.executable, str(file), f"http://127.0.0.1:{service.port}", table, token]
    running = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    try:
        wait_for(lambda: all(seat["kind"] == "human" for seat in owner.get(f"/api/tables/{table}")["seats"]))
        owner.ok(f"/api/tables/{table}/start")
        with owner.live(table) as live:
            live.kind("view")
            play_out(live, (0,))
        said, _ = running.communicate(timeout=60)
    finally:
        running.kill()
    assert (running.returncode, said.strip()) == (0, "the game is over")
    seat = owner.get(f"/api/tables/{table}")["seats"][1]
    assert (seat["name"], seat["program"], seat["member"]) == ("Docs (Bot Owner)", True, False)
    assert owner.get(f"/api/tables/{table}/record")["seats"][1]["program"] is True


def test_a_token_has_seats_of_its_own_until_it_is_revoked(service: Service) -> None:
    owner = service.guest()
    owner.sign_up("Token Owner")
    robot, token, id_ = program(service, owner)
    mine = owner.table("me", "bot:random")
    assert robot.get("/api/me")["tables"] == []
    # It takes a seat of its owner over by the seat's link, and is marked from then on.
    robot.ok(f"/api/tables/{mine['id']}/claim", {"secret": mine["seat_links"]["0"]})
    assert owner.get(f"/api/tables/{mine['id']}")["seats"][0]["program"] is True
    assert robot.get("/api/me")["name"] == "Robot (Token Owner)"
    assert "set-cookie" not in robot.http.get("/api/me").headers
    headers = {"Authorization": f"Bearer {token}"}
    address = f"ws://127.0.0.1:{service.port}/api/tables/{mine['id']}/live"
    with connect(address, additional_headers=headers, proxy=None) as wire:
        live = Live(wire)
        live.receive()
        assert owner.http.delete(f"/api/account/tokens/{id_}").status_code == 200
        with pytest.raises(ConnectionClosed):
            live.until(lambda _: False)
    assert robot.refused("GET", "/api/me") == (401, "server.wrong_token")
    with pytest.raises(InvalidStatus):
        connect(address, additional_headers=headers, proxy=None)


def test_a_banned_persons_program_is_banned_too(service: Service) -> None:
    owner = service.guest()
    owner.sign_up("Banned Owner")
    robot, _, _ = program(service, owner)
    visitor = service.run(service.hub.people.sessions.visitor(owner.cookie.partition(".")[0], ""))
    assert visitor.person is not None
    service.ban(visitor.person)
    seats = [{"kind": "me"}]
    assert robot.code("/api/tables", {"game": "30-rails", "seats": seats}) == (403, "server.banned")
