"""Games per second on one core, two cores and a Ray cluster of this machine, for quick and slow games.

`python -m bench.cluster [--rounds 7] [--seconds 3]` starts a Ray node with two cores on the loopback address, plays
the same games in all three places in alternating rounds, and prints medians, and the ratio of Ray to two processes
with its interval of 95 % (Hodges–Lehmann). Processes and tasks are warm: the first round is not counted.
"""

from __future__ import annotations

import argparse
import os
import time
from functools import partial
from pathlib import Path
from statistics import median
from typing import NamedTuple

from tests.compute.nodes import Nodes

import branchline
from branchline.arena.paired import Interval, shift
from branchline.arena.playing import Setting
from branchline.arena.simulate import Task, play_numbers
from branchline.compute import Executor, Here, Processes, RayExecutor, run

KINDS = {
    "1 ms": ("ticket-to-ride", "random", 2, None),
    "10 ms": ("30-rails", "greedy", 1, None),
    "1 s": ("30-rails", "expert", 1, 130),
}
"""Game, bot, players and playouts per decision."""


def task(slug: str, bot: str, players: int, iterations: int | None) -> Task:
    """Games with a budget that can be repeated."""
    options = branchline.game(slug).start(players=players, seed=0).options
    return Task(Setting(slug, players, options, None, iterations), (bot,) * players, 1)


class Figure(NamedTuple):
    """Games per second of wall time, and CPU seconds per game of this process and all that it started."""

    rate: float
    cost: float


def measure(place: Executor, what: Task, games: int) -> Figure:
    """Play the games there."""
    begun, used = time.perf_counter(), processor_time()
    played = sum(1 for _ in run(place, partial(play_numbers, what), range(games)))
    return Figure(played / (time.perf_counter() - begun), (processor_time() - used) / played)


def processor_time() -> float:
    """CPU seconds of this process and its descendants, the nodes of the cluster among them."""
    total, due = 0, [os.getpid()]
    while due:
        folder = Path(f"/proc/{due.pop()}")
        try:
            total += sum(map(int, (folder / "stat").read_text().rpartition(")")[2].split()[11:13]))
            due += [int(pid) for each in folder.glob("task/*/children") for pid in each.read_text().split()]
        except OSError:
            pass  # ended meanwhile
    return total / os.sysconf("SC_CLK_TCK")


def compare(name: str, places: dict[str, Executor], what: Task, rounds: int, seconds: float) -> None:
    """Alternating rounds in all places."""
    measure(Here(), what, 2)
    single = measure(Here(), what, 4).cost or 1e-3
    single = measure(Here(), what, max(4, int(0.5 / single))).cost
    games = max(4, int(seconds / single))
    found: dict[str, list[Figure]] = {each: [] for each in places}
    for number in range(rounds + 1):
        order = list(places) if number % 2 == 0 else list(places)[::-1]
        for each in order:
            figure = measure(places[each], what, games)
            if number:
                found[each].append(figure)
    pairs = list(zip(found["Ray, 2 cores"], found["2 processes"], strict=True))
    wall = shift([ray.rate / two.rate for ray, two in pairs])
    cost = shift([ray.cost / two.cost for ray, two in pairs])
    medians = ", ".join(f"{each}: {median(one.rate for one in all_):,.4g}/s" for each, all_ in found.items())
    print(
        f"{name}: {what.setting.game} {what.bots[0]}, {single * 1e3:.3g} ms, {games} games, {rounds} rounds: {medians}"
    )
    print(f"  Ray to 2 processes: games/s {_said(wall)}, CPU per game {_said(cost)}", flush=True)


def _said(each: Interval) -> str:
    return f"{each.value:.3f} [{each.low:.3f}, {each.high:.3f}]"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--seconds", type=float, default=3.0, help="a round's work for one core")
    parser.add_argument("--kinds", nargs="*", default=list(KINDS), choices=list(KINDS))
    arguments = parser.parse_args()
    with Nodes(2) as nodes:
        places: dict[str, Executor] = {
            "1 core": Here(),
            "2 processes": Processes(2),
            "Ray, 2 cores": RayExecutor(nodes.address),
        }
        try:
            for kind in arguments.kinds:
                compare(kind, places, task(*KINDS[kind]), arguments.rounds, arguments.seconds)
        finally:
            for place in places.values():
                place.kill()


if __name__ == "__main__":
    main()
