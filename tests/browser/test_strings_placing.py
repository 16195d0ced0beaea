"""String Railway in the browser: field, river, mountains and stations are laid; the table is moved and watched."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.driver import Visitor
from tests.browser.strings_table import Table
from tests.browser.test_rails30 import open_golden

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.timeout(600)]
Visit = Callable[..., Visitor]


def test_field_river_and_mountains_are_laid_by_hand(visit: Visit) -> None:
    table = Table(visit(), setup="players")
    page = table.page
    expect(table.say).to_contain_text("Lay the field")
    page.get_by_role("button", name="Turn by 15°").click()
    table.go()
    expect(table.say).to_contain_text("Lay the river")
    field = page.evaluate("document.querySelector('.ground').getBBox().width")
    assert field > 6500, "the square is turned by 15°, so it is wider"
    middle = field / 2
    table.drag((middle - 1200, middle - 300), (middle - 200, middle), (middle + 900, middle - 500))
    expect(table.say).to_contain_text("at least 450 must")
    page.keyboard.press("Escape")
    table.drag((middle - 2300, middle - 400), (middle, middle - 100), (middle + 2350, middle - 600))
    expect(table.say).to_contain_text("can lie like this")
    table.go()
    expect(table.say).to_contain_text("Lay the mountains")
    loop = [(middle + 920 * math.cos(k / 3), middle + 800 + 880 * math.sin(k / 3)) for k in range(19)]
    table.drag(*loop)
    expect(table.say).to_contain_text("can lie like this")
    table.go()
    expect(table.say).to_contain_text("Choose a corner")
    expect(page.get_by_role("button", name=re.compile("Corner [1-4]"))).to_have_count(4)
    for corner, left in ((3, 3), (1, 2), (4, 1)):
        page.get_by_role("button", name=f"Corner {corner}").click()
        expect(page.get_by_role("button", name=re.compile("Corner [1-4]"))).to_have_count(left)
    page.get_by_role("button", name="Corner 2").click()
    expect(table.say).to_contain_text("Put the")


def test_a_corner_is_chosen_by_a_finger(visit: Visit) -> None:
    table = Table(visit(phone=True), setup="players")
    page = table.page
    for moment in ("laying", "river", "mountains"):
        expect(page.locator(f"svg.table.{moment}")).to_be_visible()
        if moment != "laying":
            page.get_by_role("button", name="Suggest").tap()
        expect(page.locator(".actionbar .btn.go")).to_be_enabled()
        page.locator(".actionbar .btn.go").tap()
    corners = page.get_by_role("button", name=re.compile("Corner [1-4]"))
    expect(corners).to_have_count(4)
    corners.nth(2).tap()
    expect(corners).to_have_count(3)


COUNTRY = {
    "type": "FeatureCollection",
    "features": [
        {
            "type": "Feature",
            "properties": {"name": "a country with a bay"},
            "geometry": {
                "type": "Polygon",
                "coordinates": [[[20, 50], [30, 49], [34, 52], [33, 56], [28, 52], [24, 57], [19, 54], [20, 50]]],
            },
        },
        {
            "type": "Feature",
            "properties": {},
            "geometry": {"type": "Polygon", "coordinates": [[[0, 0], [1, 0], [0, 1]]]},
        },
    ],
}


def test_a_country_from_a_file_is_the_field(visit: Visit) -> None:
    visitor = visit(quiet=True).home()
    page = visitor.page
    page.locator(".game", has_text="String Railway").locator(".more button").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_label(re.compile("^Field")).select_option(label="From a file…")
    dialog.locator("li select").nth(1).select_option("me")
    begin = dialog.get_by_role("button", name=re.compile("^(Begin|Open the table)$"))
    begin.click()
    expect(dialog.get_by_role("alert")).to_contain_text("Choose the file first")
    file = dialog.locator("input[type=file]")
    thin = json.dumps({"type": "Polygon", "coordinates": [[[0, 0], [50, 0], [50, 1], [0, 1]]]})
    file.set_input_files({"name": "thin.geojson", "mimeType": "application/geo+json", "buffer": thin.encode()})
    begin.click()
    expect(dialog.get_by_role("alert")).to_contain_text("bases do not fit")
    good = json.dumps(COUNTRY)
    file.set_input_files({"name": "country.geojson", "mimeType": "application/geo+json", "buffer": good.encode()})
    begin.click()
    page.wait_for_url(re.compile("/t/"))
    expect(page.locator("svg.table")).to_be_visible()
    corners = page.evaluate("document.querySelector('.ground').getAttribute('d').split('L').length")
    assert corners == 7


def test_another_company_s_strings_are_not_called_mine(visit: Visit) -> None:
    table = Table(visit("ru-RU"), seats=1, bots=2)
    page = table.page
    heading = page.locator("aside.panel .left h2")
    table.place_suggested()
    expect(heading).to_contain_text("Ваши верёвочки")
    page.get_by_role("button", name="Подсказать").click()
    table.take()
    expect(page.locator("svg.table.place")).to_be_visible(timeout=60_000)
    # Back through the history to a moment when another company places or lays.
    for _ in range(12):
        n = page.locator("svg.table").get_attribute("data-n")
        page.get_by_role("button", name="На шаг назад").click()
        expect(page.locator("svg.table")).not_to_have_attribute("data-n", n or "")
        if heading.count() and "компании" in heading.inner_text():
            break
    expect(heading).to_contain_text(re.compile("Верёвочки компании [БВ]"))


def test_others_moves_are_seen_to_happen_and_stay_outlined_in_order(visit: Visit) -> None:
    """A station comes to its place, a string unrolls, points fly; until I act all of it has an outline and a number."""
    table = Table(visit(reduced_motion="no-preference"), seats=1, bots=2)
    page = table.page
    page.evaluate(
        """() => { window.steps = []; const look = () => { const step = document.querySelector('.motion-layer')
             ?.dataset.step; if (step && window.steps.at(-1) !== step) window.steps.push(step);
             requestAnimationFrame(look); }; look(); }"""
    )
    table.place_suggested()
    page.get_by_role("button", name="Suggest").click()
    expect(page.locator(".actionbar .btn.go")).to_be_enabled()
    page.locator(".actionbar .btn.go").click()
    expect(page.locator("svg.table.place")).to_be_visible(timeout=60_000)
    expect(page.locator("svg.table .order")).not_to_have_count(0, timeout=20_000)
    numbers = [int(each) for each in page.locator("svg.table .order text").all_text_contents()]
    assert sorted(numbers)[0] == 1
    assert len(set(numbers)) == len(numbers) >= 4, "two companies placed stations and laid strings"
    expect(page.locator("svg.table rect.recent").first).to_be_visible()
    kinds = {each.split()[-1] for each in page.evaluate("window.steps")}
    assert {"come", "draw"} <= kinds


def test_a_game_of_four_companies_to_its_end(visit: Visit) -> None:
    table = Table(visit(), seats=1, bots=3)
    page = table.page
    for _ in range(200):
        suggest = page.get_by_role("button", name="Suggest")
        # The dialog of the end is loaded when it is needed, a moment after the last move.
        mine = page.locator("svg.table.place, svg.table.lay, dialog[open]")
        expect(mine.first).to_be_visible(timeout=60_000)
        if page.locator("dialog[open]").count():
            break
        button = page.locator(".actionbar .btn.go")
        n = page.locator("svg.table").get_attribute("data-n")
        suggest.click()
        try:
            expect(button).to_be_enabled(timeout=3000)
        except AssertionError:
            page.get_by_role("button", name="Take up").click()
            continue
        button.click()
        page.wait_for_function(
            """(n) => document.querySelector('dialog[open]')
                 || document.querySelector('svg.table').dataset.n !== n""",
            arg=n,
        )
    dialog = page.get_by_role("dialog")
    expect(dialog.locator("tr.total")).to_be_visible()
    expect(dialog.get_by_role("row", name="Crossings").last).to_be_visible()


def part(page: Page) -> tuple[float, float, float]:
    """The frame on the small map: its middle and its width, in units of the table."""
    frame = page.locator(".overview .part")
    x, y, w, h = (float(frame.get_attribute(name) or 0) for name in ("x", "y", "width", "height"))
    return x + w / 2, y + h / 2, w


@pytest.mark.parametrize("phone", [False, True])
def test_the_small_map_shows_and_moves_the_part_that_is_seen(visit: Visit, phone: bool) -> None:
    table = Table(visit(phone=phone))
    page = table.page
    small = page.locator(".overview")
    expect(small).to_have_count(0)
    for _ in range(4):
        page.get_by_role("button", name="Nearer").click()
    expect(small).to_be_visible()
    whole = 6000
    x, y, w = part(page)
    assert w < whole * 0.7
    assert x < whole / 2 < y, "the nearer view looks at the own base, lower left"
    expect(small.locator(".base")).to_have_count(4)
    small.click(position={"x": 48, "y": 48})
    assert part(page)[:2] != (x, y)
    box = small.bounding_box()
    assert box is not None
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.mouse.down()
    page.mouse.move(box["x"] + box["width"] * 0.8, box["y"] + box["height"] * 0.3, steps=4)
    page.mouse.up()
    x, y, _ = part(page)
    assert x > whole / 2 > y, "the part follows the hand to the upper right"
    middle = table.at(x, y)
    board = page.locator("svg.table").bounding_box()
    assert board is not None
    assert abs(middle[0] - board["x"] - board["width"] / 2) < 3, "the frame's middle is the board's"
    small.focus()
    page.keyboard.press("ArrowLeft")
    assert part(page)[0] < x
    page.get_by_role("button", name="The whole table").click()
    expect(small).to_have_count(0)


def test_wheel_and_hand_move_the_table(visit: Visit) -> None:
    table = Table(visit())
    table.place_all()
    page = table.page
    box = page.locator("svg.table").get_attribute("viewBox")
    page.mouse.move(*table.at(3000, 3000))
    page.mouse.wheel(0, -300)
    expect(page.locator("svg.table")).not_to_have_attribute("viewBox", box or "")
    near = page.locator("svg.table").get_attribute("viewBox") or ""
    assert float(near.split()[2]) < float((box or "").split()[2])
    spot = table.at(3000, 3000)
    table.drag((3000, 3000), (2700, 3200))
    moved = table.at(3000, 3000)
    assert moved[0] < spot[0] - 10
    assert moved[1] > spot[1] + 10
    page.keyboard.press("0")
    expect(page.locator("svg.table")).to_have_attribute("viewBox", box or "")


def test_two_fingers_turn_a_station(visit: Visit) -> None:
    """By 60°, which for a square is the same as 30° back."""
    table = Table(visit(phone=True))
    page = table.page
    page.touchscreen.tap(*table.at(1500, 4600))
    ghost = page.locator(".ghost")
    expect(ghost).to_have_attribute("transform", re.compile(r"rotate\(0\)"))
    expect(page.locator(".actionbar .btn.go")).to_be_enabled()
    spot = (ghost.get_attribute("transform") or "").split(" rotate")[0]
    touch = page.context.new_cdp_session(page)
    x, y = table.at(3000, 3000)
    for k in range(9):
        lean = k * math.pi / 24
        fingers = [
            {"x": x + side * 60 * math.cos(lean), "y": y + side * 60 * math.sin(lean), "id": number}
            for number, side in enumerate((-1, 1))
        ]
        if k == 0:
            touch.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": fingers[:1]})
        touch.send("Input.dispatchTouchEvent", {"type": "touchMove" if k else "touchStart", "touchPoints": fingers})
    touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    expect(ghost).to_have_attribute("transform", re.compile(r"rotate\(-30\)"))
    assert (ghost.get_attribute("transform") or "").split(" rotate")[0] == spot, "it is turned where it lies"


def test_on_a_phone_the_hint_names_the_gesture_and_all_companies_are_in_the_count(visit: Visit) -> None:
    me = visit(phone=True)
    table = Table(me)
    expect(table.say).to_contain_text("two fingers")
    expect(table.say).not_to_contain_text("wheel")
    open_golden(me, "strings/5p-greedy-15")
    me.page.get_by_role("button", name="Score", exact=True).tap()
    dialog = me.page.get_by_role("dialog")
    dialog.get_by_text("Score", exact=True).tap()
    expect(dialog.locator("tr.total").get_by_role("cell")).to_have_count(5)
    assert me.page.locator("dialog .scroll").evaluate("(each) => each.scrollWidth <= each.clientWidth")


def test_the_strip_says_which_strings_everybody_has(visit: Visit) -> None:
    table = Table(visit())
    table.place_all()
    counts = table.page.locator(".seats .counts").nth(1).locator(".hidden")
    expect(counts).to_have_text(["4 short strings", "1 long string"])
