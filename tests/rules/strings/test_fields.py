"""S22: fields of any shape and size, from a file, from points, or drawn by a player."""

from __future__ import annotations

import itertools
import json
import math
import random
import time

import pytest

import branchline
from branchline.core.errors import IllegalAction, MalformedAction, OptionError
from branchline.core.generator import Generator
from branchline.games.strings.api import geojson
from branchline.games.strings.rules import mountains as mountain_rules
from branchline.games.strings.rules import outlines
from branchline.games.strings.rules import river as river_rules

GAME = branchline.game("string-railway")


def start(players=4, seed=1, **options):
    return GAME.start(players=players, seed=seed, **options)


def perimeter(view):
    return outlines.perimeter_of([tuple(point) for point in view.field.points])


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
        ('{"type": "Polygon", "coordinates": [[[0, 0], [1e400, 2], [3, 4]]]}', "too large"),
        ('{"type": "Polygon", "coordinates": [[[0, 0], [20000000, 2], [3, 4]]]}', "too large"),
        ('{"type": "Polygon", "coordinates": [[[0, 0], [%s, 2], [3, 4]]]}' % ("9" * 400), "too large"),
        ('{"type": "Polygon", "coordinates": []}', "empty"),
        ('{"type": "Polygon", "coordinates": [[]]}', "empty"),
        ('{"type": "Polygon", "coordinates": [[[1, 2], [3, 4], [1, 2]]]}', "empty"),
        ('{"type": "FeatureCollection", "features": []}', "no outline"),
        ('{"type": "Polygon"}', "no outline"),
        ('{"type": "Polygon", "coordinates": "' + "x" * 2_000_000 + '"}', "larger than 2 MB"),
        ('{"type": "Polygon", "coordinates": "' + "я" * 1_100_000 + '"}', "larger than 2 MB"),
        ("{broken", "not JSON"),
        ("0,0 100,100 100,0 0,100", "crosses"),
        ("0,0 9000,0 9000,100 0,100", "bases do not fit"),
        ("0,0 9000,0 9000,9000 0,9000 @ 0,0 9000,0 9000,9000", "3 marks were chosen for 4 companies"),
        ("0,0 9000,0 9000,9000 0,9000 @ 0,0 100,0 9000,9000 0,9000", "chosen marks"),
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


def test_S22_a_byte_order_mark_is_no_obstacle():
    plain, marked = start(field=json.dumps(COUNTRY)), start(field="\ufeff" + json.dumps(COUNTRY))
    assert plain.options == marked.options


def test_S22_a_country_with_a_hole_is_refused():
    outer = [[0, 0], [10, 0], [10, 10], [0, 10], [0, 0]]
    hole = [[4, 4], [6, 4], [6, 6], [4, 6], [4, 4]]
    with pytest.raises(OptionError, match="hole"):
        start(field=json.dumps({"type": "Polygon", "coordinates": [outer, hole]}))
    small = [[20, 0], [21, 0], [21, 1], [20, 0]]
    land = {"type": "MultiPolygon", "coordinates": [[outer], [small, small]]}
    assert len(start(field=json.dumps(land)).view().field.points) == 4, "a hole elsewhere does not matter"


@pytest.mark.parametrize("size", [60, 100, 140, 200])
@pytest.mark.parametrize("shape", ["circle", "oval", "0,0 500,0 900,400 500,900 0,700"])
def test_S22_a_free_field_has_a_size(size, shape):
    match = start(field=shape, field_size=size)
    assert 0.985 * 240 * size <= perimeter(match.view()) <= 240 * size
    assert branchline.replay(match.record(with_seed=True)).view() == match.view()


def test_S22_the_size_is_the_black_strings_unless_it_is_chosen():
    for shape in ("circle", "oval", "0,0 500,0 900,400 500,900 0,700"):
        assert 0.985 * 24_000 <= perimeter(start(field=shape).view()) <= 24_000
    for options in ({"field_size": 59}, {"field_size": 201, "field": "circle"}, {"field_size": 141}):
        with pytest.raises(OptionError):
            start(**options)
    assert start(field_size=200).view().field == start().view().field, "the standard field keeps its own size"


def test_S22_a_player_chooses_the_size_and_the_marks_of_a_drawn_field():
    match = start(field="free", setup="players")
    square = [[0, 0], [900, 0], [900, 900], [0, 900]]
    match.play(
        1, {"type": "field", "points": square, "size": 150, "marks": [[450, 0], [900, 450], [440, 900], [0, 430]]}
    )
    view = match.view()
    assert 35_500 <= perimeter(view) <= 36_000
    side = perimeter(view) // 4
    places = [tuple(mark.corners[0]) for mark in view.field.marks]
    for (x, y), (u, v) in zip(places, [(0.5, 0), (1, 0.5), (0.489, 1), (0, 0.478)], strict=True):
        assert abs(x - u * side) < 12
        assert abs(y - v * side) < 12
    again = branchline.replay(match.record(with_seed=True))
    assert again.view() == view
    assert again.state == match.state


