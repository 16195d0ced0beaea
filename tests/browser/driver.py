"""What a person does in the browser, in their words."""

from __future__ import annotations

import random
import re
import secrets
from typing import Any

from playwright.sync_api import Locator, Page, expect

DESKTOP: dict[str, Any] = {"viewport": {"width": 1440, "height": 900}}
SETTLED = """async () => {
  await document.fonts.ready;
  const ends = (each) => Number.isFinite(each.effect?.getComputedTiming().endTime ?? 0);
  const running = document.getAnimations().filter(ends);
  await Promise.all(running.map((each) => each.finished.catch(() => null)));
  for (let i = 0; i < 2; i++) await new Promise(requestAnimationFrame);
}"""


def unused(name: str) -> str:
    """A name that no earlier try of the same test has taken on the server that tests share."""
    return f"{name} {secrets.token_hex(3)}"


def settle(page: Page) -> None:
    """Wait until fonts are there, nothing moves any more, and what was changed is drawn."""
    page.evaluate(SETTLED)


def shown(page: Page) -> int:
    """The number of the position that the page shows."""
    return int(page.locator(".table").first.get_attribute("data-n") or 0)


def past(page: Page, n: int) -> None:
    """Wait until the page shows a later position."""
    page.wait_for_function("(n) => Number(document.querySelector('.table').dataset.n) > n", arg=n)


