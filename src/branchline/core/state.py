"""The rules' side of the contract: one flat state a game. Compiled, so that one search serves every game."""

from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import i64

from branchline.core.generator import Generator


class State:
    """A position of a game, flat and cheap to copy. It holds the past and the present, never the future.

    At any moment either chance is due (`chance() > 0`), or some seats may act (`actors() != 0`), or the
    game is over (both are 0). Seats count from 0. Actions are small integers whose meaning the game's
    border module knows. `apply` trusts its caller: whoever takes actions from outside asks `allows` first.
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
        """Whether the seat's actions can be listed now; if not, `sample` and the game's checker stand in."""
        return True

    def legal(self, seat: i64) -> vec[i64]:
        """Every action that the seat may take now, in a fixed order."""
        raise NotImplementedError

    def allows(self, seat: i64, action: i64) -> bool:
        """Whether this one action is legal."""
        return action in self.legal(seat)

    def sample(self, seat: i64, rng: Generator) -> i64:
        """One random legal action: each equally likely where they can be listed, unless the game says otherwise."""
        actions = self.legal(seat)
        return actions[rng.below(len(actions))]

    def carry(self, other: State, action: i64) -> i64:
        """The number here of an action found in another copy; differs where actions name shapes of a side table."""
        return action

    def apply(self, seat: i64, action: i64) -> None:
        """Let the seat do a legal action."""
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


def over(state: State) -> bool:
    """Whether nothing can happen any more."""
    return state.chance() == 0 and state.actors() == 0


def first_seat(mask: i64) -> i64:
    """The lowest seat in a bit mask of actors."""
    seat: i64 = 0
    while (mask >> seat) & 1 == 0:
        seat += 1
    return seat


def play_out(state: State, rng: Generator) -> i64:
    """Play uniformly random actions to the end; how many there were."""
    turns: i64 = 0
    while True:
        n = state.chance()
        if n > 0:
            state.apply_chance(rng.below(n))
            continue
        mask = state.actors()
        if mask == 0:
            return turns
        seat = first_seat(mask)
        state.apply(seat, state.sample(seat, rng))
        turns += 1
