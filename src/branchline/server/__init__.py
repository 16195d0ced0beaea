"""Tables in the browser: seats, storage, live views, bots. `branchline.server.app.create_app` makes the ASGI app."""

from __future__ import annotations

import sys


def _import_structlog() -> None:
    """Import it without rich, which it would load for pretty traces: the server writes none, and rich takes 7 MB."""
    if "rich" in sys.modules:
        return
    sys.modules["rich"] = None  # type: ignore[assignment]
    try:
        import structlog  # noqa: F401
    finally:
        del sys.modules["rich"]


_import_structlog()
