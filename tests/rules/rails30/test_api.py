"""What leaves 30 Rails: views, choices, previews, the log as data, and the observation."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import msgspec
import pytest

import branchline
from branchline.core.generator import Generator
from branchline.core.match import Match
from branchline.games.rails30.api import log, views
from branchline.games.rails30.api.choices import DrawChoice
from branchline.games.rails30.api.views import Step
from branchline.games.rails30.game import GAME
from branchline.games.rails30.rules import codes
from branchline.games.rails30.rules.field import NEIGHBOUR
from branchline.games.rails30.rules.observe import SHEET, TABLE
from branchline.games.rails30.rules.setup import new_state
from tests.rules.rails30.sheets import EMPTY_FIELD, drawing, ready, sheet

LINE = "EW EW EW EW EW EW" + " . . . . . ." * 5


def at_first_turn(**options: Any) -> Match:
    match = GAME.start(seed=11, **options)
    while match.view().phase != "turns":
        match.play(match.actors[0], match.legal(match.actors[0])[0])
    return match


def test_L20_shares_stand_in_the_view_and_in_the_result():
    state = sheet(LINE, "N1 S1 W1 E1", shares=[3, 0, 0, 0, 0, 7])
    row = views.score(state, 0).pairs[5]
    assert (row.shares, row.sum, row.points) == (7, 11, 7)
    assert [each.shares for each in views.sheet(state, 0).pairs] == [3, 0, 0, 0, 0, 7]
    assert [each.points for each in views.sheet(state, 0).pairs] == [0, 0, 0, 0, 0, 7]
    assert views.result(state).breakdown.sheets[0].total == 7


def test_L20_a_standard_sheet_has_no_shares():
    state = sheet(LINE, "N1 S1 W1 E1")
    pairs = views.score(state, 0).pairs
    assert [(each.shares, each.points) for each in pairs[4:]] == [(None, 0), (None, 11)]
    assert "shares" not in branchline.to_builtins(pairs[5])


def test_L19_bought_shares_stand_in_the_next_view():
    match = at_first_turn(variant="shares")
    offer = match.view(0).choices.buy
    assert offer.shares == max(match.view().white, match.view().coloured)
    row, column = offer.cells[0] // 6 + 1, offer.cells[0] % 6 + 1
    action = {"type": "buy", "pair": [2, 4], "row": row, "column": column}
    assert match.preview(0, action).pairs[4].shares == offer.shares
    match.play(0, action)
    assert [each.shares for each in match.view().sheets[0].pairs] == [0, 0, 0, 0, offer.shares, 0]
    assert match.view().sheets[0].cells[offer.cells[0]] == codes.CROSSED


def test_a_route_is_seen_step_by_step_with_its_sides():
    """Through both curves of a 3: every step leaves where the next one enters."""
    text = """
        .  SE    SW . . .
        EW NW/SE NW . . .
        .  NS    .  . . .
        .  NS    .  . . .
        .  NS    .  . . .
        .  NS    .  . . .
    """
    seen = views.sheet(sheet(text, "W2 S2 N6 E6"), 0)
    route = seen.routes[0]
    assert tuple(step.cell for step in route) == seen.pairs[0].route
    assert route[:4] == (Step(6, 3, 1), Step(7, 3, 0), Step(1, 2, 1), Step(2, 3, 2))
    assert route[-1] == Step(31, 0, 2)
    for here, there in pairwise(route):
        assert NEIGHBOUR[here.cell * 4 + here.leave] == there.cell
        assert there.enter == here.leave ^ 2


def test_the_ways_to_the_mine_are_seen_for_every_station_that_has_one():
    """Station 1 has two cells of track, station 2 stands beside the mine, 3 and 4 have no way."""
    scored = views.sheet(sheet("EW EW M" + " ." * 33, "W1 N3 S6 E6"), 0)
    assert scored.mine_stations == (1, 2)
    assert scored.mine_ways == ((Step(0, 3, 1), Step(1, 3, 1)), ())


def test_L6_the_view_tells_that_row_and_column_are_full():
    full = ["NS NS NS NS NS NS", *["NS . . . . ."] * 5]
    for text, anywhere in ((" ".join(full), True), (EMPTY_FIELD, False)):
        found = views.view(ready(text, white=1, coloured=2), 0).choices
        assert isinstance(found, DrawChoice)
        assert found.anywhere == anywhere


def test_L10_choices_tell_dice_and_jokers_apart():
    found = views.view(ready(EMPTY_FIELD, white=4, coloured=4, jokers=codes.WHITE | codes.COLOURED), 0).choices
    assert len(found.cells) == 11
    assert len(found.joker_cells) == 25
    assert found.drawings == [drawing("NS/EW")]
    assert len(found.joker_drawings) == 20


def test_nobody_can_change_a_sheet_that_others_see():
    """Seats share the sheets, so nothing in them may be changeable: only what never changes has a hash."""
    for seen in at_first_turn(players=2).view(0).sheets:
        hash(seen)


def entries(match: Match, kind: type[log.Entry]) -> list[Any]:
    return [entry for entry in match.log() if isinstance(entry, kind)]


def test_the_log_of_the_setup_is_data():
    match = GAME.start(seed=11)
    while match.view().phase != "turns":
        match.play(0, match.legal(0)[0])
    view = match.view()
    rolls = entries(match, log.MountainRolled)
    assert [roll.row for roll in rolls] == [1, 2, 3, 4, 5, 6]
    decided = entries(match, log.MountainDecided)
    assert [(each.cell, each.drawn) for each in decided] == [
        ((roll.row - 1) * 6 + roll.white - 1, True) for roll in rolls
    ]
    assert [view.sheets[0].cells[each.cell] for each in decided] == [codes.MOUNTAIN] * 6
    (mine,) = entries(match, log.MinePlaced)
    assert view.sheets[0].cells[mine.cell] == codes.MINE
    stations = entries(match, log.StationPlaced)
    assert [(each.number, each.side, each.place) for each in stations] == [
        (number + 1, at.side, at.place) for number, at in enumerate(view.sheets[0].stations)
    ]
    (bonus,) = entries(match, log.BonusPlaced)
    assert (bonus.cell // 6 + 1, bonus.cell % 6 + 1) == (view.sheets[0].bonus.row, view.sheets[0].bonus.column)
    (roll,) = entries(match, log.Rolled)
    assert (roll.turn_number, roll.white, roll.coloured) == (1, view.white, view.coloured)


def test_the_log_of_a_turn_tells_the_track_the_route_and_the_mine():
    """The last cell of a straight line joins 3 and 4 and gains 11; then another brings station 1 to the mine."""
    state = ready("EW EW EW EW EW ." + " ." * 30, white=1, coloured=2, stations="N1 S1 W1 E1")
    after = state.clone()
    action = int(codes.pack_track(5, drawing("EW")))
    after.apply(0, action)
    drawn, route = (line.entry for line in log.log_action(state, 0, action, after))
    assert isinstance(drawn, log.TrackDrawn)
    assert (drawn.seat, drawn.points, drawn.cell, drawn.drawing, drawn.track) == (0, 11, 5, drawing("EW"), 2)
    assert drawn.jokers == []
    assert isinstance(route, log.RouteChanged)
    assert (route.pair, route.base, route.length, route.bonus, route.sum) == ((3, 4), 5, 6, 0, 11)
    state = ready(". M" + " ." * 34, white=1, coloured=2, stations="W1 E1 N6 S1", jokers=codes.WHITE)
    after = state.clone()
    action = int(codes.pack_track(0, drawing("EW")))
    after.apply(0, action)
    drawn, reached = (line.entry for line in log.log_action(state, 0, action, after))
    assert drawn.points == 2
    assert isinstance(reached, log.MineReached)
    assert (reached.station, reached.mine_points) == (1, 2)


def test_L16_a_station_beside_the_mine_gains_at_once():
    state = sheet("M" + " ." * 35, "W2")
    state.facts[codes.STEP], state.waiting = codes.CHOOSE_STATION + 1, 1
    after = state.clone()
    after.apply(0, codes.PLACE_STATION)
    (placed,) = (line.entry for line in log.log_action(state, 0, codes.PLACE_STATION, after))
    assert isinstance(placed, log.StationPlaced)
    assert (placed.number, placed.side, placed.place, placed.points) == (2, "north", 1, 2)


def test_L19_the_log_of_a_purchase():
    state = ready(EMPTY_FIELD, white=2, coloured=5, shares=[0] * 6)
    after = state.clone()
    action = int(codes.pack_shares(4, 35))
    after.apply(0, action)
    (bought,) = (line.entry for line in log.log_action(state, 0, action, after))
    assert isinstance(bought, log.SharesBought)
    assert (bought.cell, bought.pair, bought.shares, bought.points) == (35, (2, 4), 5, 0)


@pytest.mark.parametrize("players", [1, 2, 12])
def test_an_observation_begins_with_the_own_sheet_and_has_the_length_that_is_told(players: int):
    state = new_state(players, with_shares=False)
    rng = Generator(3)
    while state.turn < 9:
        if n := state.chance():
            state.apply_chance(rng.below(n))
        else:
            seat = next(seat for seat in range(players) if state.actors() >> seat & 1)
            state.apply(seat, state.sample(seat, rng))
    length = sum(part.size for part in GAME.observation)
    for seat in range(players):
        seen = [int(number) for number in GAME.observe(state, seat)]
        assert len(seen) == length
        assert seen[:TABLE] == [0, 6, state.turn, state.white, state.coloured]
        for turn in range(players):
            other = (seat + turn) % players
            block = seen[TABLE + turn * SHEET : TABLE + (turn + 1) * SHEET]
            assert block[:2] == [1, int(state.waiting) >> other & 1]
            assert block[2:38] == [int(cell) for cell in state.cells[other * 36 : other * 36 + 36]]
            assert block[38:] == [int(fact) for fact in state.facts[other * 16 + 1 : other * 16 + 16]]
        assert not any(seen[TABLE + players * SHEET :])


def test_an_observation_tells_the_variant_and_its_shares():
    state = ready(EMPTY_FIELD, white=2, coloured=5, shares=[1, 2, 3, 4, 5, 6])
    names = [part.name for part in GAME.observation for _ in range(part.size)]
    seen = dict(zip(names, GAME.observe(state, 0), strict=True))
    assert seen["shares"] == 1
    assert [int(n) for name, n in zip(names, GAME.observe(state, 0), strict=True) if name == "bought_0"] == [
        1, 2, 3, 4, 5, 6,
    ]  # fmt: skip
    assert (seen["white"], seen["coloured"], seen["step_0"], seen["acting_0"]) == (2, 5, codes.READY, 1)


def test_an_observation_of_a_blank_sheet_has_nothing_placed():
    names = [part.name for part in GAME.observation for _ in range(part.size)]
    seen = list(zip(names, GAME.observe(new_state(1, with_shares=False), 0), strict=True))
    placed = [int(number) for name, number in seen if name in ("mine_0", "bonus_0", "stations_0")]
    assert placed == [-1] * 6
    assert [int(number) for name, number in seen if name == "jokers_0"] == [codes.WHITE | codes.COLOURED]


def test_no_game_is_longer_than_it_is_told():
    """The most events come from twelve sheets whose players skip their last mountain, so that 30 cells stay free."""
    state, events = new_state(12, with_shares=False), 0
    while state.chance() or state.actors():
        if state.chance():
            state.apply_chance(events % 6)
        else:
            seat = next(seat for seat in range(12) if state.actors() >> seat & 1)
            last = state.rolls == codes.ROWS and state.fact(seat, codes.STEP) == codes.MOUNTAINS
            state.apply(seat, codes.SKIP_MOUNTAIN if last else state.legal(seat)[0])
        events += 1
    assert (state.turn, events) == (codes.TURNS, GAME.max_events)


def test_a_view_round_trips_through_its_type():
    match = at_first_turn(players=2)
    data = msgspec.json.encode(match.view(0))
    assert msgspec.json.decode(data, type=views.Rails30View) == match.view(0)
    assert branchline.to_builtins(match.view(0)) == msgspec.json.decode(data)


WITH_MINE = """
    EW EW EW EW EW EW
    .  .  .  .  .  NS
    .  .  .  .  .  .
    .  .  .  .  .  .
    M  ^  .  .  .  .
    .  .  .  .  .  .
