"""The state of String Railway: whose turn it is, what is drawn, what lies on the table."""

from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import i64

from branchline.core.generator import Generator
from branchline.core.state import Payload, State
from branchline.games.strings.rules import (
    _fields,
    corner,
    field,
    give_up,
    lay,
    mountains,
    observe,
    place,
    river,
    scoring,
    setup,
    turn,
)
from branchline.games.strings.rules.codes import (
    ASIDE,
    CHOOSE_CORNER,
    CORNER,
    DRAW,
    GIVE_UP,
    LAY,
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
from branchline.games.strings.rules.judge import Verdict, judge, may_lie
from branchline.games.strings.rules.lines import Line
from branchline.games.strings.rules.pieces import KINDS, SHORT
from branchline.games.strings.rules.shapes import FieldShape, MountainsShape, RailShape, RiverShape, StationShape
from branchline.games.strings.rules.table import Table


class Strings(State):
    """A position of String Railway. Two seats run companies 0 and 2, 1 and 3; otherwise a seat is a company."""

    def __init__(
        self, players: i64, fields: list[Field], free: bool, ready: bool, expert: bool, first_only: bool
    ) -> None:
        self.players: i64 = players
        self.fields = fields
        """The fields that may be laid: one for each rotation, or an example if the player draws it."""
        self.free: bool = free
        self.ready: bool = ready
        self.expert: bool = expert
        self.first_only: bool = first_only
        self.companies: i64 = 4 if players == 2 else players  # derived
        self.phase: i64 = LAY_FIELD
        self.turn: i64 = 0
        """Turns finished; in the choice of corners the companies that have chosen."""
        self.drawn: i64 = 0
        self.rural: i64 = 0
        """1 once a rural station has brought its extra draw this turn."""
        self.aside: i64 = 0
        self.hand: vec[i64] = vec[i64]()
        self.stack: vec[i64] = vec[i64]()
        self.corner: vec[i64] = vec[i64]()
        self.short: vec[i64] = vec[i64]()
        self.long: vec[i64] = vec[i64]()
        self.points: vec[i64] = vec[i64]()
        self.tally: vec[i64] = vec[i64]()
        self.table: Table = Table()
        self.drafts: list[Payload] = []  # scratch
        """Shapes that `sample` or a bot has made here; an action from SHAPE on names one of them."""

    def clone(self) -> Strings:
        return _fields.clone(self)

    def to_bytes(self) -> bytes:
        return _fields.to_bytes(self)

    # ── drafts ──
    def draft(self, shape: Payload) -> i64:
        """The action that lays a shape here; the state keeps the shape until an action is done."""
        self.drafts.append(shape)
        return SHAPE + len(self.drafts) - 1

    def payload(self, action: i64) -> Payload | None:
        if SHAPE <= action < SHAPE + len(self.drafts):
            return self.drafts[action - SHAPE]
        return None

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

    def allows(self, seat: i64, action: i64, payload: Payload | None = None) -> bool:
        if (self.actors() >> seat) & 1 == 0:
            return False
        if action >= SHAPE:
            return self._allows_shape(self.payload(action) if payload is None else payload)
        if self.listed(seat):
            return action in self.legal(seat)
        if action == GIVE_UP:
            return give_up.allows(self)
        return ASIDE <= action < ASIDE + KINDS and place.allows_aside(self, action - ASIDE)

    def _allows_shape(self, shape: Payload | None) -> bool:
        if isinstance(shape, RailShape):
            return lay.allows(self, shape.line, shape.long)
        if isinstance(shape, StationShape):
            return place.allows(self, shape.tile, shape.kind)
        if isinstance(shape, RiverShape):
            return river.allows(self, shape.line)
        if isinstance(shape, MountainsShape):
            return mountains.allows(self, shape.line)
        return isinstance(shape, FieldShape) and field.allows(self)

    def sample(self, seat: i64, rng: Generator) -> i64:
        """A legal action; where they cannot be listed, one of a broad range of natural ones."""
        if self.listed(seat):
            actions = self.legal(seat)
            return actions[rng.below(len(actions))]
        if self.phase == LAY_RIVER:
            return self.draft(RiverShape(river.sample(self, rng)))
        if self.phase == LAY_MOUNTAINS:
            return self.draft(MountainsShape(mountains.sample(self, rng)))
        if self.phase == PLACE:
            kind = self.next_kind()
            tile = place.any_place(self.table, rng)
            return ASIDE + kind if tile is None else self.draft(StationShape(tile, kind))
        if self.phase == LAY_FIELD:
            return self.draft(FieldShape(self.fields[0]))
        strings = self.strings()
        rail = lay.any_rail(self.table, self.company(), strings, rng)
        if rail is None:
            rail = give_up.some_rail(self.table, self.company(), strings)
        if rail is None:
            return GIVE_UP
        return self.draft(RailShape(rail, strings == 2 or rail.length() > SHORT * 1024))

    def apply(self, seat: i64, action: i64, payload: Payload | None = None) -> None:
        if action == GIVE_UP:
            give_up.apply(self)
        elif action < CORNER:
            place.apply_aside(self, action - ASIDE)
        elif action < TURN_FIELD:
            corner.apply(self, action - CORNER)
        elif action < SHAPE:
            field.apply(self, self.fields[action - TURN_FIELD])
        else:
            self._lay_shape(self.payload(action) if payload is None else payload)
        if len(self.drafts) > 0:
            self.drafts = []

    def _lay_shape(self, shape: Payload | None) -> None:
        if isinstance(shape, RailShape):
            lay.apply(self, shape.line, shape.long)
        elif isinstance(shape, StationShape):
            place.apply(self, shape.tile, shape.kind)
        elif isinstance(shape, RiverShape):
            river.apply(self, shape.line)
        elif isinstance(shape, MountainsShape):
            mountains.apply(self, shape.line)
        elif isinstance(shape, FieldShape):
            field.apply(self, shape.field)

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

    def may_lie(self, line: Line, long: bool) -> bool:
        """Whether a rail of the company at turn may lie so."""
        return may_lie(self.table, self.company(), line, long)

    def rounds(self) -> i64:
        """S21: five rounds, with five players four."""
        return 4 if self.players == 5 else 5

    def observe(self, seat: i64, out: vec[i64], at: i64) -> None:
        observe.observe(self, out, at)

    def turn_number(self) -> i64:
        if self.phase == DRAW or self.phase == PLACE or self.phase == LAY:
            return self.turn + 1
        return self.turn if self.phase == OVER else 0

    def scores(self) -> vec[i64]:
        """Every seat's points; with two players those of its better company (S7)."""
        return scoring.scores(self.points, self.players)

    def ranking(self) -> vec[i64]:
        """S21, S7: with two players the other company breaks a tie."""
        return scoring.ranking(self.points, self.players)
