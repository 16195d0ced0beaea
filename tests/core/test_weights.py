"""Weights files: what is written is read again, and nothing that was changed is played by."""

from __future__ import annotations

import json
from typing import Any

import pytest

from branchline.core.errors import WeightsError
from branchline.core.weights import Origin, make_weights, packaged, read_weights, write_weights
from branchline.games import find, slugs

ORIGIN = Origin(7, 3, 20, 100, 12, 0.625)
FILE = write_weights(make_weights("30-rails", {"b": 2, "a": -1}, ORIGIN))


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
