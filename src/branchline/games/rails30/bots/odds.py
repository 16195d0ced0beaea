"""The chances that a link gets finished, by what it still needs and the turns left; what a joker is worth."""

from __future__ import annotations

from librt.vecs import append, vec
from mypy_extensions import i64

from branchline.games.rails30.bots.potential import NEEDS
from branchline.games.rails30.rules.codes import COLOURED, TURNS, WHITE


class Odds:
    """Chances by [need][turns left] that a link gets finished. `branchline train 30-rails` learns the expert's."""

    def __init__(self, pair: Tempo, mine: Tempo, joker: float) -> None:
        self.pair: vec[float] = _chances(pair)
        self.mine: vec[float] = _chances(mine)
        self.joker: float = joker
        """What a joker in hand is worth while there are many turns left."""

    def jokers(self, held: i64, left: i64) -> float:
        """What the jokers in hand are worth."""
        if held == 0:
            return 0.0
        each = self.joker * (float(left) if left < 8 else 8.0) / 8.0
        return each * 2.0 if held == WHITE | COLOURED else each


class Tempo:
    """How a link's chance falls with its need: by `drag`, more than evenly with `grow` above 1, steeper by `bend`."""

    def __init__(self, drag: float, bend: float, grow: float = 1.0) -> None:
        self.drag: float = drag
        self.bend: float = bend
        self.grow: float = grow

    def chance(self, need: i64, left: i64) -> float:
        """The chance to finish what needs so much in so many turns."""
        if need == 0:
            return 1.0
        if need == NEEDS - 1 or left == 0:
            return 0.0
        turns, wants = float(left), float(need)
        share: float = turns / (turns + self.drag * wants**self.grow)
        chance: float = share ** (1.0 + self.bend * wants)
        return chance


def _chances(tempo: Tempo) -> vec[float]:
    chances = vec[float]()
    for need in range(NEEDS):
        for left in range(TURNS + 1):
            chances = append(chances, tempo.chance(need, left))
    return chances
