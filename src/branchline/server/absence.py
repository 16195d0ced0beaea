"""Players who do not move: what is due when their time is over, and the others' vote for a bot."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from branchline.server import events as e
from branchline.server.errors import Refused
from branchline.server.fold import TableState
from branchline.server.visitor import Visitor

if TYPE_CHECKING:
    from branchline.server.table import Table


def overdue(state: TableState, now: int, level: Callable[[], str]) -> list[e.TableEvent]:
    """What has to be written because of the time, for the first seat that is late; a bot plays at that level."""
    assert state.timers is not None
    times = state.timers.times
    for seat in state.acting:
        runs_out, absent = times.runs_out(seat), times.absent(seat)
        if runs_out is not None and runs_out <= now:
            assert times.clock is not None
            match times.clock.at_zero:
                case "bot":
                    return [e.ClockFlagged(seat), e.SeatHanded(seat, level(), "clock")]
                case "resign":
                    return [e.ClockFlagged(seat), e.Resigned(seat, level())]
                case _:
                    return [e.ClockFlagged(seat)]
        if times.absence.rule == "bot" and absent is not None and absent <= now:
            return [e.SeatHanded(seat, level(), "absent")]
    return []


def voters(state: TableState, seat: int) -> list[int]:
    """The seats that may vote about a seat: one for each other person who plays."""
    found: dict[str | None, int] = {state.seats[seat].place.browser: seat}
    for number, each in enumerate(state.seats):
        if each.place.kind == "human" and each.bot is None and not each.resigned:
            found.setdefault(each.place.browser, number)
    return [number for number in found.values() if number != seat]


async def vote(table: Table, visitor: Visitor, seat: int, level: str) -> None:
    """One of the others wants a bot to play for a seat that does not move; more than half of them decide."""
    async with table.lock:
        if seat >= len(table.state.seats):
            raise Refused(404, "no_seat")
        await table.keep_time()
        state = table.state
        mine = [each for each in voters(state, seat) if state.seats[each].place.browser == visitor.hash]
        if not mine:
            raise Refused(403, "not_yours")
        absent = state.timers.times.absent(seat) if state.timers and seat in state.acting else None
        if state.timers is None or absent is None or absent > table.hub.timekeeper.ms():
            raise Refused(409, "not_absent")
        votes = {*state.timers.times.timers[seat].votes, mine[0]}
        events: list[e.TableEvent] = [e.BotVoted(seat, mine[0])]
        if 2 * len(votes & set(voters(state, seat))) > len(voters(state, seat)):
            events.append(e.SeatHanded(seat, level, "vote"))
        await table.write(*events)
