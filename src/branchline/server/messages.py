"""What crosses the WebSocket, as typed structs told apart by `type`."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from branchline.core.action import Json
from branchline.core.log import Entry
from branchline.core.text import Text
from branchline.core.views import View
from branchline.server.payloads import ErrorInfo, SeatClock, TableInfo

ClientId = Annotated[str, Meta(min_length=1, max_length=64)]
Seat = Annotated[int, Meta(ge=0, le=63)]


# ── from the client ──
class _Message(msgspec.Struct, tag_field="type", tag=str.lower):
    """What a client sends."""


class Play(_Message):
    """Do an action. `n` is the number of the view that it was chosen from, if the client says."""

    id: ClientId
    seat: Seat
    action: Json
    n: int | None = None


class Undo(_Message):
    """Take back the seat's last action."""

    id: ClientId
    seat: Seat
    n: int | None = None


class Agree(_Message):
    """Answer to somebody's request to take an action back."""

    id: ClientId
    ask: str
    yes: bool


class Legal(_Message):
    """Which actions are there?"""

    id: ClientId
    seat: Seat


class Preview(_Message):
    """What would this action bring?"""

    id: ClientId
    seat: Seat
    action: Json


class Check(_Message):
    """Is this action legal?"""

    id: ClientId
    seat: Seat
    action: Json


class Suggest(_Message):
    """Which actions fit this request?"""

    id: ClientId
    seat: Seat
    request: Json


class Chat(_Message):
    """Say something to the table."""

    id: ClientId
    text: str


class Sync(_Message):
    """Send everything anew."""


class Ping(_Message):
    """Are you there?"""


class Look(_Message):
    """The page was hidden (`away`), or is visible again."""

    away: bool


ClientMessage = Play | Undo | Agree | Legal | Preview | Check | Suggest | Chat | Sync | Ping | Look
Question = Legal | Preview | Check | Suggest


# ── from the server ──
class Rights(msgspec.Struct):
    """What this browser may do at the table beside playing."""

    hint: bool
    """Ask what the expert would do."""
    call_off: bool
    """End a game that runs without a result; it is possible until a person has moved."""


class TableMessage(msgspec.Struct, tag_field="type", tag="table"):
    """The table as this browser sees it now."""

    table: TableInfo
    rights: Rights
    now: int
    """The server's time in milliseconds since 1970, for clocks."""


class Clocks(msgspec.Struct, tag_field="type", tag="clocks"):
    """The time of each seat after an action."""

    now: int
    seats: list[SeatClock]


class ViewMessage(msgspec.Struct, tag_field="type", tag="view"):
    """A position as one seat (null: a spectator) sees it, with the log's entries from event `from` on."""

    seat: int | None
    view: View
    log: list[Entry]
    from_: int = msgspec.field(name="from")
    n: int


class ViewChange(msgspec.Struct, tag_field="type", tag="view_change"):
    """What has changed in a view since the one after event `base`; only for clients that ask for changes."""

    seat: int | None
    base: int
    changes: list[list[Any]]
    """[path, value], or [path] for what is gone."""
    log: list[Entry]
    from_: int = msgspec.field(name="from")
    n: int


class Done(msgspec.Struct, tag_field="type", tag="done"):
    """The client's message of that id has taken effect and is on disk."""

    id: str
    n: int


class LegalAction(msgspec.Struct):
    """An action that may be played now, and its text."""

    action: Json
    text: Text


class ActionsAnswer(msgspec.Struct, tag_field="type", tag="answer"):
    """The answer to `legal` and `suggest`."""

    id: str
    actions: list[LegalAction]


class PreviewAnswer(msgspec.Struct, tag_field="type", tag="answer"):
    """The answer to `preview`."""

    id: str
    preview: Any
    """The game's own struct, or null."""


class CheckAnswer(msgspec.Struct, tag_field="type", tag="answer"):
    """The answer to `check` of a legal action; an illegal one is refused."""

    id: str
    check: Any
    """The game's own struct, or null."""
    ok: Literal[True] = True


class RefusedMessage(msgspec.Struct, tag_field="type", tag="refused"):
    """The client's message of that id (null: it could not be read) changed nothing."""

    id: str | None
    error: ErrorInfo


class UndoAsked(msgspec.Struct, tag_field="type", tag="undo_asked"):
    """A seat asks the others to let it take its last action back."""

    ask: str
    seat: int
    by: str


class UndoSettled(msgspec.Struct, tag_field="type", tag="undo_settled"):
    """That request is settled."""

    ask: str
    yes: bool


class ChatLine(msgspec.Struct, tag_field="type", tag="chat"):
    """Somebody said something; `seat` is null for a spectator."""

    n: int
    seat: int | None
    name: str | None
    text: str
    at: float


class Thinking(msgspec.Struct, tag_field="type", tag="thinking"):
    """A bot begins or ends to think."""

    seat: int
    on: bool


class Pong(msgspec.Struct, tag_field="type", tag="pong"):
    """I am here."""


ServerMessage = (
    TableMessage
    | Clocks
    | ViewMessage
    | ViewChange
    | Done
    | ActionsAnswer
    | PreviewAnswer
    | CheckAnswer
    | RefusedMessage
    | UndoAsked
    | UndoSettled
    | ChatLine
    | Thinking
    | Pong
)

decoder = msgspec.json.Decoder(ClientMessage)
_encoder = msgspec.json.Encoder()


def encode(message: ServerMessage) -> bytes:
    """A message of the server, as JSON."""
    return _encoder.encode(message)


def framed(text: bytes) -> bytes:
    """A text as a WebSocket's frame (RFC 6455), ready to be sent to anybody."""
    size = len(text)
    if size < 126:
        return bytes((0x81, size)) + text
    if size < 65_536:
        return b"\x81\x7e" + size.to_bytes(2, "big") + text
    return b"\x81\x7f" + size.to_bytes(8, "big") + text


def frame(message: ServerMessage) -> bytes:
    """A message of the server, ready to be sent."""
    return framed(_encoder.encode(message))
