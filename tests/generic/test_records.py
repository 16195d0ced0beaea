"""Records: round trip, replay equals live, the same on every run of Python, compiled and interpreted."""

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
from tests.generic.games import CASES, GAMES, IDS, plain, played, start, steps, values

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize("case", CASES, ids=IDS)
def test_replay_equals_live(case):
    match = played(case, 8)
    again = branchline.replay(json.dumps(match.record()))
    assert again.record() == match.record()
    assert again.result == match.result
    for seat in (None, *range(match.players)):
        assert plain(again.view(seat)) == plain(match.view(seat))
        assert plain(again.log(seat)) == plain(match.log(seat))


@pytest.mark.parametrize("case", CASES, ids=IDS)
def test_every_position_of_a_record_can_be_opened(case):
    live = start(case, 9)
    views = {len(live.events): plain(live.view(0))}
    for _ in steps(live, 9, 20):
        views[len(live.events)] = plain(live.view(0))
    record = live.record(with_seed=True)
    for n, view in views.items():
        assert plain(branchline.replay(record, upto=n).view(0)) == view


@pytest.mark.parametrize("case", CASES, ids=IDS)
def test_an_unfinished_record_goes_on_with_its_seed(case):
    live = start(case, 10)
    for _ in steps(live, 10, 8):
        pass
    again = branchline.replay(live.record(with_seed=True))
    for match in (live, again):
        for _ in steps(match, 11):
            pass
    assert again.record() == live.record()


def digest(slug: str) -> str:
    """What a seeded game of the slug comes to; run in other processes by the tests below."""
    cases = [case for case in CASES if case[0] == slug]
    text = plain([[played(case, 12).record(), played(case, 12).log(0)] for case in cases])
    return hashlib.sha256(text.encode()).hexdigest()


def elsewhere(slug: str, **environment: str) -> str:
    code = f"from tests.generic.test_records import digest; print(digest({slug!r}))"
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, env={**os.environ, **environment}, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


@pytest.mark.slow
@pytest.mark.parametrize("slug", GAMES)
def test_equal_with_another_hash_seed(slug):
    assert elsewhere(slug, PYTHONHASHSEED="1") == elsewhere(slug, PYTHONHASHSEED="2")


@pytest.mark.slow
@pytest.mark.parametrize("slug", GAMES)
def test_compiled_equals_interpreted(slug):
    assert digest(slug) == elsewhere(slug, BRANCHLINE_INTERPRETED="1")


@pytest.mark.parametrize("slug", GAMES)
def test_golden_games(slug):
    """Whole games kept as they were; a change of the rules that changes them needs a new rules version."""
    game = branchline.game(slug)
    found: dict[tuple[str, object], int] = {}
    for file in sorted((ROOT / "tests" / "golden" / game.room).glob("*.json")):
        golden = json.loads(file.read_text())
        match = branchline.replay(golden["record"])
        assert match.result == golden["result"], file.name
        for chosen in match.options.items():
            found[chosen] = found.get(chosen, 0) + 1
    few = {(option.name, value) for option in game.options for value in values(option)}
    few -= {chosen for chosen, games in found.items() if games >= 3}
    assert not few, f"fewer than three golden games; `python -m tests.golden {slug} --option name=value` makes one"


@pytest.mark.parametrize("case", CASES, ids=IDS)
def test_broken_records(case):
    record = played(case, 13).record()
    text = json.dumps(record)
    for cut in (0, 1, len(text) // 2, len(text) - 1):
        with pytest.raises(RecordError, match="cut off"):
            branchline.replay(text[:cut])
    for change in (
        {"scores": [score + 1 for score in record["scores"]]},
        {"events": record["events"][:-1]},
        {"players": record["players"] + 1},
        {"seed": "00" * 32},
    ):
        with pytest.raises(RecordError, match="digest"):
            branchline.replay({**record, **change})
    for change, message in (
        ({"version": 99}, "newer version"),
        ({"version": "1"}, "whole number"),
        ({"version": 0}, "whole number"),
        ({"format": "chess"}, "not a record"),
        ({"events": "none"}, "events"),
        ({"extra": 1}, "extra"),
    ):
        with pytest.raises(RecordError, match=message):
            branchline.replay({**record, **change})


@pytest.mark.parametrize("case", CASES, ids=IDS)
def test_a_forged_record_is_found_out(case):
    """Somebody who also writes a fitting digest meets the rules and the seed."""
    from branchline.core.record import _digest

    record = played(case, 14).record()

    def forge(**change) -> dict:
        forged = {**record, **change}
        return {**forged, "digest": _digest(forged)}

    branchline.replay(forge())
    with pytest.raises(RecordError, match="not the one that was promised"):
        branchline.replay(forge(seed="ab" * 32))
    chance = next((n for n, event in enumerate(record["events"]) if event[0] == "chance" and event[2] > 1), None)
    if chance is not None:
        _, k, n = record["events"][chance]
        events = [*record["events"]]
        events[chance] = ["chance", (k + 1) % n, n]
        with pytest.raises(RecordError, match=f"event {chance}"):
            branchline.replay(forge(events=events))
    with pytest.raises(RecordError, match="scores"):
        branchline.replay(forge(scores=[score + 1 for score in record["scores"]]))
    with pytest.raises(RecordError, match="scores"):
        branchline.replay(forge(events=record["events"][:-1]))
    with pytest.raises(RecordError, match="version"):
        branchline.replay(forge(rules=record["rules"] + 1))
