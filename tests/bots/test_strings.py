"""The bots of String Railway: the outlines that playouts are made of, and what the expert knows."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path

import pytest
from librt.vecs import vec
from mypy_extensions import i64

import branchline
from branchline.core.driver import Luck
from branchline.core.generator import Generator
from branchline.games.strings.bots.expert import Expert
from branchline.games.strings.bots.legs import MOST, Legs
from branchline.games.strings.bots.levels import LEVELS
from branchline.games.strings.bots.playout import Playout, Style
from branchline.games.strings.bots.rivals import outcome
from branchline.games.strings.bots.sketch import room
from branchline.games.strings.bots.strong import Strong
from branchline.games.strings.bots.trial import Budget, Trial, best_trial
from branchline.games.strings.rules import codes
from branchline.games.strings.rules.geometry import distance
from branchline.games.strings.rules.place import fault
from branchline.games.strings.rules.planning.places import first_kind
from branchline.games.strings.rules.planning.planner import Planner
from branchline.games.strings.rules.shapes import RailShape
from branchline.games.strings.rules.state import Strings
from branchline.games.strings.rules.tiles import SIDE
from tests.rules.strings.tables import at_turn, old_rail, put, table


def started(seed: int, **options: object) -> Strings:
    """The first turn of a game of four."""
    match = branchline.game("string-railway").start(players=4, seed=seed, **options)
    return match.sight(match.actors[0]).state


def played(seed: int, turns: int, **options: object) -> tuple[Strings, Legs]:
    """A game played on quickly for so many turns, with the legs that went with it."""
    state = started(seed, **options)
    legs = Legs(state.table)
    Playout(4, 300, 2200).run(state, legs, Luck(Generator(seed, 1)), Generator(seed, 2), turns)
    return state, legs


@pytest.mark.parametrize("seed", range(4))
def test_legs_that_grew_with_the_table_are_those_of_the_table(seed):
    state, legs = played(seed, 12)
    fresh = Legs(state.table)
    assert fresh.count == legs.count == len(state.table.tiles)
    for name in ("xs", "ys", "size", "cost", "on"):
        assert list(getattr(legs, name)) == list(getattr(fresh, name)), name


def test_a_leg_knows_what_it_crosses_and_what_lies_on_it():
    state = table(river=[(2000, 3000), (2000, 5900)])
    a, b = put(state, "central", 1000, 4000), put(state, "central", 4000, 4000)
    on = put(state, "suburban", 3000, 4100)
    old_rail(state, 1, [(3500, 3000), (3500, 5000)])
    old_rail(state, 2, [(3000, 3500), (3000, 5000)])
    legs = Legs(state.table)
    k = a * MOST + b
    assert legs.size[k] == 3000 - 2 * 190
    assert legs.on[k] == 1 << on
    assert legs.cost[k] == 2, "the river and one rail; the other is crossed on a station"


@pytest.mark.parametrize("options", [{}, {"field": "oval"}, {"variant": "expert"}, {"owner_effect": "first"}])
def test_playouts_keep_the_rules_to_the_end(options):
    state = started(7, **options)
    legs = Legs(state.table)
    playout, chance, rng = Playout(4, 300, 2200), Generator(1, 1), Generator(1, 2)
    laid = missed = 0
    while state.phase != codes.OVER:
        before = state.clone()
        if state.phase == codes.DRAW:
            state.apply_chance(chance.below(state.chance()))
        elif state.phase == codes.PLACE:
            playout.place(state, legs, rng)
            if len(state.table.tiles) > len(before.table.tiles):
                assert fault(before.table, state.table.tiles[-1]) == 0
            else:
                missed += 1
        else:
            playout.lay(state, legs)
            if len(state.table.rails) > len(before.table.rails):
                long = bool(state.table.rail_long[-1])
                assert before.allows(int(before.company()) % 4, codes.SHAPE, RailShape(state.table.rails[-1], long))
                laid += 1
            else:
                missed += 1
    assert all(count == 0 for count in [*state.short, *state.long])
    # It sets aside and gives up where a longer look would have found something, but seldom.
    assert missed * 10 <= laid


def test_outlines_find_nearly_what_exact_search_finds():
    """The first legal outline brings at most a point less than an exact beam, on average."""
    lost = tested = 0
    for seed in range(8):
        for turns in (3, 6, 9, 12, 15):
            state, legs = played(seed, turns)
            company = int(state.company())
            exact = Planner(12, 9, 120, 300, False, False).rails(state.table, company, False)
            if not exact:
                continue
            tested += 1
            after = at_turn(state.clone(), company, turn=turns)
            after.long[company] = 0
            after.short[company] = 1
            before = int(after.points[company])
            Playout(4, 300, 2200).lay(after, legs.clone())
            lost += int(exact[0].verdict.points) - (int(after.points[company]) - before)
    assert tested > 30
    assert lost <= tested


def test_the_better_choice_is_found_with_common_draws():
    state, legs = played(3, 8)
    state = at_turn(state, 0, turn=8)
    rails = Strong().rails(state)
    trials = []
    for k, rail in enumerate(rails):
        trial = Trial(k, state.clone(), legs.clone())
        trial.lay(rail)
        trials.append(trial)
    # A choice that costs five points in every playout is never the best one.
    worst = Trial(len(rails), trials[0].state.clone(), trials[0].legs.clone())
    worst.state.points[0] -= 5
    chosen = best_trial([worst, *trials], 0, Playout(4, 300, 2200), Budget(2000), 8, 1)
    assert chosen < len(rails)


def test_no_playout_begins_when_the_time_is_up():
    state, legs = played(3, 4)
    trials = [Trial(k, state.clone(), legs.clone()) for k in range(3)]
    long_ago = 1e-9
    assert best_trial(trials, 0, Playout(4, 300, 2200), Budget(2000, until=long_ago), 8, 1) == 0
    assert [trial.total for trial in trials] == [0, 0, 0]


@pytest.mark.parametrize("playouts", [1, 7, 40])
def test_no_more_playouts_than_were_given(playouts: int):
    state, legs = played(3, 8)
    trials = [Trial(k, state.clone(), legs.clone()) for k in range(6)]
    budget = Budget(2000, playouts)
    best_trial(trials, 0, Playout(4, 300, 2200), budget, 8, 1)
    assert playouts // 2 - 2 <= budget.done <= playouts


def test_every_round_of_a_comparison_has_its_part_of_the_time(monkeypatch):
    """A clock that goes on by a second with every look: the time is for all rounds, not for the first one alone."""
    state, legs = played(3, 16)
    clock = iter(range(1, 100_000))
    monkeypatch.setattr(time, "perf_counter", lambda: float(next(clock)))

    def playouts(sliced: bool) -> int:
        trials = [Trial(k, state.clone(), legs.clone()) for k in range(4)]
        for trial in trials:
            trial.state.points[0] += 3 * trial.choice
        budget = Budget(1_000_000, until=next(clock) + 60.0, sliced=sliced)
        assert best_trial(trials, int(state.company()), Playout(4, 300, 2200), budget, 8, 1) in range(4)
        return int(budget.done)

    whole, parts = playouts(sliced=False), playouts(sliced=True)
    assert whole > 4 * 55  # all in the first round, for four choices
    assert 4 * 25 + 2 * 25 < parts < 4 * 30 + 2 * 30  # half of it for four choices, half for two


def test_a_company_with_a_style_of_its_own_takes_what_is_scarce_first():
    """A string reaches either station: the one that pays more, or the one with a single place left."""
    state = table()
    base = state.table.tiles[0]
    up = put(state, "suburban", base.x, base.y - 2500, reached=(1,))
    right = put(state, "central", base.x + 2500, base.y)
    assert (room(state.table, up), room(state.table, right)) == (1, 5)
    none, much = vec[i64]([0] * 6), vec[i64]([0, 2000, 0, 0, 0, 0])
    hurry = vec[i64]([0] * 5)
    legs = Legs(state.table)
    playout = Playout(4, 300, 2200)
    playout.company = 0
    for scarce, first in ((none, right), (much, up)):
        playout.special = Style(4, 120, 300, hurry, scarce)
        state.long[0] = 0
        assert list(playout.ways(state, legs, 0)[0].stops) == [0, first]
        after = at_turn(state.clone(), 0)
        playout.lay(after, legs.clone())
        assert after.table.reached[first] & 1 == 1


def drawn(seed: int, turns: int) -> Strings:
    """A game played on quickly, with the next station drawn."""
    state, _ = played(seed, turns)
    chance = Generator(seed, 3)
    while state.phase == codes.DRAW:
        state.apply_chance(chance.below(state.chance()))
    return state


def test_places_that_are_compared_are_good_and_do_not_lie_side_by_side():
    state = drawn(4, 6)
    tiles = Expert().stations(state, Legs(state.table), first_kind(state), Generator(1))
    assert 4 < len(tiles) <= 16
    for k, one in enumerate(tiles):
        assert fault(state.table, one) == 0
        assert all(distance(one.x, one.y, other.x, other.y) >= SIDE // 2 * 1024 for other in tiles[:k])


def test_the_same_playouts_choose_the_same(monkeypatch):
    """A number of playouts decides alone: neither the clock nor an earlier choice counts."""
    state = drawn(5, 9)
    bot = Expert()
    clock = time.perf_counter
    chosen = []
    for factor in (1.0, 20.0):
        monkeypatch.setattr(time, "perf_counter", lambda factor=factor: clock() * factor)
        bot.allow(60.0, 90)
        world = state.clone()
        world.payload(bot.choose(world, 0, Generator(8)))
        shape = world.drafts[-1]
        chosen.append((int(shape.tile.x), int(shape.tile.y)))
    assert chosen[0] == chosen[1]


ROOT = Path(__file__).parents[2]
CHOICES = """
import hashlib
from branchline.core.generator import Generator
from branchline.games.strings.bots.expert import Expert
from tests.bots.test_strings import drawn
bot = Expert()
for seed, turns in ((2, 1), (3, 10)):
    state = drawn(seed, turns)
    for _ in range(2):
        bot.allow(0.0, 40)
        state.apply(0, bot.choose(state, 0, Generator(9)))
    print(hashlib.sha256(state.to_bytes()).hexdigest())
