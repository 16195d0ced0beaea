"""What can be wrong with the storage, told apart; and why a server cannot start."""

from __future__ import annotations

import errno
import sqlite3
from pathlib import Path

from branchline.core.errors import OptionError
from branchline.core.text import Text

_BY_SQLITE = {
    sqlite3.SQLITE_FULL: "disk_full",
    sqlite3.SQLITE_READONLY: "read_only",
    sqlite3.SQLITE_PERM: "read_only",
    sqlite3.SQLITE_CANTOPEN: "disk_error",
    sqlite3.SQLITE_IOERR: "disk_error",
    sqlite3.SQLITE_CORRUPT: "damaged",
    sqlite3.SQLITE_NOTADB: "damaged",
    sqlite3.SQLITE_BUSY: "busy",
    sqlite3.SQLITE_LOCKED: "busy",
}
_BY_SYSTEM = {
    errno.ENOSPC: "disk_full",
    errno.EDQUOT: "disk_full",
    errno.EROFS: "read_only",
    errno.EACCES: "read_only",
    errno.EPERM: "read_only",
    errno.EIO: "disk_error",
}

_BY_POSTGRESQL = {
    "53100": "disk_full",
    "25006": "read_only",
    "58030": "disk_error",
    "XX001": "damaged",
    "XX002": "damaged",
}


def storage_code(error: BaseException | None) -> str | None:
    """Which fault of the storage stands behind an error, if any."""
    while error is not None:
        found = _code(error)
        if found is not None:
            return found
        error = _behind(error)
    return None


def _behind(error: BaseException) -> BaseException | None:
    """The error that another one was made from."""
    if isinstance(error, BaseExceptionGroup):
        first: BaseException = error.exceptions[0]
        return first
    inner: BaseException | None = getattr(error, "orig", None) or error.__cause__
    return inner


def _code(error: BaseException) -> str | None:
    if isinstance(error, sqlite3.Error):
        return _BY_SQLITE.get(getattr(error, "sqlite_errorcode", -1) & 0xFF)
    if (state := getattr(error, "sqlstate", None)) is not None:  # asyncpg may not be loaded
        return _BY_POSTGRESQL.get(state)
    if isinstance(error, OSError) and error.errno is not None:
        return _BY_SYSTEM.get(error.errno)
    return None


def start_fault(error: BaseException, folder: Path) -> OptionError:
    """Why the server cannot start in that folder, and what to do about it."""
    if isinstance(error, OptionError):
        return error
    if isinstance(error, BaseExceptionGroup):
        return start_fault(error.exceptions[0], folder)
    return OptionError(
        Text(f"server.start_{_start_code(error, folder)}", {"folder": str(folder), "why": _brief(error)})
    )


def _start_code(error: BaseException, folder: Path) -> str:
    if (folder / "branchline.db").is_dir() or (folder.exists() and not folder.is_dir()):
        return "no_folder"
    if isinstance(error, NotADirectoryError | FileExistsError):
        return "no_folder"
    if type(error).__name__ == "CommandError" and "locate revision" in str(error):  # alembic may not be loaded
        return "newer"
    return storage_code(error) or "fault"


def _brief(error: BaseException) -> str:
    text = str(getattr(error, "orig", None) or getattr(error, "strerror", None) or error)
    return text.splitlines()[0][:200] if text else type(error).__name__
