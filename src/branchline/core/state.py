"""The rules' side of the contract: one flat state per game. Compiled, so that one search serves every game."""

from __future__ import annotations

from librt.vecs import append, vec
from mypy_extensions import i64, mypyc_attr, u8

from branchline.core.generator import Generator


@mypyc_attr(allow_interpreted_subclasses=True)
class Immutable:
    """A thing that never changes, so that copies of a state share it (a line, a tile).

    Its module has a function `read_<class name in lower case>(reader)` that makes it again.
    """

    def write(self, out: vec[i64]) -> vec[i64]:
        """Append all of it to the numbers that become a state's bytes."""
        raise NotImplementedError


@mypyc_attr(allow_interpreted_subclasses=True)
class Payload(Immutable):
    """What an action carries besides its number, for games whose actions are more than numbers."""


@mypyc_attr(allow_interpreted_subclasses=True)
class Part:
    """A part of a state that is copied with it; `core.fields` generates its copy and its bytes."""


@mypyc_attr(allow_interpreted_subclasses=True)
class State:
    """A position of a game, flat and cheap to copy. It holds the past and the present, never the future.

    At any moment either chance is due (`chance() > 0`), or some seats may act (`actors() != 0`), or the
    game is over (both are 0). Seats count from 0. Actions are small integers whose meaning the game's `api`
    package knows. `apply` trusts its caller: whoever takes actions from outside asks `allows` first.

    Fields are declared once, in `__init__`; `core.fields` generates `clone`, `to_bytes` and the way back.
    """

    def clone(self) -> State:
        """A copy that shares nothing that can change."""
        raise NotImplementedError

    def to_bytes(self) -> bytes:
        """All of the state; two states are equal when these bytes are."""
        raise NotImplementedError

    def __eq__(self, other: object) -> bool:
        return isinstance(other, State) and self.to_bytes() == other.to_bytes()

    def __hash__(self) -> int:
        return hash(self.to_bytes())

    def actors(self) -> i64:
        """The seats that may act now, as a bit mask."""
        raise NotImplementedError

    def chance(self) -> i64:
        """The number of equally likely outcomes of the chance event that is due; 0 when none is."""
        raise NotImplementedError

    def apply_chance(self, k: i64) -> None:
        """Let outcome k (below `chance()`) happen."""
        raise NotImplementedError

    def listed(self, seat: i64) -> bool:
        """Whether the seat's actions can be listed now; if not, `sample` and `allows` stand in."""
        return True

    def legal(self, seat: i64) -> vec[i64]:
        """Every action that the seat may take now, in a fixed order."""
        raise NotImplementedError

    def allows(self, seat: i64, action: i64, payload: Payload | None = None) -> bool:
        """Whether this one action is legal."""
        return action in self.legal(seat)

    def mark(self, seat: i64, mask: vec[u8], at: i64, value: u8) -> None:
        """Write a value into a mask of action numbers that begins at `at`, for every action that `legal` lists."""
        for action in self.legal(seat):
            mask[at + action] = value

    def sample(self, seat: i64, rng: Generator) -> i64:
        """One random legal action: each equally likely where they can be listed, unless the game says otherwise."""
        actions = self.legal(seat)
        return actions[rng.below(len(actions))]

    def payload(self, action: i64) -> Payload | None:
        """What an action carries that `sample`, or a bot that works on this state, has just made here."""
        return None

    def apply(self, seat: i64, action: i64, payload: Payload | None = None) -> None:
        """Let the seat do a legal action. Without a payload the state takes the one that it made itself."""
        raise NotImplementedError

    def observe(self, seat: i64, out: vec[i64], at: i64) -> None:
        """Write what the seat knows into an array from `at` on, as `Game.observation` explains.

        Places that no state of this game with these options uses are left as they are, which is 0.
        """
        raise NotImplementedError

    def turn_number(self) -> i64:
        """The turn, counted from 1, that what happens next belongs to; 0 in the setup, at the end that of the last."""
        raise NotImplementedError

    def scores(self) -> vec[i64]:
        """The points of every seat as they stand; final when the game is over."""
        raise NotImplementedError

    def ranking(self) -> vec[i64]:
        """For every seat a number to compare at the end; differs from `scores` where a game breaks ties."""
        return self.scores()

    def resample(self, seat: i64, rng: Generator) -> State:
        """A state that this seat could be in, as far as it knows: hidden things are dealt anew."""
        return self.clone()


class Reader:
    """Reads numbers back from a state's bytes, in the order in which they were written."""

    def __init__(self, data: bytes) -> None:
        if len(data) % 8:
            raise ValueError(f"{len(data)} bytes are no state")
        self._values: vec[i64] = vec[i64](memoryview(data).cast("q").tolist())
        self._at: i64 = 0

    def one(self) -> i64:
        """The next number."""
        if self._at >= len(self._values):
            raise ValueError("the bytes of a state are cut off")
        value = self._values[self._at]
        self._at += 1
        return value

    def many(self) -> vec[i64]:
        """The next array; its length stands before it."""
        n = self.one()
        start = self._at
        if n < 0 or start + n > len(self._values):
            raise ValueError("the bytes of a state are cut off")
        self._at = start + n
        return self._values[start : start + n]

    def finish(self) -> None:
        """An error unless everything was read."""
        if self._at != len(self._values):
            raise ValueError("the bytes of a state are too long")


def put(out: vec[i64], values: vec[i64]) -> vec[i64]:
    """Append an array with its length, as `Reader.many` reads it."""
    out = append(out, len(values))
    for value in values:
        out = append(out, value)
    return out


def over(state: State) -> bool:
    """Whether nothing can happen any more."""
    return state.chance() == 0 and state.actors() == 0


def first_seat(mask: i64) -> i64:
    """The lowest seat in a bit mask of actors."""
    seat: i64 = 0
    while (mask >> seat) & 1 == 0:
        seat += 1
    return seat
