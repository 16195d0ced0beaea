"""Make golden games: `python -m tests.golden 30-rails --players 3 --seed 5 --bots greedy --option name=value`."""

from __future__ import annotations

import argparse
import json
from pathlib import Path

import branchline


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game")
    parser.add_argument("--option", action="append", default=[], metavar="NAME=VALUE")
    parser.add_argument("--players", type=int)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--bots", default="random")
    arguments = parser.parse_args()
    game = branchline.game(arguments.game)
    options = dict(option.split("=", 1) for option in arguments.option)
    words = {choice for option in game.options for choice in option.choices if isinstance(choice, str)}
    typed = {name: int(value) if value.isdigit() and value not in words else value for name, value in options.items()}
    match = game.start(players=arguments.players, seed=arguments.seed, **typed)
    bot = branchline.bot(arguments.game, arguments.bots)
    while match.actors:
        seat = match.actors[0]
        match.play(seat, bot.choose(match.sight(seat), iterations=60, seed=len(match.events)))
    name = "-".join([f"{match.players}p", *map(str, typed.values()), arguments.bots, str(arguments.seed)])
    file = Path(__file__).parent / game.room / f"{name}.json"
    file.parent.mkdir(exist_ok=True)
    file.write_text(json.dumps({"record": match.record(), "result": match.result}, ensure_ascii=False) + "\n")
    print(file.name, match.result["scores"] if match.result else None)


main()
