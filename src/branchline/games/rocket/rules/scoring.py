"""Points: most, second, ties and halves (R38), and everything that is scored by them (R20, R21, R27, R34–R36)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from librt.vecs import append, vec
from mypy_extensions import i64

from branchline.core.bits import BIT, count_bits, nth_bit
from branchline.games.rocket.rules import ledger
from branchline.games.rocket.rules.board import LINES
from branchline.games.rocket.rules.layout import FACTS, ON_LINE, PASSENGER, POINTS, SHARE, TOWNS

if TYPE_CHECKING:
    from branchline.games.rocket.rules.state import Rocket


# ── one scoring (R38) ──
def share_out(
    counts: vec[i64], start: i64, stride: i64, players: i64, first: i64, second: i64, sums: vec[i64], at: i64, step: i64
) -> None:
    """R38: add every seat's part of the two prizes to sums that lie `step` apart from `at` on.

    The counts lie `stride` apart from `start` on. Zero never ranks; tied firsts share both prizes, tied seconds the
    second.
    """
    best: i64 = 0
    next_best: i64 = 0
    leaders: i64 = 0
    followers: i64 = 0
    place = start
    for _seat in range(players):
        count = counts[place]
        place += stride
        if count > best:
            next_best = best
            followers = leaders
            best = count
            leaders = 1
        elif count == best:
            leaders += 1
        elif count > next_best:
            next_best = count
            followers = 1
        elif count == next_best:
            followers += 1
    if best == 0:
        return
    lead = first
    follow: i64 = 0
    if leaders > 1:
        lead = (first + second) // leaders
    elif next_best > 0:
        follow = second // followers
    place = start
    for _seat in range(players):
        if counts[place] == best:
            sums[at] += lead
        elif follow > 0 and counts[place] == next_best:
            sums[at] += follow
        place += stride
        at += step


def pay(packed: i64, players: i64, sums: vec[i64], at: i64, step: i64) -> None:
    """Add what a ledger entry gives every seat to sums that lie `step` apart from `at` on."""
    counts = ledger.counts_of(packed, players)
    share_out(counts, 0, 1, players, ledger.first_of(packed), ledger.second_of(packed), sums, at, step)


def points_of(packed: i64, players: i64) -> vec[i64]:
    """What every seat got for a ledger entry."""
    points = vec[i64]([0] * players)
    pay(packed, players, points, 0, 1)
    return points


def award(state: Rocket, packed: i64) -> None:
    """Give the points of one scoring and keep the reason."""
    pay(packed, state.players, state.seats, POINTS, FACTS)
    state.ledger = append(state.ledger, packed)


# ── what every seat has, packed as the ledger keeps it ──
def seat_counts(state: Rocket, which: i64) -> i64:
    """That fact of every seat."""
    packed: i64 = 0
    for seat in range(state.players):
        packed |= ledger.pack_count(state.seats[seat * FACTS + which], seat)
    return packed


def town_cubes(state: Rocket, town: i64) -> i64:
    """Every seat's cubes in a town."""
    return _cubes(state, state.board.town_cells[town])


def industry_cubes(state: Rocket, industry: i64) -> i64:
    """R35: every seat's cubes of an industry in towns that some line connected."""
    board = state.board
    cells: i64 = 0
    for cell in range(board.cells):
        if board.cell_industry[cell] == industry and (state.joined >> board.cell_town[cell]) & 1 == 1:
            cells |= BIT[cell]
    return _cubes(state, cells)


def _cubes(state: Rocket, cells: i64) -> i64:
    """Every seat's cubes in these cells of the chart."""
    packed: i64 = 0
    while cells != 0:
        place = nth_bit(cells, 0) * state.players
        cells &= cells - 1
        for seat in range(state.players):
            packed += ledger.pack_count(state.cubes[place + seat], seat)
    return packed


# ── during the game ──
def connect(state: Rocket, line: i64, fresh: i64) -> None:
    """R20–R22: first the regular towns, then the railway towns with all towns of the move counted."""
    state.lines[TOWNS + line] |= fresh
    towns = count_bits(state.lines[TOWNS + line])
    regular = fresh & state.board.regular
    state.joined |= regular
    while regular != 0:
        town = nth_bit(regular, 0)
        regular &= regular - 1
        award(state, ledger.entry(ledger.TOWN, line, town, 2, 1, town_cubes(state, town)))
    railway = fresh & state.board.railway
    while railway != 0:
        town = nth_bit(railway, 0)
        railway &= railway - 1
        stations = seat_counts(state, ON_LINE + line)
        award(state, ledger.entry(ledger.RAILWAY_TOWN, line, town, towns, towns // 2, stations))


def pay_merger(state: Rocket, line: i64, survivor: i64) -> None:
    """R27: the shares in the closed line."""
    towns = count_bits(state.lines[TOWNS + line])
    shares = seat_counts(state, SHARE + line)
    award(state, ledger.entry(ledger.MERGER, line, survivor, towns, towns // 2, shares))


# ── at the end ──
def final_entries(state: Rocket) -> vec[i64]:
    """R34–R36 as they would be now, one entry each."""
    entries = vec[i64]()
    riders = seat_counts(state, PASSENGER)
    entries = append(entries, ledger.entry(ledger.PASSENGERS, ledger.NO_LINE, 0, 6, 3, riders))
    for industry in range(state.board.industries):
        cubes = industry_cubes(state, industry)
        entries = append(entries, ledger.entry(ledger.INDUSTRY, ledger.NO_LINE, industry, 6, 3, cubes))
    for line in range(LINES):
        if (state.closed >> line) & 1 == 0:
            towns = count_bits(state.lines[TOWNS + line])
            half = towns // 2
            stations = seat_counts(state, ON_LINE + line)
            entries = append(entries, ledger.entry(ledger.STATIONS, line, towns, towns, half, stations))
            shares = seat_counts(state, SHARE + line)
            entries = append(entries, ledger.entry(ledger.SHARES, line, towns, towns, half, shares))
    return entries
