"""Every command with a game that lives outside of the application and has no drawing of its own."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.cli.test_commands import branchline
from tests.registry import more_games


@pytest.fixture(autouse=True, scope="module")
def toy() -> Iterator[None]:
    with more_games("tests.toy"):
        yield


@pytest.mark.parametrize("lang", ["en", "ru"])
def test_a_person_plays_bots_to_the_end_by_numbers(tmp_path: Path, lang: str) -> None:
    file = tmp_path / "game.json"
    words = ("--players", "3", "--bots", "random,greedy", "--seed", "5", "--lang", lang, "--record", str(file))
    done = branchline("play", "toy", *words, stdin="1\n" * 4)
    assert done.returncode == 0, done.stderr
    record = json.loads(file.read_text())
    assert record["scores"] is not None
    assert [seat.get("bot") for seat in record["seats"]] == [None, "random", "greedy"]
    assert branchline("verify", str(file)).returncode == 0


def test_two_people_take_turns_and_write_an_action_nobody_lists() -> None:
    done = branchline("play", "toy", "--players", "2", "--seed", "1", "--lang", "en", stdin="1\n" * 6 + "1\n")
    assert done.returncode == 0, done.stderr
    assert "1. " in done.stdout.splitlines()[-1] or "1. " in done.stdout.splitlines()[-2]


def test_simulated_games_are_kept_as_records(tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    words = ("--games", "3", "--seed", "8", "--bots", "random", "--records", str(file), "--json")
    done = branchline("simulate", "toy", *words)
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["games"] == 3
    records = [json.loads(line) for line in file.read_text("utf-8").splitlines()]
    assert len(records) == 3
    assert len({record["seed"] for record in records}) == 3
    proved = branchline("verify", str(file), "--lang", "en")
    assert proved.returncode == 0, proved.stderr
    assert proved.stdout.count("proved: all") == 3
    shown = branchline("replay", str(file), "--game", "2", "--lang", "en")
    assert shown.returncode == 0, shown.stderr
    assert f": {records[1]['scores'][0]}" in shown.stdout
    wrong = branchline("replay", str(file), "--game", "4", "--lang", "en")
    assert (wrong.returncode, "1–3" in wrong.stderr) == (2, True)


def test_one_bad_record_among_good_ones_is_found(tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    assert branchline("simulate", "toy", "--games", "2", "--records", str(file)).returncode == 0
    good, bad = file.read_text("utf-8").splitlines()
    changed = json.loads(bad)
    changed["scores"][0] += 1
    file.write_text(good + "\n" + json.dumps(changed) + "\n", "utf-8")
    assert branchline("verify", str(file)).returncode == 1


def test_records_that_cannot_be_written_are_refused_before_the_first_game(tmp_path: Path) -> None:
    done = branchline("simulate", "toy", "--games", "1", "--records", str(tmp_path / "no" / "such.jsonl"))
    assert (done.returncode, "cannot write" in done.stderr) == (2, True)
