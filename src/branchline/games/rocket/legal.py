"""What may be done: every action, whether one is legal, and a random one of them (R4–R6, R9–R12, R16–R18)."""

from __future__ import annotations

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from branchline.core.bits import count_bits, nth_bit
from branchline.core.generator import Generator
from branchline.games.rocket.acts import (
    BUILD,
    CALL_VETO,
    DEFEND,
    EXTEND,
    INVEST,
    JOIN,
    MOST_HEXES,
    MOVE,
    OFFER,
    PASS,
    REFRAIN,
)
from branchline.games.rocket.board import LINES, SIDES
from branchline.games.rocket.position import (
    ACT,
    BID,
    CALL,
    FACTS,
    FIRST,
    FREE,
    HAND,
    MERGE,
    OVER,
    SHARE,
    SPOT,
    SPOTS,
    WAYS,
    Position,
)

_BITS6: Final[vec[i64]] = vec[i64]([bin(mask).count("1") for mask in range(64)])


class Legal(Position):
    """A position that knows what may be done in it."""

    def actors(self) -> i64:
        if self.phase == FIRST or self.phase == OVER:
            return 0
        return 1 << self.speaker

    # ── all of it ──
    def legal(self, seat: i64) -> vec[i64]:
        actions = vec[i64]()
        if (self.actors() >> seat) & 1 == 0:
            return actions
        if self.phase == ACT:
            return self._legal_acts(seat)
        if self.phase == CALL:
            return vec[i64]([REFRAIN, CALL_VETO])
        if self.phase == MERGE:
            for line in range(LINES):
                if (self.options >> line) & 1 == 1:
                    actions = append(actions, JOIN + line)
            return actions
        actions = append(actions, PASS)
        if seat == self.active:
            return append(actions, DEFEND)
        ways = self.ways(self.line)
        for shares in range(self.best + 1, self.fact(seat, SHARE + self.line) + 1):
            for way in range(SIDES):
                if (ways >> way) & 1 == 1:
                    actions = append(actions, OFFER + shares * 6 + way)
        return actions

    def _legal_acts(self, seat: i64) -> vec[i64]:
        actions = vec[i64]()
        for line in range(LINES):
            if line != self.used:
                ways = self.ways(line)
                for way in range(SIDES):
                    if (ways >> way) & 1 == 1:
                        actions = append(actions, EXTEND + line * 6 + way)
        for cell in range(self.board.cells):
            if (self.free_cells >> cell) & 1 == 1:
                actions = append(actions, INVEST + cell)
        n = self.board.hexes
        block = self.block
        if self.fact(seat, HAND) > 0:
            for here in range(n):
                if block[here] == 0:
                    actions = append(actions, BUILD + here)
        for spot in range(SPOTS):
            start = self.loose(seat, spot)
            if start >= 0:
                for here in range(n):
                    if block[here] == 0 or (block[here] == 1 and self._beside(start, here)):
                        actions = append(actions, MOVE + start * MOST_HEXES + here)
        return actions

    # ── one of it ──
    def allows(self, seat: i64, action: i64) -> bool:
        if (self.actors() >> seat) & 1 == 0 or action < 0:
            return False
        if action < REFRAIN:
            return self.phase == ACT and self._allows_act(seat, action)
        if action <= CALL_VETO:
            return self.phase == CALL
        if action == PASS:
            return self.phase == BID
        if action == DEFEND:
            return self.phase == BID and seat == self.active
        if action < OFFER:
            return self.phase == MERGE and (self.options >> (action - JOIN)) & 1 == 1
        if self.phase != BID or seat == self.active:
            return False
        shares = (action - OFFER) // 6
        fits = self.best < shares <= self.fact(seat, SHARE + self.line)
        return fits and (self.ways(self.line) >> ((action - OFFER) % 6)) & 1 == 1

    def _allows_act(self, seat: i64, action: i64) -> bool:
        if action < INVEST:
            return action // 6 != self.used and (self.ways(action // 6) >> (action % 6)) & 1 == 1
        if action < BUILD:
            cell = action - INVEST
            return cell < self.board.cells and (self.free_cells >> cell) & 1 == 1
        here = (action - BUILD) if action < MOVE else (action - MOVE) % MOST_HEXES
        if here >= self.board.hexes:
            return False
        if action < MOVE:
            return self.fact(seat, HAND) > 0 and self.block[here] == 0
        start = (action - MOVE) // MOST_HEXES
        if start >= self.board.hexes or self.station[start] != seat or self.owner[start] != FREE:
            return False
        return self.block[here] == 0 or (self.block[here] == 1 and self._beside(start, here))

    def can_act(self, seat: i64) -> bool:
        """R4: whether the seat has any legal action."""
        if self.free_cells != 0:
            return True
        if self.open_hexes > 0 and self.fact(seat, HAND) > 0:
            return True
        for line in range(LINES):
            if line != self.used and self.ways(line) != 0:
                return True
        return self._movable(seat) > 0

    # ── stations that may move ──
    def loose(self, seat: i64, spot: i64) -> i64:
        """R17: the hex of a station that may move because no line has it yet; −1 for none."""
        at = self.seats[seat * FACTS + SPOT + spot]
        if at >= 0 and self.owner[at] == FREE:
            return at
        return -1

    def _beside(self, start: i64, here: i64) -> bool:
        neighbours = self.board.neighbours
        for place in range(start * 6, start * 6 + 6):
            if neighbours[place] == here:
                return True
        return False

    def beside_only(self, start: i64) -> vec[i64]:
        """R18: neighbours of a station that nothing but this station itself forbids."""
        found = vec[i64]()
        for way in range(SIDES):
            near = self.board.neighbours[start * 6 + way]
            if near >= 0 and self.block[near] == 1:
                found = append(found, near)
        return found

    def _count_beside(self, start: i64) -> i64:
        """How many `beside_only` would find."""
        neighbours = self.board.neighbours
        block = self.block
        n: i64 = 0
        for place in range(start * 6, start * 6 + 6):
            near = neighbours[place]
            if near >= 0 and block[near] == 1:
                n += 1
        return n

    def _movable(self, seat: i64) -> i64:
        """How many stations of the seat may move somewhere."""
        seats = self.seats
        owner = self.owner
        anywhere = self.open_hexes > 0
        n: i64 = 0
        for spot in range(seat * FACTS + SPOT, seat * FACTS + SPOT + SPOTS):
            at = seats[spot]
            if at >= 0 and owner[at] == FREE and (anywhere or self._count_beside(at) > 0):
                n += 1
        return n

    # ── a random one ──
    def sample(self, seat: i64, rng: Generator) -> i64:
        """A random legal action, without listing them: kinds are counted, then one is looked up.

        All are equally likely but for moves of stations: a station that may move counts once, not once for every
        hex that it could go to, or random games would be eight hundred actions long and nearly all of them that.
        """
        if self.phase != ACT:
            return self._sample_word(seat, rng)
        lines = self.lines
        extensions: i64 = 0
        for line in range(LINES):
            if line != self.used:
                extensions += _BITS6[lines[WAYS + line]]
        cells = count_bits(self.free_cells)
        builds: i64 = 0
        if self.seats[seat * FACTS + HAND] > 0:
            builds = self.open_hexes
        k = rng.below(extensions + cells + builds + self._movable(seat))
        if k < extensions:
            return self._nth_extension(k)
        k -= extensions
        if k < cells:
            return INVEST + nth_bit(self.free_cells, k)
        k -= cells
        if k < builds:
            return BUILD + self._nth_open(k)
        return self._nth_move(seat, k - builds, rng)

    def _sample_word(self, seat: i64, rng: Generator) -> i64:
        if self.phase == CALL:
            return REFRAIN + rng.below(2)
        if self.phase == MERGE:
            return JOIN + nth_bit(self.options, rng.below(count_bits(self.options)))
        if seat == self.active:
            return PASS + rng.below(2)
        ways = self.ways(self.line)
        n = _BITS6[ways]
        k = rng.below(1 + n * (self.fact(seat, SHARE + self.line) - self.best))
        if k == 0:
            return PASS
        return OFFER + (self.best + 1 + (k - 1) // n) * 6 + nth_bit(ways, (k - 1) % n)

    def _nth_extension(self, k: i64) -> i64:
        lines = self.lines
        for line in range(LINES):
            if line != self.used:
                ways = lines[WAYS + line]
                n = _BITS6[ways]
                if k < n:
                    return EXTEND + line * 6 + nth_bit(ways, k)
                k -= n
        raise ValueError("so many extensions there are not")

    def _nth_open(self, k: i64) -> i64:
        block = self.block
        here: i64 = -1
        while k >= 0:
            here += 1
            k += (block[here] - 1) >> 63  # −1 where nothing forbids, else 0: no branch for the processor to guess
        return here

    def _nth_move(self, seat: i64, k: i64, rng: Generator) -> i64:
        for spot in range(SPOTS):
            start = self.loose(seat, spot)
            if start >= 0 and (self.open_hexes > 0 or self._count_beside(start) > 0):
                if k == 0:
                    return MOVE + start * MOST_HEXES + self._any_target(start, rng)
                k -= 1
        raise ValueError("so many stations that may move there are not")

    def _any_target(self, start: i64, rng: Generator) -> i64:
        k = rng.below(self.open_hexes + self._count_beside(start))
        if k < self.open_hexes:
            return self._nth_open(k)
        return self.beside_only(start)[k - self.open_hexes]
