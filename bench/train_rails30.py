"""Learn the odds of 30 Rails from the bots' own games: `python bench/train_rails30.py --games 2000 --rounds 4`.

Each round plays games with the present odds (half of them with a random setup, so that bad ones are known
too), notes for every sheet and turn what each route still needed, and sets the odds to what came of it.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path

from branchline.core.generator import Generator
from branchline.games.rails30.policy import NEEDS, Judge, Odds
from branchline.games.rails30.potential import pair_costs
from branchline.games.rails30.state import READY, STATION, STEP, TURNS, Rails30

FILE = Path(__file__).parents[1] / "src/branchline/games/rails30/odds.json"
LEFTS = TURNS + 1
PRIOR = 6.0
"""Weight of the guess from the neighbouring cells of a table."""


def first_guess() -> dict:
    done = [(left / (left + 3.0 * need)) ** (1 + 0.1 * need) if need else 1.0
            for need in range(NEEDS) for left in range(LEFTS)]  # fmt: skip
    return {"done": done, "longer": [0.0] * len(done), "mined": list(done), "joker": 3.0}


def odds_of(tables: dict) -> Odds:
    return Odds(tables["done"], tables["longer"], tables["mined"], tables["joker"])


def play(judge: Judge, rng: Generator, random_setup: bool, notes: list) -> int:
    """One game; appends (turns left, costs) after every turn, and finally the outcome to all of them."""
    state = Rails30(1, False)
    seen = []
    while True:
        if n := state.chance():
            state.apply_chance(rng.below(n))
        elif state.actors():
            setting_up = state.fact(0, STEP) != READY
            action = state.sample(0, rng) if random_setup and setting_up else judge.choose(state, 0, rng)
            state.apply(0, action)
            if not setting_up:
                seen.append((TURNS - state.turn, pair_costs(state.cells, 0, state.facts, STATION, NEEDS - 1)))
            elif state.fact(0, STEP) == READY:
                seen.append((TURNS, pair_costs(state.cells, 0, state.facts, STATION, NEEDS - 1)))
        else:
            break
    found = state.survey(0)
    outcome = [int(length) for length in found.length], int(found.mine)
    notes.extend((left, costs, outcome) for left, costs in seen)
    return int(state.points(0))


def learn(notes: list, old: dict) -> dict:
    """New tables: the frequencies of the notes, drawn towards the old ones where notes are few."""
    size = NEEDS * LEFTS
    tried, done, extra = [0.0] * size, [0.0] * size, [0.0] * size
    mine_tried, mine_done = [0.0] * size, [0.0] * size
    for left, costs, (lengths, mine) in notes:
        for pair in range(6):
            need = min(int(costs[pair]) >> 6, NEEDS - 1)
            index = need * LEFTS + left
            if need == 0 and not lengths[pair]:
                continue  # a walk over its own track, judged apart
            tried[index] += 1
            if lengths[pair]:
                done[index] += 1
                extra[index] += lengths[pair] - (int(costs[pair]) & 63)
        for station in range(4):
            index = min(int(costs[6 + station]) >> 6, NEEDS - 1) * LEFTS + left
            mine_tried[index] += 1
            mine_done[index] += mine >> station & 1
    return {
        "done": [(d + PRIOR * o) / (t + PRIOR) for d, t, o in zip(done, tried, old["done"], strict=True)],
        "longer": [(e + PRIOR * o) / (d + PRIOR) for e, d, o in zip(extra, done, old["longer"], strict=True)],
        "mined": [(d + PRIOR * o) / (t + PRIOR) for d, t, o in zip(mine_done, mine_tried, old["mined"], strict=True)],
        "joker": old["joker"],
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=2000)
    parser.add_argument("--rounds", type=int, default=4)
    parser.add_argument("--fresh", action="store_true", help="begin from a guess instead of the present odds")
    arguments = parser.parse_args()
    tables = first_guess() if arguments.fresh or not FILE.exists() else json.loads(FILE.read_text())
    FILE.write_text(json.dumps(tables))
    for turn in range(arguments.rounds):
        judge = Judge()
        judge.odds = odds_of(tables)
        notes: list = []
        own = [play(judge, Generator(turn * 100_000 + n), n % 2 == 1, notes) for n in range(arguments.games)]
        planned = own[::2]
        print(f"round {turn}: {sum(planned) / len(planned):.1f} with planned setup, "
              f"{sum(own[1::2]) / len(own[1::2]):.1f} with a random one")  # fmt: skip
        tables = learn(notes, tables)
    rounded = {name: [round(v, 4) for v in value] if isinstance(value, list) else value for name, value in tables.items()}
    FILE.write_text(json.dumps(rounded) + "\n")


if __name__ == "__main__":
    main()
