"""SQLite's journal (the -wal file), read as its format describes it: a header, then frames of one page each."""

from __future__ import annotations

import struct
from pathlib import Path
from typing import NamedTuple

HEADER = 32
FRAME = 24
SALTS = slice(16, 24)
"""Where the header has the salts, which every frame of it repeats; others are left from before a checkpoint."""


class Cut(NamedTuple):
    """The end of a frame."""

    at: int
    commits: bool
    """Whether a transaction ends with this frame."""


def frames(wal: bytes) -> list[Cut]:
    """The ends of all frames that count."""
    page = int(struct.unpack(">I", wal[8:12])[0])
    found = []
    for at in range(HEADER, len(wal) - FRAME - page + 1, FRAME + page):
        if wal[at + 8 : at + 16] != wal[SALTS]:
            break
        size = struct.unpack(">I", wal[at + 4 : at + 8])[0]
        found.append(Cut(at + FRAME + page, size > 0))
    return found


class Journal:
    """A journal that grows; it looks only at what came since it last looked."""

    def __init__(self, file: Path) -> None:
        self._file = file
        self.salts = b""
        """They change when the journal begins anew after a checkpoint."""
        self._end = HEADER

    def end(self) -> int:
        """Where its last frame ends now."""
        with self._file.open("rb") as raw:
            header = raw.read(HEADER)
            if header[SALTS] != self.salts:
                self.salts, self._end = header[SALTS], HEADER
            step = FRAME + int(struct.unpack(">I", header[8:12])[0])
            size = self._file.stat().st_size
            while self._end + step <= size:
                raw.seek(self._end + 8)
                if raw.read(8) != self.salts:
                    break
                self._end += step
        return self._end
