"""Notices arrive at real receivers: what, when, how often, and what becomes of receivers that fail."""

from __future__ import annotations

import time
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

import pytest
import sqlalchemy as sa

from branchline.server import administration
from branchline.server.notices import dispatcher
from branchline.server.notices.notice import KINDS, Notice
from branchline.server.storage import outbox
from branchline.server.storage.schema import notices
from tests.server.notices.receivers import Hook, PushService, hook, post_office
from tests.server.notices.scenes import QUICK, listen, pair, rows, run, settled
from tests.server.service import Live, Service, act_past_chance, wait_for

pytestmark = pytest.mark.server


@pytest.fixture(scope="module")
def calling(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    server = Service(tmp_path_factory.mktemp("calling"), **QUICK).open()
    yield server
    server.close()


@pytest.fixture
def receiver() -> Iterator[Hook]:
    with hook() as made:
        yield made


def test_each_occasion_is_told_once_to_who_is_not_looking(calling: Service, receiver: Hook) -> None:
    anna, boris, table = pair(calling, "30-rails")
    listen(boris, receiver)
    anna.ok(f"/api/tables/{table}/start")
    told = receiver.wait()[0]
    assert (told["kind"], told["table"], told["seat"]) == ("turn", table, 1)
    assert told["title"] == "Your turn"
    assert told["body"] == "30 Rails with Anna"
    assert told["url"].endswith(f"/t/{table}")
    # Anna says his name: he has not come yet, so he is not told again.
    with anna.live(table) as live:
        live.ask(type="chat", text="boris, where are you?")
        wait_for(lambda: settled(calling, table))
        assert len(receiver.got) == 1
        with boris.live(table) as his:
            his.kind("view")
            # He looks: nothing needs to be told.
            live.ask(type="chat", text="Boris!")
            wait_for(lambda: settled(calling, table))
        wait_for(lambda: not calling.hub.in_memory(table)[0].audience.online(_browser(calling, table, 1)))
        assert len(receiver.got) == 1
        live.ask(type="chat", text="Borisov is somebody else")
        live.ask(type="chat", text="Well, BORIS?")
        said = receiver.wait(2)[1]
        assert (said["kind"], said["title"], said["body"]) == ("mention", "Anna mentioned you", "Well, BORIS?")


def _browser(service: Service, table: str, seat: int) -> str:
    found = service.hub.in_memory(table)[0].state.seats[seat].place.browser
    assert found is not None
    return found


def test_acting_makes_the_next_turn_news_again(calling: Service, receiver: Hook) -> None:
    anna, boris, table = pair(calling, "30-rails")
    listen(boris, receiver)
    anna.ok(f"/api/tables/{table}/start")
    receiver.wait()
    with anna.live(table) as hers:
        hers.kind("view")
        with boris.live(table) as his:
            his.kind("view")
            his.play(1)
        hers.play(0)
        assert [each["kind"] for each in receiver.wait(2)] == ["turn", "turn"]


def test_full_over_rematch_and_undo_are_told(calling: Service, receiver: Hook) -> None:
    anna, boris = calling.guest("Anna"), calling.guest("Boris")
    listen(anna, receiver, language="ru")
    table = anna.table("me", "open", start=False)["id"]
    boris.ok(f"/api/tables/{table}/join", {})
    told = receiver.wait()[0]
    assert (told["kind"], told["title"]) == ("full", "Все в сборе")
    with anna.live(table) as hers:
        boris.ok(f"/api/tables/{table}/start")
        hers.kind("view")
        hers.play(0)
    with boris.live(table) as his:
        his.kind("view")
        his.play(1)
        # The dice were thrown since, so the others are asked.
        his.tell(type="undo", id="u", seat=1)
        his.kind("undo_asked")
        kinds = [each["kind"] for each in receiver.wait(2)]
        assert kinds[1] in ("turn", "undo")
    boris.ok(f"/api/tables/{table}/resign", {"seat": 1})
    over = next(each for each in _until(receiver, "over"))
    assert over["body"] == "30 рельсов: вы победили"
    new = boris.ok(f"/api/tables/{table}/rematch")["id"]
    wait_for(lambda: any(each["table"] == new for each in receiver.wait(0)))
    last = [each for each in receiver.wait(0) if each["table"] == new]
    assert [each["kind"] in ("rematch", "turn") for each in last] == [True]


def _until(receiver: Hook, kind: str) -> list[Any]:
    wait_for(lambda: any(each["kind"] == kind for each in receiver.wait(0)))
    return [each for each in receiver.wait(0) if each["kind"] == kind]


def test_a_page_out_of_sight_does_not_count_as_looking(calling: Service, receiver: Hook) -> None:
    anna, boris, table = pair(calling, "30-rails")
    listen(boris, receiver)
    with boris.live(table) as his:
        his.kind("table")
        his.tell(type="look", away=True)
        his.quiet()
        anna.ok(f"/api/tables/{table}/start")
        assert receiver.wait()[0]["kind"] == "turn"


@pytest.mark.parametrize("kind", ["discord", "slack", "ntfy"])
def test_shapes_of_webhooks(calling: Service, receiver: Hook, kind: str) -> None:
    anna = calling.guest("<@everyone> *Anna*")
    boris = calling.guest("Boris")
    table = anna.table("me", "open", start=False)["id"]
    boris.ok(f"/api/tables/{table}/join", {})
    listen(boris, receiver, kind)
    anna.ok(f"/api/tables/{table}/start")
    told = receiver.wait()[0]
    if kind == "discord":
        assert told["allowed_mentions"] == {"parse": []}
        assert "**Your turn**\n30 Rails with \\<\\@everyone\\> \\*Anna\\*" in told["content"]
    elif kind == "slack":
        assert told["text"].startswith("*Your turn*\n30 Rails with &lt;@everyone&gt; ∗Anna∗\n<http")
    else:
        assert receiver.got[0][0] == "/"
        assert (told["topic"], told["title"]) == ("topic", "Your turn")
        assert told["click"].endswith(f"/t/{table}")


def test_push_is_encrypted_for_the_browser_and_signed(calling: Service, receiver: Hook) -> None:
    anna, boris, table = pair(calling)
    service = PushService(receiver)
    info = boris.ok("/api/notices/channels", service.channel(language="ru", label="Firefox"))
    assert [(each["kind"], each["label"], each["confirmed"]) for each in info["channels"]] == [
        ("push", "Firefox", True)
    ]
    assert "abc" not in info["channels"][0]["address"]
    boris.ok(f"/api/notices/channels/{info['channels'][0]['id']}/test")
    assert service.read(0, info["push_key"])["title"] == "Уведомления работают"
    anna.ok(f"/api/tables/{table}/start")
    with anna.live(table) as hers:
        _play_until_turn_of(hers, 0, 1)
    told = service.read(1, info["push_key"])
    assert told["title"] == "Ваш ход"
    assert told["url"] == f"/t/{table}"
    assert told["tag"] == table
    assert receiver.got[1][1]["topic"] == table


def _play_until_turn_of(live: Live, mine: int, other: int) -> None:
    live.kind("view")
    while other not in live.views[mine]["view"]["actors"]:
        assert live.play(mine)["type"] == "done"
        live.quiet()


def test_receivers_that_are_gone_are_dropped(calling: Service, receiver: Hook) -> None:
    anna, boris, table = pair(calling, "30-rails")
    listen(boris, receiver)
    receiver.answers = [410]
    anna.ok(f"/api/tables/{table}/start")
    wait_for(lambda: boris.get("/api/notices")["channels"] == [])
    assert len(receiver.got) == 1


def test_a_receiver_in_trouble_is_tried_again_a_few_times(calling: Service, receiver: Hook) -> None:
    anna, boris, table = pair(calling, "30-rails")
    listen(boris, receiver)
    receiver.answers = [503, 500]
    anna.ok(f"/api/tables/{table}/start")
    receiver.wait(3)
    wait_for(lambda: boris.get("/api/notices")["channels"][0]["trouble"] is None)
    receiver.answers = [503] * 20
    with boris.live(table):
        pass
    receiver.got.clear()
    boris.ok(f"/api/tables/{table}/resign", {"seat": 1})
    listen(anna, receiver)
    anna.ok(f"/api/tables/{table}/rematch")
    wait_for(lambda: len(receiver.got) >= 6)
    wait_for(lambda: boris.get("/api/notices")["channels"][0]["trouble"] == "503")


def test_the_end_by_the_owner_of_the_server_is_told(calling: Service, receiver: Hook) -> None:
    anna, boris, table = pair(calling, "30-rails")
    listen(boris, receiver)
    run(calling, administration.close_table(calling.hub.storage, table))
    calling.hub.notices._running.get_loop().call_soon_threadsafe(calling.hub.notices.wake)  # type: ignore[union-attr]
    told = receiver.wait()[0]
    assert (told["kind"], told["body"]) == ("over", "30 Rails was ended by the owner of the server")
    assert anna.get(f"/api/tables/{table}")["status"] == "over"


def test_redirects_are_not_followed(calling: Service, receiver: Hook) -> None:
    guest = calling.guest("Anna")
    channel = listen(guest, receiver)["channels"][0]["id"]
    receiver.answers, receiver.headers = [302], {"Location": receiver.url("/elsewhere")}
    assert guest.code(f"/api/notices/channels/{channel}/test") == (409, "notices.failed")
    assert [path for path, _, _ in receiver.got] == ["/hook"]


def test_quiet_hours_and_unwanted_kinds(calling: Service, receiver: Hook) -> None:
    zone = ZoneInfo("Asia/Novosibirsk")
    now = datetime.fromtimestamp(time.time(), zone)
    minute = now.hour * 60 + now.minute
    anna, boris, table = pair(calling, "30-rails")
    listen(boris, receiver)
    # All that there is, as who never chose has it.
    kinds = boris.get("/api/notices")["kinds"]
    assert kinds == list(KINDS)
    quiet = {"begin": (minute - 60) % 1440, "end": (minute + 120) % 1440, "zone": str(zone)}
    assert boris.http.put("/api/notices", json={"kinds": kinds, "quiet": quiet}).json()["quiet"] == quiet
    anna.ok(f"/api/tables/{table}/start")
    wait_for(lambda: any(row["due"] and row["due"] > time.time() + 3600 for row in rows(calling, table)))
    assert not receiver.got
    for bad in ({**quiet, "zone": "../../etc/passwd"}, {**quiet, "end": quiet["begin"]}):
        assert boris.http.put("/api/notices", json={"kinds": kinds, "quiet": bad}).status_code == 422
    assert boris.http.put("/api/notices", json={"kinds": ["over"]}).json()["quiet"] is None
    anna.ok(f"/api/tables/{table}/resign", {"seat": 0})
    assert [each["kind"] for each in receiver.wait()] == ["over"]


@pytest.mark.parametrize(
    ("kind", "address", "code"),
    [
        ("json", "example.org/hook", "notices.only_https"),
        ("json", "http://example.org/hook", "notices.only_https"),
        ("json", "https://", "notices.bad_address"),
        ("json", "https://127.0.0.1/hook", "notices.not_public"),
        ("json", "https://nobody.invalid/hook", "notices.unknown_host"),
        ("ntfy", "https://127.0.0.1/", "notices.no_topic"),
    ],
)
def test_what_is_wrong_with_an_address_is_said(tmp_path: Path, kind: str, address: str, code: str) -> None:
    service = Service(tmp_path).open()
    try:
        assert service.guest().code("/api/notices/channels", {"kind": kind, "address": address}) == (422, code)
    finally:
        service.close()


def test_email_needs_its_code(tmp_path: Path) -> None:
    with post_office() as post:
        mail = {"smtp_host": "127.0.0.1", "smtp_port": post.port, "smtp_security": "none"}
        service = Service(tmp_path, **QUICK, **mail, mail_from="Ветка <games@example.org>").open()
        try:
            anna, boris, table = pair(service, "30-rails")
            add = {"kind": "email", "address": "boris@example.org", "language": "ru"}
            channel = boris.ok("/api/notices/channels", add)["channels"][0]
            assert not channel["confirmed"]
            first = post.wait()[0]
            code = first["Subject"][:6]
            assert code.isdecimal()
            path = f"/api/notices/channels/{channel['id']}"
            assert boris.code(f"{path}/test") == (409, "notices.not_confirmed")
            wrong = "000000" if code != "000000" else "000001"
            assert boris.code(f"{path}/confirm", {"code": wrong}) == (403, "notices.code_wrong")
            assert anna.code(f"{path}/confirm", {"code": code}) == (404, "notices.no_channel")
            assert boris.ok(f"{path}/confirm", {"code": code})["channels"][0]["confirmed"]
            anna.ok(f"/api/tables/{table}/start")
            told = post.wait(2)[1]
            assert (told["To"], told["Subject"]) == ("boris@example.org", "Ваш ход")
            assert f"/t/{table}" in told.get_content()
            assert anna.code("/api/notices/channels", {"kind": "email", "address": "gone@example.org"}) == (
                502,
                "notices.mail_failed",
            )
            bad = {"kind": "email", "address": "a@example.org\r\nBcc: b@example.org"}
            assert anna.code("/api/notices/channels", bad) == (422, "notices.bad_mail_address")
        finally:
            service.close()


def test_a_code_can_be_guessed_five_times_only(tmp_path: Path) -> None:
    with post_office() as post:
        mail = {"smtp_host": "127.0.0.1", "smtp_port": post.port, "smtp_security": "none"}
        service = Service(tmp_path, **mail, mail_from="games@example.org").open()
        try:
            guest = service.guest("Anna")
            added = guest.ok("/api/notices/channels", {"kind": "email", "address": "anna@example.org"})
            code = post.wait()[0]["Subject"][:6]
            path = f"/api/notices/channels/{added['channels'][0]['id']}/confirm"
            tries = [guest.code(path, {"code": f"{(int(code) + 1 + n) % 1_000_000:06}"}) for n in range(5)]
            assert tries == [(403, "notices.code_wrong")] * 5
            assert guest.code(path, {"code": code}) == (409, "notices.code_old")
        finally:
            service.close()


def test_what_was_not_sent_goes_out_after_a_restart(tmp_path: Path, receiver: Hook) -> None:
    service = Service(tmp_path, **{**QUICK, "notice_seconds": 3600.0}).open()
    anna, boris, table = pair(service, "30-rails")
    listen(boris, receiver)
    key = boris.get("/api/notices")["push_key"]
    cookie = boris.cookie
    anna.ok(f"/api/tables/{table}/start")
    run(service, service.hub.storage.write(_due_now))
    service.close()
    got = len(receiver.got)
    service = Service(tmp_path, **QUICK).open()
    try:
        assert [each["kind"] for each in receiver.wait()] == ["turn"]
        assert got <= 1
        assert service.back(cookie).get("/api/notices")["push_key"] == key
    finally:
        service.close()


def _due_now(connection: sa.Connection) -> None:
    connection.execute(sa.update(notices).values(due=time.time()))


def test_channels_are_their_owners(calling: Service, receiver: Hook) -> None:
    anna, boris = calling.guest("Anna"), calling.guest("Boris")
    channel = listen(anna, receiver)["channels"][0]["id"]
    assert boris.get("/api/notices")["channels"] == []
    assert boris.http.delete(f"/api/notices/channels/{channel}").status_code == 404
    assert boris.code(f"/api/notices/channels/{channel}/test") == (404, "notices.no_channel")
    assert anna.http.delete(f"/api/notices/channels/{channel}").json()["channels"] == []
    for number in range(10):
        anna.ok("/api/notices/channels", {"kind": "json", "address": receiver.url(f"/{number}")})
    more = {"kind": "json", "address": receiver.url("/more")}
    assert anna.code("/api/notices/channels", more) == (409, "notices.too_many_channels")


def test_a_notice_that_cannot_be_told_holds_up_nobody_elses(
    calling: Service, receiver: Hook, monkeypatch: pytest.MonkeyPatch
) -> None:
    scenes = [pair(calling, "30-rails") for _ in range(3)]
    unripe, wordless = scenes[0][2], scenes[1][2]
    true, words = dispatcher.still_true, dispatcher.letter
    tries = []

    def still_true(kind: Any, seat: int, table: Any) -> bool:
        if table.id == unripe:
            raise RuntimeError("a fault of ours")
        return true(kind, seat, table)

    def letter(kind: Any, table: Any, *more: Any) -> Any:
        if table.id == wordless:
            tries.append(1)
            raise RuntimeError("a fault of ours")
        return words(kind, table, *more)

    monkeypatch.setattr(dispatcher, "still_true", still_true)
    monkeypatch.setattr(dispatcher, "letter", letter)
    for anna, boris, table in scenes:
        listen(boris, receiver)
        anna.ok(f"/api/tables/{table}/start")
    assert receiver.wait()[0]["table"] == scenes[2][2]
    wait_for(lambda: len(tries) >= 2)
    wait_for(lambda: all(settled(calling, table) for _, _, table in scenes))
    assert len(receiver.got) == 1


def test_moves_that_everybody_sees_read_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(dispatcher, "POLL", 60.0)
    server = Service(tmp_path).open()
    try:
        anna, boris, table = pair(server, "30-rails")
        anna.ok(f"/api/tables/{table}/start")
        reads: list[Any] = []
        ripe = outbox.ripe
        monkeypatch.setattr(outbox, "ripe", lambda *each, **facts: reads.append(facts) or ripe(*each, **facts))
        with anna.live(table) as a, boris.live(table) as b:
            act_past_chance(a, b)
            b.quiet()
            for _ in range(3):
                a.play(0)
                b.play(1)
                a.quiet()
        assert reads == []
    finally:
        server.close()


def test_a_look_at_the_outbox_is_not_put_off_by_what_is_due_later(calling: Service) -> None:
    async def look() -> tuple[float, float, float]:
        notices = calling.hub.notices
        now, found = time.time(), []
        for due in (now + 30, now + 20, now + 40):
            notices._soonest = min(notices._soonest, now + 50)
            notices.expect([Notice("T", "o", "turn", 0, 0, 0, now, due)])
            found.append(notices._soonest - now)
        return found[0], found[1], found[2]

    first, second, third = run(calling, look())
    assert first <= 30
    assert third == second <= 20
