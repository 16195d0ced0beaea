"""A game that lives outside of the application: hidden hands, a die, choices at once, and an action nobody can list."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

import branchline
from tests.registry import more_games
from tests.server.service import Live, Message, Service

pytestmark = pytest.mark.server


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    """A server that also has the toy."""
    with more_games("tests.toy"):
        server = Service(tmp_path_factory.mktemp("toys")).open()
        yield server
        server.close()


def finish(live: Live, seats: tuple[int, ...]) -> Message:
    """Play these seats to the end; the last view of the first of them."""
    live.kind("view")
    while True:
        view: Message = live.views[seats[0]]["view"]
        if view["over"]:
            return view
        mine = [seat for seat in seats if seat in view["actors"]]
        if not mine:
            live.kind("view")
            continue
        if view["phase"] == "write":
            assert live.ask(type="legal", seat=mine[0])["error"]["code"] == "core.unlisted"
            action = live.ask(type="suggest", seat=mine[0], request={})["actions"][0]["action"]
        else:
            action = live.legal(mine[0])[0]["action"]
        assert live.play(mine[0], action)["type"] == "done"


def test_it_is_listed_with_its_words(service: Service) -> None:
    guest = service.guest()
    toy = {info["game"]: info for info in guest.get("/api/games")}["toy"]
    assert (toy["package"], toy["information"], toy["players"]) == ("toy", "hidden", [2, 4])
    assert guest.get("/api/words/en")["toy.title"] == toy["title"]["en"]


def test_a_whole_game_at_one_screen_and_its_record(service: Service) -> None:
    guest = service.guest()
    table = guest.table("me", "me", game="toy")["id"]
    with guest.live(table) as live:
        result = finish(live, (0, 1))["result"]
    record = guest.get(f"/api/tables/{table}/record")
    match = branchline.replay(record)
    assert match.result is not None
    assert branchline.to_builtins(match.result) == result
    assert guest.get(f"/api/tables/{table}")["scores"] == result["scores"]


def test_a_game_with_bots_ends(service: Service) -> None:
    guest = service.guest()
    with guest.live(guest.table("me", "bot", "bot", game="toy")["id"]) as live:
        assert finish(live, (0,))["result"]["winners"]


def test_nobody_is_sent_what_others_hide(service: Service) -> None:
    anna, boris = service.guest(), service.guest()
    table = anna.table("me", "open", game="toy", start=False)["id"]
    boris.ok(f"/api/tables/{table}/join", {})
    anna.ok(f"/api/tables/{table}/start")
    with anna.live(table) as live, boris.live(table) as other, service.guest().live(table) as watcher:
        for each, seat in ((live, 0), (other, 1), (watcher, None)):
            message = each.kind("view")
            assert message["seat"] == seat
            assert (message["view"]["hand"] is None) == (seat is None)
            assert {entry["seat"] for entry in message["log"] if entry["kind"] == "dealt"} == {seat} - {None}


def test_a_refusal_names_the_rule(service: Service) -> None:
    guest = service.guest()
    with guest.live(guest.table("me", "me", game="toy")["id"]) as live:
        live.kind("view")
        for question in ("check", "preview", "play"):
            said = live.ask(type=question, seat=0, action={"type": "write", "digits": [1]})
            assert (said["type"], said["error"]["rule"], said["error"]["code"]) == ("refused", "X4", "toy.no_line")
