"""Every setting, endpoint and message is documented."""

from __future__ import annotations

import re
from pathlib import Path
from typing import get_args

from branchline.server import app, messages
from branchline.server.settings import Settings

DOCS = Path(__file__).parents[2] / "docs"
API = (DOCS / "api.md").read_text("utf-8")
HOSTING = (DOCS / "self-hosting.md").read_text("utf-8")


def test_every_setting_is_documented_with_its_default() -> None:
    rows = dict(re.findall(r"^\| `(\w+)` \| ([^|]*) \|", HOSTING, re.MULTILINE))
    assert set(rows) == set(Settings.__struct_fields__)
    defaults = Settings()
    for name, shown in rows.items():
        if name != "data":
            value = getattr(defaults, name)
            text = str(value).lower() if isinstance(value, bool) else repr(value).replace("'", '"')
            text = "none" if value is None else text
            assert shown.strip().strip("`") == text, name


def test_every_endpoint_is_documented() -> None:
    paths = {
        re.sub(r":\w+\}", "}", path)
        for handler in app.HANDLERS
        for path in handler.paths
        if path not in ("/{path:path}", "/api/docs/{name:str}")
    }
    for path in paths:
        if path.startswith("/m/") or path in ("/rules", "/rules/{game}"):
            continue
        assert path in API or path.removeprefix("/api/tables/{id}") in API, path


def test_every_message_is_documented() -> None:
    for message in get_args(messages.ClientMessage) + get_args(messages.ServerMessage):
        assert f'"type": "{message.__struct_config__.tag}"' in API, message


def test_the_limits_are_the_documented_ones() -> None:
    defaults = Settings()
    assert f"{defaults.plays_per_second} play messages and {defaults.questions_per_second} questions per second" in API
