"""What leaves and enters the game: actions, reasons, previews, log entries, observations."""

from __future__ import annotations

import networkx as nx
import pytest

import branchline
from branchline.core.action import Move
from branchline.core.errors import IllegalAction, MalformedAction
from branchline.core.generator import Generator
from branchline.games.tickets.api import log
from branchline.games.tickets.rules import codes
from tests.rules.tickets.positions import (
    GAME,
    MAP,
    act,
    begun,
    cards,
    claim,
    draw,
    finished,
    give_tickets,
    kinds,
    match,
    own,
    refused,
    route,
    ticket,
)


def entries(state, seat: int, action: dict) -> list:
    """The entries that an action brings; the state moves on."""
    before = state.clone()
    act(state, seat, action)
    return [line.entry for line in GAME.log_action(before, seat, GAME.parse(before, seat, action), state)]


def after_chance(state, letter: str) -> list:
    """The entries that a card brings."""
    before = state.clone()
    draw(state, letter)
    k = sum(int(before.deck[below]) for below in range(kinds(letter)[0]))
    return [line.entry for line in GAME.log_chance(before, k, state)]


# ── actions and reasons ──
@pytest.mark.parametrize(
    "wrong",
    [
        {"type": "claim", "route": 1},
        {"type": "claim", "route": 100, "cards": {"red": 1}},
        {"type": "claim", "route": 1, "cards": {"brown": 1}},
        {"type": "claim", "route": 1, "cards": {"red": -1}},
        {"type": "keep", "tickets": [1, 1]},
        {"type": "keep", "tickets": [30]},
        {"type": "take", "card": "gray"},
        {"type": "take", "card": "red", "slot": 5},
        {"type": "take", "card": "red", "slot": -1},
        {"type": "wait"},
        [],
    ],
)
def test_what_is_no_action_is_malformed(wrong):
    state = begun()
    before = state.to_bytes()
    with pytest.raises(MalformedAction):
        GAME.parse(state, 0, wrong)
    assert state.to_bytes() == before


def test_the_reason_that_matters_most_comes_first():
    """Whoever checks a claim without cards hears why the route cannot be claimed at all, if that is so."""
    state = cards(begun(), "UURL")
    assert refused(state, 0, claim("Montreal", "New York")).code == "tickets.wrong_count"
    assert refused(state, 0, claim("Calgary", "Winnipeg")).reason == (
        "Calgary – Winnipeg needs 6 × white; you have 0 white, 1 locomotive"
    )
    assert refused(state, 0, claim("Calgary", "Seattle")).reason == (
        "Calgary – Seattle needs 4 cards of one colour; your best is 2 blue, 1 locomotive"
    )
    own(state, 1, ("Montreal", "New York"))
    assert refused(state, 0, claim("Montreal", "New York")).rule == "T23"
    state.wagons[0] = 2
    assert refused(state, 0, claim("Calgary", "Winnipeg", red=1, white=5)).rule == "T26"
    act(state, 0, {"type": "blind"})
    draw(state, "R")
    assert refused(state, 0, claim("Calgary", "Winnipeg")).rule == "T9"


def test_a_match_checks_and_plays_nothing():
    game = match(2, seed=5)
    for seat in (0, 1):
        game.play(seat, game.legal(seat)[-1])
    seat, n = game.actors[0], len(game.events)
    assert game.check(seat, {"type": "blind"}) is None
    with pytest.raises(IllegalAction, match="T24"):
        game.check(seat, claim("Calgary", "Winnipeg"))
    assert len(game.events) == n


def test_suggest_lists_the_payments_of_a_route():
    state = cards(begun(), "UUUL")
    wanted = {"type": "claim", "route": route("Montreal", "New York")}
    found = [GAME.to_json(state, 0, move)["cards"] for move in GAME.suggest(state, 0, wanted)]
    assert found == [{"blue": 3}, {"blue": 2, "locomotive": 1}]


def test_a_preview_says_what_a_claim_brings():
    state = cards(begun(), "UUUGGL")
    give_tickets(state, 0, ("Boston", "Miami"), ("Montreal", "Atlanta"), ("Denver", "El Paso"))
    own(state, 0, ("Denver", "Santa Fe"))
    move = GAME.parse(state, 0, claim("El Paso", "Santa Fe", green=2))
    seen = GAME.preview(state, 0, move)
    assert (seen.points, seen.wagons, seen.completes) == (2, 45 - 2 - 2, [ticket("Denver", "El Paso")])
    assert GAME.preview(state, 0, Move(codes.DRAW_BLIND)) is None
    assert seen.nearer == []
    seen = GAME.preview(state, 0, GAME.parse(state, 0, claim("Montreal", "New York", blue=3)))
    assert [(each.id, each.needs) for each in seen.nearer] == [(ticket("Montreal", "Atlanta"), 6)]
    assert seen.completes == []


