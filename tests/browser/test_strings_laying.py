"""String Railway in the browser: strings dragged, bent, pressed and pulled by a finger, and what they bring."""

from __future__ import annotations

import itertools
import re
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.browser.driver import DESKTOP, Visitor
from tests.browser.strings_table import Table

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.timeout(600)]
Visit = Callable[..., Visitor]


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
    expect(page.locator(".log")).to_contain_text("short to the")


BOXES = """(names) => Object.fromEntries(names.map((name) => [name,
  [...document.querySelectorAll('svg.table ' + name)].map((each) => {
    const { left, top, right, bottom } = each.getBoundingClientRect();
    return [left, top, right, bottom];
  })]))"""


def overlap(a: list[float], b: list[float]) -> bool:
    """Whether two boxes share more than a pixel."""
    return min(a[2], b[2]) - max(a[0], b[0]) > 1 and min(a[3], b[3]) - max(a[1], b[1]) > 1


@pytest.mark.parametrize("phone", [False, True])
def test_the_tag_at_the_pointer_overprints_nothing(visit: Visit, phone: bool) -> None:
    """Sum, what is left and the meter stand apart; the tag keeps clear of points, crossings and stations."""
    table = Table(visit("ru-RU", phone=phone, viewport={"width": 390, "height": 844} if phone else DESKTOP["viewport"]))
    page = table.page
    for x, y in ((1100, 5000), (1900, 5300), (700, 4300), (1500, 4200)):
        if table.moment() != "place":
            break
        page.mouse.click(*table.at(x, y))
        expect(page.locator(".actionbar .btn.go")).to_be_enabled()
        table.take()
    base, goal = table.stations()[0], table.stations()[4]
    page.mouse.move(*table.at(*base))
    page.mouse.down()
    seen = 0
    for k in range(1, 13):
        x, y = base[0] + (goal[0] - base[0]) * k / 12, base[1] + (goal[1] - base[1]) * k / 12
        page.mouse.move(*table.at(x, y), steps=3)
        table.judged()
        boxes = page.evaluate(BOXES, [".callout rect", ".sum", ".more", ".rest", ".groove", ".tag", ".cross", ".stop"])
        if not boxes[".callout rect"]:
            continue
        seen += 1
        (frame,) = boxes[".callout rect"]
        inside = [boxes[name][0] for name in (".sum", ".more", ".rest", ".groove") if boxes[name]]
        assert len(inside) == 4
        for n, one in enumerate(inside):
            assert frame[0] <= one[0], "what the tag says leaves its frame"
            assert one[2] <= frame[2], "what the tag says leaves its frame"
            assert not any(overlap(one, other) for other in inside[n + 1 :]), f"the tag overprints itself at step {k}"
        for name in (".tag", ".cross"):
            assert not any(overlap(frame, other) for other in boxes[name]), f"the tag covers a {name} at step {k}"
    page.mouse.up()
    assert seen >= 6


def test_a_suggested_string_is_brought_into_sight(visit: Visit) -> None:
    """On a phone one looks at a part of the table: what was suggested lies in it, wherever one looked."""
    table = Table(visit(phone=True))
    page = table.page
    table.place_suggested()
    expect(page.locator("svg.table.lay")).to_be_visible()
    for _ in range(3):
        page.get_by_role("button", name="Nearer").tap()
    overview = page.locator(".overview").bounding_box()
    assert overview is not None
    # The corner that is farthest from one's base.
    page.touchscreen.tap(overview["x"] + overview["width"] - 12, overview["y"] + 12)
    page.get_by_role("button", name="Suggest").tap()
    expect(page.locator(".actionbar .btn.go")).to_be_enabled()
    outside = page.locator("svg.table path.now").evaluate(
        """(each) => {
          const [a, b] = [each, document.querySelector('svg.table')].map((one) => one.getBoundingClientRect());
          return a.left < b.left || a.right > b.right || a.top < b.top || a.bottom > b.bottom;
        }"""
    )
    assert not outside


