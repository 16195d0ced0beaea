"""Fair chance: seeds, their hashes, draws."""

from __future__ import annotations

import hashlib
from typing import Any

import pytest

from branchline.core import chance
from branchline.core.chance import commitment, draw, make_seed
from branchline.core.errors import OptionError
from branchline.core.generator import Generator


def test_a_fresh_seed_is_secret_and_a_number_always_stands_for_the_same_one():
    assert make_seed() != make_seed()
    assert make_seed(7) == make_seed(7) != make_seed(8)


def test_a_seed_may_be_given_in_full():
    seed = bytes(range(32))
    assert make_seed(seed) == make_seed(seed.hex()) == seed
    assert commitment(seed) == hashlib.sha256(seed).hexdigest()


@pytest.mark.parametrize("wrong", ["", "xyz", "ab", b"short", True, 2**64, 1.5, [1]], ids=repr)
def test_what_is_no_seed_is_refused(wrong: Any):
    with pytest.raises(OptionError, match="seed"):
        make_seed(wrong)


def test_draws_are_numbered_and_spread_over_all_outcomes():
    seed = make_seed(1)
    first = [draw(seed, number, 6) for number in range(300)]
    assert first == [draw(seed, number, 6) for number in range(300)]
    assert set(first) == set(range(6))


def test_a_value_that_would_favour_low_outcomes_is_drawn_again(monkeypatch: pytest.MonkeyPatch):
    """With 3 outcomes 2**64 − 1 is one value too many."""
    answers = [b"\xff" * 32, (5).to_bytes(8, "big") + bytes(24)]
    asked = []

    def digest(seed: bytes, message: bytes, name: str) -> bytes:
        asked.append(message)
        return answers[len(asked) - 1]

    monkeypatch.setattr(chance.hmac, "digest", digest)
    assert draw(bytes(32), 4, 3) == 2
    assert asked == [b"4:0", b"4:1"]


def test_the_fast_generator_stays_in_its_range():
    rng = Generator(3, 1)
    assert {rng.below(5) for _ in range(200)} == set(range(5))
    assert all(0 <= rng.unit() < 1 for _ in range(50))
