"""What is seen of 30 Rails: nothing is hidden in it, so every seat's view is the same but for its choices."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal, NamedTuple

import msgspec

from branchline.core.views import Result, View
from branchline.games.rails30.api.choices import Choices, StepName, choices, step_of
from branchline.games.rails30.api.places import Border, Place, border_of, pair_of, place_of
from branchline.games.rails30.api.texts import praise
from branchline.games.rails30.rules import codes
from branchline.games.rails30.rules.codes import CELLS, PAIRS
from branchline.games.rails30.rules.scoring import PAIR_POINTS, Survey, mine_points, points, survey
from branchline.games.rails30.rules.state import Rails30

Phase = Literal["mountains", "setup", "turns", "over"]


class Step(NamedTuple):
    """A step of a route: a cell with the sides (0 north, 1 east, 2 south, 3 west) entered and left by."""

    cell: int
    enter: int
    leave: int


class PairScore(msgspec.Struct, kw_only=True, omit_defaults=True, frozen=True, gc=False):
    """A row of the score sheet (L11, L20)."""

    pair: tuple[int, int]
    base: int
    length: int
    bonus: int
    sum: int
    shares: int | None = None
    """Only in the variant with shares."""
    points: int
    route: tuple[int, ...]
    """The cells from the first station of the pair to the second."""


class Score(msgspec.Struct, kw_only=True, frozen=True, gc=False):
    """The score sheet as it stands."""

    pairs: tuple[PairScore, ...]
    mine_stations: tuple[int, ...]
    mine_points: int
    total: int


class Jokers(msgspec.Struct, frozen=True, gc=False):
    """Which jokers are left (L10)."""

    white: bool
    coloured: bool


class SheetView(Score, kw_only=True, frozen=True, gc=False):
    """One sheet with its score. Nothing in it can change, so all who look may share it."""

    acting: bool = False
    praise: str | None = None
    """The code of the word for the result, once the game is over (L17)."""
    cells: tuple[int, ...]
    """0 empty, 1–21 a drawing, 22 mountain, 23 mine, 24 crossed out."""
    skipped: int
    """The row whose mountain was skipped; 0: none yet."""
    step: StepName
    mine: Place | None
    bonus: Place | None
    stations: tuple[Border | None, ...]
    jokers: Jokers
    routes: tuple[tuple[Step, ...], ...]
    """The route of each pair, step by step."""
    mine_ways: tuple[tuple[Step, ...], ...]
    """The way to the mine of each of the `mine_stations`; empty for one that stands beside it."""


class Breakdown(msgspec.Struct, kw_only=True):
    """The points of a finished game, sheet by sheet."""

    sheets: list[Score]


class Rails30Result(Result, kw_only=True):
    """How a game of 30 Rails ended."""

    breakdown: Breakdown


class Rails30View(View, kw_only=True):
    """The whole table, and for a seat that may act what it can choose from."""

    phase: Phase
    roll: int
    """How many of the six mountains have been rolled."""
    turn: int
    turns: int
    white: int
    coloured: int
    sheets: list[SheetView]
    choices: Choices | None
    result: Rails30Result | None = None


def view(state: Rails30, seat: int | None) -> Rails30View:
    """The position, with the choices of a seat that may act."""
    return Rails30View(
        phase=phase(state),
        roll=int(state.rolls),
        turn=int(state.turn),
        turns=codes.TURNS,
        white=int(state.white),
        coloured=int(state.coloured),
        sheets=_sheets.all(state),
        choices=choices(state, seat) if seat is not None and state.waiting >> seat & 1 else None,
    )


def result(state: Rails30) -> Rails30Result:
    """The score sheets of all seats."""
    return Rails30Result(breakdown=Breakdown(sheets=[score(state, seat) for seat in range(state.players)]))


def phase(state: Rails30) -> Phase:
    """How far the game is."""
    if state.turn:
        return "over" if state.ended() else "turns"
    rolling = any(state.fact(seat, codes.STEP) == codes.MOUNTAINS for seat in range(state.players))
    return "mountains" if rolling else "setup"


def sheet(state: Rails30, seat: int) -> SheetView:
    """One sheet, and at the end the word for its result."""
    return _sheets.of(state, seat)


class Sheets:
    """Sheets as they were drawn and scored: one changes once a turn, and all seats and spectators look at it."""

    MOST = 2048

    def __init__(self) -> None:
        self._kept: dict[tuple[object, ...], SheetView] = {}
        self._last: tuple[object, tuple[SheetView, ...]] = (None, ())
        """The position that was asked for last, since everybody asks for it one after another."""

    def all(self, state: Rails30) -> list[SheetView]:
        """The sheets of all seats."""
        key = (state.to_bytes(), state.players, state.with_shares)
        last, sheets = self._last
        if last != key:
            sheets = tuple(self.of(state, seat) for seat in range(state.players))
            self._last = key, sheets
        return list(sheets)

    def of(self, state: Rails30, seat: int) -> SheetView:
        """The sheet of a seat, drawn once."""
        cells = tuple(state.cells[seat * CELLS : (seat + 1) * CELLS])
        facts = tuple(state.facts[seat * codes.FACTS : (seat + 1) * codes.FACTS])
        acting = bool(state.waiting >> seat & 1)
        # Equal rows look and score alike, at whatever table.
        row = (cells, facts, state.with_shares, state.ended())
        drawn = self._kept.get((row, acting))
        if drawn is None:
            if len(self._kept) >= self.MOST:
                self._kept.clear()
            # With a new roll every sheet waits for its player again, and nothing else in it has changed.
            before = self._kept.get((row, not acting))
            drawn = _draw(state, seat) if before is None else msgspec.structs.replace(before, acting=acting)
            self._kept[row, acting] = drawn
        return drawn


_sheets = Sheets()


def _draw(state: Rails30, seat: int) -> SheetView:
    found = survey(state, seat, True)
    mine, bonus = int(state.fact(seat, codes.MINE_AT)), int(state.fact(seat, codes.BONUS_AT))
    stations = [int(state.fact(seat, codes.STATIONS + number)) for number in range(4)]
    spare = int(state.fact(seat, codes.JOKERS))
    scored = _score(state, seat, found)
    return SheetView(
        acting=bool(state.waiting >> seat & 1),
        praise=praise(scored.total) if state.ended() else None,
        cells=tuple(int(cell) for cell in state.cells[seat * CELLS : (seat + 1) * CELLS]),
        skipped=int(state.fact(seat, codes.SKIPPED)),
        step=step_of(state, seat),
        mine=Place(*place_of(mine)) if mine >= 0 else None,
        bonus=Place(*place_of(bonus)) if bonus >= 0 else None,
        stations=tuple(Border(*border_of(border)) if border >= 0 else None for border in stations),
        jokers=Jokers(white=bool(spare & codes.WHITE), coloured=bool(spare & codes.COLOURED)),
        routes=tuple(_steps(route) for route in found.routes),
        mine_ways=tuple(_steps(found.mine_ways[station]) for station in _mine_stations(found)),
        **msgspec.structs.asdict(scored),
    )


def score(state: Rails30, seat: int) -> Score:
    """The score sheet: pair by pair with its route, the mine, the total (L11–L16, L20)."""
    return _score(state, seat, survey(state, seat, True))


def _score(state: Rails30, seat: int, found: Survey) -> Score:
    return Score(
        pairs=tuple(pair_score(state, seat, found, pair) for pair in range(PAIRS)),
        mine_stations=tuple(station + 1 for station in _mine_stations(found)),
        mine_points=int(mine_points(found.mine)),
        total=int(points(state, seat)),
    )


def pair_score(state: Rails30, seat: int, found: Survey, pair: int) -> PairScore:
    """What a pair of the surveyed sheet scores (L11, L20); its route, if the survey was asked for the steps."""
    total = int(found.pair_points(pair))
    shares = int(state.fact(seat, codes.SHARES + pair)) if state.with_shares else None
    return PairScore(
        pair=pair_of(pair),
        base=int(PAIR_POINTS[pair]),
        length=int(found.length[pair]),
        bonus=int(found.bonus[pair]),
        sum=total,
        shares=shares,
        points=total if shares is None else min(shares, total),
        route=tuple(step.cell for step in _steps(found.routes[pair])) if found.routes else (),
    )


def _mine_stations(found: Survey) -> list[int]:
    return [station for station in range(4) if found.mine >> station & 1]


def _steps(packed: Iterable[int]) -> tuple[Step, ...]:
    return tuple(Step(step // 16, step // 4 % 4, step % 4) for step in map(int, packed))
