"""Train a small agent for 30 Rails against `greedy`: values of afterstates, fitted to the ends of its own games.

    python examples/train_rails30.py --minutes 10 --jobs 2

Every round plays games, notes after each drawing what the sheet looks like, and fits a network of two small layers
(plain NumPy) to the points that the game had at its end. The next round chooses among greedy's first candidates by
that network. At the end fresh games are played by the agent and by greedy, with the same dice.
"""

from __future__ import annotations

import argparse
import multiprocessing
import time

import numpy as np
from numpy.typing import NDArray

from branchline.core.generator import Generator
from branchline.core.state import over
from branchline.games.rails30.bots.greedy import Greedy
from branchline.games.rails30.bots.potential import NEEDS, outlook
from branchline.games.rails30.rules.codes import EMPTY_CELLS, JOKERS, MINE_AT, READY, STATIONS, STEP, TURNS
from branchline.games.rails30.rules.setup import new_state
from branchline.games.rails30.rules.state import Rails30

Array = NDArray[np.float32]
Network = list[Array]
CANDIDATES = 6
EXPLORE = 0.03
"""How often a random candidate is drawn while learning."""
HIDDEN = 64
LINKS = 10
"""Six pairs of stations, and four stations with the mine."""


def look(state: Rails30, judge: Greedy) -> list[float]:
    """What the network is told of a sheet after a drawing."""
    left = TURNS - int(state.turn)
    facts = state.facts
    costs = outlook(state.cells, 0, facts, STATIONS, facts[MINE_AT], -1, NEEDS - 2).costs
    seen = [float(judge.value(state, 0)) / 50, float(state.scores()[0]) / 50, left / TURNS]
    seen += [int(facts[EMPTY_CELLS]).bit_count() / 36, float(facts[JOKERS] & 1), float(facts[JOKERS] >> 1)]
    for link in range(LINKS):
        need, cells = min(int(costs[link]) >> 6, NEEDS), int(costs[link]) & 63
        seen += [
            float(need == 0),
            float(need < NEEDS) * np.exp(-3.0 * need / (left + 1)),
            need / (left + 2),
            cells / 12,
        ]
    return seen


SIZE = 6 + 4 * LINKS


def guess(network: Network, seen: Array) -> Array:
    """What the network expects at the end, in fifties of points, beyond what greedy's judgement says."""
    a, b, c, d, e, f = network
    hidden = np.maximum(np.maximum(seen @ a + b, 0) @ c + d, 0)
    return (hidden @ e + f)[:, 0] + seen[:, 0]


def play(seed: int, network: Network | None, explore: float) -> tuple[int, list[list[float]]]:
    """One game alone: its points, and what the sheet looked like after each drawing. Without a network greedy plays."""
    dice, wits = Generator(seed, 1), Generator(seed, 2)
    judge = Greedy()
    state = new_state(1, False)
    path: list[list[float]] = []
    while not over(state):
        n = state.chance()
        if n > 0:
            state.apply_chance(dice.below(n))
        elif network is None or state.facts[STEP] != READY:
            state.apply(0, judge.choose(state, 0, wits))
        else:
            actions = list(judge.candidates(state, 0, CANDIDATES, wits))
            if wits.unit() < explore:
                actions = [actions[int(wits.below(len(actions)))]]
            after = []
            for action in actions:
                world = state.clone()
                world.apply(0, action)
                after.append(look(world, judge))
            best = int(np.argmax(guess(network, np.array(after, np.float32)))) if len(actions) > 1 else 0
            path.append(after[best])
            state.apply(0, actions[best])
    return int(state.scores()[0]), path


def gather(work: tuple[int, int, Network, float]) -> tuple[Array, Array, float]:
    """Many games: every look of them, what its game came to, and the CPU time that they took."""
    first, games, network, explore = work
    begun = time.process_time()
    looks, ends = [], []
    for seed in range(first, first + games):
        points, path = play(seed, network, explore)
        looks += path
        ends += [points / 50] * len(path)
    return np.array(looks, np.float32), np.array(ends, np.float32), time.process_time() - begun


