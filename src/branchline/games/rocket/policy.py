"""How bots of Stephenson's Rocket choose: every kind of action has its own quick estimate."""

from __future__ import annotations

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from branchline.core.generator import Generator
from branchline.core.policy import Policy
from branchline.core.state import State
from branchline.games.rocket import acts
from branchline.games.rocket.board import LINES, SIDES
from branchline.games.rocket.chart import Chart
from branchline.games.rocket.judgement import best_first, without_chart, worth
from branchline.games.rocket.meetings import meetings
from branchline.games.rocket.position import ACT, BID, CALL, FACTS, HAND, MERGE, SHARE, SPOTS
from branchline.games.rocket.state import Rocket
from branchline.games.rocket.weights import UNIT, Weights, lead

_GREEDY: Final = Weights(0, 0, 0, 0)
_EXPERT: Final = [Weights(4, 3, 8, 0), Weights(9, 15, 2, 0), Weights(9, 15, 2, 0)]
"""For two, three and four players: the more there are, the more shares and growing lines decide."""
_EXPERT_LEAF: Final = [Weights(4, 3, 8, 3), Weights(9, 15, 2, 3), Weights(9, 15, 2, 3)]
"""Where a playout ends there is time to look at loose stations too."""
_STATIONS: Final = 3
"""Hexes for a station that are worth a look; of them only these many."""


