"""Records that version 0.1.0 wrote before the packages were redesigned: each loads, replays and verifies as it did.

Where a game's rules version has grown since, its old records are refused with a text that names both versions.
"""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Any

import msgspec
import pytest

import branchline
from branchline.cli import main
from branchline.core.errors import RecordError
from tests.suite.cases import values

OLD = Path(__file__).parents[1] / "golden" / "old"
EXPECTED: dict[str, dict[str, Any] | None] = json.loads((OLD / "expected.json").read_text())
"""The result of each record without its breakdown; None for a game that was not over."""
FILES = {file.relative_to(OLD).with_suffix("").as_posix(): file for file in OLD.glob("*/*.json")}


def is_of_other_rules(record: dict[str, Any]) -> bool:
    """Whether the game's rules have changed since the record was written."""
    return bool(record["rules"] != branchline.game(record["game"]).rules_version)


def test_every_record_has_an_expected_result():
    assert FILES.keys() == EXPECTED.keys()


@pytest.mark.parametrize("name", EXPECTED)
def test_an_old_record_replays_to_the_same_result(name: str):
    text = FILES[name].read_text()
    record = json.loads(text)
    if is_of_other_rules(record):
        ours = branchline.game(record["game"]).rules_version
        with pytest.raises(RecordError, match=f"version {record['rules']}.*{ours}") as refused:
            branchline.replay(text)
        assert refused.value.text.code == "core.record_rules"
        return
    match = branchline.replay(text)
    result = msgspec.to_builtins(match.result)
    expected = EXPECTED[name]
    if expected is None:
        assert result is None
    else:
        assert {field: result[field] for field in expected} == expected
    assert match.record(with_seed=record["seed"] is not None) == record


@pytest.mark.parametrize("name", EXPECTED)
def test_verify_says_what_an_old_record_proves(name: str, capsys: pytest.CaptureFixture[str]):
    record = json.loads(FILES[name].read_text())
    with pytest.raises(SystemExit) as end:
        main(["verify", str(FILES[name]), "--lang", "en"])
    said = capsys.readouterr()
    if is_of_other_rules(record):
        assert end.value.code == 1
        assert f"version {record['rules']}" in said.err
    elif record["seed"] is None:
        assert end.value.code == 1
        assert "the record has no seed" in said.err
    elif "inherited" in record:
        assert end.value.code == 1
        assert "proved only in part" in said.err
    else:
        assert not end.value.code
        assert record["seed"] in said.out


@pytest.mark.parametrize("slug", branchline.game_names())
def test_the_set_holds_every_option_undos_and_games_that_go_on(slug: str):
    game = branchline.game(slug)
    chosen: Counter[tuple[str, Any]] = Counter()
    kinds: Counter[str] = Counter()
    for file in FILES.values():
        record = json.loads(file.read_text())
        if record["game"] != slug:
            continue
        chosen.update(record["options"].items())
        kinds["unfinished"] += record["scores"] is None
        kinds["continued"] += "inherited" in record
        kinds["without seed"] += record["seed"] is None
        kinds["undos"] += any(event[0] == "undo" for event in record["events"])
    known = {name for name, _ in chosen}
    for option in game.options:
        # An option that came with later rules is in no record of these.
        for value in values(option) if option.name in known else ():
            assert chosen[option.name, value] >= 2, (option.name, value)
    assert min(kinds[kind] for kind in ("unfinished", "continued", "without seed", "undos")) >= 1, kinds
