"""Pictures of the screens around people into screenshots/: accounts, lobby, persons, leaderboards, days, clocks."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from typing import Any
from urllib.parse import quote

import httpx
import pytest
from bench.people_data import Filling, fill, name_of, secret_of
from playwright.sync_api import expect

from branchline.core.levels import PEOPLE
from tests.browser.conftest import Server
from tests.browser.driver import Visitor
from tests.browser.test_screens import LOOKS, shots

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.timeout(600)]
Visit = Callable[..., Visitor]
LIVE = {"kind": "live", "base": 300, "increment": 10, "delay": 2}
DAYS = {"kind": "days", "hours": 48, "bank": 48}
OPEN: list[tuple[int, str, int, dict[str, Any], bool]] = [
    (3, "ticket-to-ride", 4, LIVE, True),
    (2, "30-rails", 5, LIVE | {"base": 120, "increment": 5}, False),
    (5, "stephensons-rocket", 3, LIVE | {"base": 600, "increment": 15}, True),
    (4, "string-railway", 4, LIVE | {"base": 240}, False),
    (1, "ticket-to-ride", 5, DAYS, True),
]
"""Host, game, seats, clock, rated."""
CUT = """() => [...document.querySelectorAll("svg .y")].filter((text) =>
  text.getBoundingClientRect().left < text.ownerSVGElement.getBoundingClientRect().left).map((text) => text.textContent)
"""
SHORTENED = """() => [...document.querySelectorAll("ul[aria-labelledby=history] li > b")].filter((name) =>
  name.scrollWidth > name.clientWidth).map((name) => name.textContent)"""


def person(address: str, number: int) -> httpx.Client:
    """A person of the filled database, without a page."""
    client = httpx.Client(base_url=address, trust_env=False, timeout=30)
    client.headers["cookie"] = f"branchline={secret_of(number)}"
    return client


def ask(client: httpx.Client, path: str, body: Any) -> Any:
    answer = client.post(path, json=body)
    assert answer.status_code < 300, answer.text
    return answer.json()


def table(host: httpx.Client, game: str, seats: int, clock: dict[str, Any], rated: bool, *others: httpx.Client) -> str:
    asked = [{"kind": "me"}, *({"kind": "open"} for _ in range(seats - 1))]
    body = {"game": game, "seats": asked, "public": True, "clock": clock, "rated": rated, "language": "ru"}
    id_: str = ask(host, "/api/tables", body)["id"]
    for other in others:
        ask(other, f"/api/tables/{id_}/join", {})
    return id_


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A club with a history: sixty people, two thousand games, tables that wait and run."""
    one = Server(tmp_path_factory.mktemp("club"))
    filling = Filling(60, 2000, 5, waiting=0, running=0)
    with ThreadPoolExecutor(1) as pool:
        # Playwright has a loop of its own in this thread.
        pool.submit(asyncio.run, fill(one.data / "branchline.db", filling)).result()
    with one.running(), ExitStack() as stack:
        people = [stack.enter_context(person(one.address, number)) for number in range(12)]
        for host, game, seats, clock, rated in OPEN:
            table(people[host], game, seats, clock, rated, *people[6 : 4 + seats])
        for game, players in (("stephensons-rocket", 3), ("30-rails", 2), ("string-railway", 3)):
            id_ = table(people[7], game, players, LIVE, False, *people[8 : 7 + players])
            ask(people[7], f"/api/tables/{id_}/start", None)
        yield one


@pytest.mark.parametrize(("theme", "phone", "language"), LOOKS)
def test_screens_of_people(visit: Visit, server: Server, theme: str, phone: bool, language: str) -> None:
    me = visit(language, phone=phone, color_scheme=theme, device_scale_factor=1 if not phone else 2)
    page = me.page
    shot = shots(me, theme, phone)

    def show(path: str, ready: str, name: str) -> None:
        page.goto(f"{me.address}{path}")
        expect(page.locator(ready).first).to_be_visible()
        page.wait_for_load_state("networkidle")
        assert page.evaluate("document.documentElement.scrollWidth") <= page.viewport_size["width"]  # type: ignore[index]
        shot(name)

    show("/account", "main form", "sign-up")
    # The first person of the club, who plays far more than the others.
    page.context.add_cookies([{"name": "branchline", "value": secret_of(0), "url": me.address}])
    with person(me.address, 0) as own, person(me.address, 1) as other:
        for number in (1, 2, 7, 8):
            ask(own, "/api/follows", {"name": name_of(number)})
        other.get("/api/waiting").raise_for_status()
        show("/lobby", ".open li", "lobby")
        if phone:
            # Two tables at least are seen without scrolling, below the search.
            card = page.locator(".open li").nth(1).bounding_box()
            edge = page.locator("nav[aria-label]").last.bounding_box()
            assert card is not None
            assert edge is not None
            assert card["y"] + card["height"] <= edge["y"]
        show(f"/people/{quote(name_of(1))}", ".ratings li", "person")
        assert ".." not in page.locator("main").inner_text(), "a full stop after an abbreviation that has one"
        expect(page.locator("svg .y").first).to_be_visible()
        assert page.evaluate(CUT) == [], "all of the plot's numbers are seen"
        assert page.evaluate(SHORTENED) == [], "a game's name is never shortened"
        zero = page.locator(".moved b:not(.up):not(.down)").first
        assert zero.evaluate("(each) => getComputedStyle(each).color === getComputedStyle(document.body).color")
        show("/people", "main table, main ol, main li", "leaderboard")
        ratings = [int(text) for text in page.locator("main ul b").all_inner_texts()]
        assert len(ratings) == len(PEOPLE)
        assert ratings == sorted(ratings, reverse=True), "the bots that people are offered, the best first"
        show("/account", "main section", "account")
        name = page.locator("#account-name")
        assert name.evaluate("(field) => field.clientWidth >= 120"), "a name must fit into its field"
        page.mouse.wheel(0, 5000)
        shot("account-sessions")
        show("/settings", "main section", "notices")
        page.mouse.wheel(0, 900)
        shot("notices-below")
        show("/daily", "main a, main button", "daily")
        page.mouse.wheel(0, 5000)
        shot("daily-archive")
        running = table(own, "ticket-to-ride", 3, LIVE, False, other)
        with person(me.address, 2) as third:
            ask(third, f"/api/tables/{running}/join", {})
        ask(own, f"/api/tables/{running}/start", None)
        show(f"/t/{running}", ".seat .clock", "clocks")
        seat = page.locator("[data-seat='1']")
        if phone:
            seat.locator(".show").tap()
            seat.locator(".show").tap()
        else:
            seat.locator(".name").click()
        expect(page.get_by_role("dialog")).to_contain_text(re.compile("Report|Пожаловаться"))
        shot("seat-card")
        ask(own, f"/api/tables/{running}/abort", None)
