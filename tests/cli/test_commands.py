"""The command line as a user meets it: exit codes, one-line refusals, and what is printed."""

from __future__ import annotations

import io
import json
import re
import subprocess
import sys
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path
from typing import NamedTuple
from unittest import mock

import pytest

import branchline as branchline_package
from branchline.cli import main
from branchline.cli.commands import COMMANDS


class Done(NamedTuple):
    """How a command ended."""

    returncode: int
    stdout: str
    stderr: str


def branchline(*words: str, stdin: str = "") -> Done:
    """The command in this process, since a process of its own would spend most of its time on starting."""
    out, err = io.StringIO(), io.StringIO()
    code = 0
    with redirect_stdout(out), redirect_stderr(err), mock.patch.object(sys, "stdin", io.StringIO(stdin)):
        try:
            main(list(words))
        except SystemExit as end:
            code = int(end.code or 0)
    return Done(code, out.getvalue(), err.getvalue())


@pytest.fixture(scope="module")
def record(tmp_path_factory: pytest.TempPathFactory) -> Path:
    file = tmp_path_factory.mktemp("records") / "game.json"
    args = ("30-rails", "--players", "2", "--bots", "random", "--seed", "4", "--lang", "en", "--record", str(file))
    done = branchline("play", *args, stdin="1\n" * 60)
    assert done.returncode == 0, done.stderr
    return file


def test_play_with_a_seed_can_be_repeated(record: Path, tmp_path: Path) -> None:
    again = tmp_path / "again.json"
    args = ("30-rails", "--players", "2", "--bots", "random", "--seed", "4", "--lang", "en", "--record", str(again))
    assert branchline("play", *args, stdin="1\n" * 60).returncode == 0
    first, second = (json.loads(file.read_text())["events"] for file in (record, again))
    assert first == second


def test_help_names_every_command_and_loads_no_parser() -> None:
    code = "import sys; from branchline.cli import main; main(['--help']); print('cyclopts' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.endswith("False\n")
    for name, command in COMMANDS.items():
        assert f"  {name} " in done.stdout
        assert command.summary in done.stdout


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_has_help(name: str) -> None:
    done = branchline(name, "--help")
    assert done.returncode == 0
    assert name in done.stdout


@pytest.mark.parametrize("name", COMMANDS)
def test_help_offers_nothing_without_a_meaning(name: str) -> None:
    assert "--empty-" not in branchline(name, "--help").stdout


@pytest.mark.parametrize("name", ["play", "simulate", "tournament"])
def test_help_tells_a_games_options_from_those_of_the_command(name: str) -> None:
    said = re.sub(r"[^\w.,()=-]+", " ", branchline(name, "--help").stdout)
    assert "An option of the game (not of this command)" in said
    assert "What the game itself can be told" in said


