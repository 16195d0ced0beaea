"""Questions that take long are answered elsewhere: nobody's table waits for another's suggestions."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterator
from concurrent.futures import Future
from pathlib import Path
from typing import Any

import msgspec
import pytest

import branchline
from branchline.core.generator import Generator
from branchline.server import keys
from branchline.server import messages as m
from branchline.server import questions as questions_module
from branchline.server.limits import Limits, rates
from branchline.server.questions import Answer, Questions, pack, work_out
from branchline.server.settings import Settings
from tests.server.service import Guest, Live, Service, slowness, wait_for

pytestmark = [pytest.mark.server, pytest.mark.timeout(120)]


@pytest.fixture
def service(tmp_path: Path) -> Iterator[Service]:
    found = Service(tmp_path).open()
    yield found
    found.close()


def _strings(guest: Guest) -> str:
    return str(guest.table("me", "me", game="string-railway")["id"])


def _flood(live: Live, count: int) -> None:
    for number in range(count):
        live.tell(type="suggest", id=f"flood {number}", seat=live.views[0]["view"]["actors"][0], request={})


def _opened(live: Live) -> Live:
    live.kind("view")
    live.quiet()
    return live


def _questions() -> Questions:
    return Questions(1, Limits(rates(Settings())))


def test_a_worker_answers_as_the_server_would() -> None:
    match = branchline.game("string-railway").start(players=2, seed=3)
    rng = Generator(1)
    for _ in range(3):
        seat = match.actors[0]
        action = match.sample(seat, rng)
        for message in (
            m.Suggest("a", seat, {}),
            m.Check("b", seat, action.json()),
            m.Preview("c", seat, action.json()),
        ):
            found = work_out(pack(match), msgspec.json.encode(message))
            assert found.text == m.encode(_questions().answer_now(match, message))
            assert not found.refused
            assert found.seconds >= 0
        for message in (m.Check("d", seat, {"type": "x"}), m.Legal("e", 1 - seat), m.Preview("f", 1 - seat, {})):
            assert not _questions().is_quick(match, message)
            answer = work_out(pack(match), msgspec.json.encode(message))
            assert answer.refused == (b"refused" in answer.text)
        match.play(seat, action)
    assert len(questions_module._matches) == 3


def test_a_question_of_a_listed_game_goes_to_a_worker_once_it_was_slow_twice(monkeypatch: pytest.MonkeyPatch) -> None:
    match = branchline.game("30-rails").start(players=1, seed=3)
    questions, message = _questions(), m.Legal("a", 0)
    assert questions.is_quick(match, message)
    questions.answer_now(match, message)
    monkeypatch.setattr(questions_module, "QUICK", -1.0)
    questions.answer_now(match, message)
    assert questions.is_quick(match, message)
    questions.answer_now(match, message)
    try:
        assert questions.is_quick(match, message), "no worker runs yet"
        wait_for(lambda: not questions.is_quick(match, message), 60)
        assert questions.is_quick(match, m.Preview("b", 0, {}))
    finally:
        questions.close()


def test_what_is_asked_is_answered(service: Service) -> None:
    guest = service.guest()
    with guest.live(_strings(guest)) as wire:
        live = _opened(wire)
        seat = live.views[0]["view"]["actors"][0]
        actions = live.ask(type="suggest", seat=seat, request={})["actions"]
        assert actions
        assert live.ask(type="check", seat=seat, action=actions[0]["action"])["ok"]
        refused = live.ask(type="check", seat=seat, action={"type": "x"})
        assert refused["error"]["code"] == "core.malformed"
        assert live.play(seat, actions[0]["action"])["type"] == "done"


def test_one_visitors_questions_hold_up_nobody(service: Service) -> None:
    asker, player = service.guest(), service.guest()
    table = player.table("me")["id"]
    with asker.live(_strings(asker)) as wire, player.live(table) as calm:
        live = _opened(wire)
        calm.kind("view")
        live.ask(type="suggest", seat=live.views[0]["view"]["actors"][0], request={})
        took = []
        for _ in range(10):
            _flood(live, 6)
            began = time.monotonic()
            calm.tell(type="ping")
            calm.kind("pong")
            took.append(time.monotonic() - began)
            time.sleep(0.1)
        live.quiet()
        slow = slowness()
        assert sorted(took)[5] < 0.1 * slow
        assert max(took) < 1.0 * slow


def test_a_visitor_waits_for_answers_before_asking_more(service: Service) -> None:
    guest = service.guest()
    with guest.live(_strings(guest)) as wire:
        live = _opened(wire)
        turns = service.hub.questions.pool.turns
        turns._free = 0  # as if all workers were busy
        _flood(live, 60)
        refused = [live.kind("refused") for _ in range(60 - questions_module.MOST_WAITING)]
        assert {each["error"]["code"] for each in refused} == {"server.too_fast"}
        (network,) = turns._waiting.parts.values()
        (queue,) = network.parts[_hash(guest)].parts.values()
        queue.turns[0].get_loop().call_soon_threadsafe(turns.give_back)
        answers = [live.kind("answer", 30) for _ in range(questions_module.MOST_WAITING)]
        assert len({each["id"] for each in answers}) == questions_module.MOST_WAITING


def test_what_a_visitor_asked_is_let_go_when_they_leave(service: Service) -> None:
    guest = service.guest()
    with guest.live(_strings(guest)) as wire:
        live = _opened(wire)
        turns = service.hub.questions.pool.turns
        turns._free = 0
        _flood(live, 12)
        wait_for(lambda: turns.waits(_hash(guest)) > 0, 5)
    wait_for(lambda: turns.waits(_hash(guest)) == 0, 1)


def test_work_is_charged_when_it_ends_though_its_visitor_has_left(
    service: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    guest, hub = service.guest(), service.hub
    works: list[Future[Answer]] = []
    charged: list[float] = []

    def submit(*_: object) -> Future[Answer]:
        works.append(Future())
        return works[-1]

    table = _strings(guest)
    monkeypatch.setattr(hub.questions.pool.place, "submit", submit)
    monkeypatch.setattr(
        hub.limits, "charge_browser", lambda _kind, _browser, _address, seconds: charged.append(seconds)
    )
    turns = hub.questions.pool.place.workers
    for _ in range(turns + 3):
        with guest.live(table) as wire:
            _flood(_opened(wire), 1)
            wire.tell(type="ping")
            wire.kind("pong")
        wait_for(lambda: not hub.in_memory(table)[0].audience.connections)
    # What waited for a turn is let go. What runs goes on, and keeps its place among the visitor's questions.
    wait_for(lambda: hub.questions.pool.turns.waits(_hash(guest)) == 0)
    assert len(works) == turns
    wait_for(lambda: hub.questions._asked[_hash(guest)] == turns)
    assert charged == []
    for number, work in enumerate(works):
        if number == 0:
            work.set_exception(questions_module.Lost())
        else:
            work.set_result(Answer(b"{}", False, 0.25))
    wait_for(lambda: len(charged) == turns)
    assert sorted(charged) == sorted([questions_module.LIMIT, *[0.25] * (turns - 1)])
    wait_for(lambda: not hub.questions._asked)


def _hash(guest: Guest) -> str:
    return keys.hashed(guest.cookie.partition(".")[0])


def test_the_budget_is_of_time_and_outlives_the_connection(tmp_path: Path) -> None:
    service = Service(tmp_path, question_cpu=0.0001).open()
    try:
        guest = service.guest()
        table = _strings(guest)
        codes: list[Any] = []
        for _ in range(4):
            with guest.live(table) as wire:
                live = _opened(wire)
                said = live.ask(type="suggest", seat=live.views[0]["view"]["actors"][0], request={})
                codes.append(said["error"]["code"] if said["type"] == "refused" else None)
        assert codes[0] is None
        assert codes[-1] == "server.too_fast"
    finally:
        service.close()


def test_a_question_that_never_ends_costs_a_worker_and_no_more(
    service: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def lost(*_: Any) -> Any:
        await asyncio.sleep(0)
        raise questions_module.Lost

    guest = service.guest()
    with guest.live(_strings(guest)) as wire:
        live = _opened(wire)
        seat = live.views[0]["view"]["actors"][0]
        with monkeypatch.context() as patch:
            patch.setattr(Questions, "answer", lost)
            assert live.ask(type="suggest", seat=seat, request={})["error"]["code"] == "server.too_hard"
        assert live.ask(type="suggest", seat=seat, request={})["type"] in ("answer", "refused")
