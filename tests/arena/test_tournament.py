"""Tournaments: equal luck, fair seats, the same games however they are played, and foreign bots that misbehave."""

from __future__ import annotations

import json
import math
import re
import sys
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import branchline
from branchline.arena import simulate, tournament
from branchline.arena.journal import read
from branchline.arena.playing import Finished, Setting
from branchline.arena.report import render
from branchline.arena.schedule import Plan, lineups, rotations, rounds
from branchline.arena.sprt import Sprt, elo, expected
from branchline.arena.standings import pairs, standings
from branchline.arena.tournament import Course
from branchline.core.errors import OptionError, RecordError, UnknownGame
from branchline.core.generator import Generator

RAILS = branchline.game("30-rails")
TICKETS = branchline.game("ticket-to-ride")
DOCS = Path(__file__).parents[2] / "docs"


def comparable(answer: dict[str, Any]) -> dict[str, Any]:
    """Without what depends on the machine."""
    rows = [{k: v for k, v in row.items() if k not in ("seconds", "longest")} for row in answer["bots"]]
    return {**answer, "seconds": 0, "bots": rows}


def test_every_line_up_sits_in_every_rotation_with_the_same_luck() -> None:
    assert lineups("abc", 2) == [("a", "b"), ("a", "c"), ("b", "c")]
    assert lineups("ab", 4) == [("a", "b", "a", "b")]
    assert rotations(("a", "b", "a", "b")) == (("a", "b", "a", "b"), ("b", "a", "b", "a"))
    planned = list(rounds("abc", 2, 5))
    games = Counter(frozenset(seats) for each in planned for seats in each.seatings)
    assert set(games.values()) == {6}
    seats = Counter((name, seat) for each in planned for game in each.seatings for seat, name in enumerate(game))
    assert set(seats.values()) == {6}, "nobody sits in front more often than others"
    assert len({each.luck(1) for each in planned}) == 3, "rounds of one number share their luck"
    assert planned[0].luck(1) != planned[0].luck(2)


def test_the_games_do_not_depend_on_the_processes_and_the_records_prove_them(tmp_path: Path) -> None:
    alone = tournament(RAILS, ["greedy", "random"], games=6, seed=3, records=tmp_path / "a.jsonl")
    shared = tournament(RAILS, ["greedy", "random"], games=6, seed=3, jobs=2, records=tmp_path / "b.jsonl")
    assert comparable(alone) == comparable(shared)
    records = (tmp_path / "a.jsonl").read_text()
    assert records == (tmp_path / "b.jsonl").read_text()
    first, second = (json.loads(line) for line in records.splitlines()[:2])
    assert first["seed"] == second["seed"], "both rotations have the same luck"
    assert [seat["bot"] for seat in first["seats"]] == [seat["bot"] for seat in second["seats"]][::-1]
    assert branchline.replay(first).seed == bytes.fromhex(first["seed"]), "replaying checks every draw"
    best = alone["bots"][0]
    assert best["bot"] == "greedy"
    assert best["rating_95"][0] < best["rating"] < best["rating_95"][1]
    assert alone["pairs"][0]["score"] == 1.0
    assert [each["games"] for each in best["seats"]] == [3, 3]


def test_a_tournament_goes_on_where_it_was_cut_off(tmp_path: Path) -> None:
    file = tmp_path / "results.jsonl"
    whole = tournament(RAILS, ["greedy", "random"], games=8, seed=3)
    tournament(RAILS, ["greedy", "random"], games=4, seed=3, resume=file)
    text = file.read_text()
    # Cut off inside a round and inside a line.
    file.write_text("\n".join(text.splitlines()[:4]) + '\n{"seats": ["gre')
    again = tournament(RAILS, ["greedy", "random"], games=8, resume=file)
    assert comparable(again) == comparable(whole)
    assert len(file.read_text().splitlines()) == 9
    plan = Plan(Setting("30-rails", 2, {"variant": "standard"}), ("greedy", "random"), 8, 0)
    assert len(read(file, plan, fixed=False)[1]) == 8
    with pytest.raises(RecordError, match="another tournament"):
        tournament(RAILS, ["greedy", "expert"], games=4, resume=file)
    with pytest.raises(RecordError, match="another tournament"):
        tournament(RAILS, ["greedy", "random"], games=4, seed=4, resume=file)
    file.write_text("what is this")
    with pytest.raises(RecordError, match="no results"):
        tournament(RAILS, ["greedy", "random"], games=4, resume=file)


