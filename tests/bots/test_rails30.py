"""The bots' eyes for 30 Rails: what a link still needs, which cells it wants, and the points that lie at hand."""

from __future__ import annotations

import heapq
import re
import runpy
import subprocess
import sys
from collections import Counter
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import branchline
from branchline.bots import make
from branchline.bots.search import Search
from branchline.core.driver import Luck
from branchline.core.generator import Generator
from branchline.core.policy import Policy
from branchline.games.rails30.bots.best import Best
from branchline.games.rails30.bots.expert import Expert
from branchline.games.rails30.bots.greedy import Greedy
from branchline.games.rails30.bots.learning import learned
from branchline.games.rails30.bots.potential import (
    FAR,
    LINK_A,
    LINK_B,
    MINE_SOURCE,
    NEEDS,
    STEP,
    WEIGHT,
    outlook,
    reach,
)
from branchline.games.rails30.bots.spread import LINKS, NODES, Spread, ways
from branchline.games.rails30.rules import codes
from branchline.games.rails30.rules.codes import CELLS, DRAWINGS, MINE, MOUNTAIN
from branchline.games.rails30.rules.drawings import EXITS
from branchline.games.rails30.rules.field import BORDER, BORDER_CELL, NEIGHBOUR
from branchline.games.rails30.rules.setup import new_state
from branchline.games.rails30.rules.state import Rails30
from tests.rules.rails30.sheets import drawing, ready

ALMOST = """
    .   .  NS  .   .   .
    .   .  NS  .   .   .
    .   .  NS  .   .   .
    .   .  NS  ^   .   .
    .   .   .  M   .   .
    .   .  NS  .   .   .
"""
"""Only row 5, column 3 is missing between a station in the north and one in the south."""
STATIONS = "N3 S3 E1 W1"


def almost(turn: int, coloured: int = 2) -> Rails30:
    state = ready(ALMOST, white=5, coloured=coloured, stations=STATIONS)
    state.turn = turn
    return state


@pytest.mark.parametrize("policy", [Greedy, Expert])
def test_a_policy_finishes_a_route_at_the_last_chance(policy):
    state = almost(codes.TURNS)
    chosen = int(policy().choose(state, 0, Generator(1)))
    assert chosen == codes.DRAW_TRACK + 26 * DRAWINGS + drawing("NS") - 1


def test_the_search_finishes_a_route_at_the_last_chance():
    state = almost(codes.TURNS)
    assert int(Search(Expert(), 3, 8, 12, 0, 4).run(state, 0, 80, 0.0)) == (
        codes.DRAW_TRACK + 26 * DRAWINGS + drawing("NS") - 1
    )


def test_an_unwanted_drawing_keeps_out_of_a_wanted_cell():
    """A curve does not join north and south: it goes anywhere but where the straight is missing."""
    for policy in (Greedy(), Expert()):
        chosen = int(policy.choose(almost(12, coloured=1), 0, Generator(1)))
        assert (chosen - codes.DRAW_TRACK) // DRAWINGS != 26


def test_the_diagonal_counts_twice():
    """One value of the white die names a cell of the diagonal, two name any other."""
    assert [cell for cell in range(CELLS) if WEIGHT[cell] == 2] == [0, 7, 14, 21, 28, 35]
    state = almost(12)
    now = outlook(state.cells, 0, state.facts, codes.STATIONS, 27, -1, NEEDS - 2)
    assert now.costs[0] == STEP + 6


