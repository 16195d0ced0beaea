"""The rules of String Railway (S1–S22) over one state: whose turn it is, what is drawn, what lies on the table."""

from __future__ import annotations

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from branchline.core.generator import Generator
from branchline.core.state import State
from branchline.games.strings.geometry import Line
from branchline.games.strings.judge import Verdict, judge
from branchline.games.strings.layout import LAYOUTS, any_mountains, any_river
from branchline.games.strings.ledger import TALLY, write_down
from branchline.games.strings.packing import read, written
from branchline.games.strings.sampling import any_place, any_rail, fits_somewhere, some_rail
from branchline.games.strings.setup import is_free, who_lays
from branchline.games.strings.shapes import FIELD, MOUNTAINS, RAIL, RIVER, STATION, Shape
from branchline.games.strings.table import (
    BASE,
    KINDS,
    NUMBER,
    RURAL,
    SHORT,
    Field,
    Table,
    marker,
)

# Phases.
LAY_FIELD: Final = 0
LAY_RIVER: Final = 1
LAY_MOUNTAINS: Final = 2
CHOOSE_CORNER: Final = 3
READY_MADE: Final = 4
DRAW: Final = 5
PLACE: Final = 6
LAY: Final = 7
OVER: Final = 8

# Actions are numbered kind by kind; from SHAPE on they name a shape in the state's side table.
GIVE_UP: Final = 0
ASIDE: Final = 1
CORNER: Final = 16
TURN_FIELD: Final = 32
SHAPE: Final = 64


