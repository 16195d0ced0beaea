"""What leaves and enters the game: moves with payloads, log entries, the observation, a state's bytes."""

from __future__ import annotations

import pytest

import branchline
from branchline.core.generator import Generator
from branchline.games.strings.api import log
from branchline.games.strings.game import GAME
from branchline.games.strings.rules import codes
from branchline.games.strings.rules.lines import line_through
from tests.rules.strings.tables import at_turn, old_rail, put, rail, seat_of, table

BASE = (200, 5800)


def finished(seed=2, **options):
    match = branchline.game("string-railway").start(seed=seed, **options)
    rng = Generator(seed)
    while match.actors:
        match.play(match.actors[0], match.sample(match.actors[0], rng))
    return match


def test_parsing_and_asking_leave_the_state_as_it_is():
    state = at_turn(table(), 0)
    put(state, "central", 1500, 5800)
    before = state.to_bytes()
    move = GAME.parse(state, 0, rail([BASE, (1500, 5800)]))
    assert state.allows(0, move.number, move.payload)
    GAME.check(state, 0, move)
    GAME.suggest(state, 0, {})
    GAME.view(state, 0)
    assert state.to_bytes() == before
    assert state.drafts == []


def test_a_number_without_its_shape_is_no_action():
    state = at_turn(table(), 0)
    assert not state.allows(0, codes.SHAPE)
    assert state.payload(codes.SHAPE) is None
    assert state.payload(codes.GIVE_UP) is None


def test_a_sampled_action_can_be_done_in_any_copy():
    state = at_turn(table(), 0)
    put(state, "central", 1500, 5800)
    copy, other = state.clone(), state.clone()
    rng = Generator(1)
    for _ in range(3):
        number = state.sample(0, rng)
    shape = state.payload(number)
    assert shape is not None
    assert not other.allows(0, number), "the shape is in the first state"
    assert other.allows(0, number, shape)
    copy.apply(0, codes.SHAPE, shape)
    state.apply(0, number)
    assert state == copy
    assert state.drafts == [], "drafts do not outlive an action"
    assert copy.clone().drafts == []


def test_every_move_is_the_same_after_its_json():
    match = branchline.game("string-railway").start(seed=3, setup="players", field="free")
    rng = Generator(3)
    for _ in range(40):
        seat = match.actors[0]
        action = match.sample(seat, rng)
        move = GAME.parse(match.state, seat, action.data)
        assert GAME.to_json(match.state, seat, move) == action.data
        one, other = match.state.clone(), match.state.clone()
        one.apply(seat, action.move.number, action.move.payload)
        other.apply(seat, move.number, move.payload)
        assert one == other
        match.play(seat, action)


OUTLINE = "0,0 6600,0 6600,5200 4000,5200 4000,1600 2600,1600 2600,5200 0,5200"


@pytest.mark.parametrize(
    "options",
    [
        {"players": 2, "setup": "players", "field": OUTLINE},
        *(pytest.param(each, marks=pytest.mark.slow) for each in ({}, {"players": 5, "stations": 35})),
    ],
)
def test_a_state_comes_back_from_its_bytes(options):
    match = finished(4, **options)
    back = GAME.restore(match.state.to_bytes(), match.players, match.options)
    assert back == match.state
    assert back.scores() == match.state.scores()
    ours, theirs = GAME.view(back, None), GAME.view(match.state, None)
    assert ours == theirs
    assert back.table.ground().convex == match.state.table.ground().convex


def test_the_log_tells_a_rail_as_data():
    state = at_turn(table(river=[(500, 5990), (500, 5500)]), 0)
    new = put(state, "city", 1500, 5800, owner=1, reached=(1,))
    old = old_rail(state, 2, [(900, 5990), (900, 5500)])
    move = GAME.parse(state, 0, rail([BASE, (1500, 5800)], "long"))
    after = state.clone()
    after.apply(0, move.number, move.payload)
    laid, *parts = [line.entry for line in GAME.log_action(state, 0, move, after)]
    assert isinstance(laid, log.Laid)
    assert (laid.company, laid.rail, laid.long, laid.seat, laid.points) == (0, 1, True, 0, -1)
    assert [(row.station, row.kind, row.new, row.points) for row in laid.stations] == [
        (0, "base", False, 0),
        (new, "city", True, 1),
    ]
    assert [(row.string, row.rail, row.company, row.at, row.points) for row in laid.crossings] == [
        ("river", None, None, (500, 5800), -1),
        ("rail", old, 2, (900, 5800), -1),
    ]
    assert [type(part) for part in parts] == [log.Reaches, log.Crosses, log.Crosses, log.Visited]
    assert (parts[3].seat, parts[3].company, parts[3].points, parts[3].effect.station) == (1, 1, -1, new)


def test_the_log_names_what_the_view_shows():
    match = finished(5)
    view, entries = match.view(), match.log()
    placed = [entry for entry in entries if isinstance(entry, log.Placed)]
    laid = [entry for entry in entries if isinstance(entry, log.Laid)]
    drawn = [entry for entry in entries if isinstance(entry, log.Drawn)]
    assert len(placed) == len(view.stations) - 4 == len(drawn) - view.aside
    for entry in placed:
        station = view.stations[entry.station]
        assert (entry.station_kind, entry.at, entry.turn) == (station.kind, (station.x, station.y), station.turn)
        assert entry.owner == station.owner
        assert entry.seat == entry.company
    for entry in laid:
        shown = view.rails[entry.rail]
        assert (entry.company, entry.long) == (shown.company, shown.long)
    assert view.companies[1].points == 3 + sum(entry.points for entry in entries if entry.seat == 1)


