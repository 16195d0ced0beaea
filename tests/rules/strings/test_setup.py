"""S1–S7, S22: pieces, field, river, mountains, bases, players."""

from __future__ import annotations

import json

import pytest

import branchline
from branchline.core.errors import IllegalAction, MalformedAction, OptionError
from branchline.core.generator import Generator
from branchline.games.strings.rules import codes, outlines
from branchline.games.strings.rules import mountains as mountain_rules
from branchline.games.strings.rules import river as river_rules
from branchline.games.strings.rules.lines import inside, line_through
from branchline.games.strings.rules.pieces import KINDS, LIMIT, NUMBER, OTHER_POINTS, OWNER_POINTS
from tests.rules.strings.tables import at_turn, play, refused, table

GAME = branchline.game("string-railway")


def start(players=4, seed=1, **options):
    return GAME.start(players=players, seed=seed, **options)


def test_S1_stations_as_the_table_says():
    assert [int(n) for n in NUMBER] == [0, 4, 2, 5, 6, 3, 6, 2, 8, 2]
    assert [int(n) for n in LIMIT] == [5, 5, 5, 5, 3, 3, 2, 5, 1, 2]
    assert [int(n) for n in OTHER_POINTS][:5] == [2, 3, 1, 2, 2]
    assert [int(n) for n in OWNER_POINTS][:5] == [3, 3, 3, 0, 2]
    assert KINDS == 10
    view = start().view()
    assert [(row.short, row.long) for row in view.companies] == [(4, 1)] * 4


@pytest.mark.parametrize(("stations", "rural"), [(38, 8), (35, 5)])
def test_S2_38_stations_or_35(stations, rural):
    match = start(stations=stations, setup="players")
    assert sum(match.view().stack.values()) == stations
    assert match.view().stack["rural"] == rural


def test_S3_sizes():
    sizes = start().view().sizes
    assert branchline.to_builtins(sizes) == {
        "short": 3000, "long": 6000, "field": 24000, "river": 5000, "mountains": 6000, "station": 400, "clearance": 10,
    }  # fmt: skip


@pytest.mark.parametrize(("players", "corners", "side"), [(2, 4, 6000), (3, 3, 6000), (4, 4, 6000), (5, 5, 4800)])
def test_S4_triangle_square_pentagon(players, corners, side):
    points = start(players=players).view().field.points
    assert len(points) == corners
    for (x, y), (u, v) in zip(points, points[1:] + points[:1], strict=True):
        assert abs(((x - u) ** 2 + (y - v) ** 2) ** 0.5 - side) < 1.5


@pytest.mark.parametrize(
    ("players", "field", "river", "mountains"), [(2, 1, 0, 1), (3, 0, 1, 1), (4, 1, 2, 3), (5, 2, 3, 4)]
)
def test_S4_who_lays_what(players, field, river, mountains):
    match = start(players=players, setup="players")
    rng = Generator(1)
    for phase, seat in (("field", field), ("river", river), ("mountains", mountains), ("corner", 0)):
        assert match.view().phase == phase
        assert match.actors == (seat,)
        match.play(seat, match.sample(seat, rng))


def test_S4_a_ready_made_table_comes_from_chance():
    views = [start(seed=seed).view() for seed in (1, 1, 2)]
    assert views[0].river == views[1].river != views[2].river
    assert views[0].mountains != views[2].mountains
    assert views[0].phase == "place"
    assert [row.corner for row in views[0].companies] == [0, 1, 2, 3]


@pytest.mark.parametrize("players", [2, 3, 4, 5])
@pytest.mark.parametrize("shape", ["standard", "circle", "oval"])
def test_S4_ready_made_rivers_and_mountains_keep_the_rules(players, shape):
    for seed in range(12):
        match = start(players=players, seed=seed, field=shape)
        field = match.state.table.ground()
        assert river_rules.fault(field, match.state.table.river) == 0
        assert mountain_rules.fault(field, match.state.table.mountains) == 0
        assert match.state.table.river.length() > 3000 * 1024


def at_river(phase=codes.LAY_RIVER):
    state = table()
    state.phase = phase
    return state


def test_S5_one_end_of_the_river_may_stick_out():
    state = at_river()
    for ends in ([(3000, 1000), (3000, 5000)], [(3000, -900), (3000, 3000)], [(3000, 3000), (3000, 6900)]):
        assert river_rules.fault(state.table.ground(), line_through(ends, False)) == 0
    both = {"type": "river", "points": [[1000, -10], [1000, 1000], [-10, 1000]]}
    assert refused(state, both).rule == "S5"
    away = {"type": "river", "points": [[1000, -100], [2000, -100]]}
    assert refused(state, away).code == "strings.river_outside"
    bulge = {"type": "river", "points": [[1000, 1000], [1500, -100], [2000, 1000]]}
    assert refused(state, bulge).detail.at == (1500, -100)


