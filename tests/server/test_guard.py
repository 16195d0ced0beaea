"""The door: cookie, origin, headers, limits, sizes."""

from __future__ import annotations

from contextlib import ExitStack
from pathlib import Path

import httpx
import pytest
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect

from branchline.server import keys
from branchline.server.settings import Settings
from tests.server.service import Guest, Service

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


@pytest.mark.parametrize(
    "header",
    [
        'other={{"a":1}}; {ours}',
        "a b=c; {ours}; x",
        "{ours}; theme=тёмная",
        "=; ;; {ours};",
        'quoted="; {ours}',
        'branchline=nonsense; {ours}; branchline="x"',
    ],
)
def test_cookies_of_other_applications_do_no_harm(service: Service, header: str) -> None:
    guest = service.guest()
    table = guest.table("me")
    cookie = header.format(ours=f"branchline={guest.cookie}")
    address = f"http://127.0.0.1:{service.port}/api/me"
    answer = httpx.get(address, headers=[(b"cookie", cookie.encode())], trust_env=False)
    assert [found["id"] for found in answer.json()["tables"]] == [table["id"]]
    assert "set-cookie" not in answer.headers


def test_a_cookie_in_a_header_of_its_own_is_read(service: Service) -> None:
    guest = service.guest()
    table = guest.table("me")
    headers = [("cookie", "a=b"), ("cookie", f"branchline={guest.cookie}"), ("cookie", "c=d")]
    answer = httpx.get(f"http://127.0.0.1:{service.port}/api/me", headers=headers, trust_env=False)
    assert [found["id"] for found in answer.json()["tables"]] == [table["id"]]


def test_a_secret_that_we_did_not_make_is_refused(service: Service) -> None:
    forged = "A" * 43
    answer = _me(service, forged)
    assert "set-cookie" in answer.headers
    assert forged not in answer.headers["set-cookie"]
    guest = service.guest()
    table = guest.table("me")["id"]
    headers = {"cookie": f"branchline={forged}"}
    with connect(f"ws://127.0.0.1:{service.port}/api/tables/{table}/live", additional_headers=headers) as wire:
        wire.send('{"type": "chat", "id": "x", "text": "hello"}')
        while "refused" not in (said := str(wire.recv(5))):
            pass
    assert "server.no_cookie" in said


def test_a_secret_of_the_first_version_keeps_its_seats_and_gets_signed(service: Service) -> None:
    guest = service.guest()
    table = guest.table("me")
    secret = guest.cookie.partition(".")[0]
    answer = _me(service, secret)
    assert [found["id"] for found in answer.json()["tables"]] == [table["id"]]
    given = answer.headers["set-cookie"]
    assert given.startswith(f"branchline={secret}.")
    signed = given.partition("=")[2].partition(";")[0]
    assert "set-cookie" not in _me(service, signed).headers


def test_an_old_cookie_is_given_again(service: Service) -> None:
    guest = service.guest()
    secret = guest.cookie.partition(".")[0]
    old = keys.Signer(keys.server_key(Path(service.settings.data))).sign(secret, now=1e9)
    answer = _me(service, old)
    assert f"branchline={secret}." in answer.headers["set-cookie"]
    assert "Max-Age=31536000" in answer.headers["set-cookie"]


