"""Records, positions, going on from one, the board as text, the sheet."""

from __future__ import annotations

import threading
from typing import Any

import pytest

import branchline
from branchline.core.generator import Generator
from branchline.core.match import Match
from branchline.core.record import digest
from tests.server.service import Guest, Service, play_out

pytestmark = pytest.mark.server


def _record(players: int = 2, seed: int = 5) -> dict[str, Any]:
    match = branchline.game("30-rails").start(players=players, seed=seed)
    rng = Generator(seed)
    while not match.over:
        seat = match.actors[-1]
        match.play(seat, match.sample(seat, rng))
    match.seats = [{"name": "Anna"}, {"name": "Guard", "bot": "random"}][:players]
    return match.record()


def _imported(guest: Guest, record: dict[str, Any]) -> dict[str, Any]:
    return guest.ok("/api/records", record)


def test_a_record_comes_in_and_goes_out_unchanged(service: Service) -> None:
    guest, record = service.guest(), _record()
    table = _imported(guest, record)
    assert table["status"] == "over"
    assert [seat["name"] for seat in table["seats"]] == ["Anna", "Guard"]
    assert [seat["kind"] for seat in table["seats"]] == ["human", "bot"]
    assert table["scores"] == record["scores"]
    assert service.guest().get(f"/api/tables/{table['id']}/record") == record


@pytest.mark.parametrize(
    "change",
    [
        {"digest": "0" * 64},
        {"format": "chess"},
        {"version": 99},
        {"events": []},
        {"players": 1.5},
        {"seats": "x"},
        {"game": "chess"},
        {"seed": "00"},
    ],
)
def test_an_edited_record_is_refused(service: Service, change: dict[str, Any]) -> None:
    status, code = service.guest().code("/api/records", {**_record(), **change})
    assert status == 422
    assert code.startswith(("core.record", "core.unknown"))


def test_a_record_is_replayed_once_and_off_the_event_loop(service: Service, monkeypatch: pytest.MonkeyPatch) -> None:
    record = _record()
    threads: list[str] = []
    feed = Match.feed

    def watched(self: Match, event: Any) -> None:
        threads.append(threading.current_thread().name)
        feed(self, event)

    monkeypatch.setattr(Match, "feed", watched)
    table = service.guest().ok("/api/records", record)
    assert table["status"] == "over"
    assert len(threads) == len(record["events"])
    assert service._thread.name not in threads


def test_names_in_a_record_lose_what_nobody_can_see(service: Service) -> None:
    record = _record()
    record["seats"] = [
        {"name": "An\u202ena\x1b[31m \u2066 \x00B"},
        {"name": "\u200b\u202e", "bot": "ran\x1b]0;x\x07dom"},
    ]
    record["digest"] = digest(record)
    table = _imported(service.guest(), record)
    assert [(seat["name"], seat["level"]) for seat in table["seats"]] == [("Anna[31m B", None), (None, "ran]0;xdom")]
    back = service.guest().get(f"/api/tables/{table['id']}/record")
    assert "\x1b" not in str([seat.get("name") for seat in back["seats"]])
    assert back["seats"][0]["name"] == "Anna[31m B"


def test_an_unfinished_record_is_refused(service: Service) -> None:
    match = branchline.game("30-rails").start(players=1, seed=1)
    assert service.guest().code("/api/records", match.record())[1] == "server.record_unfinished"


def test_every_position_is_that_of_the_replay(service: Service) -> None:
    guest, record = service.guest(), _record()
    path = f"/api/tables/{_imported(guest, record)['id']}/positions"
    for n in (0, 1, 7, 30, 31, 12, 12, len(record["events"])):
        match = branchline.replay(record, upto=n)
        for seat in (None, 1):
            found = guest.get(f"{path}/{n}" + ("" if seat is None else f"?seat={seat}"))
            # A replay of the whole record knows its seed; positions of one in between do not.
            assert {**found["view"], "seed": None} == {**branchline.to_builtins(match.view(seat)), "seed": None}
            assert found["log"] == branchline.to_builtins(match.log(seat))
            assert (found["n"], found["from"], found["seat"]) == (n, 0, seat)
    assert guest.http.get(f"{path}/{len(record['events']) + 1}").status_code == 404
    assert guest.http.get(f"{path}/-1").status_code in (400, 404)
    assert guest.http.get(f"{path}/3?seat=2").status_code == 404


def test_going_on_from_a_position_plays_to_an_end_that_verifies(service: Service) -> None:
    guest, record = service.guest("Clara"), _record()
    old = _imported(guest, record)
    path = f"/api/tables/{old['id']}/continue"
    table = guest.ok(path, {"n": 20, "seats": [{"kind": "me"}, {"kind": "bot", "level": "random"}]})
    assert table["status"] == "running"
    assert table["commit"] != old["commit"]
    with guest.live(table["id"]) as live:
        first = live.kind("view")
        assert first["n"] >= 20
        play_out(live, (0,))
    again = guest.get(f"/api/tables/{table['id']}/record")
    assert again["inherited"] == 20
    assert again["events"][:20] == record["events"][:20]
    assert branchline.replay(again).over
    seats = [{"kind": "me"}, {"kind": "me"}]
    assert guest.code(path, {"n": len(record["events"]), "seats": seats}) == (409, "server.over")
    assert guest.code(path, {"n": 9999, "seats": seats}) == (404, "server.no_position")
    assert guest.code(path, {"n": 3, "seats": seats[:1]}) == (422, "server.seat_count")


def test_the_board_as_text_in_both_languages(service: Service) -> None:
    guest = service.guest()
    path = f"/api/tables/{_imported(guest, _record())['id']}/text"
    english, russian = guest.http.get(path), guest.http.get(f"{path}?language=ru&seat=1")
    assert english.headers["content-type"].startswith("text/plain")
    assert "Row 1" in english.text
    assert "Row" not in russian.text
    assert guest.http.get(f"{path}?language=fr").status_code == 400


def test_the_sheet_is_a_pdf(service: Service) -> None:
    guest = service.guest()
    for variant in ("standard", "shares"):
        answer = guest.http.get(f"/api/sheet.pdf?variant={variant}&language=ru")
        assert answer.headers["content-type"] == "application/pdf"
        assert answer.content.startswith(b"%PDF")
    assert guest.http.get("/api/sheet.pdf?variant=gold").status_code == 422
    assert guest.http.get("/api/sheet.pdf?game=ticket-to-ride").status_code == 404
    assert guest.http.get("/api/sheet.pdf?game=chess").status_code == 422


def test_a_seat_without_a_name_has_none(service: Service) -> None:
    """The page then says “Player 2” in its reader's language, and not “The winner is 2”."""
    record = {**_record(), "seats": [{"name": "Anna"}, {}]}
    record["digest"] = digest(record)
    told = service.guest().ok("/api/records", record)["seats"]
    assert [seat["name"] for seat in told] == ["Anna", None]
