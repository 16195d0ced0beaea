"""Resign, abort, a bot in one's place, links that are revoked; and nothing is undone after the end."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.server.service import Guest, Message, Service, act_past_chance, play_out

pytestmark = pytest.mark.server


def two(service: Service) -> tuple[Guest, Guest, str]:
    anna, boris = service.guest("Anna"), service.guest("Boris")
    id_ = anna.table("me", "open", start=False)["id"]
    boris.ok(f"/api/tables/{id_}/join", {})
    anna.ok(f"/api/tables/{id_}/start")
    return anna, boris, id_


def test_of_two_the_other_wins_when_one_resigns(service: Service) -> None:
    anna, boris, id_ = two(service)
    with boris.live(id_) as live:
        live.kind("view")
        told = anna.ok(f"/api/tables/{id_}/resign", {"seat": 0})
        ending = {name: told["ending"][name] for name in ("reason", "ranks", "winners")}
        assert (told["status"], ending) == ("over", {"reason": "resigned", "ranks": [2, 1], "winners": [1]})
        assert live.until(lambda said: said["type"] == "table" and said["table"]["status"] == "over")
        assert live.play(1, {"type": "x"})["type"] == "refused"
    assert anna.code(f"/api/tables/{id_}/resign", {"seat": 0}) == (409, "server.table_over")
    assert anna.ok(f"/api/tables/{id_}/rematch")["status"] == "running"


def test_of_three_a_bot_plays_on_and_the_record_says_so(service: Service) -> None:
    guest = service.guest("Anna")
    id_ = guest.table("me", "me", "me")["id"]
    told = guest.ok(f"/api/tables/{id_}/resign", {"seat": 2})
    assert (told["status"], told["seats"][2]["resigned"]) == ("running", True)
    assert guest.code(f"/api/tables/{id_}/take-back", {"seat": 2}) == (409, "server.resigned")
    assert guest.code(f"/api/tables/{id_}/hand-over", {"seat": 2, "level": "expert"}) == (409, "server.resigned")
    with guest.live(id_) as live:
        live.kind("view")
        play_out(live, (0, 1))
    over = guest.get(f"/api/tables/{id_}")
    assert over["ending"]["ranks"][2] == 3
    seat = guest.get(f"/api/tables/{id_}/record")["seats"][2]
    assert seat["resigned"]
    assert [turn["bot"] is None for turn in seat["players"]] == [True, False]


def test_a_bot_plays_in_ones_place_until_the_seat_is_taken_back(service: Service) -> None:
    guest = service.guest("Anna")
    id_ = guest.table("me", "me")["id"]
    with guest.live(id_) as live:
        live.until(lambda said: said["type"] == "view" and said["seat"] == 1)
        guest.ok(f"/api/tables/{id_}/hand-over", {"seat": 0, "level": "random"})
        live.until(lambda said: said["type"] == "view" and said["seat"] == 1 and said["view"]["actors"] == [1])
        assert live.ask(type="play", seat=0, action={"type": "x"})["error"]["code"] == "server.bot_plays"
        told = guest.ok(f"/api/tables/{id_}/take-back", {"seat": 0})
        assert told["seats"][0]["substitute"] is None
        while 0 not in live.views[0]["view"]["actors"]:
            assert live.play(1)["type"] == "done"
        assert live.play(0)["type"] == "done"
    assert guest.code(f"/api/tables/{id_}/hand-over", {"seat": 0, "level": "none"}) == (422, "server.no_level")


def test_a_table_says_whether_it_can_be_called_off(service: Service) -> None:
    """Everybody is told when the first person moves; what bots do counts for nothing."""
    anna, boris, id_ = two(service)
    with anna.live(id_) as first, boris.live(id_) as second, service.guest().live(id_) as stranger:
        assert not stranger.kind("table")["rights"]["call_off"]
        for live in (first, second):
            assert live.kind("table")["rights"]["call_off"]
            live.kind("view")
        first.play(0)
        second.until(lambda said: said["type"] == "table" and not said["rights"]["call_off"])
        told = [said for said in first.seen if said["type"] == "table"]
        assert not told[-1]["rights"]["call_off"]
    alone = anna.table("me", "bot:random", game="stephensons-rocket")["id"]
    with anna.live(alone) as live:
        live.until(lambda said: said["type"] == "view" and said["view"]["actors"] == [0])
        live.tell(type="sync")
        assert live.kind("table")["rights"]["call_off"]


def test_a_game_is_called_off_before_a_person_has_moved(service: Service) -> None:
    anna, boris, id_ = two(service)
    told = boris.ok(f"/api/tables/{id_}/abort")
    assert (told["status"], told["ending"]["reason"], told["actors"]) == ("over", "aborted", [])
    anna, boris, id_ = two(service)
    with anna.live(id_) as live:
        live.kind("view")
        live.play(0)
    assert boris.code(f"/api/tables/{id_}/abort") == (409, "server.too_late_to_abort")
    open_table = anna.table("me", "open", start=False, public=True)["id"]
    assert boris.code(f"/api/tables/{open_table}/abort") == (403, "server.not_host")
    assert anna.ok(f"/api/tables/{open_table}/abort")["status"] == "over"
    assert open_table not in {table["id"] for table in anna.get("/api/tables")["tables"]}
    with anna.live(open_table) as live:
        assert live.kind("table")["table"]["status"] == "over"


def test_a_revoked_link_opens_nothing_and_a_new_one_does(service: Service) -> None:
    anna, other = service.guest("Anna"), service.guest()
    table = anna.table("me", "me")
    path = f"/api/tables/{table['id']}"
    old = table["seat_links"]["0"]
    new = anna.ok(f"{path}/revoke-link", {"seat": 0})["seat_links"]["0"]
    assert new != old
    assert other.code(f"{path}/claim", {"secret": old}) == (403, "server.wrong_secret")
    assert other.ok(f"{path}/claim", {"secret": new})["you"] == [0]


def test_two_seats_of_one_browser_cannot_throw_the_dice_again(service: Service) -> None:
    guest = service.guest()
    id_ = guest.table("me", "me")["id"]
    with guest.live(id_) as live:
        live.until(lambda said: said["type"] == "view" and said["seat"] == 1)
        n = live.views[0]["n"]
        while live.play(live.views[0]["view"]["actors"][0])["n"] < n + 3:
            pass
        said = live.ask(type="undo", seat=0)
        assert said["error"]["code"] == "core.undo_alone"


def test_after_the_end_nothing_is_undone(service: Service) -> None:
    guest = service.guest()
    id_ = guest.table("me", "me")["id"]
    with guest.live(id_) as live:
        live.until(lambda said: said["type"] == "view" and said["seat"] == 1)
        play_out(live, (0, 1))
        for seat in (0, 1):
            assert live.ask(type="undo", seat=seat)["error"]["code"] == "server.undo_over"
    assert guest.get(f"/api/tables/{id_}")["status"] == "over"


def test_a_request_to_undo_survives_a_restart(tmp_path: Path) -> None:
    service = Service(tmp_path).open()
    anna, boris, id_ = two(service)
    with anna.live(id_) as a, boris.live(id_) as b:
        act_past_chance(a, b)
        a.tell(type="undo", id="again", seat=0)
        ask: Message = b.kind("undo_asked")
    service.close()
    service = Service(tmp_path).open()

    anna, boris = service.back(anna.cookie), service.back(boris.cookie)
    with anna.live(id_) as a, boris.live(id_) as b:
        assert b.kind("undo_asked")["ask"] == ask["ask"]
        before = a.kind("view")["n"]
        a.tell(type="undo", id="again", seat=0)
        assert b.ask(type="agree", ask=ask["ask"], yes=True)["type"] == "done"
        settled = [said for said in b.seen if said["type"] == "undo_settled"]
        assert [said["yes"] for said in settled] == [True]
        assert a.until(lambda said: said.get("id") == "again")["type"] == "done"
        assert a.views[0]["n"] > before
    service.close()


def test_whoever_has_resigned_is_not_asked_for_an_undo(service: Service) -> None:
    anna, boris, clara = service.guest("Anna"), service.guest("Boris"), service.guest("Clara")
    id_ = anna.table("me", "open", "open", start=False)["id"]
    for guest in (boris, clara):
        guest.ok(f"/api/tables/{id_}/join", {})
    anna.ok(f"/api/tables/{id_}/start")
    boris.ok(f"/api/tables/{id_}/resign", {"seat": 1})
    with anna.live(id_) as a, clara.live(id_) as c:
        n = a.kind("view")["n"]
        c.kind("view")
        a.play(0)
        c.play(2)
        # Both are to act again: the dice were thrown, so the undo must be agreed to. The bot has acted already, since
        # an act of its own would end the request.
        a.until(lambda said: said["type"] == "view" and set(said["view"]["actors"]) == {0, 2} and said["n"] > n + 2)
        a.tell(type="undo", id="back", seat=0)
        asked = c.kind("undo_asked")
        assert c.ask(type="agree", ask=asked["ask"], yes=True)["type"] == "done"
        assert a.until(lambda said: said.get("id") == "back")["type"] == "done"


def test_a_request_ends_when_its_time_is_over(tmp_path: Path) -> None:
    service = Service(tmp_path, undo_seconds=0.3).open()
    anna, boris, id_ = two(service)
    with anna.live(id_) as a, boris.live(id_) as b:
        act_past_chance(a, b)
        assert a.ask(type="undo", seat=0)["error"]["code"] == "server.undo_declined"
        assert b.kind("undo_settled")["yes"] is False
    service.close()
