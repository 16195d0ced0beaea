"""What a phone has at hand outside of a table: games, one's own games, tables, inviting; the rest behind a menu."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.browser.driver import Visitor
from tests.browser.test_ways import assert_accessible

pytestmark = [pytest.mark.browser]
Visit = Callable[..., Visitor]


def test_the_lower_edge_of_home_has_games_my_games_tables_and_inviting(visit: Visit) -> None:
    me = visit("ru-RU", phone=True)
    table = me.sit_at("30-rails", "me")
    me.home()
    page = me.page
    edge = page.locator("nav:not([popover]) > *:visible").filter(has_text=re.compile("^[А-Яа-я ]+$"))
    expect(edge).to_have_text(["Игры", "Мои партии", "Столы", "Позвать"])
    for place in edge.all():
        box = place.bounding_box()
        assert box is not None
        assert box["width"] <= 390 / 4 + 1
        assert box["height"] >= 44
    expect(page.locator(".resume")).to_have_text("Ваш ход: 30 рельсов, подготовка")
    last, bar = page.locator(".game .go button").nth(3).bounding_box(), edge.first.bounding_box()
    assert last is not None
    assert bar is not None
    assert last["y"] + last["height"] <= bar["y"], "four tickets are seen at once"
    edge.nth(1).tap()
    expect(page.get_by_role("heading", level=1)).to_have_text("Мои партии")
    expect(page.locator(f"main a[href='/t/{table}']")).to_contain_text("ваш ход")
    expect(page.locator(f"main a[href='/t/{table}']")).to_contain_text("подготовка")
    edge.nth(3).tap()
    expect(page.get_by_role("dialog")).to_contain_text("Новый стол")
    page.get_by_role("dialog").get_by_role("button", name="Закрыть").tap()
    menu = page.locator("#menu")
    page.get_by_role("button", name="Меню").tap()
    expect(menu).to_be_visible()
    assert_accessible(me, "my games with the menu open")
    page.keyboard.press("Escape")
    expect(menu).to_be_hidden()
    places = {"Правила": "/rules", "Настройки": "/settings", "Партия дня": "/daily", "Люди": "/people"}
    for name, path in places.items():
        page.get_by_role("button", name="Меню").tap()
        menu.get_by_role("link", name=name).tap()
        page.wait_for_url(f"**{path}")
        expect(menu).to_be_hidden()
