"""The live connection: what a client may say, one message after another, and what it is answered."""

from __future__ import annotations

import asyncio
import time
from typing import Any

import msgspec
import structlog
from litestar import WebSocket, websocket
from litestar.exceptions import WebSocketDisconnect
from litestar.params import FromPath

from branchline.core.action import Action, Json
from branchline.core.errors import ActionError, BranchlineError
from branchline.core.generator import Generator
from branchline.core.match import Match
from branchline.server import messages as m
from branchline.server import seating, store
from branchline.server.audience import Connection
from branchline.server.errors import Refused, error_info
from branchline.server.hub import Hub
from branchline.server.limits import Bucket
from branchline.server.metrics import CONNECTIONS, REFUSED
from branchline.server.table import Table, chat_line
from branchline.server.visitor import Visitor

log = structlog.get_logger("branchline.server")
MOST_CHARACTERS = 65_536
CHAT_CHARACTERS = 500
SAMPLES = 12


@websocket("/api/tables/{id:str}/live")
async def live(socket: WebSocket[Any, Any, Any], id: FromPath[str]) -> None:
    """One page's connection to one table."""
    hub: Hub = socket.app.state.hub
    visitor: Visitor | None = socket.scope.get("visitor")  # type: ignore[assignment]
    await socket.accept()
    address = socket.client.host if socket.client else ""
    if not hub.doorman.enter(address):
        await _turn_away(socket, Refused(429, "too_many_connections"), 4429)
        return
    try:
        table = await hub.table(id)
    except Refused as error:
        hub.doorman.leave(address)
        await _turn_away(socket, error, 4404)
        return
    connection = Connection(visitor, hub.settings.queue_messages)
    sender = asyncio.create_task(_send_on(socket, connection))
    CONNECTIONS.inc()
    try:
        await table.welcome(connection)
        await Conversation(hub, table, connection).listen(socket)
    except WebSocketDisconnect:
        pass
    except BranchlineError as error:
        # A match that this version's rules cannot replay: say so rather than only close the connection.
        log.error("table does not load", table=table.id, why=str(error))
        sender.cancel()
        await _turn_away(socket, error, 4500)
    finally:
        CONNECTIONS.dec()
        hub.doorman.leave(address)
        table.farewell(connection)
        sender.cancel()


async def _turn_away(socket: WebSocket[Any, Any, Any], error: BranchlineError, code: int) -> None:
    await socket.send_data(m.encode(m.RefusedMessage(None, error_info(error))))
    await socket.close(code=code)


async def _send_on(socket: WebSocket[Any, Any, Any], connection: Connection) -> None:
    """Send what is queued; None means that the reader was too slow."""
    try:
        while (text := await connection.queue.get()) is not None:
            await socket.send_data(text)
        await socket.close(code=4408, reason="too slow; come back")
    except (WebSocketDisconnect, RuntimeError):
        # The other side is gone; the listening end notices too and cleans up.
        pass


