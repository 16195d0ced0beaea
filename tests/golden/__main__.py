"""Make golden games, or add hashes to those that are there:

python -m tests.golden 30-rails --players 3 --seed 5 --bots greedy --option name=value
python -m tests.golden --rehash [game …]
"""

from __future__ import annotations

import argparse
from typing import Any

from branchline.bots import make
from branchline.core.game import Game
from branchline.core.match import Match
from tests.golden.files import files, rehash, write
from tests.suite.cases import GAMES, find


def main() -> None:
    """Read the command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", nargs="*")
    parser.add_argument("--rehash", action="store_true", help="write the hashes anew, and nothing else")
    parser.add_argument("--option", action="append", default=[], metavar="NAME=VALUE")
    parser.add_argument("--players", type=int)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--bots", default="random")
    arguments = parser.parse_args()
    games = [find(slug) for slug in arguments.game]
    if arguments.rehash:
        for game in games or GAMES:
            changed = sum(rehash(game, file) for file in files(game))
            print(f"{game.slug}: {changed} of {len(files(game))} files have new hashes")
        return
    if len(games) != 1:
        parser.error("name one game")
    options = typed(games[0], dict(option.split("=", 1) for option in arguments.option))
    match = played(games[0], arguments.players, arguments.seed, arguments.bots, options)
    name = "-".join([f"{match.players}p", *map(str, options.values()), arguments.bots, str(arguments.seed)])
    file = write(match, name)
    print(file.name, match.result.scores if match.result else None)


def typed(game: Game, options: dict[str, str]) -> dict[str, Any]:
    """Options of the command line with the types that the game wants."""
    words = {choice for option in game.options for choice in option.choices if isinstance(choice, str)}
    return {name: int(value) if value.isdigit() and value not in words else value for name, value in options.items()}


def played(game: Game, players: int | None, seed: int, level: str, options: dict[str, Any]) -> Match:
    """A whole game of bots of one level, the same whenever it is made."""
    match = game.start(players=players, seed=seed, **options)
    bot = make(game, level)
    while match.actors:
        seat = match.actors[0]
        match.play(seat, bot.choose(match.sight(seat), iterations=60, seed=len(match.events)))
    return match


if __name__ == "__main__":
    main()
