"""The page's types: the server sends structs whole, takes what has a default as optional, and names nothing twice."""

from __future__ import annotations

import importlib.util
import json
from pathlib import Path
from types import ModuleType
from typing import Any

import msgspec
import pytest

from branchline.core.log import Entry, UndoneEntry
from branchline.server import messages
from branchline.server.app import describe_api

SCRIPT = Path(__file__).parents[2] / "web" / "schemas.py"


class Step(msgspec.Struct, tag_field="type", tag="step"):
    """Sent in both directions."""

    to: tuple[int, int]
    by: str = "foot"


class Place(msgspec.Struct):
    """Only sent by the server."""

    steps: list[Step]
    facts: dict[str, Any] = {}
    name: str | None = None
    secret: int | msgspec.UnsetType = msgspec.UNSET


class Pair(msgspec.Struct, array_like=True):
    """An array in JSON."""

    x: int
    y: int = 0


class Stepped(Entry, tag="step"):
    """An entry."""

    where: Pair


@pytest.fixture(scope="module")
def schemas() -> ModuleType:
    """The script, as a module."""
    spec = importlib.util.spec_from_file_location("schemas", SCRIPT)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_what_is_sent_has_all_fields_and_what_is_given_may_leave_some_out(schemas: ModuleType) -> None:
    found = schemas.describe("Game", {"view": Place, "action": Step, "request": None})
    known = found["definitions"]
    assert known["Place"]["required"] == ["steps", "facts", "name"]
    assert known["Step"]["required"] == ["type", "to", "by"]
    assert known["StepAction"]["required"] == ["type", "to"], "the same struct, given instead of sent"
    assert found["properties"]["action"] == {"$ref": "#/definitions/StepAction"}
    assert found["properties"]["request"] == {"type": "null"}
    assert known["Place"]["properties"]["facts"]["additionalProperties"] is True
    assert known["Step"]["properties"]["to"]["minItems"] == 2
    assert known["Step"]["properties"]["type"] == {"enum": ["step"]}


def test_entries_keep_their_kinds_and_the_base_of_all_has_any(schemas: ModuleType) -> None:
    known = schemas.describe("Game", {"entry": Stepped | UndoneEntry, "base": Entry})["definitions"]
    assert known["Stepped"]["properties"]["kind"] == {"enum": ["step"]}
    assert known["UndoneEntry"]["properties"]["kind"] == {"enum": ["undone"]}
    assert known["Entry"]["properties"]["kind"] == {"type": "string"}
    assert set(known["Stepped"]["required"]) == {"kind", "n", "turn_number", "seat", "points", "text", "where"}
    assert known["Pair"]["type"] == "array"


def test_the_same_sources_give_the_same_schemas(schemas: ModuleType, tmp_path: Path) -> None:
    for folder in ("one", "two"):
        schemas.main(tmp_path / folder)
    files = sorted(path.name for path in (tmp_path / "one").iterdir())
    assert {"rest.json", "server.json"} <= set(files)
    for name in files:
        assert (tmp_path / "one" / name).read_bytes() == (tmp_path / "two" / name).read_bytes(), name
        assert isinstance(json.loads((tmp_path / "one" / name).read_bytes()), dict)


def test_the_description_of_the_api_fits_any_game() -> None:
    known = describe_api()["components"]["schemas"]
    assert known["Entry"]["properties"]["kind"] == {"type": "string"}
    assert set(known["View"]["required"]) == set(known["View"]["properties"])


def test_a_message_says_what_it_is() -> None:
    text = messages.encode(messages.ViewMessage(None, {}, [], 0, 3))  # type: ignore[arg-type]
    assert json.loads(text) == {"type": "view", "seat": None, "view": {}, "log": [], "from": 0, "n": 3}
    assert json.loads(messages.encode(messages.CheckAnswer("a", None))) == {
        "type": "answer",
        "id": "a",
        "check": None,
        "ok": True,
    }
