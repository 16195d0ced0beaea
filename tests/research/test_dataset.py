"""Data sets hold what was played, and read back as docs/research.md says."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path

import numpy as np
import pyarrow.parquet as parquet
import pytest

import branchline
from branchline import arena
from branchline.arena import simulate
from branchline.cli import main
from branchline.core.errors import OptionError
from branchline.research import dataset
from branchline.research.dataset import COLUMNS, FILE, DatasetWriter, Run
from branchline.research.position import observation_size, values

PAGE = (Path(__file__).parents[2] / "docs" / "research.md").read_text("utf-8")
EXAMPLES = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)


def test_a_data_set_holds_every_decision(tmp_path: Path) -> None:
    game = branchline.game("ticket-to-ride")
    with DatasetWriter(tmp_path, game) as writer:
        answer = simulate(game, ["random"], players=3, games=4, seed=3, samples=writer.add)
    table = parquet.read_table(tmp_path / "decisions.parquet")
    assert table.column_names == list(COLUMNS)
    assert len(table) == answer["decisions"] * 4
    for row in table.to_pylist():
        assert row["action"] in row["legal"]
        assert len(row["observation"]) == observation_size(game)
        assert row["value"] == pytest.approx(values(row["points"])[row["seat"]])
        assert row["payload"] is None
    about = json.loads((tmp_path / "dataset.json").read_text("utf-8"))
    assert about["game"] == game.slug
    assert sum(part["size"] for part in about["observation"]) == observation_size(game)


@pytest.mark.parametrize(
    "words",
    [
        ["ticket-to-ride", "--games", "3", "--iterations", "3", "--bots", "greedy,expert"],
        ["30-rails", "--games", "2", "--variant", "shares", "--players", "3", "--seed", "8"],
    ],
    ids=lambda words: words[0],
)
def test_a_data_set_can_be_made_again_from_its_own_folder(words: list[str], tmp_path: Path) -> None:
    first, second = tmp_path / "first", tmp_path / "second"
    with pytest.raises(SystemExit, match="0"):
        main(["simulate", *words, "--dataset", str(first)])
    about = json.loads((first / "dataset.json").read_text("utf-8"))
    assert about["branchline"] == branchline.__version__
    game, run = branchline.game(about["game"]), Run(**about["run"])
    with DatasetWriter(second, game, run) as writer:
        arena.simulate(game, **about["run"], samples=writer.add)
    assert json.loads((second / "dataset.json").read_text("utf-8")) == about
    assert parquet.read_table(second / FILE).equals(parquet.read_table(first / FILE))


def test_the_page_explains_what_a_data_set_says_of_its_run() -> None:
    for name in Run._fields:
        assert f"`{name}`" in PAGE.split("## Data sets")[1].split("## ")[0]


def test_actions_that_are_more_than_numbers_are_kept_as_json(tmp_path: Path) -> None:
    game = branchline.game("string-railway")
    with DatasetWriter(tmp_path, game) as writer:
        simulate(game, ["random"], games=1, seed=3, samples=writer.add)
    rows = parquet.read_table(tmp_path / "decisions.parquet").to_pylist()
    shaped = [row for row in rows if row["legal"] is None and row["payload"] is not None]
    assert {"place", "lay"} <= {json.loads(row["payload"])["type"] for row in shaped}


def test_a_data_set_is_not_written_over(tmp_path: Path) -> None:
    game = branchline.game("30-rails")
    with DatasetWriter(tmp_path, game) as writer:
        simulate(game, ["random"], games=1, seed=1, samples=writer.add)
    with pytest.raises(OptionError, match="already"):
        DatasetWriter(tmp_path, game)


@pytest.mark.parametrize("wrong", ["nobody", "random --games 0", "random --players 99"])
def test_a_wrong_argument_leaves_nothing_in_the_way(tmp_path: Path, wrong: str) -> None:
    folder = tmp_path / "games"
    with pytest.raises(SystemExit, match="2"):
        main(["simulate", "30-rails", "--dataset", str(folder), "--bots", *wrong.split()])
    assert not folder.exists()
    with pytest.raises(SystemExit, match="0"):
        main(["simulate", "30-rails", "--dataset", str(folder), "--bots", "random", "--games", "1"])
    assert sorted(each.name for each in folder.iterdir()) == ["dataset.json", "decisions.parquet"]


def test_an_interrupted_run_leaves_no_data_set_that_looks_whole(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    game, folder = branchline.game("30-rails"), tmp_path / "games"

    def interrupted(games: int) -> None:
        left = games

        def stop(_more: int) -> None:
            nonlocal left
            left -= 1
            if not left:
                raise KeyboardInterrupt

        with pytest.raises(KeyboardInterrupt), DatasetWriter(folder, game) as writer:
            simulate(game, ["random"], games=games, seed=1, samples=writer.add, progress=stop)

    interrupted(1)
    assert not folder.exists(), "without rows nothing stays"
    monkeypatch.setattr(dataset, "ROWS", 1)
    interrupted(2)
    (left,) = folder.iterdir()
    assert left.name == dataset.PARTIAL
    assert set(parquet.read_table(left)["game"].to_pylist()) == {0, 1}, "what was written can be read"
    with DatasetWriter(folder, game) as writer:
        simulate(game, ["random"], games=3, seed=1, samples=writer.add)
    assert sorted(each.name for each in folder.iterdir()) == ["dataset.json", "decisions.parquet"]


def test_a_folder_that_cannot_be_written_is_refused(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    game = branchline.game("30-rails")
    with pytest.raises(OptionError, match="cannot write"), DatasetWriter(tmp_path / "file" / "games", game) as writer:
        simulate(game, ["random"], games=1, samples=writer.add)


def test_the_page_reads_a_data_set_back(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The command and the lines of docs/research.md, as they stand there."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("BRANCHLINE_GAMES")  # the toy cannot be imported from there
    command = re.search(r"`branchline (simulate [^`]*--dataset games)`", PAGE)
    assert command is not None
    arguments = command[1].replace("--games 1000", "--games 2").split()
    with pytest.raises(SystemExit, match="0"):
        main(arguments)
    code = next(each for each in EXAMPLES if "read_table" in each)
    assert len([line for line in code.splitlines() if line]) == 5
    said = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True).stdout
    table = parquet.read_table("games/decisions.parquet")
    assert said.startswith(f"({len(table)}, ")
    code = next(each for each in EXAMPLES if "DatasetWriter" in each)
    subprocess.run([sys.executable, "-c", code], check=True, capture_output=True)
    assert parquet.read_table("again/decisions.parquet").equals(table)


@pytest.mark.parametrize("code", [each for each in EXAMPLES if "VectorEnv" in each])
def test_the_page_steps_many_games(code: str) -> None:
    subprocess.run([sys.executable, "-c", code], check=True, capture_output=True)


def test_the_page_explains_every_column() -> None:
    for name, text in COLUMNS.items():
        assert f"| `{name}` | {text} |" in PAGE


def test_a_mask_is_its_legal_actions(tmp_path: Path) -> None:
    game = branchline.game("30-rails")
    with DatasetWriter(tmp_path, game) as writer:
        simulate(game, ["random"], games=1, seed=1, samples=writer.add)
    table = parquet.read_table(tmp_path / "decisions.parquet")
    mask = np.zeros((len(table), int(game.action_count or 0)), bool)
    for row, legal in enumerate(table["legal"].to_pylist()):
        mask[row, legal] = True
    assert mask[np.arange(len(table)), table["action"].to_numpy()].all()
