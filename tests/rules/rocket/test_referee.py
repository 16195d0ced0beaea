"""The state agrees with the slow referee all through random games on small random maps."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from branchline.core.generator import Generator
from branchline.games.rocket.rules import codes, isolation, station, turn, ways
from branchline.games.rocket.rules.layout import (
    AT,
    HAND,
    HEADING,
    JOINED,
    ON_LINE,
    PASSENGER,
    POINTS,
    SHARE,
    TILE,
    TOWNS,
)
from branchline.games.rocket.rules.setup import new_state
from branchline.games.rocket.rules.state import Rocket
from tests.rules.rocket.referee import Referee, make_spec

TILES = (None, "track", "junction", "triple")
LIKELY = {codes.ACT: (6, 2, 2, 1), codes.CALL: (1, 2), codes.BID: (1, 3)}


def positions(seed: int) -> tuple[Rocket, Referee, random.Random]:
    """A game that has just begun, as the state has it and as the referee has it."""
    spec, rng = make_spec(seed), random.Random(seed)
    state, first = new_state(spec.board(), spec.players), rng.randrange(spec.players)
    assert state.chance() == spec.players
    state.apply_chance(first)
    return state, Referee(spec, first), rng


def kind_of(action: int) -> int:
    """Extensions, investments, new stations, moved stations; in a veto the first answer and the others."""
    bounds = (codes.INVEST, codes.BUILD, codes.MOVE, codes.REFRAIN)
    return sum(action >= bound for bound in bounds[:3]) if action < codes.REFRAIN else int(action != codes.REFRAIN)


def choose(referee: Referee, rng: random.Random) -> int:
    """A random action, extensions and vetoes more often than chance would have them."""
    legal = sorted(referee.legal())
    weights = LIKELY.get(referee.phase, (1, 1))
    return rng.choices(legal, [weights[min(kind_of(action), len(weights) - 1)] for action in legal])[0]


def agree(state: Rocket, referee: Referee) -> None:
    """Everything on the table is the same."""
    hexes, seats = referee.spec.hexes, referee.seats
    assert (state.phase, state.active, state.left) == (referee.phase, referee.active, referee.left)
    assert state.actors() == (0 if referee.phase == codes.OVER else 1 << referee.speaker)
    assert (state.tiles, state.replaced) == (referee.tiles, referee.replaced)
    assert (state.passengers, [state.fact(seat, PASSENGER) for seat in seats]) == (referee.passengers, referee.riders)
    assert [state.fact(seat, POINTS) for seat in seats] == referee.points == list(state.scores())
    assert [state.fact(seat, HAND) for seat in seats] == referee.hand
    assert [[state.fact(seat, SHARE + line) for line in range(7)] for seat in seats] == referee.shares
    assert {hexes[here]: seat for here, seat in enumerate(state.station) if seat >= 0} == referee.stations
    assert [hexes[here] for here, owner in enumerate(state.owner) if owner == -1] == [
        at for at in hexes if referee.is_free(at)
    ]
    for at, tile in referee.tile.items():
        packed = int(state.rails[hexes.index(at)])
        assert (TILES[packed >> TILE & 7], packed >> JOINED & 7) == (tile, referee.joined.get(at, 0))
    for number, line in enumerate(referee.lines):
        assert (state.closed >> number & 1, state.isolated >> number & 1) == (line.closed, line.isolated)
        assert {hexes[here] for here, owner in enumerate(state.owner) if owner == number} == line.hexes
        if not line.closed:
            assert [way for way in range(6) if state.ways(number) >> way & 1] == referee.ways(number)
            assert hexes[state.lines[AT + number]] == line.at
            assert state.lines[HEADING + number] == (-1 if line.heading is None else line.heading)
            assert {town for town in range(14) if state.lines[TOWNS + number] >> town & 1} == line.towns
            assert [state.fact(seat, ON_LINE + number) for seat in seats] == referee.on_line(number)


def numbers(referee: Referee) -> list[int]:
    """Action numbers to ask about: all but for moves of stations that nobody has, and high bids."""
    starts = [referee.spec.hexes.index(at) for at in referee.stations] + [codes.MOST_HEXES - 1]
    moves = [codes.MOVE + start * codes.MOST_HEXES + here for start in starts for here in range(codes.MOST_HEXES)]
    most = max(max(held) for held in referee.shares) + 2
    return [-1, *range(codes.MOVE), *moves, *range(codes.REFRAIN, codes.OFFER + most * 6)]


@pytest.mark.parametrize("seed", range(30))
def test_a_random_game_goes_as_the_referee_says(seed):
    state, referee, rng = positions(seed)
    n = 0
    while referee.phase != codes.OVER and n < 250:
        agree(state, referee)
        legal, seat = [int(action) for action in state.legal(referee.speaker)], referee.speaker
        assert len(legal) == len(set(legal))
        assert set(legal) == referee.legal()
        assert all(not len(state.legal(other)) for other in referee.seats if other != seat)
        if n % 11 == seed % 11:
            assert {number for number in numbers(referee) if state.allows(seat, number)} == set(legal)
            assert not any(state.allows((seat + 1) % referee.spec.players, number) for number in legal)
        action = choose(referee, rng)
        state.apply(seat, action)
        referee.play(action)
        n += 1
    agree(state, referee)


@pytest.mark.parametrize("seed", range(40, 48))
def test_a_random_action_is_any_legal_one(seed):
    """Each as likely as the others, but for moves: there each station that may move is."""
    state, referee, rng = positions(seed)
    luck = Generator(seed)
    for n in range(120):
        if referee.phase == codes.OVER:
            return
        legal, seat = sorted(referee.legal()), referee.speaker
        if n % 17 == seed % 17 or (referee.phase != codes.ACT and n % 3 == 0):
            groups = Counter(group(action) for action in legal)
            drawn = Counter(int(state.sample(seat, luck)) for _ in range(40 * len(groups)))
            assert set(drawn) <= set(legal)
            counts = Counter(dict.fromkeys(groups, 0))
            for action, count in drawn.items():
                counts[group(action)] += count
            assert min(counts.values()) >= 12, "a kind of action is drawn too seldom"
            assert max(counts.values()) <= 90, "a kind of action is drawn too often"
        action = choose(referee, rng)
        state.apply(seat, action)
        referee.play(action)


def crowd(state: Rocket, referee: Referee, rng: random.Random) -> None:
    """Lines anywhere, few free hexes, stations, full slots and few tiles: where rules for odd cases matter."""
    hexes, free = referee.spec.hexes, [at for at in referee.spec.hexes if referee.is_free(at)]
    rng.shuffle(free)
    for number, line in enumerate(referee.lines):
        if rng.random() < 0.6:
            station.shade(state, hexes.index(line.at), -1)
            line.at, line.heading = free.pop(), rng.randrange(6)
            line.hexes.add(line.at)
            referee.owned[line.at] = number
            here = hexes.index(line.at)
            state.owner[here], state.lines[AT + number], state.lines[HEADING + number] = number, here, line.heading
            station.forbid(state, here)
            station.shade(state, here, 1)
    for seat in referee.seats:
        while referee.hand[seat] and rng.random() < 0.7:
            places = [action - codes.BUILD for action in referee.acts(seat) if codes.BUILD <= action < codes.MOVE]
            if not places:
                break
            here = rng.choice(places)
            station.build(state, seat, here)
            referee.stations[hexes[here]] = seat
            referee.hand[seat] -= 1
    for at in free[: int(len(free) * rng.uniform(0.5, 1.1))]:
        referee.land.discard(at)
        state.owner[hexes.index(at)] = -2
        station.forbid(state, hexes.index(at))
    for cell, (_, _, slots) in enumerate(referee.spec.cells):
        if rng.random() < 0.9:
            referee.cubes[cell][0] = state.cubes[cell * referee.spec.players] = slots
            state.free_cells &= ~(1 << cell)
    referee.used = rng.choice((None, *range(7)))
    state.used = -1 if referee.used is None else referee.used
    state.tiles = referee.tiles = rng.choice((0, 1, 5))
    ways.look_ahead(state)


@pytest.mark.parametrize("seed", range(100, 160))
def test_a_crowded_position_is_judged_as_the_referee_does(seed):
    state, referee, rng = positions(seed)
    crowd(state, referee, rng)
    for number in range(7):
        assert [way for way in range(6) if state.ways(number) >> way & 1] == referee.ways(number)
        assert isolation.is_isolated(state, number) == referee.is_isolated(number)
        assert isolation.is_stuck(state, number) == (not referee.reach(referee.lines[number]))
    for seat in referee.seats:
        state.active = state.speaker = referee.active = seat
        legal, luck = sorted(referee.legal()), Generator(seed)
        groups = {group(action) for action in legal}
        assert sorted(int(action) for action in state.legal(seat)) == legal
        assert turn.can_act(state, seat) == bool(legal)
        assert station.movable(state, seat) == sum(each < 0 for each in groups)
        drawn = {int(state.sample(seat, luck)) for _ in range(30 * len(groups))}
        assert drawn <= set(legal)
        assert {group(action) for action in drawn} == groups


def group(action: int) -> int:
    """The action itself; of moves the station that moves."""
    if codes.MOVE <= action < codes.REFRAIN:
        return -((action - codes.MOVE) // codes.MOST_HEXES) - 1
    return action


def test_the_random_games_show_everything():
    """Among them are mergers with a choice, junctions of three, isolated lines and both ends."""
    seen: Counter[str] = Counter()
    for seed in range(30):
        _, referee, rng = positions(seed)
        for _ in range(250):
            if referee.phase == codes.OVER:
                break
            seen[f"phase {referee.phase}"] += 1
            referee.play(choose(referee, rng))
        seen["the end by tiles" if not referee.tiles else "the end by lines"] += referee.phase == codes.OVER
        seen["triple"] += "triple" in referee.tile.values()
        seen["isolated"] += any(line.isolated and not line.closed for line in referee.lines)
    wanted = ["phase 2", "phase 3", "phase 4", "triple", "isolated", "the end by tiles", "the end by lines"]
    assert all(seen[each] >= 3 for each in wanted), seen
