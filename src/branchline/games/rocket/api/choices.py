"""What the seat that is to act can choose from."""

from __future__ import annotations

import msgspec

from branchline.core.text import Text
from branchline.games.rocket.api.maps import Map
from branchline.games.rocket.api.refusals import refuse_line
from branchline.games.rocket.api.targets import Extension, bits, extension
from branchline.games.rocket.rules.board import LINES
from branchline.games.rocket.rules.codes import ACT, CALL, MERGE
from branchline.games.rocket.rules.layout import HAND, SHARE, SPOTS
from branchline.games.rocket.rules.state import Rocket
from branchline.games.rocket.rules.station import loose, only_itself


class Unmovable(msgspec.Struct, kw_only=True):
    """A line that may not be extended now, and the rule that says so."""

    line: str
    rule: str
    text: Text


class ActChoices(msgspec.Struct, tag_field="step", tag="act", kw_only=True):
    """An action is due (R4)."""

    extend: list[Extension]
    unmovable: list[Unmovable]
    """Every line that is not in `extend`."""
    invest: list[int]
    """Cells of the chart with a free slot."""
    hexes: list[str]
    """Hexes where any station may stand."""
    build: bool
    """Whether a station is left to build."""
    move: dict[str, list[str]]
    """For every station that may move the hexes that only the station itself forbids; it may go to `hexes` too."""


class CallChoices(msgspec.Struct, tag_field="step", tag="call", kw_only=True):
    """The seat is asked whether it calls for a veto round (R9)."""

    shares: int
    """What the seat holds of the line: the most that it can bid."""
    least: int
    """What a bid must be at least."""
    defence: int
    """The highest bid that the mover could equal."""


class BidChoices(msgspec.Struct, tag_field="step", tag="bid", kw_only=True):
    """The seat may bid or pass (R11)."""

    shares: int
    least: int
    defence: int


class DefendChoices(msgspec.Struct, tag_field="step", tag="defend", kw_only=True):
    """The mover may equal the best bid or let the move go (R12)."""

    shares: int


class MergeChoices(msgspec.Struct, tag_field="step", tag="merge", kw_only=True):
    """The mover picks the line that goes on (R25)."""

    lines: list[str]


Choices = ActChoices | CallChoices | BidChoices | DefendChoices | MergeChoices


def choices(state: Rocket, table: Map, seat: int) -> Choices:
    """What the seat can do now, in short; the full list of actions is `match.legal`."""
    if state.phase == ACT:
        return _act(state, table, seat)
    if state.phase == MERGE:
        return MergeChoices(lines=[table.companies[line].id for line in bits(int(state.options))])
    shares, least = int(state.fact(seat, SHARE + state.line)), int(state.best) + 1
    if seat == state.active:
        return DefendChoices(shares=shares)
    kind = CallChoices if state.phase == CALL else BidChoices
    return kind(shares=shares, least=least, defence=int(state.fact(state.active, SHARE + state.line)))


def _act(state: Rocket, table: Map, seat: int) -> ActChoices:
    lines = [line for line in range(LINES) if line != state.used and state.ways(line)]
    movable = [at for spot in range(SPOTS) if (at := int(loose(state, seat, spot))) >= 0]
    return ActChoices(
        extend=[extension(state, table, line, way) for line in lines for way in bits(int(state.ways(line)))],
        unmovable=[_unmovable(state, table, line) for line in range(LINES) if line not in lines],
        invest=bits(int(state.free_cells)),
        hexes=[table.label(here) for here in range(len(table.hexes)) if state.block[here] == 0],
        build=bool(state.fact(seat, HAND) > 0),
        move={table.label(at): [table.label(int(near)) for near in only_itself(state, at)] for at in movable},
    )


def _unmovable(state: Rocket, table: Map, line: int) -> Unmovable:
    refused = refuse_line(state, table, line)
    return Unmovable(line=table.companies[line].id, rule=refused.rule, text=refused.text)
