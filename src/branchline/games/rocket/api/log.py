"""What an event says in the log."""

from __future__ import annotations

from branchline.core.action import Line
from branchline.core.text import Text
from branchline.games.rocket.api.actions import label_beside
from branchline.games.rocket.api.maps import Map, map_of
from branchline.games.rocket.api.texts import action_text, reason_text, subject_text
from branchline.games.rocket.api.views import isolation_reason
from branchline.games.rocket.rules import codes, ledger
from branchline.games.rocket.rules.board import LINES
from branchline.games.rocket.rules.codes import BID, CALL, OVER
from branchline.games.rocket.rules.scoring import points_of
from branchline.games.rocket.rules.state import Rocket


def tell(before: Rocket, seat: int, action: int, after: Rocket) -> list[Line]:
    """The action, then all that followed from it, every point with its reason."""
    table, players = map_of(before), int(before.players)
    lines = [Line(action_text(before, seat, action), seat=seat)]
    lines += _tell_settled(before, action, after, table)
    if after.passengers < before.passengers:
        taker = int(before.active)
        lines.append(Line(Text("rocket.passenger", {"left": int(after.passengers)}), seat=taker))
    fresh = [int(packed) for packed in after.ledger[len(before.ledger) :]]
    for packed in fresh:
        if ledger.what_of(packed) <= ledger.MERGER:
            lines += _scored_lines(table, packed, players, seat)
        if ledger.what_of(packed) == ledger.MERGER:
            lines += _tell_exchange(table, packed, players)
    for line in range(LINES):
        if (after.isolated & ~before.isolated & ~after.closed) >> line & 1:
            reason = Text(f"rocket.isolated_{isolation_reason(after, line)}")
            lines.append(Line(Text("rocket.isolated", {"line": table.companies[line].short, "reason": reason}), seat))
    if after.phase == OVER:
        lines.append(Line(Text("rocket.end_tiles" if after.tiles == 0 else "rocket.end_lines"), seat))
        for packed in fresh:
            if ledger.what_of(packed) > ledger.MERGER:
                lines += _scored_lines(table, packed, players, seat)
    return lines


def _tell_settled(before: Rocket, action: int, after: Rocket, table: Map) -> list[Line]:
    """R13: how a veto round with bids ended, once the locomotive has moved."""
    line = int(before.line)
    if line < 0 or (not codes.PASS <= action <= codes.DEFEND and action < codes.OFFER):
        return []
    settled = after.line != line or after.phase not in (CALL, BID)
    bidder = int(after.bidder)
    if not settled or bidder < 0:
        return []
    won = bidder == before.active
    way = int(before.way) if won else int(after.best_way)
    facts = {
        "line": table.companies[line].short,
        "hex": label_beside(before, table, line, way),
        "shares": int(after.best),
    }
    return [Line(Text("rocket.veto_defended" if won else "rocket.veto_won", facts), seat=bidder)]


def _tell_exchange(table: Map, packed: int, players: int) -> list[Line]:
    """R28: two shares of the closed line become one of the survivor, an odd one is lost."""
    into = table.companies[int(ledger.subject_of(packed))].short
    line = table.companies[int(ledger.line_of(packed))].short
    told = []
    for seat, shares in enumerate(ledger.counts_of(packed, players)):
        if shares:
            facts = {"line": line, "into": into, "shares": int(shares), "got": int(shares // 2)}
            told.append(Line(Text("rocket.exchange", facts), seat=seat))
    return told


def tell_chance(before: Rocket, k: int, after: Rocket) -> list[Line]:
    """Who begins."""
    return [Line(Text("rocket.first_player"), seat=k)]


def _scored_lines(table: Map, packed: int, players: int, actor: int) -> list[Line]:
    """One line for each seat that got points, or the actor's that says that nobody did."""
    points = points_of(packed, players)
    subject = subject_text(table, packed)
    told = [
        Line(
            Text("rocket.gained", {"subject": subject, "why": reason_text(packed, seat, players)}),
            seat=seat,
            points=int(points[seat]),
        )
        for seat in range(players)
        if points[seat]
    ]
    if told or ledger.what_of(packed) in (ledger.STATIONS, ledger.SHARES):
        return told
    return [Line(Text("rocket.nobody", {"subject": subject}), actor)]
