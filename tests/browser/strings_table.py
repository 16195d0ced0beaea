"""What a person does at a table of String Railway in the browser."""

from __future__ import annotations

import re
from typing import Any

from playwright.sync_api import Page, expect

from tests.browser.driver import Visitor

Point = tuple[float, float]


class Table:
    """Somebody at a table of String Railway, with all seats in one browser unless said otherwise."""

    def __init__(self, visitor: Visitor, seats: int = 4, bots: int = 0, **options: Any) -> None:
        self.page: Page = visitor.page
        self.answers: list[str | bytes] = []
        """What the server has said to questions."""
        self.page.on("websocket", lambda socket: socket.on("framereceived", self._hear))
        wanted = [{"kind": "me"}] * seats + [{"kind": "bot", "level": "greedy"}] * bots
        made = visitor.make_table(
            {"game": "string-railway", "options": options, "seats": wanted, "public": False, "start": True}
        )
        self.page.goto(f"{visitor.address}/t/{made}")
        expect(self.page.locator("svg.table")).to_be_visible()

    def _hear(self, text: str | bytes) -> None:
        if '"type":"answer"' in str(text):
            self.answers.append(text)

    def wait_for_answer(self, after: int) -> None:
        """Until the server has said more than so many answers."""
        while len(self.answers) <= after:
            self.page.wait_for_timeout(20)

    def judged(self) -> None:
        """Until the server has judged the string in the hand as it is now."""
        expect(self.page.locator("svg.table")).to_have_attribute("data-asking", "false")

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
        self.judged()
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

    def place_suggested(self) -> None:
        """Put every drawn station where the server suggests."""
        expect(self.page.locator("svg.table.place, svg.table.lay")).to_be_visible()
        while self.moment() == "place":
            self.page.get_by_role("button", name=re.compile("Suggest|Подсказать")).click()
            expect(self.page.locator(".actionbar .btn.go")).to_be_enabled()
            self.take()
