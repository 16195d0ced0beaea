"""The process that reviews one game: reads a task from standard input, writes a report per line.

It ends with the server: when that is gone, standard input ends.
"""

from __future__ import annotations

import os
import signal
import sys
import threading
from typing import Any

import msgspec

from branchline.review import review


class Task(msgspec.Struct):
    """One game to review."""

    record: dict[str, Any]
    seconds: float
    workers: int


def main() -> None:
    """Do one task."""
    os.nice(10)
    task = msgspec.json.decode(sys.stdin.buffer.readline(), type=Task)
    threading.Thread(target=_end_with_server, daemon=True).start()
    for report in review(task.record, seconds=task.seconds, workers=task.workers):
        sys.stdout.buffer.write(msgspec.json.encode(report) + b"\n")
        sys.stdout.buffer.flush()


def _end_with_server() -> None:
    # Not through sys.stdin: a thread that holds its lock would disturb the interpreter's end.
    while os.read(0, 4096):
        pass
    os.killpg(0, signal.SIGKILL)  # its own workers too; it leads a group of its own


if __name__ == "__main__":
    main()