class Greedy(Policy):
    """The best immediate points and majorities, one action at a time."""

    def weights(self, players: i64) -> Weights:
        """How this level weighs what is not yet points."""
        return _GREEDY

    def prepare(self, state: State, seat: i64) -> State:
        """Searching needs no reasons of past points."""
        assert isinstance(state, Rocket)
        state.ledger = vec[i64]()
        return state

    def choose(self, state: State, seat: i64, rng: Generator) -> i64:
        assert isinstance(state, Rocket)
        if state.phase != ACT:
            return self._word(state, seat)
        actions, scores = self._rated(state, seat)
        best: i64 = -(1 << 50)
        chosen = actions[0]
        for place in range(len(actions)):
            score = 4 * scores[place] + rng.below(4)
            if score > best:
                best = score
                chosen = actions[place]
        return chosen

    def candidates(self, state: State, seat: i64, most: i64, rng: Generator) -> vec[i64]:
        assert isinstance(state, Rocket)
        if state.phase == ACT:
            actions, scores = self._rated(state, seat)
            return best_first(scores, actions, most)
        likely = self._word(state, seat)
        words = vec[i64]([likely])
        for word in state.legal(seat):
            if word != likely and (word < acts.OFFER or state.phase != BID) and len(words) < most:
                words = append(words, word)
        return words

    def value(self, state: State, seat: i64) -> float:
        assert isinstance(state, Rocket)
        return float(worth(state, seat, self.weights(state.players))) / float(UNIT)

    # ── an action ──
    def _rated(self, state: Rocket, seat: i64) -> tuple[vec[i64], vec[i64]]:
        """Actions worth a thought and what each would make of the position."""
        weights = self.weights(state.players)
        chart = Chart(state, weights)
        actions = vec[i64]()
        scores = vec[i64]()
        for line in range(LINES):
            if line == state.used:
                continue
            ways = state.ways(line)
            for way in range(SIDES):
                if (ways >> way) & 1 == 1:
                    actions = append(actions, acts.EXTEND + line * 6 + way)
                    scores = append(scores, self._drive(state, seat, line, way, chart))
        rest = without_chart(state, weights)
        for cell in range(state.board.cells):
            if (state.free_cells >> cell) & 1 == 1:
                actions = append(actions, acts.INVEST + cell)
                scores = append(scores, chart.lead_with(seat, cell, rest))
        chart.add_to(rest)
        return self._rate_stations(state, seat, lead(rest, seat), actions, scores)

    def _drive(self, state: Rocket, seat: i64, line: i64, way: i64, chart: Chart) -> i64:
        """The worth of an extension that nobody objects to."""
        after = state.clone()
        after.begin(seat, line, way)
        after.resolve(way, True)
        if after.phase == MERGE:
            after.apply(seat, self._join(after, seat))
        return worth(after, seat, self.weights(state.players), chart)

    def _rate_stations(
        self, state: Rocket, seat: i64, now: i64, actions: vec[i64], scores: vec[i64]
    ) -> tuple[vec[i64], vec[i64]]:
        """Only hexes that locomotives are likely to enter; a station that moves gives up its old place."""
        chances = meetings(state)
        start: i64 = -1
        if state.fact(seat, HAND) == 0:
            for spot in range(SPOTS):
                loose = state.loose(seat, spot)
                if loose >= 0 and (start < 0 or chances[loose] < chances[start]):
                    start = loose
            if start < 0:
                return self._at_least_one(state, seat, actions, scores)
        here: i64 = 0
        n = state.board.hexes
        tops = vec[i64]([-1] * _STATIONS)
        while here < n:
            if chances[here] > 0 and state.block[here] == 0:
                _keep_best(tops, chances, here)
            here += 1
        lost: i64 = 0
        if start >= 0:
            lost = chances[start]
        for top in tops:
            if top >= 0 and chances[top] > lost:
                action = acts.BUILD + top if start < 0 else acts.MOVE + start * acts.MOST_HEXES + top
                actions = append(actions, action)
                scores = append(scores, now + (chances[top] - lost) * 4 // 81)
        return self._at_least_one(state, seat, actions, scores)

    def _at_least_one(self, state: Rocket, seat: i64, actions: vec[i64], scores: vec[i64]) -> tuple[vec[i64], vec[i64]]:
        """Where nothing seems worth a thought, whatever is legal."""
        if len(actions) == 0:
            actions = append(actions, state.legal(seat)[0])
            scores = append(scores, 0)
        return actions, scores

    # ── a word in a veto, or the choice of a survivor ──
    def _word(self, state: Rocket, seat: i64) -> i64:
        if state.phase == MERGE:
            return self._join(state, seat)
        if state.phase == BID and seat == state.active:
            kept = state.clone()
            kept.apply(seat, acts.DEFEND)
            gone = state.clone()
            gone.apply(seat, acts.PASS)
            return acts.DEFEND if self._settled(kept, seat) > self._settled(gone, seat) else acts.PASS
        offer = self._offer(state, seat)
        if state.phase == CALL:
            return acts.CALL_VETO if offer != acts.PASS else acts.REFRAIN
        return offer

    def _settled(self, state: Rocket, seat: i64) -> i64:
        if state.phase == MERGE:
            state.apply(state.active, self._join(state, state.active))
        return worth(state, seat, self.weights(state.players))

    def _join(self, state: Rocket, seat: i64) -> i64:
        best: i64 = -(1 << 50)
        chosen: i64 = acts.JOIN
        for line in range(LINES):
            if (state.options >> line) & 1 == 1:
                after = state.clone()
                after.apply(seat, acts.JOIN + line)
                score = worth(after, seat, self.weights(state.players))
                if score > best:
                    best = score
                    chosen = acts.JOIN + line
        return chosen

    def _offer(self, state: Rocket, seat: i64) -> i64:
        """R10–R13 as a one-pass auction: a bid that is defended costs nothing, so bid as much as winning is worth."""
        line = state.line
        own = state.fact(seat, SHARE + line)
        least = state.best + 1
        sure = state.fact(state.active, SHARE + line) + 1
        standing = state.best_way if state.best > 0 else state.way
        now = self._gone(state, seat, standing, 0, state.best == 0)
        best = now
        chosen: i64 = acts.PASS
        ways = state.ways(line)
        for way in range(SIDES):
            if (ways >> way) & 1 == 0 or (way == standing and state.best > 0):
                continue
            most = own if own < sure else sure
            shares = most if most > least else least
            while least <= shares <= own:
                score = self._gone(state, seat, way, shares, False)
                if score > best:
                    best = score
                    chosen = acts.OFFER + shares * 6 + way
                    break
                shares -= 1
        return chosen

    def _gone(self, state: Rocket, seat: i64, way: i64, paid: i64, passenger: bool) -> i64:
        """The worth if the line goes that way and the seat pays so many shares for it."""
        after = state.clone()
        after.seats[seat * FACTS + SHARE + state.line] -= paid
        after.resolve(way, passenger)
        return self._settled(after, seat)


class Expert(Greedy):
    """The judgement behind the search: it looks at what lines, cubes and stations may still become."""

    def weights(self, players: i64) -> Weights:
        return _EXPERT[players - 2]

    def value(self, state: State, seat: i64) -> float:
        assert isinstance(state, Rocket)
        return float(worth(state, seat, _EXPERT_LEAF[state.players - 2])) / float(UNIT)


def _keep_best(tops: vec[i64], chances: vec[i64], here: i64) -> None:
    """Insert a hex into the short list of the best."""
    place: i64 = len(tops) - 1
    if tops[place] >= 0 and chances[tops[place]] >= chances[here]:
        return
    while place > 0 and (tops[place - 1] < 0 or chances[tops[place - 1]] < chances[here]):
        tops[place] = tops[place - 1]
        place -= 1
    tops[place] = here