# ── tickets with their progress ──
def progress(state, a: str, b: str) -> tuple:
    """Progress, wagons needed and own routes of the way of a ticket that seat 0 holds, if they complete it."""
    give_tickets(state, 0, (a, b))
    [seen] = GAME.view(state, 0).own.tickets
    assert {MAP.cities[seen.a].name, MAP.cities[seen.b].name} == {a, b}
    lengths = [MAP.routes[n].length for n in seen.way]
    assert seen.built + (seen.needs or 0) == sum(lengths)
    assert seen.built == sum(MAP.routes[n].length for n in seen.way if state.owner[n] == 0)
    assert bool(seen.way) == (seen.needs is not None)
    return seen.progress, seen.needs, seen.way if seen.progress == "done" else []


def test_a_ticket_is_done_by_own_routes():
    state = begun()
    own(state, 0, ("Santa Fe", "El Paso"))
    assert progress(state, "Denver", "El Paso") == ("possible", 2, [])
    own(state, 1, ("Denver", "Santa Fe"))
    needs = progress(state, "Denver", "El Paso")[1]
    assert needs > 2
    state = begun()
    own(state, 0, ("Santa Fe", "El Paso"), ("Denver", "Santa Fe"), ("Denver", "Phoenix"), ("El Paso", "Phoenix"))
    way = [route("Denver", "Santa Fe"), route("El Paso", "Santa Fe")]
    assert progress(state, "Denver", "El Paso") == ("done", 0, way)


def test_a_ticket_counts_a_way_over_free_routes_and_own_ones():
    state = begun()
    graph = nx.Graph()
    for each in MAP.routes:
        graph.add_edge(each.a, each.b, weight=each.length)
    for each in MAP.set_of("standard").tickets:
        needs = nx.shortest_path_length(graph, each.a, each.b, weight="weight")
        assert progress(state, each.a, each.b) == ("possible", needs, [])
    assert progress(state, "Kansas City", "Houston")[1] == 5
    state.wagons[0] = 5
    assert progress(state, "Kansas City", "Houston")[0] == "possible"
    state.wagons[0] = 4
    assert progress(state, "Kansas City", "Houston") == ("impossible", 5, [])


@pytest.mark.parametrize("players", [2, 5])
def test_a_ticket_is_cut_off_when_no_way_is_open(players):
    state = begun(players)
    own(state, 1, ("Miami", "Charleston"), ("Miami", "Atlanta"), ("Miami", "New Orleans"))
    assert progress(state, "Boston", "Miami") == ("impossible", None, [])
    assert progress(state, "New York", "Atlanta")[0] == "possible"


def test_T28_the_other_half_of_an_own_double_route_is_no_way_of_its_own():
    state = begun(4)
    own(state, 0, ("Boston", "New York"))
    assert progress(state, "Boston", "Miami")[1] == progress(begun(4), "Boston", "Miami")[1] - 2


# ── the log ──
def test_a_claim_is_told_with_its_route_cities_and_cards():
    state = cards(begun(), "UUL")
    [entry] = entries(state, 0, claim("Montreal", "New York", blue=2, locomotive=1))
    ends = {MAP.cities[entry.a].name, MAP.cities[entry.b].name}
    assert isinstance(entry, log.Claimed)
    assert (entry.route, ends, entry.points) == (route("Montreal", "New York"), {"Montreal", "New York"}, 4)
    assert entry.cards == {"blue": 2, "locomotive": 1}


def test_cards_are_told_with_their_place_in_the_row():
    state = cards(begun(), row="PWUYO", deck="RL", discards="GG")
    [took] = entries(state, 0, {"type": "take", "card": "blue"})
    assert (took.card, took.slot) == ("blue", 2)
    [filled] = after_chance(state, "R")
    assert (filled.card, filled.slot) == ("red", 2)
    drew = entries(state, 0, {"type": "blind"})
    assert [type(entry) for entry in drew] == [log.Drew]
    before = state.clone()
    draw(state, "L")
    [line] = GAME.log_chance(before, 0, state)
    assert (line.entry.card, line.only) == ("locomotive", (0,))


def test_of_equal_cards_the_place_of_the_taken_one_is_told_and_recorded():
    """All clients and replays see the card leave the place that was pressed, and the new one come there."""
    state = cards(begun(), row="UPUYO", deck="R")
    action = {"type": "take", "card": "blue", "slot": 2}
    assert GAME.to_json(state, 0, GAME.parse(state, 0, action)) == action
    [took] = entries(state, 0, action)
    [filled] = after_chance(state, "R")
    assert (took.slot, filled.slot) == (2, 2)


