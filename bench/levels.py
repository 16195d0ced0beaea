"""The ladder of levels: each against the one below, at tables of two and one among three of them at four.

`python bench/levels.py 30-rails --games 200 --seed 1` prints the share of games won with its 95 % interval, and the
points; `--pair strong casual` measures one step, `--budget expert=200` lets a level think for so many playouts, and
`--alone beginner` lets one play alone, or with its like where a game needs two. Every seat has a character, chosen by
the game's number, so the tastes that people meet are in the figures. Seats rotate; in 30 Rails all have the same dice.
`--cpu` counts seconds of the processor, so that other work on the machine costs no strength.
"""

from __future__ import annotations

import argparse
import math
import time
from dataclasses import replace
from itertools import pairwise

from branchline.arena.playing import Setting
from branchline.arena.simulate import Task, play_game
from branchline.arena.tally import tally
from branchline.bots import Bot, cast, levels
from branchline.core.game import Game
from branchline.core.levels import PEOPLE, Level
from branchline.games import find


class Cast:
    """Seats the bots of a game: each with the next of its characters."""

    def __init__(self, seed: int, budgets: dict[str, int]) -> None:
        self.names = iter(cast(seed, 12))
        self.budgets = budgets

    def seat(self, game: Game, name: str) -> Bot:
        """A bot of that level, with the budget that was asked for."""
        level = levels(game)[name]
        if name in self.budgets:
            level = _limited(level, self.budgets[name])
        return Bot(game, name, level, character=next(self.names))


def _limited(level: Level, playouts: int) -> Level:
    """The level with so many playouts a decision, at every table."""
    duel = None if level.duel is None else _limited(level.duel, playouts)
    return replace(level, iterations=playouts, seconds=600.0, duel=duel)


def measure(game: Game, seats: tuple[str, ...], games: int, seed: int, budgets: dict[str, int]) -> str:
    """Points, and the share of games that the first of the seats' levels won."""
    began = time.process_time()
    options = game.start(players=len(seats), seed=0).options
    task = Task(Setting(game.slug, len(seats), options), seats, seed)
    finished = [play_game(task, game, number, Cast(seed + number, budgets).seat) for number in range(games)]
    tallies = tally(((one.seats, one.points, one.keys) for one in finished), dict.fromkeys(seats))
    rows = [each.json(games) for each in tallies]
    points = " to ".join(f"{row['mean']:.1f} ± {1.96 * row['sd'] / math.sqrt(row['seat_games']):.1f}" for row in rows)
    low, high = rows[0]["win_share_95"]
    won = f"won {rows[0]['win_share']:.3f} [{low:.3f}, {high:.3f}], " if len(rows) > 1 else ""
    spent = (time.process_time() - began) / games
    return f"{game.slug} {', '.join(seats)}: {won}{points} points; {games} games, seed {seed}, {spent:.2f} s CPU each"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game")
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--players", type=int, choices=(2, 4), nargs="*", default=(2, 4))
    parser.add_argument("--pair", nargs=2, metavar=("ABOVE", "BELOW"), help="this step alone")
    parser.add_argument("--alone", metavar="LEVEL", help="this level without others")
    parser.add_argument("--budget", action="append", default=[], metavar="LEVEL=PLAYOUTS")
    parser.add_argument("--cpu", action="store_true", help="seconds of the processor instead of the clock's")
    chosen = parser.parse_args()
    if chosen.cpu:
        time.perf_counter = time.process_time  # bots ask the module for it
    game = find(chosen.game)
    budgets = {name: int(playouts) for name, _, playouts in (each.partition("=") for each in chosen.budget)}
    if chosen.alone:
        seats = (chosen.alone,) * game.players.start
        print(measure(game, seats, chosen.games, chosen.seed, budgets), flush=True)
        return
    steps = [tuple(chosen.pair)] if chosen.pair else [(above, below) for below, above in pairwise(PEOPLE)]
    for above, below in steps:
        for players in chosen.players:
            seats = (above, *[below] * (players - 1))
            print(measure(game, seats, chosen.games, chosen.seed, budgets), flush=True)


if __name__ == "__main__":
    main()
