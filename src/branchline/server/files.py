"""Files of the page as they go over the wire: compressed at build, chosen by Accept-Encoding, known by ETag."""

from __future__ import annotations

import functools
import hashlib
import mimetypes
from pathlib import Path

from litestar import Response
from litestar.datastructures import Headers

FOREVER = "public, max-age=31536000, immutable"
FRESH = "no-cache"
ENCODINGS = (("br", ".br"), ("gzip", ".gz"))
"""The best first, with the ending of the files."""


def send(path: Path, headers: Headers, forever: bool = False) -> Response[bytes]:
    """A file that exists, or 304 if the browser has it. Under a hashed name it may be kept `forever`."""
    encoding, chosen = _choose(path, headers.get("accept-encoding", ""))
    content, tag = _read(chosen, chosen.stat().st_mtime_ns)
    answer = {"cache-control": FOREVER if forever else FRESH, "etag": tag, "vary": "accept-encoding"}
    if encoding is not None:
        answer["content-encoding"] = encoding
    if tag in [known.strip().removeprefix("W/") for known in headers.get("if-none-match", "").split(",")]:
        return Response(b"", status_code=304, headers=answer)
    kind = mimetypes.guess_type(path.name)[0] or "application/octet-stream"
    return Response(content, media_type=kind, headers=answer)


def _choose(path: Path, accepted: str) -> tuple[str | None, Path]:
    """The best encoding that the browser takes and that lies there."""
    wanted = {name for name, quality in _accepted(accepted) if quality}
    for encoding, ending in ENCODINGS:
        packed = path.with_name(path.name + ending)
        if encoding in wanted and packed.is_file():
            return encoding, packed
    return None, path


def _accepted(header: str) -> list[tuple[str, bool]]:
    """What Accept-Encoding names, and whether its quality is above zero."""
    found = []
    for part in header.split(","):
        name, _, rest = part.strip().partition(";")
        quality = rest.replace(" ", "").removeprefix("q=")
        found.append((name.strip().lower(), quality.strip("0.") != "" or quality == ""))
    return found


@functools.lru_cache(256)
def _read(path: Path, _changed: int) -> tuple[bytes, str]:
    """Content and tag, read once for each change of the file."""
    content = path.read_bytes()
    return content, f'"{hashlib.sha256(content).hexdigest()[:16]}"'
