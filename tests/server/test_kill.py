"""Kill −9 under load: what was acknowledged is there, once, and everybody comes back."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from tests.server.fortress import Fortress, audit, siege, sqlite_rows

pytestmark = [pytest.mark.server, pytest.mark.slow]
KILLS = 20


@pytest.mark.timeout(400)
def test_twenty_kills_lose_nothing_and_double_nothing(tmp_path: Path) -> None:
    fortress = Fortress(tmp_path)
    try:
        players = asyncio.run(siege(fortress, 6, KILLS, seed=3, pause=(0.0, 0.3)))
    finally:
        fortress.kill()
    account = audit(sqlite_rows(tmp_path / "branchline.db"), players)
    assert all(player.pending is None for player in players)
    assert all(player.resyncs > 1 for player in players)
    assert account["reconnections"] >= KILLS * 3
    assert account["acknowledged"] > KILLS * 6
