"""branchline sheet: a game's sheet to print."""

from __future__ import annotations

from pathlib import Path

import branchline
from branchline.cli.language import choose_language
from branchline.cli.settings import write_file
from branchline.core.errors import OptionError
from branchline.core.text import Text


def sheet(*, out: Path, game: str | None = None, variant: str | None = None, lang: str | None = None) -> int:
    """Make a game's sheet to print (PDF, A4).

    Parameters
    ----------
    out
        The file to write.
    game
        The game's name; by default the first one that has a sheet.
    variant
        Which sheet, if the game has several; by default the usual one.
    lang
        ru or en; the locale's if not given.
    """
    from branchline.server.sheets import games_with_sheets, printed_of

    language = choose_language(lang)
    known = games_with_sheets()
    chosen = branchline.game(game) if game is not None else next(iter(known), None)
    printed = printed_of(chosen) if chosen is not None else None
    if printed is None:
        facts = {"name": "game", "value": game, "allowed": ", ".join(each.slug for each in known)}
        raise OptionError(Text("core.bad_option_value", facts))
    write_file(out, printed.make_sheet(printed.VARIANTS[0] if variant is None else variant, language))
    print(Text("cli.sheet_written", {"file": str(out)}).render(language))
    return 0
