"""T33 in bounded time: the sweep against the plain search, networks that the search cannot finish, maps too tangled."""

from __future__ import annotations

import itertools
import json
import random
import time
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from librt.vecs import vec
from mypy_extensions import i64

from branchline.core.errors import OptionError
from branchline.games.tickets.api import maps
from branchline.games.tickets.rules.board import Board, build
from branchline.games.tickets.rules.network import Network
from branchline.games.tickets.rules.sweep import MOST_WIDTH, longest_choice, map_width, order_of
from tests.rules.tickets.positions import GAME

SOURCE = Path(maps.__file__).parents[1] / "data" / "usa.json"
Ends = list[tuple[int, int]]


def board_of(ends: Ends, lengths: list[int]) -> Board:
    """A map of nothing but routes."""
    cities = 1 + max(max(pair) for pair in ends)
    flat = [end for pair in ends for end in pair]
    return build("", cities, flat, lengths, [8] * len(ends), [], [0] * 10, 60, [3, 2, 3, 10, 0])


def measured(ends: Ends, lengths: list[int], steps: int | None = None, floor: int = 0) -> Network:
    """The network of somebody who owns all routes, measured by the search or, without steps, by the sweep."""
    network = Network(board_of(ends, lengths), vec[i64]([0] * len(ends)), 0)
    if steps is None:
        network.measure(True, floor)
    else:
        network.measure(True, floor, steps)
    return network


def brute(ends: Ends, lengths: list[int]) -> int:
    """The longest trail by trying everything."""

    def walk(city: int, used: int) -> int:
        ways = [n for n, pair in enumerate(ends) if not used >> n & 1 and city in pair]
        return max((lengths[n] + walk(sum(ends[n]) - city, used | 1 << n) for n in ways), default=0)

    return max(walk(city, 0) for city in {end for pair in ends for end in pair})


def check_trail(network: Network, ends: Ends, lengths: list[int]) -> None:
    """The trail that is kept is one, each route once, and as long as it is said to be."""
    city = int(network.start)
    assert len(set(network.trail)) == len(network.trail)
    for n in network.trail:
        assert city in ends[n]
        city = sum(ends[n]) - city
    assert sum(lengths[n] for n in network.trail) == network.best


networks = st.integers(2, 6).flatmap(
    lambda n: st.lists(
        st.tuples(st.integers(0, n - 1), st.integers(0, n - 1), st.integers(1, 6)).filter(lambda e: e[0] != e[1]),
        min_size=1,
        max_size=7,
    )
)


@settings(max_examples=300, deadline=None)
@given(networks)
def test_T33_the_sweep_agrees_with_trying_everything(routes):
    """Several components, doubles and loops included; with no step left to the search all is the sweep's."""
    ends, lengths = [(a, b) for a, b, _ in routes], [length for _, _, length in routes]
    expected = brute(ends, lengths)
    swept = measured(ends, lengths, steps=0)
    assert swept.best == expected == measured(ends, lengths).best
    check_trail(swept, ends, lengths)


@settings(max_examples=100, deadline=None)
@given(networks, st.integers(0, 30), st.integers(0, 12))
def test_T33_wherever_the_search_gives_up_the_answer_is_the_same(routes, floor, steps):
    ends, lengths = [(a, b) for a, b, _ in routes], [length for _, _, length in routes]
    assert measured(ends, lengths, steps, floor).best == max(floor, brute(ends, lengths))


def bipartite(a: int, b: int) -> Ends:
    return [(i, a + j) for i in range(a) for j in range(b)]


PETERSEN: Ends = [(i, (i + 1) % 5) for i in range(5)] + [(i, i + 5) for i in range(5)]
PETERSEN += [(5 + i, 5 + (i + 2) % 5) for i in range(5)]


@pytest.mark.parametrize(
    ("ends", "expected"),
    [
        pytest.param(bipartite(3, 8), 18, id="K3,8"),
        pytest.param(bipartite(3, 10), 22, id="K3,10"),
        pytest.param(bipartite(3, 20), 42, id="K3,20"),
        pytest.param(PETERSEN, 11, id="Petersen"),
        pytest.param(list(itertools.combinations(range(8), 2)), 25, id="K8"),
    ],
)
def test_T33_networks_that_a_search_never_ends_on_are_counted_at_once(ends, expected):
    """K3,8 took 156 s, and K3,10 never ended."""
    began = time.process_time()
    network = measured(ends, [1] * len(ends))
    assert network.best == expected
    check_trail(network, ends, [1] * len(ends))
    assert time.process_time() - began < 20  # interpreted and on a slow machine; compiled well under a second


def test_T33_the_widest_networks_do_not_make_anybody_wait():
    """Random networks of 45 routes that are as wide as a map may be, without the floor that the search gives."""
    chance = random.Random(33)
    tried = 0
    while tried < 6:
        far = [(a, a + chance.randint(1, MOST_WIDTH)) for a in chance.choices(range(16), k=45)]
        a, b = (vec[i64]([pair[end] for pair in far]) for end in (0, 1))
        if map_width(16 + MOST_WIDTH, list(a), list(b)) != MOST_WIDTH:
            continue
        tried += 1
        began = time.process_time()
        mask = longest_choice(order_of(16 + MOST_WIDTH, a, b), a, b, vec[i64]([1] * 45))
        assert mask.bit_count() > 30
        assert time.process_time() - began < 1  # interpreted too; 2.3 s compiled before choices were bounded


def test_the_width_of_maps():
    assert map_width(2, [0], [1]) == 2
    assert map_width(5, [0, 1, 2, 3], [1, 2, 3, 4]) == 2  # a line
    assert map_width(11, *map(list, zip(*bipartite(3, 8), strict=True))) == 4
    full = list(itertools.combinations(range(7), 2))
    assert map_width(7, *map(list, zip(*full, strict=True))) == 7
    usa = maps.load("usa")
    number = {city.name: n for n, city in enumerate(usa.cities)}
    ends = [(number[each.a], number[each.b]) for each in usa.routes]
    assert map_width(36, *map(list, zip(*ends, strict=True))) <= MOST_WIDTH


def tangled(n: int) -> dict:
    """A map on which every city is joined to every other."""
    usa = json.loads(SOURCE.read_text())
    usa["cities"] = usa["cities"][:n]
    names = [city["name"] for city in usa["cities"]]
    pairs = list(itertools.combinations(names, 2))
    usa["routes"] = [{"a": a, "b": b, "length": 1, "colour": "gray"} for a, b in pairs]
    usa["tickets"] = {"standard": [{"a": a, "b": b, "points": 5} for a, b in pairs[:20]]}
    return usa


def test_a_map_that_is_too_tangled_is_refused_with_the_reason():
    assert GAME.check_map(tangled(MOST_WIDTH)) == []
    said = f"{MOST_WIDTH + 1} cities lie side by side, and at most {MOST_WIDTH} may"
    [problem] = GAME.check_map(tangled(MOST_WIDTH + 1))
    assert said in problem
    with pytest.raises(OptionError, match=said):
        GAME.start(players=2, seed=1, map=json.dumps(tangled(MOST_WIDTH + 1)))
