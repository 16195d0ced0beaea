"""Files copied at random moments, also between the writes of one transaction, hold everything acknowledged before."""

from __future__ import annotations

import asyncio
import random
from pathlib import Path

import pytest

from tests.server.fortress import Fortress, Player, read_through

pytestmark = [pytest.mark.server, pytest.mark.slow]
COPIES = 12


@pytest.mark.timeout(300)
def test_a_copy_of_any_moment_opens_and_holds_what_was_acknowledged(tmp_path: Path) -> None:
    fortress = Fortress(tmp_path / "data")
    promised: list[set[str]] = []

    async def scene() -> None:
        rng = random.Random(4)
        stop = asyncio.Event()
        players = [Player(fortress.port, number, 4) for number in range(6)]
        tasks = [asyncio.create_task(player.play_on(stop)) for player in players]
        for number in range(COPIES):
            count = sum(len(player.acknowledged) for player in players)
            while sum(len(player.acknowledged) for player in players) < count + 10:
                await asyncio.sleep(0.005)
            await asyncio.sleep(rng.uniform(0, 0.05))
            promised.append({name for player in players for name in player.acknowledged})
            # Everything in `promised` was acknowledged before the copy; what comes while it is made may be in it too.
            await asyncio.to_thread(fortress.copy, tmp_path / str(number))
        stop.set()
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        for player in players:
            await player.http.aclose()

    fortress.start()
    try:
        asyncio.run(scene())
    finally:
        fortress.kill()
    assert len(promised) == COPIES
    for number, names in enumerate(promised):
        held = read_through(tmp_path / str(number) / "branchline.db")
        assert names <= held, f"copy {number} lost {sorted(names - held)[:3]}"