class Conversation:
    """What one connection says, checked and answered in order."""

    def __init__(self, hub: Hub, table: Table, connection: Connection) -> None:
        self.hub = hub
        self.table = table
        self.connection = connection
        settings = hub.settings
        self._plays = Bucket(settings.plays_per_second, settings.plays_per_second)
        self._questions = Bucket(settings.questions_per_second, settings.questions_per_second)
        self._chats = Bucket(5, 1)

    async def listen(self, socket: WebSocket[Any, Any, Any]) -> None:
        """Until the other side hangs up or is dropped."""
        while not self.connection.dropped:
            await self.hear(await socket.receive_data(mode="text"))

    async def hear(self, data: str | bytes) -> None:
        """Answer one message. Whatever it is, the answer is a message, never a closed connection."""
        message: Any = None
        try:
            message = self._read(data)
            await self._answer(message)
        except BranchlineError as error:
            self._refuse(_id_of(message, data), error, message)
            if isinstance(message, m.Play | m.Undo) and (
                isinstance(error, ActionError) or error.code == "server.stale"
            ):
                await self._refresh(message.n)
        except Exception as error:
            log.error("fault", table=self.table.id, exc_info=error)
            self._refuse(_id_of(message, data), Refused(500, "fault"), message)

    def _read(self, data: str | bytes) -> m.ClientMessage:
        if len(data) > MOST_CHARACTERS:
            raise Refused(413, "too_large")
        try:
            message: m.ClientMessage = m.decoder.decode(data)
            return message
        except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
            if not self._questions.take():
                raise Refused(429, "too_fast") from error
            raise Refused(400, "bad_message", why=str(error)[:200]) from error

    async def _answer(self, message: m.ClientMessage) -> None:
        bucket = self._questions
        if isinstance(message, m.Play | m.Undo | m.Agree):
            bucket = self._plays
        elif isinstance(message, m.Chat):
            bucket = self._chats
        if not bucket.take():
            raise Refused(429, "too_fast")
        match message:
            case m.Play():
                await self._play(message)
            case m.Undo():
                await self._undo(message)
            case m.Agree():
                await self._agree(message)
            case m.Chat():
                await self._chat(message)
            case m.Sync():
                await self._sync()
            case m.Ping():
                self._send(m.Pong())
            case _:
                await self._question(message)

    async def _play(self, message: m.Play) -> None:
        seating.must_hold(self.table, self.connection.visitor, message.seat)
        async with self.table.lock:
            seat, action = message.seat, message.action
            n = await self.table.act(seat, message.id, lambda match: match.play(seat, action))
        self._send(m.Done(message.id, n))

    async def _undo(self, message: m.Undo) -> None:
        seating.must_hold(self.table, self.connection.visitor, message.seat)

        def tell(outcome: int | BranchlineError) -> None:
            if isinstance(outcome, BranchlineError):
                self._refuse(message.id, outcome, None)
            else:
                self._send(m.Done(message.id, outcome))

        await self.table.undo_requests.undo(message.seat, message.id, tell)

    async def _agree(self, message: m.Agree) -> None:
        if self.connection.hash is None or not self.table.seats_of(self.connection.hash):
            raise Refused(403, "not_yours")
        await self.table.undo_requests.agree(self.connection.hash, message.ask, message.yes)
        self._send(m.Done(message.id, len(self.table.match.events)))

    async def _question(self, message: m.Question) -> None:
        seating.must_hold(self.table, self.connection.visitor, message.seat)
        async with self.table.lock:
            match = await self.table.loaded()
            self._send(_reply(match, message))

    async def _chat(self, message: m.Chat) -> None:
        visitor = self.connection.visitor
        if visitor is None:
            raise Refused(403, "no_cookie")
        text = "".join(letter for letter in message.text if letter.isprintable() or letter == "\n").strip()
        if not text or len(text) > CHAT_CHARACTERS:
            raise Refused(422, "chat_length", most=CHAT_CHARACTERS)
        mine = self.table.seats_of(visitor.hash)
        line = {
            "table_id": self.table.id,
            "seat": mine[0] if mine else None,
            "browser": visitor.hash,
            "client": message.id,
            "name": self.table.seats[mine[0]].name if mine else await self.hub.name_of(visitor),
            "text": text,
            "at": time.time(),
        }
        said, new = await self.hub.database.write(lambda each: store.say(each, line))
        if new:
            self.table.audience.tell(chat_line(said))
        self._send(m.Done(message.id, said["n"]))

    async def _sync(self) -> None:
        async with self.table.lock:
            self.connection.send(self.table.audience.table_text(self.connection))
            if self.table.status != "open":
                await self.table.loaded()
                self.table.audience.tell_all_of(self.connection)

    def _send(self, message: m.ServerMessage) -> None:
        self.connection.send(m.encode(message))

    async def _refresh(self, have: int | None) -> None:
        """A full view for a client that may have acted on an old one."""
        async with self.table.lock:
            if self.table.status != "open" and have != len((await self.table.loaded()).events):
                self.table.audience.tell_all_of(self.connection)

    def _refuse(self, id_: str | None, error: BranchlineError, message: Any) -> None:
        REFUSED.labels(type(message).__name__.lower() if message is not None else "other").inc()
        self._send(m.RefusedMessage(id_, error_info(error)))


def _id_of(message: Any, data: str | bytes) -> str | None:
    """The client's id of a message, also of one that could not be read as a whole."""
    if message is None and len(data) <= MOST_CHARACTERS:
        try:
            message = msgspec.json.decode(data, type=_Named)
        except (msgspec.DecodeError, UnicodeError, RecursionError):
            return None
    id_ = getattr(message, "id", None)
    return id_ if isinstance(id_, str) and len(id_) <= 64 else None


class _Named(msgspec.Struct):
    id: str | None = None


def _reply(match: Match, message: m.Question) -> m.ServerMessage:
    match message:
        case m.Legal():
            return m.ActionsAnswer(message.id, _actions(match.legal(message.seat)))
        case m.Suggest():
            return m.ActionsAnswer(message.id, _actions(_suggested(match, message.seat, message.request)))
        case m.Preview():
            return m.PreviewAnswer(message.id, match.preview(message.seat, message.action))
        case m.Check():
            return m.CheckAnswer(message.id, match.check(message.seat, message.action))


def _suggested(match: Match, seat: int, request: Json) -> list[Action]:
    """What the game suggests; some actions at random where it has nothing to say and cannot list them either."""
    found = match.suggest(seat, request)
    if found or request or match.listed(seat):
        return found
    rng = Generator(len(match.events), seat)
    return [match.sample(seat, rng) for _ in range(SAMPLES)]


def _actions(actions: list[Action]) -> list[m.LegalAction]:
    return [m.LegalAction(action.json(), action.text) for action in actions]
