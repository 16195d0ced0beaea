"""Three processes on one PostgreSQL behind nginx: one is killed again and again, and nobody loses anything.

Two players and who watches them have connections of their own, so most tables live on two or three processes.
"""

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
ACTIONS = PLAYERS // 2
"""Acknowledged between two kills at least: at most tables one of two is to move."""


@pytest.mark.timeout(600)
def test_twenty_kills_of_three_processes_lose_nothing(tmp_path: Path, own_postgres: Cluster) -> None:
    front = Front(tmp_path, own_postgres, "failover", restart_every=8)
    try:
        everybody = asyncio.run(siege(front, PLAYERS, KILLS, seed=5, pause=(0.5, 1.5), actions=ACTIONS))
        account = audit(front.rows(), everybody)
    finally:
        front.close()
    assert all(client.pending is None for client in everybody)
    assert account["players"] == PLAYERS
    assert account["acknowledged"] > KILLS * ACTIONS
    assert account["bots' actions"] > KILLS
    assert account["last views equal to the log"] > PLAYERS + account["spectators' among them"] / 2
    assert front.apart >= PLAYERS / 2 / 3, "hardly a table's players were connected to different processes"
