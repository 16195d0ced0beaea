"""What a cell holds in box characters, five columns by three rows. Every track leaves a side at its middle.

Two tracks that do not meet never share a character; a fork's or a junction's tracks meet where they part.
"""

from __future__ import annotations

from typing import Final

from branchline.games.rails30.rules.codes import CROSSED, MINE, MOUNTAIN

Glyph = tuple[str, str, str]


def _g(top: str, middle: str, bottom: str) -> Glyph:
    return top, middle, bottom


_TRACKS: Final[list[Glyph]] = [
    # curves
    _g("  │  ", "  ╰──", "     "),
    _g("     ", "  ╭──", "  │  "),
    _g("     ", "──╮  ", "  │  "),
    _g("  │  ", "──╯  ", "     "),
    # straights
    _g("  │  ", "  │  ", "  │  "),
    _g("     ", "─────", "     "),
    # two curves
    _g("  ╰╮ ", "─╮ ╰─", " ╰╮  "),
    _g(" ╭╯  ", "─╯ ╭─", "  ╭╯ "),
    # the bridge: the heavy track passes above
    _g("  ╵  ", "╼━━━╾", "  ╷  "),
    # forks, by stem
    _g(" ╭┴╮ ", "─╯ ╰─", "     "),
    _g("  ╰╮ ", "   ├─", "  ╭╯ "),
    _g("     ", "─╮ ╭─", " ╰┬╯ "),
    _g(" ╭╯  ", "─┤   ", " ╰╮  "),
    # junctions, by stem: the branch to the right of the stem's side …
    _g("  ├╮ ", "  │╰─", "  │  "),
    _g("     ", "───┬─", "  ╭╯ "),
    _g("  │  ", "─╮│  ", " ╰┤  "),
    _g(" ╭╯  ", "─┴───", "     "),
    # … and their mirror images
    _g(" ╭┤  ", "─╯│  ", "  │  "),
    _g("  ╰╮ ", "───┴─", "     "),
    _g("  │  ", "  │╭─", "  ├╯ "),
    _g("     ", "─┬───", " ╰╮  "),
]

GLYPHS: Final[dict[int, Glyph]] = {
    0: _g("     ", "     ", "     "),
    **{drawing + 1: glyph for drawing, glyph in enumerate(_TRACKS)},
    MOUNTAIN: _g("     ", "  ▲  ", " ▲▲▲ "),
    MINE: _g("╭───╮", "│ M │", "╰───╯"),
    CROSSED: _g(" ╲ ╱ ", "  ╳  ", " ╱ ╲ "),
}
"""By a cell's content: empty, the drawings 1–21, mountain, mine, crossed out."""
