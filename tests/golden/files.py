"""Golden games: whole games kept as they were, with the hash of the state after every event.

A file is {"record": …, "result": …, "hashes": […]}. The record and the result never change while the rules version
stands; the hashes follow the layout of the state's fields as well, and are made anew with `--rehash`.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import branchline
from branchline.core.game import Game
from branchline.core.match import Match
from branchline.core.record import parse_event, replay_record
from tests.suite.records import state_hash

FOLDER = Path(__file__).parent


def files(game: Game) -> list[Path]:
    """The golden games of a game."""
    return sorted((FOLDER / game.package).glob("*.json"))


def write(match: Match, name: str) -> Path:
    """Keep a finished match."""
    file = FOLDER / match.game.package / f"{name}.json"
    file.parent.mkdir(exist_ok=True)
    record = match.record()
    save(file, {"record": record, "result": branchline.to_builtins(match.result), "hashes": hashes(match.game, record)})
    return file


def rehash(game: Game, file: Path) -> bool:
    """Write the hashes of a file anew; its record and its result stay. Whether anything changed."""
    golden = json.loads(file.read_text("utf-8"))
    again = hashes(game, golden["record"])
    if golden.get("hashes") == again:
        return False
    save(file, {**golden, "hashes": again})
    return True


def hashes(game: Game, record: dict[str, Any]) -> list[str]:
    """The hash of the state after every event of a record, from its beginning."""
    match = Match(game, record["players"], record["options"], None, record["commit"])
    found = []
    for event in record["events"]:
        match.feed(parse_event(event))
        found.append(state_hash(match.state))
    return found


def save(file: Path, golden: dict[str, Any]) -> None:
    """One line of JSON."""
    file.write_text(json.dumps(golden, ensure_ascii=False) + "\n", "utf-8")


def compare(game: Game, golden: dict[str, Any]) -> Match:
    """Replay a golden game and fail where a state, the result or the record is not as it was."""
    assert golden.get("hashes"), "the file has no hashes; `python -m tests.golden --rehash` adds them"
    record = golden["record"]
    assert len(golden["hashes"]) == len(record["events"]), "there must be a hash for every event"
    for n, (before, now) in enumerate(zip(golden["hashes"], hashes(game, record), strict=True)):
        assert now == before, f"the state after event {n}, {record['events'][n]}, is not as it was"
    match = replay_record(record, lambda slug: game)
    assert match.over, "a golden game is a whole game"
    assert branchline.to_builtins(match.result) == golden["result"]
    assert match.record() == record
    return match