def test_S5_a_river_does_not_cross_itself_nor_outgrow_its_string():
    state = at_river()
    knot = {"type": "river", "points": [[1000, 1000], [2000, 1000], [2000, 2000], [1500, 500]]}
    error = refused(state, knot)
    assert error.code == "strings.river_self"
    assert error.detail.at[1] == 1000
    long = refused(state, {"type": "river", "points": [[500, 500], [5501, 500]]})
    assert long.code == "strings.river_long"
    assert long.facts["most"] == 500


def test_S5_mountains_lie_strictly_inside():
    state = at_river(codes.LAY_MOUNTAINS)
    touching = {"type": "mountains", "points": [[0, 3000], [1000, 2500], [1000, 3500]]}
    assert refused(state, touching).code == "strings.mountains_outside"
    bow = {"type": "mountains", "points": [[1000, 1000], [2000, 2000], [2000, 1000], [1000, 2000]]}
    assert refused(state, bow).code == "strings.mountains_self"
    big = {"type": "mountains", "points": [[1000, 1000], [3000, 1000], [3000, 3000], [1000, 3000]]}
    assert refused(state, big).code == "strings.mountains_long"


@pytest.mark.parametrize(
    "points",
    [
        [[1000, 3000], [1500, 2500], [1500, 3500], [-1, 3000]],
        [[1000, 3000], [1500, 2500], [1500, 3500], [0, 3000]],
        [[3000, 1000], [3500, 1500], [2500, 1500], [2900, -200], [3000, 800]],
        [[5000, 3000], [4500, 3500], [4500, 2500], [6300, 2900]],
    ],
)
def test_S5_mountains_may_not_leave_the_field_after_their_first_point(points):
    error = refused(at_river(codes.LAY_MOUNTAINS), {"type": "mountains", "points": points})
    assert (error.rule, error.code) == ("S5", "strings.mountains_outside")
    assert error.detail.at == next(
        tuple(point) for point in points if not 0 < point[0] < 6000 or not 0 < point[1] < 6000
    )


def test_S5_mountains_may_lie_close_to_the_border():
    state = at_river(codes.LAY_MOUNTAINS)
    play(state, {"type": "mountains", "points": [[1000, 3000], [1500, 2500], [1500, 3500], [1, 3000]]})
    assert state.phase == codes.CHOOSE_CORNER


def test_S5_both_keep_clear_of_the_bases_places():
    state = at_river()
    error = refused(state, {"type": "river", "points": [[200, 200], [2000, 2000]]})
    assert error.code == "strings.river_base"
    assert error.detail.at == (200, 200)
    state.phase = codes.LAY_MOUNTAINS
    loop = {"type": "mountains", "points": [[300, 300], [1200, 300], [1200, 1200], [300, 1200]]}
    assert refused(state, loop).code == "strings.mountains_base"


def test_S5_river_and_mountains_may_cross_each_other():
    match = start(setup="players")
    match.play(1, {"type": "field", "turn": 0})
    match.play(2, {"type": "river", "points": [[3000, 1000], [3000, 5000]]})
    match.play(3, {"type": "mountains", "points": [[2500, 2500], [3500, 2500], [3500, 3500], [2500, 3500]]})
    assert match.view().phase == "corner"


def test_S6_bases_lie_in_chosen_corners_and_everybody_has_3_points():
    match = start(setup="players")
    rng = Generator(2)
    for seat in (1, 2, 3):
        match.play(seat, match.sample(seat, rng))
    field = match.view().field
    for seat, corner in enumerate((2, 0, 3, 1)):
        match.play(seat, {"type": "corner", "corner": corner})
        if seat == 0:
            with pytest.raises(IllegalAction, match="already"):
                match.play(1, {"type": "corner", "corner": 2})
    view = match.view()
    for seat, corner in enumerate((2, 0, 3, 1)):
        base = view.stations[seat]
        assert base.kind == "base"
        assert base.owner == seat
        assert field.points[corner] in base.corners
    assert [row.points for row in view.companies] == [3, 3, 3, 3]


@pytest.mark.parametrize("companies", [3, 4, 5])
def test_S6_a_base_is_symmetric_about_its_corners_bisector(companies):
    for field in outlines.standard(companies):
        xs, ys = list(field.ring.xs)[:-1], list(field.ring.ys)[:-1]
        middle = sum(xs) / companies, sum(ys) / companies
        for k, mark in enumerate(field.marks):
            corner = xs[k], ys[k]
            assert corner in set(zip(mark.line.xs, mark.line.ys, strict=True))
            ax, ay = mark.x - corner[0], mark.y - corner[1]
            bx, by = middle[0] - corner[0], middle[1] - corner[1]
            assert abs(ax * by - ay * bx) / (bx * bx + by * by) ** 0.5 < 2
            assert ax * bx + ay * by > 0
            stick_out = [inside(field.ring, x, y) < 0 for x, y in zip(mark.line.xs, mark.line.ys, strict=True)]
            assert any(stick_out) == (companies == 3) or companies == 4


