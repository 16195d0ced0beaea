"""What is seen of a position, and what an extension is said to bring, against what is there and what happens."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

import branchline
from branchline.core.generator import Generator
from branchline.core.match import Match
from branchline.games.rocket.api.log import Chosen
from branchline.games.rocket.api.maps import map_of
from branchline.games.rocket.rules import codes, ledger, scoring
from branchline.games.rocket.rules.layout import JOINED
from branchline.games.rocket.rules.observe import HEXES
from branchline.games.rocket.rules.state import Rocket
from tests.rules.rocket.table import Table

GAME = branchline.game("stephensons-rocket")
CASES = [(2, "england"), (3, "usa"), (4, "china")]


def moments(players: int, name: str, every: int) -> Iterator[Match]:
    """Some positions of a random match, every position of a veto among them."""
    match, rng, n = GAME.start(players=players, seed=players, map=name), Generator(players), 0
    while not match.over:
        if n % every == 0 or match.state.phase not in (codes.ACT, codes.OVER):
            yield match
        match.play(match.actors[0], match.sample(match.actors[0], rng))
        n += 1
    yield match


@pytest.mark.parametrize(("players", "name"), CASES)
def test_an_extension_brings_what_the_view_says(players, name):
    for match in moments(players, name, 9):
        state, seat = match.state, int(match.state.active)
        assert isinstance(state, Rocket)
        if state.phase != codes.ACT:
            continue
        table = map_of(state)
        for said in match.view(seat).choices.extend[::4]:
            line = table.line_numbers[said.line]
            after = state.clone()
            after.apply(seat, codes.EXTEND + line * 6 + said.way)
            asked = []
            shares = int(after.fact(seat, line)) if after.phase == codes.CALL else None
            while after.phase == codes.CALL:
                asked.append(int(after.speaker))
                after.apply(after.speaker, codes.REFRAIN)
            if after.phase == codes.MERGE:
                assert said.merges == [
                    company.id for n, company in enumerate(table.companies) if after.options >> n & 1
                ]
                after.apply(seat, codes.JOIN + table.line_numbers[said.merges[0]])
            assert said.vetoers == asked
            assert shares in (None, said.shares)
            fresh = [int(packed) for packed in after.ledger[len(state.ledger) :]]
            fresh = [packed for packed in fresh if ledger.what_of(packed) <= ledger.MERGER]
            gained = [[int(points) for points in scoring.points_of(packed, players)] for packed in fresh]
            assert (
                said.points == [sum(points) for points in zip(*gained, strict=True)] if gained else not any(said.points)
            )
            assert said.passenger == (after.passengers < state.passengers)
            assert said.hex in table.numbers
            assert [each.points for each in said.scorings] == gained


@pytest.mark.parametrize(("players", "name"), CASES)
def test_every_line_can_be_extended_or_the_view_says_why_not(players, name):
    rules = set()
    for match in moments(players, name, 3):
        choices = match.view(match.state.speaker).choices
        if match.state.phase == codes.ACT:
            lines = [each.line for each in choices.unmovable]
            assert sorted({each.line for each in choices.extend} | set(lines)) == sorted(
                map_of(match.state).line_numbers
            )
            rules |= {each.rule for each in choices.unmovable}
    assert {"R4", "R29"} <= rules


def unmovable(table: Table, name: str) -> tuple[str, str]:
    """The rule and the reason for which a line cannot be extended."""
    found = next(each for each in table.match.view(0).choices.unmovable if each.line == name)
    return found.rule, found.text.code


def test_a_line_without_tiles_or_without_a_way_says_so():
    table = Table()
    table.drive(0, "GER", (5, -1))
    table.state.tiles = 0
    table.turn(0)
    assert unmovable(table, "GER") == ("R8", "rocket.no_tiles")
    table.wall((4, -1), (4, 0), (5, -2))
    assert unmovable(table, "GER") == ("R5", "rocket.no_way")
    table.state.tiles = 9
    table.turn(0)
    assert unmovable(table, "GER") == ("R5", "rocket.no_way")


def test_a_line_on_a_hex_where_a_junction_is_due_goes_without_a_tile_and_the_text_says_so():
    table = Table()
    table.drive(0, "GER", (5, -1))
    table.drive(0, "SER", (1, 6))
    table.state.rails[table.number((1, 6))] += 1 << JOINED
    table.state.tiles = 0
    table.turn(0)
    assert {each.line for each in table.match.view(0).choices.extend} >= {"SER"}
    found = next(each for each in table.match.view(0).choices.unmovable if each.line == "GER")
    assert "junction" in found.text.render("en")
    assert "соединение" in found.text.render("ru")


def beside_two() -> Table:
    """GER is about to come beside green and NER."""
    table = Table()
    table.engine("GWR", (1, 0), "E")
    table.engine("NER", (2, 1), "E")
    table.engine("GER", (3, -1), "W")
    table.shares("GER", 4, 2)
    table.turn(0)
    return table


def test_a_preview_beside_two_lines_counts_the_merger_that_its_points_count():
    table = beside_two()
    action = {"type": "extend", "line": "GER", "hex": table.label((2, 0))}
    preview = table.match.preview(0, action)
    assert set(preview.extension.merges) == {"GWR", "NER"}
    table.match.play(0, action)
    table.quiet()
    assert table.match.view(0).phase == "merge"
    table.match.play(0, {"type": "merge", "line": preview.extension.merges[0]})
    assert preview.projection == table.match.view(0).projection.seats
    assert preview.extension.points == table.points()


def test_the_ways_of_a_line_are_those_of_its_place_while_a_merger_is_chosen():
    table = beside_two()
    table.extend(0, "GER", (2, 0))
    table.quiet()
    view = table.match.view(0)
    line = view.lines[table.line("GER")]
    assert (view.phase, line.at) == ("merge", table.label((2, 0)))
    here = table.number((2, 0))
    assert {table.map.numbers[label] for label in line.ways} <= {
        int(table.state.board.neighbours[here * 6 + way]) for way in (3, 4, 5)
    }


def test_a_veto_target_promises_what_is_left_after_the_bid():
    table = Table()
    table.engine("GWR", (1, 0), "E")
    table.engine("GER", (3, -1), "W")
    table.shares("GER", 1, 5)
    table.turn(0)
    table.extend(0, "GER", (3, -2))
    (found,) = [each for each in table.match.view(1).move.targets if each.hex == "J8"]
    assert [points[1] for points in found.bids] == [3, 3, 2, 1, 0]
    assert found.points == found.bids[0]
    for shares, promised in enumerate(found.bids, 1):
        fork = table.state.clone()
        fork.apply(1, codes.CALL_VETO)
        fork.apply(1, int(codes.offer(shares, found.way)))
        if fork.phase == codes.BID:
            fork.apply(0, codes.PASS)
        assert list(fork.scores()) == promised


@pytest.mark.parametrize(("players", "name"), CASES)
def test_every_target_of_a_veto_brings_what_it_promises(players, name):
    """Whoever is asked bids each number of shares for each hex, and everybody else lets it go."""
    asked = 0
    for match in moments(players, name, 400):
        state = match.state
        if state.phase != codes.CALL:
            continue
        seat = int(state.speaker)
        for target in match.view(seat).move.targets:
            for shares, promised in enumerate(target.bids, 1):
                after = state.clone()
                after.apply(seat, codes.CALL_VETO)
                while after.phase == codes.BID:
                    mine = after.speaker == seat
                    after.apply(after.speaker, int(codes.offer(shares, target.way)) if mine else codes.PASS)
                if after.phase == codes.MERGE:
                    continue
                fresh = [int(packed) for packed in after.ledger[len(state.ledger) :]]
                gained = [scoring.points_of(each, players) for each in fresh if ledger.what_of(each) <= ledger.MERGER]
                assert promised == [sum(int(points[k]) for points in gained) for k in range(players)]
                asked += 1
    assert asked > 10


def test_the_text_board_says_all_that_the_map_shows():
    table = Table()
    table.cubes("cambridge", "brewing", 1)
    table.station(0, (5, -1))
    table.station(2, (1, -2))
    table.drive(0, "GER", (5, -1), (4, -1), (3, -1))
    said = table.match.board(0).split("\n")
    (line,) = [each for each in said if each.startswith("GER")]
    assert "locomotive at I8, heading west" in line
    assert "track: I9, I10" in line
    assert "Norwich, Peterborough" in line
    assert "stations A 1, B 0, C 0" in line
    assert "Station I10: A, on GER" in said
    assert "Station H6: C, on no line" in said
    assert "Peterborough at I7: railway town, connected by GER" in said
    (town,) = [each for each in said if each.startswith("Cambridge")]
    assert "regular town, not connected" in town
    assert "brewing A 1, B 0, C 0" in town
    assert any(each.startswith("A (seat 1, you)") for each in said)
    assert any(each.startswith("B (seat 2)") for each in said)
    russian = table.match.board(0, "ru")
    assert "смотрит на запад" in russian
    assert "не соединён" in russian


def parts(match: Match, seat: int) -> dict[str, list[int]]:
    """The observation, part by part."""
    values = [int(value) for value in GAME.observe(match.state, seat)]
    found, at = {}, 0
    for name, size, _ in GAME.observation:
        found[name] = values[at : at + size]
        at += size
    assert at == len(values)
    return found


@pytest.mark.parametrize(("players", "name"), CASES)
def test_the_observation_is_what_the_view_shows(players, name):
    for match in moments(players, name, 12):
        table = map_of(match.state)
        towns = [town.id for town in table.towns]
        names = [company.id for company in table.companies]
        for seat in range(players):
            view, seen = match.view(seat), parts(match, seat)
            order = [(seat + k) % players for k in range(players)]
            empty = [0] * (4 - players)
            assert seen["turn"][:4] == [players, match.state.phase, view.turn, view.actions_left]
            assert [order[each] for each in seen["turn"][4:]] == [view.active, view.speaker]
            assert seen["idle"] == [match.state.idle]
            assert seen["stock"] == [view.tiles, view.passengers, match.state.replaced]
            assert seen["used"] == [names.index(view.used) if view.used else -1]
            assert seen["lines"] == [
                number
                for line in view.lines
                for number in (
                    table.numbers[line.at] if line.at else -1,
                    -1 if line.heading is None else line.heading,
                    int(line.closed),
                    int(line.isolated),
                )
            ]
            assert [sum(seen["ways"][6 * n : 6 * n + 6]) for n in range(7)] == [len(line.ways) for line in view.lines]
            assert seen["towns"] == [int(town in line.towns) for line in view.lines for town in towns]
            assert seen["joined"] == [int(town in view.joined) for town in towns]
            rows = [view.seats[each] for each in order]
            assert (
                seen["seats"]
                == [n for row in rows for n in (row.points, row.passengers, row.stations_left)] + empty * 3
            )
            assert seen["shares"] == [row.shares[line] for row in rows for line in names] + empty * 7
            assert seen["stations"] == [row.stations[line] for row in rows for line in names] + empty * 7
            assert seen["cubes"] == [n for cell in view.chart for n in [*(cell.cubes[each] for each in order), *empty]]
            _hexes_agree(match, seat, seen)
            _move_agrees(match, seat, seen)


def _hexes_agree(match: Match, seat: int, seen: dict[str, list[int]]) -> None:
    view, table = match.view(seat), map_of(match.state)
    names, players = [company.id for company in table.companies], match.players
    rails = {table.numbers[rail.hex]: rail for rail in view.rails}
    stations = {table.numbers[each.hex]: each.seat for each in view.stations}
    towns = {table.hexes.index((town.q, town.r)) for town in table.towns}
    for here in range(HEXES):
        owner = -3 if here >= len(table.hexes) else -2 if here in towns else -1
        assert seen["owners"][here] == (names.index(rails[here].line) if here in rails else owner)
        tile = rails[here].tile if here in rails else None
        assert seen["tiles"][here] == [None, "track", "junction", "triple"].index(tile)
        assert seen["places"][here] == ((stations[here] - seat) % players if here in stations else -1)


def _move_agrees(match: Match, seat: int, seen: dict[str, list[int]]) -> None:
    view, table = match.view(seat), map_of(match.state)
    names = [company.id for company in table.companies]
    options = view.choices.lines if view.phase == "merge" and seat == view.speaker else None
    if view.phase != "merge":
        assert not any(seen["options"])
    if options is not None:
        assert [names[n] for n in range(7) if seen["options"][n]] == options
    if view.move is None:
        assert seen["move"][1:] == [-1, 0, -1, -1, 0]
        assert (seen["move"][0] >= 0) == (view.phase == "merge")
        return
    line, way, best, bidder, best_way, own = seen["move"]
    hexes = {target.way: target.hex for target in view.move.targets}
    said = view.move.words[seat]
    assert (names[line], hexes[way], best) == (view.move.line, view.move.hex, view.move.best)
    assert (bidder, best_way) == (-1, -1) or hexes[best_way] == view.move.words[view.move.bidder].hex
    assert bidder == (-1 if view.move.bidder is None else (view.move.bidder - seat) % match.players)
    assert own == ((said.shares or 0) if said else 0)


@pytest.mark.parametrize(("players", "name"), CASES)
def test_the_log_says_which_event_moved_a_locomotive(players, name):
    match, rng = GAME.start(players=players, seed=players, map=name), Generator(players)
    while not match.over:
        before = {line.line: line.at for line in match.view(None).lines}
        told = len(match.log())
        match.play(match.actors[0], match.sample(match.actors[0], rng))
        went = [entry.went for entry in match.log()[told:] if getattr(entry, "went", None)]
        after = {line.line: line.at for line in match.view(None).lines}
        merging = match.view(None).phase == "merge"
        moved = {line for line in after if after[line] != before[line]}
        chosen = {entry.line for entry in match.log()[told:] if isinstance(entry, Chosen)}
        assert {each.line for each in went} == moved - chosen
        for each in went:
            assert each.start == before[each.line]
            assert each.hex == after[each.line] or (after[each.line] is None and not merging)