"""


def test_the_text_board_tells_bonus_jokers_pairs_and_the_mine():
    """3 and 4 are joined through the bonus cell; station 2 stands beside the mine; one joker is left."""
    state = sheet(WITH_MINE, "N6 W5 E1 W1", bonus=(1, 3))
    state.facts[codes.STATIONS + 3] = 18  # west, square 1
    state.facts[codes.STATIONS + 1] = 22
    state.facts[codes.JOKERS] = codes.WHITE
    state.turn, state.white, state.coloured, state.waiting = 9, 4, 6, 1
    text = GAME.board(state, 0, "ru")
    assert "Ход 9 из 30. Белый кубик 4, цветной 6: стрелка" in text
    assert "Ряд 1: восток – запад, восток – запад, восток – запад (бонусная клетка)" in text
    assert "Шахта: клетка 5·1" in text
    assert "Бонусная клетка: 1·3" in text
    assert "Джокеры: остался джокер белого кубика" in text
    assert "1–2: маршрута нет" in text
    assert "3–4: 5 + 6 + 2 = 13" in text
    assert "Связаны с шахтой: 2; 2 очка" in text
    assert text.endswith("15 очков")
    assert "Jokers: that of the white die is left" in GAME.board(state, 0, "en")


def test_L20_the_text_board_tells_shares_and_what_they_pay():
    text = GAME.board(sheet(LINE, "N1 S1 W1 E1", bonus=(1, 3), shares=[3, 0, 0, 0, 0, 7]), 0, "ru")
    assert "1–2: маршрута нет, 3 акции" in text
    assert "1–3: маршрута нет\n" in text
    assert "3–4: 5 + 6 + 2 = 13, 7 акций — 7 очков" in text
    assert "Джокер" not in text


def test_the_text_board_of_a_spectator_names_the_sheets():
    match = at_first_turn(players=2)
    assert [line for line in match.board(language="ru").splitlines() if line.startswith("Лист")] == ["Лист 1", "Лист 2"]
    assert "Лист" not in match.board(0, "ru")


def test_L20_the_log_says_what_a_route_scores_and_not_its_sum():
    """The last cell of a line of 11 joins 3 and 4, but only 4 shares were bought: it brings 4."""
    line = "EW EW EW EW EW ." + " ." * 30
    state = ready(line, white=1, coloured=2, stations="N1 S1 W1 E1", shares=[0, 0, 0, 0, 0, 4])
    after = state.clone()
    action = int(codes.pack_track(5, drawing("EW")))
    after.apply(0, action)
    drawn, route = (line.entry for line in log.log_action(state, 0, action, after))
    assert isinstance(route, log.RouteChanged)
    assert (drawn.points, route.sum, route.scores) == (4, 11, 4)
    assert route.text.render("ru") == "3–4: 5 + 6 = 11, 4 акции — 4 очка"
    assert route.text.render("en") == "3–4: 5 + 6 = 11, 4 shares: 4 points"


@pytest.mark.parametrize("variant", ["standard", "shares"])
def test_a_good_setup_is_suggested_step_by_step(variant: str):
    """Asked again and again it sets the sheet up, for one seat among others, and then has nothing to say."""
    match = GAME.start(players=2, variant=variant, seed=11)
    while match.view().phase != "turns":
        for seat in match.actors:
            (step,) = match.suggest(seat, {"setup": "best"})
            match.play(seat, step)
    assert match.suggest(0, {"setup": "best"}) == []
    assert len(match.suggest(0, {"type": "draw", "row": match.view().white})) > 0
    sheet = match.view().sheets[0]
    assert sum(cell == codes.MOUNTAIN for cell in sheet.cells) == 5
    assert None not in sheet.stations


def test_a_drawn_sheet_is_kept_until_something_in_it_changes():
    """A new roll changes who is to act and nothing else in a sheet; an equal position elsewhere is no reason to mix."""
    match = branchline.game("30-rails").start(players=3, seed=5)
    rng = Generator(5, 5)
    while match.actors:
        seat = match.actors[int(rng.below(len(match.actors)))]
        match.play(seat, match.sample(seat, rng))
        seen = match.view(0).sheets
        assert [sheet.acting for sheet in seen] == [seat in match.actors for seat in range(3)]
        fresh = views.Sheets()
        assert seen == fresh.all(match.state) == [fresh.of(match.state, each) for each in range(3)]
        assert [sheet.total for sheet in seen] == [int(points) for points in match.state.scores()]
