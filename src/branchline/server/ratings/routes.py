"""REST: people and leaderboards."""

from __future__ import annotations

from functools import partial
from typing import Annotated, Any

from litestar import get
from litestar.params import FromPath, FromQuery, PathParameter, QueryParameter

from branchline.bots import levels
from branchline.games import find
from branchline.server.errors import Refused
from branchline.server.hub import Hub
from branchline.server.people import conduct, names, store
from branchline.server.ratings import described, profile, scale, standings
from branchline.server.ratings.bots import bot_rating
from branchline.server.ratings.payloads import (
    Board,
    BoardList,
    BoardName,
    BoardRow,
    BotRow,
    GameStatistics,
    PersonInfo,
    ResultList,
)
from branchline.server.ratings.profile import Seen
from branchline.server.tables import Asked, hub_of, visitor_of
from branchline.server.visitor import Visitor

PAGE, BOARD_PAGE = 20, 50
PLOTTED = 100
"""How many games the plot of points has, and favourites are counted over."""
Page = Annotated[int, QueryParameter(ge=0, le=100_000)]
Players = Annotated[int, PathParameter(ge=1, le=64)]


@get("/api/people/{name:str}")
async def person(request: Asked, name: FromPath[str]) -> PersonInfo:
    """A person: ratings, results by opponent, best games, days of the daily challenge."""
    hub, visitor = hub_of(request), visitor_of(request)
    row = await _person(hub, visitor, name)
    seen = Seen(row["id"], row["id"] == visitor.person)
    job = partial(described.person, row=row, seen=seen, today=hub.daily.today, now=hub.timekeeper.now())
    return await hub.storage.read(partial(job, viewer=visitor.person))


@get("/api/people/{name:str}/games")
async def games(
    request: Asked,
    name: FromPath[str],
    game: FromQuery[str | None] = None,
    result: FromQuery[profile.Result | None] = None,
    opponent: FromQuery[str | None] = None,
    page: Page = 0,
) -> ResultList:
    """A person's finished games, the last first; of one game, won or lost, or with somebody."""
    hub, visitor = hub_of(request), visitor_of(request)
    row = await _person(hub, visitor, name)
    slug = find(game).slug if game is not None else None
    other = (await _person(hub, visitor, opponent))["id"] if opponent is not None else None
    seen = Seen(row["id"], row["id"] == visitor.person)

    def job(connection: Any) -> ResultList:
        rows, total = profile.history(connection, seen, slug, result, other, page * PAGE, PAGE)
        return ResultList(described.games(connection, rows, seen, hub.daily.today), total, page, PAGE)

    return await hub.storage.read(job)


@get("/api/people/{name:str}/statistics/{game:str}")
async def statistics(request: Asked, name: FromPath[str], game: FromPath[str]) -> GameStatistics:
    """A person's points over time in one game, and what they used most."""
    hub, visitor = hub_of(request), visitor_of(request)
    row = await _person(hub, visitor, name)
    found = find(game)
    seen = Seen(row["id"], row["id"] == visitor.person)
    job = partial(described.statistics, seen=seen, game=found, most=PLOTTED, today=hub.daily.today)
    return await hub.storage.read(job)


@get("/api/leaderboards")
async def boards(request: Asked) -> BoardList:
    """The leaderboards that there are."""
    visitor_of(request)
    found = await hub_of(request).storage.read(standings.boards)
    return BoardList([BoardName(game, players) for game, players in found])


@get("/api/leaderboards/{game:str}/{players:int}")
async def board(request: Asked, game: FromPath[str], players: Players, page: Page = 0) -> Board:
    """People by their rating in a game with so many players."""
    hub, visitor = hub_of(request), visitor_of(request)
    known = find(game)
    if players not in known.players:
        raise Refused(404, "not_found")
    job = partial(_board, game=known.slug, players=players, page=page, visitor=visitor)
    found = await hub.storage.read(job)
    for level in levels(known):
        if (rating := bot_rating(known.slug, players, level)) is not None:
            shown = scale.shown(rating, 0)
            found.bots.append(BotRow(level, shown.rating, shown.error))
    return found


def _board(connection: Any, game: str, players: int, page: int, visitor: Visitor) -> Board:
    rows, total = standings.board(connection, game, players, page * BOARD_PAGE, BOARD_PAGE)
    listed = [_row(row, page * BOARD_PAGE + number + 1, visitor) for number, row in enumerate(rows)]
    own = next((row for row in listed if row.you), None)
    if own is None and visitor.person is not None:
        place = standings.place_on_board(connection, game, players, visitor.person)
        if place is not None:
            mine, _ = standings.board(connection, game, players, place - 1, 1)
            own = _row(mine[0], place, visitor) if mine else None
    return Board(game, players, listed, total, page, BOARD_PAGE, own, scale.PROVISIONAL_GAMES, [])


def _row(row: Any, place: int, visitor: Visitor) -> BoardRow:
    shown = scale.shown(scale.Rating(row["mu"], row["sigma"]), row["games"])
    return BoardRow(place, row["name"], row["person"] == visitor.person, shown.rating, shown.error, shown.games)


async def _person(hub: Hub, visitor: Visitor, name: str) -> Any:
    """The account of that name, if it has a page for whoever asks.

    A deleted account is gone, a banned one is seen by itself alone, and whoever was blocked does not look.
    """
    row = await hub.storage.read(partial(store.known_as, skeleton=names.skeleton(name)))
    own = row is not None and row["id"] == visitor.person
    if row is None or row["deleted"] is not None or (row["banned"] is not None and not own):
        raise Refused(404, "no_person", name=name)
    blocked = partial(conduct.blocked_by, other=visitor.hash, holders=[row["id"]])
    if not own and await hub.storage.read(blocked):
        raise Refused(403, "page_closed")
    return row


HANDLERS = [person, games, statistics, boards, board]
