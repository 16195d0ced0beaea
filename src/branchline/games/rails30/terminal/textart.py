"""The sheet of 30 Rails in box characters and colour, with its score and the dice."""

from __future__ import annotations

from typing import Any

from rich.columns import Columns
from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text as Rich

from branchline.core.text import Text
from branchline.games.rails30.api.places import border_number, cell_at
from branchline.games.rails30.api.views import Rails30View, Score, SheetView
from branchline.games.rails30.rules.codes import CROSSED, DRAWINGS, MINE, MOUNTAIN
from branchline.games.rails30.terminal.glyphs import GLYPHS

INK, PAPER, SHADE, MARGIN = "#22262b", "#f6f1e5", "#efe8d6", "#e6dcc6"
GREEN, GREEN_PAPER, RED, RED_PAPER, OCHRE = "#1f6b4a", "#dcebdc", "#b23424", "#f3cfc6", "#f2dfae"
DIE_FACES = "⚀⚁⚂⚃⚄⚅"


def beside(*parts: RenderableType) -> RenderableType:
    """Parts side by side."""
    grid = Table.grid(padding=(0, 1))
    for n in range(len(parts)):
        # The field comes first and is never squeezed: a station may stand at its edge.
        grid.add_column(vertical="top", min_width=40 if n == 0 else None)
    grid.add_row(*parts)
    return grid


def field(
    sheet: SheetView,
    legal: frozenset[int] = frozenset(),
    borders: frozenset[int] = frozenset(),
    cursor: int | None = None,
    ghost: int = 0,
    lit: frozenset[int] = frozenset(),
    at_border: int | None = None,
) -> Rich:
    """The sheet: 6×6 cells, a border with the stations, numbers of rows and columns around it.

    `legal` cells and `borders` are marked; `cursor` or `at_border` is where the player points, `ghost` the
    drawing shown there; `lit` cells belong to the route that is shown.
    """
    stations = {border_number(at): number + 1 for number, at in enumerate(sheet.stations) if at}
    mark = Margin(stations, borders, at_border)
    out = Rich(no_wrap=True)
    out.append("      " + "".join(f"  {column}  " for column in range(1, 7)) + "\n", style="bold")
    out.append("  ")
    _margin_row(out, mark, 0)
    bonus = cell_at(sheet.bonus.row, sheet.bonus.column) if sheet.bonus else None
    for row in range(6):
        for line in range(3):
            out.append(f"{row + 1} " if line == 1 else "  ", style="bold")
            mark.paint(out, 18 + row, line == 1)
            for column in range(6):
                cell = row * 6 + column
                content = sheet.cells[cell]
                pointed = cell == cursor
                text = _cell_line(content, line, cell == bonus, cell in legal, pointed, ghost)
                out.append(text, style=_cell_style(cell, content, bonus, cell in legal, pointed, cell in lit))
            mark.paint(out, 6 + row, line == 1)
            out.append("\n")
    out.append("  ")
    _margin_row(out, mark, 12)
    out.right_crop(1)
    return out


class Margin:
    """The border squares around the field."""

    def __init__(self, stations: dict[int, int], borders: frozenset[int], at: int | None) -> None:
        self.stations, self.borders, self.at = stations, borders, at

    def paint(self, out: Rich, border: int, middle: bool, width: int = 4) -> None:
        """One square's line: a station's plate, a mark where one may go, or bare margin."""
        station = self.stations.get(border)
        text, style = " " * width, f"{INK} on {MARGIN}"
        if station is not None and middle:
            text, style = f"[{station}]".center(width), f"bold {PAPER} on {INK}"
        elif border == self.at and middle:
            text, style = "[?]".center(width), f"bold {PAPER} on {GREEN}"
        elif border in self.borders and middle:
            text, style = "·".center(width), f"bold {GREEN} on {GREEN_PAPER}"
        out.append(text, style=style)


def _margin_row(out: Rich, mark: Margin, first: int) -> None:
    out.append("    ", style=f"on {MARGIN}")
    for place in range(6):
        mark.paint(out, first + place, True, 5)
    out.append("    ", style=f"on {MARGIN}")
    out.append("\n")


