"""Bots play their seats, in workers that may die."""

from __future__ import annotations

import asyncio
import os
import signal
import time
from collections import OrderedDict
from functools import partial
from pathlib import Path
from typing import Any

import pytest

import branchline
from branchline.bots import levels
from branchline.compute import Processes
from branchline.server import thinkers as thinkers_module
from branchline.server.thinkers import NoThought, Thinkers
from tests.server.service import Service, play_out, wait_for

pytestmark = [pytest.mark.server, pytest.mark.slow]


def test_a_game_against_two_bots_ends(service: Service) -> None:
    guest = service.guest()
    table = guest.table("me", "bot:random", "bot")
    with guest.live(table["id"]) as live:
        live.kind("view")
        last = play_out(live, (0,))
        assert {said["seat"] for said in live.seen if said["type"] == "thinking"} == {1, 2}
    assert last["view"]["over"]
    seats = guest.get(f"/api/tables/{table['id']}/record")["seats"]
    assert seats[1]["bot"] == "random"


def test_bots_alone_finish_and_nobody_need_watch(service: Service) -> None:
    guest = service.guest()
    table = guest.table("bot:random", "bot:random")
    end = time.monotonic() + 60
    while guest.get(f"/api/tables/{table['id']}")["status"] != "over":
        assert time.monotonic() < end
        time.sleep(0.2)


def test_bots_are_paced_for_the_eye(tmp_path: Any) -> None:
    service = Service(tmp_path, bot_pace=0.4).open()
    try:
        guest = service.guest()
        with guest.live(guest.table("me", "bot:random")["id"]) as live:
            live.kind("view")
            began = 0.0
            while (view := live.views[0]["view"])["sheets"][1]["step"] != "ready":
                if view["phase"] == "setup" and not began:
                    began = time.monotonic()
                if 0 in view["actors"]:
                    live.play(0)
                else:
                    live.receive()
            # The mine, four stations and the bonus cell: six decisions of the bot.
            assert time.monotonic() - began > 6 * 0.3
    finally:
        service.close()


def _sight() -> dict[str, Any]:
    return branchline.game("30-rails").start(players=2, seed=3).sight(1).pack()


def test_a_worker_that_dies_is_replaced(monkeypatch: pytest.MonkeyPatch) -> None:
    async def scene() -> None:
        place = Processes(1)
        thinkers = Thinkers(10.0, place)
        try:
            assert await thinkers.choose("me", _sight(), "random", 0.05)
            (worker,) = place.pids()
            os.kill(worker, signal.SIGKILL)
            assert await thinkers.choose("me", _sight(), "random", 0.05)
            assert worker not in place.pids()
        finally:
            thinkers.close()

    asyncio.run(scene())


def test_a_bot_lives_for_a_game_and_no_two_are_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[Any] = []
    make = branchline.bot
    monkeypatch.setattr(branchline, "bot", lambda *words: made.append(make(*words)) or made[-1])
    monkeypatch.setattr(thinkers_module, "_bots", OrderedDict())
    monkeypatch.setattr(thinkers_module, "MOST_BOTS", 2)
    for who in ("table 0", "table 1", "table 0", "table 1"):
        assert thinkers_module.think(who, _sight(), "random", 0.05)
    assert len(made) == 2
    assert made[0]._seeds.next() != made[1]._seeds.next()
    thinkers_module.think("table 2", _sight(), "random", 0.05)
    thinkers_module.think("table 0", _sight(), "random", 0.05)
    assert len(made) == 4, "whoever has not thought for longest is forgotten"


def test_a_level_takes_its_own_time_unless_the_server_says_otherwise(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for number, told in enumerate((None, 0.25)):
        asked: list[float] = []

        async def note(
            _self: Any, _who: str, _sight: Any, _level: str, seconds: float, asked: list[float] = asked, **_: Any
        ) -> Any:
            asked.append(seconds)
            raise NoThought

        monkeypatch.setattr(Thinkers, "choose", note)
        service = Service(tmp_path / str(number), bot_seconds=told).open()
        try:
            guest = service.guest()
            table = guest.table("me", "bot:expert")
            with guest.live(table["id"]) as live:
                live.kind("view")
                live.play(0)
                wait_for(partial(bool, asked))
        finally:
            service.close()
        seconds = levels(branchline.game(table["game"]))["expert"].seconds
        assert asked[0] == (told or seconds), "later ones are quick: a bot without a thought has to move all the same"


def _hang(_who: str, _sight: Any, _level: str, _seconds: float, _character: str | None) -> Any:
    time.sleep(60)


def _die(_who: str, _sight: Any, _level: str, _seconds: float, _character: str | None) -> Any:
    os._exit(1)


@pytest.mark.parametrize("fate", [_hang, _die])
def test_a_bot_that_hangs_or_dies_comes_to_no_thought(monkeypatch: pytest.MonkeyPatch, fate: Any) -> None:
    monkeypatch.setattr(thinkers_module, "think", fate)

    async def scene() -> None:
        thinkers = Thinkers(2.0, Processes(1))
        try:
            with pytest.raises(NoThought):
                await thinkers.choose("me", _sight(), "random", 0.05)
        finally:
            thinkers.close()

    asyncio.run(scene())


def test_a_table_goes_on_when_its_bot_cannot_think(service: Service, monkeypatch: pytest.MonkeyPatch) -> None:
    async def nothing(*_: Any, **__: Any) -> Any:
        raise NoThought

    monkeypatch.setattr(Thinkers, "choose", nothing)
    guest = service.guest()
    with guest.live(guest.table("me", "bot:random")["id"]) as live:
        live.kind("view")
        assert play_out(live, (0,))["view"]["over"]
