"""Clocks and absent players at tables of a real server whose time is moved by hand."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from branchline.server.table import Table
from tests.server.hands import Hands, run
from tests.server.postgres import Cluster
from tests.server.service import Guest, Message, Service

pytestmark = pytest.mark.server
LIVE = {"kind": "live", "base": 60, "increment": 5, "delay": 2}


@pytest.fixture(scope="module")
def hands(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Hands]:
    service = Service(tmp_path_factory.mktemp("clocks")).open()
    yield Hands(service)
    service.close()


def table_of(host: Guest, *others: Guest, **more: Any) -> str:
    """A running table of these people."""
    id_: str = host.table("me", *["open"] * len(others), start=False, **more)["id"]
    for guest in others:
        guest.ok(f"/api/tables/{id_}/join", {})
    host.ok(f"/api/tables/{id_}/start")
    return id_


def people(hands: Hands, number: int) -> list[Guest]:
    return [hands.services[0].guest(name) for name in ("Anna", "Boris", "Vera")[:number]]


def left(table: Message) -> list[float]:
    return [seat["clock"]["left"] / 1000 for seat in table["seats"]]


def test_a_live_clock_runs_for_each_who_is_to_act(hands: Hands) -> None:
    anna, boris = people(hands, 2)
    id_ = table_of(anna, boris, clock=LIVE)
    table = anna.get(f"/api/tables/{id_}")
    assert table["clock"] == {**LIVE, "at_zero": "bot"}
    # Both draw at the same time, so both clocks run.
    assert [seat["clock"]["due"] is None for seat in table["seats"]] == [False, False]
    with anna.live(id_) as live:
        live.kind("view")
        hands.move(12)
        live.play(0)
        told = next(said for said in live.seen if said["type"] == "clocks")
        assert [seat["left"] for seat in told["seats"]] == [55_000, 60_000]
        assert told["seats"][1]["due"] - told["now"] == 50_000
    assert left(anna.get(f"/api/tables/{id_}")) == [55, 60]


def test_at_zero_a_bot_takes_over_and_the_person_takes_the_seat_back(hands: Hands) -> None:
    anna, boris = people(hands, 2)
    id_ = table_of(anna, boris, clock=LIVE)
    with boris.live(id_) as b:
        b.kind("view")
        b.play(1)
        hands.move(62)
        b.until(lambda said: said["type"] == "table" and said["table"]["seats"][0]["substitute"])
        assert [note["kind"] for note in b.table["notes"]] == ["flagged", "clock"]
        # The bot moves, so the others can go on.
        b.until(lambda said: said["type"] == "view" and 1 in said["view"]["actors"])
        told = anna.ok(f"/api/tables/{id_}/take-back", {"seat": 0})
        assert told["seats"][0]["substitute"] is None
        assert told["seats"][0]["clock"]["left"] == 10_000
        assert [note["kind"] for note in told["notes"]][-1] == "taken_back"


def test_a_move_that_comes_too_late_counts_no_more(hands: Hands) -> None:
    anna, boris = people(hands, 2)
    id_ = table_of(anna, boris, clock=LIVE)
    with anna.live(id_) as live:
        live.kind("view")
        action = live.legal(0)[0]["action"]
        hands.move(61.999, look=False)
        assert live.play(0, action)["type"] == "done"
    id_ = table_of(anna, boris, clock={**LIVE, "at_zero": "resign"})
    with anna.live(id_) as live:
        live.kind("view")
        hands.move(62, look=False)
        assert live.play(0, action)["type"] == "refused"
        live.quiet()
        assert {**live.table["ending"], "seconds": 62} == {
            "reason": "resigned",
            "ranks": [2, 1],
            "winners": [1],
            "seconds": 62,
        }


def test_among_friends_a_clock_at_zero_only_says_so(hands: Hands) -> None:
    anna, boris = people(hands, 2)
    id_ = table_of(anna, boris, clock={**LIVE, "at_zero": "nothing"})
    with anna.live(id_) as live:
        live.kind("view")
        hands.move(600)
        table = anna.get(f"/api/tables/{id_}")
        assert [seat["clock"]["flagged"] for seat in table["seats"]] == [True, True]
        assert table["status"] == "running"
        assert live.play(0)["type"] == "done"
    assert left(anna.get(f"/api/tables/{id_}")) == [5, 0]


def test_bots_and_finished_games_have_no_running_clock(hands: Hands) -> None:
    (anna,) = people(hands, 1)
    id_ = anna.table("me", "bot:random", clock=LIVE)["id"]
    table = anna.get(f"/api/tables/{id_}")
    assert table["seats"][1]["clock"]["due"] is None
    assert anna.ok(f"/api/tables/{id_}/resign", {"seat": 0})["status"] == "over"
    hands.move(1000)
    assert anna.get(f"/api/tables/{id_}")["ending"]["reason"] == "resigned"


def test_an_undo_gives_no_time_away(hands: Hands) -> None:
    (anna,) = people(hands, 1)
    id_ = anna.table("me", "me", clock=LIVE)["id"]
    with anna.live(id_) as live:
        live.until(lambda said: said["type"] == "view" and said["seat"] == 1)
        hands.move(12)
        live.play(0)
        hands.move(10)
        assert live.ask(type="undo", seat=0)["type"] == "done"
    clock = anna.get(f"/api/tables/{id_}")["seats"][0]["clock"]
    assert clock["due"] == round(hands.now * 1000) + 40_000


def test_a_vote_hands_the_seat_of_an_absent_player_to_a_bot(hands: Hands) -> None:
    anna, boris, vera = people(hands, 3)
    id_ = table_of(anna, boris, vera, absence={"rule": "vote", "after": 600, "first": 120})
    path = f"/api/tables/{id_}/vote"
    assert boris.code(path, {"seat": 0}) == (409, "server.not_absent")
    with boris.live(id_) as b:
        b.kind("view")
        hands.move(120)
        assert hands.services[0].guest().code(path, {"seat": 0}) == (403, "server.not_yours")
        assert anna.code(path, {"seat": 0}) == (403, "server.not_yours")
        assert boris.code(path, {"seat": 9}) == (404, "server.no_seat")
        boris.ok(path, {"seat": 0})
        told = boris.ok(path, {"seat": 0})
        # One of two is not more than half, however often.
        assert (told["seats"][0]["clock"]["votes"], told["seats"][0]["substitute"]) == ([1], None)
        assert vera.ok(path, {"seat": 0})["seats"][0]["substitute"]
        assert b.until(lambda said: said["type"] == "clocks")["seats"][0]["votes"] == [1]
        b.until(lambda said: said["type"] == "table" and said["table"]["notes"][-1]["kind"] == "vote")
    assert anna.ok(f"/api/tables/{id_}/take-back", {"seat": 0})["seats"][0]["substitute"] is None


def test_the_table_lets_a_bot_play_for_absent_players_by_itself(hands: Hands) -> None:
    anna, boris = people(hands, 2)
    id_ = table_of(anna, boris, absence={"rule": "bot", "after": 600, "first": 120})
    with boris.live(id_) as b:
        b.kind("view")
        hands.move(100)
        b.play(1)
        hands.move(20)
        told = b.until(lambda said: said["type"] == "table" and said["table"]["seats"][0]["substitute"])
        assert [note["kind"] for note in told["table"]["notes"]] == ["absent"]
    assert boris.get(f"/api/tables/{id_}")["seats"][1]["substitute"] is None


def test_a_seat_that_a_bot_played_is_marked_in_the_record(hands: Hands) -> None:
    anna, boris = people(hands, 2)
    id_ = table_of(anna, boris, clock=LIVE)
    hands.move(62)
    boris.ok(f"/api/tables/{id_}/take-back", {"seat": 1})
    boris.ok(f"/api/tables/{id_}/resign", {"seat": 1})
    seats = anna.get(f"/api/tables/{id_}/record")["seats"]
    assert [turn["bot"] is None for turn in seats[0]["players"]] == [True, False]


def test_a_rematch_has_the_same_clock(hands: Hands) -> None:
    (anna,) = people(hands, 1)
    id_ = anna.table("me", "me", clock=LIVE, absence={"rule": "vote"})["id"]
    anna.ok(f"/api/tables/{id_}/resign", {"seat": 0})
    again = anna.ok(f"/api/tables/{id_}/rematch")
    assert (again["clock"]["base"], again["absence"]["rule"], left(again)) == (60, "vote", [60, 60])


@pytest.mark.parametrize(
    "clock",
    [
        {"kind": "live", "base": 0},
        {"kind": "live", "base": 60, "increment": -1},
        {"kind": "days", "hours": 24, "quiet": {"begin": 60, "end": 60, "zone": "UTC"}},
        {"kind": "days", "hours": 24, "quiet": {"begin": 60, "end": 90, "zone": "Nowhere/Land"}},
        {"kind": "other"},
    ],
)
def test_an_impossible_clock_is_refused(hands: Hands, clock: Message) -> None:
    (anna,) = people(hands, 1)
    answer = anna.post("/api/tables", {"game": "30-rails", "seats": [{"kind": "me"}], "clock": clock})
    assert answer.status_code in (400, 422)


def test_days_per_move_stop_while_the_server_is_down(tmp_path: Path) -> None:
    service = Service(tmp_path).open()
    hands = Hands(service)
    anna, boris = people(hands, 2)
    id_ = table_of(anna, boris, clock={"kind": "days", "hours": 24, "bank": 12})
    with boris.live(id_) as b:
        b.kind("view")
        b.play(1)
    hands.move(30 * 3600)
    assert anna.get(f"/api/tables/{id_}")["status"] == "running"
    service.close()

    hands.now += 100 * 3600
    service = Service(tmp_path)
    again = Hands(service)
    again.now = hands.now
    service.open()
    anna = service.back(anna.cookie)
    with anna.live(id_) as live:
        clock = live.kind("table")["table"]["seats"][0]["clock"]
        # Six hours of the bank are left, whatever happened in between.
        assert clock["due"] == round(again.now * 1000) + 6 * 3_600_000
        again.move(6 * 3600 - 1)
        assert live.quiet() is not None
        assert anna.get(f"/api/tables/{id_}")["seats"][0]["substitute"] is None
        again.move(1)
        live.until(lambda said: said["type"] == "table" and said["table"]["seats"][0]["substitute"])
    service.close()


@pytest.mark.slow
def test_a_deadline_is_kept_once_by_two_processes_and_when_one_of_them_is_gone(
    postgres: Cluster, tmp_path: Path
) -> None:
    settings = {"database": postgres.create("clocks"), "secret_key": "the same for both"}
    one, other = Service(tmp_path / "one", **settings).open(), Service(tmp_path / "other", **settings).open()
    hands = Hands(one, other)
    anna, boris = one.guest("Anna"), other.guest("Boris")
    tables = [table_of(anna, boris, clock={"kind": "days", "hours": 24}) for _ in range(2)]
    with boris.live(tables[0]) as b:
        b.kind("view")
        b.play(1)
        # Each of the two looks; the table is written to once.
        hands.move(24 * 3600)
        b.until(lambda said: said["type"] == "table" and said["table"]["seats"][0]["substitute"])
        # It may have ended up with the process that is about to go.
    assert [note["kind"] for note in boris.get(f"/api/tables/{tables[0]}")["notes"]] == ["flagged", "clock"]
    for seat in (0, 1):
        (anna, boris)[seat].ok(f"/api/tables/{tables[1]}/take-back", {"seat": seat})
    one.close()
    hands.services.remove(one)
    hands.move(23 * 3600)
    assert boris.get(f"/api/tables/{tables[1]}")["seats"][0]["substitute"] is None
    hands.move(3600)
    assert all(seat["substitute"] for seat in boris.get(f"/api/tables/{tables[1]}")["seats"])
    other.close()
    # All are gone for a week; whoever comes then finds the clocks as they were.
    hands.now += 7 * 86_400
    third = Service(tmp_path / "third", **settings)
    hands = Hands(third)
    hands.now = hands.now + 7 * 86_400 + 60 * 3600
    third.open()
    boris = third.back(boris.cookie)
    told = boris.ok(f"/api/tables/{tables[1]}/take-back", {"seat": 1})
    assert told["seats"][1]["clock"]["due"] == round(hands.now * 1000) + 24 * 3_600_000
    third.close()


def test_a_table_that_is_broken_stops_nobody_elses_clock(hands: Hands, monkeypatch: pytest.MonkeyPatch) -> None:
    anna, boris = people(hands, 2)
    tables = sorted(table_of(anna, boris, clock=LIVE) for _ in range(3))
    keep_time = Table.keep_time

    async def broken(table: Table) -> None:
        if table.id in tables[:2]:
            raise RuntimeError("a fault of ours")
        await keep_time(table)

    with monkeypatch.context() as patch:
        patch.setattr(Table, "keep_time", broken)
        hands.move(63)
    assert anna.get(f"/api/tables/{tables[2]}")["seats"][0]["substitute"] is not None
    hands.move(1)
    assert anna.get(f"/api/tables/{tables[0]}")["seats"][0]["substitute"] is not None


def test_no_move_comes_too_late_where_many_are_late(hands: Hands) -> None:
    """Whoever moves is looked at too, though the time of eleven others is over at the same moment."""
    guests = [hands.services[0].guest(f"Guest {number}") for number in range(12)]
    id_ = table_of(guests[0], *guests[1:], clock=LIVE)
    with guests[11].live(id_) as live:
        live.kind("view")
        action = live.legal(11)[0]["action"]
        hands.move(63, look=False)
        said = live.play(11, action)
        assert (said["type"], said["error"]["code"]) == ("refused", "server.bot_plays")
    assert all(seat["substitute"] for seat in guests[0].get(f"/api/tables/{id_}")["seats"])


def test_a_clock_that_is_set_back_gives_nobody_an_hour(hands: Hands) -> None:
    anna, boris = people(hands, 2)
    id_ = table_of(anna, boris, clock=LIVE)
    service = hands.services[0]
    with anna.live(id_) as live:
        live.kind("view")
        hands.move(12)
        hands.now -= 3600
        run(service, service.hub.timekeeper.look())
        assert anna.get("/healthz")["clock"] == "set back by 3600 s"
        # Ten of the twelve seconds were used; the rest of the minute runs from the new time on.
        table = anna.get(f"/api/tables/{id_}")
        dues = [seat["clock"]["due"] for seat in table["seats"]]
        assert dues == [round((hands.now + 50) * 1000)] * 2
        hands.move(20)
        assert live.play(0)["type"] == "done"
        assert left(anna.get(f"/api/tables/{id_}"))[0] == 35
        hands.move(31)
        assert anna.get(f"/api/tables/{id_}")["seats"][1]["substitute"] is not None
    # When the old time has come again nothing is wrong any more.
    hands.move(3600)
    assert anna.get("/healthz").get("clock") is None
    assert anna.get(f"/api/tables/{id_}")["status"] == "running"
