"""When something breaks: the asker gets a plain answer, and the match stays what is on disk."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from litestar.exceptions import HTTPException
from websockets.exceptions import ConnectionClosed

import branchline
from branchline.core.errors import OptionError, OutOfTurn, RecordError
from branchline.core.text import Text
from branchline.server import errors, thinkers
from branchline.server import live as live_module
from branchline.server.audience import Connection
from branchline.server.errors import Unavailable
from branchline.server.hub import Hub
from branchline.server.storage.interface import Change, Conflict
from tests.server.service import Service

pytestmark = pytest.mark.server


def breaking(error: Exception) -> Any:
    async def broken(*_: Any, **__: Any) -> Any:
        raise error

    return broken


@pytest.mark.parametrize(
    ("error", "code"),
    [(Conflict(), "server.stale"), (OSError("disk"), "server.fault"), (Unavailable("disk full"), "server.storage")],
)
def test_a_write_that_fails_changes_nothing(
    service: Service, monkeypatch: pytest.MonkeyPatch, error: Exception, code: str
) -> None:
    guest = service.guest()
    table = guest.table("me", "me")
    with guest.live(table["id"]) as live:
        before = live.kind("view")["n"]
        action = live.legal(0)[0]["action"]
        with monkeypatch.context() as patch:
            patch.setattr(service.hub.storage, "append", breaking(error))
            assert live.play(0, action)["error"]["code"] == code
        live.tell(type="sync")
        assert live.kind("view")["n"] == before
        assert live.play(0, action)["type"] == "done"


def test_views_are_sent_after_an_act_is_written(service: Service, monkeypatch: pytest.MonkeyPatch) -> None:
    guest = service.guest()
    id_ = guest.table("me", "me")["id"]
    append, fail, told = service.hub.storage.append, True, []
    with guest.live(id_) as live, service.guest().live(id_) as spectator:
        spectator.kind("view")
        live.until(lambda said: said["type"] == "view" and said["seat"] == 1)
        wanted, other = (each["action"] for each in live.legal(0)[:2])
        send = Connection.send

        async def slow(change: Change) -> None:
            await asyncio.sleep(0.05)
            assert told == [], "nothing is told before it is written"
            if fail:
                raise OSError("disk")
            await append(change)

        with monkeypatch.context() as patch:
            patch.setattr(service.hub.storage, "append", slow)
            patch.setattr(Connection, "send", lambda self, frame: told.append(frame) or send(self, frame))
            assert live.play(0, wanted)["type"] == "refused"
            live.quiet()
            spectator.quiet()
            told.clear()
            fail = False
            # Another action in the same place: the first one is seen by nobody.
            n = live.play(0, other)["n"]
        spectator.quiet()
        with guest.live(id_) as fresh, service.guest().live(id_) as late:
            late.kind("view")
            fresh.until(lambda said: said["type"] == "view" and said["seat"] == 1)
            assert live.views[0]["n"] == n
            assert [live.views[seat]["view"] for seat in (0, 1)] == [fresh.views[seat]["view"] for seat in (0, 1)]
            assert spectator.views[None]["view"] == late.views[None]["view"]


def test_what_another_process_overtook_is_done_all_the_same(service: Service, monkeypatch: pytest.MonkeyPatch) -> None:
    guest = service.guest()
    path = f"/api/tables/{guest.table('me', 'me')['id']}"
    append, overtaken = service.hub.storage.append, [Conflict(), Conflict()]

    async def late(change: Change) -> None:
        if overtaken:
            raise overtaken.pop()
        await append(change)

    with monkeypatch.context() as patch:
        patch.setattr(service.hub.storage, "append", late)
        assert guest.ok(f"{path}/hand-over", {"seat": 0, "level": "random"})["seats"][0]["substitute"]
        patch.setattr(service.hub.storage, "append", breaking(Conflict()))
        assert guest.code(f"{path}/take-back", {"seat": 0}) == (409, "server.stale")
    assert not overtaken
    assert guest.ok(f"{path}/take-back", {"seat": 0})["seats"][0]["substitute"] is None


def test_a_storage_that_is_lost_after_a_race_is_named(service: Service, monkeypatch: pytest.MonkeyPatch) -> None:
    guest = service.guest()
    path = f"/api/tables/{guest.table('me', 'me')['id']}"
    with monkeypatch.context() as patch:
        patch.setattr(service.hub.storage, "append", breaking(Conflict()))
        patch.setattr(service.hub.storage, "load", breaking(Unavailable("gone")))
        assert guest.code(f"{path}/hand-over", {"seat": 0, "level": "random"}) == (503, "server.storage")
    assert guest.ok(f"{path}/hand-over", {"seat": 0, "level": "random"})["seats"][0]["substitute"]


def test_a_start_that_fails_leaves_the_table_open(service: Service, monkeypatch: pytest.MonkeyPatch) -> None:
    guest = service.guest()
    table = guest.table("me", "me", start=False)
    path = f"/api/tables/{table['id']}"
    with monkeypatch.context() as patch:
        patch.setattr(service.hub.storage, "append", breaking(OSError("disk")))
        assert guest.code(f"{path}/start") == (500, "server.fault")
    assert guest.get(path)["status"] == "open"
    assert guest.ok(f"{path}/start")["status"] == "running"


def test_a_fault_is_answered_without_its_details(service: Service, monkeypatch: pytest.MonkeyPatch) -> None:
    guest = service.guest()
    with monkeypatch.context() as patch:
        patch.setattr(Hub, "info", breaking(RuntimeError("the secret inside")))
        answer = guest.http.get("/api/tables/abc")
    assert answer.status_code == 500
    assert answer.json()["error"]["code"] == "server.fault"
    assert "secret" not in answer.text


def test_a_match_that_cannot_be_loaded_is_named_before_the_connection_closes(
    service: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    guest = service.guest()
    table = guest.table("me")
    monkeypatch.setattr(live_module, "welcome", breaking(RecordError(Text("core.record_digest"))))
    with guest.live(table["id"]) as live:
        said = live.kind("refused")
        assert (said["id"], said["error"]["code"]) == (None, "core.record_digest")
        with pytest.raises(ConnectionClosed) as closed:
            live.receive()
    assert closed.value.rcvd is not None
    assert closed.value.rcvd.code == 4500


def test_a_fault_is_told_before_the_connection_closes(service: Service, monkeypatch: pytest.MonkeyPatch) -> None:
    guest = service.guest()
    table = guest.table("me")
    for where, error, code in (
        (live_module, RuntimeError("the secret inside"), "server.fault"),
        (live_module, OSError(28, "No space left on device"), "server.disk_full"),
        (Hub, RuntimeError("the secret inside"), "server.fault"),
    ):
        with monkeypatch.context() as patch, guest.live(table["id"]) as live:
            live.kind("view")
            patch.setattr(where, "welcome" if where is live_module else "table", breaking(error))
            with guest.live(table["id"]) as other:
                said = other.kind("refused")
                assert (said["id"], said["error"]["code"]) == (None, code)
                assert "secret" not in str(said)
                with pytest.raises(ConnectionClosed) as closed:
                    other.receive()
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == 4500


def test_a_wrong_method_is_refused(service: Service) -> None:
    answer = service.guest().http.delete("/api/games")
    assert (answer.status_code, answer.json()["error"]["code"]) == (405, "server.bad_method")


class Asked:
    """As much of a request as an error's answer needs."""

    class url:  # noqa: N801
        path = "/api/x"


