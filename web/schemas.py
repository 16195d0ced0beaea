"""Writes the JSON Schemas of all that crosses the API boundary; types.mjs makes the page's TypeScript types from them.

    python web/schemas.py FOLDER

leaves `server.json` (messages of the WebSocket), `<package>.json` for every game, and `rest.json` (OpenAPI).
"""

from __future__ import annotations

import json
import sys
import typing
from collections.abc import Iterator, Mapping
from inspect import cleandoc
from pathlib import Path
from typing import Any

import msgspec
from msgspec import inspect

from branchline.core.log import Entry, UndoneEntry

REFERENCE = "#/definitions/{name}"
INPUTS = ("action", "request", "client")
"""What the page sends: a field with a default may be left out. Everything else is sent by the server, whole."""
ROLES = ("view", "action", "result", "entry", "preview", "check", "request", "refusal")


def describe(title: str, roles: Mapping[str, Any]) -> dict[str, Any]:
    """One schema with a property for every role; None is a role that nobody plays."""
    definitions: dict[str, Any] = {}
    properties: dict[str, Any] = {}
    for role, kinds in roles.items():
        if kinds is None:
            properties[role] = {"type": "null"}
            continue
        members = typing.get_args(kinds) or (kinds,)
        schemas, found = msgspec.json.schema_components(members, ref_template=REFERENCE)
        for struct in _structs(members):
            _complete(found[struct.cls.__name__], struct, role in INPUTS)
            if struct.cls is Entry:
                # The base of all entries: a game's own have a kind each.
                found["Entry"]["properties"]["kind"] = {"type": "string"}
        schema, found = _tidy([list(schemas), found])
        schema, found = _renamed(schema, found, definitions, role)
        properties[role] = schema[0] if len(schema) == 1 else {"anyOf": schema}
        definitions |= found
    return {
        "title": title,
        "type": "object",
        "properties": properties,
        "required": list(properties),
        "definitions": dict(sorted(definitions.items())),
    }


def _structs(members: tuple[Any, ...]) -> Iterator[inspect.StructType]:
    """Every Struct that the types reach."""
    seen: set[type] = set()
    waiting: list[Any] = list(inspect.multi_type_info(members))
    while waiting:
        kind = waiting.pop()
        if isinstance(kind, inspect.StructType):
            if kind.cls in seen:
                continue
            seen.add(kind.cls)
            yield kind
            waiting += [field.type for field in kind.fields]
        elif isinstance(kind, inspect.Type):
            for part in (getattr(kind, name) for name in kind.__struct_fields__):
                waiting += part if isinstance(part, tuple) else [part]
        elif isinstance(kind, inspect.Field):
            waiting.append(kind.type)


def _complete(schema: dict[str, Any], struct: inspect.StructType, given: bool) -> None:
    """The server sends all fields of a struct; only what it may leave out is optional."""
    if not given and not struct.array_like and not struct.cls.__struct_config__.omit_defaults:
        optional = {field.encode_name for field in struct.fields if _may_be_unset(field)}
        schema["required"] = [name for name in schema["properties"] if name not in optional]


def _may_be_unset(field: inspect.Field) -> bool:
    return not field.required and field.default is field.default_factory is inspect.NODEFAULT


def _tidy(schema: Any) -> Any:
    """Draft 2020-12 as json-schema-to-typescript reads it; without limits, which a type cannot hold."""
    if isinstance(schema, list):
        return [_tidy(each) for each in schema]
    if not isinstance(schema, dict):
        return schema
    kept = {name: _tidy(value) for name, value in schema.items()}
    if isinstance(kept.get("description"), str):
        kept["description"] = cleandoc(kept["description"])
    if not isinstance(schema.get("type"), str):
        return kept
    for name in ("default", "minItems", "maxItems", "propertyNames"):
        kept.pop(name, None)
    if kept["type"] == "array" and "prefixItems" in kept:
        items = kept.pop("prefixItems")
        kept |= {"items": items, "additionalItems": False, "minItems": len(items), "maxItems": len(items)}
    if kept["type"] == "object" and "properties" not in kept:
        kept.setdefault("additionalProperties", True)
    return kept


def _renamed(schema: Any, found: dict[str, Any], known: dict[str, Any], role: str) -> tuple[Any, dict[str, Any]]:
    """A struct of a name that stands for another one already gets its role's name added."""
    text = json.dumps([schema, found])
    for name in found:
        if name in known and known[name] != found[name]:
            other = name + role.capitalize()
            text = text.replace(json.dumps(REFERENCE.format(name=name)), json.dumps(REFERENCE.format(name=other)))
            text = text.replace(
                f'{json.dumps(name)}: {{"title": {json.dumps(name)}', f'"{other}": {{"title": "{other}"'
            )
    schema, found = json.loads(text)
    return schema, found


def main(folder: Path) -> None:
    """Write all schemas."""
    from branchline.games import find, slugs
    from branchline.server import messages
    from branchline.server.app import describe_api

    folder.mkdir(parents=True, exist_ok=True)
    for old in folder.glob("*.json"):
        old.unlink()
    documents = {
        "server": describe("Server", {"client": messages.ClientMessage, "message": messages.ServerMessage}),
        "rest": describe_api(),
    }
    for slug in slugs():
        try:
            game = find(slug)
            types = game.types
        except Exception as error:
            # The board of this game will not pass the checks; those of the others still can.
            print(f"branchline: no types for {slug}: {error!r}", file=sys.stderr)
            continue
        roles = {role: getattr(types, role) for role in ROLES}
        documents[game.package] = describe("Game", roles | {"entry": types.entry | UndoneEntry})
    for name, document in documents.items():
        (folder / f"{name}.json").write_text(json.dumps(document, indent=1) + "\n", "utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
