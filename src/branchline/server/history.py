"""REST: what was played: records, positions, going on from one of them, the board as text, the sheet to print."""

from __future__ import annotations

import asyncio
import functools
from typing import Annotated, Any, Literal

import msgspec
from litestar import MediaType, Response, get, post
from litestar.params import FromPath, FromQuery, JSONBody, PathParameter, QueryParameter

import branchline
from branchline.bots import CHARACTERS
from branchline.core.errors import BranchlineError, RecordError
from branchline.core.text import Text, one_line
from branchline.games import find
from branchline.server import seating
from branchline.server.errors import Refused
from branchline.server.events import Made, Place
from branchline.server.messages import ViewMessage
from branchline.server.payloads import Continue, TableInfo
from branchline.server.sheets import games_with_sheets, printed_of
from branchline.server.table import Table
from branchline.server.tables import Asked, clean_names, hub_of, may_make_table, visitor_of
from branchline.server.visitor import Visitor

RECORD_BYTES = 1_000_000
Position = Annotated[int, PathParameter(ge=0, le=20_000)]
SeatAsked = Annotated[int | None, QueryParameter(ge=0, le=63)]
Language = Literal["en", "ru"]


@get("/api/tables/{id:str}/record")
async def record(request: Asked, id: FromPath[str]) -> Response[bytes]:
    """The record of a finished game, a file to keep."""
    table = await hub_of(request).table(id)
    _must_be_over(table)
    async with table.lock:
        data = table.record()
    headers = {"content-disposition": f'attachment; filename="{table.game.slug}-{table.id}.json"'}
    return Response(msgspec.json.encode(data), media_type=MediaType.JSON, headers=headers)


@post("/api/records", request_max_body_size=RECORD_BYTES)
async def take_record(request: Asked, data: JSONBody[dict[str, Any]]) -> TableInfo:
    """Bring in the record of a finished game, for replay."""
    await may_make_table(request)
    hub, visitor = hub_of(request), visitor_of(request)
    try:
        match = await asyncio.to_thread(branchline.replay, data)
    except RecordError:
        raise
    except (BranchlineError, TypeError, ValueError, OverflowError, KeyError, IndexError) as error:
        raise Refused(422, "bad_record", why=str(error)[:200]) from error
    if not match.over:
        raise Refused(422, "record_unfinished")
    places = [_place(seat) for seat in match.seats]
    made = Made(
        game=match.game.slug,
        rules=match.game.rules_version,
        options=match.options,
        host=visitor.hash,
        public=False,
        seed=match.seed,
        commit=match.commit,
        seats=places,
        inherited=match.inherited,
    )
    table = await hub.add(made, visitor.address)
    async with table.lock:
        await table.adopt(match)
    return await hub.info(table.id, visitor)


def _place(seat: dict[str, Any]) -> Place:
    """A seat of a record: whoever wrote it, the fields may be anything."""
    name, bot = seat.get("name"), seat.get("bot")
    clean = one_line(name)[:40] if isinstance(name, str) else ""
    level = one_line(bot)[:40] if isinstance(bot, str) else None
    if level and (character := seat.get("character")) in CHARACTERS:
        called = Text(f"core.character_{character}").render("en")
        return Place("bot", None if clean in ("", called) else clean, level, character=character)
    return Place("bot" if level else "human", clean or None, level)


@get("/api/tables/{id:str}/positions/{n:int}")
async def position(request: Asked, id: FromPath[str], n: Position, seat: SeatAsked = None) -> ViewMessage:
    """The position after the first n events, with the log up to it; of a running game as the asker may see it."""
    table, visitor = await hub_of(request).table(id), visitor_of(request)
    seat = _may_see(table, visitor, seat)
    async with table.lock:
        match = table.match
        if n > len(match.events):
            raise Refused(404, "no_position", most=len(match.events))
    return await table.positions.at(n, seat)


@post("/api/tables/{id:str}/continue")
async def go_on(request: Asked, id: FromPath[str], data: JSONBody[Continue]) -> TableInfo:
    """A new table that begins at a position of a finished game, with chance of its own from there."""
    await may_make_table(request)
    hub, visitor = hub_of(request), visitor_of(request)
    old = await hub.table(id)
    _must_be_over(old)
    async with old.lock:
        match = old.match
        if data.n > len(match.events):
            raise Refused(404, "no_position", most=len(match.events))
    if len(data.seats) != len(old.state.seats):
        raise Refused(422, "seat_count", seats=len(old.state.seats))
    if await old.positions.over(data.n):
        raise Refused(409, "over")
    clean_names(data.seats)
    places = await hub.places(visitor, old.game, data.seats)
    table = await hub.make(visitor, old.game, old.state.made.options, places, origin=(old.id, data.n))
    if all(place.kind != "open" for place in places):
        await seating.start(table, visitor)
    return await hub.info(table.id, visitor)


@get("/api/tables/{id:str}/text", media_type=MediaType.TEXT)
async def text(request: Asked, id: FromPath[str], seat: SeatAsked = None, language: FromQuery[Language] = "en") -> str:
    """The board as plain text."""
    table, visitor = await hub_of(request).table(id), visitor_of(request)
    seat = _may_see(table, visitor, seat)
    async with table.lock:
        return table.match.board(seat, language)


@get("/api/sheet.pdf")
async def sheet(
    game: FromQuery[str | None] = None, variant: FromQuery[str | None] = None, language: FromQuery[Language] = "en"
) -> Response[bytes]:
    """A game's sheet to print: by default the usual one of the first game that has one."""
    name, pdf = await asyncio.to_thread(_sheet, game, variant, language)
    headers = {"content-disposition": f'inline; filename="{name}.pdf"'}
    return Response(pdf, media_type="application/pdf", headers=headers)


@functools.lru_cache(64)
def _sheet(slug: str | None, variant: str | None, language: str) -> tuple[str, bytes]:
    """The name and the content of the file."""
    games = [find(slug)] if slug is not None else games_with_sheets()
    printed = printed_of(games[0]) if games else None
    if printed is None:
        raise Refused(404, "no_sheet")
    variant = variant if variant is not None else printed.VARIANTS[0]
    return f"{games[0].slug}-{variant}-{language}", printed.make_sheet(variant, language)


def _may_see(table: Table, visitor: Visitor, seat: int | None) -> int | None:
    """The seat whose eyes are asked for; while the game runs only one's own, and by default that."""
    if table.status == "open":
        raise Refused(409, "not_started")
    if table.status == "over":
        if seat is not None and seat >= len(table.state.seats):
            raise Refused(404, "no_seat")
        return seat
    if seat is not None:
        table.must_hold(visitor, seat)
        return seat
    mine = table.seats_of(visitor.hash)
    return mine[0] if mine else None


def _must_be_over(table: Table) -> None:
    if table.status != "over":
        raise Refused(409, "not_over")
