"""S16–S21: points, crossings, owners, the end."""

from __future__ import annotations

import itertools

import pytest

import branchline
from branchline.core.generator import Generator
from branchline.games.strings.api.previews import OwnerEffect
from branchline.games.strings.game import GAME
from tests.rules.strings.tables import at_turn, lay, old_rail, put, rail, table

BASE = (200, 5800)


def setting(*stations, **options):
    """A table with stations in a row to the right of company A's base."""
    state = at_turn(table(**options), 0)
    for k, (kind, owner, reached) in enumerate(stations):
        put(state, kind, 1000 + 800 * k, 5800, owner=owner, reached=reached)
    return state


@pytest.mark.parametrize(
    ("kind", "owner", "points"),
    [
        ("central", -1, 3), ("city", 0, 3), ("city", 1, 1), ("transit", 0, 0), ("transit", 1, 2), ("regional", -1, 2),
        ("suburban", -1, 2), ("terminal", -1, 3), ("rural", -1, 1), ("yard", -1, 1), ("scenic", -1, 1),
    ],
)  # fmt: skip
def test_S16_every_new_station_brings_its_points_once(kind, owner, points):
    state = setting((kind, owner, ()))
    assert lay(state, [BASE, (1000, 5800)]).points == points
    assert int(state.points[0]) == 3 + points
    at_turn(state, 0)
    assert lay(state, [(200, 5700), (1000, 5700)]).points == (1 if kind == "yard" else 0)


def test_S16_another_base_brings_2():
    state = at_turn(table(), 0)
    assert lay(state, [BASE, (200, 300)], "long").points == 2


def test_S16_a_scenic_station_in_the_mountains_brings_3():
    state = at_turn(table(mountains=[(700, 5400), (1500, 5400), (1500, 5990), (700, 5990)]), 0)
    put(state, "scenic", 1000, 5700)
    count = lay(state, [BASE, (1000, 5700)])
    assert count.stations[1].points == 3
    assert count.points == 2, "one crossing of the mountain string"


@pytest.mark.parametrize("order", list(itertools.permutations(range(4))))
def test_S16_stations_are_counted_in_the_order_of_the_string(order):
    state = at_turn(table(), 0)
    for place in order:
        put(state, "central", 800 + 600 * place, 5800)
    stations = [row.station for row in lay(state, [BASE, (2600, 5800)]).stations]
    assert stations == [0, *(4 + order.index(place) for place in range(4))]


def test_S16_the_order_is_that_of_the_first_contact_where_a_tile_overlaps_the_way():
    # The middle of the first tile lies farther along the string than that of the second.
    state = at_turn(table(), 0)
    first, second = put(state, "transit", 1000, 5800, reached=(0,)), put(state, "rural", 1100, 5390)
    points = [(1190, 5605), (1100, 5590)]
    move = GAME.parse(state, 0, rail(points))
    assert GAME.text(state, 0, move).render("en") == f"short string: transit #{first + 1} → rural #{second + 1}; +1"
    assert [row.station for row in lay(state.clone(), points).stations] == [first, second]
    assert [row.station for row in lay(state, points[::-1]).stations] == [second, first]


def test_S17_every_crossing_costs_1_by_itself():
    zigzag = [(500, 5900), (600, 5500), (700, 5900), (750, 5500)]
    state = setting(("central", -1, ()), river=zigzag)
    count = lay(state, [BASE, (1000, 5800)])
    assert [row.string for row in count.crossings] == ["river"] * 3
    assert count.crossings[0].at[1] == 5800
    assert count.points == 0


def test_S17_own_rails_count_too():
    state = setting(("central", -1, ()))
    old_rail(state, 0, [(600, 5990), (600, 5500)])
    count = lay(state, [BASE, (1000, 5800)])
    assert (count.crossings[0].company, count.points) == (0, 2)


def test_S17_a_crossing_on_a_station_is_free_its_edge_included():
    state = setting(("central", -1, ()), ("regional", -1, ()))
    old_rail(state, 1, [(1000, 5990), (1000, 5500)])
    old_rail(state, 2, [(1200, 5990), (1200, 5500)])
    old_rail(state, 3, [(1201, 5990), (1201, 5500)])
    count = lay(state, [BASE, (1800, 5800)])
    assert [(row.company, row.points) for row in count.crossings] == [(1, 0), (2, 0), (3, -1)]
    assert count.points == 4


def test_S17_a_crossing_on_a_station_that_the_new_string_does_not_touch_cannot_be():
    state = setting(("central", -1, ()))
    old_rail(state, 1, [(600, 5990), (600, 5500)])
    assert lay(state, [BASE, (1000, 5800)]).crossings[0].points == -1


@pytest.mark.parametrize(("expert", "cost"), [(False, 1), (True, 2)])
def test_S17_experts_pay_2_for_others_rails_only(expert, cost):
    state = setting(("central", -1, ()), expert=expert, river=[(500, 5990), (500, 5500)])
    old_rail(state, 0, [(600, 5990), (600, 5500)])
    old_rail(state, 1, [(700, 5990), (700, 5500)])
    count = lay(state, [BASE, (1000, 5800)])
    assert sorted(row.points for row in count.crossings) == sorted([-1, -1, -cost])
    assert count.points == 1 - cost


def test_S17_through_a_vertex_counts_once():
    state = setting(("central", -1, ()))
    old_rail(state, 1, [(600, 5990), (600, 5800), (650, 5500)])
    assert len(lay(state.clone(), [BASE, (1000, 5800)]).crossings) == 1
    assert len(lay(state, [BASE, (600, 5800), (1000, 5790)]).crossings) == 1


