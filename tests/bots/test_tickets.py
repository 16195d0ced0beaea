"""The bots of Ticket to Ride: how strong they are against each other, and what the expert knows."""

from __future__ import annotations

import msgspec
import pytest

import branchline
from branchline.core.generator import Generator
from branchline.core.policy import Policy
from branchline.games.tickets.api import maps
from branchline.games.tickets.bots.expert import Expert
from branchline.games.tickets.bots.fillers import Fillers
from branchline.games.tickets.bots.strategist import Greedy, Racer
from branchline.games.tickets.bots.weights import expert_weights
from branchline.games.tickets.rules.board import FRESH, Board
from branchline.games.tickets.rules.cards import hand_size
from branchline.games.tickets.rules.claim import give_route
from branchline.games.tickets.rules.codes import CLAIM, DRAW_TICKETS, KEEP, TURN, route_of
from branchline.games.tickets.rules.network import Network
from branchline.games.tickets.rules.scoring import network
from branchline.games.tickets.rules.setup import new_state
from branchline.games.tickets.rules.state import Tickets
from branchline.games.tickets.rules.tickets import held, ticket_count

BOARD = maps.board("usa", "standard")


def play(bots: list[Policy], seed: int, until: int = 999) -> Tickets:
    """A game between policies, to its end or until a turn."""
    state = new_state(BOARD, len(bots))
    rng = Generator(seed)
    for seat, bot in enumerate(bots):
        bot.prepare(state, seat)
    while state.turns < until or state.step != TURN:
        if n := state.chance():
            state.apply_chance(rng.below(n))
        elif mask := state.actors():
            seat = (mask & -mask).bit_length() - 1
            state.apply(seat, bots[seat].choose(state, seat, rng))
        else:
            break
    return state


def share(bot: Policy, others: list[Policy], games: int, seed: int) -> float:
    """The share of games that a bot wins from all seats in turn."""
    won = 0.0
    for n in range(games):
        seat = n % (len(others) + 1)
        ranking = play([*others[:seat], bot, *others[seat:]], seed + n).ranking()
        best = [other for other in range(len(ranking)) if ranking[other] == max(ranking)]
        won += (seat in best) / len(best)
    return won / games


@pytest.mark.slow
def test_greedy_makes_110_points_against_itself():
    games = [play([Greedy(), Greedy()], seed).scores() for seed in range(300)]
    assert sum(sum(scores) for scores in games) / 600 >= 113  # 117 in the long run


@pytest.mark.slow
def test_racer_beats_greedy_and_ends_the_game_sooner():
    assert share(Racer(), [Greedy()], 300, 1000) >= 0.6  # 68 % in the long run
    with_racer = [play([Racer(), Greedy()], seed).turns for seed in range(100)]
    without = [play([Greedy(), Greedy()], seed).turns for seed in range(100)]
    assert sum(with_racer) < 0.92 * sum(without)


@pytest.mark.slow
def test_even_without_search_the_expert_beats_greedy_and_racer():
    assert share(Expert(), [Greedy()], 200, 2000) >= 0.83
    assert share(Expert(), [Racer()], 200, 3000) >= 0.7
    assert share(Expert(), [Greedy(), Greedy(), Greedy()], 200, 4000) >= 0.56


def test_the_expert_holds_its_cards_back_until_the_end_comes_near():
    for seed in range(5):
        state = play([Expert(), Greedy()], seed, until=30)
        assert 0 not in state.owner
        assert hand_size(state, 0) >= 15
        assert 0 in play([Expert(), Greedy()], seed).owner


def test_the_expert_guesses_tickets_from_routes():
    """In the worlds of its search the others hold tickets that their routes serve far more often than by chance."""
    expert = Expert()
    joined = {False: 0, True: 0}
    for deal in range(4):
        state = play([Greedy(), Greedy()], deal, until=60)
        theirs = Network(BOARD, state.owner, 1)
        for believing in joined:
            for seed in range(50):
                world = state.resample(0, Generator(seed))
                assert isinstance(world, Tickets)
                if believing:
                    expert.prepare(world, 0)
                assert ticket_count(world, 1) == ticket_count(state, 1)
                assert sum(where == FRESH for where in world.tickets) == world.fresh
                joined[believing] += sum(theirs.joins(BOARD.ticket_a[t], BOARD.ticket_b[t]) for t in held(world, 1))
    assert joined[True] > 2 * joined[False] > 0


def test_what_the_seat_knows_stays_in_the_worlds_of_the_search():
    state = play([Greedy(), Greedy()], 9, until=30)
    for seed in range(50):
        world = state.resample(0, Generator(seed))
        Expert().prepare(world, 0)
        assert isinstance(world, Tickets)
        assert held(world, 0) == held(state, 0)
        known = [t for t in range(BOARD.tickets) if state.knows[t] & 1]
        assert all(world.tickets[t] == state.tickets[t] for t in known)


