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

from branchline.compute import steady
from branchline.review import review
from branchline.review.crew import workers_for
from branchline.review.report import Report


class Task(msgspec.Struct):
    """One game to review."""

    record: dict[str, Any]
    seconds: float
    workers: int
    compute: str = ""
    """The address of a cluster; without it the work is done by processes of this machine."""


class Said(msgspec.Struct, omit_defaults=True):
    """What the process says: a report, or that it lost the cluster and goes on without it."""

    report: Report | None = None
    lost: str | None = None


def main() -> None:
    """Do one task."""
    os.nice(10)
    task = msgspec.json.decode(sys.stdin.buffer.readline(), type=Task)
    threading.Thread(target=_end_with_server, daemon=True).start()
    place = steady(task.compute, workers_for(task.record["game"], task.workers), _tell_of_cluster)
    for report in review(task.record, seconds=task.seconds, place=place):
        _say(Said(report))
    place.kill()


def _tell_of_cluster(trouble: str | None) -> None:
    if trouble is not None:
        _say(Said(lost=trouble))


def _say(said: Said) -> None:
    sys.stdout.buffer.write(msgspec.json.encode(said) + b"\n")
    sys.stdout.buffer.flush()


def _end_with_server() -> None:
    # Not through sys.stdin: a thread that holds its lock would disturb the interpreter's end.
    while os.read(0, 4096):
        pass
    os.killpg(0, signal.SIGKILL)  # its own workers too; it leads a group of its own


if __name__ == "__main__":
    main()
