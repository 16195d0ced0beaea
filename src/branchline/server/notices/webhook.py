"""Notices for other programs: the shapes that Discord, Slack and ntfy take, and plain JSON."""

from __future__ import annotations

import re
from typing import Any, Literal
from urllib.parse import urlsplit, urlunsplit

import msgspec

from branchline.server.notices.addresses import Forbidden
from branchline.server.notices.texts import Letter

Shape = Literal["discord", "slack", "ntfy", "json"]
SHAPES: tuple[Shape, ...] = ("discord", "slack", "ntfy", "json")
HEADERS = {"Content-Type": "application/json"}
_TOPIC = re.compile(r"/([A-Za-z0-9_-]{1,64})/?")


def request_of(shape: Shape, url: str, letter: Letter) -> tuple[str, bytes]:
    """The address and the body of a notice in that shape."""
    if shape == "ntfy":
        server, topic = ntfy_topic(url)
        return server, _json(topic=topic, title=letter.title, message=letter.body, click=letter.url, tags=["train"])
    if shape == "discord":
        # Names may look like mentions; nobody is to be called by them.
        text = f"**{_plain(letter.title)}**\n{_plain(letter.body)}\n<{letter.url}>"
        return url, _json(content=text[:2000], allowed_mentions={"parse": []})
    if shape == "slack":
        return url, _json(text=f"*{_escaped(letter.title)}*\n{_escaped(letter.body)}\n<{letter.url}>")
    return url, msgspec.json.encode(letter)


def ntfy_topic(url: str) -> tuple[str, str]:
    """The server and the topic of an ntfy address; JSON goes to the server's root, since headers hold no Russian."""
    parts = urlsplit(url)
    found = _TOPIC.fullmatch(parts.path)
    if found is None or parts.query:
        raise Forbidden("an ntfy address is https://server/topic", "notices.no_topic")
    return urlunsplit((parts.scheme, parts.netloc, "/", "", "")), found[1]


def _json(**fields: Any) -> bytes:
    return msgspec.json.encode(fields)


def _plain(text: str) -> str:
    """Without what Discord would take for formatting."""
    return re.sub(r"([*_`~|<>\\@])", r"\\\1", text)


def _escaped(text: str) -> str:
    """Slack's three escapes; a star would end the bold title."""
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;").replace("*", "∗")