def test_the_log_says_which_string_was_given_up():
    state = at_turn(table(), 0)
    state.long[0], state.short[0] = 0, 1
    move = GAME.parse(state, seat_of(state), {"type": "give_up"})
    after = state.clone()
    after.apply(0, move.number)
    (line,) = GAME.log_action(state, 0, move, after)
    assert isinstance(line.entry, log.GaveUp)
    assert (line.entry.company, line.entry.long) == (0, False)


def parts_of(state):
    """The observation by its parts' names."""
    values = [int(value) for value in GAME.observe(state, 0)]
    found = {}
    for part in GAME.observation:
        found[part.name], values = values[: part.size], values[part.size :]
    assert values == []
    return found


def test_the_observation_says_what_it_promises():
    state = at_turn(
        table(river=[(3000, 1000), (3000, 2000), (3000, 4000)], mountains=[(1000, 1000), (2000, 1000), (1500, 2000)]),
        1,
        turn=5,
    )
    state.aside = 2
    state.hand[4] = 1
    state.points[2] = 9
    state.long[3] = 0
    s = put(state, "scenic", 1500, 1300, owner=2, reached=(0, 3))
    old_rail(state, 3, [(100, 200), (400, 200), (400, 600)])
    seen = parts_of(state)
    assert seen["turn"] == [codes.LAY, 1, 5, 4, 2]
    assert seen["companies"] == [3, 4, 1, 0, 3, 4, 1, 1, 9, 4, 1, 2, 3, 4, 0, 3, 0, 0, 0, 0]
    assert seen["kinds"][8:10] == [1, 6]
    assert seen["kinds"][16:18] == [0, 8]
    points = list(zip(seen["river"][::2], seen["river"][1::2], strict=True))
    assert points == [(3000, 1000 + 200 * k) for k in range(16)]
    ring = list(zip(seen["field"][::2], seen["field"][1::2], strict=True))
    assert ring[0] == ring[-1] == (int(state.fields[0].ring.xs[0]), int(state.fields[0].ring.ys[0]))
    assert all(0 in point or 6000 in point for point in ring), "they lie on the square"
    assert seen["mountains"][:2] == seen["mountains"][-2:] == [1000, 1000]
    assert seen["stations"][6 * s : 6 * s + 12] == [10, 1500, 1300, 3, 0b1001, 1, 0, 0, 0, 0, 0, 0]
    assert seen["rails"][:5] == [1, 3, 0, 100, 200]
    assert seen["rails"][33:35] == [400, 600]
    assert not any(seen["rails"][35:])


def test_the_observation_has_one_length_in_every_position():
    sizes = set()
    for players in (2, 3, 4, 5):
        match = branchline.game("string-railway").start(players=players, seed=1, setup="players")
        sizes.add(len(GAME.observe(match.state, 0)))
    sizes.add(len(GAME.observe(finished(1, players=5).state, 0)))
    assert sizes == {sum(part.size for part in GAME.observation)}


def test_the_text_board_tells_all_that_lies_on_the_table():
    state = at_turn(table(river=[(500, 5400), (500, 700)], mountains=[(2000, 2000), (3400, 2000), (2700, 3400)]), 0)
    put(state, "city", 1500, 5800, owner=1, reached=(1,))
    put(state, "rural", 3000, 5800, reached=(2,))
    put(state, "scenic", 2700, 2400)
    state.table.add_rail(line_through([(1500, 5800), (5700, 5700)], False), 3, True)
    text = GAME.board(state, 0, "en").split("\n")
    assert text[0] == "Company A is to lay a string."
    assert "Company B (seat 2): 3 points; strings left: 4 short, 1 long." in text
    assert "Field, 600 × 600 mm: 0,600 → 0,0 → 600,0 → 600,600." in text
    assert "River, 470 mm: 50,540 → 50,70." in text
    assert any(line.startswith("Mountains, 454 mm round: 200,200 → ") for line in text)
    assert "Station 5: city of company B, at 150, 580 mm; brings A +1; connected: B (at most 5)." in text
    assert "Station 6: rural, at 300, 580 mm; full for A; connected: C (at most 1)." in text
    assert "Station 7: scenic, at 270, 240 mm, in the mountains; brings A +3; connected: nobody (at most 2)." in text
    assert "Rail 1 of company D, long, 421 mm: city #5 → rural #6 → base D; 150,580 → 570,570." in text
    assert "Верёвочка 1 компании Г, длинная, 421 мм: городская №5 → сельская №6 → база Г; 150,580 → 570,570." in (
        GAME.board(state, 0, "ru")
    )


@pytest.mark.parametrize(("players", "turns"), [(4, 2), pytest.param(2, 8, marks=pytest.mark.slow)])
def test_choices_are_different_and_in_the_order_of_the_stations(players, turns):
    match = branchline.game("string-railway").start(players=players, seed=2)
    rng = Generator(2)
    while match.actors and match.view().turn <= turns:
        seat = match.actors[0]
        offered = match.choices(seat)
        texts = [action.text.render("ru") for action in offered]
        assert len(set(texts)) == len(texts)
        for action in offered:
            match.check(seat, action)
        if match.view().phase == "lay":
            reached = {row.station for action in offered for row in match.check(seat, action).stations}
            for station in match.view().stations:
                assert (station.n in reached) == bool(match.suggest(seat, {"stations": [station.n]}))
            ends = [max(row.station for row in match.check(seat, action).stations) for action in offered[1:]]
            assert len(ends) > 1
        match.play(seat, match.sample(seat, rng))