@pytest.mark.parametrize(
    ("words", "hint"),
    [
        (["nonsense"], "simulate"),
        (["simulate"], "GAME"),
        (["simulate", "31-rails"], "30-rails"),
        (["simulate", "30-rails", "--bots", "nobody"], "random"),
        (["simulate", "30-rails", "--games", "many"], "--games"),
        (["simulate", "30-rails", "--variant", "odd"], "standard, shares"),
        (["simulate", "30-rails", "--option", "variant"], "name=value"),
        (["simulate", "30-rails", "--colour", "red"], "variant"),
        (["play", "30-rails", "--lang", "fr"], "en, ru"),
        (["play", "30-rails", "--players", "1", "--bots", "random,random"], "2"),
        (["play", "30-rails", "--seed", "xyz"], "seed"),
        (["play", "string-railway", "--field", "no-such-country.geojson"], "no-such-country.geojson"),
        (["simulate", "string-railway", "--field", "pyproject.toml"], "different points"),
        (["sheet", "--variant", "odd", "--out", "x.pdf"], "standard, shares"),
        (["sheet"], "--out"),
        (["sheet", "--out", "no/such/folder/x.pdf"], "no/such/folder"),
        (["replay", "no-such-file.json"], "no-such-file.json"),
        (["bench", "--only", "nonsense"], "branchline --help"),
        (["bench", "--compare", "no-such-commit", "--only", "nonsense"], "30-rails: clones"),
        (["train", "30-rails", "--games", "0"], "games"),
        (["train", "30-rails", "--propose", "experience"], "name=value"),
        (["train", "30-rails", "--propose", "nothing=1"], "experience"),
        (["train", "30-rails", "--out", "no/such/folder/x.json"], "no/such/folder"),
        (["train", "30-rails", "--out", "tests"], "directory"),
        (["train", "30-rails", "--out", "pyproject.toml/x.json"], "pyproject.toml"),
        (["train", "30-rails", "--jobs", "0"], "jobs"),
        (["train", "30-rails", "--workers", "0"], "workers"),
        (["train", "30-rails", "--out", "no-such-training.json", "--resume"], "no interrupted training"),
        (["play", "30-rails", "--seconds", "0"], "0.001–3600"),
        (["play", "30-rails", "--players", "20", "--lang", "ru"], "играют от 1 до 12"),
        (["sheet", "--lang=ru", "--variant", "odd", "--out", "x.pdf"], "возможно: standard, shares"),
    ],
)
def test_wrong_arguments_get_one_line_and_code_2(words: list[str], hint: str) -> None:
    done = branchline(*words)
    assert done.returncode == 2
    assert done.stderr.count("\n") == 1, done.stderr
    assert hint in done.stderr
    assert done.stdout == ""


def test_simulate_prints_one_json_object_and_no_bar_in_a_pipe() -> None:
    done = branchline("simulate", "30-rails", "--games", "10", "--seed", "1", "--json", "--option", "variant=shares")
    answer = json.loads(done.stdout)
    assert answer["options"]["variant"] == "shares"
    assert done.stderr == ""


@pytest.mark.parametrize("command", ["simulate", "tournament"])
def test_games_lost_by_rule_are_told(command: str) -> None:
    done = branchline(command, "30-rails", "--bots", "cmd:false,random", "--games", "2")
    assert "cmd:false lost 2 games by rule: ended by itself" in " ".join(done.stdout.split())


@pytest.mark.parametrize(("command", "option"), [("simulate", "--records"), ("tournament", "--report")])
@pytest.mark.parametrize("wrong", ["greedy,nobody", "greedy,random --games 0", "greedy,random --variant odd"])
def test_a_typo_empties_no_file(tmp_path: Path, command: str, option: str, wrong: str) -> None:
    file = tmp_path / "kept"
    file.write_text("of the day before")
    done = branchline(command, "30-rails", option, str(file), "--bots", *wrong.split())
    assert done.returncode == 2
    assert file.read_text() == "of the day before"
    new = tmp_path / "new"
    branchline(command, "30-rails", option, str(new), "--bots", *wrong.split())
    assert not new.exists()


@pytest.mark.parametrize(("command", "option"), [("simulate", "--records"), ("tournament", "--report")])
def test_a_file_that_cannot_be_written_is_named_before_the_games(tmp_path: Path, command: str, option: str) -> None:
    file = tmp_path / "no" / "folder"
    done = branchline(command, "30-rails", "--bots", "greedy,random", "--games", "1000000", option, str(file))
    assert done.returncode == 2
    assert str(file) in done.stderr


COUNTRY = {
    "type": "Feature",
    "properties": {"name": "a country with a bay"},
    "geometry": {
        "type": "Polygon",
        "coordinates": [[[20, 50], [30, 49], [34, 52], [33, 56], [28, 54], [24, 57], [19, 54]]],
    },
}


