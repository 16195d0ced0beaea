"""What the expert of 30 Rails learns: the numbers by which its playouts weigh a drawing, in thousandths."""

from __future__ import annotations

from collections.abc import Mapping

from branchline.core.learning import LEARNER, Learnable, Number
from branchline.core.weights import packaged_tables
from branchline.games.rails30.bots.expert import Expert
from branchline.games.rails30.bots.glance import Weights
from branchline.games.rails30.bots.layouts import Layouts
from branchline.games.rails30.bots.odds import Odds, Tempo

_GAME = "30-rails"
_PACKAGE = "branchline.games.rails30.bots"
LAYOUTS = "layouts.json"
"""The file with what was learned of layouts, beside this one."""
_NUMBERS = (
    Number("pair_drag", 100, 9000, 400),
    Number("pair_bend", 0, 500, 20),
    Number("pair_grow", 300, 3000, 150),
    Number("mine_drag", 20, 9000, 100),
    Number("mine_bend", 0, 900, 50),
    Number("mine_grow", 200, 3000, 120),
    Number("joker", 0, 60000, 3000),
    Number("closing", 0, 2000, 70),
    Number("space", 0, 5000, 100),
    # How playouts of a search learn from each other (`Experience`). Practice has no search and cannot tell, so these
    # two stay as they are unless somebody proposes others to the gate.
    Number("experience", 0, 5000, 0),
    Number("doubt", 1000, 2_000_000, 0),
)


def make_expert(numbers: Mapping[str, int]) -> Expert:
    """The expert with these numbers."""
    value = {number.name: numbers[number.name] / 1000 for number in _NUMBERS}
    pair = Tempo(value["pair_drag"], value["pair_bend"], value["pair_grow"])
    mine = Tempo(value["mine_drag"], value["mine_bend"], value["mine_grow"])
    expert = Expert(value["experience"], value["doubt"])
    expert.weights = Weights(Odds(pair, mine, value["joker"]), value["closing"], value["space"])
    expert.judge.layouts = _LAYOUTS
    return expert


def _practise(numbers: Mapping[str, int]) -> Expert:
    """The same for practice: how sheets are set up is not learned, so it is found out once for all of them."""
    expert = make_expert(numbers)
    expert.plans = _PLANS
    return expert


def learned() -> Layouts:
    """The expert's layouts; WeightsError says why a file is not played by."""
    return Layouts(**packaged_tables(_PACKAGE, _GAME, LAYOUTS))


_LAYOUTS = learned()
_PLANS: dict[int, int] = {}
LEARNABLE = Learnable(_GAME, _PACKAGE, _NUMBERS, make_expert, ((LEARNER,),), _practise)
