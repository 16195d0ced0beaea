"""Simulations: the same games whatever the number of jobs, fair counting, clear refusals."""

from __future__ import annotations

import json
import sys
from collections import Counter
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

import branchline
from branchline.arena import simulate
from branchline.arena.playing import Finished, Setting
from branchline.arena.simulate import Task, play_game
from branchline.arena.tally import Tally, tally, wilson
from branchline.bots import make
from branchline.core.errors import OptionError, RecordError, UnknownGame
from branchline.core.record import digest

RAILS = branchline.game("30-rails")


def without_time(answer: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in answer.items() if name != "seconds"}


def test_the_answer_has_the_promised_fields() -> None:
    answer = simulate(RAILS, ["random"], players=3, games=20, seed=5)
    assert list(answer) == ["game", "options", "games", "seed", "seconds", "turns", "decisions", "bots"]
    assert answer["options"] == {"players": 3, "variant": "standard"}
    (row,) = answer["bots"]
    assert list(row) == ["bot", "seat_games", "mean", "sd", "min", "max", "win_share", "win_share_95", "failures"]
    assert row["seat_games"] == 60
    assert row["win_share"] == 1.0


@pytest.mark.parametrize(
    ("name", "players", "turns"), [("30-rails", 3, 30), ("ticket-to-ride", 2, None), ("string-railway", 2, 20)]
)
def test_turns_are_counted_as_turns_and_decisions_beside_them(name: str, players: int, turns: int | None) -> None:
    game = branchline.game(name)
    answer = simulate(game, ["random"], players=players, games=3, seed=5)
    assert turns is None or answer["turns"] == pytest.approx(turns, abs=1)  # L9: 29 turns if all sheets are full
    options = {key: value for key, value in answer["options"].items() if key != "players"}
    task = Task(Setting(name, players, options), ("random",) * players, 5)
    games = [play_game(task, game, number) for number in range(3)]
    assert answer["turns"] * 3 == pytest.approx(sum(one.turns for one in games))
    assert answer["decisions"] * 3 == pytest.approx(sum(one.decisions for one in games))
    assert answer["decisions"] > answer["turns"]


def test_two_cards_are_one_turn() -> None:
    """A turn of Ticket to Ride is what the rules count as one, however many cards it takes."""
    game = branchline.game("ticket-to-ride")
    task = Task(Setting("ticket-to-ride", 2, game.start(players=2, seed=0).options, recorded=True), ("random",) * 2, 5)
    one = play_game(task, game, 0)
    assert one.record is not None
    match = branchline.replay(one.record)
    assert one.turns == match.view().turns
    assert one.decisions == sum(event[0] != "chance" for event in one.record["events"]) > one.turns


def test_the_same_seed_gives_the_same_games_whatever_the_jobs() -> None:
    alone = simulate(RAILS, ["random"], players=2, games=60, seed=9, jobs=1)
    shared = simulate(RAILS, ["random"], players=2, games=60, seed=9, jobs=2)
    other = simulate(RAILS, ["random"], players=2, games=60, seed=10, jobs=1)
    assert without_time(alone) == without_time(shared)
    assert without_time(alone) != without_time(other)


def test_seats_rotate_from_game_to_game() -> None:
    task = Task(Setting("30-rails", 3, {"variant": "standard"}), ("a", "b", "c"), 1)
    seats = [play_game(task, RAILS, number, lambda game, _: make(game, "random")).seats for number in range(4)]
    assert seats == [("a", "b", "c"), ("b", "c", "a"), ("c", "a", "b"), ("a", "b", "c")]


def test_a_shared_win_counts_in_parts() -> None:
    games = [(("a", "b", "b"), [5, 5, 1], [5, 5, 1]), (("b", "b", "a"), [2, 2, 7], [2, 2, 7])]
    first, second = tally(games, ["a", "b"])
    assert (first.wins, second.wins) == (Fraction(3, 2), Fraction(1, 2))
    assert first.json(2)["win_share"] == 0.75
    assert (second.seat_games, second.total, second.least, second.most) == (4, 10, 1, 5)


def test_the_spread_is_that_of_a_sample() -> None:
    row = Tally("a")
    for points in (2, 4, 4, 4, 5, 5, 7, 9):
        row.add(points, Fraction(0))
    assert row.json(8)["sd"] == pytest.approx(2.13809, abs=1e-5)


def test_wilson_of_a_known_case() -> None:
    assert wilson(0.5, 100) == pytest.approx((0.40383, 0.59617), abs=1e-5)
    assert wilson(0.0, 10) == pytest.approx((0.0, 0.27753), abs=1e-5)


@pytest.mark.parametrize(
    ("wrong", "hint"),
    [
        ({"games": 0}, "games"),
        ({"jobs": 0}, "jobs"),
        ({"seconds": 0.0}, "seconds"),
        ({"iterations": -1}, "iterations"),
        ({"players": 3, "bots": ["random", "random"]}, "2"),
        ({"options": {"variant": "nope"}}, "standard, shares"),
        ({"players": 99}, "12"),
    ],
)
def test_wrong_requests_are_refused(wrong: dict[str, Any], hint: str) -> None:
    with pytest.raises(OptionError, match=hint):
        simulate(RAILS, **wrong)


def test_a_foreign_bot_that_fails_is_counted_and_its_random_moves_are_no_samples(tmp_path: Path) -> None:
    """It plays its first decision of each game and ends; what its seat does then is nobody's decision."""
    script = tmp_path / "bot.py"
    script.write_text(
        "import json, sys\n"
        "for line in sys.stdin:\n"
        "    request = json.loads(line)\n"
        "    if request['type'] == 'decide':\n"
        "        print(json.dumps({'action': request['actions'][0]}), flush=True)\n"
        "        sys.exit()\n"
    )
    name = f"cmd:{sys.executable} {script}"
    kept: list[Finished] = []
    answer = simulate(RAILS, [name, "random"], games=2, seed=1, samples=kept.append)
    failures = {row["bot"]: row["failures"] for row in answer["bots"]}
    assert failures == {name: {"ended by itself": 2}, "random": {}}
    for one in kept:
        decided = Counter(one.seats[each.seat] for each in one.samples or [])
        assert decided[name] == 1
        assert decided["random"] > 10


def test_an_unknown_bot_lists_the_known() -> None:
    with pytest.raises(UnknownGame, match="random"):
        simulate(RAILS, ["nobody"])


def test_records_of_a_simulation_replay_and_verify(tmp_path: Path) -> None:
    """Each line is a whole game whose draws its own seed proves; a file changes nothing about the games."""
    file = tmp_path / "games.jsonl"
    kept = simulate(RAILS, ["greedy", "random"], games=6, seed=4, jobs=2, records=file)
    assert {**kept, "seconds": 0} == {**simulate(RAILS, ["greedy", "random"], games=6, seed=4), "seconds": 0}
    lines = file.read_text("utf-8").splitlines()
    assert len(lines) == 6
    for number, line in enumerate(lines):
        match = branchline.replay(line)
        assert match.over
        assert match.seed is not None
        assert match.seats == [{"bot": ("greedy", "random")[(seat + number) % 2]} for seat in range(2)]
        edited = json.loads(line)
        chance = next(n for n, event in enumerate(edited["events"]) if event[0] == "chance")
        edited["events"][chance][1] ^= 1
        with pytest.raises(RecordError):
            branchline.replay({**edited, "digest": digest(edited)})
