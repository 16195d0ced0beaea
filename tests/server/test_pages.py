"""The built page, and what machines ask."""

from __future__ import annotations

import gzip
from pathlib import Path

import pytest

from branchline.server import pages
from tests.server.service import Service

pytestmark = pytest.mark.server
ROUTES = ["/", "/lobby", "/mine", "/settings", "/t/abc", "/m/abc", "/m/abc/12", "/rules", "/rules/30-rails"]


@pytest.fixture
def built(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "page" / "assets").mkdir(parents=True)
    (tmp_path / "page" / "index.html").write_text("<title>Branchline</title>")
    (tmp_path / "page" / "assets" / "shell-1a2b.js").write_text("1")
    (tmp_path / "page" / "assets" / "shell-1a2b.js.gz").write_bytes(gzip.compress(b"1", mtime=0))
    (tmp_path / "page" / "assets" / "shell-1a2b.js.br").write_bytes(b"brotli")
    (tmp_path / "page" / "icon.svg").write_text("<svg/>")
    (tmp_path / "secret.txt").write_text("secret")
    monkeypatch.setattr(pages, "PAGE", tmp_path / "page")
    return tmp_path


@pytest.mark.parametrize("route", ROUTES)
def test_every_route_of_the_page_is_the_page(service: Service, built: Path, route: str) -> None:
    answer = service.guest().http.get(route)
    assert answer.status_code == 200
    assert answer.headers["content-type"].startswith("text/html")
    assert answer.headers["cache-control"] == "no-cache"
    assert "Branchline" in answer.text


def test_an_address_that_is_not_there_is_the_page_for_a_browser_alone(service: Service, built: Path) -> None:
    """The page says that there is nothing; a program gets the refusal as it always is."""
    http = service.guest().http
    browser = {"accept": "text/html,application/xhtml+xml,*/*;q=0.8"}
    answer = http.get("/no/such/page", headers=browser)
    assert answer.status_code == 404
    assert "Branchline" in answer.text
    assert http.get("/no/such/page").json()["error"]["code"] == "server.not_found"
    for path in ("/api/nothing", "/assets/gone.js"):
        answer = http.get(path, headers=browser)
        assert (answer.status_code, answer.json()["error"]["code"]) == (404, "server.not_found")


def test_files_and_how_long_they_may_be_kept(service: Service, built: Path) -> None:
    guest = service.guest()
    script = guest.http.get("/assets/shell-1a2b.js")
    assert "immutable" in script.headers["cache-control"]
    assert script.headers["content-type"].startswith("text/javascript")
    assert guest.http.get("/icon.svg").headers["cache-control"] == "no-cache"
    for path in ("/assets/none.js", "/../secret.txt", "/%2e%2e/secret.txt", "/assets/..%2f..%2fsecret.txt", "/%00"):
        answer = guest.http.get(path)
        assert answer.status_code == 404, path
        assert "secret" not in answer.text


@pytest.mark.parametrize(
    ("accepted", "encoding", "content"),
    [
        ("gzip, deflate, br, zstd", "br", b"brotli"),
        ("gzip", "gzip", gzip.compress(b"1", mtime=0)),
        ("br;q=0, gzip;q=0.5", "gzip", gzip.compress(b"1", mtime=0)),
        ("br;q=0.0,gzip;q=0", None, b"1"),
        ("identity", None, b"1"),
        ("", None, b"1"),
    ],
)
def test_what_was_compressed_at_build_is_sent_so(
    service: Service, built: Path, accepted: str, encoding: str | None, content: bytes
) -> None:
    guest = service.guest()
    with guest.http.stream("GET", "/assets/shell-1a2b.js", headers={"accept-encoding": accepted}) as answer:
        assert answer.headers.get("content-encoding") == encoding
        assert answer.headers["vary"] == "accept-encoding"
        assert answer.headers["content-type"].startswith("text/javascript")
        assert b"".join(answer.iter_raw()) == content
    icon = guest.http.get("/icon.svg", headers={"accept-encoding": accepted})
    assert "content-encoding" not in icon.headers


@pytest.mark.parametrize("path", ["/", "/t/abc", "/icon.svg", "/assets/shell-1a2b.js"])
def test_what_a_browser_has_is_not_sent_again(service: Service, built: Path, path: str) -> None:
    guest = service.guest()
    tag = guest.http.get(path).headers["etag"]
    for known in (tag, f"W/{tag}", f'"other", {tag}'):
        again = guest.http.get(path, headers={"if-none-match": known})
        assert (again.status_code, again.content) == (304, b"")
        assert again.headers["etag"] == tag
    assert guest.http.get(path, headers={"if-none-match": '"other"'}).status_code == 200
    (built / "page" / "index.html").write_text("<title>Branchline, newer</title>")
    assert "newer" in guest.http.get("/", headers={"if-none-match": guest.http.get("/").headers["etag"] + "x"}).text


def test_the_fonts_licences_lie_beside_the_fonts() -> None:
    assets = pages.PAGE / "assets"
    if not assets.is_dir():
        pytest.skip("the page is not built here")
    assert any(assets.glob("golos-text-*.woff2"))
    for font in ("golos-text", "oranienbaum"):
        assert "SIL Open Font License" in (assets / f"{font}-LICENSE.txt").read_text()
    unpacked = [
        path
        for path in assets.glob("*.js")
        if path.stat().st_size > 2000 and not path.with_name(path.name + ".br").exists()
    ]
    assert unpacked == []


def test_a_page_that_was_not_built_says_so(service: Service, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(pages, "PAGE", tmp_path)
    answer = service.guest().http.get("/")
    assert answer.status_code == 503
    assert "make setup" in answer.text


def test_health_metrics_and_docs(service: Service) -> None:
    guest = service.guest()
    assert guest.get("/healthz") == {"status": "ok", "compute": "processes"}
    assert "branchline_connections" in guest.http.get("/metrics").text
    assert guest.get("/api/schema")["openapi"].startswith("3.")
    assert 'src="/api/docs/docs.js"' in guest.http.get("/api/docs").text
    assert guest.http.get("/api/docs/docs.js").status_code == 200
    assert guest.http.get("/api/docs/docs.css").status_code == 200
    assert guest.http.get("/api/docs/secret").status_code == 404


def test_metrics_can_be_turned_off(tmp_path: Path) -> None:
    service = Service(tmp_path, metrics=False).open()
    status = service.guest().http.get("/metrics").status_code
    service.close()
    assert status == 404
