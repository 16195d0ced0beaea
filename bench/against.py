"""Is this tree slower than an earlier commit? Both are measured in one run, in turn, doing exactly the same work.

`python bench/against.py [REV] [--games 30-rails …] [--rounds 7] [--seconds 0.4]` checks REV (HEAD~1 if not given) out
into a temporary folder, compiles its kernels, and compares: random games, clones, and the expert's playouts on
positions of recorded games. REV may also be a folder with a checkout, which saves compiling it again. Only the public
surface is used, so modules may have moved between the two commits.
A ratio above 1 means that this tree is faster. Exit code 1: something is really slower than its limit allows.
"""

from __future__ import annotations

import argparse
import hashlib
import io
import json
import os
import statistics
import subprocess
import sys
import tarfile
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

ROOT = Path(__file__).parents[1]
RECORDS = ROOT / "tests" / "golden" / "old"
ITERATIONS = 40
"""Playouts for one decision of an expert."""
NOISE = 0.03
"""Two builds of the same source differ by as much; so a real difference is larger, and every round shows it."""


class Job(NamedTuple):
    """One thing that both trees do; `limit` is the ratio that must hold."""

    name: str
    unit: str
    limit: float
    what: str
    facts: dict[str, Any]


# ── the measured side: one process per tree, which does what it is told by a line of JSON ──
def work() -> None:
    """Answer every line of standard input with the CPU seconds that it took and a digest of what came out."""
    import branchline

    print(json.dumps({"tree": branchline.__file__, "compiled": branchline.compiled()}), flush=True)
    known: dict[str, Callable[[int], list[Any]]] = {}
    makers = {"games": random_games, "clones": clones, "search": search}
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
    try:
        from branchline.core.driver import play_out
    except ImportError:  # commits before core.driver
        from branchline.core.state import play_out
    return play_out


# ── the measuring side ──
class Tree:
    """A checkout with compiled kernels, and the process that works for it."""

    def __init__(self, folder: Path) -> None:
        environment = {**os.environ, "PYTHONPATH": str(folder / "src")}
        environment.pop("BRANCHLINE_INTERPRETED", None)
        subprocess.run([sys.executable, "hatch_build.py", "kernels"], cwd=folder, env=environment, check=True)
        self._process = subprocess.Popen(
            [sys.executable, str(Path(__file__).resolve()), "--worker"],
            cwd=folder,
            env=environment,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        said = self._answer()
        if not said["compiled"] or not Path(said["tree"]).is_relative_to(folder.resolve()):
            raise SystemExit(f"{folder} does not run compiled, or something else was loaded: {said}")

    def run(self, job: Job, times: int) -> dict[str, Any]:
        """CPU seconds and digest of the job, done so many times."""
        assert self._process.stdin is not None
        self._process.stdin.write(json.dumps({"what": job.what, "facts": job.facts, "times": times}) + "\n")
        self._process.stdin.flush()
        return self._answer()

    def close(self) -> None:
        """End the process."""
        assert self._process.stdin is not None
        self._process.stdin.close()
        self._process.wait()

    def _answer(self) -> dict[str, Any]:
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        if not line:
            raise SystemExit("a measured process ended early; its error stands above")
        answer: dict[str, Any] = json.loads(line)
        return answer


def jobs(games: list[str]) -> Iterator[Job]:
    """What is compared, game by game."""
    import branchline

    for slug in games:
        game = branchline.game(slug)
        least, most = game.default_players, game.players.stop - 1
        for players in dict.fromkeys((least, most)):
            yield Job(f"random games, seats: {players}", "games/s", 0.95, "games", {"slug": slug, "players": players})
        yield Job("clones", "clones/s", 0.9, "clones", {"slug": slug, "players": least})
        records = [file.read_text() for file in sorted(RECORDS.glob("*/*p-greedy-*.json"))]
        known = (slug, game.rules_version)
        records = [text for text in records if (json.loads(text)["game"], json.loads(text)["rules"]) == known]
        if records:  # none is left of a game whose rulings have changed since they were recorded
            facts = {"records": records, "iterations": ITERATIONS}
            yield Job("expert's playouts", "playouts/s", 0.95, "search", facts)


def compare(job: Job, old: Tree, new: Tree, rounds: int, seconds: float) -> bool:
    """Measure in turn and print a line; False when this tree is really slower than the limit allows."""
    times = 1
    while old.run(job, times)["took"] < seconds and times < 1 << 24:
        times *= 2
    ratios, rates, same = [], [], True
    for number in range(rounds):
        pair = (old, new) if number % 2 == 0 else (new, old)  # a slow moment of the machine hits both alike
        answers = {tree: tree.run(job, times) for tree in pair}
        ratios.append(answers[old]["took"] / answers[new]["took"])
        rates.append(times / answers[new]["took"])
        same = same and answers[old]["digest"] == answers[new]["digest"]
    ratio = statistics.median(ratios)
    told_apart = abs(ratio - 1) > NOISE and (min(ratios) > 1 or max(ratios) < 1)
    verdict = ("faster" if ratio > 1 else "slower") if told_apart else "no difference"
    fails = ratio < job.limit and verdict == "slower"
    unit = {"clones": 100, "search": 3 * len(job.facts.get("records", ())) * ITERATIONS}.get(job.what, 1)
    print(
        f"  {job.name:24} {statistics.median(rates) * unit:>12,.0f} {job.unit:11} ratio {ratio:.3f}"
        f" ({min(ratios):.3f}–{max(ratios):.3f})  {verdict}{f', below {job.limit}' if fails else ''}"
        f"{'' if same else '; NOT THE SAME WORK: what came out differs'}",
        flush=True,
    )
    return not fails


def check_out(revision: str, folder: Path) -> None:
    """The files of a commit, without touching this checkout."""
    archive = subprocess.run(["git", "archive", "--format=tar", revision], cwd=ROOT, stdout=subprocess.PIPE)
    if archive.returncode:
        raise SystemExit(f"git knows no commit {revision}")
    with tarfile.open(fileobj=io.BytesIO(archive.stdout)) as tar:
        tar.extractall(folder, filter="data")


def main() -> None:
    import branchline

    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("revision", nargs="?", default="HEAD~1")
    parser.add_argument("--games", nargs="*", default=branchline.game_names(), choices=branchline.game_names())
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--seconds", type=float, default=0.4, help="CPU seconds of one measurement")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="branchline-") as temporary:
        folder = Path(arguments.revision)
        if not (folder / "hatch_build.py").exists():
            folder = Path(temporary)
            check_out(arguments.revision, folder)
        old, new = Tree(folder), Tree(ROOT)
        held = True
        for slug in arguments.games:
            print(f"{slug}: this tree against {arguments.revision}", flush=True)
            for job in jobs([slug]):
                held = compare(job, old, new, arguments.rounds, arguments.seconds) and held
        old.close()
        new.close()
    raise SystemExit(0 if held else 1)


if __name__ == "__main__":
    if sys.argv[1:] == ["--worker"]:
        work()
    else:
        main()
