"""The live connection: a client's messages, one after another, and the answers to them."""

from __future__ import annotations

import asyncio
import time
from typing import Any

import msgspec
import sqlalchemy as sa
import structlog
from litestar import WebSocket, websocket
from litestar.exceptions import WebSocketDisconnect
from litestar.params import FromPath

from branchline.core.errors import ActionError, BranchlineError
from branchline.core.text import visible
from branchline.server import messages as m
from branchline.server.audience import Connection
from branchline.server.errors import Refused, Unavailable, log_fault, public_error
from branchline.server.hub import Hub
from branchline.server.metrics import CONNECTIONS, REFUSED
from branchline.server.pool import Lost
from branchline.server.questions import pack
from branchline.server.refusals import error_info
from branchline.server.storage import outbox, queries
from branchline.server.table import Table
from branchline.server.transport import wire_of
from branchline.server.visitor import Visitor
from branchline.server.welcome import farewell, welcome

log = structlog.get_logger("branchline.server")
MOST_CHARACTERS = 65_536
CHAT_CHARACTERS = 500


@websocket("/api/tables/{id:str}/live")
async def live(socket: WebSocket[Any, Any, Any], id: FromPath[str]) -> None:
    """One page's connection to one table."""
    hub: Hub = socket.app.state.hub
    visitor: Visitor | None = socket.scope.get("visitor")  # type: ignore[assignment]
    await socket.accept()
    address: str = socket.scope["network"]  # type: ignore[typeddict-item]
    if not hub.connections.enter(address):
        await _turn_away(socket, Refused(429, "too_many_connections"), 4429)
        return
    try:
        table = await hub.table(id)
    except Exception as error:
        hub.connections.leave(address)
        if not isinstance(error, BranchlineError):
            log_fault(error, table=id)
        code = 4404 if isinstance(error, Refused) and error.status == 404 else 4500
        await _turn_away(socket, public_error(error), code)
        return
    connection = Connection(
        wire_of(socket.scope), visitor, hub.settings.queue_kilobytes, socket.query_params.get("changes") == "1"
    )
    CONNECTIONS.inc()
    conversation = Conversation(hub, table, connection, address)
    try:
        await welcome(table, connection)
        if table.game.action_count is None:
            hub.questions.pool.place.warm()
        await conversation.listen(socket)
    except WebSocketDisconnect:
        pass
    except Exception as error:
        # Say what is wrong (a match that these rules cannot replay, a fault of ours) rather than only hang up.
        if isinstance(error, BranchlineError) and not isinstance(error, Unavailable):
            log.error("table does not load", table=table.id, why=str(error))
        else:
            log_fault(error, table=table.id)
        await _turn_away(socket, public_error(error), 4500)
    finally:
        CONNECTIONS.dec()
        conversation.leave()
        hub.connections.leave(address)
        farewell(table, connection)


async def _turn_away(socket: WebSocket[Any, Any, Any], error: BranchlineError, code: int) -> None:
    await socket.send_data(m.encode(m.RefusedMessage(None, error_info(error))).decode())
    await socket.close(code=code)


