"""Weights files: what is written is read again, and nothing that was changed is played by."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import branchline
from branchline.core import weights as module
from branchline.core.errors import WeightsError
from branchline.core.weights import (
    Fit,
    Origin,
    make_tables,
    make_weights,
    packaged,
    read_tables,
    read_weights,
    write_weights,
)
from branchline.games import find, slugs
from branchline.games.rails30.bots.learning import LAYOUTS, learned

ORIGIN = Origin(7, 3, 20, 100, 12, 0.625)
FILE = write_weights(make_weights("30-rails", {"b": 2, "a": -1}, ORIGIN))
TABLES = write_weights(make_tables("30-rails", {"way": [0.0, -1.25], "both": [-9.2e-05]}, Fit("quick", 400, 7)))
MOST_BYTES = 5_000_000
"""All learned files together, so that an installed package stays small."""
SHIPPED = sorted(Path(branchline.__file__).parent.glob("games/*/bots/*.json"))


OLD = b"""{"format":1,"game":"30-rails","numbers":{"a":-1,"b":2},"origin":{"seed":7,"generations":3,"games":20,
"iterations":100,"rounds":12,"score":0.625},"sha256":"e1d4722f2e89fd9b4a271c31bbce91a9f28f8d7856a7f552629e2e4b19cfd81c"}
"""


def test_a_file_whose_origin_does_not_say_where_it_began_is_read() -> None:
    weights = read_weights(OLD, "30-rails")
    assert weights.origin == ORIGIN
    assert (weights.origin.proposed, weights.origin.began) == ({}, "")
    assert json.loads(write_weights(weights)) == json.loads(OLD)


def test_what_is_written_is_read_again() -> None:
    weights = read_weights(FILE, "30-rails")
    assert weights.numbers == {"a": -1, "b": 2}
    assert weights.origin == ORIGIN
    assert write_weights(weights) == FILE


@pytest.mark.parametrize(
    ("change", "code"),
    [
        (lambda data: data["numbers"].update(a=0), "core.weights_hash"),
        (lambda data: data["numbers"].pop("a"), "core.weights_hash"),
        (lambda data: data["origin"].update(score=1.0), "core.weights_hash"),
        (lambda data: data["origin"].update(proposed={"a": 1}), "core.weights_hash"),
        (lambda data: data.update(sha256="0" * 64), "core.weights_hash"),
        (lambda data: data.update(format=2), "core.weights_other"),
        (lambda data: data.update(game="ticket-to-ride"), "core.weights_other"),
        (lambda data: data.update(extra=1), "core.weights_unreadable"),
    ],
)
def test_a_changed_file_is_refused(change: Any, code: str) -> None:
    data = json.loads(FILE)
    change(data)
    with pytest.raises(WeightsError) as refused:
        read_weights(json.dumps(data).encode(), "30-rails")
    assert refused.value.code == code
    assert "weights.json" in str(refused.value)


def test_a_file_that_was_cut_off_is_refused() -> None:
    with pytest.raises(WeightsError):
        read_weights(FILE[:-20], "30-rails")


def test_the_files_in_the_packages_fit_what_their_games_learn() -> None:
    learned = [game for game in map(find, slugs()) if game.learnable() is not None]
    assert {game.slug for game in learned} >= {"30-rails", "ticket-to-ride"}
    for game in learned:
        learnable = game.learnable()
        assert learnable is not None
        numbers = packaged(learnable.package, game.slug)
        assert set(numbers) == {number.name for number in learnable.numbers}
        assert all(number.least <= numbers[number.name] <= number.most for number in learnable.numbers)


def test_tables_that_are_written_are_read_again() -> None:
    tables = read_tables(TABLES, "30-rails", LAYOUTS)
    assert tables.numbers == {"both": [-92], "way": [0, -1_250_000]}
    assert tables.origin == Fit("quick", 400, 7)
    assert write_weights(tables) == TABLES


@pytest.mark.parametrize(
    ("change", "code"),
    [
        (lambda data: data["numbers"]["way"].append(0), "core.weights_hash"),
        (lambda data: data["numbers"]["both"].__setitem__(0, -93), "core.weights_hash"),
        (lambda data: data["origin"].update(games=401), "core.weights_hash"),
        (lambda data: data.update(format=2), "core.weights_other"),
        (lambda data: data.update(game="ticket-to-ride"), "core.weights_other"),
        (lambda data: data.pop("sha256"), "core.weights_unreadable"),
    ],
)
def test_changed_layouts_are_not_played_by(
    change: Any, code: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module.resources, "files", lambda package: tmp_path)
    data = json.loads(TABLES)
    change(data)
    (tmp_path / LAYOUTS).write_text(json.dumps(data))
    with pytest.raises(WeightsError, match=LAYOUTS) as refused:
        learned()
    assert refused.value.code == code


def test_every_learned_file_is_signed_and_all_together_are_small() -> None:
    assert {file.name for file in SHIPPED} == {"weights.json", LAYOUTS}
    for file in SHIPPED:
        slug = json.loads(file.read_bytes())["game"]
        read = read_tables if file.name == LAYOUTS else read_weights
        assert write_weights(read(file.read_bytes(), slug, str(file))) == file.read_bytes()
        assert file.parent.name == "bots"
        assert find(slug).package == file.parents[1].name
    assert sum(file.stat().st_size for file in SHIPPED) < MOST_BYTES
