"""One server per data folder: a second one says which process holds it, and stops."""

from __future__ import annotations

import os
import sys
from pathlib import Path

from branchline.core.errors import OptionError
from branchline.core.text import Text

if sys.platform != "win32":  # on Windows the port is the only guard
    import fcntl


class FolderLock:
    """A lock beside the database file. It ends with the process, however that ends."""

    def __init__(self, database: Path) -> None:
        self._path = database.with_suffix(".lock")
        self._file: int | None = None

    def take(self) -> None:
        """Lock the folder, or raise an error that names the process that holds it."""
        if sys.platform == "win32":
            return
        handle = os.open(self._path, os.O_RDWR | os.O_CREAT, 0o600)
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            holder = os.read(handle, 20).decode("ascii", "replace").strip() or "?"
            os.close(handle)
            facts = {"folder": str(self._path.parent), "process": holder}
            raise OptionError(Text("server.start_in_use", facts)) from error
        os.ftruncate(handle, 0)
        os.write(handle, str(os.getpid()).encode())
        self._file = handle

    def free(self) -> None:
        """Release the lock."""
        if self._file is not None:
            os.close(self._file)
            self._file = None
