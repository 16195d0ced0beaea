"""S1–S7: pieces, field, river, mountains, bases, players."""

from __future__ import annotations

import collections
import itertools
import math
import random
from fractions import Fraction

import pytest

import branchline
from branchline.core.errors import IllegalAction
from branchline.core.generator import Generator
from branchline.games.strings.rules import codes, outlines
from branchline.games.strings.rules import mountains as mountain_rules
from branchline.games.strings.rules import river as river_rules
from branchline.games.strings.rules.lines import inside, line_through
from branchline.games.strings.rules.pieces import KINDS, LIMIT, NUMBER, OTHER_POINTS, OWNER_POINTS
from tests.rules.strings import oracle
from tests.rules.strings.tables import at_turn, cases, play, refused, table
from tests.rules.strings.test_contact import along, overlap, simple_paths
from tests.rules.strings.test_geometry import grid_ring

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
        "short": 3000, "long": 6000, "field": 24000, "river": 5000, "mountains": 6000, "least_river": 4500,
        "least_mountains": 5400, "station": 400, "clearance": 10,
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
        assert match.state.table.river.length() >= 4500 * 1024


def at_river(phase=codes.LAY_RIVER):
    state = table()
    state.phase = phase
    return state


def test_S5_one_end_of_the_river_may_stick_out():
    state = at_river()
    for ends in ([(3000, 600), (3000, 5400)], [(3000, -900), (3000, 3800)], [(3000, 2200), (3000, 6900)]):
        assert river_rules.fault(state.table.ground(), line_through(ends, False)) == 0
    both = {"type": "river", "points": [[1000, -10], [1000, 1000], [-10, 1000]]}
    assert refused(state, both).rule == "S5"
    away = {"type": "river", "points": [[1000, -100], [2000, -100]]}
    assert refused(state, away).code == "strings.river_outside"
    bulge = {"type": "river", "points": [[1000, 1000], [1500, -100], [2000, 1000]]}
    assert refused(state, bulge).detail.at == (1500, -100)


def river_fault(*points):
    """What is wrong with a river on the square; it is the same for the river turned round and for its images."""
    faults = set()
    for way in (points, points[::-1]):
        for image in (
            lambda x, y: (x, y),
            lambda x, y: (6000 - x, y),
            lambda x, y: (x, 6000 - y),
            lambda x, y: (y, x),
            lambda x, y: (6000 - y, 6000 - x),
        ):
            line = line_through([image(*point) for point in way], False)
            faults.add(int(river_rules.fault(at_river().table.ground(), line)))
    (fault,) = faults
    return fault


def test_S5_a_river_may_touch_the_black_string_from_inside_on_every_side_alike():
    assert river_fault((1500, 1000), (3000, 0), (4500, 1000), (5400, 1800)) == 0, "with a corner"
    assert river_fault((1000, 800), (1500, 0), (4000, 0), (4500, 1000)) == 0, "along it"
    assert river_fault((1500, 0), (1600, 1000), (5100, 1500)) == 0, "with an end"
    assert river_fault((1500, 800), (3000, -1), (4500, 800), (5500, 1500)) == codes.LEAVES_FIELD
    assert river_fault((1500, -5), (1600, 1000), (5100, 1500)) == 0, "one end sticks out"
    assert river_fault((1500, -5), (1600, 1000), (4000, 1000), (5200, 0)) == 0, "and the other touches"
    assert river_fault((1500, -5), (1600, 1000), (4000, 1000), (5200, -5)) == codes.LEAVES_FIELD, "only one end"
    assert river_fault((2000, -300), (3000, 0), (3000, 3600)) == 0, "it leaves through a corner of its own"
    assert river_fault((1000, -600), (1500, 0), (3000, 0), (3000, 2500)) == 0, "along the black string, then out"


def test_S5_at_least_three_quarters_of_the_river_lie_inside():
    assert river_fault((3000, -1200), (3000, 3600)) == 0
    assert river_fault((3000, -1201), (3000, 3600)) == codes.TOO_FAR_OUT
    error = refused(at_river(), {"type": "river", "points": [[3000, -2500], [3000, 2500]]})
    assert (error.rule, error.code) == ("S5", "strings.river_far_out")