def test_the_panel_has_the_sum_from_the_first_moment(visit: Visit) -> None:
    """Before a string is pulled: what the stations would bring, and the sum; the heading names one's own strings."""
    table = Table(visit("ru-RU"))
    page = table.page
    panel = page.locator("aside.panel")
    heading = panel.locator(".kinds h2")
    assert heading.evaluate("(each) => each.getBoundingClientRect().height") < 42, "one line, its note included"
    table.place_all()
    expect(panel.get_by_text("Эта верёвочка")).to_be_visible()
    expect(panel).to_contain_text("0 из 300 мм")
    rows = panel.locator(".offers li")
    expect(rows.filter(has_text="База")).to_contain_text("+2")
    worth = page.evaluate("[...document.querySelectorAll('.offers li b:last-child')].map((each) => each.textContent)")
    assert len(worth) >= 2, "the bases, and one kind at least of the placed stations"
    expect(panel.locator(".sum")).to_contain_text(re.compile(r"Вам\s+\d+ → \d+"))
    expect(panel.get_by_text("Ваши верёвочки")).to_be_visible()
    # The stations of the turn stand above the string's sum; in a low window they and the rows give way to it.
    placed, string = panel.locator(".placed"), panel.locator(".string")
    expect(placed).to_be_in_viewport(ratio=1)
    expect(placed.locator("b")).not_to_have_count(0)
    for height in (900, 768, 640):
        page.set_viewport_size({"width": 1440, "height": height})
        for part in (panel.locator(".sum"), panel.locator(".left"), string.locator("h2")):
            expect(part).to_be_in_viewport(ratio=1)
        ends = [part.bounding_box() for part in (placed, string, panel.locator(".left"))]
        shown = [box for box in ends if box is not None]
        assert len(shown) == (3 if height > 820 else 2)
        for above, below in itertools.pairwise(shown):
            assert above["y"] + above["height"] <= below["y"] + 1, height


@pytest.mark.parametrize("width", [1024, 1180])
def test_a_tablet_has_the_sentence_and_the_buttons_inside_the_bar(visit: Visit, width: int) -> None:
    """With the log beside the table the bar is short, and both strings can be chosen."""
    table = Table(visit("ru-RU", viewport={"width": width, "height": 768}))
    table.place_all()
    bar = table.page.locator(".actionbar")
    expect(bar.get_by_role("radio")).to_have_count(2)
    outside = bar.evaluate(
        """(bar) => {
            const room = bar.getBoundingClientRect();
            return [...bar.querySelectorAll('.words, button')].filter((each) => {
                const { left, right, top, bottom, width } = each.getBoundingClientRect();
                const within = left >= room.left && right <= room.right && top >= room.top && bottom <= room.bottom;
                return !within || width < 40;
            }).map((each) => each.textContent.trim());
        }"""
    )
    assert outside == []


def test_a_phone_has_the_buttons_in_sight_with_the_meter(visit: Visit) -> None:
    table = Table(visit("ru-RU", phone=True))
    page = table.page
    for x, y in ((1100, 5000), (1900, 5300), (700, 4300), (1500, 4200)):
        if table.moment() != "place":
            break
        page.touchscreen.tap(*table.at(x, y))
        expect(page.locator(".ghost.fits")).to_be_visible()
        table.take()
    meter = page.locator(".actionbar .gauge .meter")
    expect(meter).to_be_in_viewport(ratio=1)
    expect(page.locator(".actionbar .gauge")).to_have_text("ещё 300 мм")
    page.get_by_role("button", name="Подсказать").tap()
    expect(page.locator(".actionbar .say")).to_contain_text("Дойдёт")
    assert meter.locator("i").evaluate("(each) => each.getBoundingClientRect().width") > 5
    for button in page.locator(".actionbar .btn").all():
        expect(button).to_be_in_viewport(ratio=1)


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


def test_what_was_taken_up_does_not_come_back(visit: Visit) -> None:
    table = Table(visit())
    table.place_all()
    page = table.page
    stops = page.locator("svg.table .stop")
    before = len(table.answers)
    for number in (0, 4):
        stops.nth(number).focus()
        page.keyboard.press("Enter")
    page.keyboard.press("Escape")
    table.wait_for_answer(before)
    expect(page.locator("svg.table .cord.draft")).to_have_count(0)
    expect(table.say).to_contain_text("Pull a string")
