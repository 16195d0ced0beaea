"""Steps per second of random play: many games at once, game by game, and other projects' environments in one run.

    python bench/research.py [--rivals PYTHON]

`--rivals` names the Python of a virtual environment with open_spiel, rlcard and catanatron. All is CPU time of one
core, best of three rounds in turn. A step is one decision; masks (or lists of legal actions) are made at every step.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import time
from collections.abc import Callable

SECONDS = 0.4

RIVALS = """
import json, random, sys, time

def rate(play):
    play()
    begun, steps = time.process_time(), 0
    while time.process_time() - begun < 1.0:
        steps += play()
    return steps / (time.process_time() - begun)

found = {}
def spiel(name):
    import pyspiel
    game = pyspiel.load_game(name)
    def play():
        state, steps = game.new_initial_state(), 0
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes, _ = zip(*state.chance_outcomes())
                state.apply_action(random.choice(outcomes))
            else:
                state.apply_action(random.choice(state.legal_actions()))
                steps += 1
        return steps
    return play
def cards(name):
    import rlcard
    env = rlcard.make(name)
    def play():
        state, player = env.reset()
        steps = 0
        while not env.is_over():
            state, player = env.step(random.choice(list(state["legal_actions"])))
            steps += 1
        return steps
    return play
def catan():
    from catanatron import Color, Game, RandomPlayer
    def play():
        game = Game([RandomPlayer(color) for color in (Color.RED, Color.BLUE, Color.WHITE, Color.ORANGE)])
        steps = 0
        while game.winning_color() is None and steps < 10_000:
            game.play_tick()
            steps += 1
        return steps
    return play
for label, make in {
    "OpenSpiel, C++ backgammon from Python": lambda: spiel("backgammon"),
    "OpenSpiel, C++ gin_rummy from Python": lambda: spiel("gin_rummy"),
    "RLCard, limit-holdem": lambda: cards("limit-holdem"),
    "RLCard, uno": lambda: cards("uno"),
    "Catanatron, four random players": catan,
}.items():
    try:
        found[label] = rate(make())
    except Exception as error:
        found[label] = f"not measured: {type(error).__name__}: {error}"
print(json.dumps(found))
"""


def rate(play: Callable[[], int]) -> float:
    """Steps per CPU second."""
    begun, steps = time.process_time(), 0
    while time.process_time() - begun < SECONDS:
        steps += play()
    return steps / (time.process_time() - begun)


def at_once(slug: str, players: int, size: int, observing: bool) -> Callable[[], int]:
    """Many games: a random legal action in each, then masks (and observations) of all."""
    from branchline.research.vector import VectorEnv

    env = VectorEnv(slug, size, players, observing=observing)

    def play() -> int:
        for _ in range(20):
            env.sample()
            env.step()
        return 20 * size

    for _ in range(20):
        play()
    return play


def one_by_one(slug: str, players: int, observing: bool) -> Callable[[], int]:
    """The same engine driven game by game from Python, with a mask at every step."""
    import numpy as np

    from branchline.core.generator import Generator
    from branchline.core.state import first_seat
    from branchline.research.position import action_count, resolve

    game, players, options = resolve(slug, players, {})
    rng = Generator(1)
    mask = np.zeros(action_count(game), np.uint8)

    def play() -> int:
        state, steps = game.new(players, options), 0
        while True:
            while n := state.chance():
                state.apply_chance(rng.below(n))
            if not (actors := state.actors()):
                return steps
            seat = first_seat(actors)
            legal = np.frombuffer(memoryview(state.legal(seat)), np.int64)
            mask[legal] = 1
            if observing:
                np.frombuffer(memoryview(game.observe(state, seat)), np.int64)
            state.apply(seat, int(legal[rng.below(len(legal))]))
            mask[legal] = 0
            steps += 1

    return play


def main() -> None:
    """Print what was measured."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rivals")
    given = parser.parse_args()
    works: dict[str, Callable[[], int]] = {}
    for slug, players in (("30-rails", 1), ("ticket-to-ride", 2), ("ticket-to-ride", 4), ("stephensons-rocket", 3)):
        for observing in (False, True):
            what = f"{slug}, {players} players, masks{' and observations' if observing else ''}"
            for size in (16, 64, 256):
                works[f"{what}, {size} at once"] = at_once(slug, players, size, observing)
            works[f"{what}, one by one"] = one_by_one(slug, players, observing)
    best = dict.fromkeys(works, 0.0)
    for _ in range(3):
        for name, play in works.items():
            best[name] = max(best[name], rate(play))
    for name, value in best.items():
        print(f"{name}: {value:,.0f} steps/s")
    if given.rivals:
        said = subprocess.run([given.rivals, "-c", RIVALS], capture_output=True, text=True, check=True).stdout
        for name, found in json.loads(said.splitlines()[-1]).items():
            print(f"{name}: {found if isinstance(found, str) else f'{found:,.0f} steps/s'}")


if __name__ == "__main__":
    main()