"""


@pytest.mark.slow
def test_the_expert_chooses_alike_compiled_and_interpreted():
    told = [
        subprocess.run(
            [sys.executable, "-c", CHOICES],
            cwd=ROOT,
            env=os.environ | extra,
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for extra in ({}, {"BRANCHLINE_INTERPRETED": "1"})
    ]
    assert told[0] == told[1]
    assert len(set(told[0].split())) == 2


def test_the_lower_levels_search_as_they_were_measured():
    assert type(LEVELS["strong"].policy()) is Strong
    assert type(LEVELS["expert"].policy()) is Expert


def test_a_bot_that_is_given_little_time_still_chooses_a_legal_action():
    match = branchline.game("string-railway").start(players=4, seed=5)
    seat = match.actors[0]
    action = branchline.bot("string-railway", "expert").choose(match.sight(seat), seconds=0.001, seed=1)
    match.play(seat, action)


def test_a_short_time_is_forgotten_with_the_next_choice():
    match = branchline.game("string-railway").start(players=4, seed=5)
    sight = match.sight(match.actors[0])
    bot = branchline.bot("string-railway", "expert")
    unhurried = bot.choose(sight, seconds=60, seed=1).data  # so that a busy machine does not hurry it
    bot.choose(sight, seconds=0.001, seed=1)
    assert bot.choose(sight, seconds=60, seed=1).data == unhurried


def test_an_outcome_is_the_lead_and_two_companies_of_a_player_are_one_side():
    state = table()
    state.points[0], state.points[1] = 10, 4
    assert outcome(state, 0) > 0 > outcome(state, 1)
    pair = table(2)
    pair.points[2] = 20
    assert outcome(pair, 0) == outcome(pair, 2) > 0 > outcome(pair, 1)


@pytest.mark.slow
def test_the_expert_ends_a_game_of_five_and_of_two():
    for players in (2, 5):
        match = branchline.game("string-railway").start(players=players, seed=4)
        expert, quick = branchline.bot("string-railway", "expert"), branchline.bot("string-railway", "random")
        while match.actors:
            seat = match.actors[0]
            bot = expert if seat == 0 and match.view().round in (1, 4) else quick
            match.play(seat, bot.choose(match.sight(seat), seed=len(match.events)))
        assert match.result is not None
