"""An account in the browser: by passkey and by password, on two devices, and to its end."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser.driver import Visitor, unused
from tests.browser.test_people import call
from tests.browser.test_ways import assert_accessible

pytestmark = [pytest.mark.browser, pytest.mark.slow]
Visit = Callable[..., Visitor]
AUTHENTICATOR = {
    "protocol": "ctap2",
    "transport": "internal",
    "hasResidentKey": True,
    "hasUserVerification": True,
    "isUserVerified": True,
    "automaticPresenceSimulation": True,
}


def named(me: Visitor) -> Visitor:
    """The same server by its name: passkeys need one."""
    return Visitor(me.page, me.address.replace("127.0.0.1", "localhost"))


def authenticator(page: Page) -> Callable[[], list[object]]:
    """Give the browser an authenticator; the credentials in it."""
    wire = page.context.new_cdp_session(page)
    wire.send("WebAuthn.enable")
    id_ = wire.send("WebAuthn.addVirtualAuthenticator", {"options": AUTHENTICATOR})["authenticatorId"]
    return lambda: wire.send("WebAuthn.getCredentials", {"authenticatorId": id_})["credentials"]


def enter(me: Visitor) -> Page:
    me.page.goto(f"{me.address}/account")
    expect(me.page.get_by_role("heading", level=1)).to_be_visible()
    return me.page


def test_a_passkey_makes_an_account_that_keeps_the_guests_games(visit: Visit) -> None:
    me = named(visit())
    page = me.page
    name = unused("Vera")
    keys = authenticator(page)
    table = me.sit_at("30-rails", "me", "open")
    enter(me)
    page.get_by_role("button", name="Sign up").first.click()
    page.get_by_label("Name").fill(name)
    assert_accessible(me, "sign up")
    page.locator("form .btn.go").click()
    expect(page.get_by_role("heading", name="Recovery codes")).to_be_visible()
    codes = page.locator("section li").all_inner_texts()
    assert len(codes) == 10
    assert len(keys()) == 1
    assert_accessible(me, "recovery codes")
    page.get_by_role("button", name="I have saved them").click()
    expect(page.get_by_role("heading", name=name)).to_be_visible()
    assert_accessible(me, "account")
    # The guest's table is the account's, and its host may still change seats.
    page.goto(f"{me.address}/t/{table}")
    expect(page.get_by_role("button", name="Stand up")).to_be_visible()
    # Out and in again, by the passkey alone.
    enter(me).get_by_role("button", name="Sign out").click()
    page.get_by_role("button", name="Sign in with a passkey").click()
    expect(page.get_by_role("heading", name=name)).to_be_visible()
    # A second way in; then the first may go.
    page.get_by_label("There is no password.").fill("correct horse")
    page.get_by_role("button", name="Save the password").click()
    expect(page.get_by_text("There is a password.")).to_be_visible()
    page.get_by_role("button", name=re.compile("^Remove: ")).click()
    expect(page.get_by_text("There are no passkeys.")).to_be_visible()


def test_a_password_opens_the_account_on_a_second_device(visit: Visit) -> None:
    laptop, phone = visit(language="ru-RU"), visit(language="ru-RU", phone=True, quiet=True)
    name = unused("Вера")
    laptop.home()
    laptop.page.evaluate("localStorage.setItem('branchline.settings', JSON.stringify({theme: 'dark', language: 'ru'}))")
    page = enter(laptop)
    page.get_by_role("button", name="Создать").first.click()
    page.get_by_label("Имя").fill(name)
    page.get_by_label("Пароль").fill("верный конь")
    page.locator("form .btn.go").click()
    page.get_by_role("button", name="Коды сохранены").click()
    expect(page.get_by_role("heading", name=name)).to_be_visible()

    table = phone.sit_at("30-rails", "me", "open")
    other = enter(phone)
    other.get_by_label("Имя").fill(name.lower())
    other.get_by_label("Пароль").fill("чужой конь")
    other.locator("form .btn.go").click()
    expect(other.get_by_role("alert")).to_contain_text("Неверное имя")
    other.get_by_label("Пароль").fill("верный конь")
    other.locator("form .btn.go").click()
    expect(other.get_by_role("heading", name=name)).to_be_visible()
    # The settings of the first device, the table of the second.
    assert other.evaluate("document.documentElement.dataset.theme") == "dark"
    assert_accessible(phone, "account on a phone")
    page.goto(f"{laptop.address}/t/{table}")
    expect(page.get_by_role("button", name="Встать")).to_be_visible()
    # The first device signs the second out.
    enter(laptop).get_by_role("button", name=re.compile("^Выйти там")).click()
    expect(page.get_by_role("button", name=re.compile("^Выйти там"))).to_have_count(0)
    enter(phone)
    expect(other.get_by_label("Пароль")).to_be_visible()
    # Everything about me, and the end.
    with page.expect_download() as waiting:
        page.get_by_role("link", name="Скачать всё обо мне").click()
    assert json.loads(Path(waiting.value.path()).read_text())["account"]["name"] == name
    page.get_by_role("button", name="Удалить учётную запись").click()
    page.get_by_label(re.compile("Удалить навсегда")).fill(name)
    page.get_by_role("button", name="Удалить навсегда").click()
    expect(page.get_by_label("Пароль")).to_be_visible()


def test_a_new_password_says_that_tokens_stay_and_offers_to_revoke_them(visit: Visit) -> None:
    me = visit()
    page = me.page
    page.goto(f"{me.address}/rules")
    call(page, "/api/account", {"name": unused("Vera"), "password": "correct horse"})
    enter(me)
    told = page.get_by_text("It does not revoke API tokens: 1 token stays valid.")
    expect(page.get_by_label("Name of the program")).to_be_visible()
    expect(told).to_have_count(0)
    page.get_by_label("Name of the program").fill("My bot")
    page.get_by_role("button", name="Make a token").click()
    expect(told).to_be_visible()
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.get_by_role("button", name="Copy").click()
    expect(page.get_by_text("The token is copied.")).to_be_visible()
    assert page.evaluate("navigator.clipboard.readText()") == page.get_by_label("Copy the token now").input_value()
    page.get_by_label("There is a password.").fill("another horse")
    page.get_by_role("button", name="Save the password").click()
    expect(page.get_by_text("The password is saved.")).to_be_visible()
    page.get_by_role("button", name="Revoke all API tokens").click()
    expect(told).to_have_count(0)
    expect(page.get_by_role("button", name="Remove: My bot")).to_have_count(0)


def test_sitting_down_asks_for_a_name_once(visit: Visit) -> None:
    host, guest = visit(), visit()
    first = host.sit_at("30-rails", "me", "open")
    guest.take_seat(first, "Polina Q")
    expect(host.page.get_by_text("Polina Q")).to_be_visible()
    second = host.sit_at("30-rails", "me", "open")
    guest.page.goto(f"{guest.address}/t/{second}")
    guest.page.get_by_role("button", name="Sit").click()
    expect(host.page.get_by_text("Polina Q")).to_be_visible()
    # Whoever signs up afterwards keeps it.
    enter(guest).get_by_role("button", name="Sign up").first.click()
    expect(guest.page.get_by_label("Name")).to_have_value("Polina Q")
    # Alone with bots nobody asks.
    guest.home().page.get_by_role("button", name="Play with bots").first.click()
    guest.page.wait_for_url(re.compile("/t/"))
    expect(guest.page.locator(".seat").first).to_be_visible()
    expect(guest.page.get_by_role("dialog")).to_have_count(0)
