"""Notices of the lobby, and every new endpoint tried by somebody who is banned."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.server.lobby.test_kept_seats import person
from tests.server.lobby.test_search import LIVE, look, table_of
from tests.server.notices.receivers import hook
from tests.server.notices.scenes import listen
from tests.server.service import Service, wait_for

pytestmark = pytest.mark.server


def test_an_invitation_calls_whoever_is_not_here_and_a_full_table_too(tmp_path: Path) -> None:
    service = Service(tmp_path, notice_seconds=0, private_webhooks=True).open()
    try:
        with hook() as his, hook() as hers:
            host, egor, vera = service.guest("Host C"), person(service, "Egor C"), person(service, "Vera C")
            listen(egor, his)
            listen(vera, hers)
            # Her page is open, so it shows the invitation by itself.
            vera.get("/api/waiting")
            id_ = host.table("me", "open", "open", start=False)["id"]
            for name in ("Vera C", "Egor C"):
                host.ok(f"/api/tables/{id_}/invite", {"name": name})
            (said,) = his.wait()
            assert (said["kind"], said["title"], said["table"]) == ("invited", "Host C invites you to play", id_)
            # Found by the search, not looking: whose turn it is not is told that the table is full.
            game = {"game": "stephensons-rocket", "clock": LIVE | {"base": 320}}
            look(egor, **game)
            look(vera, **game)
            found = table_of(egor)
            wait_for(lambda: {each["table"] for each in his.wait(0)} >= {found})
            wait_for(lambda: {each["table"] for each in hers.wait(0)} >= {found})
            kinds = sorted(each["kind"] for each in [*his.wait(0), *hers.wait(0)] if each["table"] == found)
            assert kinds == ["full", "turn"]
            assert [each["table"] for each in hers.wait(0)] == [found]
    finally:
        service.close()


def test_whoever_is_banned_can_look_and_do_nothing(service: Service) -> None:
    host, rude = person(service, "Host Ban"), person(service, "Rude Ban")
    id_ = host.table("me", "open", start=False)["id"]
    host.ok(f"/api/tables/{id_}/invite", {"name": "Rude Ban"})
    (seat,) = (seat.kept for seat in service.hub.in_memory(id_)[0].state.seats if seat.kept)
    service.ban(seat.person)
    search = {"game": "30-rails", "least": 2, "most": 2, "clock": LIVE}
    for method, path, body in (
        ("PUT", "/api/search", search),
        ("DELETE", "/api/search", None),
        ("POST", "/api/search/bots", None),
        ("POST", "/api/follows", {"name": "Host Ban"}),
        ("DELETE", "/api/follows/x", None),
        ("POST", f"/api/tables/{id_}/invite", {"name": "Host Ban"}),
        ("POST", f"/api/tables/{id_}/decline", {"seat": 1}),
        ("POST", f"/api/tables/{id_}/join", {"seat": 1}),
    ):
        assert rude.refused(method, path, body) == (403, "server.banned"), path
    assert len(rude.get("/api/waiting")["invitations"]) == 1
    assert rude.get("/api/follows") == {"people": []}
