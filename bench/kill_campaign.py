"""A longer siege than the test's: `python -m bench.kill_campaign --kills 200 --players 12 --seed 1`."""

from __future__ import annotations

import argparse
import asyncio
import json
import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from tests.server.fortress import Fortress, audit, siege


def main() -> None:
    """Kill the server many times and print the account."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--kills", type=int, default=200)
    parser.add_argument("--players", type=int, default=12)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    began = time.monotonic()
    with tempfile.TemporaryDirectory() as folder:
        fortress = Fortress(Path(folder))
        try:
            players = asyncio.run(siege(fortress, given.players, given.kills, given.seed, (0.0, 0.5)))
        finally:
            fortress.kill()
        account = audit(Path(folder) / "branchline.db", players)
    print(json.dumps({"kills": given.kills, "seconds": round(time.monotonic() - began, 1), **account}))


if __name__ == "__main__":
    main()
