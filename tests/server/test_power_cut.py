"""Files as a power cut leaves them, also in the middle of a transaction, hold everything acknowledged before."""

from __future__ import annotations

import asyncio
import random
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import NamedTuple

import pytest

from tests.server import journal
from tests.server.fortress import Fortress, gatherings, read_through, staying
from tests.server.nginx import wait_for_port

pytestmark = [pytest.mark.server, pytest.mark.slow]
COPIES = 12
ACTIONS = 60
"""How many are acknowledged at least before the journal is cut."""
MOST_CUTS = 200
REPLAYED = 5
"""How many cuts inside transactions are opened by the server's own storage too; it replays every match."""


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


class Acknowledged(NamedTuple):
    """An action, and how far the journal went when its client heard that it was done."""

    name: str
    salts: bytes
    end: int


class Noting(dict[str, int]):
    """What was acknowledged to a client, with the journal of that moment."""

    def __init__(self, file: journal.Journal, noted: list[Acknowledged]) -> None:
        self._file = file
        self._noted = noted

    def __setitem__(self, name: str, n: int) -> None:
        end = self._file.end()
        self._noted.append(Acknowledged(name, self._file.salts, end))
        super().__setitem__(name, n)


def held_after(folder: Path, database: bytes, wal: bytes) -> set[str]:
    """Open these files as SQLite finds them after a power cut; the actions that they hold."""
    folder.mkdir()
    (folder / "branchline.db").write_bytes(database)
    (folder / "branchline.db-wal").write_bytes(wal)
    with closing(sqlite3.connect(folder / "branchline.db")) as raw:
        assert raw.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        rows = raw.execute("SELECT table_id, client FROM log WHERE client IS NOT NULL").fetchall()
    return {f"{table} {client}" for table, client in rows}


@pytest.mark.timeout(300)
def test_a_journal_cut_anywhere_opens_at_the_last_commit_before_the_cut(tmp_path: Path) -> None:
    """The journal of one copy is cut at frames and inside them, after its last commit and before."""
    fortress = Fortress(tmp_path / "data")
    file = tmp_path / "data" / "branchline.db"
    noted: list[Acknowledged] = []

    async def scene() -> None:
        everybody = [client for each in gatherings(fortress.port, 12, 6) for client in each.clients]
        growing = journal.Journal(file.with_name("branchline.db-wal"))
        for client in everybody:
            client.acknowledged = Noting(growing, noted)
        async with staying(everybody):
            while len(noted) < ACTIONS:
                await asyncio.sleep(0.005)
            await asyncio.to_thread(fortress.copy, tmp_path / "copy")

    fortress.start()
    try:
        wait_for_port(fortress.port)
        # The tables are made before, so that only what players do is in the journal.
        fortress.kill()
        with closing(sqlite3.connect(file)) as raw:
            assert raw.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()[0] == 0
        fortress.start()
        asyncio.run(scene())
    finally:
        fortress.kill()
    database = (tmp_path / "copy" / "branchline.db").read_bytes()
    wal = (tmp_path / "copy" / "branchline.db-wal").read_bytes()
    ends = journal.frames(wal)
    # What was acknowledged while the files were copied may be behind them.
    noted = [each for each in noted if each.salts == wal[journal.SALTS] and each.end <= ends[-1].at]
    assert len(noted) > ACTIONS / 2
    last = max(each.end for each in noted)
    step = ends[1].at - ends[0].at
    cuts = [(end.at - offset, end) for end in ends for offset in (step - 10, step // 2, 0)]
    behind = [cut for cut in cuts if cut[0] > last]
    rng = random.Random(4)
    chosen = sorted({*behind, *rng.sample(cuts, min(len(cuts), MOST_CUTS)), cuts[-1]})
    replayed = set(rng.sample([at for at, end in chosen if not (end.commits and at == end.at)], REPLAYED))
    commits = [end.at for end in ends if end.commits]
    inside = 0
    held: dict[int, set[str]] = {}
    """What is held after each commit."""
    for number, (at, _) in enumerate(chosen):
        found = held_after(folder := tmp_path / f"cut-{number}", database, wal[:at])
        promised = {each.name for each in noted if each.end <= at}
        assert promised <= found, f"cut at {at}: {sorted(promised - found)[:3]} are lost"
        commit = max((each for each in commits if each <= at), default=0)
        if commit not in held:
            held[commit] = held_after(tmp_path / f"commit-{commit}", database, wal[:commit])
        assert found == held[commit], f"the cut at {at} left a part of a transaction"
        inside += at not in (0, commit)
        if at in replayed:
            assert found == read_through(folder / "branchline.db")
    assert inside > len(chosen) / 3
    assert len(set(map(len, held.values()))) > ACTIONS / 4