@pytest.mark.parametrize(("kind", "effect"), [("base", -1), ("city", -1), ("transit", 1)])
def test_S18_owners_feel_every_string_of_an_opponent(kind, effect):
    state = setting((kind, 1, (1,)), ("regional", -1, ()))
    count = lay(state, [BASE, (1000, 5800)])
    assert count.owners == [OwnerEffect(station=4, company=1, points=effect)]
    assert int(state.points[1]) == 3 + effect
    at_turn(state, 0)
    lay(state, [(1000, 5800), (1800, 5800)])
    assert int(state.points[1]) == 3 + 2 * effect, "also a string that only starts there"


def test_S18_owner_effect_first():
    state = setting(("transit", 1, (1,)), ("regional", -1, ()), first_only=True)
    lay(state, [BASE, (1000, 5800)])
    at_turn(state, 0)
    lay(state, [(1000, 5800), (1800, 5800)])
    assert int(state.points[1]) == 4
    at_turn(state, 2)
    state.table.reached[5] |= 1 << 2
    lay(state, [(1800, 5700), (1000, 5700)])
    assert int(state.points[1]) == 5, "the first string of another opponent"


def test_S18_never_for_the_owners_own_strings():
    state = setting(("transit", 0, ()))
    assert lay(state, [BASE, (1000, 5800)]).owners == []
    assert int(state.points[0]) == 3


def test_S7_ones_own_second_company_is_an_opponent():
    state = at_turn(table(2), 0)
    put(state, "city", 1000, 5800, owner=2, reached=(2,))
    lay(state, [BASE, (1000, 5800)])
    assert [int(points) for points in state.points] == [4, 3, 2, 3]


def test_S19_a_yard_brings_1_for_every_own_string():
    state = setting(("yard", -1, ()), ("yard", -1, ()))
    assert lay(state, [BASE, (1800, 5800)]).points == 2
    at_turn(state, 0)
    assert lay(state, [(200, 5700), (1000, 5700)]).points == 1
    assert int(state.tally[1]) == 3


def test_S20_points_may_become_negative():
    state = setting(("rural", -1, ()), river=[(400 + 25 * k, 5900 if k % 2 else 5700) for k in range(16)])
    lay(state, [BASE, (1000, 5800)])
    assert int(state.points[0]) < -5


@pytest.mark.parametrize(("players", "turns"), [(2, 20), (3, 15), (4, 20), (5, 20)])
def test_S21_five_rounds_with_five_players_four(players, turns):
    match = branchline.game("string-railway").start(players=players, seed=3)
    rng = Generator(3)
    while match.actors:
        match.play(match.actors[0], match.sample(match.actors[0], rng))
    view = match.view()
    assert view.turn == turns
    assert all(row.short == row.long == 0 for row in view.companies)
    for row in view.companies:
        parts = row.start + row.stations + row.yards + row.crossings + row.visitors
        assert row.points == parts
    if players > 2:
        best = max(match.result.scores)
        assert match.result.winners == [seat for seat, points in enumerate(match.result.scores) if points == best]


def test_suggest_connects_stations_and_completes_a_string():
    match = branchline.game("string-railway").start(seed=4)
    rng = Generator(4)
    while match.view().phase != "lay":
        match.play(match.actors[0], match.sample(match.actors[0], rng))
    view = match.view()
    new = view.stations[-1].n
    before = match.state.to_bytes()
    for request in ({"stations": [0, new]}, {"stations": [new, 0]}, {"points": [[200, 5800], [600, 5400]]}, {}):
        found = match.suggest(0, request)
        assert found, request
        for action in found:
            count = match.check(0, action.data)
            assert count.length <= count.limit
    assert match.suggest(0, {"points": [[200, 5800], [600, 5400]]})[0].data["points"][1] == [600, 5400]
    assert len(match.state.drafts) == 0, "what was only asked for leaves no trace"
    assert match.state.to_bytes() == before


def test_a_rail_is_told_by_the_stations_that_it_reaches_in_their_order():
    state = at_turn(table(), 0, turn=4)
    rural = put(state, "rural", 1200, 5800)
    put(state, "central", 1800, 5800)

    def told(language: str, *points: tuple[int, int]) -> str:
        return GAME.text(state, 0, GAME.parse(state, 0, rail([(200, 5800), *points]))).render(language)

    assert told("en", (1200, 5800)) == f"short string: base A → rural #{rural + 1}; +1"
    assert told("ru", (1200, 5800)) == f"короткая: база А → сельская №{rural + 1}; +1"
    assert told("en", (1800, 5800)) == f"short string: base A → rural #{rural + 1} → central #{rural + 2}; +4"


@pytest.mark.parametrize("seed", range(4))
def test_suggestions_can_be_told_apart(seed):
    match = branchline.game("string-railway").start(seed=seed)
    rng = Generator(seed)
    while match.view().phase != "lay" or match.view().round < 3:
        match.play(match.actors[0], match.sample(match.actors[0], rng))
    found = match.suggest(match.actors[0], {})
    assert found
    for language in ("en", "ru"):
        assert len({action.text.render(language) for action in found}) == len(found)


@pytest.mark.parametrize("players", [2, 4])
def test_the_strings_of_a_seat_add_up_to_what_its_company_earned_by_them(players):
    match = branchline.game("string-railway").start(players=players, seed=2)
    rng = Generator(5)
    while match.actors:
        match.play(match.actors[0], match.sample(match.actors[0], rng))
    summary, result = match.summary, match.result
    winner = result.winners[0]
    parts = {source.name: source.points[winner] for source in summary.sources}
    assert sum(feat.points for feat in summary.feats) == parts["stations"] + parts["yards"] + parts["crossings"]