class Strings(State):
    """A position of String Railway. Two seats run companies 0 and 2, 1 and 3; otherwise a seat is a company."""

    def __init__(self, players: i64, fields: list[Field], ready: bool, free: bool) -> None:
        self.players: i64 = players
        self.companies: i64 = 4 if players == 2 else players
        self.fields = fields
        """The fields that may be laid: one for each rotation, or an example if the player draws it."""
        self.free: bool = free
        self.ready: bool = ready
        self.expert: bool = False
        self.first_only: bool = False
        self.phase: i64 = LAY_FIELD
        self.turn: i64 = 0
        """Turns finished; in the choice of corners the companies that have chosen."""
        self.drawn: i64 = 0
        self.rural: i64 = 0
        """1 once a rural station has brought its extra draw this turn."""
        self.aside: i64 = 0
        self.hand: vec[i64] = vec[i64]([0] * KINDS)
        self.stack: vec[i64] = NUMBER[:]
        self.corner: vec[i64] = vec[i64]([-1] * self.companies)
        self.short: vec[i64] = vec[i64]([3 if players == 5 else 4] * self.companies)
        self.long: vec[i64] = vec[i64]([1] * self.companies)
        self.points: vec[i64] = vec[i64]([3] * self.companies)
        self.tally: vec[i64] = vec[i64]([0] * (self.companies * TALLY))
        self.table = Table()
        self.shapes: list[Shape] = []
        """Shapes that actions name; not part of the position."""
        self.last: Verdict | None = None
        """The verdict on the rail laid last, for the log; not part of the position."""
        if ready and not free:
            self.table.field = fields[0]
            self.phase = READY_MADE

    # ── the state as a thing ──
    def clone(self) -> Strings:
        copy = Strings(self.players, self.fields, False, self.free)
        copy.ready = self.ready
        copy.expert, copy.first_only = self.expert, self.first_only
        copy.phase, copy.turn = self.phase, self.turn
        copy.drawn, copy.rural, copy.aside = self.drawn, self.rural, self.aside
        copy.hand, copy.stack = self.hand[:], self.stack[:]
        copy.corner, copy.short, copy.long = self.corner[:], self.short[:], self.long[:]
        copy.points, copy.tally = self.points[:], self.tally[:]
        copy.table = self.table.clone()
        copy.shapes = self.shapes[:]
        copy.last = self.last
        return copy

    def to_bytes(self) -> bytes:
        out = vec[i64]([self.phase, self.turn, self.drawn, self.rural, self.aside])
        for values in [self.hand, self.stack, self.corner, self.short, self.long, self.points, self.tally]:
            for value in values:
                out = append(out, value)
        return bytes(memoryview(written(out, self.table)))

    def intern(self, shape: Shape) -> i64:
        """The action that lays a shape; the shape stays in this copy's side table until the action is done."""
        self.shapes.append(shape)
        return SHAPE + len(self.shapes) - 1

    def carry(self, other: State, action: i64) -> i64:
        if action < SHAPE or not isinstance(other, Strings):
            return action
        return self.intern(other.shapes[action - SHAPE])

    # ── who acts, what chance does ──
    def company(self) -> i64:
        """The company that acts (in the setup: whose player does)."""
        if self.phase <= LAY_MOUNTAINS:
            return who_lays(self.phase, self.companies)
        return self.turn % self.companies

    def actors(self) -> i64:
        if self.phase == READY_MADE or self.phase == DRAW or self.phase == OVER:
            return 0
        return 1 << (self.company() % self.players)

    def chance(self) -> i64:
        if self.phase == READY_MADE:
            return LAYOUTS
        return self.stack_size() if self.phase == DRAW else 0

    def stack_size(self) -> i64:
        """The stations still in the stack."""
        total: i64 = 0
        for count in self.stack:
            total += count
        return total

    def apply_chance(self, k: i64) -> None:
        if self.phase == READY_MADE:
            self._ready_made(k)
            return
        kind: i64 = 0
        while k >= self.stack[kind]:
            k -= self.stack[kind]
            kind += 1
        self.stack[kind] -= 1
        self.hand[kind] += 1
        self.drawn += 1
        self._drawn(kind)

    def _ready_made(self, k: i64) -> None:
        """S4: river and mountains from chance, and the corners in the order of the companies."""
        rng = Generator(k, 1)
        field = self.table.ground()
        self.table.river = any_river(field, rng)
        self.table.mountains = any_mountains(field, rng)
        for company in range(self.companies):
            self.corner[company] = company
        self._begin()

    def _drawn(self, kind: i64) -> None:
        """S8: a rural station brings one more, once a turn; the very first turn draws two."""
        if kind == RURAL:
            self.rural = 1
        due = 1 + self.rural + (1 if self.turn == 0 else 0)
        if self.drawn >= due or self.stack_size() == 0:
            self.phase = PLACE

    # ── what is open to a seat ──
    def listed(self, seat: i64) -> bool:
        return self.phase == CHOOSE_CORNER or (self.phase == LAY_FIELD and not self.free)

    def legal(self, seat: i64) -> vec[i64]:
        actions = vec[i64]()
        if (self.actors() >> seat) & 1 == 0 or not self.listed(seat):
            return actions
        if self.phase == LAY_FIELD:
            for turn in range(len(self.fields)):
                actions = append(actions, TURN_FIELD + turn)
            return actions
        for corner in range(self.companies):
            if is_free(corner, self.corner, self.players, self.turn):
                actions = append(actions, CORNER + corner)
        return actions

    def allows(self, seat: i64, action: i64) -> bool:
        if (self.actors() >> seat) & 1 == 0:
            return False
        if action >= SHAPE:
            return action - SHAPE < len(self.shapes) and self._allows_shape(self.shapes[action - SHAPE])
        if self.listed(seat):
            return action in self.legal(seat)
        if action == GIVE_UP:
            return self.phase == LAY and some_rail(self.table, self.company(), self.strings()) is None
        if ASIDE <= action < ASIDE + KINDS:
            return self.phase == PLACE and self.hand[action - ASIDE] > 0 and not fits_somewhere(self.table)
        return False

    def _allows_shape(self, shape: Shape) -> bool:
        line = shape.line
        tile = shape.tile
        if shape.what == FIELD:
            return self.phase == LAY_FIELD and self.free and shape.field is not None
        if shape.what == STATION:
            held = self.phase == PLACE and self.hand[shape.kind] > 0
            return held and tile is not None and self.table.place_fault(tile) == 0
        if line is None:
            return False
        if shape.what == RIVER:
            return self.phase == LAY_RIVER and self.table.ground().river_fault(line) == 0
        if shape.what == MOUNTAINS:
            return self.phase == LAY_MOUNTAINS and self.table.ground().mountain_fault(line) == 0
        if self.phase != LAY or not self.has_string(shape.kind == 1):
            return False
        return self.judge(line, shape.kind == 1).fault == 0

    def has_string(self, long: bool) -> bool:
        """Whether the company at turn still has such a string."""
        company = self.company()
        return (self.long[company] if long else self.short[company]) > 0

    def strings(self) -> i64:
        """The strings that the company at turn has: 1 short, 2 long, 3 both."""
        return (1 if self.has_string(False) else 0) + (2 if self.has_string(True) else 0)

    def judge(self, line: Line, long: bool) -> Verdict:
        """The verdict on a rail of the company at turn."""
        return judge(self.table, self.company(), line, long, self.expert, self.first_only)

    def sample(self, seat: i64, rng: Generator) -> i64:
        """A legal action; where they cannot be listed, one of a broad range of natural ones."""
        if self.listed(seat):
            actions = self.legal(seat)
            return actions[rng.below(len(actions))]
        if self.phase == LAY_RIVER:
            return self.intern(Shape(RIVER, any_river(self.table.ground(), rng), None, 0, None))
        if self.phase == LAY_MOUNTAINS:
            return self.intern(Shape(MOUNTAINS, any_mountains(self.table.ground(), rng), None, 0, None))
        if self.phase == PLACE:
            kind = self.next_kind()
            tile = any_place(self.table, rng)
            return ASIDE + kind if tile is None else self.intern(Shape(STATION, None, tile, kind, None))
        if self.phase == LAY_FIELD:
            return self.intern(Shape(FIELD, None, None, 0, self.fields[0]))
        strings = self.strings()
        rail = any_rail(self.table, self.company(), strings, rng)
        if rail is None:
            rail = some_rail(self.table, self.company(), strings)
        if rail is None:
            return GIVE_UP
        long = strings == 2 or rail.length() > SHORT * 1024
        return self.intern(Shape(RAIL, rail, None, 1 if long else 0, None))

    def next_kind(self) -> i64:
        """The first kind of station in hand; −1 if the hand is empty."""
        for kind in range(KINDS):
            if self.hand[kind] > 0:
                return kind
        return -1

    # ── what an action does ──
    def apply(self, seat: i64, action: i64) -> None:
        if action == GIVE_UP:
            company = self.company()
            if self.short[company] > 0:
                self.short[company] -= 1
            else:
                self.long[company] -= 1
            self.last = None
            self._end_turn()
        elif action < CORNER:
            self.hand[action - ASIDE] -= 1
            self.aside += 1
            self._placed()
        elif action < TURN_FIELD:
            self._choose_corner(action - CORNER)
        elif action < SHAPE:
            self._lay_field(self.fields[action - TURN_FIELD])
        else:
            shape = self.shapes[action - SHAPE]
            self.shapes = []
            self._lay_shape(shape)

    def _lay_shape(self, shape: Shape) -> None:
        tile, line = shape.tile, shape.line
        field = shape.field
        if field is not None:
            self._lay_field(field)
        elif shape.what == RIVER:
            self.table.river = line
            self.phase = LAY_MOUNTAINS
        elif shape.what == MOUNTAINS:
            self.table.mountains = line
            self.phase = CHOOSE_CORNER
        elif shape.what == STATION and tile is not None:
            self.hand[shape.kind] -= 1
            self.table.add_station(tile, shape.kind, marker(shape.kind, self.company()), 0)
            self._placed()
        elif line is not None:
            self._lay_rail(line, shape.kind == 1)

    def _lay_field(self, field: Field) -> None:
        self.table.field = field
        self.phase = READY_MADE if self.ready else LAY_RIVER

    def _choose_corner(self, corner: i64) -> None:
        self.corner[self.turn] = corner
        self.turn += 1
        if self.players == 2 and self.turn == 2:
            self.corner[2] = (self.corner[0] + 2) % 4
            self.corner[3] = (self.corner[1] + 2) % 4
            self.turn = 4
        if self.turn == self.companies:
            self._begin()

    def _begin(self) -> None:
        """S6: the bases lie in their corners, and the first company draws."""
        marks = self.table.ground().marks
        for company in range(self.companies):
            self.table.add_station(marks[self.corner[company]], BASE, company, 1 << company)
        self.turn = 0
        self._draw()

    def _draw(self) -> None:
        self.drawn = 0
        self.rural = 0
        self.phase = DRAW if self.stack_size() > 0 else LAY

    def _placed(self) -> None:
        if self.next_kind() < 0:
            self.phase = LAY

    def _lay_rail(self, line: Line, long: bool) -> None:
        """S10, S16–S19: the rail lies, its company counts, and owners get or lose what it brings them."""
        company = self.company()
        verdict = self.judge(line, long)
        table = self.table
        write_down(self.points, self.tally, table, company, verdict)
        for s in verdict.stations:
            table.reached[s] |= 1 << company
        table.add_rail(line, company, long)
        if long:
            self.long[company] -= 1
        else:
            self.short[company] -= 1
        self.last = verdict
        self._end_turn()

    def rounds(self) -> i64:
        """S21: five rounds, with five players four."""
        return 4 if self.players == 5 else 5

    def _end_turn(self) -> None:
        self.turn += 1
        if self.turn == self.rounds() * self.companies:
            self.phase = OVER
        else:
            self._draw()

    # ── points ──
    def scores(self) -> vec[i64]:
        """Every seat's points; with two players those of its better company (S7)."""
        if self.players > 2:
            return self.points[:]
        return vec[i64]([max(self.points[0], self.points[2]), max(self.points[1], self.points[3])])

    def ranking(self) -> vec[i64]:
        """S21, S7: with two players the other company breaks a tie."""
        if self.players > 2:
            return self.points[:]
        keys = vec[i64]()
        for seat in range(2):
            a, b = self.points[seat], self.points[seat + 2]
            keys = append(keys, max(a, b) * 100_000 + min(a, b))
        return keys


def from_bytes(data: bytes, blank: Strings) -> Strings:
    """The state that `to_bytes` wrote; `blank` is a new state of the same options."""
    reader = read(data)
    state = blank.clone()
    state.phase, state.turn, state.drawn = reader.next(), reader.next(), reader.next()
    state.rural, state.aside = reader.next(), reader.next()
    for array in [state.hand, state.stack, state.corner, state.short, state.long, state.points, state.tally]:
        for i in range(len(array)):
            array[i] = reader.next()
    state.table = reader.table()
    if not reader.is_done():
        raise ValueError(f"{len(data)} bytes are no state of {blank.players} players")
    return state
