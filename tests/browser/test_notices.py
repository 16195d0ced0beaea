"""Notices in the browser: the settings, the service worker, the page without a network, the window's icon."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, Playwright, Route, expect

from tests.browser.conftest import CHROMIUM, Server, started
from tests.browser.driver import Visitor
from tests.browser.test_ways import assert_accessible
from tests.server.notices.receivers import Hook, PushService, hook, post_office

pytestmark = [pytest.mark.browser]
Visit = Callable[..., Visitor]
SUBSCRIBE = """({endpoint, keys}) => {
  const made = {endpoint, toJSON: () => ({endpoint, keys}), unsubscribe: async () => true};
  PushManager.prototype.subscribe = async function (options) {
    window.asked = options;
    return made;
  };
}"""
"""A browser subscribes at a service of its maker's, which a test cannot reach; ours stands in for it."""


@pytest.fixture(scope="module")
def browser(playwright: Playwright) -> Iterator[Browser]:
    """The whole browser: the one without windows has no notices."""
    with started(playwright, CHROMIUM) as one:
        yield one


@pytest.fixture
def receiver() -> Iterator[Hook]:
    with hook() as made:
        yield made


def settings(visitor: Visitor) -> Page:
    visitor.page.goto(f"{visitor.address}/settings")
    expect(visitor.page.locator("#notices")).to_be_visible()
    return visitor.page


def call(page: Page, method: str, path: str, body: Any = None) -> Any:
    ask = """async ([method, path, body]) => (await fetch(path, {method, body,
      headers: body ? {'content-type': 'application/json'} : {}})).json()"""
    return page.evaluate(ask, [method, path, None if body is None else json.dumps(body)])


def join(visitor: Visitor, table: str) -> None:
    visitor.page.goto(visitor.address)
    call(visitor.page, "POST", f"/api/tables/{table}/join", {})


def serve(page: Page) -> None:
    """Wait until the service worker has everything and answers for the page."""
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    page.wait_for_function("() => navigator.serviceWorker.controller !== null")


def test_a_webhook_is_added_tried_and_removed(visit: Visit, receiver: Hook) -> None:
    page = settings(visit())
    page.get_by_label("Way").select_option("json")
    page.get_by_label("Address").fill(receiver.url())
    page.get_by_role("button", name="Add", exact=True).click()
    page.get_by_role("button", name=re.compile("^Test: ")).click()
    assert receiver.wait()[0]["title"] == "Notices work"
    expect(page.get_by_text("Sent. Has it arrived?")).to_be_visible()
    page.get_by_label("Quiet hours").check()
    expect(page.get_by_label("from")).to_have_value("23:00")
    page.get_by_label("It is your turn").uncheck()
    expect(page.get_by_label("It is your turn")).to_be_enabled()
    page.get_by_label("to", exact=True).fill("07:30")
    page.get_by_label("to", exact=True).blur()
    expect(page.get_by_label("Quiet hours")).to_be_enabled()
    page.wait_for_function("async () => (await (await fetch('/api/notices')).json()).quiet?.end === 450")
    page = settings(Visitor(page, page.url.rpartition("/")[0]))
    expect(page.get_by_label("It is your turn")).not_to_be_checked()
    expect(page.get_by_label("to", exact=True)).to_have_value("07:30")
    page.get_by_role("button", name=re.compile("^Remove: ")).click()
    expect(page.get_by_text("None yet.")).to_be_visible()


def test_a_box_whose_choice_was_refused_is_as_before(visit: Visit) -> None:
    page = settings(visit(quiet=True))
    refusal = {"error": {"code": "server.too_fast", "facts": {}, "text": {"en": "too many requests"}}}

    def refuse(route: Route) -> None:
        if route.request.method == "PUT":
            route.fulfill(status=429, json=refusal)
        else:
            route.continue_()

    page.route("**/api/notices", refuse)
    for label in ("Quiet hours", "It is your turn"):
        box = page.get_by_label(label)
        before = box.is_checked()
        box.click()
        expect(page.get_by_text(re.compile("too many requests", re.IGNORECASE))).to_be_visible()
        expect(box).to_be_enabled()
        expect(box).to_be_checked(checked=before)


def test_a_press_subscribes_this_browser_and_a_turn_reaches_it(visit: Visit, receiver: Hook) -> None:
    service = PushService(receiver)
    boris = visit("ru-RU", service_workers="allow", permissions=["notifications"])
    boris.page.add_init_script(
        f"({SUBSCRIBE})({json.dumps({'endpoint': service.channel()['address'], 'keys': service.keys})})"
    )
    page = settings(boris)
    key = call(page, "GET", "/api/notices")["push_key"]
    assert page.evaluate("window.asked") is None
    page.get_by_role("button", name="Включить").click()
    expect(page.get_by_text("Вас зовут сюда, даже если страница закрыта.")).to_be_visible()
    assert page.evaluate("window.asked") == {"userVisibleOnly": True, "applicationServerKey": key}
    anna = visit()
    table = anna.sit_at("30-rails", "me", "open")
    join(boris, table)
    call(anna.page, "POST", f"/api/tables/{table}/start")
    told = service.read(0, key)
    assert (told["title"], told["url"]) == ("Ваш ход", f"/t/{table}")


