"""Records are the same on every run of Python, compiled and interpreted; broken ones are refused."""

from __future__ import annotations

import hashlib
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

import branchline
from branchline.core.errors import RecordError
from branchline.core.game import Game
from tests.suite.cases import CASES, GAMES, Case, encoded, seats, steps

ROOT = Path(__file__).parents[2]
every_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.slug)


def digest(slug: str) -> str:
    """What seeded games of the slug come to; run in other processes by the tests below."""
    total = hashlib.sha256()
    for case in CASES:
        if case.game.slug == slug:
            match = case.finish(12)
            total.update(encoded([match.record(), *(match.log(seat) for seat in seats(match))]))
            total.update(match.state.to_bytes())
    return total.hexdigest()


def elsewhere(slug: str, **environment: str) -> str:
    code = f"from tests.generic.test_records import digest; print(digest({slug!r}))"
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, env={**os.environ, **environment}, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


@pytest.mark.slow
@every_game
def test_equal_with_another_hash_seed(game: Game):
    assert elsewhere(game.slug, PYTHONHASHSEED="1") == elsewhere(game.slug, PYTHONHASHSEED="2")


@pytest.mark.slow
@every_game
def test_compiled_equals_interpreted(game: Game):
    assert digest(game.slug) == elsewhere(game.slug, BRANCHLINE_INTERPRETED="1")


@pytest.mark.parametrize("slug", branchline.game_names())
def test_a_record_is_replayed_by_its_name(slug: str):
    match = Case(branchline.game(slug), branchline.game(slug).default_players).finish(1)
    assert branchline.replay(json.dumps(match.record())).result == match.result


@every_game
def test_the_seed_is_secret_until_the_end(game: Game):
    match = game.start(seed=4)
    secret = match.record(with_seed=True)["seed"].encode()
    for n in steps(match, 4):
        if n % 10 == 0 and not match.over:
            assert match.seed is None
            for seat in seats(match):
                assert secret not in encoded([match.view(seat), match.log(seat)])
            assert secret not in encoded(match.record())
    assert secret in encoded(match.record())
    assert secret in encoded(match.view())


@every_game
def test_broken_records(game: Game):
    case = Case(game, game.default_players)
    record = case.finish(13).record()
    text = json.dumps(record)
    for cut in (0, 1, len(text) // 2, len(text) - 1):
        with pytest.raises(RecordError, match="cut off"):
            case.replay(text[:cut])
    for change in (
        {"scores": [score + 1 for score in record["scores"]]},
        {"events": record["events"][:-1]},
        {"players": record["players"] + 1},
        {"seed": "00" * 32},
    ):
        with pytest.raises(RecordError, match="digest"):
            case.replay({**record, **change})
    for change, message in (
        ({"version": 99}, "newer version"),
        ({"version": "1"}, "whole number"),
        ({"version": 0}, "whole number"),
        ({"format": "chess"}, "not a record"),
        ({"events": "none"}, "events"),
        ({"extra": 1}, "extra"),
    ):
        with pytest.raises(RecordError, match=message):
            case.replay({**record, **change})
