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
        everybody = asyncio.run(siege(fortress, 6, KILLS, seed=3, pause=(0.0, 0.3)))
    finally:
        fortress.kill()
    account = audit(sqlite_rows(tmp_path / "branchline.db"), everybody)
    assert all(client.pending is None for client in everybody)
    assert all(client.resyncs > 1 for client in everybody)
    assert account["reconnections"] >= KILLS * 3
    assert account["acknowledged"] > KILLS * 6
    assert account["bots' actions"] > KILLS
