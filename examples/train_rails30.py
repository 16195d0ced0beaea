"""Train a small agent for 30 Rails that beats `greedy`: it learns where mine and stations go, and then plays like it.

    python examples/train_rails30.py --minutes 10 --jobs 2

Every round sets many sheets up, first at random and later as the last round found best, lets the bot play them to the
end, and fits tables to the points (ridge regression, plain NumPy): what a pair of stations brings by what its way needs
on the empty sheet, what a way to the mine brings, and what it is worth how the four stations lie to each other. At the
end fresh games are played by the agent and by greedy, with the same dice.

`--player quick` learns the same for the quick play of the expert's playouts; `--write` keeps the tables as
`layouts.json` of the package has them.
"""

from __future__ import annotations

import argparse
import multiprocessing
import time
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from branchline.core.generator import Generator
from branchline.core.policy import Policy
from branchline.core.state import over
from branchline.core.weights import Fit, make_tables, write_weights
from branchline.games.rails30.bots.expert import Expert
from branchline.games.rails30.bots.greedy import Greedy
from branchline.games.rails30.bots.layouts import NEAR, Layouts
from branchline.games.rails30.bots.planning import Promises
from branchline.games.rails30.bots.potential import NEEDS
from branchline.games.rails30.rules.codes import CHOOSE_MINE, PLACE_STATION, STEP
from branchline.games.rails30.rules.setup import new_state
from branchline.games.rails30.rules.state import Rails30

Array = NDArray[np.float64]
Ints = NDArray[np.int64]
PAIRS = ((0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3))
POINTS = (1, 2, 3, 3, 4, 5)
SPLITS = ((0, 5), (1, 4), (2, 3))
"""The three ways to split four stations into two pairs, by the numbers of the pairs."""
WIDTH = 3 * NEEDS + NEAR + 4
RIDGE = 10.0
NOISE = 4.0
"""Points of chance in the choice of a layout while learning, so that all good ones are tried."""


def describe(needs: Ints, mines: Ints) -> Array:
    """Rows of numbers for layouts, given what their six pairs and their four ways to the mine need."""
    rows = np.zeros((len(needs), WIDTH))
    each = np.arange(len(needs))
    for pair in range(6):
        rows[each, needs[:, pair]] += 1
        rows[each, NEEDS + needs[:, pair]] += POINTS[pair]
    for station in range(4):
        rows[each, 2 * NEEDS + mines[:, station]] += 1
    splits = np.stack([needs[:, a] + needs[:, b] for a, b in SPLITS])
    near = splits.min(0)
    far = (splits.sum(0) - near) / 100
    rows[each, 3 * NEEDS + near] = 1
    rows[:, -4:] = np.stack([near * far / 100, far, far * far, np.ones(len(far))], 1)
    return rows


def tables(weights: Array) -> Layouts:
    """The same numbers as the bots use them."""
    way, point, mine = (weights[NEEDS * k : NEEDS * (k + 1)].tolist() for k in range(3))
    both = weights[-4:-1] / (10_000, 100, 10_000)
    return Layouts(way, point, mine, weights[3 * NEEDS : 3 * NEEDS + NEAR].tolist(), both.tolist())


def written(weights: Array, player: str, games: int, seed: int) -> bytes:
    """The tables as a file has them, with where they come from."""
    found = tables(weights)
    lists = {"way": found.way, "point": found.point, "mine": found.mine, "near": found.near, "both": found.both}
    origin = Fit(player, games, seed)
    return write_weights(make_tables("30-rails", {name: list(values) for name, values in lists.items()}, origin))


def begin(dice: Generator, judge: Greedy) -> Rails30:
    """A sheet with its mountains."""
    state = new_state(1, False)
    while state.facts[STEP] != CHOOSE_MINE:
        n = state.chance()
        if n > 0:
            state.apply_chance(dice.below(n))
        else:
            state.apply(0, judge.choose(state, 0, dice))
    return state


def lay_out(state: Rails30, weights: Array, tries: int, judge: Greedy, rng: np.random.Generator) -> Array:
    """Put the mine anywhere and the stations where they promise most of some places at random; what it looks like."""
    mines = [int(action) for action in state.legal(0)]
    state.apply(0, mines[rng.integers(len(mines))])
    odds = judge.judge.plan
    promises = Promises(state, 0, odds.pair, odds.mine, None)
    needs = np.array(list(promises.needs), np.int64).reshape(24, 24)
    to_mine = np.array(list(promises.mine_needs), np.int64)
    sides = rng.permuted(np.tile(np.arange(4), (tries, 1)), axis=1)
    squares = sides * 6 + rng.integers(0, 6, (tries, 4))
    rows = describe(np.stack([needs[squares[:, a], squares[:, b]] for a, b in PAIRS], 1), to_mine[squares])
    chosen = int(np.argmax(rows @ weights + rng.uniform(0, NOISE, tries)))
    for square in squares[chosen]:
        state.apply(0, PLACE_STATION + int(square))
    found: Array = rows[chosen]
    return found


