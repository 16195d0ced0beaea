"""A review is repeatable, keeps its budget, leaves undone events out, and marks only what is more than chance."""

from __future__ import annotations

import time

import msgspec
import pytest

import branchline
from branchline.core.action import Move
from branchline.core.errors import OptionError
from branchline.core.game import Game
from branchline.core.generator import Generator
from branchline.core.text import Text
from branchline.review import Report, review
from branchline.review.booking import believed
from branchline.review.history import brief_of, positions
from branchline.review.judging import LEAST_WORLDS, accuracy, is_brilliant, mark_of
from branchline.review.playouts import Outcome
from branchline.review.report import Amount, read_report
from branchline.review.smoothing import Guess, smooth
from branchline.review.study import SELECT, Study
from branchline.review.writing import _player, name_of, write
from tests.review.games import golden, late


def final(**asked: object) -> Report:
    match = golden("30-rails")
    *_, report = review(match, since=late(match, 20), **asked)  # type: ignore[arg-type]
    return report


def test_playouts_and_a_seed_give_the_same_report_on_any_number_of_processes() -> None:
    one = final(seconds=None, playouts=1200, workers=1, seed=5)
    two = final(seconds=None, playouts=1200, workers=2, seed=5)
    assert one == two
    assert one.playouts <= 1200
    other = final(seconds=None, playouts=1200, workers=1, seed=6)
    assert other.curve != one.curve


def test_a_report_survives_json() -> None:
    report = final(seconds=None, playouts=1500, workers=1)
    assert read_report(msgspec.json.encode(report)) == report


def test_reports_grow_and_only_the_last_is_final() -> None:
    match = golden("30-rails")
    told: list[int] = []
    begun = time.perf_counter()
    reports = list(review(match, seconds=2, workers=1, since=late(match, 20), on_progress=told.append))
    assert time.perf_counter() - begun < 20  # generous: the machine may be busy
    assert [each.final for each in reports] == [False] * (len(reports) - 1) + [True]
    assert reports[-1].progress == 100
    assert [each.sweeps for each in reports] == sorted(each.sweeps for each in reports)
    assert told == sorted(told)


def test_only_the_asked_seat_is_judged() -> None:
    match = golden("stephensons-rocket")
    *_, report = review(match, seat=1, seconds=None, playouts=900, workers=1, since=late(match, 16))
    assert report.decisions
    assert {each.seat for each in report.decisions} == {1}


@pytest.mark.parametrize("known", [False, True])
def test_a_move_that_beats_all_that_the_bot_looked_at_is_brilliant_and_said_to_be_unseen(known: bool) -> None:
    match = golden("30-rails")
    brief = brief_of(match, "expert", late(match, 12))
    study = Study(match.game, positions(brief, match.game), 1)
    for arm in study.curve():
        study.samples.add(arm, 0, [Outcome((10_000,), (3_000,))] * 40)
    case = study.cases[0]
    idea = next(each.played for each in study.cases[1:] if each.played != case.played)
    case.ideas, case.choice, case.stage = [idea], idea, len(SELECT)
    case.known = (idea, case.played) if known else (idea,)
    study.samples.add(study.candidate(case, idea), 0, [Outcome((10_000,), (2_000,))] * 40)
    report = write(match, study, "expert", 1, 100, final=True)
    assert report.decisions[0].mark == "brilliant"
    assert report.decisions[0].unseen is not known
    assert report.sums[0].marks["brilliant"] == 1
    assert report.sums[0].accuracy == 100
    assert not report.costliest


def _missed_twice(best_again: bool) -> Report:
    """30 Rails: the seat misses a move worth 20 points; at its next decision the best one is that or another."""
    match = golden("30-rails")
    study = Study(match.game, positions(brief_of(match, "expert", late(match, 16)), match.game), 1)
    for arm in study.curve():
        study.samples.add(arm, 0, [Outcome((10_000,), (3_000,))] * 60)
    first, second = study.cases[:2]
    assert second.place > first.place + 1, "dice are between the two"
    others = [each.played for each in study.cases[2:]]
    for case, idea, points in ((first, others[0], 5_000), (second, others[0 if best_again else 1], 4_500)):
        case.ideas, case.choice, case.known, case.stage = [idea], case.played, (idea, case.played), len(SELECT)
        study.samples.add(study.candidate(case, idea), 0, [Outcome((10_000,), (points,))] * 60)
        study.facts[case.place, idea] = []
    study.game = _Silent(match.game)  # type: ignore[assignment]
    return write(match, study, "expert", 1, 100, final=True)


