"""Play with keys: the game's own drawing on the whole screen, one seat after another."""

from __future__ import annotations

from collections.abc import Callable

from rich.console import Console, Group, RenderableType
from rich.text import Text as Rich

from branchline.cli.drawing import Drawing
from branchline.cli.keys import raw_keys, read_key
from branchline.cli.table import Table
from branchline.core.errors import BranchlineError
from branchline.core.text import Text

Show = Callable[[RenderableType], None]


def play_keys(table: Table, drawing: Drawing) -> bool:
    """Play until the end (True) or until the player leaves (False)."""
    console = Console(highlight=False)
    with console.screen(hide_cursor=True) as screen, raw_keys():
        ended = _play(screen.update, table, drawing)
    console.print(drawing.picture(table.match.view(None), table.language))
    if (result := table.match.result) is not None:
        for seat, points in enumerate(result.scores):
            facts = {"who": table.name(seat), "rank": result.ranks[seat], "points": points}
            console.print(Text("cli.final", facts).render(table.language))
    if not ended:
        console.print(Text("cli.left").render(table.language))
    return ended


def _play(show: Show, table: Table, drawing: Drawing) -> bool:
    last: int | None = None
    while (seat := table.person()) is not None:
        if last is not None and seat != last:
            show(Rich(Text("cli.hand_over", {"who": table.name(seat)}).render(table.language)))
            if read_key() == "quit":
                return False
        last = seat
        if not _decide(show, table, drawing, seat):
            return False
    return True


def _decide(show: Show, table: Table, drawing: Drawing, seat: int) -> bool:
    """One decision of one person; False when the player leaves."""
    desk = drawing.desk(table.match, seat, table.language)
    note: Text | None = None
    while True:
        show(desk.screen(note))
        note = None
        key = read_key()
        if key in ("q", "quit"):
            return False
        try:
            if key == "?":
                last = Rich(Text("cli.any_key").render(table.language), style="dim")
                show(Group(drawing.help_text(table.language), last))
                read_key()
            elif key == "u":
                table.match.undo(seat)
                return True
            elif (action := desk.press(key)) is not None:
                table.match.play(seat, action)
                return True
        except BranchlineError as error:
            note = error.text
