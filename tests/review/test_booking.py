"""What is booked to whom: playouts that are made up, in a game that hides nothing and draws nothing."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import msgspec

from branchline.core.action import Move
from branchline.core.errors import ActionError
from branchline.core.match import Match
from branchline.review import Report, review, tables
from branchline.review.history import brief_of, positions
from branchline.review.playouts import Outcome, to_text
from branchline.review.report import Amount
from branchline.review.study import SELECT, Case, Study
from branchline.review.writing import write
from tests.review.games import golden, late

SWEEPS = 60
Wins = tuple[int, int, int]


def studied(values: Callable[[int], Wins]) -> tuple[Match, Study]:
    """The end of a game of three, with the same outcome of all playouts from a place."""
    match = golden("stephensons-rocket")
    study = Study(match.game, positions(brief_of(match, "expert", late(match, 40)), match.game), 3)
    for arm in study.curve():
        study.samples.add(arm, 0, [ended(values(arm.place))] * SWEEPS)
    return match, study


def ended(wins: Wins) -> Outcome:
    return Outcome(wins, (0, 0, 0))


def shared(seat: int, own: int, *others: int) -> Wins:
    """The shares of a seat and of the two others, in the order of seats."""
    wins = list(others)
    wins.insert(seat, own)
    return wins[0], wins[1], wins[2]


def could_have(study: Study, case: Case, wins: Wins, which: Callable[[str], bool] = bool) -> None:
    """Another move of the moment, which ends so; the policy would have played what was played."""
    state = study.positions[case.place].state
    moves = [Move(int(number)) for number in state.legal(case.seat)]
    texts = [to_text(study.game.to_json(state, case.seat, move)) for move in moves]
    idea = next(text for text in texts if text != case.played and which(text))
    case.ideas, case.choice, case.known, case.stage = [idea], case.played, (case.played, idea), len(SELECT)
    study.samples.add(study.candidate(case, idea), 0, [ended(wins)] * SWEEPS)


def told(match: Match, study: Study) -> Report:
    return write(match, study, "expert", 1, 100, final=True)


def test_what_a_seat_decides_between_two_others_is_booked_to_its_decision() -> None:
    """A move without a mark that makes one of the leaders win: others' decisions, not the spread of playouts."""
    turning = studied(lambda _: (0, 0, 0))[1].cases[4]
    first, second = (seat for seat in range(3) if seat != turning.seat)

    def values(place: int) -> Wins:
        wins = [0, 0, 0]
        wins[first if place <= turning.place else second] = 10_000
        return wins[0], wins[1], wins[2]

    report = told(*studied(values))
    assert report.sums[first].others.win == -10_000
    assert report.sums[second].others.win == 10_000
    assert all(each.rest.win == 0 for each in report.sums)


def test_others_gain_what_a_seat_lost_and_no_more() -> None:
    """The best move would have turned the game over for the others; the policy would have missed it too."""
    seat = studied(lambda _: (0, 0, 0))[1].cases[4].seat
    match, study = studied(lambda _: shared(seat, 1_000, 5_000, 4_000))
    case = study.cases[4]
    could_have(study, case, shared(seat, 3_000, 0, 7_000))
    report = told(match, study)
    changes = next(each.changes for each in report.decisions if each.n == study.positions[case.place].n)
    assert tuple(each.win for each in changes) == shared(seat, -2_000, 2_000, 0)
    assert tuple(each.rest.win for each in report.sums) == shared(seat, 2_000, -2_000, 0)


def test_a_plan_that_the_seat_went_on_with_is_no_mistake() -> None:
    """After the first move of a turn the policy would have gone astray; the seat did not."""
    _, study = studied(lambda _: (0, 0, 0))
    case = next(
        each for each in study.cases if (later := study.later(each)) is not None and study.one_turn(each, later)
    )
    later = study.later(case)
    assert later is not None
    win, lost = shared(case.seat, 10_000, 0, 0), shared(case.seat, 0, 5_000, 5_000)
    for goes_on in (True, False):
        turns_at = later.place if goes_on else study.last + 1
        match, study = studied(lambda place, at=turns_at: win if place > at else lost)  # type: ignore[misc]
        could_have(study, next(each for each in study.cases if each.place == case.place), win)
        marks = {each.n: each for each in told(match, study).decisions}
        decision = marks[study.positions[case.place].n]
        assert decision.mark == ("none" if goes_on else "mistake")
        assert decision.loss == (Amount(0, 0) if goes_on else Amount(10_000, 0))


