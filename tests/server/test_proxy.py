"""Behind the page's nginx, each player's own address is limited, and nobody can claim another one."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from contextlib import ExitStack

import httpx
import pytest
from websockets.sync.client import connect

from tests.server.nginx import HOSTING, Nginx
from tests.server.service import PATIENCE, Service

pytestmark = pytest.mark.server
PROXY = "127.0.0.9"
"""The host of the proxy, which is not the one that servers trust by default."""
LIMIT = 3


def trusted() -> str:
    """What the page says that the servers behind its nginx trust, with the address that the proxy has here."""
    found = re.findall(r'^trusted_proxies = "([\d.]+)"$', HOSTING.read_text("utf-8"), re.MULTILINE)
    assert len(found) == 1
    return PROXY


@pytest.fixture(scope="module")
def behind(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Nginx]:
    """A server that lets an address have few connections and make few tables, behind the page's nginx."""
    limits = {"connections_per_address": LIMIT, "tables_per_minute": LIMIT}
    service = Service(tmp_path_factory.mktemp("data"), trusted_proxies=trusted(), **limits).open()
    nginx = Nginx(tmp_path_factory.mktemp("nginx"), [service.port], f"proxy_bind {PROXY};")
    try:
        nginx.start()
        yield nginx
    finally:
        nginx.close()
        service.close()


def make_table(nginx: Nginx, address: str, claimed: str = "") -> httpx.Response:
    """Make a table from that address, with a header that claims another one."""
    headers = {"X-Forwarded-For": claimed, "X-Forwarded-Proto": "https"} if claimed else {}
    transport = httpx.HTTPTransport(local_address=address)
    with httpx.Client(transport=transport, timeout=PATIENCE, headers=headers) as client:
        seats = [{"kind": "me"}, {"kind": "open"}]
        return client.post(f"http://127.0.0.1:{nginx.port}/api/tables", json={"game": "30-rails", "seats": seats})


def test_each_address_has_connections_of_its_own(behind: Nginx) -> None:
    table = make_table(behind, "127.0.0.20").json()["id"]
    live = f"ws://127.0.0.1:{behind.port}/api/tables/{table}/live"

    def first_word(open_: ExitStack, address: str, claimed: str = "") -> str:
        headers = {"X-Forwarded-For": claimed} if claimed else {}
        wire = connect(live, proxy=None, compression=None, source_address=(address, 0), additional_headers=headers)
        said = json.loads(open_.enter_context(wire).recv(PATIENCE))
        return str(said["error"]["code"] if said["type"] == "refused" else said["type"])

    with ExitStack() as open_:
        for number in range(2 * LIMIT):
            assert first_word(open_, f"127.0.0.{21 + number}") == "table"
        for _ in range(LIMIT - 1):
            assert first_word(open_, "127.0.0.21") == "table"
        assert first_word(open_, "127.0.0.21") == "server.too_many_connections"
        assert first_word(open_, "127.0.0.21", claimed="127.0.0.40") == "server.too_many_connections"
        assert first_word(open_, "127.0.0.41") == "table"


def test_each_address_has_requests_of_its_own(behind: Nginx) -> None:
    for number in range(2 * LIMIT):
        assert make_table(behind, f"127.0.0.{51 + number}").status_code == 201
    for _ in range(LIMIT - 1):
        assert make_table(behind, "127.0.0.51").status_code == 201
    assert make_table(behind, "127.0.0.51").status_code == 429
    assert make_table(behind, "127.0.0.51", claimed="127.0.0.60").status_code == 429


def test_the_scheme_is_the_proxys(behind: Nginx) -> None:
    """A client cannot say that it came by https."""
    assert "Secure" not in make_table(behind, "127.0.0.70", claimed="127.0.0.71").headers["set-cookie"]
