"""String Railway: settings of the expert's search compared on the same games, and quick styles against the usual one.

`python bench/strings_tries.py --seed 56000 --games 30 --seconds 1 former now now:finalists=24,horizon=12` lets every
setting play each game once against three greedy, seats in turn, and prints points ahead of the best of the others, the
share won, and the paired difference to the first setting with its standard error. `--styles 400` plays whole quick
games instead, the fitted style of one company against the usual one of the others. Seconds are of the processor.
"""

from __future__ import annotations

import argparse
import math
import statistics
import time
from functools import partial

import branchline
from branchline.bots import Bot
from branchline.core.driver import Luck
from branchline.core.generator import Generator
from branchline.core.levels import Level
from branchline.core.policy import Policy
from branchline.games import find
from branchline.games.strings.bots.expert import Expert, fitted
from branchline.games.strings.bots.legs import Legs
from branchline.games.strings.bots.playout import Playout
from branchline.games.strings.bots.strong import Strong

GAME = "string-railway"


def policy(setting: str) -> partial[Policy]:
    """The bot of a setting: `former` or `now`, and what differs in it."""
    name, _, changes = setting.partition(":")
    given = {key: int(value) for key, value in (each.split("=") for each in changes.split(",") if each)}
    return partial(Strong if name == "former" else Expert, **given)


def play(setting: str, seed: int, seat: int, seconds: float) -> tuple[list[int], list[float]]:
    """A game against three greedy: all points, and the CPU seconds of the choices."""
    match = branchline.game(GAME).start(players=4, seed=seed)
    bots = [branchline.bot(GAME, "greedy") for _ in range(4)]
    bots[seat] = Bot(find(GAME), setting, Level(policy(setting)))
    spent = []
    while match.actors:
        acting = match.actors[0]
        began = time.process_time()
        action = bots[acting].choose(match.sight(acting), seconds=seconds, seed=seed * 1000 + len(match.events))
        if acting == seat:
            spent.append(time.process_time() - began)
        match.play(acting, action)
    assert match.result is not None
    return match.result.scores, spent


def compare(settings: list[str], games: int, seed: int, seconds: float) -> None:
    """Every setting plays the same games."""
    ahead: dict[str, list[float]] = {setting: [] for setting in settings}
    won = dict.fromkeys(settings, 0.0)
    times: dict[str, list[float]] = {setting: [] for setting in settings}
    for n in range(games):
        for setting in settings:
            scores, spent = play(setting, seed + n, n % 4, seconds)
            own = scores.pop(n % 4)
            ahead[setting].append(own - max(scores))
            won[setting] += 1 / (1 + scores.count(own)) if own >= max(scores) else 0
            times[setting] += spent
        if (n + 1) % 10 == 0 or n + 1 == games:
            for setting in settings:
                gaps = [one - first for one, first in zip(ahead[setting], ahead[settings[0]], strict=True)]
                print(
                    f"{n + 1} games, {setting}: {statistics.mean(ahead[setting]):+.2f} ahead, won "
                    f"{won[setting] / (n + 1):.3f}, difference {statistics.mean(gaps):+.2f} ± {deviation(gaps):.2f}; "
                    f"CPU {statistics.mean(times[setting]):.3f} s a choice, worst {max(times[setting]):.2f} s",
                    flush=True,
                )


def styles(games: int, seed: int) -> None:
    """Quick games to the end: how far the fitted style is ahead of the mean of the others, from every seat."""
    playout = Playout(8, 300, 2200)
    playout.special = fitted()
    leads = []
    for n in range(games):
        match = branchline.game(GAME).start(players=4, seed=seed + n)
        start = match.sight(match.actors[0]).state
        for company in range(4):
            state, playout.company = start.clone(), company
            playout.run(state, Legs(state.table), Luck(Generator(n, 1)), Generator(n, 2), 1 << 30)
            points = [int(each) for each in state.points]
            leads.append(points[company] - (sum(points) - points[company]) / 3)
    print(
        f"fitted style: {statistics.mean(leads):+.2f} ± {1.96 * deviation(leads):.2f} ahead, {len(leads)} quick games"
    )


def deviation(values: list[float]) -> float:
    """The standard error of a mean."""
    return statistics.stdev(values) / math.sqrt(len(values)) if len(values) > 1 else math.inf


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("settings", nargs="*")
    parser.add_argument("--games", type=int, default=30)
    parser.add_argument("--seed", type=int, default=50000)
    parser.add_argument("--seconds", type=float, default=1.0)
    parser.add_argument("--styles", type=int, default=0)
    chosen = parser.parse_args()
    time.perf_counter = time.process_time  # the search asks the module for it
    if chosen.styles:
        styles(chosen.styles, chosen.seed)
    if chosen.settings:
        compare(chosen.settings, chosen.games, chosen.seed, chosen.seconds)


if __name__ == "__main__":
    main()
