"""How strong the bots of Stephenson's Rocket are: one bot against others of one level, from all seats in turn.

`python bench/rocket.py expert greedy --players 4 --games 200 --iterations 300 --seed 1` prints the share of games won
(a shared win counts in parts) with its 95 % interval, the points, and the CPU time of the bot's decisions. Game n of
every run with the same seed has the same luck, and a budget in playouts makes the whole run repeatable.
"""

from __future__ import annotations

import argparse
import time

from branchline.arena.simulate import Task, play_game
from branchline.arena.tally import tally
from branchline.bots import Bot, levels
from branchline.core.action import Action
from branchline.core.sight import Sight
from branchline.games import find
from branchline.games.rocket.maps import NAMES

GAME = find("stephensons-rocket")
LEVELS = levels(GAME)


class Timed(Bot):
    """A bot that keeps the CPU seconds of its decisions."""

    def __init__(self, level: str) -> None:
        super().__init__(GAME, level, LEVELS[level])
        self.spent: list[float] = []

    def choose(
        self, sight: Sight, seconds: float | None = None, iterations: int | None = None, seed: int | None = None
    ) -> Action:
        began = time.process_time()
        action = super().choose(sight, seconds, iterations, seed)
        self.spent.append(time.process_time() - began)
        return action

    def times(self) -> str:
        """Mean and worst; nothing for a bot that does not search, whose decisions the arena takes the short way."""
        if not self.spent:
            return ""
        mean = sum(self.spent) / len(self.spent)
        return f"; CPU of {len(self.spent)} decisions: mean {mean:.3f} s, worst {max(self.spent):.3f} s"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("bot", choices=LEVELS)
    parser.add_argument("other", choices=LEVELS)
    parser.add_argument("--players", type=int, default=2, choices=GAME.players)
    parser.add_argument("--map", default="england", choices=NAMES)
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--iterations", type=int, default=100, help="playouts a decision, for bots that search")
    parser.add_argument("--seed", type=int, default=1)
    chosen = parser.parse_args()
    bot, other = Timed(chosen.bot), Timed(chosen.other)
    seats = (chosen.bot, *[chosen.other] * (chosen.players - 1))
    task = Task(GAME.slug, chosen.players, {"map": chosen.map}, seats, chosen.seed, None, chosen.iterations)
    played = []
    for number in range(chosen.games):
        one = play_game(task, GAME, {chosen.other: other, chosen.bot: bot}, number)
        played.append((one.seats, one.points, one.keys))
        if (number + 1) % 20 == 0 or number + 1 == chosen.games:
            own, theirs = (each.json(number + 1) for each in tally(played, (chosen.bot, chosen.other)))
            low, high = own["win_share_95"]
            print(
                f"{chosen.bot} ({chosen.iterations}) against {chosen.other}, {chosen.players} players, {chosen.map},"
                f" seed {chosen.seed}, {number + 1} games: {own['win_share']:.3f} [{low:.3f}, {high:.3f}],"
                f" {own['mean']:.1f} points to {theirs['mean']:.1f}{bot.times()}",
                flush=True,
            )


if __name__ == "__main__":
    main()
