"""Options: what they take, and what a refusal lists."""

from __future__ import annotations

from typing import Any

import pytest

import branchline
from branchline.core.errors import OptionError, UnknownGame
from branchline.core.options import Option, brief, settle
from branchline.core.text import Text

COLOUR = Option("colour", ("red", "blue"), Text("core.plain"), default="blue")
SIZE = Option("size", range(2, 6), Text("core.plain"))
FAST = Option("fast", (False, True), Text("core.plain"))
ALL = (COLOUR, SIZE, FAST)


def test_what_is_not_said_has_its_default():
    assert settle(ALL, {}) == {"colour": "blue", "size": 2, "fast": False}
    assert settle(ALL, {"size": 5, "fast": True}) == {"colour": "blue", "size": 5, "fast": True}


@pytest.mark.parametrize(
    ("name", "value", "allowed"),
    [
        ("colour", "green", "red, blue"),
        ("colour", 1, "red, blue"),
        ("size", 6, "2–5"),
        ("size", 2.0, "2–5"),
        ("size", True, "2–5"),
        ("fast", 1, "false, true"),
        ("fast", "x" * 100, "…"),
    ],
)
def test_a_wrong_value_is_refused_with_the_right_ones(name: str, value: Any, allowed: str):
    with pytest.raises(OptionError, match=allowed):
        settle(ALL, {name: value})


def test_an_unknown_option_is_refused_with_the_known_ones():
    with pytest.raises(OptionError, match="players, seed, colour, size, fast"):
        settle(ALL, {"speed": 1})


def test_a_quoted_value_is_never_longer_than_a_line():
    assert brief("a") == "'a'"
    assert len(brief("a" * 1000)) == 58


@pytest.mark.parametrize("players", [0, 13, "2", True, 1.0])
def test_a_wrong_number_of_players_is_refused(players: Any):
    with pytest.raises(OptionError, match="1"):
        branchline.game("30-rails").start(players=players)


@pytest.mark.parametrize("name", ["31-rails", "", 7, None])
def test_an_unknown_game_is_refused_with_the_known_ones(name: Any):
    with pytest.raises(UnknownGame, match="30-rails"):
        branchline.game(name)