def test_a_game_with_named_places_is_replayed_from_its_record():
    game, rng, named = match(2, seed=3), Generator(3), 0
    while game.actors:
        seat = game.actors[0]
        action = game.sample(seat, rng).json()
        if action["type"] == "take":
            row = game.view(seat).row
            slot = max(at for at, card in enumerate(row) if card == action["card"])
            named += row.index(action["card"]) != slot
            action["slot"] = slot
        game.play(seat, action)
    again = branchline.replay(game.record())
    assert named > 10
    assert again.state == game.state
    assert again.log(0) == game.log(0)


def test_a_chain_of_new_rows_is_one_line():
    """T15: the card that brought the third locomotive, then, once a row stays, all new rows at once."""
    state = cards(begun(), row="LLUYO")
    [took] = entries(state, 0, {"type": "take", "card": "yellow"})
    assert took.slot == 3
    [filled] = after_chance(state, "L")
    assert (filled.card, filled.slot) == ("locomotive", 3)
    told = [entry for letter in "LLLWWLLLLBRGRG" for entry in after_chance(state, letter)]
    assert told == []
    [reset] = after_chance(state, "R")
    assert isinstance(reset, log.Reset)
    assert (reset.times, reset.row) == (3, ["red", "green", "red", "green", "red"])
    assert str(reset.text) == (
        "three or more locomotives lay face up 3 times in a row; the row is now red, green, red, green, red"
    )
    [took] = entries(state, 0, {"type": "take", "card": "green"})
    [filled] = after_chance(state, "W")  # the chain is over: cards are told one by one again
    assert (filled.card, filled.slot) == ("white", 1)


def test_T5_a_first_row_laid_anew_is_one_line_too():
    game = match(2, seed=85)
    [reset] = [entry for entry in game.log(None) if isinstance(entry, log.RowLaid | log.Reset | log.Refilled)]
    assert isinstance(reset, log.Reset)
    assert (len(reset.row), reset.times) == (5, game.state.resets)


def test_a_new_deck_is_told():
    state = cards(begun(), row="LLUYO", deck="L", discards="GGGRRR")
    entries(state, 0, {"type": "take", "card": "yellow"})
    filled, shuffled = after_chance(state, "L")
    assert (filled.slot, shuffled.deck) == (3, 11)


def test_tickets_are_told_by_number_to_their_seat_alone():
    state = begun(3)
    assert [entry.count for entry in entries(state, 0, {"type": "tickets"})] == [3]
    told = []
    while state.due:
        before = state.clone()
        state.apply_chance(0)
        told += GAME.log_chance(before, 0, state)
    offer = [int(number) for number in state.offered[:3]]
    assert [(line.entry.tickets, line.only) for line in told] == [(offer, (0,))]
    before = state.clone()
    action = {"type": "keep", "tickets": offer[1:]}
    move = GAME.parse(state, 0, action)
    act(state, 0, action)
    public, secret = GAME.log_action(before, 0, move, state)
    assert (public.entry.kept, public.entry.returned, public.only) == (2, 1, None)
    assert (secret.entry.kept, secret.entry.returned, secret.only) == (offer[1:], offer[:1], (0,))


def end_of(state) -> list:
    """The entries of the last event of a game."""
    state.due, state.step = codes.REVEAL, codes.TURN
    before = state.clone()
    state.apply_chance(0)
    return [line.entry for line in GAME.log_chance(before, 0, state)]


def test_the_end_is_told_with_its_reason_tickets_and_path():
    state = begun()
    give_tickets(state, 0, ("Denver", "El Paso"), ("New York", "Seattle"))
    give_tickets(state, 1)
    own(state, 0, ("Denver", "Santa Fe"), ("Santa Fe", "El Paso"))
    state.seat, state.wagons[1] = 1, 2
    ended, lost, done, path, *totals = end_of(state)
    if lost.done:
        lost, done = done, lost
    way = [route("Denver", "Santa Fe"), route("El Paso", "Santa Fe")]
    assert (ended.reason, ended.seat, ended.wagons) == ("wagons", 1, 2)
    assert str(ended.text) == "2 wagons left, and the last round has been played"
    assert (lost.ticket, lost.points, lost.path) == (ticket("New York", "Seattle"), -22, [])
    assert (done.ticket, done.points, sorted(done.path)) == (ticket("Denver", "El Paso"), 4, sorted(way))
    assert (path.length, sorted(path.trail), path.points, path.seat) == (4, sorted(way), 10, 0)
    assert [entry.total for entry in totals] == list(finished(state).scores())
    ended = end_of(begun())[0]
    assert ended.reason == "passes"
    assert str(ended.text) == (
        "everybody passed in turn, since no card can be drawn, no route can be paid for and no tickets are left:"
        " the game is over"
    )


