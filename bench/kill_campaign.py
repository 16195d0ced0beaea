"""A longer siege than the tests': `python -m bench.kill_campaign --kills 1000 --players 12 --seed 1`.

With `--processes 3 --players 40 --every 2` it is three processes on one PostgreSQL behind nginx, and the database is
restarted now and then.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from tests.server.fortress import Client, Fortress, Row, audit, siege, sqlite_rows
from tests.server.front import Front
from tests.server.postgres import cluster


def main() -> None:
    """Kill the server many times and print the account."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--kills", type=int, default=200)
    parser.add_argument("--players", type=int, default=12)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--processes", type=int, default=0, help="on PostgreSQL behind nginx; 0: one on SQLite")
    parser.add_argument("--every", type=float, help="seconds between two kills; without it at random moments")
    parser.add_argument("--actions", type=int, default=0, help="so many between two kills at least; 0: one per player")
    given = parser.parse_args()
    began = time.monotonic()
    with tempfile.TemporaryDirectory() as folder:
        rows, everybody = (_front if given.processes else _alone)(Path(folder), given)
        account = audit(rows, everybody)
    print(json.dumps({"kills": given.kills, "seconds": round(time.monotonic() - began, 1), **account}))


def _alone(folder: Path, given: argparse.Namespace) -> tuple[list[Row], list[Client]]:
    fortress = Fortress(folder)
    try:
        everybody = asyncio.run(
            siege(fortress, given.players, given.kills, given.seed, _pause(given, 0.0, 0.5), given.actions)
        )
    finally:
        fortress.kill()
    return sqlite_rows(folder / "branchline.db"), everybody


def _pause(given: argparse.Namespace, least: float, most: float) -> tuple[float, float]:
    return (least, most) if given.every is None else (given.every, given.every)


def _front(folder: Path, given: argparse.Namespace) -> tuple[list[Row], list[Client]]:
    with cluster(Path(tempfile.mkdtemp(prefix="branchline-postgres-"))) as postgres:
        front = Front(folder, postgres, "campaign", given.processes, restart_every=15)
        try:
            everybody = asyncio.run(
                siege(front, given.players, given.kills, given.seed, _pause(given, 1.0, 2.0), given.actions)
            )
            return front.rows(), everybody
        finally:
            front.close()


if __name__ == "__main__":
    main()
