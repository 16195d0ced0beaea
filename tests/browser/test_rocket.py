"""Stephenson's Rocket in the browser: a veto won, a veto defended, a merger, a game to its end; a phone; the rules."""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.driver import Visitor, past, shown
from tests.browser.test_ways import assert_accessible

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.timeout(600)]
Visit = Callable[..., Visitor]
FITS = """() => [...document.querySelectorAll('.lay table, .lay li')]
  .every((each) => !each.checkVisibility() || each.getBoundingClientRect().right <= innerWidth)"""


class Player:
    """Somebody who plays all seats of a table of Stephenson's Rocket by its board."""

    def __init__(self, visitor: Visitor, names: list[str], map: str = "england", **more: Any) -> None:
        self.visitor = visitor
        self.page = visitor.page
        seats = [{"kind": "me", "name": name} for name in names]
        body = {"game": "stephensons-rocket", "options": {"map": map}, "seats": seats, "public": False, "start": True}
        body |= more
        self.page.goto(f"{visitor.address}/t/{visitor.make_table(body)}")
        expect(self.go).to_be_visible()

    @property
    def go(self) -> Locator:
        """The button that confirms an action."""
        return self.page.locator(".actionbar .btn.go")

    @property
    def veto(self) -> Locator:
        """The dialog in which one says a word in a veto."""
        return self.page.locator(".veto")

    def told(self) -> int:
        """The number of the position."""
        return shown(self.page)

    def wait_for_more(self, told: int) -> None:
        """Until something has happened and the button can be pressed again."""
        past(self.page, told)

    def announce(self, line: str, hex_name: str) -> None:
        """Choose a locomotive, choose its hex, confirm."""
        engine = self.page.get_by_role("button", name=re.compile(f"^locomotive of {re.escape(line)} at "))
        target = self.page.get_by_role("button", name=re.compile(f"^{hex_name}: "))
        for _ in range(5):
            # The next player's view may come only now, and it begins with nothing chosen.
            if engine.get_attribute("aria-pressed") != "true":
                engine.press("Enter")
            self.page.wait_for_timeout(300)
            if target.is_visible():
                break
        target.press("Enter")
        expect(self.go).to_have_text(f"Drive to {hex_name}")
        self.go.click()
        expect(self.page.locator(".drawer .log")).to_contain_text(f"{line} → {hex_name}")

    def drive(self, line: str, hex_name: str) -> None:
        """The same, and nobody wants a veto."""
        self.announce(line, hex_name)
        engine = self.page.get_by_role("button", name=re.compile(f"^locomotive of {re.escape(line)} at {hex_name}$"))
        refuse = self.veto.get_by_role("button", name="No veto")
        for _ in range(3):
            gone = self.page.get_by_text(f"{line} merges into")
            expect(engine.or_(refuse).or_(gone).first).to_be_visible()
            if not refuse.is_visible():
                return
            told = self.told()
            refuse.click()
            self.wait_for_more(told)

    def invest(self, number: int) -> None:
        """A cube onto some free slot."""
        told = self.told()
        self.page.locator(".chart button:not([disabled])").nth(number).click()
        expect(self.go).to_have_text("Place the cube")
        self.go.click()
        self.wait_for_more(told)


def test_a_game_of_three_with_vetoes_and_a_merger_to_the_end(visit: Visit) -> None:
    table = Player(visit(), ["Ann", "Ben", "Cora"])
    page = table.page
    table.drive("GER", "I10")
    table.invest(0)
    # The second player moves GER on; the first, who holds a share, has it turned aside.
    table.announce("GER", "I9")
    expect(table.veto).to_contain_text("GER from I10 to I9")
    expect(table.veto).to_contain_text("wins equal bids")
    table.veto.get_by_role("radio", name=re.compile("J10")).click()
    table.veto.get_by_role("button", name="Veto: 1 for J10").click()
    table.veto.get_by_role("button", name="Let it go").click()
    expect(page.locator(".drawer .log")).to_contain_text("veto: GER goes to J10 for 1 share")
    expect(page.get_by_role("button", name="locomotive of GER at J10")).to_be_visible()
    table.invest(3)
    # The third moves it again; the second objects, and the mover needs only to equal.
    table.announce("GER", "J9")
    table.veto.get_by_role("button", name=re.compile("^Veto: 1 for")).click()
    table.veto.get_by_role("button", name=re.compile("^Defend J9 for 1")).click()
    expect(page.locator(".drawer .log")).to_contain_text("move defended: GER goes to J9")
    table.invest(5)
    # Orange runs into green.
    table.drive("GWR", "O2")
    table.drive("LSWR", "Q5")
    table.drive("LSWR", "Q4")
    table.invest(2)
    page.get_by_role("button", name=re.compile("^locomotive of LSWR at ")).press("Enter")
    expect(page.get_by_role("button", name=re.compile("^P3: merger: GWR"))).to_be_visible()
    page.keyboard.press("Escape")
    table.drive("LSWR", "P3")
    expect(page.locator(".drawer .log")).to_contain_text("LSWR merges into GWR")
    expect(page.get_by_text("merged into GWR")).to_be_visible()
    # A station, then to the end from the list of moves.
    page.keyboard.press("s")
    page.locator(".spot").nth(20).press("Enter")
    table.go.click()
    expect(page.locator(".house").first).to_be_visible()
    table.visitor.open_moves()
    choice = random.Random(4)
    for _ in range(400):
        if table.visitor.over:
            break
        table.visitor.play_from_list(choice)
    dialog = page.get_by_role("dialog")
    expect(dialog).to_contain_text("Every point")
    expect(dialog).to_contain_text("LSWR merges into GWR")


