"""Files as a power cut leaves them, also in the middle of a transaction, hold everything acknowledged before."""

from __future__ import annotations

import asyncio
import random
from pathlib import Path

import pytest

from tests.server.fortress import Fortress, gatherings, read_through, staying

pytestmark = [pytest.mark.server, pytest.mark.slow]
COPIES = 12


@pytest.mark.timeout(300)
def test_a_copy_of_any_moment_opens_and_holds_what_was_acknowledged(tmp_path: Path) -> None:
    fortress = Fortress(tmp_path / "data")
    promised: list[set[str]] = []

    async def scene() -> None:
        rng = random.Random(4)
        everybody = [client for each in gatherings(fortress.port, 12, 4) for client in each.clients]
        async with staying(everybody):
            for number in range(COPIES):
                count = sum(len(client.acknowledged) for client in everybody)
                while sum(len(client.acknowledged) for client in everybody) < count + 10:
                    await asyncio.sleep(0.005)
                await asyncio.sleep(rng.uniform(0, 0.05))
                promised.append({name for client in everybody for name in client.acknowledged})
                # Everything in `promised` was acknowledged before the copy; what comes meanwhile may be in it too.
                await asyncio.to_thread(fortress.copy, tmp_path / str(number))

    fortress.start()
    try:
        asyncio.run(scene())
    finally:
        fortress.kill()
    assert len(promised) == COPIES
    for number, names in enumerate(promised):
        held = read_through(tmp_path / str(number) / "branchline.db")
        assert names <= held, f"copy {number} lost {sorted(names - held)[:3]}"
