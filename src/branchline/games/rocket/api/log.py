"""The log: what happened as data, and what is written of it."""

from __future__ import annotations

from typing import Literal

import msgspec

from branchline.core.action import Move
from branchline.core.log import EndEntry, Entry, Line
from branchline.core.text import Text
from branchline.games.rocket.api.actions import label_beside
from branchline.games.rocket.api.maps import Map, map_of
from branchline.games.rocket.api.scorings import Scoring, What, scoring
from branchline.games.rocket.api.texts import action_text, reason_text, subject_text
from branchline.games.rocket.api.views import IsolationReason, isolation_reason
from branchline.games.rocket.rules import codes, ledger
from branchline.games.rocket.rules.board import LINES
from branchline.games.rocket.rules.codes import OVER
from branchline.games.rocket.rules.layout import AT
from branchline.games.rocket.rules.state import Rocket
from branchline.games.rocket.rules.turn import open_lines

EndReason = Literal["tiles", "lines", "stations"]


class Went(msgspec.Struct, kw_only=True):
    """A locomotive has moved for good."""

    line: str
    start: str
    hex: str


class Word(Entry, kw_only=True):
    """What a seat announces, or says in a veto; `went` if a locomotive has moved because of it."""

    went: Went | None = None


class Began(Entry, tag="first"):
    """R3: the seat goes first."""


class Extended(Word, tag="extend"):
    """R5: an extension was announced; unless a veto follows, the locomotive has moved."""

    line: str
    start: str
    hex: str
    share: bool
    """Whether it brought a share (R7)."""


class Invested(Entry, tag="invest"):
    """R16: a cube was placed."""

    town: str
    industry: str


class Built(Entry, tag="station"):
    """R17: a station was built."""

    hex: str


class StationMoved(Entry, tag="move"):
    """R17: a station was moved."""

    start: str
    hex: str


class Answered(Word, tag="veto"):
    """R9: a holder of shares called for a veto round, or did not."""

    line: str
    call: bool


class Offered(Word, tag="bid"):
    """R11: shares were bid for a hex."""

    line: str
    shares: int
    hex: str


class Passed(Word, tag="pass"):
    """R10, R12: no bid, or from the mover no defence."""

    line: str


class Defended(Word, tag="defend"):
    """R12: the mover equalled the best bid."""

    line: str
    shares: int
    hex: str


class Chosen(Entry, tag="merge"):
    """R25: the mover chose the line that goes on."""

    line: str
    into: str


class Settled(Entry, tag="settled"):
    """R13: a veto round with bids has ended; the seat paid its shares, and the locomotive has moved."""

    line: str
    start: str
    hex: str
    shares: int
    defended: bool
    """Whether the mover won."""


class Boarded(Entry, tag="passenger"):
    """R15: a passenger was taken at a station."""

    line: str
    hex: str
    """Where the line went for it."""
    left: int
    """Passengers left."""


class Scored(Entry, tag="scored"):
    """A seat got points in a scoring; with no points: nobody got any."""

    what: What
    line: str | None
    town: str | None
    into: str | None
    industry: str | None
    counts: list[int]
    """What every seat had."""


class Exchanged(Entry, tag="exchange"):
    """R28: shares of the closed line became shares of the survivor."""

    line: str
    into: str
    shares: int
    got: int


class Isolated(Entry, tag="isolated"):
    """R31: a line is isolated from now on."""

    line: str
    reason: IsolationReason


class Ended(EndEntry, tag="end"):
    """R33, R39: the game is over: the tiles are used, at most one line is open, or stations were only moved."""

    reason: EndReason


RocketEntry = (
    Began
    | Extended
    | Invested
    | Built
    | StationMoved
    | Answered
    | Offered
    | Passed
    | Defended
    | Chosen
    | Settled
    | Boarded
    | Scored
    | Exchanged
    | Isolated
    | Ended
)


