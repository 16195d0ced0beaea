"""A slow and obvious referee: the rules once more, word for word, over coordinates and dictionaries.

It knows nothing of the state's arrays. `test_referee.py` lets it watch random games on small random maps.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass, field

from branchline.games.rocket.rules import codes
from branchline.games.rocket.rules.board import RAILWAY, REGULAR, START, Board

Hex = tuple[int, int]
STEPS = ((1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1), (0, 1))


@dataclass
class Spec:
    """A small map, and how many play on it."""

    players: int
    hexes: list[Hex]
    towns: list[tuple[Hex, int]]
    starts: list[int]
    cells: list[tuple[int, int, int]]
    tiles: int
    passengers: int
    stations: int

    def board(self) -> Board:
        numbers = {at: number for number, at in enumerate(self.hexes)}
        neighbours = [numbers.get((q + dq, r + dr), -1) for q, r in self.hexes for dq, dr in STEPS]
        towns = [(numbers[at], kind) for at, kind in self.towns]
        stock = (self.tiles, self.passengers, self.stations)
        return Board("small", neighbours, towns, self.starts, self.cells, 2, *stock)


def make_spec(seed: int) -> Spec:
    """A hexagon of 37 or 61 hexes in a random order, with seven start towns, four regular and three railway towns."""
    rng = random.Random(seed)
    size = rng.choice((3, 4))
    hexes = [(q, r) for q in range(-size, size + 1) for r in range(-size, size + 1) if abs(q + r) <= size]
    rng.shuffle(hexes)
    kinds = [START] * 7 + [REGULAR] * 4 + [RAILWAY] * 3
    rng.shuffle(kinds)
    towns = list(zip(rng.sample(hexes, len(kinds)), kinds, strict=True))
    starts = [number for number, kind in enumerate(kinds) if kind == START]
    rng.shuffle(starts)
    charted = [number for number, kind in enumerate(kinds) if kind == REGULAR][: rng.choice((1, 4))]
    cells = [(town, kind, slots) for town in charted for kind, slots in ((town % 2, 2), (1 - town % 2, 1))]
    stock = rng.randint(3, 25), rng.randint(0, 3), rng.randint(1, 4)
    return Spec(rng.choice((2, 3, 4)), hexes, towns, starts, cells, *stock)


@dataclass
class Line:
    """A line: its locomotive, its hexes and its towns."""

    at: Hex
    towns: set[int]
    heading: int | None = None
    hexes: set[Hex] = field(default_factory=set)
    closed: bool = False
    isolated: bool = False


def prizes(counts: list[int], first: int, second: int) -> list[int]:
    """R38."""
    ranks = sorted({count for count in counts if count}, reverse=True)
    if not ranks:
        return [0] * len(counts)
    if counts.count(ranks[0]) > 1:
        each = (first + second) // counts.count(ranks[0])
        return [each if count == ranks[0] else 0 for count in counts]
    found = [first if count == ranks[0] else 0 for count in counts]
    for seat, count in enumerate(counts):
        if count in ranks[1:2]:
            found[seat] = second // counts.count(count)
    return found


class Referee:
    """A game as a patient reader of the rules would keep it."""

    def __init__(self, spec: Spec, first: int) -> None:
        self.spec = spec
        self.seats = range(spec.players)
        self.land = set(spec.hexes)
        self.beside = {at: {self.step(at, way) for way in range(6)} & self.land for at in spec.hexes}
        self.town_at = {at: number for number, (at, _) in enumerate(spec.towns)}
        self.lines = [Line(spec.towns[start][0], {start}) for start in spec.starts]
        self.owned: dict[Hex, int] = {}
        self.joined: dict[Hex, int] = {}
        self.tile: dict[Hex, str] = {}
        self.stations: dict[Hex, int] = {}
        self.hand = [spec.stations for _ in self.seats]
        self.shares = [[0] * 7 for _ in self.seats]
        self.riders = [0 for _ in self.seats]
        self.points = [0 for _ in self.seats]
        self.cubes = [[0 for _ in self.seats] for _ in spec.cells]
        self.connected: set[int] = set()
        self.tiles, self.replaced, self.passengers = spec.tiles, 0, spec.passengers
        self.phase, self.active, self.left = codes.ACT, first, 2
        self.waiting: list[int] = []
        self.used: int | None = None
        self.moved_only = 0
        self.line = self.way = -1
        self.bid: tuple[int, int, int] | None = None
        self.options: list[int] = []

    # ── the map ──
    def step(self, at: Hex, way: int) -> Hex:
        return (at[0] + STEPS[way][0], at[1] + STEPS[way][1])

    def around(self, at: Hex) -> set[Hex]:
        return self.beside[at]

    def owner(self, at: Hex) -> int | None:
        return self.owned.get(at)

    def is_free(self, at: Hex) -> bool:
        return at in self.land and at not in self.town_at and self.owner(at) is None

    def turns(self, line: Line) -> list[int]:
        if line.heading is None:
            return list(range(6))
        return [(line.heading + turn) % 6 for turn in (-1, 0, 1)]

    def ways(self, number: int) -> list[int]:
        """R5, R6, R8."""
        line = self.lines[number]
        if line.closed or (line.heading is not None and not self.tiles and not self.joined.get(line.at)):
            return []
        return sorted(way for way in self.turns(line) if self.is_free(self.step(line.at, way)))

    # ── what may be done ──
    @property
    def speaker(self) -> int:
        return self.waiting[0] if self.phase in (codes.CALL, codes.BID) else self.active

    def legal(self) -> set[int]:
        seat = self.speaker
        if self.phase == codes.ACT:
            return set(self.acts(seat))
        if self.phase == codes.CALL:
            return {codes.REFRAIN, codes.CALL_VETO}
        if self.phase == codes.MERGE:
            return {codes.JOIN + line for line in self.options}
        if self.phase == codes.OVER:
            return set()
        if seat == self.active:
            return {codes.PASS, codes.DEFEND}
        bids = range(self.best + 1, self.shares[seat][self.line] + 1)
        return {codes.PASS, *(codes.OFFER + shares * 6 + way for shares in bids for way in self.ways(self.line))}

    def acts(self, seat: int) -> Iterator[int]:
        """R4, R16–R18: a moved station is not in its own way."""
        for line in range(7):
            if line != self.used:
                yield from (codes.EXTEND + line * 6 + way for way in self.ways(line))
        for cell, (_, _, slots) in enumerate(self.spec.cells):
            if sum(self.cubes[cell]) < slots:
                yield codes.INVEST + cell
        loose = [at for at, owner in self.stations.items() if owner == seat and self.is_free(at)]
        for number, at in enumerate(self.spec.hexes):
            if self.is_free(at) and at not in self.stations:
                near = self.around(at) & {*self.stations, *(line.at for line in self.lines if not line.closed)}
                if self.hand[seat] and not near:
                    yield codes.BUILD + number
                for start in loose:
                    if not near - {start}:
                        yield codes.MOVE + self.spec.hexes.index(start) * codes.MOST_HEXES + number

    @property
    def best(self) -> int:
        return self.bid[1] if self.bid else 0

    # ── what is done ──
    def play(self, action: int) -> None:
        seat = self.speaker
        if action < codes.REFRAIN:
            self.moved_only = self.moved_only + 1 if action >= codes.MOVE else 0
        if action < codes.INVEST:
            self.announce(seat, *divmod(action, 6))
        elif action < codes.BUILD:
            self.cubes[action - codes.INVEST][seat] += 1
            self.end_action()
        elif action < codes.MOVE:
            self.hand[seat] -= 1
            self.stations[self.spec.hexes[action - codes.BUILD]] = seat
            self.end_action()
        elif action < codes.REFRAIN:
            start, here = divmod(action - codes.MOVE, codes.MOST_HEXES)
            del self.stations[self.spec.hexes[start]]
            self.stations[self.spec.hexes[here]] = seat
            self.end_action()
        elif codes.JOIN <= action < codes.OFFER:
            self.merge(action - codes.JOIN)
            self.end_action()
        else:
            self.answer(seat, action)

    def announce(self, seat: int, line: int, way: int) -> None:
        """R7, R9."""
        self.line, self.way, self.used, self.bid = line, way, line, None
        if not self.lines[line].isolated:
            self.shares[seat][line] += 1
        there = self.step(self.lines[line].at, way)
        foreign = self.stations.get(there, seat) != seat
        matters = len(self.ways(line)) > 1 or (foreign and self.passengers > 0)
        order = [(seat + k) % self.spec.players for k in range(1, self.spec.players)]
        self.waiting = [each for each in order if self.shares[each][line] > 0] if matters else []
        self.phase = codes.CALL
        if not self.waiting:
            self.drive(way, True)

    def answer(self, seat: int, action: int) -> None:
        """R9–R13."""
        self.waiting.pop(0)
        if action == codes.CALL_VETO:
            self.phase = codes.BID
            self.waiting = [(self.active + k) % self.spec.players for k in range(1, self.spec.players + 1)]
        elif action == codes.DEFEND:
            self.bid = (seat, self.best, self.way)
        elif action >= codes.OFFER:
            self.bid = (seat, *divmod(action - codes.OFFER, 6))
        if self.phase == codes.BID:
            while self.waiting and not self.can_bid(self.waiting[0]):
                self.waiting.pop(0)
        if self.waiting:
            return
        if self.bid is None:
            self.drive(self.way, True)
        else:
            winner, paid, way = self.bid
            self.shares[winner][self.line] -= paid
            self.drive(way, winner == self.active)

    def can_bid(self, seat: int) -> bool:
        held = self.shares[seat][self.line]
        return held >= self.best > 0 if seat == self.active else held > self.best

    def drive(self, way: int, passenger: bool) -> None:
        """R14, R15, R20–R25."""
        line = self.lines[self.line]
        if line.heading is not None:
            self.lay(line.at)
        line.at, line.heading = self.step(line.at, way), way
        line.hexes.add(line.at)
        self.owned[line.at] = self.line
        station = self.stations.get(line.at, self.active)
        if passenger and station != self.active and self.passengers:
            self.passengers -= 1
            self.riders[self.active] += 1
        fresh = {self.town_at[at] for at in self.around(line.at) if at in self.town_at} - line.towns
        line.towns |= fresh
        self.connected |= fresh
        for town in fresh:
            if self.spec.towns[town][1] == REGULAR:
                cells = [cell for cell, (place, _, _) in enumerate(self.spec.cells) if place == town]
                self.award([sum(self.cubes[cell][seat] for cell in cells) for seat in self.seats], 2, 1)
            if self.spec.towns[town][1] == RAILWAY:
                self.award(self.on_line(self.line), len(line.towns), len(line.towns) // 2)
        beside = {self.owner(at) for at in self.around(line.at)} - {None, self.line}
        self.options = sorted(each for each in beside if each is not None)
        if len(self.options) > 1:
            self.phase = codes.MERGE
            return
        if self.options:
            self.merge(self.options[0])
        self.end_action()

    def lay(self, at: Hex) -> None:
        """R14, R30."""
        if self.joined.get(at):
            self.tile[at] = "junction" if self.joined[at] == 1 else "triple"
        else:
            self.tile[at] = "track"
            self.tiles -= 1

    def on_line(self, number: int) -> list[int]:
        """R19."""
        hexes = self.lines[number].hexes
        return [sum(1 for at, seat in self.stations.items() if seat == each and at in hexes) for each in self.seats]

    def award(self, counts: list[int], first: int, second: int) -> None:
        for seat, points in enumerate(prizes(counts, first, second)):
            self.points[seat] += points

    def merge(self, survivor: int) -> None:
        """R27–R30."""
        gone, kept = self.lines[self.line], self.lines[survivor]
        self.award([self.shares[seat][self.line] for seat in self.seats], len(gone.towns), len(gone.towns) // 2)
        for seat in self.seats:
            self.shares[seat][survivor] += self.shares[seat][self.line] // 2
            self.shares[seat][self.line] = 0
        assert gone.heading is not None
        sides = [(gone.heading + turn) % 6 for turn in (0, 1, -1, 2, -2)]
        meeting = next(there for way in sides if (there := self.step(gone.at, way)) in kept.hexes)
        if self.tiles:
            self.tiles -= 1
            self.tile[gone.at] = "track"
        self.joined[meeting] = self.joined.get(meeting, 0) + 1
        if meeting != kept.at:
            self.replaced += self.tile.get(meeting) == "track"
            self.tile[meeting] = "junction" if self.joined[meeting] == 1 else "triple"
        kept.hexes |= gone.hexes
        self.owned |= dict.fromkeys(gone.hexes, survivor)
        kept.towns |= gone.towns
        gone.closed, gone.hexes = True, set()
        self.phase = codes.ACT

    # ── isolation (R32), the turn and the end ──
    def reach(self, line: Line) -> set[Hex]:
        todo, seen = [(line.at, way) for way in self.turns(line)], set()
        while todo:
            at, way = todo.pop()
            there = self.step(at, way)
            if self.is_free(there) and (there, way) not in seen:
                seen.add((there, way))
                todo += [(there, (way + turn) % 6) for turn in (-1, 0, 1)]
        return {at for at, _ in seen}

    def is_isolated(self, number: int) -> bool:
        line = self.lines[number]
        ahead = self.reach(line)
        if not ahead:
            return True
        fresh = {at for at, town in self.town_at.items() if town not in line.towns}
        if any(self.around(at) & fresh for at in ahead):
            return False
        for other in self.lines:
            if other is line or other.closed:
                continue
            theirs = self.reach(other)
            if any(self.around(at) & (other.hexes | theirs) for at in ahead):
                return False
            if any(self.around(at) & (line.hexes | ahead) for at in theirs):
                return False
        return True

    def end_action(self) -> None:
        self.phase, self.line, self.bid, self.options = codes.ACT, -1, None, []
        for number, line in enumerate(self.lines):
            if not line.closed and not line.isolated:
                line.isolated = self.is_isolated(number)
        self.left -= 1
        while True:
            while self.left and not any(True for _ in self.acts(self.active)):
                self.left -= 1
            if self.left:
                return
            running = sum(not line.closed and not line.isolated for line in self.lines)
            if not self.tiles or running <= 1 or self.moved_only >= 2 * self.spec.players:
                self.finish()
                return
            self.active, self.left, self.used = (self.active + 1) % self.spec.players, 2, None

    def finish(self) -> None:
        """R34–R36."""
        self.phase = codes.OVER
        self.award(self.riders, 6, 3)
        for industry in range(2):
            cells = [
                n for n, (town, kind, _) in enumerate(self.spec.cells) if kind == industry and town in self.connected
            ]
            self.award([sum(self.cubes[cell][seat] for cell in cells) for seat in self.seats], 6, 3)
        for number, line in enumerate(self.lines):
            if not line.closed:
                towns = len(line.towns)
                self.award(self.on_line(number), towns, towns // 2)
                self.award([self.shares[seat][number] for seat in self.seats], towns, towns // 2)