@pytest.mark.parametrize(("name", "other"), [("rules_version", 0), ("patience", 1.0), ("players", 3)])
def test_results_of_other_rules_or_patience_are_another_tournament(tmp_path: Path, name: str, other: float) -> None:
    file = tmp_path / "results.jsonl"
    tournament(RAILS, ["greedy", "random"], games=2, seed=3, resume=file)
    header, *lines = file.read_text().splitlines(keepends=True)
    known = json.loads(header)
    assert known["rules_version"] == RAILS.rules_version
    assert known["version"] == branchline.__version__
    file.write_text("".join([json.dumps({**known, name: other}) + "\n", *lines]))
    with pytest.raises(RecordError, match="another tournament"):
        tournament(RAILS, ["greedy", "random"], games=2, seed=3, resume=file)
    # Which program began the file is told and no reason to begin anew.
    file.write_text("".join([json.dumps({**known, "version": "0.0.1"}) + "\n", *lines]))
    tournament(RAILS, ["greedy", "random"], games=2, seed=3, resume=file)


def test_records_go_on_too_and_no_game_stands_there_twice(tmp_path: Path) -> None:
    results, records = tmp_path / "results.jsonl", tmp_path / "games.jsonl"
    tournament(RAILS, ["greedy", "random"], games=8, seed=3, records=tmp_path / "whole.jsonl")
    tournament(RAILS, ["greedy", "random"], games=4, seed=3, resume=results, records=records)
    # Killed after a round's records were written, and before its results were.
    results.write_text("\n".join(results.read_text().splitlines()[:3]) + "\n")
    records.write_text(records.read_text() + '{"torn')
    tournament(RAILS, ["greedy", "random"], games=8, resume=results, records=records)
    assert records.read_text() == (tmp_path / "whole.jsonl").read_text()


def test_records_that_cannot_be_whole_are_refused(tmp_path: Path) -> None:
    """The first run kept no records, or not all of them are there: its games are not played again."""
    results, records = tmp_path / "results.jsonl", tmp_path / "games.jsonl"
    tournament(RAILS, ["greedy", "random"], games=4, seed=3, resume=results)
    kept = results.read_bytes()
    with pytest.raises(RecordError, match="0 records of the 4 games"):
        tournament(RAILS, ["greedy", "random"], games=8, resume=results, records=records)
    records.write_bytes(b'{"one": 1}\n{"torn')
    with pytest.raises(RecordError, match="1 record of the 4 games"):
        tournament(RAILS, ["greedy", "random"], games=8, resume=results, records=records)
    assert records.read_bytes() == b'{"one": 1}\n{"torn'
    assert results.read_bytes() == kept


def test_fewer_games_leave_results_and_records_as_they_are(tmp_path: Path) -> None:
    results, records = tmp_path / "results.jsonl", tmp_path / "games.jsonl"
    many = tournament(RAILS, ["greedy", "random"], games=8, seed=3, resume=results, records=records)
    kept = results.read_bytes(), records.read_bytes()
    few = tournament(RAILS, ["greedy", "random"], games=4, seed=3, resume=results, records=records)
    assert (few["games"], few["planned"]) == (4, 4)
    assert (results.read_bytes(), records.read_bytes()) == kept
    # Torn rounds beyond the plan go all the same.
    results.write_bytes(kept[0] + kept[0].splitlines(keepends=True)[1])
    records.write_bytes(kept[1] + b'{"torn')
    tournament(RAILS, ["greedy", "random"], games=4, seed=3, resume=results, records=records)
    assert (results.read_bytes(), records.read_bytes()) == kept
    again = tournament(RAILS, ["greedy", "random"], games=8, seed=3, resume=results, records=records)
    assert comparable(again) == comparable(many)
    assert (results.read_bytes(), records.read_bytes()) == kept


