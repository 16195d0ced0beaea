"""REST: the daily challenge."""

from __future__ import annotations

from functools import partial
from typing import Annotated

from litestar import get, post
from litestar.params import FromPath, QueryParameter

from branchline.games import find, slugs
from branchline.server.daily import store
from branchline.server.daily.deals import Daily, day_after, end_of, opponents, read_day
from branchline.server.daily.payloads import DailyArchive, DailyInfo, DailyResult, DailyResults, DealInfo, MyAttempt
from branchline.server.daily.store import Attempt, Deal
from branchline.server.hub import Hub
from branchline.server.payloads import TableInfo
from branchline.server.tables import Asked, hub_of, may_make_table, visitor_of
from branchline.server.visitor import Visitor

SHOWN = 100
"""How many results a list has; one's own is always there."""
WEEK = 7
Weeks = Annotated[int, QueryParameter(ge=0, le=520)]


@get("/api/daily")
async def today(request: Asked) -> DailyInfo:
    """Today's deals."""
    hub, visitor = hub_of(request), visitor_of(request)
    day = hub.daily.today
    deals = await hub.daily.deals(day, day_after(day))
    for game in slugs():
        # Only where somebody looks: the expert's time is everybody's.
        await hub.daily.let_expert_play(deals[day, game])
    infos = [await _info(hub, visitor, deals[day, game]) for game in slugs()]
    tomorrow = {deal.game: deal.commit for deal in deals.values() if deal.day > day}
    return DailyInfo(day, end_of(day), infos, tomorrow)


@get("/api/daily/archive")
async def archive(request: Asked, week: Weeks = 0) -> DailyArchive:
    """Earlier deals, a week at a time."""
    hub, visitor = hub_of(request), visitor_of(request)
    days = [day_after(hub.daily.today, -1 - week * WEEK - number) for number in range(WEEK)]
    deals = await hub.daily.deals(*days)
    order = sorted(deals.values(), key=lambda deal: (days.index(deal.day), slugs().index(deal.game)))
    return DailyArchive([await _info(hub, visitor, deal) for deal in order])


@get("/api/daily/{day:str}/{game:str}")
async def results(request: Asked, day: FromPath[str], game: FromPath[str]) -> DailyResults:
    """What everybody made of a deal."""
    hub, visitor = hub_of(request), visitor_of(request)
    deal = await hub.daily.deal(read_day(day), find(game).slug)
    info = await _info(hub, visitor, deal)
    known = _known(hub.daily, deal, info.attempt)
    finished = [one for one in await _attempts(hub, deal) if one.points is not None]
    rows = [
        DailyResult(
            place=_place(finished, one),
            name=one.name,
            points=one.points or 0,
            won=one.won,
            you=one.browser == visitor.hash,
            table=one.table if known else None,
        )
        for number, one in enumerate(finished)
        if number < SHOWN or one.browser == visitor.hash
    ]
    return DailyResults(info, rows, deal.par if known and info.par is not None else None)


@post("/api/daily/{day:str}/{game:str}")
async def play(request: Asked, day: FromPath[str], game: FromPath[str]) -> TableInfo:
    """Play a deal: the first time it counts, after that it is practice."""
    await may_make_table(request)
    hub, visitor = hub_of(request), visitor_of(request)
    table = await hub.daily.play(visitor, await hub.daily.deal(read_day(day), find(game).slug))
    return await hub.info(table.id, visitor)


async def _attempts(hub: Hub, deal: Deal) -> list[Attempt]:
    return await hub.storage.read(partial(store.attempts, game=deal.game, days=[deal.day]))


def _known(daily: Daily, deal: Deal, attempt: MyAttempt | None) -> bool:
    """Whether the visitor may see how others played: the day is over, or their own attempt is."""
    return deal.day < daily.today or (attempt is not None and attempt.over)


def _place(finished: list[Attempt], one: Attempt) -> int:
    return 1 + sum((other.points or 0) > (one.points or 0) for other in finished)


async def _info(hub: Hub, visitor: Visitor, deal: Deal) -> DealInfo:
    found = await _attempts(hub, deal)
    finished = [one for one in found if one.points is not None]
    mine = next((one for one in found if one.browser == visitor.hash), None)
    attempt = None
    if mine is not None:
        place = _place(finished, mine) if mine.points is not None else None
        attempt = MyAttempt(mine.table, mine.status == "over", mine.points, mine.won, place)
    points = await hub.storage.read(partial(store.points_at, ids=[deal.par])) if deal.par is not None else {}
    return DealInfo(
        day=deal.day,
        game=deal.game,
        commit=deal.commit,
        published=deal.made,
        seed=deal.seed.hex() if deal.day < hub.daily.today else None,
        bots=opponents(find(deal.game)),
        attempt=attempt,
        par=points.get(deal.par or ""),
        played=len(finished),
        streak=await _streak(hub, visitor, deal),
    )


async def _streak(hub: Hub, visitor: Visitor, deal: Deal) -> int:
    """Days in a row up to the deal's; a day that is not over yet breaks nothing."""
    mine = await hub.storage.read(partial(store.attempts, game=deal.game, browser=visitor.hash))
    days = {one.day for one in mine if one.points is not None}
    day = deal.day if deal.day in days or deal.day < hub.daily.today else day_after(deal.day, -1)
    count = 0
    while day in days:
        count += 1
        day = day_after(day, -1)
    return count