def test_the_worker_shows_what_is_pushed_and_leads_there(visit: Visit) -> None:
    visitor = visit(service_workers="allow", permissions=["notifications"])
    page = visitor.page
    wire = page.context.new_cdp_session(page)
    known: list[dict[str, Any]] = []
    wire.on("ServiceWorker.workerRegistrationUpdated", lambda said: known.extend(said["registrations"]))
    wire.send("ServiceWorker.enable")
    visitor.home()
    serve(page)
    shown = """async (body) => {
      const found = await (await navigator.serviceWorker.ready).getNotifications();
      return found.length === 1 && found[0].title === 'Your turn' && found[0].body === body && found[0].tag === 't';
    }"""
    for body in ("30 Rails with Anna", "30 Rails with Boris"):  # the second takes the place of the first
        message = {"title": "Your turn", "body": body, "url": "/rules", "tag": "t"}
        push = {"origin": visitor.address, "registrationId": known[0]["registrationId"], "data": json.dumps(message)}
        wire.send("ServiceWorker.deliverPushMessage", push)
        page.wait_for_function(shown, arg=body)
    worker = page.context.service_workers[0]
    worker.evaluate("""async () => {
      // A notice that takes another's place is gone for a moment.
      let notification;
      while (!([notification] = await self.registration.getNotifications())[0]) {
        await new Promise((resume) => setTimeout(resume, 20));
      }
      self.dispatchEvent(new NotificationEvent('notificationclick', {notification}));
    }""")
    page.wait_for_url("**/rules")


def test_the_shell_and_the_rules_are_there_without_a_network(visit: Visit) -> None:
    visitor = visit("ru-RU", service_workers="allow", quiet=True)
    visitor.home()
    serve(visitor.page)
    visitor.page.context.set_offline(True)
    for game, title in (("30-rails", "30 рельсов"), ("string-railway", "")):
        visitor.page.goto(f"{visitor.address}/rules/{game}")
        expect(visitor.page.locator("main h1, main h2").first).to_be_visible()
        if title:
            expect(visitor.page.locator("main")).to_contain_text(title)
    visitor.page.goto(visitor.address)
    expect(visitor.page.locator(".game")).to_have_count(4)
    # What was not kept says so, and nothing is called empty that nobody could look at.
    for path in ("people", "account", "people/Anna"):
        visitor.page.goto(f"{visitor.address}/{path}")
        expect(visitor.page.get_by_role("heading", name="Страница не загрузилась")).to_be_visible()
    for path in ("", "lobby", "daily"):
        visitor.page.goto(f"{visitor.address}/{path}")
        expect(visitor.page.get_by_text("Сервер не отвечает.")).to_be_visible()
        expect(visitor.page.get_by_text(re.compile("пока нет|Никого нет"))).to_have_count(0)


def test_the_page_can_be_installed(visit: Visit) -> None:
    visitor = visit(service_workers="allow")
    visitor.home()
    serve(visitor.page)
    wire = visitor.page.context.new_cdp_session(visitor.page)
    found = wire.send("Page.getAppManifest")
    assert found["errors"] == []
    assert wire.send("Page.getInstallabilityErrors")["installabilityErrors"] in (
        [],
        [{"errorId": "in-incognito", "errorArguments": []}],
    )
    for icon in json.loads(found["data"])["icons"]:
        size = visitor.page.evaluate(
            """async (src) => { const image = new Image(); image.src = src; await image.decode();
              return `${image.naturalWidth}x${image.naturalHeight}`; }""",
            icon["src"],
        )
        assert icon["sizes"] in (size, "any")


def test_the_window_says_whose_turn_it_is(visit: Visit) -> None:
    visitor = visit()
    visitor.sit_at("30-rails", "me", "bot:random")
    icon = visitor.page.locator('link[rel="icon"]')
    expect(icon).to_have_attribute("href", "/icon-turn.svg")
    expect(visitor.page).to_have_title(re.compile("^● "))
    visitor.page.goto(visitor.address)
    expect(icon).to_have_attribute("href", "/icon.svg")


def test_an_email_address_is_confirmed_by_its_code(
    visit: Visit, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with post_office() as post:
        mail = {
            "smtp_host": "127.0.0.1",
            "smtp_port": post.port,
            "smtp_security": "none",
            "mail_from": "us@example.org",
        }
        for name, value in mail.items():
            monkeypatch.setenv(f"BRANCHLINE_{name.upper()}", str(value))
        with Server(tmp_path).running() as server:
            page = settings(Visitor(visit("ru-RU", phone=True).page, server.address))
            page.get_by_label("Способ").select_option("email")
            page.get_by_label("Адрес").fill("anna@example.org")
            page.get_by_role("button", name="Добавить").click()
            code = post.wait()[0]["Subject"][:6]
            page.get_by_label("Код из письма на anna@example.org").fill(code)
            page.get_by_role("button", name="Подтвердить").click()
            page.get_by_role("button", name=re.compile("^Проверить: ")).click()
            assert post.wait(2)[1]["Subject"] == "Уведомления работают"
            page.goto("about:blank")


@pytest.mark.parametrize(("language", "phone", "theme"), [("en-GB", False, "dark"), ("ru-RU", True, "light")])
def test_axe_finds_nothing_in_the_settings(
    visit: Visit, receiver: Hook, language: str, phone: bool, theme: str
) -> None:
    visitor = visit(language, phone=phone, color_scheme=theme)
    page = settings(visitor)
    call(page, "POST", "/api/notices/channels", {"kind": "slack", "address": receiver.url()})
    call(page, "PUT", "/api/notices", {"kinds": ["turn"], "quiet": {"begin": 0, "end": 60, "zone": "UTC"}})
    settings(visitor)
    assert_accessible(visitor, "settings")
    width = page.evaluate("[document.documentElement.scrollWidth, innerWidth]")
    assert width[0] <= width[1]
