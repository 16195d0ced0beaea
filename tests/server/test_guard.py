"""The door: cookie, origin, headers, limits, sizes."""

from __future__ import annotations

from pathlib import Path

import httpx
import pytest
from websockets.exceptions import InvalidStatus

from tests.server.service import Service

pytestmark = pytest.mark.server


def test_the_first_answer_sets_a_cookie_and_only_the_first(service: Service) -> None:
    with httpx.Client(base_url=f"http://127.0.0.1:{service.port}", trust_env=False) as client:
        first = client.get("/api/games")
        cookie = first.headers["set-cookie"]
        assert "HttpOnly" in cookie
        assert "SameSite=Lax" in cookie
        assert "Secure" not in cookie
        assert "set-cookie" not in client.get("/api/games").headers
        assert "set-cookie" not in httpx.get(f"http://127.0.0.1:{service.port}/healthz", trust_env=False).headers
        client.cookies.set("branchline", "too-short")
        assert "set-cookie" in client.get("/api/games", headers={"cookie": "branchline=short"}).headers


def test_behind_https_the_cookie_is_secure(tmp_path: Path) -> None:
    service = Service(tmp_path, public_url="https://games.example").open()
    answer = httpx.get(f"http://127.0.0.1:{service.port}/api/games", trust_env=False)
    service.close()
    assert "; Secure" in answer.headers["set-cookie"]


@pytest.mark.parametrize("path", ["/", "/api/games", "/api/nothing", "/api/docs", "/healthz"])
def test_every_answer_carries_the_headers(service: Service, path: str) -> None:
    headers = service.guest().http.get(path).headers
    policy = headers["content-security-policy"]
    assert "script-src 'self';" in policy
    assert "frame-ancestors 'none'" in policy
    assert headers["x-content-type-options"] == "nosniff"
    assert "server" not in headers


@pytest.mark.parametrize("origin", ["https://evil.example", "null", "http://127.0.0.1:1", ""])
def test_another_site_is_refused(service: Service, origin: str) -> None:
    guest = service.guest()
    body = {"game": "30-rails", "seats": [{"kind": "me"}]}
    answer = guest.http.post("/api/tables", json=body, headers={"origin": origin})
    assert (answer.status_code, answer.json()["error"]["code"]) == (403, "server.wrong_origin")
    table = guest.table("me")
    with pytest.raises(InvalidStatus), guest.live(table["id"], origin=origin or "http://x"):
        pass


def test_our_own_site_and_programs_are_let_in(service: Service) -> None:
    guest = service.guest()
    origin = f"http://127.0.0.1:{service.port}"
    body = {"game": "30-rails", "seats": [{"kind": "me"}], "start": True}
    answer = guest.http.post("/api/tables", json=body, headers={"origin": origin})
    assert answer.status_code == 201
    with guest.live(answer.json()["id"], origin=origin) as live:
        live.kind("view")
    cross = guest.http.post("/api/tables", json=body, headers={"sec-fetch-site": "cross-site"})
    assert cross.status_code == 403


def test_too_many_writes_are_refused(tmp_path: Path) -> None:
    limits = {"writes_per_minute": 20, "tables_per_minute": 3, "connections_per_address": 2, "plays_per_second": 2}
    service = Service(tmp_path, **limits).open()
    try:
        guest = service.guest()
        body = {"game": "30-rails", "seats": [{"kind": "me"}], "start": True}
        codes = [guest.post("/api/tables", body).status_code for _ in range(5)]
        assert codes == [201, 201, 201, 429, 429]
        codes = [guest.post("/api/nothing", {}).status_code for _ in range(20)]
        assert codes[0] == 405 or codes[0] == 404
        assert codes[-1] == 429
        table = guest.get("/api/me")["tables"][0]["id"]
        with guest.live(table) as one, guest.live(table) as two:
            two.kind("view")
            with guest.live(table) as three:
                assert three.receive()["error"]["code"] == "server.too_many_connections"
            said = [one.play(0, {"type": "x"})["error"]["code"] for _ in range(6)]
            assert "server.too_fast" in said
            assert one.legal(0)
    finally:
        service.close()


def test_large_bodies_are_refused(service: Service) -> None:
    guest = service.guest()
    assert guest.post("/api/tables", {"game": "x" * 70_000, "seats": []}).status_code == 413
    assert guest.post("/api/records", {"format": "x" * 1_100_000}).status_code == 413
    assert guest.post("/api/records", {"format": "x" * 900_000}).status_code == 422
