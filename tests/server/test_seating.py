"""Tables and seats over REST."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Literal

import httpx
import pytest

import branchline
from branchline.server import hub, keys, rematch, seating, tables
from branchline.server.events import Place
from branchline.server.storage import queries
from branchline.server.table import Table
from branchline.server.visitor import Visitor
from tests.server.service import Service, wait_for

pytestmark = pytest.mark.server


def test_a_host_with_many_tables_leaves_room_in_the_lobby(service: Service) -> None:
    honest, crowd = service.guest(), service.guest()
    mine = honest.table("me", "open", start=False, public=True)["id"]
    for _ in range(8):
        crowd.table("me", "open", start=False, public=True)
    shown = honest.get("/api/tables")["tables"]
    assert mine in {table["id"] for table in shown}
    assert sum(table["host"] for table in crowd.get("/api/tables")["tables"] if table["status"] == "open") == 5


def test_a_host_lets_only_so_many_tables_of_bots_run(tmp_path: Path) -> None:
    service = Service(tmp_path, bot_tables_per_host=2, bot_pace=60.0, bot_seconds=5.0).open()
    try:
        guest = service.guest()
        for _ in range(2):
            guest.table("bot:random", "bot:random", game="stephensons-rocket")
        body = {"game": "30-rails", "seats": [{"kind": "bot"}, {"kind": "bot"}], "start": True}
        assert guest.code("/api/tables", body) == (429, "server.too_many_bot_tables")
        assert guest.table("me", "bot:random")["status"] == "running"
    finally:
        service.close()


BOTS = {"game": "stephensons-rocket", "seats": [{"kind": "bot", "level": "expert"}] * 2, "start": True}
"""A table whose bots think as long as they may."""


def test_whoever_has_no_cookie_is_counted_by_network(tmp_path: Path) -> None:
    service = Service(tmp_path, bot_tables_per_host=2, bot_tables_per_network=3, bot_seconds=5.0).open()
    try:
        made = [_post(service, BOTS) for _ in range(8)]
        assert [answer.status_code for answer in made] == [201] * 3 + [429] * 5
        assert made[-1].json()["error"]["code"] == "server.too_many_bot_tables_of_network"
        assert _running(service) == 3
        # Their bots wait for their turns as one network.
        parts = service.hub.thinkers.pool.turns._waiting.parts
        wait_for(lambda: list(parts) == [service.hub.networks.name("127.0.0.1")])
        elsewhere = Visitor.of(keys.new_secret(), "203.0.113.5")
        again = service.run(_start(service, elsewhere))
        assert again.status == "running"
        names = {service.hub.networks.of(table.id) for table in service.hub.in_memory()} - {None}
        assert len(names) == 2
        assert not any("127.0.0.1" in str(name) or "203.0.113" in str(name) for name in names)
    finally:
        service.close()


@pytest.mark.parametrize("deed", ["hand-over", "resign"])
def test_a_table_that_its_people_left_to_bots_counts(tmp_path: Path, deed: str) -> None:
    service = Service(tmp_path, bot_tables_per_host=2, bot_pace=60.0, bot_seconds=5.0).open()
    try:
        guest = service.guest()
        ids = [guest.table("me", "bot:random", "bot:random", game="stephensons-rocket")["id"] for _ in range(3)]
        for id_ in ids[:2]:
            guest.ok(f"/api/tables/{id_}/{deed}", {"seat": 0})
        assert guest.code("/api/tables", BOTS) == (429, "server.too_many_bot_tables")
        assert guest.code(f"/api/tables/{ids[2]}/{deed}", {"seat": 0}) == (429, "server.too_many_bot_tables")
        assert guest.get(f"/api/tables/{ids[2]}")["seats"][0]["substitute"] is None
        # Changing the bot's level leaves nobody: the table counts already. With a person it counts no more.
        if deed == "hand-over":
            guest.ok(f"/api/tables/{ids[0]}/hand-over", {"seat": 0, "level": "random"})
            guest.ok(f"/api/tables/{ids[0]}/take-back", {"seat": 0})
            guest.ok(f"/api/tables/{ids[2]}/hand-over", {"seat": 0})
        # A game that ends with it needs no room.
        two = guest.table("me", "bot:random", game="stephensons-rocket")["id"]
        assert guest.ok(f"/api/tables/{two}/resign", {"seat": 0})["status"] == "over"
    finally:
        service.close()


def test_requests_at_the_same_time_do_not_pass_the_limit_of_bot_tables(tmp_path: Path) -> None:
    service = Service(tmp_path, bot_tables_per_host=2, bot_pace=60.0, bot_seconds=5.0).open()
    try:
        guest = service.guest()
        with ThreadPoolExecutor(16) as pool:
            codes = list(pool.map(lambda _: guest.post("/api/tables", BOTS).status_code, range(16)))
        assert codes.count(201) == 2
        assert _running(service) == 2
    finally:
        service.close()


def test_a_network_with_many_hosts_leaves_room_in_the_lobby(tmp_path: Path) -> None:
    service = Service(tmp_path).open()
    try:
        honest = Visitor.of(keys.new_secret(), "2001:db8::1")
        mine = service.run(_make(service, honest, ("human", "open"))).id
        for _ in range(queries.LISTED + 1):
            body = {"game": "30-rails", "seats": [{"kind": "me"}, {"kind": "open"}], "public": True}
            assert _post(service, body).status_code == 201
        shown = service.guest().get("/api/tables")["tables"]
        assert len(shown) == queries.LISTED
        assert shown[-1]["id"] == mine
        assert shown == sorted(shown, key=lambda table: -table["changed"])
    finally:
        service.close()


def _post(service: Service, body: object) -> httpx.Response:
    """A request without a cookie: its sender is a new host each time."""
    return httpx.post(f"http://127.0.0.1:{service.port}/api/tables", json=body, trust_env=False, timeout=40)


async def _make(service: Service, visitor: Visitor, kinds: tuple[Literal["human", "open", "bot"], ...]) -> Table:
    places = [Place(kind, None, "random" if kind == "bot" else None) for kind in kinds]
    return await service.hub.make(visitor, branchline.game("stephensons-rocket"), {}, places, public=True)


async def _start(service: Service, visitor: Visitor) -> Table:
    table = await _make(service, visitor, ("bot", "bot"))
    await seating.start(table, visitor)
    return table


def _running(service: Service) -> int:
    found = service.run(service.hub.storage.read(queries.waiting_for_bots))
    return len(found)


def test_ones_tables_are_listed_page_by_page(service: Service) -> None:
    guest = service.guest()
    waiting = guest.table("me", "open", start=False)["id"]
    over = [guest.table("me", "me")["id"] for _ in range(tables.FINISHED + 3)]
    for id_ in over:
        guest.ok(f"/api/tables/{id_}/abort")
    known = guest.get("/api/me")
    listed = [table["id"] for table in known["tables"]]
    assert (listed, known["more"]) == ([*reversed(over[3:]), waiting], True)
    last = known["tables"][tables.FINISHED - 1]["created"]
    rest = guest.get(f"/api/me/tables?before={last}")
    assert ([table["id"] for table in rest["tables"]], rest["more"]) == ([*reversed(over[:3])], False)
    assert service.guest().get("/api/me/tables") == {"tables": [], "more": False}


def test_the_catalogue_names_every_game_and_word(service: Service) -> None:
    guest = service.guest()
    games = {game["game"]: game for game in guest.get("/api/games")}
    assert games["30-rails"]["players"] == [1, 12]
    for game in games.values():
        assert game["levels"] == ["beginner", "casual", "strong", "expert"]
        assert game["research"][:1] == ["random"]
    english, russian = guest.get("/api/words/en"), guest.get("/api/words/ru")
    assert english.keys() == russian.keys()
    assert "server.no_table" in english
    assert "rails30.title" in english


def test_a_table_fills_and_starts(service: Service) -> None:
    host, friend = service.guest("Anna"), service.guest()
    table = host.table("me", "open", "open", start=True, public=True)
    path = f"/api/tables/{table['id']}"
    assert table["status"] == "open"
    assert table["host"] is True
    assert table["id"] in [each["id"] for each in friend.get("/api/tables")["tables"]]
    assert host.code(f"{path}/start") == (409, "server.seats_open")
    joined = friend.ok(f"{path}/join", {"seat": 2, "name": "Boris"})
    assert joined["you"] == [2]
    assert joined["host"] is False
    assert joined["seats"][2]["name"] == "Boris"
    assert friend.code(f"{path}/join", {"seat": 2}) == (409, "server.seat_taken")
    assert friend.ok(f"{path}/leave", {"seat": 2})["you"] == []
    friend.ok(f"{path}/join", {"seat": 2})
    assert host.ok(f"{path}/seats/1", {"kind": "bot", "level": "random"})["seats"][1]["kind"] == "bot"
    started = friend.ok(f"{path}/start")
    assert started["status"] == "running"
    assert started["actors"]
    assert started["turn"]["code"] == "server.turn"
    assert friend.code(f"{path}/leave", {"seat": 2}) == (409, "server.started")
    assert host.code(f"{path}/seats/1", {"kind": "open"}) == (409, "server.started")
    assert friend.code(f"{path}/join", {}) == (409, "server.started")
    assert friend.get("/api/me")["tables"][0]["id"] == table["id"]


def test_a_table_by_link_only_is_not_in_the_lobby(service: Service) -> None:
    host = service.guest()
    table = host.table("me", "open")
    assert table["id"] not in [each["id"] for each in service.guest().get("/api/tables")["tables"]]


def test_a_seat_link_takes_the_seat_over(service: Service) -> None:
    laptop, phone = service.guest("Anna"), service.guest()
    table = laptop.table("me")
    path = f"/api/tables/{table['id']}"
    secret = laptop.get(path)["seat_links"]["0"]
    with laptop.live(table["id"]) as old, phone.live(table["id"]) as new:
        assert old.kind("view")["seat"] == 0
        assert new.kind("view")["seat"] is None
        claimed = phone.ok(f"{path}/claim", {"secret": secret})
        assert claimed["you"] == [0]
        assert new.kind("view")["seat"] == 0
        assert old.kind("view")["seat"] is None
        assert new.play(0)["type"] == "done"
        assert old.play(0, {"type": "x"})["error"]["code"] == "server.not_your_seat"
    assert laptop.get(path)["seat_links"] == {}
    assert laptop.ok(f"{path}/claim", {"secret": secret})["you"] == [0]


def test_remembered_links_are_bounded_and_all_still_open(service: Service, monkeypatch: pytest.MonkeyPatch) -> None:
    """Which links are stored is remembered for so many tables; what was forgotten is only looked up again."""
    monkeypatch.setattr(hub, "MOST_LINKS", 2)
    guest = service.guest()
    ids = [guest.table("me")["id"] for _ in range(4)]
    links = {id_: guest.get(f"/api/tables/{id_}")["seat_links"]["0"] for id_ in ids}
    assert len(service.hub._links) == 2
    for id_, secret in links.items():
        assert service.guest().ok(f"/api/tables/{id_}/claim", {"secret": secret})["you"] == [0]


def test_a_left_seat_cannot_be_claimed_with_its_old_link(service: Service) -> None:
    host, friend = service.guest(), service.guest()
    path = f"/api/tables/{host.table('me', 'open')['id']}"
    secret = friend.ok(f"{path}/join", {})["seat_links"]["1"]
    friend.ok(f"{path}/leave", {"seat": 1})
    assert friend.code(f"{path}/claim", {"secret": secret}) == (403, "server.wrong_secret")


def test_rematch_moves_everybody_along(service: Service) -> None:
    host, friend = service.guest("Anna"), service.guest("Boris")
    table = host.table("me", "open", options={"variant": "shares"})
    path = f"/api/tables/{table['id']}"
    friend.ok(f"{path}/join", {})
    host.ok(f"{path}/start")
    assert host.code(f"{path}/rematch") == (409, "server.not_over")
    _finish(host, friend, table["id"])
    with friend.live(table["id"]) as watching:
        watching.kind("table")
        new = host.ok(f"{path}/rematch")
        assert watching.until(lambda said: said["type"] == "table")["table"]["next"] == new["id"]
    assert friend.ok(f"{path}/rematch")["id"] == new["id"]
    assert new["status"] == "running"
    assert new["options"] == {"variant": "shares"}
    assert new["commit"] != table["commit"]
    theirs = friend.get(f"/api/tables/{new['id']}")
    assert theirs["you"] == [1]
    assert theirs["seat_links"]["1"]
    assert service.guest().code(f"{path}/rematch") == (403, "server.not_yours")


def test_a_process_that_dies_over_a_rematch_leaves_no_second_one(service: Service) -> None:
    """The table is made, and nobody was told of it; whoever asks next gets that one."""
    host = service.guest("Anna")
    id_ = host.table("me", "me")["id"]
    host.ok(f"/api/tables/{id_}/resign", {"seat": 0})

    async def half() -> str:
        table = await service.hub.table(id_)
        visitor = Visitor("", table.state.made.host)
        return (await rematch._copy(table, visitor, 0)).id

    made = service.run(half())
    assert host.ok(f"/api/tables/{id_}/rematch")["id"] == made
    assert sorted(each["id"] for each in host.get("/api/me")["tables"]) == sorted([id_, made])


def test_who_was_blocked_gets_no_rematch(service: Service) -> None:
    host, friend = service.guest("Anna"), service.guest("Boris")
    id_ = host.table("me", "open")["id"]
    friend.ok(f"/api/tables/{id_}/join", {})
    host.ok(f"/api/tables/{id_}/start")
    host.ok(f"/api/tables/{id_}/resign", {"seat": 0})
    host.ok("/api/relations", {"table": id_, "seat": 1, "kind": "block"})
    for guest in (host, friend):
        assert guest.code(f"/api/tables/{id_}/rematch") == (403, "server.blocked")


@pytest.mark.parametrize(
    ("body", "code"),
    [
        ({"game": "chess", "seats": [{"kind": "me"}]}, "core.unknown_game"),
        ({"game": "30-rails", "seats": [{"kind": "me"}] * 13}, "core.bad_players"),
        ({"game": "30-rails", "seats": []}, "server.bad_request"),
        ({"game": "30-rails", "seats": [{"kind": "king"}]}, "server.bad_request"),
        ({"game": "30-rails", "seats": [{"kind": "bot", "level": "god"}]}, "server.no_level"),
        ({"game": "30-rails", "seats": [{"kind": "me"}], "options": {"variant": "x"}}, "core.bad_option_value"),
        ({"game": "30-rails", "seats": [{"kind": "me"}], "options": {"seed": 7}}, "core.unknown_option"),
        ({"game": "30-rails", "seats": [{"kind": "me"}], "options": {"players": 7}}, "core.unknown_option"),
        ({"game": "30-rails", "seats": [{"kind": "me", "name": "\u200b"}]}, "server.no_name"),
        ({"game": "30-rails", "seats": [{"kind": "me"}], "seed": 7}, "server.bad_request"),
    ],
)
def test_a_wrong_table_is_refused_with_a_reason(service: Service, body: object, code: str) -> None:
    answer = service.guest().post("/api/tables", body)
    assert 400 <= answer.status_code < 500
    error = answer.json()["error"]
    assert error["code"] == code
    assert error["text"]["en"]
    assert error["text"]["ru"]


def _finish(host: object, friend: object, table: str) -> None:
    with host.live(table) as a, friend.live(table) as b:  # type: ignore[attr-defined]
        a.kind("view")
        b.kind("view")
        while not a.views[0]["view"]["over"]:
            for live, seat in ((a, 0), (b, 1)):
                live.quiet()
                while seat in live.views[seat]["view"]["actors"]:
                    live.play(seat)
