"""What stands between a match and its driver: who writes down what happens, and where its chance comes from."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

from branchline.core.action import Move, chanced
from branchline.core.chance import draw
from branchline.core.driver import Luck, Observer
from branchline.core.state import Payload, State

if TYPE_CHECKING:
    from branchline.core.match import Match


class Scribe(Observer):
    """Writes what the driver does into the match's log."""

    def __init__(self, match: Match) -> None:
        self.match = match
        self.before: State | None = None

    def before_action(self, state: State, seat: int, action: int, payload: Payload | None) -> None:
        self.before = state.clone()

    def after_action(self, state: State, seat: int, action: int, payload: Payload | None) -> None:
        assert self.before is not None
        self.match.write_action(self.before, Move(int(action), payload), state)

    def before_chance(self, state: State, k: int, n: int) -> None:
        self.before = state.clone()

    def after_chance(self, state: State, k: int, n: int) -> None:
        assert self.before is not None
        self.match.write_chance(self.before, chanced(int(k), int(n)), state)


class Seeded(Luck):
    """The match's own chance: draw after draw from its secret seed."""

    def __init__(self, seed: bytes, match: Match) -> None:
        self.seed = seed
        self.match = match

    def draw(self, n: int) -> int:
        return draw(self.seed, self.match.drawn, int(n))


def own(value: Any) -> Any:
    """A copy of an entry that shares nothing with the match that can change."""
    if isinstance(value, list):
        return [own(each) for each in value]
    if isinstance(value, dict):
        return {name: own(each) for name, each in value.items()}
    if isinstance(value, msgspec.Struct):
        fields = [(name, getattr(value, name)) for name in value.__struct_fields__]
        parts = {name: own(field) for name, field in fields if isinstance(field, list | dict | msgspec.Struct)}
        return msgspec.structs.replace(value, **parts)
    return value
