"""Playing over the live connection."""

from __future__ import annotations

import json

import pytest

import branchline
from tests.server.service import Service, play_out

pytestmark = pytest.mark.server


def test_solo_game_to_the_end_and_its_record_verifies(service: Service) -> None:
    guest = service.guest("Anna")
    table = guest.table("me")
    assert table["status"] == "running"
    assert table["turn_number"] == 0
    with guest.live(table["id"]) as live:
        live.kind("view")
        last = play_out(live, (0,))
        assert live.table["status"] == "over"
    assert last["view"]["seed"]
    record = guest.get(f"/api/tables/{table['id']}/record")
    match = branchline.replay(record)
    assert match.result is not None
    shown = guest.get(f"/api/tables/{table['id']}")
    assert guest.get("/api/me")["tables"][0]["turn_number"] == shown["turn_number"] == match.state.turn_number() > 28
    assert match.result.scores == last["view"]["result"]["scores"] == shown["scores"]
    assert record["seats"] == [{"name": "Anna"}]
    assert record["commit"] == table["commit"]


def test_two_browsers_finish_a_game(service: Service) -> None:
    anna, boris = service.guest("Anna"), service.guest("Boris")
    table = anna.table("me", "open")
    assert table["status"] == "open"
    id_ = table["id"]
    with anna.live(id_) as a, boris.live(id_) as b:
        assert a.kind("table")["table"]["status"] == "open"
        assert boris.ok(f"/api/tables/{id_}/join", {})["you"] == [1]
        a.until(lambda said: said["type"] == "table" and said["table"]["seats"][1]["name"] == "Boris")
        boris.ok(f"/api/tables/{id_}/start")
        a.until(lambda said: said["type"] == "view")
        b.until(lambda said: said["type"] == "view" and said["seat"] == 1)
        while not a.views[0]["view"]["over"]:
            for live, seat in ((a, 0), (b, 1)):
                live.quiet()
                while seat in live.views[seat]["view"]["actors"]:
                    assert live.play(seat)["type"] == "done"
        b.quiet()
        assert a.views[0]["view"]["result"] == b.views[1]["view"]["result"]
        lines = [line for said in b.seen if said["type"] == "view" and said["seat"] == 1 for line in said["log"]]
        b.tell(type="sync", have={"n": 0})
        full = b.kind("view")
        assert full["from"] == 0
        assert full["log"] == lines


def test_views_are_numbered_without_gaps(service: Service) -> None:
    guest = service.guest()
    table = guest.table("me", "me")
    with guest.live(table["id"]) as live:
        live.kind("view")
        for _ in range(6):
            live.play(live.views[0]["view"]["actors"][0])
        live.quiet()
        views = [said for said in live.seen if said["type"] == "view" and said["seat"] == 0]
    assert [view["from"] for view in views[1:]] == [view["n"] for view in views[:-1]]


def test_the_new_view_comes_before_the_answer(service: Service) -> None:
    # Boards rely on it: the view clears what was chosen, and what is chosen after it stays.
    guest = service.guest()
    table = guest.table("me", "me")
    with guest.live(table["id"]) as live:
        live.kind("view")
        for _ in range(3):
            seat = live.views[0]["view"]["actors"][0]
            before = live.views[seat]["n"]
            done = live.play(seat)
            assert live.views[seat]["n"] == done["n"] > before


def test_seats_that_act_at_the_same_time_do_not_refuse_each_other(service: Service) -> None:
    guest = service.guest()
    table = guest.table(*["me"] * 6)
    with guest.live(table["id"]) as live:
        live.until(lambda said: said["type"] == "view" and said["seat"] == 5)
        actions = {seat: live.legal(seat)[0]["action"] for seat in live.views[0]["view"]["actors"]}
        assert len(actions) > 1
        for seat, action in actions.items():
            live.tell(type="play", id=f"together-{seat}", seat=seat, action=action)
        said = [live.until(lambda m: m["type"] in ("done", "refused"))["type"] for _ in actions]
    assert said == ["done"] * len(actions)


def test_a_repeated_id_is_acknowledged_and_changes_nothing(service: Service) -> None:
    guest = service.guest()
    table = guest.table("me")
    with guest.live(table["id"]) as live:
        live.kind("view")
        action = live.legal(0)[0]["action"]
        first = live.play(0, action, id="once")
        again = live.play(0, action, id="once")
        assert first == again
        assert live.quiet() == []
        assert live.views[0]["n"] == first["n"]


