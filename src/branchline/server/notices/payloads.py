"""What REST requests and answers about notices hold."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from branchline.server.notices.notice import KINDS, ChannelKind, Kind
from branchline.server.quiet import QuietHours


class ChannelInfo(msgspec.Struct):
    """A channel as its owner sees it. Of an address with a secret in it only the beginning is shown."""

    id: str
    kind: ChannelKind
    label: str
    address: str
    confirmed: bool
    trouble: str | None
    """Why the last message could not be delivered: an HTTP or SMTP status, or a few words."""


class NoticesInfo(msgspec.Struct):
    """What a person is told of, where, and when not; and what this server can do."""

    channels: list[ChannelInfo]
    kinds: list[Kind]
    quiet: QuietHours | None
    push_key: str
    """The key that a browser needs to subscribe."""
    email: bool
    """Whether this server can send e-mail."""


class PushKeys(msgspec.Struct, forbid_unknown_fields=True):
    """The keys of a browser's push subscription."""

    p256dh: Annotated[str, Meta(max_length=200)]
    auth: Annotated[str, Meta(max_length=100)]


class NewChannel(msgspec.Struct, forbid_unknown_fields=True):
    """A channel to add: a push subscription, the address of a webhook, or an e-mail address."""

    kind: ChannelKind
    address: Annotated[str, Meta(min_length=3, max_length=1000)]
    language: Literal["en", "ru"] = "en"
    label: Annotated[str, Meta(max_length=60)] = ""
    keys: PushKeys | None = None


class WantedNotices(msgspec.Struct, forbid_unknown_fields=True):
    """What to be told of, and the quiet hours."""

    kinds: Annotated[list[Kind], Meta(max_length=len(KINDS))]
    quiet: QuietHours | None = None


class Code(msgspec.Struct, forbid_unknown_fields=True):
    """The code that came by e-mail."""

    code: Annotated[str, Meta(min_length=6, max_length=12)]
