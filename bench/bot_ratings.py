"""Ratings of the bots for `server/ratings/bots.json`: a tournament of the levels that people meet, with two more below.

    python bench/bot_ratings.py --games 40 --playouts 100 --seed 1

Every level plays with the same budget in playouts, so the result is the same on every machine. The people of a
server begin in the middle of the same scale (openskill's 25 ± 8.3).
"""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

import msgspec

import branchline
from branchline.arena.tournament import tournament
from branchline.core.levels import PEOPLE
from branchline.server.ratings import bots

RATED = ["random", "greedy", *PEOPLE]
FILE = Path(bots.__file__).with_name("bots.json")
Z95 = 1.959963984540054


def rated(slug: str, players: int, games: int, playouts: int, seed: int) -> dict[str, bots.ArenaRating]:
    """The levels of a game after a tournament."""
    game = branchline.game(slug)
    answer = tournament(game, RATED, players=players, games=games, seed=seed, iterations=playouts)
    return {row["bot"]: _rating(row) for row in sorted(answer["bots"], key=lambda each: each["rating"])}


def _rating(row: dict[str, Any]) -> bots.ArenaRating:
    low, high = row["rating_95"]
    return bots.ArenaRating(round(row["rating"], 3), round((high - low) / 2 / Z95, 3), row["games"])


def main() -> None:
    """Play the tournaments and write the file; games that are not named stay as they are."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--game", action="append", choices=branchline.game_names())
    parser.add_argument("--players", type=int, action="append")
    parser.add_argument("--games", type=int, default=40)
    parser.add_argument("--playouts", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    found = msgspec.json.decode(FILE.read_bytes(), type=dict[str, bots.Arena]) if FILE.exists() else {}
    for slug in asked.game or branchline.game_names():
        tables = {
            str(players): rated(slug, players, asked.games, asked.playouts, asked.seed)
            for players in asked.players or [2]
        }
        known = found[slug].players if slug in found else {}
        found[slug] = bots.Arena(f"{asked.playouts} playouts", asked.seed, {**known, **tables})
        FILE.write_bytes(msgspec.json.format(msgspec.json.encode(found), indent=2) + b"\n")
        print(slug, tables)


if __name__ == "__main__":
    main()
