"""Three processes on one PostgreSQL behind nginx: one is killed again and again, and nobody loses anything."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from tests.server.fortress import audit, siege
from tests.server.front import Front
from tests.server.postgres import Cluster

pytestmark = [pytest.mark.server, pytest.mark.slow]
KILLS = 20
PLAYERS = 40


@pytest.mark.timeout(600)
def test_twenty_kills_of_three_processes_lose_nothing(tmp_path: Path, own_postgres: Cluster) -> None:
    front = Front(tmp_path, own_postgres, "failover", restart_every=8)
    try:
        players = asyncio.run(siege(front, PLAYERS, KILLS, seed=5, pause=(0.5, 1.5)))
        account = audit(front.rows(), players)
    finally:
        front.close()
    assert all(player.pending is None for player in players)
    assert account["acknowledged"] > KILLS * PLAYERS
    assert account["last views equal to the log"] > PLAYERS