@pytest.mark.slow
def test_a_command_is_ended_with_what_it_started(tmp_path: Path) -> None:
    script = tmp_path / "bot.sh"
    script.write_text(f"#!/bin/sh\nsleep 600 &\necho $! > {tmp_path}/pid\nwait\n")
    answer = tournament(RAILS, [f"cmd:sh {script}", "random"], games=1, seed=1, patience=1.0)
    assert any("no answer" in why for row in answer["bots"] for why in row["failures"])
    stat = Path("/proc", (tmp_path / "pid").read_text().strip(), "stat")
    deadline = time.monotonic() + 10  # what is killed goes only when a busy machine gets round to it
    while runs(stat) and time.monotonic() < deadline:
        time.sleep(0.05)
    assert not runs(stat)


def runs(stat: Path) -> bool:
    """Whether a process of /proc is there and no zombie."""
    try:
        return stat.read_text().rpartition(")")[2].split()[0] != "Z"
    except (FileNotFoundError, ProcessLookupError):
        return False


def test_the_sequential_test_keeps_its_errors() -> None:
    """Simulated matches: equal bots are rarely called stronger, and bots that are stronger are rarely missed."""
    rng = Generator(11)
    verdicts = {0.0: Counter[str | None](), 120.0: Counter[str | None]()}
    for lead, found in verdicts.items():
        chance = round(expected(lead) * 1000)
        for _ in range(200):
            test = Sprt(0, 120)
            while test.verdict is None and test.rounds < 5000:
                test.add(sum(int(rng.below(1000)) < chance for _ in range(2)) / 2)
            found[test.verdict] += 1
    assert verdicts[0.0]["stronger"] <= 20
    assert verdicts[120.0]["not stronger"] <= 20
    assert elo(expected(37)) == pytest.approx(37)
    even = Sprt(0, 10).extend([0.5] * 6)
    assert even.verdict is None
    assert abs(even.ratio) < 1


def test_sprt_stops_early_and_says_so() -> None:
    answer = tournament(RAILS, ["greedy", "random"], games=400, seed=1, sprt=(0, 100))
    assert answer["sprt"]["verdict"] == "stronger"
    assert answer["games"] == 2 * answer["sprt"]["rounds"] < answer["planned"]
    page = render(answer)
    assert "stronger after" in page
    assert page.count("<svg") == 4
    assert "http" not in page
    assert "+∞" in page, "nobody has lost to random play"
    assert all(each in page for each in ("Ratings with intervals", "Wins by seat", "quartiles", "Time per decision"))
    assert not re.search(r"\bnan\b", page)


def won_by(winner: str) -> Finished:
    """A game between a and b of which only the winner matters."""
    keys = [int(winner == "a"), int(winner == "b")]
    return Finished(("a", "b"), keys, keys, 1, 1, None, [[0.0, 1, 0.0]] * 2, {})


def test_intervals_know_that_games_of_equal_luck_are_alike() -> None:
    """Simulated matches in which a round's second game mostly goes like its first: 95 % of intervals hold the truth."""
    rng = Generator(5)
    held = Counter[str]()
    for _ in range(200):
        lucks = []
        for _ in range(30):
            first, second = ("ab"[int(rng.below(10)) >= 6] for _ in range(2))
            lucks.append([won_by(first), won_by(first if int(rng.below(5)) else second)])
        (pair,) = pairs(lucks, ["a", "b"])
        row = next(row for row in standings(lucks, ["a", "b"]) if row["bot"] == "a")
        assert pair["score"] == pytest.approx(row["win_share"])
        for name, (low, high) in (("pair", pair["score_95"]), ("wins", row["win_share_95"])):
            assert low <= pair["score"] <= high
            held[name] += low <= 0.6 <= high
    assert held["pair"] >= 185, "some 190 are expected"
    assert held["wins"] >= 185