def test_the_expert_compares_claims_cards_and_tickets():
    state = play([Greedy(), Greedy()], 11, until=40)
    expert = Expert()
    world = expert.prepare(state.resample(state.seat, Generator(1)), state.seat)
    found = list(expert.candidates(world, state.seat, 8, Generator(1)))
    assert len(found) == len(set(found))
    assert all(state.allows(state.seat, action) for action in found)
    assert DRAW_TICKETS in found


def test_in_its_last_turn_the_expert_takes_what_wins():
    """With one turn left a claim that completes a ticket is better than any other."""
    bot = branchline.bot("ticket-to-ride", "expert")
    match = branchline.game("ticket-to-ride").start(players=2, seed=21)
    other = branchline.bot("ticket-to-ride", "greedy")
    while True:
        seat = match.actors[0]
        state = match.sight(seat).state
        assert isinstance(state, Tickets)
        if state.final == 1:
            break
        match.play(seat, other.choose(match.sight(seat), seed=1))
    choice = bot.choose(match.sight(seat), iterations=200, seed=3).number
    best = max((gain(state, seat, action) for action in state.legal(seat)), default=0)
    assert gain(state, seat, choice) == best


def gain(state: Tickets, seat: int, action: int) -> int:
    """The points that a claim in the last turn brings at once, its tickets included."""
    if action < CLAIM:
        return 0
    after = state.clone()
    route = route_of(action)
    give_route(after, seat, route)
    was, now = network(state, seat), network(after, seat)
    points = int(BOARD.points[BOARD.length[route]])
    for ticket in held(state, seat):
        ends = BOARD.ticket_a[ticket], BOARD.ticket_b[ticket]
        if now.joins(*ends) and not was.joins(*ends):
            points += 2 * int(BOARD.ticket_points[ticket])
    return points


# ── the bonuses of a set (T36–T38) ──
def bonuses(name: str, longest: int, globetrotter: int) -> Board:
    """The board of a set with other bonuses."""
    usa = maps.load("usa")
    changed = msgspec.structs.replace(usa.set_of(name), bonuses=maps.Bonuses(longest, globetrotter))
    return maps.board(maps.canonical(msgspec.structs.replace(usa, tickets={"standard": changed})), "standard")


def first_kept(board: Board) -> int:
    """How many tickets the expert keeps at first, over many deals."""
    kept = 0
    for seed in range(60):
        state, rng = new_state(board, 2), Generator(seed)
        while n := state.chance():
            state.apply_chance(rng.below(n))
        expert = Expert()
        expert.prepare(state, 0)
        kept += (expert.choose(state, 0, rng) - KEEP).bit_count()
    return kept


def test_T36_bots_keep_more_tickets_where_the_most_completed_bring_points():
    assert first_kept(bonuses("mega", 10, 0)) < first_kept(bonuses("mega", 10, 100))


@pytest.mark.parametrize(("longest", "differs"), [(10, True), (0, False)])
def test_T36_T38_bots_lengthen_their_path_only_where_that_brings_points(longest, differs):
    """Fillers at the seat's own network are worth more, but not in a set without the longest path."""
    board = bonuses("standard", longest, 0)
    found = []
    for touch in (0, 300):
        weights = expert_weights()
        weights.fill_touch = touch
        state = new_state(board, 2)
        give_route(state, 0, next(n for n in range(board.routes) if board.length[n] == 1))
        fillers = Fillers(weights)
        fillers.find(state, 0, board.no_routes[:0], board.nine[:], 20)
        found.append(list(fillers.routes))
    assert (found[0] != found[1]) == differs


def test_T37_the_expert_compares_the_best_choices_of_tickets():
    """There are more choices than it compares: those that look worst are left out."""
    state, rng = new_state(maps.board("usa", "mega"), 2), Generator(4)
    while n := state.chance():
        state.apply_chance(rng.below(n))
    expert = Expert()
    expert.prepare(state, 0)
    found = list(expert.candidates(state, 0, 8, rng))
    assert len(set(found)) == 8 < len(state.legal(0))
    assert found[0] == expert.choose(state, 0, rng)
    assert all(state.allows(0, action) for action in found)


def test_with_a_seed_the_expert_answers_the_same_every_time():
    match = branchline.game("ticket-to-ride").start(players=3, seed=2)
    seat = match.actors[0]
    bot = branchline.bot("ticket-to-ride", "expert")
    answers = {bot.choose(match.sight(seat), iterations=60, seed=4).number for _ in range(3)}
    assert len(answers) == 1


@pytest.mark.parametrize("players", [2, 3, 5])
def test_at_three_and_more_each_of_the_others_may_hold_cards_back(players: int):
    """Some are thought to play as the expert does, not all alike; at two none is (bench/results/tickets.md)."""
    state = play([Greedy() for _ in range(players)], 5, until=players * 6)
    expert = Expert()
    patience = expert_weights().hold
    patient, mixed = 0, 0
    for seed in range(40):
        expert.prepare(state.resample(0, Generator(seed)), 0)
        holding = [expert._others[seat].weights.hold == patience for seat in range(1, players)]
        patient += any(holding)
        mixed += any(holding) and not all(holding)
    assert (patient > 0) == (players > 2)
    assert (mixed > 0) == (players > 2)
