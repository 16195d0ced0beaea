"""String Railway's levels: at tables of three and more they lie further apart than at tables of two."""

from __future__ import annotations

from dataclasses import replace
from statistics import mean

import pytest

from branchline.arena.playing import Setting
from branchline.arena.simulate import Task, play_game
from branchline.bots import Bot
from branchline.core.generator import Generator
from branchline.core.levels import Level
from branchline.games import find
from branchline.games.strings.bots.levels import LEVELS
from branchline.games.strings.rules.codes import PLACE
from branchline.games.strings.rules.shapes import StationShape
from branchline.games.strings.rules.state import Strings

GAME = find("string-railway")


def drawn(players: int) -> tuple[Strings, int]:
    """A position where a station is to be placed, and whose turn it is."""
    match = GAME.start(players=players, seed=5)
    seat = match.actors[0]
    state = match.sight(seat).state.clone()
    assert isinstance(state, Strings)
    luck = Generator(3)
    while state.phase != PLACE:
        if state.chance() > 0:
            state.apply_chance(luck.below(state.chance()))
        else:
            state.apply(seat, state.sample(seat, luck))
    return state, seat


def places(level: Level, state: Strings, seat: int) -> list[tuple[int, int]]:
    """Where a bot of the level puts the station, with twenty seeds."""
    bot = Bot(GAME, "test", level, 1)
    found = []
    for seed in range(20):
        bot.decide_with(state.clone(), seat, seed)
        assert isinstance(bot.payload, StationShape)
        found.append((int(bot.payload.tile.x), int(bot.payload.tile.y)))
    return found


@pytest.mark.parametrize(("players", "hasty"), [(2, False), (3, True), (4, True)])
def test_a_beginner_is_hasty_at_tables_of_three_and_more_only(players: int, hasty: bool) -> None:
    state, seat = drawn(players)
    beginner = LEVELS["beginner"]
    attentive = replace(beginner, lapses=0, duel=None)
    assert (places(beginner, state, seat) != places(attentive, state, seat)) == hasty


@pytest.mark.parametrize("name", ["casual", "strong"])
def test_the_middle_levels_slip_more_often_at_tables_of_three_and_more(name: str) -> None:
    level = LEVELS[name]
    assert level.among(2).lapses <= 25 < level.among(3).lapses == level.among(5).lapses


def test_a_casual_player_is_well_ahead_of_three_beginners() -> None:
    options = GAME.start(players=4, seed=0).options
    task = Task(Setting(GAME.slug, 4, options), ("casual", "beginner", "beginner", "beginner"), 21)
    leads = []
    for number in range(40):
        one = play_game(task, GAME, number)
        own = one.points[one.seats.index("casual")]
        leads.append(own - (sum(one.points) - own) / 3)
    assert mean(leads) > 2.5
