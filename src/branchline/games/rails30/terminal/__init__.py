"""30 Rails in a terminal: what `branchline play` and `branchline replay` look for in a game's package."""

from __future__ import annotations

from rich.console import Group, RenderableType
from rich.text import Text as Rich

from branchline.core.match import Match
from branchline.core.text import Text
from branchline.games.rails30.api.views import Rails30View
from branchline.games.rails30.terminal.place import Desk
from branchline.games.rails30.terminal.textart import beside, field, score_table


def desk(match: Match, seat: int, language: str) -> Desk:
    """A place at the keyboard for a seat that has to act."""
    return Desk(match, seat, language)


def picture(view: Rails30View, language: str) -> RenderableType:
    """Every sheet with its score, as a spectator sees them."""
    parts: list[RenderableType] = []
    for seat, sheet in enumerate(view.sheets):
        if len(view.sheets) > 1:
            parts.append(Rich(Text("rails30.sheet_of", {"seat": seat + 1}).render(language), style="bold"))
        parts.append(beside(field(sheet), score_table(sheet, language)))
    return Group(*parts)


def help_text(language: str) -> RenderableType:
    """The keys, line by line."""
    return Rich.from_markup(Text("rails30.keys_help").render(language))
