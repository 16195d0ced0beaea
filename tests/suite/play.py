"""Random play ends, loses no piece, and offers what it accepts."""

from __future__ import annotations

from branchline.core.driver import Driver
from branchline.core.generator import Generator
from branchline.core.match import seats_of
from branchline.core.options import settle
from branchline.core.state import State
from tests.suite.cases import Case, steps


def check_random_play_ends(case: Case) -> None:
    """Within `max_events`, and never at a moment when nobody can do anything."""
    for seed in (1, 2, 3):
        state = case.game.new(case.players, settle(case.game.options, case.options))
        rng = Generator(seed, 1)
        driver = Driver(state, [])
        events = 0
        while _goes_on(case, state):
            events += 1
            assert events <= case.game.max_events, f"a game of more than {case.game.max_events} events"
            if n := state.chance():
                driver.chance(rng.below(n))
                continue
            actors = seats_of(state.actors())
            seat = actors[int(rng.below(len(actors)))]
            action = state.sample(seat, rng)
            driver.act(seat, action, state.payload(action))


def check_the_result_follows_the_scores(case: Case) -> None:
    """Every seat has points and a rank; nobody ranks above a seat with more points; the log of points is final."""
    match = case.finish(4)
    assert match.over
    result = match.result
    assert result is not None
    assert len(result.scores) == len(result.ranks) == match.players
    assert result.scores == [int(points) for points in match.state.scores()]
    assert result.winners == [seat for seat, rank in enumerate(result.ranks) if rank == 1]
    for seat, rank in enumerate(result.ranks):
        for other, beaten in enumerate(result.ranks):
            if rank < beaten:
                assert result.scores[seat] >= result.scores[other], "a seat ranks above one with more points"
    assert match.view().result == result
    assert match.view().over
    assert case.start(4).result is None
    assert case.start(4).view().result is None


def check_the_summary_adds_up(case: Case) -> None:
    """A finished game says why it ended; its sources add up to the scores, and its curve leads there turn by turn."""
    assert case.start(4).summary is None
    match = case.finish(4)
    summary, result = match.summary, match.result
    assert summary is not None
    assert result is not None
    assert match.view().summary == summary
    assert summary.reason is not None, "the log does not say why the game ended"
    names = [source.name for source in summary.sources]
    assert len(names) == len(set(names))
    for seat, score in enumerate(result.scores):
        assert sum(source.points[seat] for source in summary.sources) == score, "the sources do not add up"
    assert summary.curve[-1].points == result.scores, "the curve does not lead to the scores"
    assert summary.curve[0].turn == 0
    turns = [moment.turn for moment in summary.curve if not moment.final]
    assert turns == sorted(set(turns))
    assert not any(moment.final for moment in summary.curve[:-1])
    broken = len({result.ranks[seat] for seat, score in enumerate(result.scores) if score == max(result.scores)}) > 1
    assert (summary.tie is not None) == broken
    assert [feat.points for feat in summary.feats] == sorted((feat.points for feat in summary.feats), reverse=True)
    assert summary.decided is None or summary.decided is summary.feats[0]


def check_turns_are_counted(case: Case) -> None:
    """The number of the turn never falls, the log says it, and at the end it is that of the last turn."""
    match = case.finish(4)
    again = case.fold([])
    turn = int(again.state.turn_number())
    assert turn in (0, 1), "a game begins with its setup or with turn 1"
    last = 0
    for n, event in enumerate(match.events):
        last = int(again.state.turn_number())
        assert last >= turn, f"turn {last} follows turn {turn}"
        turn = last
        again.feed(event)
        assert all(entry.turn_number == turn for entry in again.log(since=n)), "the log names another turn"
    assert int(again.state.turn_number()) == last > 0, "the end belongs to no turn"


def check_pieces_are_conserved(case: Case) -> None:
    """After every event, not only after those that a player sees."""
    again = case.fold([])
    before = case.game.pieces(again.state)
    assert before
    for event in case.finish(5).events:
        again.feed(event)
        assert case.game.pieces(again.state) == before, f"pieces appear or vanish with {event}"


def check_legal_lists(case: Case) -> None:
    """A list has no doubles, holds exactly what `allows` takes, and every number is below `action_count`."""
    match = case.start(6)
    for n in steps(match, 6):
        for seat in match.actors:
            if not match.listed(seat):
                continue
            legal = match.legal(seat)
            numbers = [action.number for action in legal]
            assert numbers, "a seat that may act has nothing to do"
            assert len(set(numbers)) == len(numbers), "the legal list has doubles"
            assert len({str(action.json()) for action in legal}) == len(legal), "two legal actions have the same JSON"
            most = case.game.action_count
            assert most is None or max(numbers) < most, f"action {max(numbers)}, but action_count is {most}"
            listed = set(numbers)
            assert all(match.state.allows(seat, number) for number in numbers), "a listed action is refused"
            if n % 5 == 0:
                for number in range(-1, min(most or max(numbers) + 20, 3000)):
                    assert match.state.allows(seat, number) == (number in listed), f"is action {number} legal?"


def check_samples_are_legal(case: Case) -> None:
    """`sample` gives legal actions, listed or not, with a payload that another state of the game takes."""
    match = case.start(7)
    rng = Generator(7)
    for _ in steps(match, 7):
        for seat in match.actors:
            state = match.state.clone()
            number = int(state.sample(seat, rng))
            assert match.state.allows(seat, number, state.payload(number)), f"sample gives {number}, which is illegal"


def _goes_on(case: Case, state: State) -> bool:
    """Whether chance is due or seats may act, never both; seats that may act have an action."""
    chance, actors = int(state.chance()), seats_of(state.actors())
    assert chance >= 0
    assert not (chance and actors), "chance is due while seats may act"
    assert all(seat < case.players for seat in actors)
    for seat in actors:
        if state.listed(seat):
            assert len(state.legal(seat)), "a seat that may act has nothing to do"
    return bool(chance or actors)


CHECKS = (
    check_random_play_ends,
    check_the_result_follows_the_scores,
    check_the_summary_adds_up,
    check_turns_are_counted,
    check_pieces_are_conserved,
    check_legal_lists,
    check_samples_are_legal,
)
