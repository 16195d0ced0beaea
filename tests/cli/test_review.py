"""branchline review as a user meets it: tables, JSON, a page that needs nothing else, one-line refusals."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from branchline.review import read_report
from tests.cli.test_commands import branchline
from tests.review.games import RECORDS, golden


@pytest.fixture(scope="module")
def record(tmp_path_factory: pytest.TempPathFactory) -> Path:
    file = tmp_path_factory.mktemp("reviewed") / "game.json"
    match = golden("30-rails")
    match.seats[0]["name"] = "<b>Вера</b>"
    file.write_text(json.dumps(match.record()), "utf-8")
    return file


BUDGET = ("--playouts", "700", "--jobs", "1")


def test_tables_in_both_languages_and_no_bar_in_a_pipe(record: Path) -> None:
    for language, head in (("en", "Accuracy"), ("ru", "Точность")):
        done = branchline("review", str(record), *BUDGET, "--lang", language)
        assert done.returncode == 0, done.stderr
        assert done.stderr == ""
        assert head in done.stdout, "no head is broken within a word"
        assert "expert" in done.stdout


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
        (["--seat", "0"], "seat"),
        (["--seat", "2"], "seat"),
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


def test_there_is_a_record_of_every_game() -> None:
    import branchline as package

    assert set(RECORDS) == set(package.game_names())
