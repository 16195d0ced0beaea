"""The outbox over both backends, and over two processes: told once, by whoever comes first."""

from __future__ import annotations

import asyncio
import itertools
from functools import partial
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa

from branchline.server.notices.notice import Notice
from branchline.server.projection import Outcome
from branchline.server.storage import channels, outbox
from branchline.server.storage.channels import Channel
from branchline.server.storage.interface import Conflict, Storage
from branchline.server.storage.schema import notices
from tests.server.notices.receivers import hook
from tests.server.notices.scenes import QUICK, settled
from tests.server.postgres import Cluster
from tests.server.service import Service, wait_for
from tests.server.test_storage import ACTED, MADE, STARTED, Writer, play

pytestmark = pytest.mark.server
_numbers = itertools.count()
OWNER = "a" * 64


def notice(n: int, kind: Any = "turn", acted: int = -1, **more: Any) -> Notice:
    return Notice("t1", OWNER, kind, 0, n, acted, float(n), float(n), **more)


async def kept(storage: Storage) -> list[tuple[str, int, float | None]]:
    def job(connection: sa.Connection) -> list[tuple[str, int, float | None]]:
        return [(row.kind, row.n, row.due) for row in connection.execute(sa.select(notices))]

    return await storage.read(job)


async def tell(storage: Storage) -> int:
    """Put what is due on its way; how many."""
    rows = await storage.read(partial(outbox.ripe, now=1e9, most=10))
    sent = [await storage.write(partial(outbox.send_to, row=row, to=["c1"], now=1e9)) for row in rows]
    # Whoever read the same a moment ago is too late.
    assert not any([await storage.write(partial(outbox.send_to, row=row, to=["c1"], now=1e9)) for row in rows])
    return sum(sent)


def test_one_notice_a_table_until_its_person_acts(address: str | Path) -> None:
    async def scene(storage: Storage) -> None:
        writer = Writer(storage, "t1")
        await writer.write(MADE)
        await writer.write(STARTED, Outcome(1, [0]), notices=[notice(2)])
        assert await kept(storage) == [("turn", 2, 2.0)]
        # Not told yet: what happened since replaces it, but chat does not.
        await storage.write(partial(outbox.put, found=[notice(2, "mention", line="Anna?")]))
        await writer.write(ACTED, Outcome(3, [0]), reseated=False, notices=[notice(3, "undo", by="Boris")])
        assert await kept(storage) == [("undo", 3, 3.0)]
        assert await tell(storage) == 1
        assert await kept(storage) == [("undo", 3, None)]
        await writer.write(ACTED, Outcome(5, [0]), reseated=False, notices=[notice(4)])
        assert await kept(storage) == [("undo", 3, None)]
        await writer.write(ACTED, Outcome(7, [0]), reseated=False, notices=[notice(5, acted=4)])
        assert await kept(storage) == [("turn", 5, 5.0)]
        assert await tell(storage) == 1
        assert await storage.read(partial(outbox.waits_for, table="t1", owner=OWNER))
        await storage.write(partial(outbox.looked, table="t1", owner=OWNER))
        assert not await storage.read(partial(outbox.waits_for, table="t1", owner=OWNER))
        await storage.write(partial(outbox.put, found=[notice(5, "mention", line="Anna?")]))
        assert await kept(storage) == [("mention", 5, 5.0)]
        assert await tell(storage) == 1
        await writer.write(ACTED, Outcome(9, []), reseated=False, notices=[notice(6, "over")])
        assert await kept(storage) == [("over", 6, 6.0)]

    play(address, scene)


def test_a_notice_is_written_with_its_event_or_not_at_all(address: str | Path) -> None:
    async def scene(storage: Storage) -> None:
        writer = Writer(storage, "t1")
        await writer.write(MADE)
        behind = Writer(storage, "t1")
        with pytest.raises(Conflict):
            await behind.write(MADE, notices=[notice(1)])
        assert await kept(storage) == []

    play(address, scene)


def test_a_delivery_is_claimed_by_one(address: str | Path) -> None:
    async def scene(storage: Storage) -> None:
        writer = Writer(storage, "t1")
        await writer.write(MADE)
        await writer.write(STARTED, Outcome(1, [0]), notices=[notice(2)])
        for id_ in ("c1", "c2"):
            made = Channel(id_, OWNER, "json", f"https://example.org/{id_}", None, "", "en", "http://x", 1.0)
            assert await storage.write(partial(channels.add, channel=made, most=10))
        row = (await storage.read(partial(outbox.ripe, now=10.0, most=10)))[0]
        assert await storage.write(partial(outbox.send_to, row=row, to=["c1", "c2", "missing"], now=10.0))
        assert await storage.read(outbox.next_due) == 10.0
        claims = [storage.write(partial(outbox.claim, now=10.0, most=2)) for _ in range(4)]
        taken = [each.channel for found in await asyncio.gather(*claims) for each in found]
        assert sorted(taken) == ["c1", "c2"]
        # Its process died: after a while another one may.
        again = await storage.write(partial(outbox.claim, now=10.0 + outbox.CLAIM, most=10))
        assert sorted(each.channel for each in again) == ["c1", "c2"]
        await storage.write(partial(outbox.done, delivery=again[0]))
        await storage.write(partial(channels.remove, id_=again[1].channel))
        assert await storage.read(outbox.next_due) is None

    play(address, scene)


@pytest.mark.slow
def test_two_processes_tell_once_and_know_who_looks(postgres: Cluster, tmp_path: Path) -> None:
    settings = {"database": postgres.create(f"outbox_{next(_numbers)}"), "secret_key": "the same for both"}
    one = Service(tmp_path / "one", **settings, **QUICK).open()
    other = Service(tmp_path / "other", **settings, **QUICK).open()
    try:
        with hook() as receiver:
            anna, boris = one.guest("Anna"), other.guest("Boris")
            boris.ok("/api/notices/channels", {"kind": "json", "address": receiver.url()})
            tables = []
            for _ in range(6):
                id_ = anna.table("me", "open", start=False)["id"]
                boris.ok(f"/api/tables/{id_}/join", {})
                anna.ok(f"/api/tables/{id_}/start")
                tables.append(id_)
            told = receiver.wait(6)
            assert sorted(each["table"] for each in told) == sorted(tables)
            # He looks at one through the other process: when she moves there, nothing is sent.
            with boris.live(tables[0]) as his, anna.live(tables[0]) as hers:
                his.kind("view")
                if not (hers.table or hers.kind("table")["table"])["seats"][1]["online"]:
                    hers.until(lambda said: said["type"] == "table" and said["table"]["seats"][1]["online"])
                hers.ask(type="chat", text="Boris!")
                wait_for(lambda: settled(one, tables[0]))
                his.tell(type="look", away=True)
                his.quiet()
                hers.ask(type="chat", text="Boris?")
                said = receiver.wait(7)[6]
                assert (said["kind"], said["body"]) == ("mention", "Boris?")
            assert len(receiver.got) == 7
            assert boris.get("/api/notices")["push_key"] == anna.get("/api/notices")["push_key"]
    finally:
        one.close()
        other.close()
