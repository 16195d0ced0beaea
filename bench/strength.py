"""How strong a bot is, and how long it thinks: alone, or against others from all seats in turn.

`python bench/strength.py 30-rails expert --games 200 --seconds 0.48 --seed 1` and
`python bench/strength.py stephensons-rocket expert greedy --players 4 --option map=usa --iterations 150` print the
points with their 95 % interval, the share of games won (a shared win counts in parts), and the time of the bot's
decisions. Several others fill a mixed table (`expert bully,investor,greedy`), `former` is the expert as it was before
the present one, `--plan horizon=20,trust=2` searches by other settings. The games are those of `branchline simulate`
with the same seed; a budget in playouts makes the whole run repeatable, and `--cpu` counts seconds of the processor,
so that other work on the machine costs no strength.
"""

from __future__ import annotations

import argparse
import math
import time
from dataclasses import asdict, replace
from functools import partial

import msgspec

from branchline.arena.playing import Setting
from branchline.arena.simulate import Task, play_game
from branchline.arena.tally import tally
from branchline.bots import Bot, levels
from branchline.cli.settings import read_options
from branchline.core.game import Game
from branchline.core.levels import Level, Plan
from branchline.core.state import State
from branchline.games import find
from branchline.games.rocket.bots import policy as rocket
from branchline.games.rocket.bots.weights import Weights
from branchline.games.strings.bots import strong as strings

FORMER = {
    "stephensons-rocket": Level(
        partial(
            rocket.Expert,
            [
                rocket.Manner(Weights(3, 6, 6, 0), Weights(3, 6, 6, 3)),
                rocket.Manner(Weights(9, 9, 2, 0), Weights(9, 9, 2, 3)),
                rocket.Manner(Weights(9, 15, 2, 0), Weights(9, 15, 2, 3)),
            ],
        ),
        Plan(candidates=12, horizon=12, depth=2, trust=1.0),
    ),
    "string-railway": Level(
        partial(strings.Strong, turns_place=5000, turns_lay=2500, horizon=8, finalists=12, shorts=8, beam=8)
    ),
}
"""The experts before those of now, to be played against."""


class Timed(Bot):
    """A bot that keeps the seconds of its decisions, of the processor and of the clock."""

    def __init__(self, game: Game, name: str, level: Level) -> None:
        super().__init__(game, name, level)
        self.processor: list[float] = []
        self.clock: list[float] = []

    def decide_with(self, state: State, seat: int, seed: int) -> int:
        processor, clock = time.process_time(), time.perf_counter()
        action = super().decide_with(state, seat, seed)
        self.processor.append(time.process_time() - processor)
        self.clock.append(time.perf_counter() - clock)
        return action

    def times(self) -> str:
        """Mean and worst of all decisions."""
        if not self.clock:
            return ""
        mean = sum(self.processor) / len(self.processor)
        return (
            f"; {len(self.clock)} decisions, CPU: mean {mean:.3f} s, worst {max(self.processor):.3f} s;"
            f" wall: worst {max(self.clock):.3f} s"
        )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game")
    parser.add_argument("bot")
    parser.add_argument("other", nargs="?", help="who is on the other seats, a level or several; without it nobody")
    parser.add_argument("--players", type=int, default=2, help="seats where there are others")
    parser.add_argument("--option", action="append", default=[], help="a game option as name=value")
    parser.add_argument("--games", type=int, default=200)
    budget = parser.add_mutually_exclusive_group()
    budget.add_argument("--iterations", type=int, help="playouts per decision, for bots that search")
    budget.add_argument("--seconds", type=float, help="seconds per decision, for bots that search")
    parser.add_argument("--plan", default="", help="settings of the bot's search instead of its own, as name=value,…")
    parser.add_argument("--cpu", action="store_true", help="seconds of the processor instead of the clock's")
    parser.add_argument("--seed", type=int, default=1)
    chosen = parser.parse_args()
    if chosen.cpu:
        time.perf_counter = time.process_time  # the search asks the module for it

    game = find(chosen.game)
    seats = _seats(chosen.bot, chosen.other, chosen.players)
    timed = Timed(game, chosen.bot, _planned(_level(game, chosen.bot), chosen.plan))

    def seat_bot(game: Game, name: str) -> Bot:
        return timed if name == chosen.bot else Bot(game, name, _level(game, name))

    options = game.start(players=len(seats), seed=0, **read_options(game, chosen.option, {})).options
    task = Task(Setting(game.slug, len(seats), options, chosen.seconds, chosen.iterations), seats, chosen.seed)
    print(f"{game.slug}: {', '.join(seats)}; {options}, seed {chosen.seed}", flush=True)
    played = []
    for number in range(chosen.games):
        one = play_game(task, game, number, seat_bot)
        played.append((one.seats, one.points, one.keys))
        if (number + 1) % 10 == 0 or number + 1 == chosen.games:
            rows = [each.json(number + 1) for each in tally(played, dict.fromkeys(seats))]
            points = " to ".join(
                f"{row['mean']:.1f} ± {1.96 * row['sd'] / math.sqrt(row['seat_games']):.1f}" for row in rows
            )
            low, high = rows[0]["win_share_95"]
            won = f", won {rows[0]['win_share']:.3f} [{low:.3f}, {high:.3f}]" if chosen.other else ""
            print(f"{number + 1} games: {points} points{won}{timed.times()}", flush=True)


def _seats(bot: str, other: str | None, players: int) -> tuple[str, ...]:
    if other is None:
        return (bot,)
    named = other.split(",")
    return (bot, *(named if len(named) > 1 else named * (players - 1)))


def _level(game: Game, name: str) -> Level:
    return FORMER[game.slug] if name == "former" else levels(game)[name]


def _planned(level: Level, plan: str) -> Level:
    if level.plan is None or not plan:
        return level
    if level.duel is not None:
        level = replace(level, duel=_planned(level.duel, plan))
    given = dict(each.split("=") for each in plan.split(","))
    return replace(level, plan=msgspec.convert({**asdict(level.plan), **given}, Plan, strict=False))


if __name__ == "__main__":
    main()
