"""branchline sheet: the sheet of 30 Rails to print."""

from __future__ import annotations

from pathlib import Path

from branchline.cli.language import choose_language
from branchline.cli.settings import write_file
from branchline.core.text import Text


def sheet(*, out: Path, variant: str = "standard", lang: str | None = None) -> int:
    """Make the sheet of 30 Rails to print (PDF, A4).

    Parameters
    ----------
    out
        The file to write.
    variant
        standard (with jokers) or shares.
    lang
        ru or en; the locale's if not given.
    """
    from branchline.games.rails30.printed import make_sheet

    language = choose_language(lang)
    write_file(out, make_sheet(variant, language))
    print(Text("cli.sheet_written", {"file": str(out)}).word(language))
    return 0
