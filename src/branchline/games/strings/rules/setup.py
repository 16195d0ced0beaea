"""The opening: a new table, who lays what, a ready-made layout, and the bases (S4, S6)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from librt.vecs import vec
from mypy_extensions import i64

from branchline.core.generator import Generator
from branchline.games.strings.rules import state as position
from branchline.games.strings.rules import turn
from branchline.games.strings.rules.codes import READY_MADE
from branchline.games.strings.rules.field import Field
from branchline.games.strings.rules.mountains import any_mountains
from branchline.games.strings.rules.pieces import ALL_STATIONS, BASE, KINDS, NUMBER, RURAL, START_POINTS
from branchline.games.strings.rules.river import any_river
from branchline.games.strings.rules.scoring import TALLY

if TYPE_CHECKING:
    from branchline.games.strings.rules.state import Strings

LAYOUTS: Final = 1 << 30
"""Ready-made layouts: one chance event picks among so many."""


def new_state(
    players: i64, fields: list[Field], free: bool, ready: bool, expert: bool, first_only: bool, stations: i64
) -> Strings:
    """The position before the first event. S2: with fewer stations than 38, rural ones are left out."""
    state = position.Strings(players, fields, free, ready, expert, first_only)
    companies = state.companies
    state.hand = vec[i64]([0] * KINDS)
    state.stack = NUMBER[:]
    state.stack[RURAL] -= ALL_STATIONS - stations
    state.corner = vec[i64]([-1] * companies)
    state.short = vec[i64]([3 if players == 5 else 4] * companies)
    state.long = vec[i64]([1] * companies)
    state.points = vec[i64]([START_POINTS] * companies)
    state.tally = vec[i64]([0] * (companies * TALLY))
    if ready and not free:
        state.table.field = fields[0]
        state.phase = READY_MADE
    return state


def who_lays(what: i64, companies: i64) -> i64:
    """S4: the company whose player lays the field (0), the river (1) or the mountains (2)."""
    if companies == 3:
        return 0 if what == 0 else 1
    return companies - 3 + what


def lay_ready_made(state: Strings, k: i64) -> None:
    """S4: river and mountains from chance, and the corners in the order of the companies."""
    rng = Generator(k, 1)
    field = state.table.ground()
    state.table.river = any_river(field, rng)
    state.table.mountains = any_mountains(field, rng)
    for company in range(state.companies):
        state.corner[company] = company
    lay_bases(state)


def lay_bases(state: Strings) -> None:
    """S6: the bases lie in their corners, and the first company draws."""
    marks = state.table.ground().marks
    for company in range(state.companies):
        state.table.add_station(marks[state.corner[company]], BASE, company, 1 << company)
    state.turn = 0
    turn.begin(state)
