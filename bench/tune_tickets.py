"""Try other weights for the strong policy of Ticket to Ride against the present ones on the same deals.

`python bench/tune_tickets.py --minutes 10` walks at random and prints every step that did better twice.
"""

from __future__ import annotations

import argparse
import math
import random
import time

from branchline.core.generator import Generator
from branchline.core.policy import Policy
from branchline.games.tickets.api import maps
from branchline.games.tickets.bots.expert import Expert
from branchline.games.tickets.bots.strategist import Greedy, Racer
from branchline.games.tickets.rules.setup import new_state

BOARD = maps.board("usa", "standard")
SOFT = 15.0
"""Points of the lead over which a win becomes sure; a soft threshold says more of a game than who won it."""


NAMES = (
    "claim_price",
    "wagon_price",
    "card_price",
    "point_share",
    "slack",
    "waste",
    "supply",
    "over_price",
    "replan",
    "keep_price",
    "ticket_gain",
    "ticket_turns",
    "open_plan",
    "plan_doubt",
    "fill_point",
    "fill_card",
    "fill_claim",
    "fill_least",
    "fill_early",
    "fill_locomotives",
    "plan_locomotives",
    "card_plan",
    "card_fill",
    "card_spare",
    "card_last",
    "card_locomotive",
    "open_locomotive",
    "late",
    "gray_steal",
    "fill_touch",
    "orders",
    "fill_end",
    "hold",
)


def weights(bot: Expert) -> dict[str, int]:
    """All weights of a bot by name."""
    return {name: int(getattr(bot.weights, name)) for name in NAMES}


def with_weights(values: dict[str, int]) -> Expert:
    """A bot with these weights."""
    bot = Expert()
    for name, value in values.items():
        setattr(bot.weights, name, value)
    return bot


def lead(bots: list[Policy], seat: int, seed: int) -> float:
    """By how much the seat is ahead of the best of the others at the end of a game."""
    state = new_state(BOARD, len(bots))
    rng = Generator(seed)
    for number, bot in enumerate(bots):
        bot.prepare(state, number)
    while True:
        if n := state.chance():
            state.apply_chance(rng.below(n))
        elif mask := state.actors():
            actor = (mask & -mask).bit_length() - 1
            state.apply(actor, bots[actor].choose(state, actor, rng))
        else:
            scores = state.scores()
            return float(scores[seat] - max(scores[other] for other in range(len(bots)) if other != seat))


def strength(values: dict[str, int], games: int, seed: int, tables: list[tuple[type[Policy], int, float]]) -> float:
    """The mean soft win over the tables, each with its weight."""
    bot = with_weights(values)
    total = 0.0
    for other, players, weight in tables:
        others: list[Policy] = [other() for _ in range(players - 1)]
        won = 0.0
        for n in range(games):
            bots = [*others]
            bots.insert(n % players, bot)
            won += 1 / (1 + math.exp(-lead(bots, n % players, seed + n // players) / SOFT))
        total += weight * won / games
    return total / sum(weight for _, _, weight in tables)


def neighbour(values: dict[str, int], rng: random.Random) -> dict[str, int]:
    """Some of the weights changed a little."""
    changed = dict(values)
    for name in rng.sample(sorted(values), rng.choice((1, 1, 2, 3, 4))):
        step = max(1.5, abs(changed[name]) * 0.3)
        moved = round(changed[name] + rng.gauss(0, step))
        if moved == changed[name]:
            moved += rng.choice((-1, 1))
        changed[name] = max(0 if name != "replan" else 1, moved)
    return changed


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=300)
    parser.add_argument("--minutes", type=float, default=5.0)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--start", default="{}", help="weights to start from, as a dict")
    parser.add_argument("--tables", default="g2,r2,g4")
    arguments = parser.parse_args()
    known: dict[str, tuple[type[Policy], int, float]] = {
        "g2": (Greedy, 2, 1.0),
        "r2": (Racer, 2, 1.0),
        "g4": (Greedy, 4, 1.0),
        "s2": (Expert, 2, 1.0),
    }
    tables = [known[name] for name in arguments.tables.split(",")]
    rng = random.Random(arguments.seed)
    best = weights(Expert()) | eval(arguments.start)
    end = time.time() + 60 * arguments.minutes
    turn = 0
    while time.time() < end:
        turn += 1
        other = neighbour(best, rng)
        seed = 100_000 * turn
        gain = strength(other, arguments.games, seed, tables) - strength(best, arguments.games, seed, tables)
        if gain <= 0.003:
            continue
        seed += 50_000
        here = strength(best, 2 * arguments.games, seed, tables)
        again = strength(other, 2 * arguments.games, seed, tables) - here
        if again > 0.002:
            best = other
            print(f"{turn}: {here + again:.3f} +{gain:.3f} +{again:.3f} {best}", flush=True)


if __name__ == "__main__":
    main()