def test_a_turn_costs_no_more_than_there_was_to_lose() -> None:
    """Two decisions of a turn, each with another best move: with the second one the seat would still have won."""
    _, study = studied(lambda _: (0, 0, 0))
    case, later, idea = next(_unsayable(study))
    seat = case.seat
    match, study = studied(lambda _: shared(seat, 1_000, 4_500, 4_500))
    case, later = (next(each for each in study.cases if each.place == old.place) for old in (case, later))
    could_have(study, case, shared(seat, 6_000, 2_000, 2_000), idea.__eq__)
    could_have(study, later, shared(seat, 9_000, 500, 500))
    losses = {each.n: each.loss.win for each in told(match, study).decisions}
    assert [losses[study.positions[each.place].n] for each in (case, later)] == [1_000, 8_000]


def test_a_move_that_cannot_even_be_said_any_more_is_lost() -> None:
    """A line was extended: to lead it elsewhere from where it was is no action of the position after it."""
    _, study = studied(lambda _: (0, 0, 0))
    case, later, idea = next(_unsayable(study))
    could_have(study, later, (0, 0, 0))
    could_have(study, case, (0, 0, 0), idea.__eq__)
    assert not study.still_there(case, later)


def _unsayable(study: Study) -> Iterator[tuple[Case, Case, str]]:
    """Moves of a turn's first decision that are no action at its second one."""
    for case in study.cases:
        later = study.later(case)
        if later is None or not study.one_turn(case, later):
            continue
        before, after = (study.positions[each.place].state for each in (case, later))
        for number in before.legal(case.seat):
            text = to_text(study.game.to_json(before, case.seat, Move(int(number))))
            try:
                study.game.parse(after, case.seat, msgspec.json.decode(text))
            except ActionError:
                if text != case.played:
                    yield case, later, text


def test_a_winner_did_not_decide_the_game_by_a_loss() -> None:
    """The headline speaks of the dearest decision among those who were beaten, if one of them cost enough."""
    match, study = studied(lambda _: (6_000, 4_000, 0))
    dear = next(each for each in study.cases if each.seat == 0)
    could_have(study, dear, (9_000, 1_000, 0))
    report = told(match, study)
    assert report.headline.code == "review.dearest"
    assert report.decisive == study.positions[dear.place].n
    beaten = next(each for each in study.cases if each.seat == 1)
    could_have(study, beaten, (4_500, 5_500, 0))
    report = told(match, study)
    assert report.headline.code == "review.decided"
    assert report.decisive == study.positions[beaten.place].n
    assert report.costliest[0] == study.positions[dear.place].n


def test_a_game_that_was_lost_is_not_decided_any_more() -> None:
    match, study = studied(lambda _: (9_500, 500, 0))
    case = next(each for each in study.cases if each.seat == 1)
    could_have(study, case, (6_500, 3_500, 0))
    report = told(match, study)
    assert report.headline.code == "review.dearest"
    assert report.decisive == study.positions[case.place].n


def test_with_too_few_playouts_no_number_is_told() -> None:
    match, study = studied(lambda _: (6_000, 4_000, 0))
    assert not told(match, study).settled, "no decision was compared"
    could_have(study, study.cases[0], (4_500, 5_500, 0))
    report = told(match, study)
    assert report.settled
    assert tables.UNKNOWN not in rows(report)
    assert "dash" not in tables.footnote(report, "en")
    few = next(iter(review(match, seconds=None, playouts=1, workers=1)))
    assert not few.settled
    assert rows(few).count(tables.UNKNOWN) == 6 * match.players
    assert "A dash stands where there are too few playouts" in tables.footnote(few, "en")


def rows(report: Report) -> list[str]:
    """All cells of the table of accounts."""
    return [cell for row in tables.accounts(report, "en")[2] for cell in row]