def _cell_line(content: int, line: int, bonus: bool, legal: bool, pointed: bool, ghost: int) -> str:
    drawn = ghost if pointed and not content else content
    text = GLYPHS[drawn][line]
    if not drawn:
        if bonus and line == 0:
            text = " +2  "
        elif legal and line == 1:
            text = "  ·  "
    if pointed and line != 1:
        left, right = ("┌", "┐") if line == 0 else ("└", "┘")
        text = left + text[1:-1] + right
    return text


def _cell_style(cell: int, content: int, bonus: int | None, legal: bool, pointed: bool, lit: bool) -> str:
    paper = PAPER if (cell // 6 + cell % 6) % 2 else SHADE
    ink = INK
    if cell == bonus:
        paper = OCHRE
    if content in (MOUNTAIN, CROSSED):
        ink = "#7a6a4f"
    elif content == MINE:
        ink, paper = PAPER, "#5a5346"
    if lit:
        ink, paper = RED, RED_PAPER
    if legal:
        paper = GREEN_PAPER
    if pointed:
        return f"bold {GREEN} on #b5d6c1"
    return f"{'bold ' if 1 <= content <= DRAWINGS else ''}{ink} on {paper}"


def score_table(sheet: SheetView, language: str, preview: Score | None = None) -> RenderableType:
    """The pairs with what they score, the mine and the total; where an action is previewed, what changes."""
    now = preview or sheet
    shares = sheet.pairs[0].shares is not None
    table = Table(box=None, padding=(0, 1, 0, 0), header_style="dim")
    ends = ("sum", "shares", "points") if shares else ("sum",)
    for name in ("pair", "base", "length", "plus", *ends):
        table.add_column(_say(f"head_{name}", language), justify="left" if name == "pair" else "right")
    for old, new in zip(sheet.pairs, now.pairs, strict=True):
        a, b = new.pair
        cells = [f"{a}─{b}" if new.length else f"{a}·{b}", str(new.base)]
        cells += [str(getattr(new, name) or "") for name in ("length", "bonus", *ends)]
        changed = (old.sum, old.length, old.shares) != (new.sum, new.length, new.shares)
        table.add_row(*cells, style=f"bold {'green' if changed else ''}" if new.length or changed else "dim")
    reached = ", ".join(map(str, now.mine_stations))
    total = f"{sheet.total}" if now.total == sheet.total else f"{sheet.total} → {now.total}"
    if sheet.praise:
        total += f", {Text(sheet.praise).render(language)}"
    bonus = _say("bonus_at", language, row=sheet.bonus.row, column=sheet.bonus.column) if sheet.bonus else ""
    mine = _say("mine_line", language, stations=reached or "–", points=now.mine_points)
    return Group(table, Rich(mine), Rich(f" {bonus}"), Rich(_say("total_line", language, total=total), style="bold"))


def dice_line(view: Rails30View, sheet: SheetView, language: str) -> RenderableType:
    """The dice with what they mean, and the jokers that are left."""
    white, coloured = view.white, view.coloured
    if view.phase != "turns":
        face = f"{DIE_FACES[white - 1]} {white}" if white and view.phase == "mountains" else ""
        return Rich(face, style="bold")
    out = Rich()
    out.append(_say("turn_line", language, turn=view.turn, turns=view.turns) + "\n", style="bold")
    out.append(f" {DIE_FACES[white - 1]} {white} ", style=f"bold {INK} on white")
    out.append(" " + _say("die_white", language, n=white) + "\n")
    out.append(f" {DIE_FACES[coloured - 1]} {coloured} ", style=f"bold white on {RED}")
    out.append(" " + Text(f"rails30.track_{coloured}").render(language) + "\n")
    if view.options["variant"] == "standard":
        for which, left in (("white", sheet.jokers.white), ("coloured", sheet.jokers.coloured)):
            said = ("★ " if left else "☆ ") + _say(f"joker_name_{which}", language)
            out.append(said, style="" if left else "dim strike")
            out.append("\n")
    return out


def others(view: Rails30View, names: list[str], seat: int) -> RenderableType:
    """The other sheets' points in a line."""
    rows = [f"{names[each]}: {sheet.total}" for each, sheet in enumerate(view.sheets) if each != seat]
    return Columns(rows, padding=(0, 2)) if rows else Rich("")


def _say(code: str, language: str, **facts: Any) -> str:
    return Text(f"rails30.{code}", facts).render(language)