def test_a_country_of_ones_own_is_a_field(tmp_path: Path) -> None:
    country = tmp_path / "country.geojson"
    country.write_text(json.dumps(COUNTRY))
    words = ("--games", "2", "--seed", "1", "--json")
    done = branchline("simulate", "string-railway", *words, "--field", str(country))
    assert done.returncode == 0, done.stderr
    field = json.loads(done.stdout)["options"]["field"]
    assert len(field.split()) == 7
    again = branchline("simulate", "string-railway", *words, "--option", f"field={country}")
    assert json.loads(again.stdout)["options"]["field"] == field


@pytest.mark.parametrize(
    ("data", "hint"),
    [
        (b'{"type": "Point", "coordinates": [1, 2]}', "no outline was found"),
        (b'{"type": "Polygon", "coordinates": [[[0, 0], [1, 1], [1, 0], [0, 1]]]}', "crosses"),
        (b'{"type": "Polygon", "coordinates": [[[0, 0], [50, 0], [50, 1], [0, 1]]]}', "do not fit"),
        (b"\xff\xfe\x00", "UTF-8"),
        (b" " * 2_000_001, "too big"),
    ],
)
def test_a_file_that_cannot_be_a_field_is_refused_in_one_line(tmp_path: Path, data: bytes, hint: str) -> None:
    country = tmp_path / "country.geojson"
    country.write_bytes(data)
    done = branchline("play", "string-railway", "--lang", "en", "--field", str(country))
    assert done.returncode == 2
    assert done.stderr.count("\n") == 1, done.stderr
    assert hint in done.stderr


def test_verify_proves_a_true_record(record: Path) -> None:
    done = branchline("verify", str(record), "--lang", "en")
    assert done.returncode == 0
    events = json.loads(record.read_text())["events"]
    draws = sum(event[0] == "chance" for event in events)
    assert f"proved: all {draws} draws" in done.stdout
    assert f"all {len(events) - draws} actions" in done.stdout


def sealed(record: dict[str, object]) -> str:
    """The edited record with a digest that fits, as a forger would make it."""
    from branchline.core.record import digest

    return json.dumps(record | {"digest": digest(record)})


def test_verify_finds_a_die_that_was_changed(record: Path, tmp_path: Path) -> None:
    data = json.loads(record.read_text())
    last = max(n for n, event in enumerate(data["events"]) if event[0] == "chance")
    data["events"][last][1] = (data["events"][last][1] + 1) % 6
    forged = tmp_path / "forged.json"
    forged.write_text(sealed(data))
    done = branchline("verify", str(forged), "--lang", "en")
    assert done.returncode == 1
    assert f"event {last}: chance did not come from the record's seed" in done.stderr


def test_verify_does_not_prove_draws_that_came_from_another_game(record: Path, tmp_path: Path) -> None:
    data = json.loads(record.read_text())
    draws = [n for n, event in enumerate(data["events"]) if event[0] == "chance"]
    forged = tmp_path / "forged.json"
    forged.write_text(sealed({**data, "inherited": draws[3]}))
    done = branchline("verify", str(forged), "--lang", "en")
    assert done.returncode == 1
    assert f"proved only in part: {len(draws) - 3} draws" in done.stderr
    assert "3 came from another game" in done.stderr
    assert "proved: all" not in done.stdout


def test_verify_tells_of_moves_that_were_taken_back(tmp_path: Path) -> None:
    match = branchline_package.game("30-rails").start(players=2, seed=4)
    for seat in (0, 1):
        match.play(seat, match.legal(seat)[0])
    match.undo(0, agreed=True)
    file = tmp_path / "record.json"
    file.write_text(json.dumps(match.record(with_seed=True)))
    done = branchline("verify", str(file), "--lang", "en")
    assert done.returncode == 0, done.stderr
    assert "1 time a move was taken back, and 1 draw of chance with it" in done.stdout


def test_verify_finds_another_seed_and_a_missing_one(record: Path, tmp_path: Path) -> None:
    data = json.loads(record.read_text())
    for seed, why in (("00" * 32, "promised"), (None, "no seed")):
        forged = tmp_path / "forged.json"
        forged.write_text(sealed({**data, "seed": seed}))
        done = branchline("verify", str(forged), "--lang", "en")
        assert (done.returncode, done.stdout) == (1, "")
        assert why in done.stderr


