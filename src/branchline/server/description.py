"""The OpenAPI description, completed by what the framework cannot see in our structs."""

from __future__ import annotations

from typing import Any

from litestar import Litestar

WHOLE = ("Entry", "Result", "Text", "View")
"""Structs of the core that are only sent, and always with all their fields."""


def describe(app: Litestar) -> dict[str, Any]:
    """The description of the application's API."""
    described = app.openapi_schema.to_schema()
    schemas = described["components"]["schemas"]
    for name in WHOLE:
        schemas[name]["required"] = sorted(schemas[name]["properties"])
    # Every game has kinds of entries of its own, and fields in them and in its view.
    schemas["Entry"]["properties"]["kind"] = {"type": "string"}
    return described
