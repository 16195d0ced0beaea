"""How long a review takes and how sharp it is: a game between greedy bots of each game and number of players.

`python bench/review.py --seconds 60 --seed 5`; the time to the first curve counts from the call, processes included.
With `--cpu` one process does all the work, and half of its CPU time is taken for the time: what two free cores would
come to, whatever else runs on the machine (without the start of processes).
"""

from __future__ import annotations

import argparse
import os
import time

import branchline
from branchline.bots import make
from branchline.core.match import Match
from branchline.review import review, reviewing

GAMES = (
    ("30-rails", 1),
    ("30-rails", 2),
    ("30-rails", 4),
    ("ticket-to-ride", 2),
    ("ticket-to-ride", 4),
    ("stephensons-rocket", 2),
    ("stephensons-rocket", 4),
    ("string-railway", 2),
    ("string-railway", 4),
)


def played(slug: str, players: int, seed: int) -> Match:
    """A game between greedy bots."""
    game = branchline.game(slug)
    match = game.start(players=players, seed=seed)
    bots = [make(game, "greedy", seed=seat) for seat in range(players)]
    while not match.over:
        seat = match.actors[0]
        match.play(seat, bots[seat].choose(match.sight(seat)))
    return match


def main() -> None:
    """Print a row of a table for each game."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("--seed", type=int, default=5)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--only", default="")
    parser.add_argument("--cpu", action="store_true")
    asked = parser.parse_args()
    clock = time.perf_counter
    if asked.cpu:
        clock = reviewing.clock = lambda: time.process_time() / 2
    for slug, players in GAMES:
        if asked.only and asked.only not in f"{slug} {players}":
            continue
        match = played(slug, players, asked.seed)
        begun = clock()
        reports = review(match, seconds=asked.seconds, workers=1 if asked.cpu else asked.workers)
        report = next(reports)
        first = clock() - begun
        *_, report = reports
        took = clock() - begun
        exact = all(each.start + each.luck + each.own + each.others == each.result for each in report.sums)
        errors = [value.of(report.unit) for point in report.curve for value in point.errors]
        cells = (
            f"{slug}, {players}",
            f"{len(match.events)} / {len(report.decisions)}",
            f"{first:.1f} s",
            f"{took:.1f} s",
            f"{report.playouts} / {report.sweeps}",
            f"{sum(errors) / len(errors) / 100:.1f}",
            str(sum(each.mark in ("mistake", "inaccuracy") for each in report.decisions)),
            "yes" if exact else "NO",
            f"{os.getloadavg()[0]:.0f}",
        )
        print("| " + " | ".join(cells) + " |", flush=True)


if __name__ == "__main__":
    main()
