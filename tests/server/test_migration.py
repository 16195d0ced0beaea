"""A database of the first version opens, and every game in it that this version plays comes back."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import pytest
from alembic.config import Config
from alembic.script import ScriptDirectory

import branchline
from branchline.server.storage.migrate import MIGRATIONS, newest
from tests.server.conftest import opened
from tests.server.service import Guest, Service, play_out

pytestmark = pytest.mark.server
DATA = Path(__file__).parent / "data"
EXPECTED: dict[str, Any] = json.loads((DATA / "first.json").read_text("utf-8"))
TABLES: dict[str, Any] = EXPECTED["tables"]


@pytest.fixture(scope="module")
def old(tmp_path_factory: pytest.TempPathFactory) -> Any:
    folder = tmp_path_factory.mktemp("old")
    shutil.copy(DATA / "first.db", folder / "branchline.db")
    service = Service(folder, bot_pace=60.0).open()
    yield service
    service.close()


def back(service: Service, who: str) -> Guest:
    return service.back(EXPECTED[who])


def playable(table: dict[str, Any]) -> bool:
    return bool(branchline.game(table["game"]).rules_version == 1)


@pytest.mark.parametrize("name", TABLES)
def test_a_table_looks_as_it_did(old: Service, name: str) -> None:
    before = TABLES[name]
    found = back(old, "boris" if name in ("open", "imported") else "anna").get(f"/api/tables/{before['id']}")
    for field in ("status", "options", "public", "host", "you", "seat_links", "events", "actors", "scores", "next"):
        assert found[field] == before[field], field
    assert [(seat["kind"], seat["name"], seat["level"]) for seat in found["seats"]] == [
        (seat["kind"], seat["name"], seat["level"]) for seat in before["seats"]
    ]


def test_finished_games_replay_and_verify(old: Service) -> None:
    anna = back(old, "anna")
    for name in ("over", "bots"):
        record = anna.get(f"/api/tables/{TABLES[name]['id']}/record")
        assert branchline.replay(record).result.scores == TABLES[name]["scores"]  # type: ignore[union-attr]


@pytest.mark.parametrize(("name", "seats"), [("rematch", (0, 1)), ("continued", (0,))])
def test_a_running_game_goes_on(tmp_path: Path, name: str, seats: tuple[int, ...]) -> None:
    """A person plays on to the end, alone or against the bot that sits there."""
    shutil.copy(DATA / "first.db", tmp_path / "branchline.db")
    with opened(Service(tmp_path)) as service, back(service, "anna").live(TABLES[name]["id"]) as live:
        live.until(lambda said: said["type"] == "view" and said["seat"] == seats[-1])
        assert live.views[0]["n"] == TABLES[name]["events"]
        assert play_out(live, seats)["view"]["over"]


def test_chat_is_there(old: Service) -> None:
    with back(old, "anna").live(TABLES["over"]["id"]) as live:
        assert live.kind("chat")["text"] == "good luck"


def test_a_game_of_other_rules_is_listed_and_refused_in_words(old: Service) -> None:
    anna = back(old, "anna")
    assert {table["id"] for table in anna.get("/api/me")["tables"]} >= {TABLES["over"]["id"]}
    for table in TABLES.values():
        if not playable(table):
            with anna.live(table["id"]) as live:
                assert live.kind("refused")["error"]["code"] == "server.other_rules"


def test_the_newest_schema_is_the_last_migration() -> None:
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    assert ScriptDirectory.from_config(config).get_heads() == [newest()]
