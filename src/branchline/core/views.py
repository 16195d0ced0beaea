"""What every game's view and result hold. A game's own structs add its fields to these."""

from __future__ import annotations

import msgspec

from branchline.core.summary import Summary

OptionValue = str | int | bool


class Result(msgspec.Struct, kw_only=True):
    """How a finished game ended. The match fills these in; a game adds its `breakdown` of the points."""

    scores: list[int] = []
    ranks: list[int] = []
    """1 is best; seats that tie share a rank."""
    winners: list[int] = []


class View(msgspec.Struct, kw_only=True):
    """All that a seat (or a spectator) may know. The match fills these in; a game adds its position."""

    game: str = ""
    players: int = 0
    options: dict[str, OptionValue] = {}
    n: int = 0
    """The number of events so far."""
    you: int | None = None
    actors: list[int] = []
    over: bool = False
    commit: str = ""
    """The hash of the seed, fixed before the first event."""
    seed: str | None = None
    """The seed itself, once the game is over."""
    undoable: bool = False
    """Whether the seat has an action that no chance has followed."""
    result: Result | None = None
    summary: Summary | None = None
    """Why a finished game ended, and where its points came from."""