def test_S7_two_players_run_two_companies_with_bases_opposite():
    match = start(players=2, setup="players")
    rng = Generator(1)
    for seat in (1, 0, 1):
        match.play(seat, match.sample(seat, rng))
    match.play(0, {"type": "corner", "corner": 1})
    with pytest.raises(IllegalAction, match="second company") as error:
        match.play(1, {"type": "corner", "corner": 3})
    assert error.value.rule == "S7"
    match.play(1, {"type": "corner", "corner": 2})
    assert [row.corner for row in match.view().companies] == [1, 2, 3, 0]
    assert [row.seat for row in match.view().companies] == [0, 1, 0, 1]


@pytest.mark.parametrize(
    ("points", "scores"),
    [([10, 4, 2, 9], [10, 9]), ([2, 9, 10, 4], [10, 9]), ([-3, -5, -4, -2], [-3, -2]), ([7, 7, 7, 7], [7, 7])],
)
def test_S7_a_seats_score_is_that_of_its_better_company(points, scores):
    state = table(2)
    for company in range(4):
        state.points[company] = points[company]
    assert [int(score) for score in state.scores()] == scores
    assert GAME.view(state, 0).scores == scores


def test_S21_without_second_companies_a_seats_score_is_its_points():
    state = table(3)
    state.points[1] = 8
    assert [int(score) for score in state.scores()] == [3, 8, 3]
    assert [int(key) for key in state.ranking()] == [3, 8, 3]


@pytest.mark.parametrize(
    ("points", "winners"),
    [([20, 15, 3, 19], [0]), ([20, 20, 5, 6], [1]), ([20, 6, 6, 20], [0, 1]), ([1, 9, 30, 29], [0])],
)
def test_S7_the_best_company_wins_then_the_other(points, winners):
    state = at_turn(table(2), 0)
    for company, value in enumerate(points):
        state.points[company] = value
    keys = [int(key) for key in state.ranking()]
    assert [seat for seat in (0, 1) if keys[seat] == max(keys)] == winners


def test_S22_a_circle_and_an_oval():
    for shape, ratio in (("circle", 1.0), ("oval", 1.5)):
        points = start(field=shape).view().field.points
        width, height = (max(point[k] for point in points) for k in (0, 1))
        assert abs(width / height - ratio) < 0.01
        assert 23_000 <= outlines.perimeter_of([tuple(point) for point in points]) <= 24_000


COUNTRY = {
    "type": "FeatureCollection",
    "features": [
        {
            "type": "Feature",
            "properties": {},
            "geometry": {"type": "Polygon", "coordinates": [[[0, 0], [1, 0], [0, 1]]]},
        },
        {
            "type": "Feature",
            "properties": {},
            "geometry": {
                "type": "MultiPolygon",
                "coordinates": [
                    [[[20, 50], [30, 49], [34, 52], [33, 56], [28, 54], [24, 57], [19, 54], [20, 50]]],
                    [[[0, 0], [1, 0], [1, 1], [0, 0]]],
                ],
            },
        },
    ],
}


def test_S22_a_country_from_geojson_is_scaled_and_plays_to_the_end():
    match = start(field=json.dumps(COUNTRY))
    points = [tuple(point) for point in match.view().field.points]
    assert len(points) == 7
    assert 23_000 <= outlines.perimeter_of(points) <= 24_000
    assert len(match.view().field.marks) == 4
    rng = Generator(1)
    while match.actors:
        match.play(match.actors[0], match.sample(match.actors[0], rng))
    again = branchline.replay(match.record())
    assert again.options == match.options
    assert again.result == match.result


@pytest.mark.parametrize(
    ("value", "why"),
    [
        ('{"type": "Point", "coordinates": [1, 2]}', "no outline"),
        ('{"type": "Polygon", "coordinates": [[[0, 0], [1e400, 2], [3, 4]]]}', "no outline"),
        ("{broken", "no outline"),
        ("0,0 100,100 100,0 0,100", "crosses"),
        ("0,0 9000,0 9000,100 0,100", "too little"),
        ("0,0 1,x", "different points"),
        ("nonsense", "different points"),
    ],
)
def test_S22_a_shape_that_cannot_be_a_field(value, why):
    with pytest.raises(OptionError, match=why):
        start(field=value)


def test_S22_a_player_draws_the_field():
    match = start(field="free", setup="players")
    star = [[0, 300], [100, 100], [300, 0], [500, 100], [600, 300], [500, 500], [300, 600], [100, 500]]
    with pytest.raises(MalformedAction, match="crosses"):
        match.play(1, {"type": "field", "points": [[0, 0], [500, 500], [500, 0], [0, 500]]})
    with pytest.raises(IllegalAction, match="points"):
        match.play(1, {"type": "field", "turn": 3})
    match.play(1, {"type": "field", "points": star})
    points = [tuple(point) for point in match.view().field.points]
    assert 23_000 <= outlines.perimeter_of(points) <= 24_000
    assert branchline.replay(match.record(with_seed=True)).view() == match.view()