class _Silent:
    """A game that names no move: the moves of this test belong to other turns."""

    def __init__(self, game: Game) -> None:
        self.game = game

    def parse(self, *_: object) -> Move:
        return Move(0)

    def text(self, *_: object) -> Text:
        return Text("core.end")


def test_a_chance_that_stays_is_lost_once() -> None:
    """The move was still the best one the next time: what it was worth there is booked there alone."""
    twice, once = _missed_twice(best_again=False), _missed_twice(best_again=True)
    assert [each.loss.points for each in twice.decisions[:2]] == [2_000, 1_500]
    assert [each.loss.points for each in once.decisions[:2]] == [500, 1_500]
    for report in (twice, once):
        (seat,) = report.sums
        assert seat.start + seat.luck + seat.own + seat.others == seat.result
        assert [each.changes[0] for each in report.decisions[:2]] == [-each.loss for each in report.decisions[:2]]
    assert abs(once.sums[0].rest.points) < abs(twice.sums[0].rest.points)


@pytest.mark.parametrize("wrong", [{"seat": 1}, {"seat": -1}, {"seconds": 0}, {"playouts": 0}, {"seconds": None}])
def test_a_wrong_request_is_refused(wrong: dict[str, int]) -> None:
    with pytest.raises(OptionError):
        review(golden("30-rails"), **wrong)  # type: ignore[arg-type]


def test_events_that_were_taken_back_are_not_judged() -> None:
    match = branchline.game("30-rails").start(players=1, seed=11)
    rng = Generator(3)
    while not match.over:
        match.play(0, match.sample(0, rng))
        if match.view(0).undoable and not match.undone:
            gone = match.undo(0)
            match.play(0, match.sample(0, rng))
    assert match.undone
    report = next(iter(review(match, seconds=None, playouts=1, workers=1)))
    numbers = {each.n for each in report.decisions}
    assert not numbers & set(gone)
    assert max(numbers) < len(match.events)
    assert report.sums[0].result.points == 100 * int(match.state.scores()[0])


def test_a_loss_within_two_standard_errors_is_no_mistake() -> None:
    enough = LEAST_WORLDS
    assert mark_of(Amount(600, 0), Amount(299, 0), enough, "win") == "mistake"
    assert mark_of(Amount(600, 0), Amount(300, 0), enough, "win") == "none"
    assert mark_of(Amount(600, 0), Amount(299, 0), enough - 1, "win") == "none"
    assert mark_of(Amount(400, 0), Amount(100, 0), enough, "win") == "inaccuracy"
    assert mark_of(Amount(50, 0), Amount(1, 0), enough, "win") == "none"
    assert mark_of(Amount(0, 400), Amount(0, 100), enough, "points") == "mistake"
    assert not is_brilliant(Amount(600, 0), Amount(201, 0), enough, "win")
    assert is_brilliant(Amount(600, 0), Amount(199, 0), enough, "win")


def test_what_noise_explains_is_not_booked() -> None:
    assert believed(0, 0) == 0
    assert believed(200, 100) == 0
    assert believed(-900, 0) == 1
    assert 0.75 < believed(-250, 100) < 1


def test_smoothing_keeps_what_is_exact_and_calms_what_is_not() -> None:
    wild = [Guess(mean, 400.0) for mean in (40.0, 60.0, 35.0, 65.0, 45.0, 55.0)]
    calm = smooth(wild, 25.0)
    assert max(each.mean for each in calm) - min(each.mean for each in calm) < 15
    assert all(each.variance < 400 for each in calm)
    exact = [Guess(mean, 0.0) for mean in (10.0, 90.0, 20.0)]
    assert [each.mean for each in smooth(exact, 25.0)] == [10.0, 90.0, 20.0]


def test_accuracy_falls_with_what_was_lost() -> None:
    assert accuracy([0, 0], 10_000) == 100
    assert 50 < accuracy([1000, 0, 0], 10_000) < 100
    assert accuracy([5000], 10_000) < accuracy([1000], 10_000)
    assert accuracy([], 10_000) == 100


def test_a_bot_of_a_table_is_named_in_the_readers_language_and_a_seat_without_a_name_by_its_number() -> None:
    """Records of a server have the English name of a character, and a number where nobody gave a name."""
    bot = _player(1, {"name": "Porter", "bot": "strong", "character": "porter"})
    assert str(name_of(bot).render("ru")) == "Проводница"  # type: ignore[union-attr]
    guest = _player(0, {"name": "1"})
    assert guest.name is None
    assert name_of(guest).render("en") == "seat 1"  # type: ignore[union-attr]
    assert name_of(_player(0, {"name": "Vera", "character": "nobody we know"})) == "Vera"