def shared_line(table: Player) -> None:
    """The first two players hold a share of GER; the third moves it on."""
    table.drive("GER", "I10")
    table.invest(0)
    table.drive("GER", "I9")
    table.invest(2)
    page = table.page
    engine = page.get_by_role("button", name=re.compile("^locomotive of GER at I9$"))
    expect(engine).to_have_attribute("tabindex", "0")
    page.wait_for_timeout(500)
    engine.press("Enter")
    page.locator(".target").first.press("Enter")
    table.go.click()
    expect(table.veto.get_by_role("button", name="No veto")).to_be_visible()


def test_at_one_browser_a_bid_waits_for_its_own_seat(visit: Visit) -> None:
    table = Player(visit(), ["Ann", "Ben", "Cora"])
    shared_line(table)
    log = table.page.locator(".drawer .log")
    table.veto.get_by_role("button", name="No veto").click()
    table.veto.get_by_role("button", name=re.compile("^Veto: 1 for")).click()
    # The first is asked before the second, who called: nobody has bid yet.
    first = table.veto.get_by_role("button", name=re.compile("^Bid 1 for"))
    expect(first).to_be_visible()
    table.page.wait_for_timeout(600)
    expect(first).to_be_visible()
    expect(log).not_to_contain_text("bids")
    table.veto.get_by_role("button", name="Pass", exact=True).click()
    expect(log).to_contain_text("bids 1 share")
    expect(table.veto.get_by_role("button", name="Let it go")).to_be_visible()


def test_at_one_browser_a_seat_lets_pass_for_itself_alone(visit: Visit) -> None:
    table = Player(visit(), ["Ann", "Ben", "Cora"])
    shared_line(table)
    auto = table.veto.get_by_role("checkbox")
    told = table.told()
    auto.click()
    table.wait_for_more(told)
    # The second is asked, and has let nothing pass.
    expect(auto).not_to_be_checked()
    table.page.wait_for_timeout(600)
    call = table.veto.get_by_role("button", name=re.compile("^Veto: 1 for"))
    expect(call).to_be_visible()
    call.click()
    # The first passes by itself in the round; the bid comes from its seat.
    expect(table.veto.get_by_role("button", name="Let it go")).to_be_visible()
    expect(table.page.locator(".drawer .log")).to_contain_text("bids 1 share")


def test_what_is_chosen_stays_when_something_else_changes(visit: Visit) -> None:
    table = Player(visit(), ["Ann", "Ben"])
    page = table.page
    table.drive("GER", "I10")
    page.wait_for_timeout(300)
    engine = page.get_by_role("button", name=re.compile("^locomotive of LSWR at "))
    engine.press("Enter")
    page.locator(".target").first.press("Enter")
    said = table.go.inner_text()
    assert "Drive to" in said
    page.get_by_role("button", name=re.compile("^locomotive of GER at ")).press("Enter")
    expect(page.locator(".actionbar")).to_contain_text("GER was extended in this turn already")
    page.locator(".seats button").nth(1).click()
    expect(engine).to_have_attribute("aria-pressed", "true")
    expect(table.go).to_have_text(said)
    table.go.click()
    # A word in a veto stays too: the mover's own hex is chosen here, which is not what one begins with.
    table.announce("GER", "I9")
    own = table.veto.get_by_role("radio", name=re.compile("I9"))
    own.click()
    expect(own).to_be_checked()
    page.locator(".seats button").nth(1).click()
    page.wait_for_timeout(300)
    expect(own).to_be_checked()


