"""A position of Stephenson's Rocket: its fields, and which verb an action belongs to."""

from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import i64

from branchline.core.bits import count_bits, nth_bit
from branchline.core.generator import Generator
from branchline.core.state import Payload, State
from branchline.games.rocket.rules import _fields, drive, extend, invest, merge, observe, station, turn, veto
from branchline.games.rocket.rules.board import Board
from branchline.games.rocket.rules.codes import (
    ACT,
    BID,
    BUILD,
    CALL,
    CALL_VETO,
    FIRST,
    INVEST,
    JOIN,
    MERGE,
    MOST_HEXES,
    MOVE,
    OFFER,
    OVER,
    REFRAIN,
)
from branchline.games.rocket.rules.layout import FACTS, HAND, POINTS, WAYS


class Rocket(State):
    """A position. The verbs (extend, veto, drive, merge, invest, station, turn) work on it."""

    def __init__(self, board: Board, players: i64) -> None:
        self.board = board
        self.players = players
        self.phase: i64 = FIRST
        self.active: i64 = 0
        self.speaker: i64 = 0
        """Who is asked now: the active seat, or in a veto the one whose turn to speak it is."""
        self.left: i64 = 2
        """Actions left in this turn."""
        self.used: i64 = -1
        """The line extended in this turn's first action (R4)."""
        self.idle: i64 = 0
        """Actions in a row that only moved a station (R39)."""
        self.turn: i64 = 0
        self.tiles: i64 = 0
        self.replaced: i64 = 0
        """Track tiles that left the game under junctions (R30)."""
        self.passengers: i64 = 0
        self.joined: i64 = 0
        """Regular towns with a city cube, as a bit mask (R20)."""
        self.closed: i64 = 0
        self.isolated: i64 = 0
        self.line: i64 = -1
        """The line being extended, and the direction first chosen."""
        self.way: i64 = 0
        self.best: i64 = 0
        """The best bid so far, whose it is and where it would go."""
        self.bidder: i64 = -1
        self.best_way: i64 = 0
        self.options: i64 = 0
        """Lines that the moved line may merge into, as a bit mask."""
        self.open_hexes: i64 = 0
        """Hexes where a station may stand."""
        self.free_cells: i64 = 0
        """Cells of the chart with a free slot, as a bit mask."""
        self.bids: i64 = 0
        """What everybody said in this veto round, packed by seat (see `veto.bid_of`)."""
        self.owner: vec[i64] = vec[i64]()
        """The line that a hex belongs to, FREE, or TOWN_HEX."""
        self.rails: vec[i64] = vec[i64]()
        """What lies on each hex, packed (see layout.py)."""
        self.station: vec[i64] = vec[i64]()
        """The seat whose station stands on the hex, −1 for none."""
        self.block: vec[i64] = vec[i64]()
        """How many reasons forbid a station on the hex (R18)."""
        self.lines: vec[i64] = vec[i64]()
        """The facts of every line (see layout.py)."""
        self.seats: vec[i64] = vec[i64]()
        """The facts of every seat (see layout.py)."""
        self.cubes: vec[i64] = vec[i64]()
        """Cubes by cell of the chart and seat."""
        self.ledger: vec[i64] = vec[i64]()
        """Every scoring so far (see ledger.py)."""

    def clone(self) -> Rocket:
        return _fields.clone(self)

    def to_bytes(self) -> bytes:
        return _fields.to_bytes(self)

    # ── what is asked again and again ──
    def fact(self, seat: i64, which: i64) -> i64:
        """One fact of a seat, by its place in the block."""
        return self.seats[seat * FACTS + which]

    def all_seats(self, which: i64) -> vec[i64]:
        """That fact of every seat."""
        values = vec[i64]([0] * self.players)
        for seat in range(self.players):
            values[seat] = self.seats[seat * FACTS + which]
        return values

    def ways(self, line: i64) -> i64:
        """The directions in which the line may be extended, as a bit mask."""
        return self.lines[WAYS + line]

    def left_of(self, seat: i64) -> i64:
        """The next seat, clockwise."""
        seat += 1
        if seat == self.players:
            return 0
        return seat

    # ── chance (R3) ──
    def chance(self) -> i64:
        if self.phase == FIRST:
            return self.players
        return 0

    def apply_chance(self, k: i64) -> None:
        self.active = k
        self.speaker = k
        self.phase = ACT
        self.turn = 1

    # ── what may be done ──
    def actors(self) -> i64:
        if self.phase == FIRST or self.phase == OVER:
            return 0
        return 1 << self.speaker

    def legal(self, seat: i64) -> vec[i64]:
        found = vec[i64]()
        if (self.actors() >> seat) & 1 == 0:
            return found
        if self.phase == ACT:
            return station.legal(self, seat, invest.legal(self, extend.legal(self, found)))
        if self.phase == CALL:
            return vec[i64]([REFRAIN, CALL_VETO])
        if self.phase == MERGE:
            return merge.legal(self)
        return veto.legal(self, seat)

    def allows(self, seat: i64, action: i64, payload: Payload | None = None) -> bool:
        if (self.actors() >> seat) & 1 == 0 or action < 0:
            return False
        if action < REFRAIN:
            return self.phase == ACT and self._allows_act(seat, action)
        if action <= CALL_VETO:
            return self.phase == CALL
        if JOIN <= action < OFFER:
            return self.phase == MERGE and merge.allows(self, action - JOIN)
        return self.phase == BID and veto.allows(self, seat, action)

    def _allows_act(self, seat: i64, action: i64) -> bool:
        if action < INVEST:
            return extend.allows(self, action // 6, action % 6)
        if action < BUILD:
            return invest.allows(self, action - INVEST)
        if action < MOVE:
            return station.allows_build(self, seat, action - BUILD)
        return station.allows_move(self, seat, (action - MOVE) // MOST_HEXES, (action - MOVE) % MOST_HEXES)

    def sample(self, seat: i64, rng: Generator) -> i64:
        """A random legal action, without listing them: kinds are counted, then one is looked up.

        All are equally likely but for moves of stations: a station that may move counts once, not once for every
        hex that it could go to, or random games would be eight hundred actions long and nearly all of them that.
        """
        if self.phase != ACT:
            return merge.sample(self, rng) if self.phase == MERGE else veto.sample(self, seat, rng)
        extensions = extend.count(self)
        cells = count_bits(self.free_cells)
        builds: i64 = 0
        if self.fact(seat, HAND) > 0:
            builds = self.open_hexes
        k = rng.below(extensions + cells + builds + station.movable(self, seat))
        if k < extensions:
            return extend.nth(self, k)
        k -= extensions
        if k < cells:
            return INVEST + nth_bit(self.free_cells, k)
        k -= cells
        if k < builds:
            return BUILD + station.nth_open(self, k)
        return station.nth_move(self, seat, k - builds, rng)

    # ── what an action does ──
    def apply(self, seat: i64, action: i64, payload: Payload | None = None) -> None:
        if action >= OFFER:
            veto.apply(self, seat, action)
        elif action >= JOIN:
            merge.apply(self, action - JOIN)
        elif action > CALL_VETO:
            veto.apply(self, seat, action)
        elif action >= REFRAIN:
            veto.answer_call(self, action)
        elif action >= MOVE:
            station.move(self, seat, (action - MOVE) // MOST_HEXES, (action - MOVE) % MOST_HEXES)
        elif action >= BUILD:
            station.build(self, seat, action - BUILD)
        elif action >= INVEST:
            invest.apply(self, seat, action - INVEST)
        else:
            extend.apply(self, seat, action // 6, action % 6)
        if self.phase == ACT:
            turn.end_action(self)

    def begin(self, seat: i64, line: i64, way: i64) -> None:
        """Announce an extension without asking anybody; `resolve` carries it out. For previews and bots."""
        extend.begin(self, seat, line, way)

    def resolve(self, way: i64, passenger: bool) -> None:
        """Let the line being extended go that way, whatever was bid; `passenger`: the active seat may take one."""
        drive.drive(self, way, passenger)
        if self.phase == ACT:
            turn.end_action(self)

    def observe(self, seat: i64, out: vec[i64], at: i64) -> None:
        observe.observe(self, seat, out, at)

    def turn_number(self) -> i64:
        return self.turn

    def scores(self) -> vec[i64]:
        return self.all_seats(POINTS)
