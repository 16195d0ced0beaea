"""`branchline tournament` as a user meets it: on a terminal, with files, and with wrong arguments."""

from __future__ import annotations

import os
import pty
import re
import shlex
import subprocess
import sys
from pathlib import Path

DOCS = Path(__file__).parents[2] / "docs"


def on_a_terminal(words: list[str], folder: Path) -> tuple[int, str]:
    """The command's exit code and what a terminal shows of it, without colours."""
    code = "from branchline.cli import main; main()"
    outer, inner = pty.openpty()
    environment = {**os.environ, "TERM": "xterm", "COLUMNS": "120"}
    process = subprocess.Popen(
        [sys.executable, "-c", code, *words], cwd=folder, env=environment, stdin=inner, stdout=inner, stderr=inner
    )
    os.close(inner)
    shown = b""
    try:
        while part := os.read(outer, 65536):
            shown += part
    except OSError:  # how Linux says that the other side is closed
        pass
    os.close(outer)
    return process.wait(), re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", shown.decode())


def test_the_first_command_of_the_docs_runs_on_a_terminal(tmp_path: Path) -> None:
    """The live table has rows for bots that have not played yet."""
    command = re.search(r"^branchline (tournament .*)$", (DOCS / "bots.md").read_text("utf-8"), re.MULTILINE)
    assert command is not None
    words = shlex.split(re.sub(r"--games \d+|--jobs \d+", "", command[1]))
    files = ["--records", "games.jsonl", "--resume", "results.jsonl"]
    code, shown = on_a_terminal([*words, "--games", "2", "--seed", "1", *files], tmp_path)
    assert code == 0, shown
    assert "Traceback" not in shown
    assert "2 of 6 games" in shown, "the live table"
    assert "6 of 6 games" in shown
    assert (tmp_path / "report.html").read_text("utf-8").startswith("<!doctype html>")
    assert len((tmp_path / "games.jsonl").read_text("utf-8").splitlines()) == 6
    assert len((tmp_path / "results.jsonl").read_text("utf-8").splitlines()) == 7


def test_a_sequential_test_with_every_file_runs_on_a_terminal(tmp_path: Path) -> None:
    words = ["tournament", "30-rails", "--bots", "greedy,random", "--games", "4", "--seed", "1", "--sprt", "0", "10"]
    files = ["--report", "report.html", "--records", "games.jsonl", "--resume", "results.jsonl"]
    for _ in range(2):  # the second time everything is known
        code, shown = on_a_terminal([*words, *files], tmp_path)
        assert code == 0, shown
        assert "2 of 4 games; sprt 0 10: undecided after 1 rounds" in shown, "the live table"
        assert "undecided after 2 rounds" in shown
        assert "undecided after 2 rounds" in (tmp_path / "report.html").read_text("utf-8")
        assert len((tmp_path / "games.jsonl").read_text("utf-8").splitlines()) == 4
        assert len((tmp_path / "results.jsonl").read_text("utf-8").splitlines()) == 5
