"""branchline review as a user meets it: tables, JSON, a page that needs nothing else, one-line refusals."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from branchline import game
from branchline.cli.review import _print
from branchline.core.generator import Generator
from branchline.review import read_report, review
from tests.cli.test_commands import branchline
from tests.review.games import RECORDS, golden, late


@pytest.fixture(scope="module")
def record(tmp_path_factory: pytest.TempPathFactory) -> Path:
    file = tmp_path_factory.mktemp("reviewed") / "game.json"
    match = golden("30-rails")
    match.seats[0]["name"] = "<b>Вера</b>"
    file.write_text(json.dumps(match.record()), "utf-8")
    return file


BUDGET = ("--playouts", "700", "--jobs", "1")


def test_tables_in_both_languages_and_no_bar_in_a_pipe(record: Path) -> None:
    for language, head, level in (("en", "Accuracy", "expert"), ("ru", "Точность", "эксперт")):
        done = branchline("review", str(record), *BUDGET, "--lang", language)
        assert done.returncode == 0, done.stderr
        assert done.stderr == ""
        assert head in done.stdout, "no head is broken within a word"
        assert level in done.stdout


def test_costly_decisions_are_told_line_by_line(capsys: pytest.CaptureFixture[str]) -> None:
    """A table of six columns would break every word on a terminal of 80."""
    match = golden("30-rails")
    *_, report = review(match, seconds=None, playouts=2500, workers=1, since=late(match, 30))
    assert report.costliest
    _print(report, "ru")
    said = capsys.readouterr().out
    assert said.count("  Было: ") == said.count("  Лучше: ") == len(report.costliest)
    assert "  – " in said
    assert all(len(line) <= 80 for line in said.splitlines())


def test_json_is_the_report_and_html_needs_nothing_else(record: Path, tmp_path: Path) -> None:
    page = tmp_path / "review.html"
    done = branchline("review", str(record), *BUDGET, "--json", "--html", str(page), "--lang", "ru")
    report = read_report(done.stdout.encode())
    assert report.game == "30-rails"
    assert report.final
    html = page.read_text("utf-8")
    assert "&lt;b&gt;Вера" in html
    assert "<b>Вера" not in html
    assert 'lang="ru"' in html
    for outside in ("http://", "https://", "<script", "<link", "src="):
        assert outside not in html
    assert "{" not in html.partition("</style>")[2]
    assert html.count('<svg class="board"') == len(report.costliest), "a sheet with every costly decision"


@pytest.mark.parametrize(
    ("words", "hint"),
    [
        (["--seat", "0"], "0"),
        (["--seat", "2"], "2"),  # counted from 1, as it was asked for
        (["--seconds", "0"], "seconds"),
        (["--game", "2"], "1–1"),
        (["--html", "no/such/folder/x.html"], "no/such/folder"),
        (["--cluster", "127.0.0.1:1"], "luster"),  # it does not answer, or there is no Ray at all
    ],
)
def test_wrong_arguments_get_one_line_and_code_2(record: Path, words: list[str], hint: str) -> None:
    done = branchline("review", str(record), *words)
    assert done.returncode == 2
    assert done.stderr.count("\n") == 1, done.stderr
    assert hint in done.stderr


@pytest.mark.parametrize(
    "data", [b"", b"hello", b"[1, 2", b"\xb0\x00\xff", b'{"format": "else"}', b" " * 5_000_000], ids=range(6)
)
def test_what_is_no_record_gets_one_line(tmp_path: Path, data: bytes) -> None:
    file = tmp_path / "x.json"
    file.write_bytes(data)
    done = branchline("review", str(file))
    assert done.returncode == 2
    assert done.stderr.count("\n") == 1, done.stderr


def test_a_refused_review_leaves_the_page_of_before(record: Path, tmp_path: Path) -> None:
    page, folder = tmp_path / "old.html", tmp_path / "folder"
    page.write_text("kept")
    folder.mkdir()
    assert branchline("review", str(record), "--seat", "9", "--html", str(page)).returncode == 2
    assert branchline("review", str(record), "--seconds", "0", "--html", str(page)).returncode == 2
    assert page.read_text() == "kept"
    done = branchline("review", str(record), "--html", str(folder))
    assert done.returncode == 2
    assert done.stderr.count("\n") == 1


def test_a_game_that_is_not_over_is_reviewed_and_said_to_be(tmp_path: Path) -> None:
    match, rng = game("30-rails").start(players=2, seed=3), Generator(1)
    for _ in range(40):
        match.play(match.actors[0], match.sample(match.actors[0], rng))
    file = tmp_path / "open.json"
    file.write_text(json.dumps(match.record()), "utf-8")
    done = branchline("review", str(file), "--playouts", "300", "--jobs", "1", "--lang", "en")
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("Too few playouts to judge decisions")
    assert "The game is not over" in " ".join(done.stdout.split())


def test_there_is_a_record_of_every_game() -> None:
    import branchline as package

    assert set(RECORDS) == set(package.game_names())
