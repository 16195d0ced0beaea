"""A position of Stephenson's Rocket: its fields, how it is copied and kept, and what lies where."""

from __future__ import annotations

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from branchline.core.bits import BIT, count_bits, nth_bit
from branchline.core.state import State
from branchline.games.rocket.board import BENDS, LINES, SIDES, TURNS, Board
from branchline.games.rocket.majority import tallied

# The phases.
FIRST: Final = 0  # chance picks the first player (R3)
ACT: Final = 1
CALL: Final = 2  # holders of shares are asked whether they call for a veto round (R9)
BID: Final = 3
MERGE: Final = 4  # the active player picks one of several lines to merge into (R25)
OVER: Final = 5

# A line's facts, in blocks of seven.
AT: Final = 0  # the locomotive's hex, −1 once the line is closed
HEADING: Final = 7  # −1 in the start town
TOWNS: Final = 14  # the connected towns, as a bit mask
WAYS: Final = 21  # where it may be extended to, as a bit mask of directions
LINE_FACTS: Final = 28

# A seat's facts, in one block of the state's array.
SHARE: Final = 0
ON_LINE: Final = 7  # stations on each line (R19)
PASSENGER: Final = 14
HAND: Final = 15  # stations not on the board
POINTS: Final = 16
SPOT: Final = 17  # the hexes of up to seven stations, −1 in hand
SPOTS: Final[i64] = 7
FACTS: Final = SPOT + 7

# What lies on a hex of a line, packed: directions in and out (plus 1), how many lines joined here, the tile.
CAME: Final = 0
LEFT: Final = 3
JOINED: Final = 6
TILE: Final = 9
LAID_BY: Final = 12  # the line that laid it (plus 1)

TRACK: Final = 1
JUNCTION: Final = 2
TRIPLE: Final = 3

FREE: Final = -1
TOWN_HEX: Final = -2
_HEAD: Final = 21

# A seat's word in a veto round: nothing yet, passed, or shares * 6 + direction + OFFERED.
PASSED: Final = 1
OFFERED: Final = 2
_WORD_BITS: Final = 14


