"""The four levels for people, in every game; characters and their tastes; what a beginner scores."""

from __future__ import annotations

import re
from statistics import mean

import pytest

import branchline
from branchline.arena.playing import Setting
from branchline.arena.simulate import Task, play_game
from branchline.bots import CHARACTERS, Bot, cast, levels, make
from branchline.bots.bot import for_people
from branchline.core.game import Game
from branchline.core.generator import Generator
from branchline.core.levels import PEOPLE, Level, Plan, bot_name
from branchline.core.match import Match
from branchline.core.nearsighted import Nearsighted
from branchline.core.policy import Policy, noticed
from branchline.core.text import LANGUAGES, Text
from branchline.games import find, slugs
from tests.toy.game import GAME as TOY

GAMES = [find(slug) for slug in slugs()]


def reached(game: Game, moves: int) -> Match:
    """A match some moves on, played by the beginner."""
    match = game.start(seed=7)
    bot = make(game, "beginner", 1)
    for _ in range(moves):
        seat = match.actors[0]
        match.play(seat, bot.choose(match.sight(seat), iterations=5))
    return match


@pytest.mark.parametrize("game", GAMES, ids=[game.slug for game in GAMES])
def test_every_game_has_the_four_levels_after_its_bots_for_research(game: Game) -> None:
    known = list(levels(game))
    assert known[-4:] == list(PEOPLE)
    assert known[0] == "random"
    assert "greedy" in known[1:-4]
    assert not {"beginner", "casual"} & {name for name, how in levels(game).items() if how.plan is not None}, (
        "whoever plays by a search depends on the machine"
    )


def test_a_game_that_defines_no_levels_has_them_all_the_same() -> None:
    plain = for_people({})
    assert list(plain) == list(PEOPLE)
    assert plain["expert"].plan is not None
    assert list(levels(TOY))[-4:] == list(PEOPLE)
    own = {"greedy": Level(Nearsighted), "best": Level(Policy, Plan(), seconds=2.0)}
    made = for_people(own)
    assert made["expert"] is own["best"]
    assert (made["strong"].plan, made["strong"].iterations > 0) == (own["best"].plan, True)
    match = TOY.start(players=2, seed=3)
    while not match.over:
        seat = match.actors[0]
        level = PEOPLE[len(match.events) % 4]
        match.play(seat, make(TOY, level, 1).choose(match.sight(seat), iterations=4, seed=2))


def test_characters_have_a_name_and_a_sentence_in_both_languages() -> None:
    for language in LANGUAGES:
        names = [Text(f"core.character_{each}").render(language) for each in CHARACTERS]
        about = [Text(f"core.character_{each}_about").render(language) for each in CHARACTERS]
        assert len(set(names)) == len(set(about)) == len(CHARACTERS)
        for text in [*names, *about]:
            assert not text.startswith("core.")
            assert language == "en" or re.search("[а-яё]", text)
        assert all(re.fullmatch(r"[^.]+\.", each) for each in about), "one sentence each"
    assert bot_name("driver", "beginner").render("ru") == "Машинист, новичок"


def test_a_table_of_bots_has_as_many_characters_as_there_are() -> None:
    assert cast(5, 4) == cast(5, 4) != cast(6, 4)
    assert len(set(cast(1, len(CHARACTERS)))) == len(CHARACTERS)
    assert not set(cast(3, 5, ["driver", None, "stoker"])) & {"driver", "stoker"}
    assert len(cast(2, 30)) == 30
    tastes = [(int(each.bold), int(each.rival), int(each.whim)) for each in CHARACTERS.values()]
    assert len(set(tastes)) == len(tastes)


@pytest.mark.parametrize("game", GAMES, ids=[game.slug for game in GAMES])
def test_two_bots_of_a_level_differ_in_taste_and_each_repeats_itself(game: Game) -> None:
    differs = False
    for moves in range(0, 24, 2):
        match = reached(game, moves)
        sight = match.sight(match.actors[0])
        chosen = [
            str(make(game, "casual", 1, character).choose(sight, iterations=5, seed=moves).json())
            for character in ("driver", "lineman", "dispatcher", "porter", "driver")
        ]
        assert chosen[0] == chosen[-1]
        differs = differs or len(set(chosen)) > 1
        if differs and moves > 6:
            break
    assert differs


def test_bots_for_research_have_no_taste() -> None:
    game = find("ticket-to-ride")
    assert make(game, "greedy", 1, "driver").character is None
    assert branchline.bot("ticket-to-ride", "casual", 1, "driver").character == "driver"


def test_a_budget_of_playouts_does_not_look_at_the_clock() -> None:
    match = reached(find("30-rails"), 20)
    sight = match.sight(match.actors[0])
    strong = make(match.game, "strong", 1)
    budget = strong.level.iterations
    assert budget > 0
    once = strong.choose(sight, seed=3, seconds=600.0)
    assert once.json() == strong.choose(sight, seed=3, iterations=budget).json()


def test_a_mind_that_is_elsewhere_plays_by_its_careless_policy() -> None:
    class First(Policy):
        def choose(self, state, seat, rng):  # type: ignore[no-untyped-def]
            return state.legal(seat)[0]

    class Last(Policy):
        def choose(self, state, seat, rng):  # type: ignore[no-untyped-def]
            return state.legal(seat)[-1]

    match = reached(find("30-rails"), 20)
    sight = match.sight(match.actors[0])
    ends = {sight.state.legal(sight.seat)[0]: "first", sight.state.legal(sight.seat)[-1]: "last"}
    for lapses, least, most in ((0, 0, 0), (30, 15, 45), (100, 100, 100)):
        bot = Bot(match.game, "test", Level(First, lapses=lapses, careless=Last), 1)
        told = [ends[bot.decide_with(sight.state.clone(), sight.seat, seed)] for seed in range(100)]
        assert least <= told.count("last") <= most


@pytest.mark.parametrize(("players", "lapses"), [(2, 100), (3, 0)])
def test_a_level_may_slip_more_often_at_tables_of_two(players: int, lapses: int) -> None:
    match = TOY.start(players=players, seed=3)
    seat = match.actors[0]
    state = match.sight(seat).state
    bot = Bot(TOY, "test", Level(Nearsighted, careless=Policy, duel=Level(Nearsighted, lapses=100)), 1)
    slips = [bot.decide_with(state.clone(), seat, seed) for seed in range(30)]
    assert (len(set(slips)) > 1) == (lapses == 100)


def test_who_overlooks_much_takes_a_later_action() -> None:
    actions = reached(find("30-rails"), 20).sight(0).state.legal(0)[:3]
    places = {action: place for place, action in enumerate(actions)}
    for overlooks, expected in ((0, 0.0), (50, 0.75), (100, 2.0)):
        found = mean(places[noticed(actions, overlooks, Generator(seed))] for seed in range(200))
        assert abs(found - expected) < 0.2


@pytest.mark.parametrize(("slug", "seats", "least", "most"), [("30-rails", 1, 25, 40), ("ticket-to-ride", 2, 50, 80)])
def test_a_beginner_scores_what_somebody_after_a_lesson_beats(slug: str, seats: int, least: int, most: int) -> None:
    game = find(slug)
    options = game.start(players=seats, seed=0).options
    task = Task(Setting(slug, seats, options), ("beginner",) * seats, 77)
    points = [point for number in range(50) for point in play_game(task, game, number).points]
    assert least <= mean(points) <= most
