"""The sheet of 30 Rails to print: A4, vector, drawn like a form of a timetable office («Форма 30-Р»)."""

from __future__ import annotations

import functools
import io
from importlib import resources

from reportlab.lib.pagesizes import A4
from reportlab.lib.units import mm
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont
from reportlab.pdfgen.canvas import Canvas

from branchline.core.errors import OptionError
from branchline.core.options import brief
from branchline.core.text import LANGUAGES, Text
from branchline.games.rails30.printed.pencil import HAIR, INK, LINE, MUTED, RED, WASH, die, track
from branchline.games.rails30.rules.codes import PAIRS
from branchline.games.rails30.rules.scoring import PAIR_A, PAIR_B, PAIR_POINTS

VARIANTS = ("standard", "shares")
WIDTH, HEIGHT = A4
EDGE = 14 * mm
CELL = 17 * mm
MARGIN = 9 * mm
BODY, BOLD, DISPLAY = "GolosText", "GolosText-Bold", "BranchlineDisplay"
LEGEND_DRAWING = {1: 2, 2: 5, 3: 7, 4: 9, 5: 10, 6: 14}
"""The drawing that stands for each value of the coloured die."""


def make_sheet(variant: str = "standard", language: str = "ru") -> bytes:
    """The PDF of a sheet; OptionError lists the variants and languages there are."""
    for name, value, allowed in (("variant", variant, VARIANTS), ("lang", language, LANGUAGES)):
        if value not in allowed:
            facts = {"name": name, "value": brief(value), "allowed": ", ".join(allowed)}
            raise OptionError(Text("core.bad_option_value", facts))
    _load_fonts()
    out = io.BytesIO()
    page = Sheet(Canvas(out, pagesize=A4, invariant=1), variant == "shares", language)
    page.draw()
    page.canvas.save()
    return out.getvalue()


@functools.cache
def _load_fonts() -> None:
    """The fonts ship with the game, so that the sheet looks the same everywhere."""
    folder = resources.files("branchline.games.rails30").joinpath("data", "fonts")
    files = {BODY: "GolosText-Regular", BOLD: "GolosText-Bold", DISPLAY: "BranchlineDisplay-Regular"}
    for name, file in files.items():
        data = io.BytesIO(folder.joinpath(f"{file}.ttf").read_bytes())
        pdfmetrics.registerFont(TTFont(name, data))


