"""The state's promises: list, judge and sample agree at every step; copies and bytes are whole."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from branchline.core.generator import Generator
from branchline.games.rails30.rules import codes, setup
from branchline.games.rails30.rules.field import count_cells, each_cell, nth_cell
from branchline.games.rails30.rules.setup import new_state
from branchline.games.rails30.rules.state import Rails30
from tests.rules.rails30.sheets import EMPTY_FIELD, ready


def positions(players: int, shares: bool, seed: int) -> Iterator[tuple[Rails30, int]]:
    """A random game, wherever a seat has to act."""
    state, rng = new_state(players, shares), Generator(seed)
    while state.chance() or state.actors():
        if n := state.chance():
            state.apply_chance(rng.below(n))
            continue
        seats = [seat for seat in range(players) if state.actors() >> seat & 1]
        seat = seats[rng.below(len(seats))]
        yield state, seat
        state.apply(seat, state.sample(seat, rng))


@pytest.mark.parametrize("shares", [False, True])
def test_every_number_is_allowed_exactly_if_it_is_listed(shares: bool):
    """In all steps of setting up and in every fourth turn, the mountain of another seat's step included."""
    for n, (state, seat) in enumerate(positions(2, shares, 5)):
        if n > 30 and n % 8:
            continue
        for each in range(2):
            listed = sorted(int(action) for action in state.legal(each))
            assert [action for action in range(-2, codes.ACTIONS + 3) if state.allows(each, action)] == listed
            assert bool(listed) == bool(state.actors() >> each & 1)
        assert state.legal(seat)


def drawn(state: Rails30, times: int) -> set[int]:
    rng = Generator(3)
    return {int(state.sample(0, rng)) for _ in range(times)}


def test_samples_are_all_legal_actions_and_no_others():
    steps = set()
    for state, seat in positions(1, False, 7):
        step = int(state.fact(seat, codes.STEP))
        if step not in steps and step != codes.READY:
            steps.add(step)
            assert drawn(state, 600) == {int(action) for action in state.legal(0)}
    assert len(steps) == 7
    for shares, jokers in (([0] * 6, 0), (None, 0), (None, codes.WHITE), (None, codes.COLOURED)):
        state = ready(EMPTY_FIELD, white=3, coloured=2, shares=shares, jokers=jokers)
        assert drawn(state, 4000) == {int(action) for action in state.legal(0)}


def test_samples_are_equally_likely():
    """Two drawings of a straight in eleven cells, and six pairs with 36 cells: each as likely as any other."""
    state, rng = ready(EMPTY_FIELD, white=3, coloured=2, shares=[0] * 6), Generator(5)
    tracks = sum(int(state.sample(0, rng)) < codes.BUY_SHARES for _ in range(4000))
    assert abs(tracks / 4000 - 22 / (22 + 216)) < 0.02


def test_a_copy_is_equal_and_apart():
    for n, (state, seat) in enumerate(positions(2, True, 3)):
        if n % 20 == 0:
            copy = state.clone()
            assert copy == state
            before = state.to_bytes()
            copy.apply(seat, copy.legal(seat)[0])
            assert state.to_bytes() == before
            assert copy != state


def test_bytes_are_restored_and_others_are_refused():
    for n, (state, _) in enumerate(positions(2, True, 3)):
        if n % 20 == 0:
            assert setup.restore(state.to_bytes(), 2, True) == state
    data = new_state(2, False).to_bytes()
    for players, wrong in ((1, data), (3, data), (2, data[:-8]), (2, data + b"\0" * 8), (2, data[:-1])):
        with pytest.raises(ValueError, match="state"):
            setup.restore(wrong, players, False)


def test_a_sheet_alone_is_the_seats_own():
    for n, (state, _) in enumerate(positions(3, True, 9)):
        if n % 9:
            continue
        for seat in range(3):
            solo = state.alone(seat)
            assert (solo.players, solo.with_shares) == (1, True)
            assert solo.actors() == state.actors() >> seat & 1
            assert solo.legal(0) == state.legal(seat)
            assert list(solo.scores()) == [state.scores()[seat]]
            assert (solo.rolls, solo.turn, solo.white, solo.coloured) == (
                state.rolls, state.turn, state.white, state.coloured,
            )  # fmt: skip


def test_sets_of_cells():
    for cells in ([], [0], [5, 6, 35], list(range(36)), [1, 7, 8, 20, 30]):
        mask = sum(1 << cell for cell in cells)
        assert count_cells(mask) == len(cells)
        assert [int(nth_cell(mask, k)) for k in range(len(cells))] == cells
        assert [int(action) for action in each_cell(100, mask)] == [100 + cell for cell in cells]
