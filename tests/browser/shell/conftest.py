"""A server with the toy, a game that has no board, and a game of it that is as good as won."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

import branchline
from tests.browser.conftest import Server
from tests.browser.shell.toys import LAST_ROUND, play
from tests.registry import more_games
from tests.toy.rules.state import MOST_DIGITS


@pytest.fixture(scope="package")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server with the toy: a game that has no board."""
    with Server(tmp_path_factory.mktemp("toys"), games="tests.toy").running() as one, more_games("tests.toy"):
        yield one


@pytest.fixture(scope="package")
def won(server: Server, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A game of two where the second seat could not catch up any more when the last round began."""
    for seed in range(10_000):
        match = play(branchline.game("toy"), seed, 2)
        before = branchline.replay(match.record(), upto=len(match.events) - LAST_ROUND)
        mine, theirs = (seat["points"] for seat in branchline.to_builtins(before.view())["seats"])
        if mine > theirs + 6 + MOST_DIGITS:
            break
    path = tmp_path_factory.mktemp("records") / "won.json"
    path.write_text(json.dumps(match.record()))
    return path
