"""The policies: how a level weighs a position, and how it chooses by that."""

from __future__ import annotations

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from branchline.core.driver import Luck
from branchline.core.generator import Generator
from branchline.core.policy import Policy, Taste, noticed
from branchline.core.state import State
from branchline.games.rocket.bots import answers, ratings
from branchline.games.rocket.bots.evaluation import worth
from branchline.games.rocket.bots.weights import UNIT, Weights, tasted
from branchline.games.rocket.rules.codes import ACT, BID, CALL, OFFER, REFRAIN
from branchline.games.rocket.rules.state import Rocket

_GREEDY: Final = Weights(0, 0, 0, 0)
_SEEN: Final[i64] = 10
"""Actions that a beginner chooses among at most."""
_SPREAD: Final = 18
"""How much players vary in playouts to the end, in twelfths of a point."""


class Manner:
    """How the expert plays with a number of players."""

    def __init__(self, own: Weights, leaf: Weights, plain: i64 = 0) -> None:
        self.own = own
        """What it weighs when it chooses quickly,"""
        self.leaf = leaf
        """and where a playout ends: there is time to look at loose stations too."""
        self.plain: i64 = plain
        """In so many percent of their moves the others are thought to look at this turn only."""


MANNERS: Final = [
    Manner(Weights(3, 6, 6, 0), Weights(3, 6, 6, 3)),
    Manner(Weights(9, 9, 2, 0), Weights(9, 9, 2, 3), plain=50),
    Manner(Weights(9, 15, 2, 0), Weights(9, 15, 2, 3), plain=50),
]
"""For two, three and four players: the more there are, the more shares and growing lines decide."""


class Greedy(Policy):
    """The best immediate points and majorities, one action at a time."""

    def __init__(self) -> None:
        self.taste = Taste()
        self.spread: i64 = 1
        """Actions that are worse by less than this, in twelfths of a point, may be chosen too."""

    def adopt(self, taste: Taste) -> None:
        self.taste = taste

    def weights(self, players: i64) -> Weights:
        """How this level weighs what is not yet points."""
        return tasted(_GREEDY, self.taste)

    def weights_for(self, players: i64, seat: i64, rng: Generator) -> Weights:
        """How a seat is thought to weigh it in a playout."""
        return self.weights(players)

    def prepare(self, state: State, seat: i64) -> State:
        """Searching needs no reasons of past points."""
        assert isinstance(state, Rocket)
        state.ledger = vec[i64]()
        return state

    def choose(self, state: State, seat: i64, rng: Generator) -> i64:
        assert isinstance(state, Rocket)
        weights = self.weights_for(state.players, seat, rng)
        if state.phase != ACT:
            return answers.likely(state, seat, weights)
        actions, scores = ratings.rated(state, seat, weights)
        best: i64 = -(1 << 50)
        chosen = actions[0]
        for place in range(len(actions)):
            score = 4 * scores[place] + rng.below(4 * self.spread)
            if score > best:
                best = score
                chosen = actions[place]
        return chosen

    def play_on(self, state: State, luck: Luck, wits: Generator) -> None:
        """Nothing is left to chance here, so players must vary: one line of play would tell too little."""
        kept = self.spread
        self.spread = _SPREAD
        super().play_on(state, luck, wits)
        self.spread = kept

    def candidates(self, state: State, seat: i64, most: i64, rng: Generator) -> vec[i64]:
        assert isinstance(state, Rocket)
        weights = self.weights(state.players)
        if state.phase == ACT:
            actions, scores = ratings.rated(state, seat, weights)
            return ratings.best_first(scores, actions, most)
        likely = answers.likely(state, seat, weights)
        found = vec[i64]([likely])
        for answer in state.legal(seat):
            if answer != likely and (answer < OFFER or state.phase != BID) and len(found) < most:
                found = append(found, answer)
        return found

    def value(self, state: State, seat: i64) -> float:
        assert isinstance(state, Rocket)
        return float(worth(state, seat, self.weights(state.players))) / float(UNIT)


class Expert(Greedy):
    """The policy behind the search: it looks at what lines, cubes and stations may still become."""

    def __init__(self, manners: list[Manner] | None = None) -> None:
        super().__init__()
        self.manners: list[Manner] = manners if manners is not None else MANNERS
        """For two, three and four players."""
        self._me: i64 = -1
        """Whose decision is searched; −1: everybody's."""

    def prepare(self, state: State, seat: i64) -> State:
        self._me = seat
        return super().prepare(state, seat)

    def weights(self, players: i64) -> Weights:
        return tasted(self.manners[players - 2].own, self.taste)

    def weights_for(self, players: i64, seat: i64, rng: Generator) -> Weights:
        if seat != self._me and self._me >= 0 and rng.below(100) < self.manners[players - 2].plain:
            return _GREEDY
        return self.weights(players)

    def play_on(self, state: State, luck: Luck, wits: Generator) -> None:
        """All seats play as the expert does: what a position is worth is asked among equals."""
        me = self._me
        self._me = -1
        super().play_on(state, luck, wits)
        self._me = me

    def value(self, state: State, seat: i64) -> float:
        assert isinstance(state, Rocket)
        return float(worth(state, seat, self.manners[state.players - 2].leaf)) / float(UNIT)


class Beginner(Greedy):
    """Sees a part of its actions, and objects to others' moves only now and then."""

    def __init__(self, overlooks: i64) -> None:
        super().__init__()
        self.overlooks: i64 = overlooks
        """Percent of actions that it does not see."""

    def choose(self, state: State, seat: i64, rng: Generator) -> i64:
        assert isinstance(state, Rocket)
        if state.phase == CALL and rng.below(100) < self.overlooks:
            return REFRAIN
        if state.phase != ACT:
            return super().choose(state, seat, rng)
        return noticed(self.candidates(state, seat, _SEEN, rng), self.overlooks, rng)
