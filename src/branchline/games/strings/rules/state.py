"""The state of String Railway: whose turn it is, what is drawn, what lies on the table."""

from __future__ import annotations

from librt.vecs import append, vec
from mypy_extensions import i64

from branchline.core.generator import Generator
from branchline.core.state import State
from branchline.games.strings.rules import corner, field, give_up, lay, mountains, place, river, scoring, setup, turn
from branchline.games.strings.rules.codes import (
    ASIDE,
    CHOOSE_CORNER,
    CORNER,
    DRAW,
    GIVE_UP,
    LAY_FIELD,
    LAY_MOUNTAINS,
    LAY_RIVER,
    OVER,
    PLACE,
    READY_MADE,
    SHAPE,
    TURN_FIELD,
)
from branchline.games.strings.rules.field import Field
from branchline.games.strings.rules.judge import Verdict, judge
from branchline.games.strings.rules.lines import Line
from branchline.games.strings.rules.packing import read, written
from branchline.games.strings.rules.pieces import KINDS, NUMBER, SHORT, START_POINTS
from branchline.games.strings.rules.shapes import (
    FIELD,
    MOUNTAINS,
    RIVER,
    STATION,
    Shape,
    field_shape,
    mountains_shape,
    rail_shape,
    river_shape,
    station_shape,
)
from branchline.games.strings.rules.table import Table


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
        self.points: vec[i64] = vec[i64]([START_POINTS] * self.companies)
        self.tally: vec[i64] = vec[i64]([0] * (self.companies * scoring.TALLY))
        self.table = Table()
        self.drafts: list[Shape] = []
        """Shapes that actions name; not part of the position."""
        self.last: Verdict | None = None
        """The verdict on the rail laid last, for the log; not part of the position."""
        if ready and not free:
            self.table.field = fields[0]
            self.phase = READY_MADE

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
        copy.drafts = self.drafts[:]
        copy.last = self.last
        return copy

    def to_bytes(self) -> bytes:
        out = vec[i64]([self.phase, self.turn, self.drawn, self.rural, self.aside])
        for values in [self.hand, self.stack, self.corner, self.short, self.long, self.points, self.tally]:
            for value in values:
                out = append(out, value)
        return bytes(memoryview(written(out, self.table)))

    # ── drafts ──
    def draft(self, shape: Shape) -> i64:
        """The action that lays a shape; this state keeps the shape until an action is done."""
        self.drafts.append(shape)
        return SHAPE + len(self.drafts) - 1

    def carry(self, other: State, action: i64) -> i64:
        if action < SHAPE or not isinstance(other, Strings):
            return action
        return self.draft(other.drafts[action - SHAPE])

    # ── who acts, what chance does ──
    def company(self) -> i64:
        """The company that acts (in the setup: whose player does)."""
        if self.phase <= LAY_MOUNTAINS:
            return setup.who_lays(self.phase, self.companies)
        return self.turn % self.companies

    def actors(self) -> i64:
        if self.phase == READY_MADE or self.phase == DRAW or self.phase == OVER:
            return 0
        return 1 << (self.company() % self.players)

    def chance(self) -> i64:
        if self.phase == READY_MADE:
            return setup.LAYOUTS
        return self.stack_size() if self.phase == DRAW else 0

    def apply_chance(self, k: i64) -> None:
        if self.phase == READY_MADE:
            setup.lay_ready_made(self, k)
        else:
            turn.draw(self, k)

    # ── what is open to a seat ──
    def listed(self, seat: i64) -> bool:
        return self.phase == CHOOSE_CORNER or (self.phase == LAY_FIELD and not self.free)

    def legal(self, seat: i64) -> vec[i64]:
        if (self.actors() >> seat) & 1 == 0 or not self.listed(seat):
            return vec[i64]()
        return field.legal(self) if self.phase == LAY_FIELD else corner.legal(self)

    def allows(self, seat: i64, action: i64) -> bool:
        if (self.actors() >> seat) & 1 == 0:
            return False
        if action >= SHAPE:
            return action - SHAPE < len(self.drafts) and self._allows_shape(self.drafts[action - SHAPE])
        if self.listed(seat):
            return action in self.legal(seat)
        if action == GIVE_UP:
            return give_up.allows(self)
        return ASIDE <= action < ASIDE + KINDS and place.allows_aside(self, action - ASIDE)

    def _allows_shape(self, shape: Shape) -> bool:
        line, tile = shape.line, shape.tile
        if shape.what == FIELD:
            return field.allows(self, shape.field)
        if shape.what == STATION:
            return tile is not None and place.allows(self, tile, shape.kind)
        if line is None:
            return False
        if shape.what == RIVER:
            return river.allows(self, line)
        if shape.what == MOUNTAINS:
            return mountains.allows(self, line)
        return lay.allows(self, line, shape.kind == 1)

    def sample(self, seat: i64, rng: Generator) -> i64:
        """A legal action; where they cannot be listed, one of a broad range of natural ones."""
        if self.listed(seat):
            actions = self.legal(seat)
            return actions[rng.below(len(actions))]
        if self.phase == LAY_RIVER:
            return self.draft(river_shape(river.any_river(self.table.ground(), rng)))
        if self.phase == LAY_MOUNTAINS:
            return self.draft(mountains_shape(mountains.any_mountains(self.table.ground(), rng)))
        if self.phase == PLACE:
            kind = self.next_kind()
            tile = place.any_place(self.table, rng)
            return ASIDE + kind if tile is None else self.draft(station_shape(tile, kind))
        if self.phase == LAY_FIELD:
            return self.draft(field_shape(self.fields[0]))
        strings = self.strings()
        rail = lay.any_rail(self.table, self.company(), strings, rng)
        if rail is None:
            rail = give_up.some_rail(self.table, self.company(), strings)
        if rail is None:
            return GIVE_UP
        return self.draft(rail_shape(rail, strings == 2 or rail.length() > SHORT * 1024))

    def apply(self, seat: i64, action: i64) -> None:
        if action == GIVE_UP:
            give_up.apply(self)
        elif action < CORNER:
            place.apply_aside(self, action - ASIDE)
        elif action < TURN_FIELD:
            corner.apply(self, action - CORNER)
        elif action < SHAPE:
            field.apply(self, self.fields[action - TURN_FIELD])
        else:
            shape = self.drafts[action - SHAPE]
            self.drafts = []
            self._lay_shape(shape)

    def _lay_shape(self, shape: Shape) -> None:
        tile, line, outline = shape.tile, shape.line, shape.field
        if outline is not None:
            field.apply(self, outline)
        elif shape.what == RIVER:
            river.apply(self, line)
        elif shape.what == MOUNTAINS:
            mountains.apply(self, line)
        elif shape.what == STATION and tile is not None:
            place.apply(self, tile, shape.kind)
        elif line is not None:
            lay.apply(self, line, shape.kind == 1)

    # ── what verbs and bots ask ──
    def stack_size(self) -> i64:
        """The stations still in the stack."""
        total: i64 = 0
        for count in self.stack:
            total += count
        return total

    def next_kind(self) -> i64:
        """The first kind of station in hand; −1 if the hand is empty."""
        for kind in range(KINDS):
            if self.hand[kind] > 0:
                return kind
        return -1

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

    def rounds(self) -> i64:
        """S21: five rounds, with five players four."""
        return 4 if self.players == 5 else 5

    def scores(self) -> vec[i64]:
        """Every seat's points; with two players those of its better company (S7)."""
        return scoring.scores(self.points, self.players)

    def ranking(self) -> vec[i64]:
        """S21, S7: with two players the other company breaks a tie."""
        return scoring.ranking(self.points, self.players)


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
