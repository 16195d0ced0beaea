"""How a state should keep its fields: attributes with generated copies, or one packed array with named offsets.

`python bench/fields.py` compiles the same small game both ways and compares copies and steps in alternating runs.
"""

from __future__ import annotations

import importlib
import subprocess
import sys
import tempfile
import time
from pathlib import Path

HEAD = """
from __future__ import annotations
from typing import Final
from librt.vecs import vec
from mypy_extensions import i64

EMPTY: Final[vec[i64]] = vec[i64]()
"""
ATTRIBUTES = """
class Game:
    def __init__(self) -> None:
        self.turn: i64 = 0
        self.seat: i64 = 0
        self.deck: i64 = 0
        self.last: i64 = 0
        self.hands: vec[i64] = EMPTY
        self.owner: vec[i64] = EMPTY
        self.points: vec[i64] = EMPTY

    def clone(self) -> Game:
        copy = Game()
        copy.turn, copy.seat, copy.deck, copy.last = self.turn, self.seat, self.deck, self.last
        copy.hands, copy.owner, copy.points = self.hands[:], self.owner[:], self.points[:]
        return copy

    def step(self, k: i64) -> None:
        self.turn += 1
        self.deck -= 1
        card = (k + self.last) % 9
        self.hands[self.seat * 9 + card] += 1
        route = (k * 7 + self.turn) % 100
        if self.owner[route] < 0 and self.hands[self.seat * 9 + card] > 1:
            self.hands[self.seat * 9 + card] -= 2
            self.owner[route] = self.seat
            self.points[self.seat] += 4
        self.last = card
        self.seat = (self.seat + 1) % 4
        if self.deck == 0:
            self.deck = 110


def new() -> Game:
    game = Game()
    game.deck = 110
    game.hands, game.owner, game.points = vec[i64]([0] * 36), vec[i64]([-1] * 100), vec[i64]([0] * 4)
    return game
"""
PACKED = """
TURN: Final = 0
SEAT: Final = 1
DECK: Final = 2
LAST: Final = 3
HANDS: Final = 4
OWNER: Final = 40
POINTS: Final = 140


class Game:
    def __init__(self) -> None:
        self.data: vec[i64] = EMPTY

    def clone(self) -> Game:
        copy = Game()
        copy.data = self.data[:]
        return copy

    def step(self, k: i64) -> None:
        data = self.data
        data[TURN] += 1
        data[DECK] -= 1
        card = (k + data[LAST]) % 9
        data[HANDS + data[SEAT] * 9 + card] += 1
        route = (k * 7 + data[TURN]) % 100
        if data[OWNER + route] < 0 and data[HANDS + data[SEAT] * 9 + card] > 1:
            data[HANDS + data[SEAT] * 9 + card] -= 2
            data[OWNER + route] = data[SEAT]
            data[POINTS + data[SEAT]] += 4
        data[LAST] = card
        data[SEAT] = (data[SEAT] + 1) % 4
        if data[DECK] == 0:
            data[DECK] = 110


def new() -> Game:
    game = Game()
    game.data = vec[i64]([0, 0, 110, 0] + [0] * 36 + [-1] * 100 + [0] * 4)
    return game
"""
LOOPS = """
def clones(n: i64) -> None:
    game = new()
    for _ in range(n):
        game.clone()


def steps(n: i64) -> i64:
    game = new()
    k: i64 = 1
    for _ in range(n):
        k = (k * 1103515245 + 12345) & 0x7FFFFFFF
        game.step(k >> 8)
    return game_points(game)
"""
POINTS = {
    "attributes": "\n\ndef game_points(game: Game) -> i64:\n    return game.points[0]\n",
    "packed": "\n\ndef game_points(game: Game) -> i64:\n    return game.data[POINTS]\n",
}


def main() -> None:
    """Compile both, check that they agree, and print the rates and their ratio."""
    with tempfile.TemporaryDirectory() as folder:
        for name, body in (("attributes", ATTRIBUTES), ("packed", PACKED)):
            Path(folder, f"{name}.py").write_text(HEAD + body + LOOPS + POINTS[name])
        command = [sys.executable, "-m", "mypyc", "attributes.py", "packed.py"]
        subprocess.run(command, cwd=folder, check=True, capture_output=True)
        sys.path.insert(0, folder)
        modules = {name: importlib.import_module(name) for name in ("attributes", "packed")}
        assert modules["attributes"].steps(10_000) == modules["packed"].steps(10_000)
        for what, n in (("clones", 1_000_000), ("steps", 10_000_000)):
            best = dict.fromkeys(modules, 0.0)
            for _ in range(5):  # in turn, so that a slow moment of the machine hits both
                for name, module in modules.items():
                    begun = time.process_time()
                    getattr(module, what)(n)
                    best[name] = max(best[name], n / (time.process_time() - begun))
            ratio = best["attributes"] / best["packed"]
            rates = ", ".join(f"{name} {rate / 1e6:.1f}" for name, rate in best.items())
            print(f"{what}: {rates} million/s; attributes / packed = {ratio:.2f}")


if __name__ == "__main__":
    main()