def test_a_refused_action_brings_the_rule_and_a_full_view(service: Service) -> None:
    guest = service.guest()
    table = guest.table("me")
    with guest.live(table["id"]) as live:
        live.kind("view")
        refused = live.play(0, {"type": "nonsense"})
        assert refused["type"] == "refused"
        assert refused["error"]["text"]["ru"]
        assert live.kind("view")["from"] == 0
        current = live.play(0, {"type": "nonsense"}, n=live.views[0]["n"])
        assert current["type"] == "refused"
        assert live.quiet() == []


def test_questions_change_nothing(service: Service) -> None:
    guest = service.guest()
    table = guest.table("me")
    with guest.live(table["id"]) as live:
        n = live.kind("view")["n"]
        action = live.legal(0)[0]["action"]
        assert "preview" in live.ask(type="preview", seat=0, action=action)
        assert live.ask(type="check", seat=0, action=action)["ok"] is True
        assert live.ask(type="check", seat=0, action={"type": "no"})["type"] == "refused"
        assert live.ask(type="suggest", seat=0, request={})["actions"]
        assert live.quiet() == []
    assert guest.get(f"/api/tables/{table['id']}")["events"] == n


@pytest.mark.parametrize(
    "text",
    [
        "",
        "nonsense",
        "null",
        "[]",
        "{}",
        '{"type": "play"}',
        '{"type": "fly", "id": "1"}',
        '{"type": "play", "id": "1", "seat": "0", "action": {}}',
        '{"type": "play", "id": "1", "seat": -1, "action": {}}',
        '{"type": "play", "id": "1", "seat": 63, "action": {}}',
        '{"type": "play", "id": "1", "seat": 0, "action": []}',
        '{"type": "play", "id": "1", "seat": 0, "action": {"type": NaN}}',
        '{"type": "play", "id": "1", "seat": 1e99, "action": {}}',
        '{"type": "play", "id": "' + "x" * 65 + '", "seat": 0, "action": {}}',
        '{"type": "play", "id": "1", "seat": 0, "action": ' + '{"a":' * 5000 + "1" + "}" * 5000 + "}",
        '{"type": "play", "id": "1", "seat": 0, "action": {"type": "' + "x" * 60000 + '"}}',
        '{"type": "suggest", "id": "1", "seat": 0, "request": {"type": {"a": [1]}}}',
        '{"type": "agree", "id": "1", "ask": "x", "yes": true}',
        '{"type": "chat", "id": "1", "text": ""}',
        '{"type": "chat", "id": "1", "text": "' + "x" * 501 + '"}',
    ],
)
def test_bad_messages_are_refused_and_change_nothing(service: Service, text: str) -> None:
    guest = service.guest()
    table = guest.table("me")
    with guest.live(table["id"]) as live:
        n = live.kind("view")["n"]
        live.wire.send(text)
        said = live.until(lambda said: said["type"] in ("refused", "answer"))
        assert said["type"] == "refused" or "suggest" in text
        if said["type"] == "refused":
            assert said["error"]["code"] != "server.fault"
            assert set(said["error"]["text"]) == {"en", "ru"}
        assert live.play(0)["type"] == "done"
        assert live.views[0]["n"] > n


def test_bytes_are_read_like_text(service: Service) -> None:
    guest = service.guest()
    with guest.live(guest.table("me")["id"]) as live:
        live.kind("view")
        live.wire.send(json.dumps({"type": "ping"}).encode())
        assert live.until(lambda said: said["type"] in ("pong", "refused"))
        live.wire.send(b"\xff\xfe")
        assert live.kind("refused")["error"]["code"] == "server.bad_message"


def test_a_message_that_is_too_large_closes_only_its_connection(service: Service) -> None:
    from websockets.exceptions import ConnectionClosed

    guest = service.guest()
    table = guest.table("me")
    with guest.live(table["id"]) as live, guest.live(table["id"]) as other:
        live.wire.send("x" * 70_000)
        with pytest.raises(ConnectionClosed):
            live.kind("never")
        other.kind("view")
        assert other.play(0)["type"] == "done"


def test_an_unknown_table_is_refused_and_closed(service: Service) -> None:
    from websockets.exceptions import ConnectionClosed

    guest = service.guest()
    with guest.live("nosuchtable") as live:
        said = live.receive()
        assert said["type"] == "refused"
        assert said["error"]["code"] == "server.no_table"
        with pytest.raises(ConnectionClosed) as closed:
            live.receive()
    assert closed.value.rcvd is not None
    assert closed.value.rcvd.code == 4404
