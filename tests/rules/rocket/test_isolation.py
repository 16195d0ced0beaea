"""R31, R32: isolated lines, against a slow and obvious judge."""

from __future__ import annotations

import pytest

import branchline
from branchline.core.generator import Generator
from branchline.games.rocket.rules import isolation
from branchline.games.rocket.rules.layout import AT, FREE, HEADING, TOWNS
from tests.rules.rocket.table import Hex, Table

POCKET = ((4, -1), (5, -2), (3, 0), (3, 1), (4, 1), (5, 0))


def closed_in() -> Table:
    """GER just out of Norwich, with one free hex ahead and nothing behind it."""
    table = Table()
    table.engine("GER", (5, -1), "W")
    table.wall(*POCKET)
    return table


def test_R31_an_isolated_line_is_marked_after_the_action_and_gives_no_more_shares():
    table = closed_in()
    table.shares("GER", 2, 1)
    table.turn(0)
    table.extend(0, "SER", (1, 6))
    line = table.match.view(0).lines[table.line("GER")]
    assert (line.isolated, line.reason) == (True, "nothing_new")
    assert table.held("GER") == [2, 1, 0]
    table.extend(0, "GER", (4, 0))
    table.quiet()
    assert table.at("GER") == (4, 0)
    assert table.held("GER") == [2, 1, 0]


def test_R31_the_share_of_the_isolating_move_is_kept():
    table = Table()
    table.wall(*POCKET)
    table.wall((6, -2))
    table.turn(0)
    table.extend(0, "GER", (5, -1))
    assert table.held("GER") == [1, 0, 0]
    assert table.match.view(0).lines[table.line("GER")].isolated


def test_R32_stuck_is_isolated_too():
    table = closed_in()
    table.wall((4, 0))
    table.turn(0)
    table.extend(0, "SER", (1, 6))
    assert table.match.view(0).lines[table.line("GER")].reason == "stuck"


def test_R32_a_new_town_within_reach_keeps_it_open():
    table = Table()
    table.engine("GER", (5, -1), "W")
    table.wall((4, -1), (5, -2), (3, 0), (3, 1), (5, 0))  # (4, 1) leads to Ipswich
    table.turn(0)
    table.extend(0, "SER", (1, 6))
    assert not table.match.view(0).lines[table.line("GER")].isolated


def test_R32_a_line_that_could_come_near_keeps_it_open():
    table = Table()
    table.engine("GER", (5, -1), "W")
    table.state.lines[TOWNS + table.line("GER")] = (1 << len(table.map.towns)) - 1
    table.wall((4, -1), (5, -2), (3, 0), (3, 1), (5, 0))
    table.turn(0)
    table.extend(0, "SER", (1, 6))
    assert not table.match.view(0).lines[table.line("GER")].isolated
    table.wall((4, 1))
    table.extend(0, "NER", (4, -6))
    assert table.match.view(0).lines[table.line("GER")].isolated


CORRIDORS = {
    "regular": ("GWR", ((-6, 3), (-6, 2), (-5, 1), (-4, 1))),  # to Gloucester
    "railway": ("GER", ((6, -2), (5, -2), (4, -2), (3, -2))),  # to Peterborough
    "start": ("GWR", ((-6, 3), (-6, 2), (-5, 1), (-4, 0))),  # to Shrewsbury, which LNWR has left
}
"""For every kind of town a way that ends beside one, four steps from the start town and with no other town near."""


@pytest.mark.parametrize("kind", CORRIDORS)
@pytest.mark.parametrize("length", [4, 3])
def test_R32_a_distant_town_of_any_kind_keeps_it_open(kind, length):
    name, way = CORRIDORS[kind]
    table = Table()
    table.engine("LNWR", (3, 3), "E")
    kept = {*way[:length], (1, 6)}
    table.wall(*[at for at in table.map.hexes if table.state.owner[table.number(at)] == -1 and at not in kept])
    table.turn(0)
    table.extend(0, "SER", (1, 6))
    line = table.match.view(0).lines[table.line(name)]
    assert line.isolated == (length == 3)


def behind(kept: set[Hex], heading: str = "E", table: Table | None = None) -> Table:
    """GER at (2, 0) with one hex ahead and every town connected; LNWR three hexes behind it; all else is closed."""
    table = table or Table()
    table.engine("GER", (2, 0), "E")
    table.state.lines[TOWNS + table.line("GER")] = (1 << len(table.map.towns)) - 1
    table.engine("LNWR", (-1, 0), heading)
    kept = {*kept, (1, 6)}
    table.wall(*[at for at in table.map.hexes if table.state.owner[table.number(at)] == -1 and at not in kept])
    table.turn(0)
    table.extend(0, "SER", (1, 6))
    return table


@pytest.mark.parametrize(
    ("kept", "heading", "isolated"),
    [
        ({(3, 0), (0, 0), (1, 0)}, "E", False),  # LNWR can still merge into GER
        ({(3, 0), (0, 0), (1, 0)}, "W", True),  # not if it cannot turn round
        ({(3, 0), (0, 0)}, "E", True),  # nor if it ends two hexes away
        ({(0, 0), (1, 0)}, "E", True),  # GER cannot move any more: no share, whatever others do
    ],
)
def test_R32_a_line_that_another_can_merge_into_is_not_isolated(kept, heading, isolated):
    table = behind(kept, heading)
    line = table.match.view(0).lines[table.line("GER")]
    assert line.isolated == isolated
    assert line.reason == (None if not isolated else "nothing_new" if (3, 0) in kept else "stuck")


