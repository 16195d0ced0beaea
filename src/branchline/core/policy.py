"""What a game tells the bots: how to choose quickly, which actions deserve a look, what a position is worth."""

from __future__ import annotations

from librt.vecs import append, vec
from mypy_extensions import i64, mypyc_attr

from branchline.core.driver import Luck
from branchline.core.generator import Generator
from branchline.core.state import Payload, State, first_seat


class Proposal:
    """An action that a policy would look at, with what it carries besides its number."""

    def __init__(self, action: i64, payload: Payload | None = None) -> None:
        self.action: i64 = action
        self.payload = payload


class Taste:
    """What makes two bots of one level play differently; 0 is in the middle everywhere."""

    def __init__(self, bold: i64 = 0, rival: i64 = 0, whim: i64 = 0) -> None:
        self.bold: i64 = bold
        """From −2, who takes what is sure, to 2, who hopes for what is far."""
        self.rival: i64 = rival
        """From −2, who minds his own business, to 2, who grudges others theirs."""
        self.whim: i64 = whim
        """From −1 to 1: which of a game's things it likes, where that hardly matters."""


@mypyc_attr(allow_interpreted_subclasses=True)
class Policy:
    """A game's policy and evaluation. Every part has a plain default, so that a new game can be searched at once."""

    def prepare(self, state: State, seat: i64) -> State:
        """The part of a (resampled) state that matters to the seat; `home` says which seat it is there."""
        return state

    def home(self, seat: i64) -> i64:
        """The seat's number in a prepared state."""
        return seat

    def adopt(self, taste: Taste) -> None:
        """Play to a taste; by default there is none to be had."""

    def allow(self, seconds: float, iterations: i64) -> None:
        """Be told what the next choice may take in time or in playouts, 0: as it likes; who is quick need not mind."""

    def begin(self, state: State, seat: i64) -> None:
        """A search begins in a prepared state; who learns from playouts forgets those of the last one."""

    def learn(self, state: State, seat: i64, value: float) -> None:
        """A playout of the search ended in this state, with this value for the searching seat."""

    def choose(self, state: State, seat: i64, rng: Generator) -> i64:
        """A good action, found fast: the playout's move."""
        return state.sample(seat, rng)

    def candidates(self, state: State, seat: i64, most: i64, rng: Generator) -> vec[i64]:
        """Actions worth a search, the most promising first: as many as the plan asks for, or a few more."""
        actions = state.legal(seat)
        if len(actions) <= most:
            return actions
        kept = vec[i64]()
        for i in range(most):
            j = i + rng.below(len(actions) - i)
            kept = append(kept, actions[j])
            actions[j] = actions[i]
        return kept

    def proposals(self, state: State, seat: i64, most: i64, rng: Generator) -> list[Proposal]:
        """Candidates with what they carry, also where actions cannot be listed: here random ones stand in there."""
        found: list[Proposal] = []
        if state.listed(seat):
            for action in self.candidates(state, seat, most, rng):
                found.append(Proposal(action))
            return found
        while len(found) < most:
            drawn = state.sample(seat, rng)
            found.append(Proposal(drawn, state.payload(drawn)))
        return found

    def play_on(self, state: State, luck: Luck, wits: Generator) -> None:
        """Play to the end for all seats, in place. Chance has a stream of its own, so that moves can be compared."""
        while True:
            n = state.chance()
            if n > 0:
                state.apply_chance(luck.draw(n))
                continue
            mask = state.actors()
            if mask == 0:
                return
            seat = first_seat(mask)
            state.apply(seat, self.choose(state, seat, wits))

    def value(self, state: State, seat: i64) -> float:
        """What the state is worth to the seat, finished or not: here its lead over the best of the others."""
        points = state.scores()
        own = points[seat]
        if len(points) == 1:
            return float(own)
        best: i64 = -(1 << 60)
        for other in range(len(points)):
            if other != seat and points[other] > best:
                best = points[other]
        return float(own - best)


def noticed(actions: vec[i64], overlooks: i64, rng: Generator) -> i64:
    """The first of some actions, best first, that somebody sees who overlooks so many percent; the last is seen."""
    for place in range(len(actions) - 1):
        if rng.below(100) >= overlooks:
            return actions[place]
    return actions[len(actions) - 1]
