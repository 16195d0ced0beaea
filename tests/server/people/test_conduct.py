"""Mute, block, report; and what the host of the server does about it, with `branchline admin`."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from branchline.server.storage import queries
from tests.cli.test_commands import branchline
from tests.server.service import Guest, Service

pytestmark = pytest.mark.server


def seated(service: Service) -> tuple[Guest, Guest, str]:
    """Two guests at a table, the first its host."""
    host, other = service.guest(), service.guest()
    table = host.table("me", "open", "open", start=False)["id"]
    other.ok(f"/api/tables/{table}/join", {"name": "Rude"})
    return host, other, table


def said(live: Any) -> list[str]:
    return [message["text"] for message in live.seen if message["type"] == "chat"]


def listed(guest: Guest) -> set[str]:
    return {table["id"] for table in guest.get("/api/tables")["tables"]}


def test_who_is_muted_is_not_heard(service: Service) -> None:
    host, other, table = seated(service)
    with host.live(table) as ours, other.live(table) as theirs:
        theirs.ask(type="chat", text="first")
        ours.kind("chat")
        assert host.ok("/api/relations", {"table": table, "kind": "mute", "line": 0})["relations"][0]["name"] == "Rude"
        theirs.ask(type="chat", text="second")
        ours.ask(type="chat", text="mine")
        ours.quiet()
        assert said(ours) == ["first", "mine"]
        theirs.quiet()
        assert said(theirs) == ["first", "second", "mine"]
    with host.live(table) as ours:
        ours.kind("table")
        ours.quiet()
        assert said(ours) == ["mine"]
    # It is the account's as well, and can be taken back.
    host.sign_up("Mutes Keeper")
    (relation,) = host.get("/api/relations")["relations"]
    assert other.get("/api/relations")["relations"] == []
    assert other.refused("DELETE", f"/api/relations/{relation['id']}") == (404, "server.not_found")
    assert host.http.delete(f"/api/relations/{relation['id']}").json() == {"relations": []}


def test_who_is_blocked_does_not_sit_down_with_me(service: Service) -> None:
    host, other, table = seated(service)
    host.ok("/api/relations", {"table": table, "kind": "block", "seat": 1})
    another = host.table("me", "open", start=False)["id"]
    assert other.code(f"/api/tables/{another}/join", {}) == (403, "server.blocked")
    assert service.guest().ok(f"/api/tables/{another}/join", {})["you"] == [1]
    # Neither finds the other's tables in the lobby; strangers and those who sit there do.
    theirs = other.table("me", "open", start=False, public=True)["id"]
    ours = host.table("me", "open", start=False, public=True)["id"]
    assert {ours, theirs} & listed(host) == {ours}
    assert {ours, theirs} & listed(other) == {theirs}
    assert {ours, theirs} <= listed(service.guest())
    host.http.delete(f"/api/relations/{host.get('/api/relations')['relations'][0]['id']}")
    assert {ours, theirs} <= listed(host) & listed(other)
    itself = {"table": table, "kind": "mute", "seat": 0}
    assert host.code("/api/relations", itself) == (409, "server.that_is_you")
    assert host.code("/api/relations", itself | {"seat": 2}) == (409, "server.nobody_there")
    assert host.code("/api/relations", itself | {"line": 7}) == (404, "server.not_found")
    assert host.code("/api/relations", itself | {"table": "none"}) == (404, "server.no_table")


@pytest.mark.slow
def test_the_host_of_the_server_reads_reports_renames_and_invites(tmp_path: Path) -> None:
    def admin(*arguments: str) -> Any:
        done = branchline("admin", *arguments, "--data", str(tmp_path), "--json")
        assert done.returncode == 0, done.stderr
        return json.loads(done.stdout)

    service = Service(tmp_path, sign_up="invited").open()
    try:
        guest, rude = service.guest(), service.guest()
        wanted = {"name": "Very Rude", "password": "correct horse"}
        assert rude.code("/api/account", wanted) == (403, "server.no_invitation")
        code = admin("invite", "--uses", "1")["code"]
        rude.sign_up("Very Rude", invitation=code)
        assert guest.code("/api/account", {**wanted, "name": "Guest", "invitation": code})[1] == "server.no_invitation"
        table = rude.table("me", "open", start=False)["id"]
        with rude.live(table) as live:
            live.kind("table")
            live.ask(type="chat", text="bad words")
        about = {"table": table, "reason": "words", "line": 0, "text": "look"}
        assert guest.post("/api/reports", about).status_code == 204
        assert rude.code("/api/reports", about) == (409, "server.that_is_you")
        (report,) = admin("reports")
        assert (report["name"], report["quote"], report["text"]) == ("Very Rude", "bad words", "look")
        admin("settle", report["id"])
        assert admin("reports") == []
        assert [row["id"] for row in admin("reports", "--settled")] == [report["id"]]
        assert admin("rename", "very rude", "Polite") == {"name": "Polite"}
        assert rude.get("/api/account")["account"]["name"] == "Polite"
        admin("ban", table, "0")
        service.hub.banned = service.run(service.hub.storage.read(queries.banned))
        assert rude.code("/api/tables", {"game": "30-rails", "seats": [{"kind": "me"}]}) == (403, "server.banned")
        for path, body in (("/api/relations", {"table": table, "kind": "mute", "seat": 0}), ("/api/reports", about)):
            assert rude.code(path, body) == (403, "server.banned")
    finally:
        service.close()