class Position(State):
    """The fields of a state and the small things that are asked of them again and again."""

    def __init__(self, board: Board, players: i64) -> None:
        self.board: Board = board
        self.players: i64 = players
        self.phase: i64 = FIRST
        self.active: i64 = 0
        self.speaker: i64 = 0
        """Who is asked now: the active seat, or in a veto the one whose word it is."""
        self.left: i64 = 2
        """Actions left in this turn."""
        self.used: i64 = -1
        """The line extended in this turn's first action (R4)."""
        self.turn: i64 = 0
        self.tiles: i64 = board.tiles
        self.replaced: i64 = 0
        """Track tiles that left the game under junctions (R30)."""
        self.passengers: i64 = board.passengers
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
        self.words: i64 = 0
        """What everybody said in this veto round, a packed number a seat (see `word_of`)."""
        self.options: i64 = 0
        """Lines that the moved line may merge into, as a bit mask."""
        self.open_hexes: i64 = 0
        self.free_cells: i64 = 0
        """Cells of the chart with a free slot, as a bit mask."""
        self.owner: vec[i64] = vec[i64]()
        """The line that a hex belongs to, FREE, or TOWN_HEX."""
        self.rails: vec[i64] = vec[i64]()
        self.station: vec[i64] = vec[i64]()
        """The seat whose station stands on the hex, −1 for none."""
        self.block: vec[i64] = vec[i64]()
        """How many reasons forbid a station on the hex (R18)."""
        self.lines: vec[i64] = vec[i64]()
        self.seats: vec[i64] = vec[i64]()
        self.cubes: vec[i64] = vec[i64]()
        """Cubes by cell of the chart and seat."""
        self.ledger: vec[i64] = vec[i64]()
        """Every scoring so far (see majority.py)."""

    def set_up(self) -> None:
        """R1–R3: everything in its place before the first player is drawn."""
        board = self.board
        n = board.hexes
        self.owner = vec[i64]([FREE] * n)
        self.rails = vec[i64]([0] * n)
        self.station = vec[i64]([-1] * n)
        self.block = vec[i64]([0] * n)
        self.open_hexes = n
        self.lines = vec[i64]([-1] * LINE_FACTS)
        self.cubes = vec[i64]([0] * (board.cells * self.players))
        for cell in range(board.cells):
            self.free_cells |= BIT[cell]
        for at in board.town_hex:
            self.owner[at] = TOWN_HEX
            self.forbid(at)
        for line in range(LINES):
            town = board.start[line]
            self.lines[AT + line] = board.town_hex[town]
            self.lines[TOWNS + line] = BIT[town]
            self.shade(board.town_hex[town], 1)
        self.look_ahead()
        for _seat in range(self.players):
            for fact in range(FACTS):
                value: i64 = 0
                if fact == HAND:
                    value = board.stations
                elif fact >= SPOT:
                    value = -1
                self.seats = append(self.seats, value)

    def copy_to(self, copy: Position) -> None:
        """Make another position equal to this one, sharing only what never changes."""
        copy.phase = self.phase
        copy.active = self.active
        copy.speaker = self.speaker
        copy.left = self.left
        copy.used = self.used
        copy.turn = self.turn
        copy.tiles = self.tiles
        copy.replaced = self.replaced
        copy.passengers = self.passengers
        copy.joined = self.joined
        copy.closed = self.closed
        copy.isolated = self.isolated
        copy.line = self.line
        copy.way = self.way
        copy.best = self.best
        copy.bidder = self.bidder
        copy.best_way = self.best_way
        copy.words = self.words
        copy.options = self.options
        copy.open_hexes = self.open_hexes
        copy.free_cells = self.free_cells
        copy.owner = self.owner[:]
        copy.rails = self.rails[:]
        copy.station = self.station[:]
        copy.block = self.block[:]
        copy.lines = self.lines[:]
        copy.seats = self.seats[:]
        copy.cubes = self.cubes[:]
        copy.ledger = self.ledger[:]

    def to_bytes(self) -> bytes:
        head = vec[i64]([self.phase, self.active, self.speaker, self.left, self.used, self.turn, self.tiles])
        for value in (self.replaced, self.passengers, self.joined, self.closed, self.isolated, self.line, self.way):
            head = append(head, value)
        for value in (
            self.best,
            self.bidder,
            self.best_way,
            self.options,
            self.open_hexes,
            self.free_cells,
            self.words,
        ):
            head = append(head, value)
        data = bytes(memoryview(head))
        for part in (self.owner, self.rails, self.station, self.block, self.lines, self.seats, self.cubes, self.ledger):
            data += bytes(memoryview(part))
        return data

    def read(self, data: bytes) -> None:
        """Take over what `to_bytes` wrote."""
        v = vec[i64]([int.from_bytes(data[i : i + 8], "little", signed=True) for i in range(0, len(data), 8)])
        n = self.board.hexes
        at = _HEAD + 4 * n
        ledger = at + LINE_FACTS + self.players * (FACTS + self.board.cells)
        if len(data) % 8 != 0 or len(v) < ledger:
            raise ValueError(f"{len(data)} bytes are no state of {self.players} players on this map")
        self.phase, self.active, self.speaker, self.left, self.used = v[0], v[1], v[2], v[3], v[4]
        self.turn, self.tiles, self.replaced, self.passengers, self.joined = v[5], v[6], v[7], v[8], v[9]
        self.closed, self.isolated, self.line, self.way, self.best = v[10], v[11], v[12], v[13], v[14]
        self.bidder, self.best_way, self.options, self.open_hexes, self.free_cells = v[15], v[16], v[17], v[18], v[19]
        self.words = v[20]
        self.owner = v[_HEAD : _HEAD + n]
        self.rails = v[_HEAD + n : _HEAD + 2 * n]
        self.station = v[_HEAD + 2 * n : _HEAD + 3 * n]
        self.block = v[_HEAD + 3 * n : at]
        self.lines = v[at : at + LINE_FACTS]
        at += LINE_FACTS
        self.seats = v[at : at + self.players * FACTS]
        self.cubes = v[at + self.players * FACTS : ledger]
        self.ledger = v[ledger:]

    # ── what is asked of it ──
    def fact(self, seat: i64, which: i64) -> i64:
        """One fact of a seat, by its place in the block."""
        return self.seats[seat * FACTS + which]

    def word_of(self, seat: i64) -> i64:
        """What the seat said in this veto round."""
        return (self.words >> (seat * _WORD_BITS)) & ((1 << _WORD_BITS) - 1)

    def say(self, seat: i64, word: i64) -> None:
        """Keep what the seat said."""
        self.words |= word << (seat * _WORD_BITS)

    def all_seats(self, which: i64) -> vec[i64]:
        """That fact of every seat."""
        values = vec[i64]([0] * self.players)
        for seat in range(self.players):
            values[seat] = self.seats[seat * FACTS + which]
        return values

    def open_lines(self) -> i64:
        """How many lines are neither closed nor isolated."""
        return LINES - count_bits(self.closed | self.isolated)

    def counts(self, which: i64) -> i64:
        """That fact of every seat, packed as majority.py wants it."""
        packed: i64 = 0
        for seat in range(self.players):
            packed |= tallied(self.seats[seat * FACTS + which], seat)
        return packed

    def town_cubes(self, town: i64) -> i64:
        """Every seat's cubes in a town, packed."""
        return self._cubes(self.board.town_cells[town])

    def industry_cubes(self, industry: i64) -> i64:
        """R35: every seat's cubes of an industry in towns that some line connected, packed."""
        board = self.board
        cells: i64 = 0
        for cell in range(board.cells):
            if board.cell_industry[cell] == industry and (self.joined >> board.cell_town[cell]) & 1 == 1:
                cells |= BIT[cell]
        return self._cubes(cells)

    def _cubes(self, cells: i64) -> i64:
        """Every seat's cubes in these cells of the chart, packed."""
        packed: i64 = 0
        while cells != 0:
            place = nth_bit(cells, 0) * self.players
            cells &= cells - 1
            for seat in range(self.players):
                packed += tallied(self.cubes[place + seat], seat)
        return packed

    def ways(self, line: i64) -> i64:
        """The directions in which the line may be extended, as a bit mask."""
        return self.lines[WAYS + line]

    def look_ahead(self) -> i64:
        """R5, R6, R8: find anew where every line may go; due whenever a hex was taken or the tiles ran out.

        The answer is a bit mask of lines that could connect a new town at once, so that nobody need search for one.
        """
        lines = self.lines
        owner = self.owner
        beside = self.board.neighbours
        ahead = self.board.ahead
        touch = self.board.touch
        promising: i64 = 0
        for line in range(LINES):
            at = lines[AT + line]
            heading = lines[HEADING + line]
            unknown = ~lines[TOWNS + line]
            found: i64 = 0
            towns: i64 = 0
            if at >= 0 and heading < 0:
                for way in range(SIDES):
                    target = beside[at * 6 + way]
                    if target >= 0 and owner[target] == FREE:
                        found |= 1 << way
                        towns |= touch[target]
            elif at >= 0 and (self.tiles > 0 or (self.rails[at] >> JOINED) & 7 != 0):
                place = (at * 6 + heading) * 3
                for turn in range(BENDS):
                    target = ahead[place + turn]
                    if target >= 0 and owner[target] == FREE:
                        found |= 1 << TURNS[heading * 3 + turn]
                        towns |= touch[target]
            lines[WAYS + line] = found
            if towns & unknown != 0:
                promising |= 1 << line
        return promising

    # ── where a station may stand (R18) ──
    def shade(self, at: i64, change: i64) -> None:
        """A locomotive or a station comes to (+1) or leaves (−1) a hex: it and its neighbours are forbidden."""
        beside = self.board.neighbours
        block = self.block
        was = block[at]
        block[at] = was + change
        opened = ((was - 1) >> 63) - ((was + change - 1) >> 63)  # (n − 1) >> 63 is −1 for none, else 0
        for place in range(at * 6, at * 6 + 6):
            near = beside[place]
            if near >= 0:
                was = block[near]
                block[near] = was + change
                opened += ((was - 1) >> 63) - ((was + change - 1) >> 63)
        self.open_hexes += opened

    def forbid(self, at: i64) -> None:
        """A town or a piece of a line: no station here any more."""
        if self.block[at] == 0:
            self.open_hexes -= 1
        self.block[at] += 1