def test_an_interval_without_scatter_promises_little() -> None:
    for number, low in ((1, 0.2), (10, 0.7), (100, 0.96)):
        (pair,) = pairs([[won_by("a"), won_by("a")]] * number, ["a", "b"])
        assert pair["score_95"] == [pytest.approx(low, abs=0.05), 1.0]
    (pair,) = pairs([[won_by("a"), won_by("b")]] * 100, ["a", "b"])
    assert pair["score_95"] == [pytest.approx(0.49, abs=0.01), pytest.approx(0.51, abs=0.01)]
    assert pairs([], ["a", "b"]) == []


def test_bots_alone_are_compared_by_points_with_the_same_luck(tmp_path: Path) -> None:
    file, records = tmp_path / "results.jsonl", tmp_path / "games.jsonl"
    bots = ["random", "greedy", "straight"]
    tournament(RAILS, bots, players=1, games=2, seed=2, resume=file)
    answer = tournament(RAILS, bots, players=1, games=3, seed=2, jobs=2, resume=file)
    assert comparable(answer) == comparable(tournament(RAILS, bots, players=1, games=3, seed=2, records=records))
    assert (answer["games"], answer["planned"]) == (9, 9)
    assert [pair["games"] for pair in answer["pairs"]] == [3, 3, 3]
    assert answer["pairs"][0]["score"] == 0.0
    assert sum(row["win_share"] for row in answer["bots"]) == pytest.approx(1)
    assert answer["bots"][-1]["bot"] == "random"
    games = [json.loads(line) for line in records.read_text().splitlines()]
    assert [[seat["bot"] for seat in one["seats"]] for one in games[:3]] == [["random"], ["greedy"], ["straight"]]
    assert len({one["seed"] for one in games}) == 3
    page = render(answer)
    assert "Wins by seat" not in page
    assert "Results of pairs" in page
    clear = tournament(RAILS, ["greedy", "random"], players=1, seed=1, sprt=(0, 100))
    assert clear["sprt"]["verdict"] == "stronger"


def test_a_sequential_test_plays_as_long_as_it_takes() -> None:
    with pytest.raises(StopIteration):
        tournament(RAILS, ["greedy", "random"], seed=1, sprt=(0, 10), progress=stop_at(20_000))
    with pytest.raises(StopIteration):
        tournament(RAILS, ["greedy", "random"], seed=1, progress=stop_at(100))
    with pytest.raises(StopIteration):
        tournament(RAILS, ["greedy", "random"], games=40, seed=1, sprt=(0, 10), progress=stop_at(40))


def stop_at(planned: int) -> Callable[[Course], None]:
    """Ends a tournament that plans so many games after its first round."""

    def progress(course: Course) -> None:
        assert course.planned == planned
        assert course.games == 2
        raise StopIteration

    return progress


def test_what_cannot_be_played_is_refused() -> None:
    for bots, games, sprt in ((["random"], 5, None), (["random", "random"], 5, None), (["greedy", "random"], 0, None)):
        with pytest.raises(OptionError):
            tournament(RAILS, bots, games=games, sprt=sprt)
    with pytest.raises(OptionError):
        tournament(RAILS, ["greedy", "random", "expert"], games=5, sprt=(0, 10))
    with pytest.raises(OptionError):
        tournament(RAILS, ["greedy", "random"], games=5, sprt=(10, 0))
    with pytest.raises(UnknownGame):
        tournament(RAILS, ["greedy", "nobody"], games=5)


