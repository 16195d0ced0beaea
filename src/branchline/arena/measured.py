"""The measured side of `bench --compare`: a process that takes requests as lines of JSON.

It is run as a file with the package of another commit on the path, so it uses only what every commit has.
"""

from __future__ import annotations

import hashlib
import importlib.util
import json
import sys
import time
from collections.abc import Callable
from typing import Any


def work() -> None:
    """Answer every line of standard input with the CPU seconds that it took and a digest of what came out."""
    import branchline

    print(json.dumps({"tree": branchline.__file__, "compiled": branchline.compiled()}), flush=True)
    known: dict[str, Callable[[int], list[Any]]] = {}
    makers: dict[str, Callable[..., Callable[[int], list[Any]]]] = {
        "games": random_games,
        "clones": clones,
        "search": search,
    }
    for line in sys.stdin:
        order = json.loads(line)
        key = json.dumps([order["what"], order["facts"]])
        if key not in known:
            known[key] = makers[order["what"]](**order["facts"])
            known[key](1)  # the first time may have to prepare something
        begun = time.process_time()
        out = known[key](order["times"])
        took = time.process_time() - begun
        print(json.dumps({"took": took, "digest": hashlib.sha256(repr(out).encode()).hexdigest()}), flush=True)


def random_games(slug: str, players: int) -> Callable[[int], list[Any]]:
    """Whole random games; game n always has the same luck."""
    import branchline
    from branchline.core.generator import Generator

    game = branchline.game(slug)
    options = game.start(players=players, seed=1).options
    play_out = _play_out()

    def run(times: int) -> list[Any]:
        points = []
        for n in range(times):
            state = game.new(players, options)
            play_out(state, Generator(n))
            points.append(list(state.scores()))
        return points

    return run


def clones(slug: str, players: int) -> Callable[[int], list[Any]]:
    """Copies of the last state of a random game."""
    import branchline
    from branchline.core.generator import Generator

    game = branchline.game(slug)
    state = game.new(players, game.start(players=players, seed=1).options)
    _play_out()(state, Generator(1))

    def run(times: int) -> list[Any]:
        clone = state.clone
        for _ in range(times * 100):
            clone()
        return []

    return run


def search(records: list[str], iterations: int) -> Callable[[int], list[Any]]:
    """Decisions of the expert at a quarter, half and three quarters of recorded games, with a fixed budget."""
    import branchline

    positions = []
    for record in map(json.loads, records):
        played = [n for n, event in enumerate(record["events"]) if event[0] not in ("chance", "undo")]
        for part in (1, 2, 3):
            upto = played[len(played) * part // 4]
            positions.append((record, upto, branchline.replay(record, upto=upto).sight(record["events"][upto][0])))
    bot = branchline.bot(json.loads(records[0])["game"], "expert")

    def run(times: int) -> list[Any]:
        chosen = []
        for seed in range(times):
            for record, upto, sight in positions:
                action = bot.choose(sight, iterations=iterations, seed=seed)
                if seed == 0:
                    chosen.append((record, upto, action))
        return [_as_played(*each) for each in chosen]

    return run


def _as_played(record: dict[str, Any], upto: int, action: Any) -> Any:
    """The chosen action as a record writes it: the one form that all versions share."""
    import branchline

    match = branchline.replay(record, upto=upto)
    match.play(record["events"][upto][0], action)
    return match.record(with_seed=True)["events"][upto]


def _play_out() -> Any:
    driver = "driver" if importlib.util.find_spec("branchline.core.driver") else "state"  # where commits have it
    return importlib.import_module(f"branchline.core.{driver}").play_out


if __name__ == "__main__":
    work()