def finish(state: Rails30, player: Policy, dice: Generator, wits: Generator) -> int:
    """Play to the end; the points."""
    while not over(state):
        n = state.chance()
        if n > 0:
            state.apply_chance(dice.below(n))
        else:
            state.apply(0, player.choose(state, 0, wits))
    return int(state.scores()[0])


def gather(work: tuple[int, int, Array, str]) -> tuple[Array, Array, float, float]:
    """Many games: the sums that the regression needs, the mean points, and the CPU time that they took."""
    seed, games, weights, name = work
    began = time.process_time()
    rng = np.random.default_rng(seed)
    judge = Greedy()
    player: Policy = Expert() if name == "quick" else judge
    rows, ends = np.zeros((games, WIDTH)), np.zeros(games)
    for game in range(games):
        dice = Generator(seed, game)
        state = begin(dice, judge)
        tries = int(rng.choice((40, 200, 600))) if weights.any() else 4
        rows[game] = lay_out(state, weights, tries, judge, rng)
        ends[game] = finish(state, player, dice, dice)
    return rows.T @ rows, rows.T @ ends, float(ends.mean()), time.process_time() - began


def score(work: tuple[int, int, Array, str]) -> list[tuple[int, int]]:
    """The points of the agent and of greedy in the same games."""
    first, games, weights, name = work
    found = []
    for seed in range(first, first + games):
        points = []
        for learned in (True, False):
            setter = Greedy()
            if learned:
                setter.judge.layouts = tables(weights)
            state = begin(Generator(seed, 1), setter)
            state.apply(0, setter.choose(state, 0, Generator(seed, 2)))
            while state.actors() and state.turn == 0:
                state.apply(0, setter.choose(state, 0, Generator(seed, 2)))
            player: Policy = Expert() if name == "quick" else Greedy()
            points.append(finish(state, player, Generator(seed, 3), Generator(seed, 4)))
        found.append((points[0], points[1]))
    return found


def main() -> None:
    """Train for a while, then measure on fresh seeds."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--minutes", type=float, default=10, help="CPU minutes on every core")
    parser.add_argument("--rounds", type=int, default=1000, help="stop after so many rounds: then a seed says it all")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--games", type=int, default=500, help="games per round and piece of work")
    parser.add_argument("--test", type=int, default=2000, help="fresh games at the end")
    parser.add_argument("--player", choices=("greedy", "quick"), default="greedy")
    parser.add_argument("--write", type=Path, help="keep the tables in this file")
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    weights: Array = np.zeros(WIDTH)
    squares, products = RIDGE * np.eye(WIDTH), np.zeros(WIDTH)
    squares[-1, -1] = 0  # the constant is free, so that tables need not make up for it
    spent, number, games = 0.0, 0, 0
    with multiprocessing.Pool(given.jobs) as pool:
        while spent < 60 * given.minutes and number < given.rounds:
            first = given.seed * 1_000_000 + number * 100
            work = [(first + k, given.games, weights, given.player) for k in range(4 * given.jobs)]
            means = []
            for square, product, mean, took in pool.imap(gather, work):
                squares += square
                products += product
                means.append(mean)
                spent += took / given.jobs
                games += given.games
            weights = np.linalg.solve(squares, products).astype(np.float64)
            number += 1
            print(f"round {number}, {spent:.0f} s, {games} games: {np.mean(means):.1f} points", flush=True)
        if given.write:
            given.write.write_bytes(written(weights, given.player, games, given.seed))
        part = given.test // (10 * given.jobs)
        fresh = [(1_000_000_000 + part * k, part, weights, given.player) for k in range(10 * given.jobs)]
        agent, greedy = np.concatenate([np.array(some) for some in pool.map(score, fresh)]).T
    for name, points in (("agent", agent), ("greedy", greedy), ("agent − greedy, same dice", agent - greedy)):
        margin = 1.96 * points.std() / np.sqrt(len(points))
        print(f"{name}: {points.mean():.2f} ± {margin:.2f} points, {len(points)} games")
    print(f"agent ahead in {(agent > greedy).mean():.1%}, behind in {(agent < greedy).mean():.1%} of the games")


if __name__ == "__main__":
    main()