@pytest.mark.parametrize(
    ("error", "status", "code"),
    [
        (HTTPException(status_code=404), 404, "server.not_found"),
        (HTTPException(status_code=413), 413, "server.too_large"),
        (HTTPException(detail="no", status_code=400), 400, "server.bad_request"),
        (HTTPException(status_code=400, extra=[{"message": "wrong", "key": "n"}]), 400, "server.bad_request"),
        (HTTPException(status_code=400, extra=[{"message": "wrong"}]), 400, "server.bad_request"),
        (HTTPException(status_code=503), 500, "server.fault"),
    ],
    ids=lambda value: str(value)[:30],
)
def test_what_the_framework_refuses_looks_like_our_own_refusals(error: HTTPException, status: int, code: str) -> None:
    answer = errors.on_http(Asked(), error)  # type: ignore[arg-type]
    assert answer.status_code == status
    assert code.encode() in answer.content


def test_the_status_fits_the_error() -> None:
    assert errors.status_of(OutOfTurn("x")) == 409
    assert errors.status_of(OptionError("x")) == 422
    assert errors.status_of(errors.Refused(403, "wrong_origin")) == 403


def test_a_worker_keeps_the_bots_that_thought_last(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(thinkers, "MOST_BOTS", 2)
    thinkers._bots.clear()
    match = branchline.game("30-rails").start(players=2, seed=1)
    sight = match.sight(0).pack()
    for who in ("a", "b", "a", "c"):
        match.check(0, thinkers.think(who, sight, "greedy", 0.01))
    assert list(thinkers._bots) == [("a", "greedy", None), ("c", "greedy", None)]
    thinkers._bots.clear()
