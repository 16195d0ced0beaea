"""Whole games, position by position, against the rules written a second time in plain Python."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

import pytest

from branchline.core.generator import Generator
from branchline.games.tickets.api import maps
from branchline.games.tickets.rules import codes
from branchline.games.tickets.rules.board import CLOSED, FREE, FRESH, MOST_OFFER, NO_CARD, OFFERED, UNDER
from branchline.games.tickets.rules.claim import give_route
from branchline.games.tickets.rules.setup import new_state
from branchline.games.tickets.rules.state import Tickets
from tests.rules.tickets.positions import GAME, MAP, actions, begun, cards


def positions(players: int, seed: int, every: int = 1) -> Iterator[Tickets]:
    """The positions of a random game in which somebody may act, and those in between."""
    state = new_state(maps.board("usa", "standard"), players)
    rng = Generator(seed)
    n = 0
    while True:
        if n % every == 0 or state.step == codes.OVER:
            yield state
        n += 1
        if count := state.chance():
            state.apply_chance(rng.below(count))
        elif mask := int(state.actors()):
            acting = [seat for seat in range(players) if mask >> seat & 1]
            seat = acting[rng.below(len(acting))]
            state.apply(seat, state.sample(seat, rng))
        else:
            return


# ── what is legal ──
def claims(state: Tickets, seat: int) -> list[dict]:
    """T23–T28: every claim with every payment."""
    hand = {kind: int(state.hands[seat * 9 + n]) for n, kind in enumerate(maps.KIND_NAMES)}
    found = []
    for number, route in enumerate(MAP.routes):
        halves = [n for n, each in enumerate(MAP.routes) if {each.a, each.b} == {route.a, route.b}]
        owners = [int(state.owner[half]) for half in halves]
        if state.owner[number] != FREE or seat in owners or state.wagons[seat] < route.length:
            continue
        for locomotives in range(min(hand["locomotive"], route.length) + 1):
            rest = route.length - locomotives
            paid = {"locomotive": locomotives} if locomotives else {}
            if not rest:
                found.append({"type": "claim", "route": number, "cards": paid})
            for colour in maps.COLOUR_NAMES[:8]:
                if rest and route.colour in (colour, "gray") and hand[colour] >= rest:
                    found.append({"type": "claim", "route": number, "cards": {colour: rest} | paid})
    return found


def expected(state: Tickets, seat: int) -> list[dict]:
    """Every legal action of a seat."""
    if state.step in (codes.FIRST_TICKETS, codes.CHOOSE):
        offer = [int(ticket) for ticket in state.offered[seat * MOST_OFFER : (seat + 1) * MOST_OFFER] if ticket >= 0]
        masks = range(1, 1 << len(offer))
        least = 2 if state.step == codes.FIRST_TICKETS else 1
        kept = [[ticket for i, ticket in enumerate(offer) if mask >> i & 1] for mask in masks]
        return [{"type": "keep", "tickets": tickets} for tickets in kept if len(tickets) >= least]
    found: list[dict] = []
    if sum(state.deck) + sum(state.discards):
        found.append({"type": "blind"})
    for kind, name in enumerate(maps.KIND_NAMES):
        if kind in list(state.row) and not (name == "locomotive" and state.step == codes.SECOND):
            found.append({"type": "take", "card": name})
    if state.step == codes.TURN:
        if len(state.under) + sum(where == FRESH for where in state.tickets):
            found.append({"type": "tickets"})
        found += claims(state, seat)
    return found or [{"type": "pass"}]


def key(action: dict) -> str:
    return str(sorted((name, str(value)) for name, value in action.items()))


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_T9_T28_every_legal_action_and_no_other(players):
    for state in positions(players, seed=players, every=9):
        for seat in range(players):
            found = sorted(key(action) for action in actions(state, seat))
            acts = bool(state.actors() >> seat & 1)
            assert found == (sorted(key(action) for action in expected(state, seat)) if acts else [])


@pytest.mark.parametrize("players", [2, 5])
def test_allows_what_is_listed_and_nothing_else(players):
    numbers = range(codes.CLAIM + 101 * codes.PAYMENTS)
    for state in positions(players, seed=20 + players, every=67):
        for seat in range(players):
            assert [n for n in numbers if state.allows(seat, n)] == sorted(state.legal(seat))
            assert not state.allows(seat, -1)


@pytest.mark.parametrize(
    ("players", "hand"),
    [(2, "UUUURRPG"), (4, "UUUURRPG"), (2, "UUUURRL"), (2, "UUUURRLL"), (3, "LLLLLLL"), (5, "PPPPPPPPLLL"), (2, "")],
)
@pytest.mark.parametrize("step", [codes.TURN, codes.SECOND])
def test_samples_are_uniform_over_the_legal_actions(players, hand, step):
    state = cards(begun(players), hand, row="LWUYU")
    give_route(state, 0, 5)  # half of a double: the other half must never come with four players
    give_route(state, 1, 0)
    state.step, state.wagons[0] = step, 5
    legal = [int(number) for number in state.legal(0)]
    rng = Generator(3)
    n = 40 * len(legal)
    counts = Counter(int(state.sample(0, rng)) for _ in range(n))
    assert set(counts) <= set(legal)
    chi = sum((counts[number] - 40) ** 2 / 40 for number in legal)
    assert chi < len(legal) + 5 * (2 * len(legal)) ** 0.5


# ── what is where ──
def check_pieces(state: Tickets) -> None:
    """Nothing is lost or made, and every count fits what it counts."""
    board, seats = state.board, range(state.players)
    row = [int(card) for card in state.row if card != NO_CARD]
    for kind in range(9):
        held = sum(int(state.hands[seat * 9 + kind]) for seat in seats)
        assert state.deck[kind] + state.discards[kind] + row.count(kind) + held == (14 if kind == 8 else 12)
    assert (state.deck_size, state.discard_size) == (sum(state.deck), sum(state.discards))
    assert (state.row_size, state.row_locomotives) == (len(row), row.count(8))
    for at in range(len(state.hands)):
        assert state.known[at] >= 0
        assert state.stale[at] >= 0
        assert state.spent[at] >= 0
        assert state.known[at] + state.stale[at] <= state.hands[at] + state.spent[at]
    assert state.fresh == sum(where == FRESH for where in state.tickets)
    assert sorted(state.under) == [n for n in range(board.tickets) if state.tickets[n] == UNDER]
    for at, ticket in enumerate(state.offered):
        assert ticket < 0 or state.tickets[ticket] == OFFERED + at // MOST_OFFER
    assert sum(ticket >= 0 for ticket in state.offered) == sum(where >= OFFERED for where in state.tickets)
    for ticket in range(board.tickets):
        where, knows = int(state.tickets[ticket]), int(state.knows[ticket])
        holder = where if where < state.players else where - OFFERED if where >= OFFERED else -1
        assert knows < 1 << state.players
        assert (where == FRESH) == (knows == 0)
        assert holder < 0 or knows >> holder & 1
    check_routes(state)


def check_routes(state: Tickets) -> None:
    """Owners, wagons and points fit each other, and the free routes lie in their buckets."""
    board = state.board
    for seat in range(state.players):
        owned = [route for route in range(board.routes) if state.owner[route] == seat]
        assert state.wagons[seat] == 45 - sum(int(board.length[route]) for route in owned)
        assert state.points[seat] == sum(int(board.points[board.length[route]]) for route in owned)
    for route in range(board.routes):
        twin = int(board.twin[route])
        if twin >= 0 and state.owner[route] < state.players:
            assert state.owner[twin] != state.owner[route]
            assert state.players > 3 or state.owner[twin] == CLOSED
    free = [route for route in range(board.routes) if state.owner[route] == FREE]
    found = []
    for bucket in range(90):
        first = int(board.first[bucket])
        routes = [int(state.order[at]) for at in range(first, first + int(state.count[bucket]))]
        assert all(board.colour[route] * 10 + board.length[route] == bucket for route in routes)
        shorter = sum(int(state.count[each]) for each in range(bucket - bucket % 10, bucket + 1))
        assert state.upto[bucket] == shorter
        found += routes
    assert sorted(found) == free
    assert all(state.order[state.place[route]] == route for route in range(board.routes))


@pytest.mark.parametrize("players", [2, 4])
def test_T1_T2_no_piece_is_lost_or_made(players):
    for state in positions(players, seed=30 + players, every=3):
        check_pieces(state)


# ── what a seat cannot know ──
@pytest.mark.parametrize("players", [2, 3, 5])
def test_every_world_that_a_seat_could_be_in_is_whole_and_holds_what_it_knows(players):
    for n, state in enumerate(positions(players, seed=40 + players, every=11)):
        seat = n % players
        world = state.resample(seat, Generator(n))
        check_pieces(world)
        assert GAME.view(world, seat) == GAME.view(state, seat)
        assert list(GAME.observe(world, seat)) == list(GAME.observe(state, seat))
        for other in range(players):
            own = slice(other * 9, other * 9 + 9)
            assert list(world.known[own]) == list(state.known[own])
            assert sum(world.stale[own]) == sum(state.stale[own])
            assert list(world.spent[own]) == list(state.spent[own])
            assert sum(world.hands[own]) == sum(state.hands[own])
            if other == seat:
                assert list(world.hands[own]) == list(state.hands[own])
                assert list(world.stale[own]) == list(state.stale[own])
        for ticket in range(state.board.tickets):
            if state.knows[ticket] >> seat & 1:
                assert (world.tickets[ticket], world.knows[ticket]) == (state.tickets[ticket], state.knows[ticket])
        assert sorted(world.knows) == sorted(state.knows)
        assert [int(ticket) >= 0 for ticket in world.offered] == [int(ticket) >= 0 for ticket in state.offered]
        before = [(int(state.seat), int(state.step), int(state.due), int(state.turns)), list(state.row)]
        assert [(int(world.seat), int(world.step), int(world.due), int(world.turns)), list(world.row)] == before


def test_worlds_deal_what_is_hidden_at_random():
    """Each unseen card and ticket is as likely as any other, in hands and in the deck."""
    state = begun(3, seed=8)
    n = 400
    unseen = [int(state.deck[kind]) for kind in range(9)]
    for at in range(9, 27):
        unseen[at % 9] += int(state.hands[at])
    in_hand, kept = Counter(), Counter()
    for seed in range(n):
        world = state.resample(0, Generator(seed))
        for kind in range(9):
            in_hand[kind] += int(world.hands[9 + kind])
        kept.update(ticket for ticket in range(30) if world.tickets[ticket] == 1)
    size = sum(int(state.hands[9 + kind]) for kind in range(9))
    for kind in range(9):
        assert in_hand[kind] == pytest.approx(n * size * unseen[kind] / sum(unseen), rel=0.25)
    hidden = [ticket for ticket in range(30) if not state.knows[ticket] & 1]
    assert set(kept) == set(hidden)
    for ticket in hidden:
        assert kept[ticket] == pytest.approx(n * 3 / len(hidden), abs=6 * (n * 3 / len(hidden)) ** 0.5)


def test_a_world_of_a_finished_game_is_the_game():
    *_, state = positions(2, seed=3)
    assert state.step == codes.OVER
    assert state.resample(0, Generator(1)) == state


def test_T6_choices_of_others_are_hidden_until_all_have_chosen():
    state = new_state(maps.board("usa", "standard"), 3)
    while n := state.chance():
        state.apply_chance(n // 2)
    state.apply(1, codes.KEEP + 5)
    seen = Counter(int(state.resample(0, Generator(seed)).chosen[1]) for seed in range(200))
    assert set(seen) == {3, 5, 6, 7}
    assert min(seen.values()) > 25
    assert {int(state.resample(1, Generator(seed)).chosen[1]) for seed in range(20)} == {5}
    assert {int(state.resample(0, Generator(seed)).chosen[2]) for seed in range(20)} == {-1}