def test_R32_track_behind_the_locomotive_is_enough_to_merge_into():
    table = Table()
    table.track("GER", (1, 0))
    table = behind({(3, 0), (0, 0)}, table=table)
    assert not table.match.view(0).lines[table.line("GER")].isolated


def test_R32_a_line_that_is_not_isolated_gives_shares():
    table = behind({(3, 0), (0, 0), (1, 0)})
    table.extend(0, "GER", (3, 0))
    assert table.held("GER") == [1, 0, 0]
    assert table.match.view(0).lines[table.line("GER")].reason == "stuck"  # it has no hex left


def test_R32_another_line_merges_into_an_isolated_one():
    table = behind({(0, 0), (1, 0)})
    table.shares("LNWR", 4, 0, 0)
    table.turn(0)
    table.drive(0, "LNWR", (0, 0))
    assert table.match.view(0).lines[table.line("GER")].isolated
    table.drive(0, "LNWR", (1, 0))
    assert table.match.view(0).lines[table.line("LNWR")].into == "GER"
    assert table.held("GER") == [3, 0, 0]
    assert table.match.view(0).lines[table.line("GER")].isolated


def reach(table_map, state, line):
    hexes = {tuple(at): number for number, at in enumerate(table_map.hexes)}
    steps = ((1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1), (0, 1))
    at, heading = int(state.lines[AT + line]), int(state.lines[HEADING + line])
    todo = [(at, way) for way in (range(6) if heading < 0 else ((heading - 1) % 6, heading, (heading + 1) % 6))]
    seen = set()
    while todo:
        here, way = todo.pop()
        q, r = table_map.hexes[here]
        there = hexes.get((q + steps[way][0], r + steps[way][1]))
        if there is None or state.owner[there] != -1 or (there, way) in seen:
            continue
        seen.add((there, way))
        todo += [(there, (way + turn) % 6) for turn in (-1, 0, 1)]
    return {here for here, _ in seen}


def beside(table_map, here):
    hexes = {tuple(at): number for number, at in enumerate(table_map.hexes)}
    q, r = table_map.hexes[here]
    around = [(q + dq, r + dr) for dq, dr in ((1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1), (0, 1))]
    return {hexes[at] for at in around if at in hexes}


def judged(table_map, state, line):
    """R32 word for word."""
    towns = {table_map.hexes.index((town.q, town.r)): number for number, town in enumerate(table_map.towns)}
    others = [other for other in range(7) if other != line and state.lines[AT + other] >= 0]
    ahead = reach(table_map, state, line)
    if not ahead:
        return True
    theirs = {here for other in others for here in reach(table_map, state, other)}
    of_others = {here for here, owner in enumerate(state.owner) if owner in others}
    own = {here for here, owner in enumerate(state.owner) if owner == line}
    fresh = {here for here, number in towns.items() if not state.lines[TOWNS + line] >> number & 1}
    goes = any(beside(table_map, here) & (fresh | of_others | theirs) for here in ahead)
    comes = any(beside(table_map, here) & (own | ahead) for here in theirs)
    return not goes and not comes


@pytest.mark.parametrize("name", ["england", "usa", "china"])
@pytest.mark.parametrize("seed", [1, 2])
def test_R32_agrees_with_the_slow_judge_all_through_random_games(name, seed):
    from branchline.games.rocket.api import maps

    state = branchline.game("stephensons-rocket").new(3, {"map": name})
    table_map = maps.find(name)
    rng = Generator(seed)
    state.apply_chance(0)
    isolated, steps = 0, 0
    while state.actors():
        seat = int(state.speaker)
        moved = int(state.tiles)
        state.apply(seat, state.sample(seat, rng))
        steps += 1
        assert int(state.isolated) & isolated == isolated  # permanent
        isolated = int(state.isolated)
        if state.tiles != moved and state.tiles < 40 and state.line < 0:
            for line in range(7):
                if state.lines[AT + line] >= 0:
                    assert bool(isolated >> line & 1) == judged(table_map, state, line), (steps, line)
    assert steps > 60


def _steps(state, here, heading):
    """The free hexes that a locomotive can go to, each with its new heading."""
    ways = range(6) if heading < 0 else [(heading + bend) % 6 for bend in (-1, 0, 1)]
    found = [(state.board.neighbours[here * 6 + way], way) for way in ways]
    return [(there, way) for there, way in found if there >= 0 and state.owner[there] == FREE]


@pytest.mark.parametrize("name", ["england", "usa", "china"])
def test_R32_where_other_locomotives_arrive_in_one_step_or_two(name):
    """A locomotive goes ahead or bends by one side; the shortcut of R32 must know the very headings."""
    game, rng = branchline.game("stephensons-rocket"), Generator(7)
    match = game.start(players=3, seed=7, map=name)
    for _ in range(60):
        state = match.state
        for line in range(7):
            expected = [0] * state.board.hexes
            for other in range(7):
                at, heading = state.lines[AT + other], state.lines[HEADING + other]
                if other == line or at < 0:
                    continue
                for near, way in _steps(state, at, heading):
                    expected[near] |= 1 << way
                    for far, turned in _steps(state, near, way):
                        expected[far] |= 1 << turned
            assert [each >> 12 for each in isolation._near_others(state, line)] == expected
        if match.over:
            break
        match.play(match.actors[0], match.sample(match.actors[0], rng))