def test_a_station_is_built_and_moved_by_keys_alone(visit: Visit) -> None:
    table = Player(visit(), ["Ann", "Ben"])
    page = table.page
    expect(page.locator(".engine").first).to_be_visible()
    page.keyboard.press("s")
    page.keyboard.press("ArrowDown")
    spot = page.locator(".spot:focus")
    expect(spot).to_have_attribute("aria-pressed", "true")
    expect(spot).to_have_attribute("aria-label", re.compile("^A station at "))
    before = spot.get_attribute("data-hex")
    page.keyboard.press("ArrowRight")
    expect(spot).not_to_have_attribute("data-hex", before or "")
    built = spot.get_attribute("data-hex")
    told = table.told()
    page.keyboard.press("Enter")
    table.wait_for_more(told)
    expect(page.locator(".house")).to_have_count(1)
    page.wait_for_timeout(300)
    page.keyboard.press("s")
    page.locator(f".spot[data-hex='{built}']").press("Enter")
    expect(page.locator(f".spot[data-hex='{built}']")).to_have_attribute("aria-pressed", "true")
    page.keyboard.press("ArrowUp")
    expect(spot).to_have_attribute("aria-label", re.compile(f"^The station goes from {built} to "))
    page.keyboard.press("Enter")
    expect(page.locator(".drawer .log")).to_contain_text(f"station {built} →")


def test_every_map_has_its_legend(visit: Visit) -> None:
    for name in ("england", "usa", "china"):
        table = Player(visit(), ["Ann", "Ben"], map=name)
        expect(table.page.locator(".engine").first).to_be_visible()
        fold = table.page.locator(".map details")
        if fold.count():
            fold.locator("summary").click()
        expect(table.page.locator(".map").get_by_text("railway town")).to_be_visible()


def test_a_refusal_says_the_rule(visit: Visit) -> None:
    table = Player(visit(), ["Ann", "Ben"])
    table.drive("GER", "I10")
    table.page.get_by_role("button", name=re.compile("^locomotive of GER at ")).press("Enter")
    expect(table.page.locator(".actionbar")).to_contain_text("GER was extended in this turn already")
    expect(table.page.locator(".actionbar").get_by_role("link")).to_have_attribute(
        "href", "/rules/stephensons-rocket#R4"
    )


def test_on_a_phone_in_russian_a_line_is_driven_from_the_list(visit: Visit) -> None:
    table = Player(visit("ru-RU", phone=True), ["Анна", "Борис"], map="usa")
    page = table.page
    page.locator(".engine:not(.idle)").first.press("Enter")
    choice = page.locator("ol.list button").nth(1)
    choice.tap()
    expect(table.go).to_contain_text("Вести в")
    table.go.tap()
    expect(page.locator(".actionbar")).to_contain_text("Действие 2 из 2")
    page.get_by_role("button", name="Вложения").tap()
    page.locator(".chart button:not([disabled])").first.tap()
    table.go.tap()
    expect(page.locator(".actionbar")).to_contain_text("Действие 1 из 2")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


@pytest.mark.parametrize(("theme", "phone"), [("light", False), ("dark", False), ("light", True)])
def test_axe_finds_nothing_serious_on_the_board(visit: Visit, theme: str, phone: bool) -> None:
    table = Player(visit(color_scheme=theme, phone=phone), ["Ann", "Ben"], map="england")
    page = table.page
    assert_accessible(table.visitor, "a new game")
    page.get_by_role("button", name=re.compile("^locomotive of GER at ")).press("Enter")
    page.locator(".target").first.press("Enter")
    assert_accessible(table.visitor, "a target")
    page.keyboard.press("s")
    assert_accessible(table.visitor, "a place for a station")
    page.keyboard.press("Escape")
    pages = page.locator("nav.pages button")
    for tab in ["Shares", "Invest", "Score"] if phone else []:
        pages.filter(has_text=tab).tap()
        assert_accessible(table.visitor, tab)
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        assert page.evaluate(FITS)
    if phone:
        pages.filter(has_text="Map").tap()
    table.announce("GER", "I10")
    table.invest(0) if not phone else table.go.wait_for()
    if not phone:
        table.announce("GER", "I9")
        expect(table.veto).to_be_visible()
        page.wait_for_timeout(300)
        assert_accessible(table.visitor, "a veto")


def test_the_rules_have_every_number_and_two_pictures(visit: Visit) -> None:
    me = visit()
    me.page.goto(f"{me.address}/rules/stephensons-rocket")
    expect(me.page.locator("#R39")).to_be_visible()
    for number in range(1, 40):
        expect(me.page.locator(f"#R{number}")).to_have_count(1)
    expect(me.page.locator("figure svg")).to_have_count(2)