class Conversation:
    """What one connection says, checked and answered in order."""

    def __init__(self, hub: Hub, table: Table, connection: Connection, address: str = "") -> None:
        self.hub = hub
        self.table = table
        self.connection = connection
        self._address = address
        self._asking: set[asyncio.Task[None]] = set()

    async def listen(self, socket: WebSocket[Any, Any, Any]) -> None:
        """Answer messages until the client hangs up or is dropped."""
        while not self.connection.dropped:
            await self.hear(await socket.receive_data(mode="text"))
            # What has come already is received without a pause; others must have their turn in between.
            await asyncio.sleep(0)

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
            log_fault(error, table=self.table.id)
            self._refuse(_id_of(message, data), public_error(error), message)

    def _read(self, data: str | bytes) -> m.ClientMessage:
        if len(data) > MOST_CHARACTERS:
            raise Refused(413, "too_large")
        try:
            message: m.ClientMessage = m.decoder.decode(data)
            return message
        except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
            self._must_be_slow_enough("question")
            raise Refused(400, "bad_message", why=str(error)[:200]) from error

    async def _answer(self, message: m.ClientMessage) -> None:
        kind = "question"
        if isinstance(message, m.Play | m.Undo | m.Agree):
            kind = "play"
        elif isinstance(message, m.Chat):
            kind = "chat"
        self._must_be_slow_enough(kind)
        if isinstance(message, m.Play | m.Undo | m.Agree | m.Chat):
            self.hub.must_not_be_banned(self.connection.visitor)
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
            case m.Look():
                await self._look(message)
            case _:
                await self._question(message)

    def _must_be_slow_enough(self, kind: str) -> None:
        """Refuse whoever is too fast; connecting anew does not reset the count."""
        if not self.hub.limits.allow_browser(kind, self.connection.hash, self._address):
            raise Refused(429, "too_fast")

    async def _play(self, message: m.Play) -> None:
        self.table.must_play(self.connection.visitor, message.seat)
        async with self.table.lock:
            seat, action = message.seat, message.action
            n = await self.table.act(seat, message.id, lambda match: match.play(seat, action))
        self._send(m.Done(message.id, n))

    async def _undo(self, message: m.Undo) -> None:
        self.table.must_play(self.connection.visitor, message.seat)

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
        self.table.must_hold(self.connection.visitor, message.seat)
        questions = self.hub.questions
        async with self.table.lock:
            match = self.table.match
            if questions.is_quick(match, message):
                self._send(questions.answer_now(match, message))
                return
            position = pack(match)
        task = asyncio.create_task(self._ask(position, message))
        self._asking.add(task)
        task.add_done_callback(self._asking.discard)

    async def _ask(self, position: dict[str, Any], message: m.Question) -> None:
        """Send a worker's answer. Meanwhile the connection is heard: a move does not wait for it."""
        try:
            whose = self._address, self.connection.hash, self.table.id
            answer = await self.hub.questions.answer(*whose, position, message)
        except Lost:
            self._refuse(message.id, Refused(503, "too_hard"), message)
            return
        except Refused as error:
            self._refuse(message.id, error, message)
            return
        except Exception as error:
            log_fault(error, table=self.table.id)
            self._refuse(message.id, public_error(error), message)
            return
        if answer.refused:
            REFUSED.labels(type(message).__name__.lower()).inc()
        self.connection.send(m.framed(answer.text))

    def leave(self) -> None:
        """Cancel the questions that are still open."""
        for task in self._asking:
            task.cancel()

    async def _chat(self, message: m.Chat) -> None:
        visitor = self.connection.visitor
        if visitor is None:
            raise Refused(403, "no_cookie")
        text = visible(message.text).strip()
        if not text or len(text) > CHAT_CHARACTERS:
            raise Refused(422, "chat_length", most=CHAT_CHARACTERS)
        if not await self.hub.cluster.allow_browser("chat", visitor.hash, self._address):
            raise Refused(429, "too_fast")
        mine = self.table.seats_of(visitor.hash)
        line = {
            "table_id": self.table.id,
            "seat": mine[0] if mine else None,
            "browser": visitor.hash,
            "client": message.id,
            "name": self.table.state.seats[mine[0]].place.name if mine else await self.hub.name_of(visitor),
            "text": text,
            "at": time.time(),
        }
        told = self.hub.notices.mentioned(self.table, visitor.hash, str(line["name"] or ""), text)

        def job(connection: sa.Connection) -> tuple[queries.Row, bool]:
            said, new = queries.say(connection, line)
            if new:
                outbox.put(connection, told)
            return said, new

        said, new = await self.hub.storage.write(job)
        if new:
            self.hub.notices.expect(told)
            self.table.audience.tell_line(said)
            await self.hub.storage.tell("chat", self.table.id)
        self._send(m.Done(message.id, said["n"]))

    async def _look(self, message: m.Look) -> None:
        """The page was hidden, or is visible again."""
        browser, table = self.connection.hash, self.table
        if browser is None or not table.seats_of(browser):
            return
        before = table.audience.looking(browser)
        self.connection.away = message.away
        if table.audience.looking(browser) != before:
            await self.hub.cluster.turned(table, browser)
        if not message.away:
            await self.hub.notices.looked(table.id, browser)

    async def _sync(self) -> None:
        async with self.table.lock:
            self.connection.send(self.table.audience.table_frame(self.connection))
            if self.table.state.started:
                self.table.audience.tell_all_of(self.connection)

    def _send(self, message: m.ServerMessage) -> None:
        self.connection.send(m.frame(message))

    async def _refresh(self, have: int | None) -> None:
        """A full view for a client that may have acted on an old one."""
        async with self.table.lock:
            if self.table.state.started and have != self.table.state.outcome.events:
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