class Visitor:
    """Somebody at a browser."""

    def __init__(self, page: Page, address: str) -> None:
        self.page = page
        self.address = address

    def home(self) -> Visitor:
        """Open the home page."""
        self.page.goto(self.address)
        expect(self.page.locator(".game .go button").last).to_be_visible()
        return self

    def name_oneself(self, name: str) -> None:
        """Save a name in the settings; wait for it, since going elsewhere would cut the request off."""
        self.page.goto(f"{self.address}/settings")
        self.page.locator("#name").fill(name)
        with self.page.expect_response(lambda each: each.url.endswith("/api/me") and each.request.method == "PUT"):
            self.page.get_by_role("button", name="Save").first.click()

    def new_table(self, seats: list[str], variant: str = "standard") -> str:
        """Open a table of the first game by the dialog; the table's number."""
        page = self.page
        own = page.locator(".game").first.locator(".more button")
        # On a phone the ticket of a game never played has its lesson there; the lower edge invites.
        (own if own.is_visible() else page.get_by_role("button", name=re.compile("^(Invite|Позвать)$"))).click()
        dialog = page.get_by_role("dialog")
        if variant != "standard":
            dialog.get_by_label(re.compile("Variant|Вариант")).select_option(variant)
        dialog.get_by_label(re.compile("^(Players|Игроков)")).select_option(str(len(seats)))
        for number, kind in enumerate(seats):
            dialog.locator("li select").nth(number).select_option(kind)
        dialog.get_by_role("button", name=re.compile("^(Begin|Open the table|Начать|Открыть стол)$")).click()
        page.wait_for_url(re.compile("/t/"))
        return page.url.rsplit("/", 1)[1]

    def sit_at(self, game: str, *seats: str, **options: Any) -> str:
        """Open a table of any game without the dialog (`me`, `open`, `bot:greedy`), and go there; its number."""
        asked = [dict(zip(("kind", "level"), seat.split(":"), strict=False)) for seat in seats]
        body = {"game": game, "options": options, "seats": asked, "public": False, "start": "open" not in seats}
        table = self.make_table(body)
        self.page.goto(f"{self.address}/t/{table}")
        return table

    # ── what tests begin with: asked of the server by this browser, without loading pages for it ──
    def make_table(self, body: dict[str, Any]) -> str:
        """Open a table; its number."""
        return str(self._post("/api/tables", body)["id"])

    def bring(self, record: dict[str, Any]) -> str:
        """Give the server a finished game; the number of its table."""
        return str(self._post("/api/records", record)["id"])

    def play_on(self, table: str, n: int) -> None:
        """Play on from a position of a finished game, as its first seat against beginners."""
        seats = self.page.context.request.get(f"{self.address}/api/tables/{table}").json()["seats"]
        asked = [{"kind": "me"}] + [{"kind": "bot", "level": "beginner"}] * (len(seats) - 1)
        made = self._post(f"/api/tables/{table}/continue", {"n": n, "seats": asked})
        self.page.goto(f"{self.address}/t/{made['id']}")

    def _post(self, path: str, body: dict[str, Any]) -> Any:
        answer = self.page.context.request.post(f"{self.address}{path}", data=body)
        assert answer.ok, answer.text()
        return answer.json()

    def take_seat(self, table: str, name: str | None = None) -> None:
        """Open a table as a guest without a name and take its open seat; the field has a suggestion already."""
        self.page.goto(f"{self.address}/t/{table}")
        sit = re.compile("^(Sit|Сесть)$")
        self.page.get_by_role("button", name=sit).first.click()
        dialog = self.page.get_by_role("dialog")
        expect(dialog.get_by_role("textbox")).to_have_value(re.compile(r"\S+ \d{3}"))
        if name is not None:
            dialog.get_by_role("textbox").fill(name)
        dialog.get_by_role("button", name=sit).click()
        expect(dialog).to_have_count(0)

    # ── the list of legal actions ──
    def open_moves(self) -> Locator:
        """Show the list of legal actions."""
        self.page.locator("#tab-moves").click()
        return self.page.locator(".drawer .legal-list")

    def play_from_list(self, choice: random.Random, waits: bool = True) -> None:
        """Play any of the first moves of the list, and wait until it counts.

        Where others act at the same time a list may be of the moment before one's last move; then it is
        empty a moment later, and with `waits=False` nothing is played.
        """
        moves = self.page.locator(".drawer .legal-list")
        buttons = moves.locator("li button:visible:enabled")
        # The dialog of the end is loaded when it is needed, a moment after the last move.
        ready = buttons.first.or_(self.page.locator("dialog[open]"))
        done = moves.get_by_text(re.compile("^(It is not your turn now|Сейчас не ваш ход)"))
        expect((ready if waits else ready.or_(done)).first).to_be_visible()
        if self.page.locator("dialog[open]").count() or not buttons.count():
            return
        button = buttons.nth(choice.randrange(min(2, buttons.count())))
        before = (moves.get_attribute("data-n"), moves.get_attribute("data-seat"))
        button.click(no_wait_after=True)
        self.page.wait_for_function(
            """([n, seat]) => {
              const list = document.querySelector('.drawer .legal-list');
              return document.querySelector('dialog[open]') || !list.querySelector('li button')
                || list.dataset.n !== n || list.dataset.seat !== seat;
            }""",
            arg=list(before),
        )

    def may_act(self) -> bool:
        """Whether the list has a move in it now."""
        return self.page.locator(".drawer .legal-list li button").count() > 0

    @property
    def over(self) -> bool:
        """Whether the score at the end is shown."""
        return self.page.locator("dialog[open] .acts").count() > 0

    # ── the board ──
    def set_up(self) -> None:
        """Mountains, mine, stations and bonus by the board's own places."""
        page = self.page
        for _ in range(6):
            draw = page.get_by_role("button", name=re.compile("^(Draw the mountain|Нарисовать гору)$"))
            mine = page.get_by_text(re.compile("Where is the mine|Где шахта"))
            expect(draw.or_(mine).first).to_be_visible()
            if not draw.is_visible():
                break
            row = page.locator(".say p").inner_text()
            draw.click()
            expect(page.locator(".say p")).not_to_have_text(row)
        cells, squares = page.locator("g.cell:not(.closed)"), page.locator("g[role=button]")
        self.press(cells.first)
        # The sentence that asks: the one that says what was pressed may hold the same number as a square's.
        for due in (1, 2, 3, 4):
            expect(page.locator(".say p")).to_have_text(re.compile(rf"^(Station|Станция) {due}: (choose|выберите)"))
            self.press(squares.nth(2))
        expect(page.locator(".say p")).to_have_text(re.compile("^(Choose the bonus|Выберите бонус)"))
        self.place(cells.nth(4))
        # A press is told at once and taken a moment later; until then further presses do not count.
        expect(page.locator(".say p")).not_to_have_text(re.compile("bonus cell|онусн"))

    def place(self, place: Locator) -> None:
        """One press places what belongs to the setup; wait until it was taken."""
        expect(place).to_be_visible()
        said = self.page.locator(".say").inner_text()
        self.press(place)
        expect(self.page.locator(".say")).not_to_have_text(said)

    def choose(self, number: int) -> None:
        """Press one of the glowing cells."""
        cells = self.page.locator("g.cell:not(.closed)")
        expect(cells.first).to_be_visible()
        self.press(cells.nth(number % cells.count()))

    def press(self, place: Locator) -> None:
        """By finger on a phone, by mouse elsewhere."""
        if self.page.evaluate("navigator.maxTouchPoints > 0"):
            place.tap()
        else:
            place.click()

    def confirm(self) -> None:
        """Press the last button of the action bar and wait until it was taken."""
        button = self.page.locator(".actionbar .btn.go")
        expect(button).to_be_enabled()
        said = self.page.locator(".say").inner_text()
        self.press(button)
        expect(self.page.locator(".say")).not_to_have_text(said)
