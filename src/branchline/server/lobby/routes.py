"""REST: people whom one follows, looking for a game, and what waits for a person."""

from __future__ import annotations

from functools import partial

import msgspec
import sqlalchemy as sa
from litestar import delete, get, post, put
from litestar.params import FromPath, FromQuery, JSONBody

from branchline.games import find
from branchline.server import kept_seats
from branchline.server.clocks import Clock
from branchline.server.errors import Refused
from branchline.server.hub import Hub
from branchline.server.lobby import follows, searches
from branchline.server.lobby.fitting import Search
from branchline.server.lobby.payloads import FollowName, Follows, SearchInfo, Waiting, Wanted
from branchline.server.quiet import is_sound
from branchline.server.ratings import standings
from branchline.server.tables import Asked, clean_name, hub_of, may_make_table, visitor_of
from branchline.server.visitor import Visitor

OFFER = 20.0
"""Seconds after which somebody who found nobody is offered bots."""
LEAVING = 8.0
"""Seconds that a search outlasts its page: as long as loading it anew takes."""
STEP = 5.0
"""Seconds at least between two writes that prolong a search."""


def in_person(request: Asked) -> Visitor:
    """The browser that asks; programs have tables of their own to make."""
    visitor = visitor_of(request)
    if visitor.program:
        raise Refused(403, "not_for_programs")
    return visitor


# ── looking for a game ──
@get("/api/waiting")
async def waiting(request: Asked) -> Waiting:
    """What waits for this person. The request keeps their search alive and shows followers that they are here."""
    hub, visitor = hub_of(request), visitor_of(request)
    now = hub.timekeeper.now()
    search = await _search(hub, visitor)
    invited = []
    if visitor.person is not None and not visitor.program:
        await hub.sightings.note(visitor.person)
        ids = await hub.storage.read(partial(kept_seats.invitations, person=visitor.person, now=now))
        invited = await hub.describe(await hub.look(ids), visitor, links=False)
    return Waiting(search, invited)


@put("/api/search")
async def search(request: Asked, data: JSONBody[Wanted]) -> SearchInfo:
    """Look for a game, in place of an earlier search."""
    hub, visitor = hub_of(request), in_person(request)
    await may_make_table(request)
    game = find(data.game)
    if data.least > data.most or data.least not in game.players or data.most not in game.players:
        raise Refused(422, "bad_players", least=max(2, game.players.start), most=game.players.stop - 1)
    if data.clock.quiet is not None and not is_sound(data.clock.quiet):
        raise Refused(422, "bad_quiet_hours")
    if data.rated and visitor.person is None:
        raise Refused(403, "rated_needs_account")
    now = hub.timekeeper.now()
    clock = msgspec.json.encode(data.clock).decode()
    rating = await hub.storage.read(partial(strength, person=visitor.hash, wanted=data))
    low, high = data.low, data.high
    if data.near is not None and rating is not None:
        low, high = rating - data.near, rating + data.near
    wanted = Search(
        holder=visitor.hash,
        name=await hub.name_of(visitor),
        game=data.game,
        least=data.least,
        most=data.most,
        clock=clock,
        rated=data.rated,
        low=low,
        high=high,
        rating=rating,
        language=data.language,
        bots=False,
        created=now,
        until=now + searches.lasts(clock),
    )
    await hub.storage.write(partial(searches.put, search=wanted))
    hub.matcher.wake()
    return await _known(hub, visitor)


@post("/api/search/bots", status_code=200)
async def with_bots(request: Asked) -> SearchInfo:
    """Let bots take the seats that nobody wants, and begin."""
    hub, visitor = hub_of(request), in_person(request)
    await hub.storage.write(partial(searches.allow_bots, holder=visitor.hash))
    hub.matcher.wake()
    return await _known(hub, visitor)


@delete("/api/search", status_code=204)
async def stop(request: Asked, leaving: FromQuery[bool] = False) -> None:
    """Look no more; of a page that is `leaving`, unless it is loaded anew or another one goes on asking."""
    hub, visitor = hub_of(request), in_person(request)
    if leaving:
        until = hub.timekeeper.now() + LEAVING
        await hub.storage.write(partial(searches.end_at, holder=visitor.hash, until=until))
    else:
        await hub.storage.write(partial(searches.drop, holder=visitor.hash))


def strength(connection: sa.Connection, person: str, wanted: Wanted) -> int | None:
    """An account's rating in a game with about that many players; None while it is provisional."""
    found = [
        shown.rating
        for game, players, shown in standings.of_person(connection, person)
        if game == wanted.game and wanted.least <= players <= wanted.most and not shown.provisional
    ]
    return found[0] if found else None


async def _known(hub: Hub, visitor: Visitor) -> SearchInfo:
    found = await _search(hub, visitor)
    if found is None:
        raise Refused(404, "not_found")
    return found


async def _search(hub: Hub, visitor: Visitor) -> SearchInfo | None:
    """The visitor's search, prolonged."""
    now = hub.timekeeper.now()
    row = await hub.storage.read(partial(searches.one, holder=visitor.hash))
    if row is None or row["until"] < now:
        return None
    until = now + searches.lasts(row["clock"])
    if row["table_id"] is None and until - row["until"] > STEP:
        await hub.storage.write(partial(searches.keep_on, holder=visitor.hash, until=until))
    return SearchInfo(
        game=row["game"],
        least=row["least"],
        most=row["most"],
        clock=msgspec.json.decode(row["clock"], type=Clock),
        rated=row["rated"],
        low=row["low"],
        high=row["high"],
        bots=row["bots"],
        since=row["created"],
        others=await hub.storage.read(partial(searches.others, search=row, now=now)),
        offer=row["table_id"] is None and now - row["created"] >= OFFER,
        table=row["table_id"] if row["done"] else None,
    )


# ── following ──
@get("/api/follows")
async def followed(request: Asked) -> Follows:
    """Whom this person follows, and where these are."""
    return Follows(await follows.followed(hub_of(request), visitor_of(request)))


@post("/api/follows", status_code=200)
async def follow(request: Asked, data: JSONBody[FollowName]) -> Follows:
    """Follow an account."""
    hub, visitor = hub_of(request), in_person(request)
    await follows.follow(hub, visitor, clean_name(data.name))
    return Follows(await follows.followed(hub, visitor))


@delete("/api/follows/{id:str}", status_code=200)
async def unfollow(request: Asked, id: FromPath[str]) -> Follows:
    """Follow somebody no more."""
    hub, visitor = hub_of(request), in_person(request)
    await follows.unfollow(hub, visitor, id)
    return Follows(await follows.followed(hub, visitor))


HANDLERS = [waiting, search, with_bots, stop, followed, follow, unfollow]