def fresh(rng: np.random.Generator) -> Network:
    """A network that adds nothing yet."""
    sizes = [(SIZE, HIDDEN), (HIDDEN, HIDDEN), (HIDDEN, 1)]
    network: Network = []
    for rows, columns in sizes:
        scale = 0.0 if columns == 1 else np.sqrt(2 / rows)
        network += [rng.normal(0, scale, (rows, columns)).astype(np.float32), np.zeros(columns, np.float32)]
    return network


def fit(network: Network, looks: Array, ends: Array, rng: np.random.Generator, epochs: int) -> float:
    """Adam on the squared error, in place; the error of the last epoch in points."""
    means, squares = [np.zeros_like(w) for w in network], [np.zeros_like(w) for w in network]
    batch, step, error = 1024, 0, 0.0
    for epoch in range(epochs):
        order, error = rng.permutation(len(looks)), 0.0
        rate = 1e-3 * (1 - epoch / epochs) + 1e-5
        for at in range(0, len(order) - batch + 1, batch):
            chosen = order[at : at + batch]
            x, y = looks[chosen], ends[chosen]
            a, b, c, d, e, f = network
            h1 = np.maximum(x @ a + b, 0)
            h2 = np.maximum(h1 @ c + d, 0)
            wrong = ((h2 @ e + f)[:, 0] + x[:, 0] - y)[:, None]
            error += float((wrong**2).sum())
            g = 2 * wrong / batch
            g2 = (g @ e.T) * (h2 > 0)
            g1 = (g2 @ c.T) * (h1 > 0)
            gradients = [x.T @ g1, g1.sum(0), h1.T @ g2, g2.sum(0), h2.T @ g, g.sum(0)]
            step += 1
            for w, gradient, mean, square in zip(network, gradients, means, squares, strict=True):
                mean += 0.1 * (gradient - mean)
                square += 0.001 * (gradient**2 - square)
                w -= rate * (mean / (1 - 0.9**step)) / (np.sqrt(square / (1 - 0.999**step)) + 1e-8)
    return 50 * float(np.sqrt(error / len(looks)))


def score(work: tuple[int, int, Network | None]) -> list[int]:
    """The points of many games without exploring."""
    first, games, network = work
    return [play(seed, network, 0.0)[0] for seed in range(first, first + games)]


def main() -> None:
    """Train for a while, then measure on fresh seeds."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--minutes", type=float, default=10, help="CPU minutes on every core")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--games", type=int, default=400, help="games per round and job")
    parser.add_argument("--test", type=int, default=2000, help="fresh games at the end")
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    rng = np.random.default_rng(given.seed)
    network, spent, number, first = fresh(rng), 0.0, 0, given.seed * 10_000_000
    looks: list[Array] = []
    ends: list[Array] = []
    with multiprocessing.Pool(given.jobs) as pool:
        while spent < 60 * given.minutes:
            part = given.games // 10
            work = [(first + part * k, part, network, EXPLORE) for k in range(10 * given.jobs)]
            first += part * len(work)
            for some, values, took in pool.imap(gather, work):
                looks.append(some)
                ends.append(values)
                spent += took / given.jobs
            kept = 10 * given.jobs * 6  # the last six rounds
            looks, ends = looks[-kept:], ends[-kept:]
            number += 1
            begun = time.process_time()
            error = fit(network, np.concatenate(looks), np.concatenate(ends), rng, 6)
            spent += time.process_time() - begun
            points = 50 * np.mean([values.mean() for values in ends[-len(work) :]])
            print(f"round {number}, {spent:.0f} s: {points:.1f} points, off by {error:.1f}", flush=True)
        part = given.test // (10 * given.jobs)
        seeds = [(1_000_000_000 + part * k, part) for k in range(10 * given.jobs)]
        agent = np.concatenate(pool.map(score, [(*each, network) for each in seeds]))
        greedy = np.concatenate(pool.map(score, [(*each, None) for each in seeds]))
    for name, points in (("agent", agent), ("greedy", greedy), ("agent − greedy, same dice", agent - greedy)):
        margin = 1.96 * points.std() / np.sqrt(len(points))
        print(f"{name}: {points.mean():.2f} ± {margin:.2f} points, {len(points)} games")
    print(f"agent ahead in {(agent > greedy).mean():.1%}, behind in {(agent < greedy).mean():.1%} of the games")


if __name__ == "__main__":
    main()
