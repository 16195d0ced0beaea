"""The built page, and what machines ask."""

from __future__ import annotations

from pathlib import Path

import pytest

from branchline.server import pages
from tests.server.service import Service

pytestmark = pytest.mark.server
ROUTES = ["/", "/lobby", "/settings", "/t/abc", "/m/abc", "/m/abc/12", "/rules", "/rules/30-rails"]


@pytest.fixture
def built(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "page" / "assets").mkdir(parents=True)
    (tmp_path / "page" / "index.html").write_text("<title>Branchline</title>")
    (tmp_path / "page" / "assets" / "shell-1a2b.js").write_text("1")
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


def test_a_page_that_was_not_built_says_so(service: Service, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(pages, "PAGE", tmp_path)
    answer = service.guest().http.get("/")
    assert answer.status_code == 503
    assert "make setup" in answer.text


def test_health_metrics_and_docs(service: Service) -> None:
    guest = service.guest()
    assert guest.get("/healthz") == {"status": "ok"}
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