def test_a_cut_record_says_so(record: Path, tmp_path: Path) -> None:
    cut = tmp_path / "cut.json"
    cut.write_text(record.read_text()[:700])
    assert branchline("verify", str(cut), "--lang", "en").returncode == 1
    done = branchline("replay", str(cut))
    assert done.returncode == 2
    assert "JSON" in done.stderr


def test_replay_tells_the_game_in_both_languages(record: Path) -> None:
    english, russian = (branchline("replay", str(record), "--lang", lang).stdout for lang in ("en", "ru"))
    assert "turn 30" in english
    assert "ход 30" in russian
    assert "Total: " in english
    assert "Всего: " in russian


def test_replay_at_a_moment_shows_that_board(record: Path) -> None:
    empty = branchline("replay", str(record), "--at", "0", "--lang", "en").stdout
    full = branchline("replay", str(record), "--at", "100", "--lang", "en").stdout
    assert "▲" not in empty
    assert "▲" in full
    events = len(json.loads(record.read_text())["events"])
    beyond = branchline("replay", str(record), "--at", str(events + 1))
    assert beyond.returncode == 2
    assert f"0–{events}" in beyond.stderr


def test_a_refusal_of_the_installed_command_is_no_traceback() -> None:
    code = "from branchline.cli import main; main()"
    words = [sys.executable, "-c", code, "simulate", "31-rails"]
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("branchline: ")
    assert done.stderr.count("\n") == 1


def test_the_terminal_gets_no_escapes_from_a_record(record: Path, tmp_path: Path) -> None:
    from branchline.core.record import digest

    data = json.loads(record.read_text())
    data["seats"] = [{"name": "\x1b]0;own\x07An\u202ena"}, {"bot": "\x1b[2Jrandom\u2066"}]
    data["digest"] = digest(data)
    evil = tmp_path / "evil.json"
    evil.write_text(json.dumps(data))
    done = branchline("replay", str(evil), "--lang", "en")
    assert done.returncode == 0, done.stderr
    assert "]0;ownAnna" in done.stdout
    evil.write_text(json.dumps({**data, "format": "\x1b[31m", "game": "\x1b[31m"}))
    for command in ("replay", "verify"):
        refused = branchline(command, str(evil), "--lang", "en")
        assert refused.returncode != 0
        done = Done(0, done.stdout + refused.stdout, done.stderr + refused.stderr)
    data["game"] = "\x1b[31mx"
    data["digest"] = digest(data)
    evil.write_text(json.dumps(data))
    done = Done(0, done.stdout, done.stderr + branchline("replay", str(evil)).stderr)
    assert not any(mark in done.stdout + done.stderr for mark in "\x1b\x07\u202e\u2066")


def test_train_says_what_it_came_to_and_keeps_the_present_numbers_unless_it_wins(tmp_path: Path) -> None:
    out = tmp_path / "weights.json"
    small = ("--generations", "1", "--games", "1", "--iterations", "1", "--rounds", "1", "--out", str(out))
    done = branchline("train", "30-rails", *small, "--lang", "en")
    assert done.returncode == 1
    assert "generation 1:" in done.stderr
    assert "present numbers stay" in done.stdout
    done = branchline("train", "30-rails", *small, "--propose", "experience=500", "--lang", "ru")
    assert "остаются прежние числа" in done.stdout
    assert "generation" not in done.stderr
    assert not out.exists()


@pytest.mark.parametrize("name", ["--jobs", "--workers"])
def test_train_takes_processes_by_both_names(name: str, tmp_path: Path) -> None:
    small = ("--generations", "1", "--games", "1", "--iterations", "1", "--rounds", "1")
    done = branchline("train", "30-rails", *small, "--out", str(tmp_path / "weights.json"), name, "2", "--lang", "en")
    assert done.returncode == 1, done.stderr
    assert "generation 1:" in done.stderr
