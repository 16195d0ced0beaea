"""Turns go round over visitors and tables; what nobody waits for is let go."""

from __future__ import annotations

import asyncio
import time
from collections import Counter

import pytest

from branchline.compute import Lost, Processes
from branchline.server.fairness import FairTurns
from branchline.server.pool import Pool

pytestmark = pytest.mark.server


def test_a_visitor_with_many_tables_waits_no_less_than_one_with_a_single_table() -> None:
    async def scene() -> list[str]:
        turns, served = FairTurns(1), []

        async def work(visitor: str, table: str) -> None:
            await turns.take(visitor, visitor, table)
            served.append(f"{visitor} {table}")
            await asyncio.sleep(0)
            turns.give_back()

        greedy = [work("greedy", str(table)) for table in range(60) for _ in range(3)]
        await asyncio.gather(*greedy, work("anna", "a"), work("boris", "b"))
        return served

    served = asyncio.run(scene())
    assert len(served) == 182
    assert served.index("anna a") <= 3
    assert served.index("boris b") <= 4
    rounds = [place.split()[1] for place in served if place.startswith("greedy")][1:61]
    assert len(set(rounds)) >= 59, "a visitor's tables come in rounds too"


def test_a_network_with_many_visitors_waits_no_less_than_one_with_a_single_visitor() -> None:
    async def scene() -> list[str]:
        turns, served = FairTurns(1), []

        async def work(network: str, visitor: str) -> None:
            await turns.take(network, visitor, visitor)
            served.append(visitor)
            await asyncio.sleep(0)
            turns.give_back()

        crowd = [work("one network", f"browser {number}") for number in range(60)]
        await asyncio.gather(*crowd, work("another", "anna"), work("a third", "boris"))
        return served

    served = asyncio.run(scene())
    assert len(served) == 62
    assert served.index("anna") <= 3
    assert served.index("boris") <= 4


def test_turns_follow_the_place_when_it_grows_or_shrinks() -> None:
    async def scene() -> None:
        turns = FairTurns(3)
        for number in range(3):
            await turns.take("a", "a", str(number))
        turns.resize(1)
        waiting = [asyncio.create_task(turns.take("b", "b", str(number))) for number in range(3)]
        await asyncio.sleep(0)
        for _ in range(2):  # two of three were taken when there were more
            turns.give_back()
            await asyncio.sleep(0)
            assert not any(task.done() for task in waiting)
        turns.give_back()
        await asyncio.sleep(0)
        assert [task.done() for task in waiting] == [True, False, False]
        turns.resize(3)
        await asyncio.sleep(0)
        assert all(task.done() for task in waiting)

    asyncio.run(scene())


def test_whoever_leaves_the_queue_leaves_no_gap() -> None:
    async def scene() -> None:
        turns = FairTurns(2)
        await turns.take("a", "a", "1")
        await turns.take("a", "a", "1")
        waiting = [asyncio.create_task(turns.take("a", "a", str(number))) for number in range(5)]
        await asyncio.sleep(0)
        assert turns.waits("a") == 5
        for task in waiting[:4]:
            task.cancel()
        await asyncio.gather(*waiting[:4], return_exceptions=True)
        assert turns.waits("a") == 1
        turns.give_back()
        await asyncio.wait_for(waiting[4], 1)
        late = asyncio.create_task(turns.take("b", "b", "1"))
        await asyncio.sleep(0)
        turns.give_back()
        late.cancel()  # in the moment when it gets its turn
        await asyncio.gather(late, return_exceptions=True)
        await asyncio.wait_for(turns.take("c", "c", "1"), 1)
        assert turns.waits("b") == 0

    asyncio.run(scene())


def test_work_that_nobody_waits_for_keeps_its_turn_until_it_ends() -> None:
    async def scene() -> None:
        pool = Pool(Processes(1))
        try:
            assert await pool.run("a", "a", "1", 20, abs, -3) == 3
            began = time.monotonic()
            long = asyncio.create_task(pool.run("a", "a", "1", 20, time.sleep, 0.6))
            queued = asyncio.create_task(pool.run("a", "a", "2", 20, time.sleep, 30))
            await asyncio.sleep(0.2)
            long.cancel()
            queued.cancel()
            assert Counter(type(each) for each in await asyncio.gather(long, queued, return_exceptions=True)) == {
                asyncio.CancelledError: 2
            }
            assert await pool.run("b", "b", "1", 20, abs, -4) == 4
            assert 0.6 <= time.monotonic() - began < 25
            with pytest.raises(Lost):
                await pool.run("a", "a", "1", 0.2, time.sleep, 30)
            assert await pool.run("a", "a", "1", 20, abs, -5) == 5
            with pytest.raises(TypeError):
                await pool.run("a", "a", "1", 20, abs, "x")
        finally:
            pool.close()

    asyncio.run(scene())
