"""What crosses the WebSocket, as typed records told apart by `type`."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from msgspec import Meta

ClientId = Annotated[str, Meta(min_length=1, max_length=64)]
Seat = Annotated[int, Meta(ge=0, le=63)]


class _Message(msgspec.Struct, tag_field="type", tag=str.lower):
    """The common form of what a client sends."""


class Play(_Message):
    """Do an action. `n` is the number of the view that it was chosen from, if the client says."""

    id: ClientId
    seat: Seat
    action: dict[str, Any]
    n: int | None = None


class Undo(_Message):
    """Take back the seat's last action."""

    id: ClientId
    seat: Seat
    n: int | None = None


class Agree(_Message):
    """Answer to somebody's wish to take an action back."""

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
    action: dict[str, Any]


class Check(_Message):
    """Is this action legal?"""

    id: ClientId
    seat: Seat
    action: dict[str, Any]


class Suggest(_Message):
    """Which actions fit this wish?"""

    id: ClientId
    seat: Seat
    wish: dict[str, Any]


class Chat(_Message):
    """Say something to the table."""

    id: ClientId
    text: str


class Sync(_Message):
    """Send everything anew."""

    have: dict[str, Any] | None = None


class Ping(_Message):
    """Are you there?"""


ClientMessage = Play | Undo | Agree | Legal | Preview | Check | Suggest | Chat | Sync | Ping
Question = Legal | Preview | Check | Suggest

decoder = msgspec.json.Decoder(ClientMessage)
_encoder = msgspec.json.Encoder()


def encode(message: Any) -> str:
    """A message of the server, as text."""
    return _encoder.encode(message).decode()