def log_chance(before: Rocket, k: int, after: Rocket) -> list[Line]:
    """Who begins."""
    return [Line(Began(seat=k, text=Text("rocket.first_player")))]


def log_action(before: Rocket, seat: int, move: Move, after: Rocket) -> list[Line]:
    """The action, then all that followed from it, every point with its reason."""
    table = map_of(before)
    act = _action(before, table, seat, move)
    if isinstance(act, Word):
        act = msgspec.structs.replace(act, went=_moved(before, table, move.number, after))
    entries: list[Entry] = [act]
    entries += _settled(before, table, move.number, after)
    entries += _boarded(before, table, move.number, after)
    fresh = [int(packed) for packed in after.ledger[len(before.ledger) :]]
    for packed in fresh:
        if ledger.what_of(packed) <= ledger.MERGER:
            entries += _scored(table, packed, int(before.players), seat)
        if ledger.what_of(packed) == ledger.MERGER:
            entries += _exchanged(table, packed, int(before.players))
    entries += _isolated(before, table, seat, after)
    if after.phase == OVER:
        reason = end_reason(after)
        # Whose turn it was, not whose word in a veto was the last; a round of moved stations is everybody's.
        by = None if reason == "stations" else int(before.active)
        entries.append(Ended(seat=by, reason=reason, text=Text(f"rocket.end_{reason}")))
        for packed in fresh:
            if ledger.what_of(packed) > ledger.MERGER:
                entries += _scored(table, packed, int(before.players), seat)
    return [Line(entry) for entry in entries]


def end_reason(state: Rocket) -> EndReason:
    """Why a game that is over has ended."""
    if state.tiles == 0:
        return "tiles"
    return "lines" if open_lines(state) <= 1 else "stations"


def _action(state: Rocket, table: Map, seat: int, move: Move) -> Entry:
    """What the seat did."""
    action, text = move.number, action_text(state, seat, move)
    if action < codes.INVEST:
        line, way = divmod(action, 6)
        name, start = table.companies[line].id, table.label(int(state.lines[AT + line]))
        there, share = label_beside(state, table, line, way), not state.isolated >> line & 1
        return Extended(seat=seat, text=text, line=name, start=start, hex=there, share=share)
    if action < codes.BUILD:
        town, industry, _ = table.cells[action - codes.INVEST]
        return Invested(seat=seat, text=text, town=table.towns[town].id, industry=table.industries[industry])
    if action < codes.MOVE:
        return Built(seat=seat, text=text, hex=table.label(action - codes.BUILD))
    if action < codes.REFRAIN:
        old, new = divmod(action - codes.MOVE, codes.MOST_HEXES)
        return StationMoved(seat=seat, text=text, start=table.label(old), hex=table.label(new))
    return _answer(state, table, seat, action, text)


def _answer(state: Rocket, table: Map, seat: int, action: int, text: Text) -> Entry:
    """What the seat said in a veto or chose in a merger."""
    line = table.companies[int(state.line)].id
    if action <= codes.CALL_VETO:
        return Answered(seat=seat, text=text, line=line, call=action == codes.CALL_VETO)
    if action == codes.PASS:
        return Passed(seat=seat, text=text, line=line)
    if action == codes.DEFEND:
        target = label_beside(state, table, int(state.line), int(state.way))
        return Defended(seat=seat, text=text, line=line, shares=int(state.best), hex=target)
    if action < codes.OFFER:
        return Chosen(seat=seat, text=text, line=line, into=table.companies[action - codes.JOIN].id)
    shares, way = divmod(action - codes.OFFER, 6)
    return Offered(seat=seat, text=text, line=line, shares=shares, hex=label_beside(state, table, int(state.line), way))


def _went(before: Rocket, table: Map, action: int, after: Rocket) -> tuple[int, str, str]:
    """The line that this action let move, with the hexes that it left and entered."""
    line = action // 6 if action < codes.INVEST else int(before.line)
    way = action % 6 if action < codes.INVEST else int(before.way)
    if after.bidder >= 0 and after.bidder != before.active and action >= codes.INVEST:
        way = int(after.best_way)
    return line, table.label(int(before.lines[AT + line])), label_beside(before, table, line, way)