def test_S5_the_river_is_at_least_nine_tenths_of_its_string():
    assert river_fault((3000, 700), (3000, 5200)) == 0
    assert river_fault((3000, 700), (3000, 5199)) == codes.TOO_SHORT
    error = refused(at_river(), {"type": "river", "points": [[3000, 700], [3000, 5199]]})
    assert (error.code, error.facts["length"], error.facts["least"]) == ("strings.river_short", 449, 450)
    assert refused(at_river(), {"type": "river", "points": [[3000, 3000], [3000, 3001]]}).code == "strings.river_short"


def test_S5_the_mountains_are_at_least_nine_tenths_of_their_string():
    state = at_river(codes.LAY_MOUNTAINS)
    square = lambda side: [[2000, 2000], [2000 + side, 2000], [2000 + side, 2000 + side], [2000, 2000 + side]]  # noqa: E731
    error = refused(state, {"type": "mountains", "points": square(1349)})
    assert (error.code, error.facts["length"], error.facts["least"]) == ("strings.mountains_short", 539, 540)
    play(state, {"type": "mountains", "points": square(1350)})


def test_S5_the_mountains_enclose_at_least_half_of_a_square_of_their_outline():
    # A rectangle a × b has half the area of the square where b : a is 0.1716 : 1.
    state = at_river(codes.LAY_MOUNTAINS)
    narrow = [[1500, 2000], [3918, 2000], [3918, 2414], [1500, 2414]]
    error = refused(state, {"type": "mountains", "points": narrow})
    assert (error.rule, error.code) == ("S5", "strings.mountains_narrow")
    enough = [[1500, 2000], [3916, 2000], [3916, 2415], [1500, 2415]]
    for points in (enough[::-1], enough):
        assert mountain_rules.fault(state.table.ground(), line_through([tuple(p) for p in points], True)) == 0
    play(state, {"type": "mountains", "points": enough})


@cases
def test_S5_inside_and_outside_of_a_river_by_rational_arithmetic(cases):
    """Rivers over small rings: how much lies inside, and whether more than one end sticks out."""
    rng = random.Random(31)
    rings = [grid_ring(rng, rng.randrange(3, 8), 5) for _ in range(200)]
    seen = collections.Counter()
    for n, path in enumerate(simple_paths(rng, 4, 6, cases)):
        ring = rings[n % 200]
        pieces = inside_pieces(ring, path)
        found = river_rules.length_inside(line_through(ring, True), line_through(path, False))
        signs = [sign for sign, _ in itertools.groupby(sign for sign, _ in pieces if sign)]
        right = signs in ([], [1], [1, -1], [-1, 1])
        assert (found >= 0) == right, (ring, path)
        if right:
            kept = pieces if signs != [-1, 1] else pieces[::-1]
            within = sum(size for _, size in itertools.takewhile(lambda piece: piece[0] >= 0, kept))
            assert abs(found / 1024 - within) < 0.01, (ring, path)
        seen[tuple(signs)] += 1
    assert min(seen[(1,)], seen[(1, -1)], seen[(-1, 1)], seen[(-1,)]) > cases / 400


def inside_pieces(ring, path):
    """The pieces of a string between its contacts with a ring: inside (1), on it (0) or outside, and their length."""
    found = []
    for p, q in itertools.pairwise(path):
        stops = {Fraction(0), Fraction(1)}
        for a, b in zip(ring, ring[1:] + ring[:1], strict=True):
            part = overlap(p, q, a, b)
            if part is not None:
                stops |= set(part)
        for low, high in itertools.pairwise(sorted(stops)):
            middle = along([p, q], (low + high) / 2)
            found.append((oracle.inside(ring, middle), float(high - low) * math.dist(p, q)))
    return found


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
    play(state, {"type": "mountains", "points": [[1500, 2100], [2200, 2900], [1500, 3800], [1, 3000]]})
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
    match.play(2, {"type": "river", "points": [[3000, 700], [3000, 5300]]})
    match.play(3, {"type": "mountains", "points": [[2300, 2300], [3700, 2300], [3700, 3700], [2300, 3700]]})
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
