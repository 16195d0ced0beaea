"""The level that fits a visitor, by their last games; who the bots at a table are."""

from __future__ import annotations

import pytest

from branchline.bots import CHARACTERS
from branchline.server.events import Place
from branchline.server.levels import level_for, levels_for
from branchline.server.matches import character_of, with_characters
from tests.server.service import Service

pytestmark = pytest.mark.server


@pytest.mark.parametrize(
    ("results", "fits"),
    [
        ("", "beginner"),
        ("b+", "beginner"),
        ("b+ b+", "casual"),
        ("b+ b- b+", "beginner"),
        ("b+ b+ c+ c+", "strong"),
        ("b+ b+ c- c-", "beginner"),
        ("b- b- b-", "beginner"),
        ("b+ b+ c+ c+ s+ s+ e+ e+", "expert"),
        ("s-", "strong"),
        ("s- s-", "casual"),
        ("b+ s+", "strong"),
        ("e- e- s- s- c+", "casual"),
    ],
)
def test_two_wins_lead_up_and_two_losses_down(results: str, fits: str) -> None:
    names = {"b": "beginner", "c": "casual", "s": "strong", "e": "expert"}
    assert level_for([(names[each[0]], each[1] == "+") for each in results.split()]) == fits


def test_games_do_not_count_for_one_another() -> None:
    played = [("30-rails", "beginner", True), ("ticket-to-ride", "beginner", True), ("30-rails", "beginner", True)]
    fits = levels_for([*played, ("gone", "beginner", True)])
    assert (fits["30-rails"], fits["ticket-to-ride"], fits["string-railway"]) == ("casual", "beginner", "beginner")
    assert "gone" not in fits


def test_me_says_which_level_fits_also_after_signing_up(service: Service) -> None:
    guest = service.guest("Anna")
    assert guest.get("/api/me")["levels"]["30-rails"] == "beginner"
    for _ in range(2):
        id_ = guest.table("me", "bot:strong")["id"]
        assert guest.get("/api/me")["levels"]["30-rails"] in ("beginner", "strong")
        guest.ok(f"/api/tables/{id_}/resign", {"seat": 0})
    for kinds in (("me", "bot:greedy"), ("me", "me"), ("me", "bot:expert")):
        id_ = guest.table(*kinds)["id"]
        if "bot:expert" in kinds:
            guest.ok(f"/api/tables/{id_}/abort")
        else:
            guest.ok(f"/api/tables/{id_}/resign", {"seat": 0})
    assert guest.get("/api/me")["levels"]["30-rails"] == "casual", "others than these count for nothing"
    guest.sign_up("Anna of the levels")
    known = guest.get("/api/me")
    assert (known["account"], known["levels"]["30-rails"]) == (True, "casual")
    assert service.guest().get("/api/me")["levels"]["30-rails"] == "beginner"


def test_everybody_sees_who_the_bots_are(service: Service) -> None:
    guest, other = service.guest("Anna"), service.guest()
    table = guest.table("me", "bot:beginner", "bot:casual", "bot:casual")
    path = f"/api/tables/{table['id']}"
    who = [seat["character"] for seat in table["seats"]]
    assert who[0] is None
    assert len({*who[1:]} & {*CHARACTERS}) == 3
    assert [seat["character"] for seat in other.get(path)["seats"]] == who
    guest.ok(f"{path}/abort")
    record = guest.get(f"{path}/record")
    assert [seat.get("character") for seat in record["seats"]] == who
    assert [seat.get("bot") for seat in record["seats"]] == [None, "beginner", "casual", "casual"]
    again = guest.ok(f"{path}/rematch")
    assert [(seat["character"], seat["level"]) for seat in again["seats"][1:]] == [
        (seat["character"], seat["level"]) for seat in table["seats"][1:]
    ]


def test_a_host_who_changes_a_bot_gets_another_than_those_at_the_table(service: Service) -> None:
    host = service.guest()
    table = host.table("me", *["bot:casual"] * 10, "open", start=False)
    changed = host.ok(f"/api/tables/{table['id']}/seats/11", {"kind": "bot", "level": "strong"})
    who = [seat["character"] for seat in changed["seats"][1:]]
    assert len(set(who)) == 11
    assert changed["seats"][11]["level"] == "strong"


def test_bots_of_older_tables_keep_the_names_of_their_seats() -> None:
    names = list(CHARACTERS)
    assert character_of(Place("bot", None, "greedy"), 1) == names[1]
    assert character_of(Place("bot", None, "greedy", character="gone"), 13) == names[1]
    assert character_of(Place("human", "Anna"), 0) is None
    old = [Place("bot", None, "greedy", character="driver"), Place("bot", None, "greedy"), Place("open")]
    new = with_characters(old, "ab" * 32)
    assert new[0] == old[0]
    assert new[1].character in set(names) - {"driver"}
    assert new[2] == old[2]