def bot(tmp_path: Path, body: str) -> str:
    """A foreign bot that answers `decide` with what `body` makes of `request`."""
    file = tmp_path / "bot.py"
    file.write_text(
        "import json, os, sys, time\n"
        "for line in sys.stdin:\n"
        "    request = json.loads(line)\n"
        "    if request['type'] == 'start': first = {}\n"
        "    if request['type'] == 'decide': first.setdefault(request['seat'], request['actions'][0])\n"
        "    if request['type'] == 'decide':\n"
        f"        {body}\n"
    )
    return f"cmd:{sys.executable} {file}"


def test_a_foreign_bot_plays_what_it_answers(tmp_path: Path) -> None:
    seen = tmp_path / "seen"
    body = f"open({str(seen)!r}, 'a').write(line); print(json.dumps({{'action': request['actions'][-1]}}), flush=True)"
    answer = tournament(TICKETS, [bot(tmp_path, body), "random"], games=2, seed=1)
    assert not any(row["failures"] for row in answer["bots"])
    requests = [json.loads(line) for line in seen.read_text().splitlines()]
    assert {each["seat"] for each in requests} == {0, 1}
    assert all(each["complete"] and each["actions"] for each in requests)
    for each in requests:
        other = each["view"]["seats"][1 - each["seat"]]
        assert not other.get("hand"), "a bot sees what its seat sees"


@pytest.mark.parametrize(
    ("body", "why"),
    [
        pytest.param("time.sleep(60)", "no answer within", marks=pytest.mark.slow),
        ("sys.exit()", "ended by itself"),
        ("print('nonsense', flush=True)", "not JSON"),
        ("print('[]', flush=True)", "no object"),
        ("print('{}', flush=True)", "no action of this game"),
        ("print('x' * 2_000_000, flush=True)", "more than"),
        ("print(json.dumps({'action': first[request['seat']]}), flush=True)", "not legal"),
    ],
)
def test_a_foreign_bot_that_misbehaves_loses_and_stops_nothing(tmp_path: Path, body: str, why: str) -> None:
    name = bot(tmp_path, body)
    answer = tournament(RAILS, [name, "random"], games=2, seed=1, patience=1.5)
    assert answer["games"] == 2
    assert answer["pairs"][0]["score"] == 0.0
    failures = next(row["failures"] for row in answer["bots"] if row["bot"] == name)
    assert sum(failures.values()) == 2
    assert all(why in each for each in failures), failures


def test_a_command_that_cannot_be_started_loses_too(tmp_path: Path) -> None:
    file = tmp_path / "bot"
    file.write_text("#!/no/such/interpreter\n")
    file.chmod(0o755)
    answer = tournament(RAILS, [f"cmd:{file}", "random"], games=2, seed=1)
    assert "cannot be started" in next(iter(answer["bots"][-1]["failures"]))


@pytest.mark.parametrize("name", ["cmd:", "cmd:   ", "cmd:'open", "cmd:no-such-bot", "cmd:./no-such-bot --fast"])
def test_what_is_no_command_is_refused_before_the_games(name: str) -> None:
    with pytest.raises(OptionError, match="no command that can be started"):
        tournament(RAILS, [name, "random"], games=1)
    with pytest.raises(OptionError, match="no command that can be started"):
        simulate(RAILS, [name, "random"], games=1)


@pytest.mark.parametrize("patience", [math.nan, 0.0, -1.0, 3601.0, math.inf])
def test_patience_has_bounds(patience: float) -> None:
    with pytest.raises(OptionError, match="patience cannot be"):
        tournament(RAILS, ["greedy", "random"], games=1, patience=patience)


def test_the_example_of_the_docs_plays_every_game(tmp_path: Path) -> None:
    source = re.search(r"```python\n(.*?)```", (DOCS / "bots.md").read_text(), re.DOTALL)
    assert source is not None
    assert source[1].count("\n") <= 32
    file = tmp_path / "my_bot.py"
    file.write_text(source[1])
    for slug in ("30-rails", "ticket-to-ride", "stephensons-rocket", "string-railway"):
        answer = tournament(branchline.game(slug), [f"cmd:{sys.executable} {file}", "random"], games=1, seed=1)
        assert not any(row["failures"] for row in answer["bots"]), slug
