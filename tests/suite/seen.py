"""What a seat gets to see of an event, by the rules of each game with hidden information.

A game that hides something says so in `tests/rules/<package>/seen.py`: `seen(before, event, after, seat)` returns what
the seat (None for a spectator) sees of the event, as anything that can be compared. It is written from the rules page
and looks at states alone, so that it can judge views, logs, errors, legal lists, observations, resampling and bots.
Two sequences of events of which a seat has seen the same are twins for it: nothing that reaches the seat may tell them
apart.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable
from pathlib import Path
from typing import Any

from branchline.core.action import Chanced, Played
from branchline.core.game import Game
from branchline.core.state import State

Seen = Callable[[Any, Played | Chanced, Any, int | None], Any]


def seen_by(game: Game) -> Seen:
    """What seats see of the game: everything where information is open, otherwise what its tests declare."""
    if game.information == "open":
        return everything
    folder = "toy" if game.package == "toy" else f"rules/{game.package}"
    file = Path(__file__).parents[1] / folder / "seen.py"
    assert file.exists(), f"{game.slug} hides something: say in tests/{folder}/seen.py what its seats see"
    seen: Seen = importlib.import_module(f"tests.{folder.replace('/', '.')}.seen").seen
    return seen


def everything(before: State, event: Played | Chanced, after: State, seat: int | None) -> Any:
    """Nothing is hidden."""
    return after.to_bytes()