class Sheet:
    """One page, drawn from the top down."""

    def __init__(self, canvas: Canvas, shares: bool, language: str) -> None:
        self.canvas, self.shares, self.language = canvas, shares, language

    def draw(self) -> None:
        """Everything on the page."""
        self.canvas.setTitle(self.say("title"))
        self.canvas.setAuthor("Branchline")
        self._frame()
        self._heading()
        top = HEIGHT - EDGE - 27 * mm
        self._field(EDGE + 4 * mm, top)
        self._legend(EDGE + 4 * mm + 8 * mm + 6 * CELL + 2 * MARGIN + 4 * mm, top)
        self._turns(top - 6 * CELL - 2 * MARGIN - 17 * mm)
        self._score(EDGE + 4 * mm, 107 * mm)
        self._rules(EDGE + 88 * mm, 107 * mm)
        self._foot()

    # ── parts of the page ──
    def _frame(self) -> None:
        c = self.canvas
        c.setStrokeColor(INK)
        c.setLineWidth(1.4)
        c.rect(EDGE - 2 * mm, EDGE - 2 * mm, WIDTH - 2 * EDGE + 4 * mm, HEIGHT - 2 * EDGE + 4 * mm)
        c.setLineWidth(0.4)
        c.rect(EDGE - 0.8 * mm, EDGE - 0.8 * mm, WIDTH - 2 * EDGE + 1.6 * mm, HEIGHT - 2 * EDGE + 1.6 * mm)

    def _heading(self) -> None:
        c = self.canvas
        top = HEIGHT - EDGE
        self.text(EDGE + 4 * mm, top - 6 * mm, self.say("form"), BODY, 8, MUTED)
        kind = self.say("form_shares" if self.shares else "form_standard")
        self.text(WIDTH - EDGE - 4 * mm, top - 6 * mm, kind, BODY, 8, MUTED, right=True)
        self.text(EDGE + 4 * mm, top - 17 * mm, self.say("title"), DISPLAY, 29, INK)
        x = WIDTH / 2 + 2 * mm
        for code, width in (("form_name", 52 * mm), ("form_date", 29 * mm)):
            self.text(x, top - 19.3 * mm, self.say(code), BODY, 6.5, MUTED)
            c.setStrokeColor(INK)
            c.setLineWidth(0.5)
            c.line(x, top - 16.5 * mm, x + width, top - 16.5 * mm)
            x += width + 4 * mm
        c.setLineWidth(0.9)
        c.line(EDGE - 0.8 * mm, top - 22.5 * mm, WIDTH - EDGE + 0.8 * mm, top - 22.5 * mm)

    def _field(self, left: float, top: float) -> None:
        """Six by six cells, the margin for the stations, numbers around it."""
        c = self.canvas
        x0, y0 = left + 8 * mm, top - 7 * mm
        size, inner = 6 * CELL + 2 * MARGIN, 6 * CELL
        c.setFillColor(WASH)
        c.rect(x0, y0 - size, size, size, stroke=0, fill=1)
        c.setFillColorRGB(1, 1, 1)
        c.rect(x0 + MARGIN, y0 - MARGIN - inner, inner, inner, stroke=0, fill=1)
        c.setStrokeColor(LINE)
        c.setLineWidth(0.5)
        for n in range(7):
            at = MARGIN + n * CELL
            c.line(x0, y0 - at, x0 + size, y0 - at)
            c.line(x0 + at, y0, x0 + at, y0 - size)
        c.setFillColor(WASH)
        for dx in (0.0, size - MARGIN):
            for dy in (0.0, size - MARGIN):
                c.rect(x0 + dx, y0 - dy - MARGIN, MARGIN, MARGIN, stroke=0, fill=1)
        c.setStrokeColor(INK)
        c.setLineWidth(1.1)
        c.rect(x0 + MARGIN, y0 - MARGIN - inner, inner, inner)
        c.rect(x0, y0 - size, size, size)
        c.setLineWidth(0.4)
        c.rect(x0 - 0.9 * mm, y0 - size - 0.9 * mm, size + 1.8 * mm, size + 1.8 * mm)
        for n in range(6):
            middle = MARGIN + (n + 0.5) * CELL
            self.text(x0 + middle, y0 + 2.6 * mm, str(n + 1), BOLD, 11, INK, centre=True)
            self.text(x0 - 4.6 * mm, y0 - middle - 1.4 * mm, str(n + 1), BOLD, 11, INK, centre=True)

    def _legend(self, x: float, top: float) -> None:
        """The six tracks of the coloured die, and under them the jokers or the rule of shares."""
        width = WIDTH - EDGE - 4 * mm - x
        self.text(x, top - 5 * mm, self.say("form_tracks"), BOLD, 8, INK)
        y = top - 8 * mm
        box, step = 13.5 * mm, 15.5 * mm
        for value in range(1, 7):
            at = y - value * step + 2 * mm
            die(self.canvas, x, at + 4 * mm, 5.5 * mm, value)
            self.canvas.setStrokeColor(LINE)
            self.canvas.setLineWidth(HAIR)
            self.canvas.rect(x + 8 * mm, at, box, box)
            track(self.canvas, x + 8 * mm, at, box, LEGEND_DRAWING[value])
            name = Text(f"rails30.track_{value}").render(self.language)
            self.wrapped(x + 24 * mm, at + 5.7 * mm, name, width - 24 * mm, BODY, 7.5, 9)
        y -= 6 * step + 4 * mm
        if self.shares:
            self.text(x, y, self.say("form_shares_head"), BOLD, 8, INK)
            self.wrapped(x, y - 4.5 * mm, self.say("form_shares_note"), width, BODY, 7, 9)
            return
        self.text(x, y, self.say("form_jokers"), BOLD, 8, INK)
        for n, code in enumerate(("joker_name_white", "joker_name_coloured")):
            at = y - 7.5 * mm - n * 7.5 * mm
            self.canvas.setStrokeColor(INK if n == 0 else RED)
            self.canvas.setLineWidth(0.9)
            self.canvas.roundRect(x, at, 5 * mm, 5 * mm, 0.9 * mm)
            self.text(x + 7.5 * mm, at + 1.5 * mm, self.say(code), BODY, 8, INK)

    def _turns(self, y: float) -> None:
        """Thirty sleepers to cross off, one a turn."""
        left, right = EDGE + 4 * mm, WIDTH - EDGE - 4 * mm
        self.text(left, y, self.say("form_turns"), BOLD, 8, INK)
        start = left + 20 * mm
        step = (right - start) / 30
        c = self.canvas
        c.setStrokeColor(INK)
        c.setLineWidth(0.7)
        for rail in (0.3 * mm, 2.3 * mm):
            c.line(start, y + rail, right, y + rail)
        for turn in range(1, 31):
            at = start + (turn - 0.5) * step
            c.setStrokeColor(RED if turn % 10 == 0 else INK)
            c.setLineWidth(1.5)
            c.line(at, y - 0.9 * mm, at, y + 3.5 * mm)
            if turn == 1 or turn % 5 == 0:
                self.text(at, y - 3.8 * mm, str(turn), BODY, 6.5, MUTED, centre=True)

    def _score(self, x: float, top: float) -> None:
        """The table of pairs, the mine, the total."""
        names = ["pair", "base", "length", "plus", *(["shares"] if self.shares else []), "sum"]
        width = 78 * mm
        edges = [0.0, 15 * mm, 26 * mm, 39 * mm, *([47 * mm, 65 * mm] if self.shares else [51 * mm]), width]
        if self.shares:
            edges = [0.0, 13 * mm, 24 * mm, 35 * mm, 42 * mm, 65 * mm, width]
        row = 7.4 * mm
        c = self.canvas
        self.text(x, top, self.say("form_score"), BOLD, 8, INK)
        y = top - 3 * mm
        for n, name in enumerate(names):
            middle = x + (edges[n] + edges[n + 1]) / 2
            self.text(middle, y - 4 * mm, self.say(f"head_{name}"), BODY, 7, MUTED, centre=True)
        y -= 6 * mm
        self._rule(x, y, width, 1.0)
        for pair in range(PAIRS):
            y -= row
            self._pair(x, y, int(PAIR_A[pair]) + 1, int(PAIR_B[pair]) + 1)
            middle = x + (edges[1] + edges[2]) / 2
            self.text(middle, y + 2.3 * mm, str(int(PAIR_POINTS[pair])), BODY, 10, INK, centre=True)
            self._rule(x, y, width, HAIR)
        c.setStrokeColor(LINE)
        c.setLineWidth(HAIR)
        for edge in edges[1:-1]:
            c.line(x + edge, y, x + edge, y + 6 * row)
        y -= row
        self.text(x, y + 2.3 * mm, self.say("form_mine"), BOLD, 8, INK)
        for n, points in enumerate((2, 6, 12, 20)):
            at = x + 22 * mm + n * 10.5 * mm
            c.setStrokeColor(LINE)
            c.setLineWidth(0.6)
            c.roundRect(at, y + 1 * mm, 8.5 * mm, row - 2 * mm, 0.9 * mm)
            self.text(at + 4.25 * mm, y + 2.4 * mm, str(points), BODY, 8.5, INK, centre=True)
        self._rule(x, y, width, 1.0)
        y -= 10 * mm
        self.text(x, y + 2.6 * mm, self.say("form_total"), DISPLAY, 16, INK)
        c.setStrokeColor(INK)
        c.setLineWidth(1.1)
        c.rect(x + width - 24 * mm, y, 24 * mm, 8.6 * mm)
        self.text(x, y - 5 * mm, self.say("form_scale"), BODY, 7, MUTED)

    def _pair(self, x: float, y: float, a: int, b: int) -> None:
        """Two station plates joined by a line."""
        c = self.canvas
        c.setStrokeColor(INK)
        c.setLineWidth(0.8)
        c.line(x + 4.6 * mm, y + 3.7 * mm, x + 7.2 * mm, y + 3.7 * mm)
        for at, number in ((x + 0.2 * mm, a), (x + 7.2 * mm, b)):
            c.setFillColor(INK)
            c.roundRect(at, y + 1.5 * mm, 4.4 * mm, 4.4 * mm, 0.6 * mm, stroke=0, fill=1)
            self.text(at + 2.2 * mm, y + 2.6 * mm, str(number), BOLD, 8, (1, 1, 1), centre=True)

    def _rules(self, x: float, top: float) -> None:
        width = WIDTH - EDGE - 4 * mm - x
        self.text(x, top, self.say("form_rules"), BOLD, 8, INK)
        y = top - 6 * mm
        kind = "shares" if self.shares else "standard"
        for code in ("setup", "turn", kind, "score", "mine"):
            self.text(x, y, self.say(f"brief_{code}_head"), BOLD, 7.2, RED)
            y = self.wrapped(x, y - 3.4 * mm, self.say(f"brief_{code}"), width, BODY, 7.2, 9.4) - 1.6 * mm

    def _foot(self) -> None:
        self.text(EDGE + 4 * mm, EDGE + 1.8 * mm, self.say("form_foot"), BODY, 6, MUTED)

    # ── small things ──
    def say(self, code: str) -> str:
        """A text of the game in the sheet's language."""
        return Text(f"rails30.{code}").render(self.language)

    def text(
        self,
        x: float,
        y: float,
        text: str,
        font: str,
        size: float,
        colour: tuple[float, float, float],
        *,
        centre: bool = False,
        right: bool = False,
    ) -> None:
        """A line of text from x on, around it or up to it."""
        self.canvas.setFillColor(colour)
        self.canvas.setFont(font, size)
        put = (
            self.canvas.drawCentredString
            if centre
            else self.canvas.drawRightString
            if right
            else self.canvas.drawString
        )
        put(x, y, text)

    def wrapped(self, x: float, y: float, text: str, width: float, font: str, size: float, leading: float) -> float:
        """Text in lines of at most that width; the height below the last of them."""
        line = ""
        for word in text.split():
            longer = f"{line} {word}" if line else word
            if line and pdfmetrics.stringWidth(longer, font, size) > width:
                self.text(x, y, line, font, size, INK)
                y -= leading
                line = word
            else:
                line = longer
        self.text(x, y, line, font, size, INK)
        return y - leading

    def _rule(self, x: float, y: float, width: float, weight: float) -> None:
        self.canvas.setStrokeColor(INK if weight > HAIR else LINE)
        self.canvas.setLineWidth(weight)
        self.canvas.line(x, y, x + width, y)