def test_S22_marks_can_come_with_the_points_of_a_field():
    match = start(field="0,0 900,0 900,900 0,900 @ 450,0 900,450 450,900 0,450", field_size=140)
    side = perimeter(match.view()) // 4
    assert abs(match.view().field.marks[0].corners[0][0] - side // 2) < 12
    assert branchline.replay(match.record(with_seed=True)).view() == match.view()


def test_S22_marks_are_shifted_to_the_first_place_where_all_bases_fit():
    # The outline begins at the side of a thin arm, where no base fits.
    arm = [
        (1000, 0),
        (2000, 0),
        (2000, -2000),
        (6000, -2000),
        (6000, 3000),
        (2000, 3000),
        (2000, 100),
        (0, 100),
        (0, 0),
    ]
    points = outlines.scaled(arm)
    field = outlines.drawn(points, 4)
    way = outlines.Walk(outlines.checked(points))
    places = [way.nearest((int(mark.line.xs[0]), int(mark.line.ys[0]))) for mark in field.marks]
    assert places[0] > 500
    for a, b in itertools.pairwise(places):
        assert abs(b - a - way.whole // 4) < 5, "evenly along it"


def test_S22_only_as_many_bases_are_tested_as_companies_play():
    # Room for the bases of three companies, but not for those of five.
    bar = "0,0 1000,0 1000,1000 0,1000"
    assert len(start(players=3, field=bar, field_size=60).view().field.marks) == 3
    dumbbell = "0,0 1500,0 1500,690 5000,690 5000,0 6500,0 6500,1500 5000,1500 5000,810 1500,810 1500,1500 0,1500"
    with pytest.raises(OptionError, match="bases do not fit"):
        start(players=5, field=dumbbell, field_size=140)
    assert len(start(players=4, field=dumbbell, field_size=140).view().field.marks) == 4


FIELDS = {
    "strip": "0,0 15000,0 15000,1000 0,1000",
    "comb": "0,0 2500,0 2500,2000 2000,2000 2000,500 1500,500 1500,2000 1000,2000 1000,500 500,500 500,2000 0,2000",
    "fork": "0,0 1800,0 1800,3000 1200,3000 1200,600 600,600 600,3000 0,3000",
}


def play(match, rounds, sampled):
    """Play so many rounds, the first ones at random and the others by the greedy bot."""
    rng = Generator(0)
    greedy = branchline.bot("string-railway", "greedy")
    while match.actors and match.view().round <= rounds:
        seat = match.actors[0]
        by_chance = match.view().round <= sampled
        match.play(seat, match.sample(seat, rng) if by_chance else greedy.choose(match.sight(seat), seed=1))


@pytest.mark.parametrize("field", FIELDS)
def test_S22_a_strip_a_comb_and_a_fork_can_be_laid_and_begun(field):
    """River, mountains and corners from `sample`, and the first turns."""
    match = start(players=3, seed=0, field=FIELDS[field], setup="players")
    play(match, 1, 1)
    assert match.view().round == 2


@pytest.mark.slow
@pytest.mark.parametrize("players", [2, 3, 4, 5])
@pytest.mark.parametrize("field", FIELDS)
def test_S22_sample_and_bots_play_on_every_field_that_is_accepted(field, players):
    try:
        match = start(players=players, seed=0, field=FIELDS[field], setup="players")
    except OptionError as error:
        assert field != "strip", error
        return
    play(match, 5, 2)
    assert match.result is not None


@pytest.mark.slow
def test_S22_an_accepted_outline_has_bases_a_river_and_mountains():
    """120 stars of random reach: those that are accepted can be played, most of them are."""
    chance = random.Random(8)
    accepted = 0
    for _ in range(120):
        corners = chance.randrange(3, 30)
        star = []
        for k in range(corners):
            reach, angle = chance.uniform(1500, 4000), 2 * math.pi * k / corners
            star.append((round(reach * math.cos(angle)), round(reach * math.sin(angle))))
        try:
            field = outlines.drawn(outlines.scaled(star), chance.choice([3, 4, 5]))
        except outlines.FieldError as error:
            assert error.why in ("corner", "river", "mountains")
            continue
        accepted += 1
        assert river_rules.fault(field, field.river) == 0
        assert mountain_rules.fault(field, field.mountains) == 0
        for seed in range(3):
            assert river_rules.fault(field, river_rules.any_river(field, Generator(seed))) == 0
            assert mountain_rules.fault(field, mountain_rules.any_mountains(field, Generator(seed))) == 0
    assert accepted > 100


def coast(corners, seed=1):
    """A country with so many corners, as GeoJSON."""
    chance = random.Random(seed)
    ring = []
    for k in range(corners):
        reach, angle = 8 + chance.uniform(-0.05, 0.05) + math.sin(5 * k / corners), 2 * math.pi * k / corners
        ring.append([30 + reach * math.cos(angle), 50 + reach * math.sin(angle)])
    return json.dumps({"type": "Polygon", "coordinates": [ring]})


@pytest.mark.slow
def test_S22_an_outline_of_4000_corners_is_checked_in_under_50_ms():
    text = coast(4000)
    times = []
    for _ in range(5):
        began = time.process_time()
        points = geojson.outline(text)
        outlines.checked(points)
        times.append(time.process_time() - began)
    assert len(points) == geojson.CORNERS
    assert min(times) < 0.05


def test_S22_an_outline_that_would_cross_itself_with_few_corners_keeps_more():
    # A long thin inlet beside a wide bay: with few corners one would run through the other.
    ring = []
    for k in range(400):
        angle = 2 * math.pi * k / 400
        reach = 10 - (9 if 95 <= k <= 105 else 0) + 0.02 * (k % 2)
        ring.append([reach * math.cos(angle), reach * math.sin(angle)])
    points = geojson.outline(json.dumps({"type": "Polygon", "coordinates": [ring]}))
    assert outlines.checked(points)