def _moved(before: Rocket, table: Map, action: int, after: Rocket) -> Went | None:
    """Where a locomotive went because of this action; None while others are still asked."""
    line, start, there = _went(before, table, action, after)
    if before.lines[AT + line] == after.lines[AT + line]:
        return None
    return Went(line=table.companies[line].id, start=start, hex=there)


def _settled(before: Rocket, table: Map, action: int, after: Rocket) -> list[Entry]:
    """R13: how a veto round with bids ended, once the locomotive has moved."""
    in_round = codes.PASS <= action <= codes.DEFEND or action >= codes.OFFER
    if not in_round or after.phase == codes.BID or after.bidder < 0:
        return []
    line, start, there = _went(before, table, action, after)
    defended, shares = bool(after.bidder == before.active), int(after.best)
    facts = {"line": table.companies[line].short, "hex": there, "shares": shares}
    return [
        Settled(
            seat=int(after.bidder),
            line=table.companies[line].id,
            start=start,
            hex=there,
            shares=shares,
            defended=defended,
            text=Text("rocket.veto_defended" if defended else "rocket.veto_won", facts),
        )
    ]


def _boarded(before: Rocket, table: Map, action: int, after: Rocket) -> list[Entry]:
    if after.passengers == before.passengers:
        return []
    line, _, there = _went(before, table, action, after)
    left = int(after.passengers)
    text = Text("rocket.passenger", {"left": left})
    return [Boarded(seat=int(before.active), line=table.companies[line].id, hex=there, left=left, text=text)]


def _scored(table: Map, packed: int, players: int, actor: int) -> list[Entry]:
    """An entry for each seat that got points, or the actor's that says that nobody did."""
    seen, subject = scoring(table, packed, players), subject_text(table, packed)
    entries: list[Entry] = [
        _scored_by(seen, seat, Text("rocket.gained", {"subject": subject, "why": reason_text(packed, seat, players)}))
        for seat in range(players)
        if seen.points[seat]
    ]
    if entries or ledger.what_of(packed) in (ledger.STATIONS, ledger.SHARES):
        return entries
    return [_scored_by(seen, actor, Text("rocket.nobody", {"subject": subject}))]


def _scored_by(seen: Scoring, seat: int, text: Text) -> Scored:
    return Scored(
        seat=seat,
        points=seen.points[seat],
        what=seen.what,
        line=seen.line,
        town=seen.town,
        into=seen.into,
        industry=seen.industry,
        counts=seen.counts,
        text=text,
    )


def _exchanged(table: Map, packed: int, players: int) -> list[Entry]:
    """R28: two shares of the closed line become one of the survivor, an odd one is lost."""
    line, into = table.companies[int(ledger.line_of(packed))], table.companies[int(ledger.subject_of(packed))]
    entries: list[Entry] = []
    for seat, count in enumerate(ledger.counts_of(packed, players)):
        shares, got = int(count), int(count) // 2
        if shares:
            text = Text("rocket.exchange", {"line": line.short, "into": into.short, "shares": shares, "got": got})
            entries.append(Exchanged(seat=seat, line=line.id, into=into.id, shares=shares, got=got, text=text))
    return entries


def _isolated(before: Rocket, table: Map, seat: int, after: Rocket) -> list[Entry]:
    entries: list[Entry] = []
    for line in range(LINES):
        if (after.isolated & ~before.isolated & ~after.closed) >> line & 1:
            reason = isolation_reason(after, line)
            facts = {"line": table.companies[line].short, "reason": Text(f"rocket.isolated_{reason}")}
            text = Text("rocket.isolated", facts)
            entries.append(Isolated(seat=seat, line=table.companies[line].id, reason=reason, text=text))
    return entries