def test_the_last_round_is_told_once():
    state = cards(begun(), "LLLL")
    state.wagons[0] = 3
    claimed, last = entries(state, 0, claim("Atlanta", "Nashville", locomotive=1))
    assert (claimed.seat, last.seat, last.wagons) == (0, 0, 2)


@pytest.mark.parametrize("seed", range(6))
def test_T31_the_end_names_whose_wagons_ran_out(seed):
    match = branchline.game("ticket-to-ride").start(players=3, seed=seed)
    rng = Generator(seed)
    while match.actors:
        match.play(match.actors[0], match.sample(match.actors[0], rng))
    told, summary = match.log(), match.summary
    first = next((entry for entry in told if isinstance(entry, log.LastRound)), None)
    ended = next(entry for entry in told if isinstance(entry, log.Ended))
    assert (ended.reason == "wagons") == (first is not None)
    if first is not None:
        assert ended.seat == first.seat == summary.ended_by
        assert ended.wagons is not None
        assert ended.wagons <= first.wagons


def test_T32_twice_its_points_hang_on_a_completed_ticket():
    state = begun()
    own(state, 0, ("Denver", "Santa Fe"), ("Santa Fe", "El Paso"))
    give_tickets(state, 0, ("Denver", "El Paso"), ("New York", "Seattle"))
    done, lost = sorted(GAME.feats(state, 0, []), key=lambda feat: -feat.points)
    assert (done.text.render("en"), done.points, done.stake) == ("Denver – El Paso", 4, 8)
    assert done.decided.render("ru") == "решил билет Денвер – Эль-Пасо"
    assert (lost.points, lost.stake) == (-22, 0)


# ── observations ──
@pytest.mark.parametrize("players", [2, 5])
def test_an_observation_has_what_the_seat_knows_and_no_more(players):
    sizes = {part.name: part.size for part in GAME.observation}
    state = begun(players)
    rng = Generator(3)
    for _ in range(120):
        if n := state.chance():
            state.apply_chance(rng.below(n))
            continue
        for seat in range(players):
            seen = list(GAME.observe(state, seat))
            assert len(seen) == sum(sizes.values())
            assert seen == list(GAME.observe(state.resample(seat, rng), seat))
        state.apply(state.seat, state.sample(state.seat, rng))


def test_the_parts_of_an_observation():
    state = cards(begun(3, seed=2), "UUL", row="LWUYO")
    give_tickets(state, 1, ("Denver", "El Paso"))
    own(state, 1, ("Boston", "New York"))
    state.seat = 2
    state.known[2 * 9 + 6] = 1
    seen, at = {}, 0
    vector = [int(number) for number in GAME.observe(state, 1)]
    for part in GAME.observation:
        seen[part.name] = vector[at : at + part.size]
        at += part.size
    assert (seen["players"], seen["step"], seen["turn"], seen["first"]) == ([3], [codes.TURN], [1], [2])
    assert (seen["final"], seen["chosen"], seen["deck"]) == ([-1], [-1], [int(state.deck_size)])
    assert seen["row"] == [0, 1, 1, 1, 1, 0, 0, 0, 1]
    assert seen["hand"] == [int(state.hands[9 + kind]) for kind in range(9)]
    mine, next_seat, gone = seen["seats"][:15], seen["seats"][15:30], seen["seats"][45:]
    assert mine[:4] == [0, 43, sum(seen["hand"]), 1]
    assert next_seat[6:] == [0, 0, 0, 0, 0, 0, 1, 0, 0]
    assert set(gone) == {-1}
    twins = [route("Boston", "New York", half) for half in (0, 1)]
    assert [seen["routes"][each] for each in twins] == [1, 6]
    assert seen["routes"][100:] == [-1] * 150
    assert seen["tickets"][ticket("Denver", "El Paso")] == 1
    assert seen["tickets"][30:] == [-1] * 170


def test_an_observation_tells_offered_and_returned_tickets():
    state = begun(2)
    act(state, 0, {"type": "tickets"})
    while n := state.chance():
        state.apply_chance(n - 1)
    offer = [int(number) for number in state.offered[:3]]
    tickets = list(GAME.observe(state, 0))[-200:]
    assert [tickets[each] for each in offer] == [6, 6, 6]
    assert {list(GAME.observe(state, 1))[-200:][each] for each in offer} == {0}
    act(state, 0, {"type": "keep", "tickets": offer[:1]})
    tickets = list(GAME.observe(state, 0))[-200:]
    above = 11 + int(state.fresh)
    assert [tickets[each] for each in offer] == [1, above, above + 1]
