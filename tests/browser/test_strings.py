"""String Railway in the browser: a table laid by hand, stations turned and placed, strings dragged and pulled."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.driver import Visitor
from tests.browser.test_rails30 import open_golden

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.timeout(600)]
Visit = Callable[..., Visitor]
Point = tuple[float, float]


class Table:
    """Somebody at a table of String Railway, with all seats in one browser unless said otherwise."""

    def __init__(self, visitor: Visitor, seats: int = 4, bots: int = 0, **options: Any) -> None:
        self.page: Page = visitor.page
        self.page.goto(visitor.address)
        wanted = [{"kind": "me"}] * seats + [{"kind": "bot", "level": "greedy"}] * bots
        made = self.page.evaluate(
            """async (body) => (await (await fetch('/api/tables', {method: 'POST', body: JSON.stringify(body),
                 headers: {'content-type': 'application/json'}})).json()).id""",
            {"game": "string-railway", "options": options, "seats": wanted, "public": False, "start": True},
        )
        self.page.goto(f"{visitor.address}/t/{made}")
        expect(self.page.locator("svg.table")).to_be_visible()

    def at(self, x: float, y: float) -> Point:
        """Where a point of the table is on the screen."""
        found = self.page.evaluate(
            """([x, y]) => { const m = document.querySelector('svg.table').getScreenCTM();
                 const p = new DOMPoint(x, y).matrixTransform(m); return [p.x, p.y]; }""",
            [x, y],
        )
        return found[0], found[1]

    def drag(self, *points: Point) -> None:
        """Draw along points of the table with the mouse."""
        mouse = self.page.mouse
        mouse.move(*self.at(*points[0]))
        mouse.down()
        for point in points[1:]:
            mouse.move(*self.at(*point), steps=10)
        mouse.up()

    def stations(self) -> list[Point]:
        """The middles of all stations."""
        found = self.page.locator("svg.table .stop").evaluate_all(
            "(all) => all.map((each) => each.getAttribute('transform').match(/-?\\d+/g).slice(0, 2).map(Number))"
        )
        return [(x, y) for x, y in found]

    @property
    def say(self):
        return self.page.locator(".actionbar .say")

    def go(self) -> None:
        """Press the confirming button once it is green, and wait for the next thing to do."""
        button = self.page.locator(".actionbar .btn.go")
        expect(button).to_be_enabled()
        before = self.moment()
        button.click()
        self.page.wait_for_function("(before) => document.querySelector('.table.' + before) === null", arg=before)

    def take(self) -> None:
        """Press the confirming button and wait for the next position."""
        n = self.page.locator("svg.table").get_attribute("data-n")
        button = self.page.locator(".actionbar .btn.go")
        button.tap() if self.page.evaluate("navigator.maxTouchPoints > 0") else button.click()
        self.page.wait_for_function("(n) => document.querySelector('svg.table').dataset.n !== n", arg=n)
        self.page.wait_for_timeout(600)

    def moment(self) -> str:
        """The phase, as the board names it."""
        return self.page.locator("svg.table").get_attribute("class").split()[1].strip()

    def place(self, x: float, y: float, turns: int = 0) -> None:
        """Put the next station near a point."""
        self.page.keyboard.press("Escape")
        for _ in range(turns):
            self.page.keyboard.press("r")
        self.page.mouse.click(*self.at(x, y))
        expect(self.page.locator(".ghost.fits")).to_be_visible()
        expect(self.page.locator(".actionbar .btn.go")).to_be_enabled()

    def place_all(self) -> None:
        """Put every drawn station somewhere near the lower left corner."""
        spots = [(1100, 5000), (1900, 5300), (700, 4300), (1500, 4200)]
        for x, y in spots:
            if self.moment() != "place":
                return
            self.place(x, y)
            self.take()


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
    expect(table.say).to_contain_text("can lie so")
    table.go()
    expect(table.say).to_contain_text("Lay the mountains")
    loop = [(middle + 700 * math.cos(k / 3), middle + 800 + 600 * math.sin(k / 3)) for k in range(19)]
    table.drag(*loop)
    expect(table.say).to_contain_text("can lie so")
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
    expect(dialog.get_by_role("alert")).to_contain_text("encloses too little")
    good = json.dumps(COUNTRY)
    file.set_input_files({"name": "country.geojson", "mimeType": "application/geo+json", "buffer": good.encode()})
    begin.click()
    page.wait_for_url(re.compile("/t/"))
    expect(page.locator("svg.table")).to_be_visible()
    corners = page.evaluate("document.querySelector('.ground').getAttribute('d').split('L').length")
    assert corners == 7


def test_a_turned_station_and_a_string_dragged_by_mouse(visit: Visit) -> None:
    table = Table(visit())
    page = table.page
    expect(page.locator(".fit")).to_be_visible()
    table.place(1500, 4600, turns=2)
    assert "rotate(30)" in (page.locator(".ghost").get_attribute("transform") or "")
    page.mouse.wheel(0, 100)
    expect(page.locator(".ghost")).to_have_attribute("transform", re.compile(r"rotate\(45\)"))
    table.place_all()
    expect(page.locator("svg.table.lay")).to_be_visible()
    base, goal = table.stations()[0], table.stations()[4]
    bend = ((base[0] + goal[0]) / 2 + 200, (base[1] + goal[1]) / 2 + 150)
    table.drag(base, bend, goal)
    expect(table.say).to_contain_text("Reaches")
    expect(page.locator("svg.table .stop.on").nth(1)).to_be_visible()
    expect(page.get_by_role("button", name="Undo bend")).to_be_visible()
    expect(page.locator(".panel .sum")).to_be_visible()
    page.locator(".actionbar .btn.go").click()
    expect(page.locator("svg.table .cord.rail")).not_to_have_count(0)
    expect(page.locator(".log")).to_contain_text("short string")


def test_a_string_that_crosses_itself_is_refused_with_its_place(visit: Visit) -> None:
    table = Table(visit())
    table.place_all()
    base, goal = table.stations()[0], table.stations()[4]
    x, y = goal
    table.drag(base, (x - 500, y + 500), (x + 500, y + 500), (x + 500, y + 900), (x - 100, y + 900), (x - 100, y))
    expect(table.say).to_contain_text("touches itself")
    expect(table.page.locator(".spot")).to_be_visible()
    expect(table.page.locator(".say a")).to_have_attribute("href", re.compile("#S10"))
    expect(table.page.locator(".actionbar .btn.go")).to_be_disabled()
    table.page.keyboard.press("Escape")
    expect(table.page.locator(".spot")).to_have_count(0)


def test_a_string_pulled_by_a_finger_on_a_phone(visit: Visit) -> None:
    table = Table(visit(phone=True))
    page = table.page
    for x, y in ((1100, 5000), (1900, 5300), (700, 4300)):
        if table.moment() != "place":
            break
        page.touchscreen.tap(*table.at(x, y))
        expect(page.locator(".ghost.fits")).to_be_visible()
        table.take()
    base, goal = table.stations()[0], table.stations()[4]
    touch = page.context.new_cdp_session(page)
    way = [(base[0] + (goal[0] - base[0]) * k / 12, base[1] + (goal[1] - base[1]) * k / 12) for k in range(13)]
    for k, point in enumerate(way):
        x, y = table.at(*point)
        touch.send(
            "Input.dispatchTouchEvent",
            {"type": "touchMove" if k else "touchStart", "touchPoints": [{"x": x, "y": y, "id": 1}]},
        )
    touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    expect(table.say).to_contain_text("Reaches")
    assert page.evaluate("document.scrollingElement.scrollHeight - innerHeight") <= 0
    page.locator(".actionbar .btn.go").tap()
    expect(page.locator("svg.table .cord.rail")).not_to_have_count(0)


def test_stations_pressed_in_order_make_a_string(visit: Visit) -> None:
    table = Table(visit())
    table.place_all()
    page = table.page
    stops = page.locator("svg.table .stop")
    stops.nth(0).focus()
    page.keyboard.press("Enter")
    expect(table.say).to_contain_text("next station")
    stops.nth(4).focus()
    page.keyboard.press("Enter")
    expect(table.say).to_contain_text("Reaches")
    table.page.locator(".actionbar .btn.go").click()
    expect(page.locator("svg.table .cord.rail")).not_to_have_count(0)


def test_a_game_of_four_companies_to_its_end(visit: Visit) -> None:
    table = Table(visit())
    page = table.page
    for _ in range(200):
        if page.locator("dialog[open]").count():
            break
        button = page.locator(".actionbar .btn.go")
        n = page.locator("svg.table").get_attribute("data-n")
        page.get_by_role("button", name="Suggest").click()
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
    expect(dialog.get_by_role("row", name="Total")).to_be_visible()
    expect(dialog.get_by_role("row", name="Crossings")).to_be_visible()


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


def laid_draft(table: Table) -> str | None:
    """The way of the string in the hand, as it is drawn."""
    return table.page.locator("svg.table .cord.draft path").first.get_attribute("d")


def test_a_bend_is_moved_by_its_handle_and_taken_back(visit: Visit) -> None:
    table = Table(visit())
    table.place_all()
    page = table.page
    base, goal = table.stations()[0], table.stations()[4]
    table.drag(base, ((base[0] + goal[0]) / 2 + 250, (base[1] + goal[1]) / 2 + 150), goal)
    expect(table.say).to_contain_text("Reaches")
    before = laid_draft(table)
    handles = page.locator("svg.table .bend")
    handle = handles.nth(handles.count() // 2)
    x, y = (float(handle.get_attribute(name) or 0) for name in ("cx", "cy"))
    table.drag((x, y), (x + 60, y + 50), (x + 120, y + 90))
    assert laid_draft(table) != before
    expect(table.say).to_contain_text("Reaches")
    page.get_by_role("button", name="Undo bend").click()
    assert laid_draft(table) == before
    page.get_by_role("button", name="Undo bend").click()
    expect(page.locator("svg.table .cord.draft")).to_have_count(0)


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


def test_what_was_taken_up_does_not_come_back(visit: Visit) -> None:
    table = Table(visit())
    table.place_all()
    page = table.page
    stops = page.locator("svg.table .stop")
    for number in (0, 4):
        stops.nth(number).focus()
        page.keyboard.press("Enter")
    page.keyboard.press("Escape")
    page.wait_for_timeout(1500)
    expect(page.locator("svg.table .cord.draft")).to_have_count(0)
    expect(table.say).to_contain_text("Pull a string")


def test_on_a_phone_the_hint_names_the_gesture_and_all_companies_are_in_the_count(visit: Visit, tmp_path: Path) -> None:
    me = visit(phone=True)
    table = Table(me)
    expect(table.say).to_contain_text("two fingers")
    expect(table.say).not_to_contain_text("wheel")
    open_golden(me, "strings/5p-greedy-15", tmp_path)
    me.page.get_by_role("button", name="Score", exact=True).tap()
    row = me.page.get_by_role("dialog").get_by_role("row", name="Total")
    expect(row.get_by_role("cell")).to_have_count(5)
    assert me.page.locator("dialog .scroll").evaluate("(each) => each.scrollWidth <= each.clientWidth")


def test_the_strip_says_which_strings_everybody_has(visit: Visit) -> None:
    table = Table(visit())
    table.place_all()
    counts = table.page.locator(".seats .counts").nth(1).locator(".hidden")
    expect(counts).to_have_text(["4 short strings", "1 long string"])
