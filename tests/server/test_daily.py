"""The daily challenge: one deal for everybody, one attempt that counts, nothing given away before its time."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator

import pytest

import branchline
from branchline.core.chance import commitment
from branchline.server.daily.deals import day_after, day_of
from tests.server.service import Guest, Service, play_out, wait_for

pytestmark = pytest.mark.server
DAY = 86_400.0
GAME = "30-rails"
Shift = Callable[[int], None]


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    server = Service(tmp_path_factory.mktemp("daily")).open()
    yield server
    server.close()


@pytest.fixture
def shift(served: Service) -> Shift:
    """Sets the server's calendar to so many days from today. Noon, so that no test meets midnight."""
    noon = time.time() // DAY * DAY + DAY / 2

    def to(days: int) -> None:
        served.hub.daily.now = lambda: noon + days * DAY

    to(0)
    return to


def deal_of(guest: Guest, game: str = GAME) -> dict[str, object]:
    found: dict[str, object] = next(deal for deal in guest.get("/api/daily")["deals"] if deal["game"] == game)
    return found


def attempt(guest: Guest, day: str, finish: bool = True) -> str:
    table = guest.ok(f"/api/daily/{day}/{GAME}")
    if finish:
        with guest.live(table["id"]) as live:
            live.kind("view")
            play_out(live, (0,))
    id_: str = table["id"]
    return id_


def test_a_deal_is_promised_played_and_proved(served: Service, shift: Shift) -> None:
    anna, boris = served.guest("Anna"), served.guest("Boris")
    shift(-1)
    promised = anna.get("/api/daily")["tomorrow"]
    assert set(promised) == {deal["game"] for deal in anna.get("/api/daily")["deals"]}
    shift(0)
    today = anna.get("/api/daily")
    day = today["day"]
    assert deal_of(anna)["commit"] == promised[GAME]
    assert deal_of(anna)["seed"] is None
    assert today["ends"] == pytest.approx(served.hub.daily.now() + DAY / 2)
    mine, theirs = attempt(anna, day), attempt(boris, day)
    records = [guest.get(f"/api/tables/{id_}/record") for guest, id_ in ((anna, mine), (boris, theirs))]
    assert [record["seed"] for record in records] == [None, None], "others have the same dice before them"
    assert {record["commit"] for record in records} == {promised[GAME]}
    rolls = [[event[1:] for event in record["events"] if event[0] == "chance"] for record in records]
    shared = min(map(len, rolls))
    assert rolls[0][:shared] == rolls[1][:shared]
    shift(1)
    found = anna.get(f"/api/daily/{day}/{GAME}")["deal"]
    assert commitment(bytes.fromhex(found["seed"])) == promised[GAME]
    record = anna.get(f"/api/tables/{mine}/record")
    assert record["seed"] == found["seed"]
    assert branchline.replay(record).over
    shift(0)


def test_the_first_attempt_counts_and_the_others_are_practice(served: Service, shift: Shift) -> None:
    guest, other = served.guest("Clara"), served.guest("Dora")
    day = served.hub.daily.today
    first = attempt(guest, day, finish=False)
    assert guest.ok(f"/api/daily/{day}/{GAME}")["id"] == first, "an attempt that runs is gone on with"
    assert deal_of(guest)["attempt"] == {"table": first, "over": False, "points": None, "won": False, "place": None}
    assert guest.code(f"/api/tables/{first}/hand-over", {"seat": 0}) == (409, "server.daily_alone")
    others = guest.get(f"/api/daily/{day}/{GAME}")["results"]
    assert all(row["table"] is None for row in others), "nobody's game is shown before one's own is over"
    with guest.live(first) as live:
        live.kind("view")
        play_out(live, (0,))
    scores = guest.get(f"/api/tables/{first}")["scores"]
    practice = attempt(guest, day)
    assert practice != first
    found = guest.get(f"/api/daily/{day}/{GAME}")
    assert found["deal"]["attempt"]["table"] == first
    (row,) = [row for row in found["results"] if row["you"]]
    assert (row["name"], row["points"], row["table"]) == ("Clara", scores[0], first)
    assert row["place"] == 1 + sum(each["points"] > row["points"] for each in found["results"])
    points = [each["points"] for each in found["results"]]
    assert points == sorted(points, reverse=True)
    assert not any(row["you"] for row in other.get(f"/api/daily/{day}/{GAME}")["results"])


def test_par_is_what_the_expert_makes_of_it_and_its_game_is_shown_after_ones_own(served: Service, shift: Shift) -> None:
    guest, other = served.guest("Emma"), served.guest()
    day = served.hub.daily.today
    attempt(guest, day)
    wait_for(lambda: deal_of(guest)["par"] is not None, 60)
    table = guest.get(f"/api/daily/{day}/{GAME}")["par_table"]
    expert = guest.get(f"/api/tables/{table}")
    assert (expert["seats"][0]["level"], expert["scores"][0]) == ("expert", deal_of(guest)["par"])
    assert expert["commit"] == deal_of(guest)["commit"]
    assert deal_of(other)["par"] == deal_of(guest)["par"]
    assert other.get(f"/api/daily/{day}/{GAME}")["par_table"] is None


def test_days_in_a_row_are_counted(served: Service, shift: Shift) -> None:
    guest = served.guest("Fedor")
    for days in (10, 11, 12):
        shift(days)
        assert deal_of(guest)["streak"] == days - 10
        attempt(guest, served.hub.daily.today)
    assert deal_of(guest)["streak"] == 3
    shift(13)
    assert deal_of(guest)["streak"] == 3, "today is not over yet"
    shift(14)
    assert deal_of(guest)["streak"] == 0
    archive = guest.get("/api/daily/archive")["deals"]
    mine = [deal for deal in archive if deal["attempt"] is not None]
    assert [deal["streak"] for deal in mine] == [3, 2, 1]
    assert all(deal["seed"] for deal in archive)
    day = mine[0]["day"]
    again = attempt(guest, day)
    assert guest.get(f"/api/daily/{day}/{GAME}")["deal"]["attempt"]["table"] != again
    assert guest.get("/api/daily/archive?week=520")["deals"] == []


def test_a_future_or_impossible_day_is_refused(served: Service, shift: Shift) -> None:
    guest = served.guest()
    tomorrow = day_after(served.hub.daily.today)
    for day in (tomorrow, "2020-01-01", "2020-02-31", "nonsense", "9999-12-31"):
        assert guest.code(f"/api/daily/{day}/{GAME}") == (404, "server.no_deal")
        assert guest.http.get(f"/api/daily/{day}/{GAME}").status_code == 404
    assert guest.http.get(f"/api/daily/{tomorrow}/chess").status_code == 422


def test_every_game_has_a_deal_that_can_be_played(served: Service, shift: Shift) -> None:
    guest = served.guest("Greta")
    day = served.hub.daily.today
    for deal in guest.get("/api/daily")["deals"]:
        table = guest.ok(f"/api/daily/{day}/{deal['game']}")
        assert (table["status"], table["daily"]) == ("running", day)
        assert [seat["level"] for seat in table["seats"]] == [None, *deal["bots"]]
        assert not table["public"]


def test_days_are_utc() -> None:
    assert day_of(0.0) == "1970-01-01"
    assert day_of(DAY - 1) == "1970-01-01"
    assert day_after("2026-02-28") == "2026-03-01"
    assert day_after("2026-01-01", -1) == "2025-12-31"