def test_a_database_that_does_not_answer_costs_nobody_the_secret(
    service: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def broken(_: object) -> None:
        raise OSError(5, "I/O error")

    secret = service.guest().cookie.partition(".")[0]
    monkeypatch.setattr(service.hub.storage, "read", broken)
    answer = _me(service, secret)
    assert (answer.status_code, answer.json()["error"]["code"]) == (503, "server.disk_error")
    assert "set-cookie" not in answer.headers


def _me(service: Service, cookie: str) -> httpx.Response:
    headers = {"cookie": f"branchline={cookie}"}
    return httpx.get(f"http://127.0.0.1:{service.port}/api/me", headers=headers, trust_env=False)


def test_a_strange_name_is_refused_in_words(service: Service) -> None:
    guest = service.guest()
    answer = guest.http.get("/api/games", headers={"host": "evil.example"})
    assert (answer.status_code, answer.json()["error"]["code"]) == (421, "server.wrong_host")
    assert "allowed_hosts" in answer.json()["error"]["text"]["ru"]
    typed = guest.http.get("/", headers={"host": "mybox:8000", "accept": "text/html,*/*"})
    assert (typed.status_code, typed.headers["content-type"]) == (421, "text/plain; charset=utf-8")
    assert typed.text.count("BRANCHLINE_ALLOWED_HOSTS=mybox,") == 1
    assert "отзывается на имя mybox" in typed.text
    table = guest.table("me")["id"]
    headers = {"host": "evil.example", "origin": "http://evil.example", "cookie": f"branchline={guest.cookie}"}
    with pytest.raises(InvalidStatus):
        connect(f"ws://127.0.0.1:{service.port}/api/tables/{table}/live", additional_headers=headers)


@pytest.mark.parametrize("path", ["/", "/healthz", "/api/tables", "/api/games", "/icon.svg"])
def test_head_answers_as_get_without_a_body(service: Service, path: str) -> None:
    guest = service.guest()
    head, get = guest.http.head(path), guest.http.get(path)
    assert (head.status_code, head.content) == (get.status_code, b"")
    assert head.headers["content-length"] == get.headers["content-length"]


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


def test_reads_are_limited_and_costly_ones_sooner(tmp_path: Path) -> None:
    service = Service(tmp_path, reads_per_minute=20).open()
    try:
        codes = [service.guest().http.get("/api/games").status_code for _ in range(12)]
        assert codes[0] == 200
        assert codes[-1] == 429
    finally:
        service.close()
    service = Service(tmp_path, reads_per_minute=20).open()
    try:
        guest = service.guest()
        codes = [guest.http.get("/api/schema").status_code for _ in range(5)]
        assert codes == [200, 200, 200, 429, 429]
        assert guest.http.get("/").status_code == guest.http.get("/healthz").status_code == 200
    finally:
        service.close()


def test_opening_a_live_connection_costs_what_a_costly_read_does(tmp_path: Path) -> None:
    service = Service(tmp_path, reads_per_minute=20).open()
    try:
        guest = service.guest()
        table = guest.table("me")["id"]
        # One of 20 was the guest's first request.
        for _ in range(3):
            with guest.live(table) as live:
                live.kind("view")
        with pytest.raises(InvalidStatus), guest.live(table):
            pass
        assert [guest.http.get("/api/games").status_code for _ in range(6)][-1] == 429
    finally:
        service.close()


def test_a_page_that_comes_back_and_has_many_tabs_is_never_refused(tmp_path: Path) -> None:
    service = Service(tmp_path, reads_per_minute=Settings().reads_per_minute).open()
    try:
        guest = service.guest()
        table = guest.table("me")["id"]
        for _ in range(5):
            with ExitStack() as tabs:
                for live in [tabs.enter_context(guest.live(table)) for _ in range(10)]:
                    live.kind("view")
                for path in ("/api/me", "/api/tables", "/api/games"):
                    assert guest.http.get(path).status_code == 200
    finally:
        service.close()


def test_a_limit_outlives_the_connection(tmp_path: Path) -> None:
    service = Service(tmp_path, plays_per_second=2).open()
    try:
        guest: Guest = service.guest()
        table = guest.table("me")["id"]
        codes = []
        for _ in range(4):
            with guest.live(table) as live:
                live.kind("view")
                codes.append(live.play(0, {"type": "x"})["error"]["code"])
        assert codes.count("server.too_fast") >= 1
    finally:
        service.close()


def test_json_that_is_nested_too_deeply_is_a_bad_request(service: Service) -> None:
    guest = service.guest()
    for body in (b"[" * 50_000, b'{"a":' * 10_000):
        for path in ("/api/tables", "/api/records", "/api/me"):
            send = guest.http.put if path == "/api/me" else guest.http.post
            answer = send(path, content=body, headers={"content-type": "application/json"})
            assert (answer.status_code, answer.json()["error"]["code"]) == (400, "server.bad_request")


@pytest.mark.parametrize(
    "field", ["--5,1 2,3 4,5", "-,- 1,1 2,2", "[", "{", '{"type":"Polygon","coordinates":[[[0]]]}']
)
def test_a_malformed_field_is_refused(service: Service, field: str) -> None:
    body = {"game": "string-railway", "seats": [{"kind": "me"}] * 2, "options": {"field": field}}
    assert service.guest().code("/api/tables", body) == (422, "strings.bad_field")


def test_large_bodies_are_refused(service: Service) -> None:
    guest = service.guest()
    assert guest.post("/api/tables", {"game": "x" * 70_000, "seats": []}).status_code == 413
    assert guest.post("/api/records", {"format": "x" * 1_100_000}).status_code == 413
    assert guest.post("/api/records", {"format": "x" * 900_000}).status_code == 422