@given(st.integers(0, 2**31), st.sampled_from([0, 4, 9, 15, 24]), st.sampled_from([True, False]))
@settings(max_examples=60, deadline=None)
def test_candidates_are_legal_different_and_spread_over_cells(seed, turns, jokers):
    state = played(seed, turns)
    if not jokers:
        state.facts[codes.JOKERS] = 0
    policy = Expert()
    glances = [int(action) for action in policy.at_a_glance(state, 0, 12)]
    assert max(Counter((action - codes.DRAW_TRACK) // DRAWINGS for action in glances).values()) <= 3
    for found in (glances, [int(action) for action in policy.candidates(state, 0, 8, Generator(1))]):
        assert len(set(found)) == len(found)
        assert all(state.allows(0, action) for action in found)


def test_playouts_of_one_search_learn_from_each_other():
    """The same search with and without: what a sheet wants shows in its playouts, which then make more points."""
    means = []
    for weight in (0.0, 0.5):
        total, playouts = 0.0, 0
        for seed in range(3):
            search = Search(Expert(weight, 150.0), 5, 12, 0, 0, 4)
            search.run(played(seed, 10, Expert()), 0, 600, 0.0)
            total += sum(arm.total for arm in search.arms)
            playouts += int(search.iterations)
        means.append(total / playouts)
    assert means[1] > means[0] + 1.5


def test_what_was_learned_is_forgotten_when_the_next_search_begins():
    """A bot's answer depends on the position and the seed, not on what it has thought about before."""
    state, other = played(1, 6), played(2, 9)
    fresh = int(Search(Expert(1.0), 5, 12, 0, 0, 4).run(state.clone(), 0, 300, 0.0))
    used = Expert(1.0)
    Search(used, 5, 12, 0, 0, 4).run(other, 0, 300, 0.0)
    assert int(Search(used, 5, 12, 0, 0, 4).run(state.clone(), 0, 300, 0.0)) == fresh
    used.begin(new_state(1, False), 0)
    choices = [int(policy.choose(state, 0, Generator(1))) for policy in (used, Expert())]
    assert choices[0] == choices[1]


@given(st.integers(0, 2**31), st.sampled_from([0, 5, 12, 20, 28]), st.integers(0, 24), st.integers(-1, 35))
@settings(max_examples=150, deadline=None)
def test_reach_is_the_cheapest_way(seed, turns, source, hole):
    state = played(seed, turns)
    mine = int(state.fact(0, codes.MINE_AT))
    if hole >= 0 and state.cells[hole] != 0:
        hole = -1
    found = reach(state.cells, 0, source, mine, hole, 99)
    nodes, goals = by_heap([int(cell) for cell in state.cells], source, mine, hole)
    assert {node: int(cost) for node, cost in enumerate(found.node) if cost < FAR} == nodes
    assert {goal: int(cost) for goal, cost in enumerate(found.goal) if cost < FAR and goal != source} == {
        goal: cost for goal, cost in goals.items() if goal != source
    }


@given(st.integers(0, 2**31), st.sampled_from([0, 5, 12, 20, 28]), st.booleans())
@settings(max_examples=150, deadline=None)
def test_quick_play_sees_the_same_links_as_the_judge(seed, turns, skilled):
    """What it leaves out is on no link's cheapest way."""
    state = played(seed, turns, Expert() if skilled else None)
    mine = int(state.fact(0, codes.MINE_AT))
    full = outlook(state.cells, 0, state.facts, codes.STATIONS, mine, -1, NEEDS - 2)
    quick = Spread()
    quick.look(state.cells, 0, state.facts, 0, mine)
    quick.look(state.cells, 0, state.facts, 0, mine)  # nothing of the first look is left
    assert list(quick.costs) == list(full.costs)
    least = [[min(nodes[cell * 4 : cell * 4 + 4]) >> 6 for cell in range(CELLS)] for nodes in map(list, full.nodes)]
    empty = [cell for cell in range(CELLS) if state.cells[cell] == 0]
    for link in range(LINKS):
        need = int(full.costs[link]) >> 6
        if not 0 < need < NEEDS:
            continue
        a, b = int(LINK_A[link]), int(LINK_B[link])
        wanted = [cell for cell in empty if least[a][cell] + least[b][cell] - WEIGHT[cell] <= need]
        mask = int(ways(quick, link))
        assert [cell for cell in range(CELLS) if mask >> cell & 1] == wanted
        for source in (a, b):
            for node in range(NODES):
                cost = int(full.nodes[source][node])
                assert cost >> 6 > need or quick.nodes[source * NODES + node] == cost


def played(seed: int, turns: int, policy: Policy | None = None) -> Rails30:
    """A sheet set up and played by a policy, or at random, for some turns; its player is to draw."""
    policy = policy or Policy()
    state = new_state(1, False)
    rng = Generator(seed)
    while not (state.turn > turns and state.actors()):
        if n := state.chance():
            state.apply_chance(rng.below(n))
        else:
            state.apply(0, policy.choose(state, 0, rng))
    return state


def by_heap(cells: list[int], source: int, mine: int, hole: int) -> tuple[dict[int, int], dict[int, int]]:
    """The same search written plainly: costs of (cell, side entered by), and of border squares and the mine."""
    nodes: dict[int, int] = {}
    goals: dict[int, int] = {}
    queue: list[tuple[int, int]] = []

    def enter(cell: int, side: int, cost: int) -> None:
        content = cells[cell]
        if content == MINE:
            goals[MINE_SOURCE] = min(cost, goals.get(MINE_SOURCE, cost))
        elif cell != hole and content < MOUNTAIN and (content == 0 or EXITS[content * 4 + side]):
            cost += 1 + (STEP * int(WEIGHT[cell]) if content == 0 else 0)
            if cost < nodes.get(cell * 4 + side, FAR):
                nodes[cell * 4 + side] = cost
                heapq.heappush(queue, (cost, cell * 4 + side))

    def leave(cell: int, side: int, cost: int) -> None:
        beyond = int(NEIGHBOUR[cell * 4 + side])
        if beyond >= 0:
            enter(beyond, side ^ 2, cost)
        else:
            border = int(BORDER[cell * 4 + side])
            goals[border] = min(cost, goals.get(border, cost))

    if source == MINE_SOURCE:
        for side in range(4):
            leave(mine, side, 0)
    else:
        enter(int(BORDER_CELL[source]), source // 6, 0)
    while queue:
        cost, node = heapq.heappop(queue)
        if cost > nodes[node]:
            continue
        content = cells[node >> 2]
        for side in range(4):
            if side != node & 3 if content == 0 else EXITS[content * 4 + (node & 3)] >> side & 1:
                leave(node >> 2, side, cost)
    return nodes, goals


@pytest.mark.parametrize(
    ("level", "iterations", "tables"), [("greedy", None, 12), pytest.param("expert", 150, 1, marks=pytest.mark.slow)]
)
def test_bots_of_one_level_at_one_table_make_different_sheets(level, iterations, tables):
    """All sheets have the same dice, so two bots that decide alike would be one bot."""
    game = branchline.game("30-rails")
    for seed in range(tables):
        match = game.start(players=3, seed=seed)
        bots = [make(game, level, seed=3 * seed + seat) for seat in range(3)]
        while not match.over:
            for seat in match.actors:
                match.play(seat, bots[seat].choose(match.sight(seat), iterations=iterations))
        sheets = match.view().sheets
        assert len({str((sheet.cells, sheet.stations, sheet.bonus)) for sheet in sheets}) == 3


def test_greedy_chooses_among_equals_only():
    """Near the best is what differs by less than the margin, and nothing else."""
    best = Best(4)
    for action, worth in ((1, 5.0), (2, 7.0), (3, 6.8), (4, 7.0), (5, 1.0)):
        best.add(action, worth)
    rng = Generator(1)
    assert {int(best.near(0.0, rng)) for _ in range(60)} == {2, 4}
    assert {int(best.near(0.5, rng)) for _ in range(60)} == {2, 3, 4}


EXAMPLE = Path(__file__).parents[2] / "examples" / "train_rails30.py"


def test_the_example_and_the_bots_judge_layouts_alike():
    """What the example fits is what the bots go by, whatever the numbers are."""
    example = runpy.run_path(str(EXAMPLE))
    numbers = np.random.default_rng(3)
    for seed in range(5):
        weights = numbers.normal(0, 1, example["WIDTH"])
        policy = Greedy()
        policy.judge.layouts = example["tables"](weights)
        state = example["begin"](Generator(seed), Greedy())
        row = example["lay_out"](state, weights, 5, Greedy(), np.random.default_rng(seed))
        state.facts[codes.STEP] -= 1  # before the last station, for which one square is left on its side
        square = int(state.facts[codes.STATIONS + 3])
        state.facts[codes.STATIONS + 3] = -1
        found = policy.judge.planned(state, 0, 6)
        worths = dict(zip(map(int, found.actions), map(float, found.worths), strict=True))
        assert worths[codes.PLACE_STATION + square] == pytest.approx(float(row @ weights) - weights[-1])


@pytest.mark.slow
def test_the_example_runs_from_its_first_round_to_its_last_line():
    """docs/research.md: the same command prints the same, but for the seconds that it took."""
    command = ("--rounds", "2", "--jobs", "1", "--games", "10", "--test", "20", "--seed", "2")
    runs = [
        subprocess.run([sys.executable, str(EXAMPLE), *command], check=True, capture_output=True, text=True).stdout
        for _ in range(2)
    ]
    first, second = (re.sub(r", \d+ s,", "", said).splitlines() for said in runs)
    assert first == second
    assert [line.split(":")[0].split(",")[0] for line in first[2:5]] == ["agent", "greedy", "agent − greedy"]
    assert all(line.endswith("points, 20 games") for line in first[2:5])
    assert re.fullmatch(r"agent ahead in [\d.]+%, behind in [\d.]+% of the games", first[5])


@pytest.mark.slow
def test_the_example_finds_the_layouts_in_the_package_again(tmp_path):
    """docs/bots.md: the command that made them makes the same file, byte by byte."""
    package = Path(branchline.__file__).parent / "games" / "rails30" / "bots" / "layouts.json"
    made = tmp_path / "layouts.json"
    few = ("--test", "10")  # of the fresh games at the end, which change nothing
    command = ("--player", "quick", "--rounds", "20", "--jobs", "1", "--write", str(made), *few)
    subprocess.run([sys.executable, str(EXAMPLE), *command], check=True, capture_output=True)
    assert made.read_bytes() == package.read_bytes()


def test_learned_layouts_are_worth_more_to_quick_play():
    """The same mountains and dice, played on by quick play alone: on average some five points."""
    gains = []
    for seed in range(40):
        points = []
        for layouts in (learned(), None):
            setter, player = Expert(), Expert()
            setter.judge.layouts = layouts
            state = new_state(1, False)
            dice = Generator(seed)
            while not (state.turn == 1 and state.actors()):
                if n := state.chance():
                    state.apply_chance(dice.below(n))
                else:
                    state.apply(0, setter.choose(state, 0, dice))
            total = 0
            for game in range(12):
                world = state.clone()
                player.play_on(world, Luck(Generator(seed, game + 1)), Generator(1))
                total += int(world.scores()[0])
            points.append(total / 12)
        gains.append(points[0] - points[1])
    assert np.mean(gains) > 1.5
