"""branchline maps check: can a map file of one's own be played?"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Literal

import branchline
from branchline.cli.language import choose_language
from branchline.core.errors import BranchlineError
from branchline.core.game import Game
from branchline.core.text import Text

MOST_BYTES = 1_000_000


def maps(what: Literal["check"], file: Path, /, *, lang: str | None = None) -> int:
    """Check a map file of your own: everything that is wrong with it, or which game can be played on it.

    Parameters
    ----------
    what
        check.
    file
        The map, a JSON file.
    lang
        ru or en; the locale's if not given.
    """
    language = choose_language(lang)
    data = _read(file)
    games = [branchline.game(name) for name in branchline.game_names()]
    found = {game: game.check_map(data) for game in games if type(game).check_map is not Game.check_map}
    for game, problems in found.items():
        if not problems:
            print(Text("cli.map_good", {"file": str(file), "game": game.title}).render(language))
            return 0
    for game, problems in found.items():
        print(Text("cli.map_bad", {"file": str(file), "game": game.title}).render(language), file=sys.stderr)
        for problem in problems:
            print(f"- {problem}", file=sys.stderr)
    return 1


def _read(file: Path) -> object:
    try:
        data = file.read_bytes()[: MOST_BYTES + 1]
        return json.loads(data)
    except OSError as error:
        raise BranchlineError(Text("cli.map_unreadable", {"file": str(file), "why": error.strerror})) from error
    except (ValueError, RecursionError) as error:
        raise BranchlineError(Text("cli.map_unreadable", {"file": str(file), "why": str(error)[:80]})) from error
