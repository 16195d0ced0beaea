"""The rules of Stephenson's Rocket: what every action does (R4–R38)."""

from __future__ import annotations

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from branchline.core.bits import BIT, count_bits, nth_bit
from branchline.games.rocket import majority
from branchline.games.rocket.acts import BUILD, CALL_VETO, DEFEND, INVEST, JOIN, MOST_HEXES, MOVE, OFFER, PASS, REFRAIN
from branchline.games.rocket.board import LINES, Board
from branchline.games.rocket.isolation import is_isolated
from branchline.games.rocket.legal import Legal
from branchline.games.rocket.position import (
    ACT,
    AT,
    BID,
    CALL,
    CAME,
    FACTS,
    FIRST,
    HAND,
    HEADING,
    JOINED,
    JUNCTION,
    LAID_BY,
    LEFT,
    MERGE,
    OFFERED,
    ON_LINE,
    OVER,
    PASSED,
    PASSENGER,
    POINTS,
    SHARE,
    SPOT,
    TILE,
    TOWNS,
    TRACK,
    TRIPLE,
)

_LEAST_TURN: Final[vec[i64]] = vec[i64]([0, 1, 5, 2, 4])
"""Turns from the heading, the least first."""


class Rocket(Legal):
    """A position of Stephenson's Rocket, and what happens in it."""

    def clone(self) -> Rocket:
        copy = Rocket(self.board, self.players)
        self.copy_to(copy)
        return copy

    # ── what chance does ──
    def chance(self) -> i64:
        if self.phase == FIRST:
            return self.players
        return 0

    def apply_chance(self, k: i64) -> None:
        self.active = k
        self.speaker = k
        self.phase = ACT
        self.turn = 1

    # ── what an action does ──
    def apply(self, seat: i64, action: i64) -> None:
        if action >= OFFER:
            self.best = (action - OFFER) // 6
            self.best_way = (action - OFFER) % 6
            self.bidder = seat
            self.say(seat, action - OFFER + OFFERED)
            self._next_word()
        elif action >= JOIN:
            self._merge(action - JOIN)
        elif action == DEFEND:
            self.bidder = seat
            self._settle()
        elif action == PASS:
            self.say(seat, PASSED)
            if seat == self.active:
                self._settle()
            else:
                self._next_word()
        elif action == CALL_VETO:
            self.phase = BID
            self.speaker = self.active
            self._next_word()
        elif action == REFRAIN:
            self._ask()
        elif action >= MOVE:
            self._move_station(seat, (action - MOVE) // MOST_HEXES, (action - MOVE) % MOST_HEXES)
        elif action >= BUILD:
            self._put_station(seat, -1, action - BUILD)
            self.seats[seat * FACTS + HAND] -= 1
            self._acted()
        elif action >= INVEST:
            self._invest(seat, action - INVEST)
        else:
            self._announce(seat, action // 6, action % 6)

    def _invest(self, seat: i64, cell: i64) -> None:
        """R16."""
        self.cubes[cell * self.players + seat] += 1
        total: i64 = 0
        for each in range(self.players):
            total += self.cubes[cell * self.players + each]
        if total == self.board.cell_slots[cell]:
            self.free_cells &= ~BIT[cell]
        self._acted()

    def _put_station(self, seat: i64, instead: i64, at: i64) -> None:
        """R17: into the first spot of the seat that holds `instead` (−1: one still in hand)."""
        spot = seat * FACTS + SPOT
        while self.seats[spot] != instead:
            spot += 1
        self.seats[spot] = at
        self.station[at] = seat
        self.shade(at, 1)

    def _move_station(self, seat: i64, start: i64, at: i64) -> None:
        self.station[start] = -1
        self.shade(start, -1)
        self._put_station(seat, start, at)
        self._acted()

    # ── extending a line: the share and the veto (R7, R9–R13) ──
    def begin(self, seat: i64, line: i64, way: i64) -> None:
        """R7: the move is announced and the share is taken."""
        self.line = line
        self.way = way
        self.used = line
        self.best = 0
        self.bidder = -1
        self.words = 0
        if (self.isolated >> line) & 1 == 0:
            self.seats[seat * FACTS + SHARE + line] += 1

    def _announce(self, seat: i64, line: i64, way: i64) -> None:
        self.begin(seat, line, way)
        if self.veto_matters():
            self.phase = CALL
            self._ask()
        else:
            self.resolve(way, True)

    def veto_matters(self) -> bool:
        """Whether a veto could change anything: another hex, or a passenger that could be denied."""
        if self.ways(self.line) != 1 << self.way:
            return True
        station = self.station[self.target(self.way)]
        return station >= 0 and station != self.active and self.passengers > 0

    def target(self, way: i64) -> i64:
        """The hex that the line being extended would enter."""
        return self.board.neighbours[self.lines[AT + self.line] * 6 + way]

    def _left_of(self, seat: i64) -> i64:
        seat += 1
        if seat == self.players:
            return 0
        return seat

    def _ask(self) -> None:
        """R9: the next holder of shares to the left is asked; when nobody is left, the move stands."""
        seat = self.speaker
        while True:
            seat = self._left_of(seat)
            if seat == self.active:
                self.resolve(self.way, True)
                return
            if self.fact(seat, SHARE + self.line) > 0:
                self.speaker = seat
                return

    def _next_word(self) -> None:
        """R10: one pass round the table; who cannot bid higher is not asked, the active player is the last."""
        seat = self.speaker
        while True:
            seat = self._left_of(seat)
            shares = self.fact(seat, SHARE + self.line)
            if seat == self.active:
                if self.best == 0 or shares < self.best:
                    self._settle()
                else:
                    self.speaker = seat
                return
            if shares > self.best:
                self.speaker = seat
                return

    def _settle(self) -> None:
        """R12, R13: the winner pays; without a bid the move stands and nobody pays."""
        self.speaker = self.active
        if self.bidder < 0:
            self.resolve(self.way, True)
            return
        self.seats[self.bidder * FACTS + SHARE + self.line] -= self.best
        won = self.bidder == self.active
        self.resolve(self.way if won else self.best_way, won)

    # ── track, passenger, towns (R14, R15, R20–R23) ──
    def resolve(self, way: i64, passenger: bool) -> None:
        """The line being extended goes that way for good; `passenger` says whether the active seat may take one."""
        line = self.line
        here = self.lines[AT + line]
        there = self.target(way)
        self.phase = ACT
        self.speaker = self.active
        if self.lines[HEADING + line] >= 0:
            self._lay(here, way)
        self.shade(here, -1)
        self.owner[there] = line
        self.forbid(there)
        self.shade(there, 1)
        self.rails[there] = ((way + 1) << CAME) | ((line + 1) << LAID_BY)
        self.lines[AT + line] = there
        self.lines[HEADING + line] = way
        station = self.station[there]
        if station >= 0:
            self.seats[station * FACTS + ON_LINE + line] += 1
            if passenger and station != self.active and self.passengers > 0:
                self.passengers -= 1
                self.seats[self.active * FACTS + PASSENGER] += 1
        fresh = self.board.touch[there] & ~self.lines[TOWNS + line]
        if fresh != 0:
            self._connect(line, fresh)
        self.options = self._neighbour_lines(line, there)
        if self.options == 0:
            self._acted()
        elif self.options & (self.options - 1) == 0:
            self._merge(nth_bit(self.options, 0))
        else:
            self.phase = MERGE

    def _lay(self, at: i64, way: i64) -> None:
        """R14: a tile under the leaving locomotive; R30: a junction if a line joined there meanwhile."""
        joined = (self.rails[at] >> JOINED) & 7
        tile: i64 = TRACK
        if joined > 0:
            tile = JUNCTION if joined == 1 else TRIPLE
        else:
            self.tiles -= 1
        self.rails[at] |= ((way + 1) << LEFT) | (tile << TILE)

    def _connect(self, line: i64, fresh: i64) -> None:
        """R20–R22: first the regular towns, then the railway towns with all towns of the move counted."""
        self.lines[TOWNS + line] |= fresh
        towns = count_bits(self.lines[TOWNS + line])
        regular = fresh & self.board.regular
        self.joined |= regular
        while regular != 0:
            town = nth_bit(regular, 0)
            regular &= regular - 1
            self.award(majority.entry(majority.TOWN, line, town, 2, 1, self.town_cubes(town)))
        railway = fresh & self.board.railway
        while railway != 0:
            town = nth_bit(railway, 0)
            railway &= railway - 1
            stations = self.counts(ON_LINE + line)
            self.award(majority.entry(majority.RAILWAY_TOWN, line, town, towns, towns // 2, stations))

    def award(self, packed: i64) -> None:
        """Give the points of one scoring and keep the reason."""
        majority.pay(packed, self.players, self.seats, POINTS, FACTS)
        self.ledger = append(self.ledger, packed)

    # ── merger (R24–R30) ──
    def _neighbour_lines(self, line: i64, at: i64) -> i64:
        beside = self.board.neighbours
        owner = self.owner
        found: i64 = 0
        for place in range(at * 6, at * 6 + 6):
            near = beside[place]
            if near >= 0 and owner[near] >= 0 and owner[near] != line:
                found |= 1 << owner[near]
        return found

    def _merge(self, survivor: i64) -> None:
        line = self.line
        here = self.lines[AT + line]
        towns = count_bits(self.lines[TOWNS + line])
        shares = self.counts(SHARE + line)
        self.award(majority.entry(majority.MERGER, line, survivor, towns, towns // 2, shares))
        for seat in range(self.players):
            at = seat * FACTS
            self.seats[at + SHARE + survivor] += self.seats[at + SHARE + line] // 2
            self.seats[at + SHARE + line] = 0
            self.seats[at + ON_LINE + survivor] += self.seats[at + ON_LINE + line]
            self.seats[at + ON_LINE + line] = 0
        self._join_tracks(here, survivor)
        for each in range(self.board.hexes):
            if self.owner[each] == line:
                self.owner[each] = survivor
        self.lines[TOWNS + survivor] |= self.lines[TOWNS + line]
        self.lines[AT + line] = -1
        self.shade(here, -1)
        self.closed |= 1 << line
        self.phase = ACT
        self.options = 0
        self._acted()

    def _join_tracks(self, here: i64, survivor: i64) -> None:
        """R30: a tile where the locomotive stood (if there is one left), a junction where the lines meet."""
        way = self._meeting_way(here, survivor)
        self.rails[here] |= (way + 1) << LEFT
        if self.tiles > 0:
            self.tiles -= 1
            self.rails[here] |= TRACK << TILE
        meeting = self.board.neighbours[here * 6 + way]
        rails = self.rails[meeting]
        joined = (rails >> JOINED) & 7
        tile = (rails >> TILE) & 7
        rails += 1 << JOINED
        if tile != 0 or self.lines[AT + survivor] != meeting:
            if tile == TRACK:
                self.replaced += 1
            rails &= ~(7 << TILE)
            rails |= (JUNCTION if joined == 0 else TRIPLE) << TILE
        self.rails[meeting] = rails

    def _meeting_way(self, here: i64, survivor: i64) -> i64:
        """The side on which the lines meet: of several the one that turns least from the heading."""
        heading = self.lines[HEADING + self.line]
        for turn in _LEAST_TURN:
            way = (heading + turn) % 6
            near = self.board.neighbours[here * 6 + way]
            if near >= 0 and self.owner[near] == survivor:
                return way
        return (heading + 3) % 6

    # ── the turn, and the end (R4, R31–R36) ──
    def _acted(self) -> None:
        if self.line >= 0:
            self.line = -1
            settled = self.look_ahead() | self.closed | self.isolated
            for line in range(LINES):
                if (settled >> line) & 1 == 0 and is_isolated(self, line):
                    self.isolated |= 1 << line
        self.left -= 1
        while self.left > 0 and not self.can_act(self.active):
            self.left -= 1
        while self.left == 0:
            if self.tiles == 0 or self.open_lines() <= 1:
                self._finish()
                return
            self.turn += 1
            self.active = self._left_of(self.active)
            self.speaker = self.active
            self.used = -1
            self.left = 2
            while self.left > 0 and not self.can_act(self.active):
                self.left -= 1

    def _finish(self) -> None:
        for packed in self.final_scorings():
            self.award(packed)
        self.phase = OVER
        self.left = 0

    def final_scorings(self) -> vec[i64]:
        """R34–R36 as they would be now, one entry each."""
        entries = vec[i64]()
        riders = self.counts(PASSENGER)
        entries = append(entries, majority.entry(majority.PASSENGERS, majority.NOBODY, 0, 6, 3, riders))
        for industry in range(self.board.industries):
            cubes = self.industry_cubes(industry)
            entries = append(entries, majority.entry(majority.INDUSTRY, majority.NOBODY, industry, 6, 3, cubes))
        for line in range(LINES):
            if (self.closed >> line) & 1 == 0:
                towns = count_bits(self.lines[TOWNS + line])
                stations, shares = self.counts(ON_LINE + line), self.counts(SHARE + line)
                half = towns // 2
                entries = append(entries, majority.entry(majority.STATIONS, line, towns, towns, half, stations))
                entries = append(entries, majority.entry(majority.SHARES, line, towns, towns, half, shares))
        return entries

    def scores(self) -> vec[i64]:
        return self.all_seats(POINTS)


def new_game(board: Board, players: int) -> Rocket:
    """The position before the first player is drawn."""
    state = Rocket(board, players)
    state.set_up()
    return state


def from_bytes(data: bytes, board: Board, players: int) -> Rocket:
    """The state that `to_bytes` wrote."""
    state = Rocket(board, players)
    state.read(data)
    return state
