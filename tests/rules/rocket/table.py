"""A table for rule tests: matches of Stephenson's Rocket in which pieces can be put where a rule needs them."""

from __future__ import annotations

import branchline
from branchline.core.match import Match
from branchline.games.rocket.api.maps import map_of
from branchline.games.rocket.api.scorings import Scoring, scoring
from branchline.games.rocket.rules import ledger, station, ways
from branchline.games.rocket.rules.layout import (
    AT,
    CAME,
    FACTS,
    HAND,
    HEADING,
    LAID_BY,
    ON_LINE,
    PASSENGER,
    POINTS,
    SHARE,
    SPOT,
    TOWNS,
)
from branchline.games.rocket.rules.scoring import points_of
from branchline.games.rocket.rules.state import Rocket

Hex = tuple[int, int]
FAR = {"E": 0, "NE": 1, "NW": 2, "W": 3, "SW": 4, "SE": 5}


class Table:
    """A match on a map, with seat 0 to move."""

    def __init__(self, players: int = 3, map: str = "england") -> None:
        game = branchline.game("stephensons-rocket")
        seed = 0
        self.match: Match = game.start(players=players, seed=seed, map=map)
        while self.match.actors != (0,):
            seed += 1
            self.match = game.start(players=players, seed=seed, map=map)
        self.map = map_of(self.state)

    @property
    def state(self) -> Rocket:
        state = self.match.state
        assert isinstance(state, Rocket)
        return state

    # ── names and numbers ──
    def number(self, at: Hex) -> int:
        return self.map.hexes.index(at)

    def label(self, at: Hex) -> str:
        return self.map.label(self.number(at))

    def line(self, name: str) -> int:
        return self.map.line_numbers[name]

    # ── putting pieces ──
    def turn(self, seat: int, left: int = 2) -> None:
        state = self.state
        state.active = state.speaker = seat
        state.left = left
        state.used = -1
        ways.look_ahead(state)

    def shares(self, name: str, *counts: int) -> None:
        for seat, count in enumerate(counts):
            self.state.seats[seat * FACTS + SHARE + self.line(name)] = count

    def cubes(self, town: str, industry: str, *counts: int) -> None:
        state = self.state
        for cell, (place, kind, slots) in enumerate(self.map.cells):
            if (self.map.towns[place].id, self.map.industries[kind]) == (town, industry):
                for seat, count in enumerate(counts):
                    state.cubes[cell * int(state.players) + seat] = count
                assert sum(counts) <= slots
                if sum(counts) == slots:
                    state.free_cells &= ~(1 << cell)

    def station(self, seat: int, at: Hex) -> None:
        state = self.state
        state.seats[seat * FACTS + HAND] -= 1
        spot = seat * FACTS + SPOT
        while state.seats[spot] >= 0:
            spot += 1
        state.seats[spot] = self.number(at)
        state.station[self.number(at)] = seat
        station.shade(state, self.number(at), 1)
        owner = int(state.owner[self.number(at)])
        if owner >= 0:
            state.seats[seat * FACTS + ON_LINE + owner] += 1

    def engine(self, name: str, at: Hex, heading: str) -> None:
        """A line's locomotive on a hex as if it had come there, with the towns beside it connected."""
        state, line, here = self.state, self.line(name), self.number(at)
        station.shade(state, int(state.lines[AT + line]), -1)
        state.owner[here] = line
        station.forbid(state, here)
        station.shade(state, here, 1)
        state.rails[here] = (FAR[heading] + 1 << CAME) | (line + 1 << LAID_BY)
        state.lines[AT + line] = here
        state.lines[HEADING + line] = FAR[heading]
        state.lines[TOWNS + line] |= state.board.touch[here]
        ways.look_ahead(self.state)

    def track(self, name: str, *places: Hex) -> None:
        """Hexes of a line behind its locomotive; tiles are not taken from the stock."""
        for at in places:
            self.state.owner[self.number(at)] = self.line(name)
            station.forbid(self.state, self.number(at))
            self.state.rails[self.number(at)] = self.line(name) + 1 << LAID_BY
        ways.look_ahead(self.state)

    def wall(self, *places: Hex) -> None:
        """Hexes that nobody can enter any more, as if the map ended there."""
        for at in places:
            self.state.owner[self.number(at)] = -2
            station.forbid(self.state, self.number(at))
        ways.look_ahead(self.state)

    # ── playing ──
    def extend(self, seat: int, name: str, at: Hex) -> None:
        self.match.play(seat, {"type": "extend", "line": name, "hex": self.label(at)})

    def drive(self, seat: int, name: str, *places: Hex) -> None:
        """Extensions by one seat in turns of its own; nobody calls for a veto."""
        for at in places:
            self.turn(seat)
            self.extend(seat, name, at)
            self.quiet()

    def quiet(self) -> None:
        """Nobody wants a veto."""
        while self.match.view(None).phase == "call":
            self.match.play(self.match.actors[0], {"type": "veto", "call": False})

    def call(self, seat: int) -> None:
        self.match.play(seat, {"type": "veto", "call": True})

    def bid(self, seat: int, shares: int, at: Hex) -> None:
        self.match.play(seat, {"type": "bid", "shares": shares, "hex": self.label(at)})

    def pass_(self, seat: int) -> None:
        self.match.play(seat, {"type": "pass"})

    def invest(self, seat: int, town: str, industry: str) -> None:
        self.match.play(seat, {"type": "invest", "town": town, "industry": industry})

    def build(self, seat: int, at: Hex) -> None:
        self.match.play(seat, {"type": "station", "hex": self.label(at)})

    def waste(self, actions: int = 1) -> None:
        """Actions that touch nothing on the map: cubes into whatever slot is free."""
        for _ in range(actions):
            seat = self.match.actors[0]
            choice = next(each for each in self.match.legal(seat) if each.data["type"] == "invest")
            self.match.play(seat, choice)

    # ── looking ──
    def points(self) -> list[int]:
        return [int(self.state.fact(seat, POINTS)) for seat in range(self.state.players)]

    def held(self, name: str) -> list[int]:
        return [int(self.state.fact(seat, SHARE + self.line(name))) for seat in range(self.state.players)]

    def riders(self) -> list[int]:
        return [int(self.state.fact(seat, PASSENGER)) for seat in range(self.state.players)]

    def at(self, name: str) -> Hex | None:
        here = int(self.state.lines[AT + self.line(name)])
        return tuple(self.map.hexes[here]) if here >= 0 else None

    def towns(self, name: str) -> set[str]:
        mask = int(self.state.lines[TOWNS + self.line(name)])
        return {town.id for number, town in enumerate(self.map.towns) if mask >> number & 1}

    def scorings(self, *whats: str) -> list[Scoring]:
        players = int(self.state.players)
        return [
            each
            for packed in self.state.ledger
            if (each := scoring(self.map, int(packed), players)).what in whats or not whats
        ]

    def kinds(self, seat: int) -> list[str]:
        return [action.data["type"] for action in self.match.legal(seat)]

    def targets(self, seat: int, name: str) -> set[Hex]:
        labels = {action.data["hex"] for action in self.match.legal(seat) if action.data.get("line") == name}
        return {tuple(self.map.hexes[self.map.numbers[label]]) for label in labels}


def split(*counts: int, first: int, second: int) -> list[int]:
    """R38 over these counts."""
    tallies = sum(int(ledger.pack_count(count, seat)) for seat, count in enumerate(counts))
    packed = ledger.entry(ledger.TOWN, 0, 0, first, second, tallies)
    return [int(points) for points in points_of(packed, len(counts))]
