"""Ratings of the bots for `server/ratings/bots.json`: a tournament of the levels that people meet, with two more below.

    python bench/bot_ratings.py --games 40 --seconds 0.1 --seed 1

Every level plays with the budget that it has at a table; only the expert, whose budget is time, gets less of it here,
so its rating is a lower bound. The people of a server begin in the middle of the same scale (openskill's 25 ± 8.3).
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


def rated(slug: str, players: int, games: int, seconds: float, seed: int) -> dict[str, bots.ArenaRating]:
    """The levels of a game after a tournament."""
    game = branchline.game(slug)
    answer = tournament(game, RATED, players=players, games=games, seed=seed, seconds=seconds)
    for row in answer["bots"]:
        low, high = row["rating_95"]
        # A longest decision near the seconds would mean that time has cut a level's playouts short.
        print(
            f"  {row['bot']:9} {row['rating']:6.2f} [{low:.2f}, {high:.2f}], longest {row['longest']:.3f} s", flush=True
        )
    for pair in answer["pairs"]:
        print(f"  {pair['bot']} against {pair['against']}: {pair['score']:.3f} of {pair['games']}", flush=True)
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
    parser.add_argument("--seconds", type=float, default=0.1)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    found = msgspec.json.decode(FILE.read_bytes(), type=dict[str, bots.Arena]) if FILE.exists() else {}
    for slug in asked.game or branchline.game_names():
        tables = {
            str(players): rated(slug, players, asked.games, asked.seconds, asked.seed)
            for players in asked.players or [2]
        }
        known = found[slug].players if slug in found else {}
        found[slug] = bots.Arena(f"{asked.seconds} s", asked.seed, {**known, **tables})
        FILE.write_bytes(msgspec.json.format(msgspec.json.encode(found), indent=2) + b"\n")
        print(slug, {count: list(levels) for count, levels in tables.items()}, flush=True)


if __name__ == "__main__":
    main()
