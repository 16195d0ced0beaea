"""On small end positions the estimates agree with exact enumeration, within their stated errors."""

from __future__ import annotations

import pytest

from branchline.bots import levels
from branchline.core.action import Move
from branchline.core.match import Match
from branchline.review.history import Position, brief_of, positions
from branchline.review.playouts import OPEN, Arm, Job, Worker, to_text
from branchline.review.samples import Samples
from tests.review.exact import TooMany, near, value
from tests.review.games import golden

SWEEPS = 320


def ends(match: Match, level: str, most: int, least: int) -> list[tuple[int, Position, list[tuple[float, float]]]]:
    """Positions that can be enumerated, from the end back: place, position, exact values; those that vary only."""
    policy = levels(match.game)[level].policy()
    found = []
    places = positions(brief_of(match, level), match.game)
    for place in range(len(places) - 2, -1, -1):
        try:
            exact = value(places[place].state.clone(), policy, most)
        except TooMany:
            break
        found.append((place, places[place], exact))
    assert len(found) >= least, "hardly anything of this game can be enumerated"
    return found


def check(slug: str, level: str, most: int, least: int, take: int) -> int:
    """Compare the estimates of the last positions with their exact values; how many of them were uncertain."""
    match = golden(slug)
    worker = Worker(brief_of(match, level))
    uncertain = 0
    for place, _, exact in ends(match, level, most, least)[-take:]:
        samples = Samples()
        arm = Arm(place, OPEN)
        samples.add(arm, 0, worker.outcomes(Job(arm, 0, SWEEPS), 7))
        values, errors = samples.value(arm, SWEEPS), samples.error(arm, SWEEPS)
        for seat, each in enumerate(exact):
            assert near(values[seat], errors[seat], each), (place, seat, values[seat], errors[seat], each)
        uncertain += any(error.points or error.win for error in errors)
    return uncertain


def test_the_last_turns_of_30_rails() -> None:
    assert check("30-rails", "expert", 1500, 4, 4) >= 2


def test_the_last_round_of_ticket_to_ride_with_known_hands() -> None:
    """The greedy bot's policy deals nothing anew, so the real hands can be enumerated."""
    assert check("ticket-to-ride", "greedy", 4000, 8, 10) >= 2


def test_an_endgame_of_stephensons_rocket() -> None:
    """There chance is in the players alone: how likely each action is, is counted exactly."""
    assert check("stephensons-rocket", "expert", 400, 3, 2) >= 1


def test_a_loss_is_the_difference_of_two_exact_values() -> None:
    """The last drawing but one of 30 Rails: what was played against other legal drawings, over the same dice."""
    match = golden("30-rails")
    policy = levels(match.game)["expert"].policy()
    worker = Worker(brief_of(match, "expert"))
    place = [at for at, each in enumerate(worker.positions) if each.seat is not None][-2]
    position = worker.positions[place]
    state = position.state
    other = Move(int(state.legal(0)[3]))
    assert position.move is not None
    exact, arms, samples = [], [], Samples()
    for move in (position.move, other):
        after = state.clone()
        after.apply(0, move.number)
        exact.append(value(after, policy)[0][1])
        arms.append(Arm(place, OPEN, to_text(match.game.to_json(state, 0, move))))
        samples.add(arms[-1], 0, worker.outcomes(Job(arms[-1], 0, SWEEPS), 3))
    gain, error, worlds = samples.gain(arms[0], arms[1], 0, 0)
    assert worlds == SWEEPS
    assert near(gain, error, (0.0, exact[0] - exact[1]))


def test_an_enumeration_that_is_too_long_says_so() -> None:
    match = golden("30-rails")
    with pytest.raises(TooMany):
        value(match.game.new(1, match.options), levels(match.game)["expert"].policy(), 3)
