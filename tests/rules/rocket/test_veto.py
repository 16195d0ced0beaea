"""R9–R13: the veto."""

from __future__ import annotations

import pytest

from branchline.core.errors import IllegalAction, MalformedAction, OutOfTurn
from branchline.games.rocket.api.views import Said
from tests.rules.rocket.table import Table


def test_R9_only_other_holders_are_asked_in_order():
    table = Table(4)
    table.shares("GER", 3, 0, 1, 2)
    table.extend(0, "GER", (5, -1))
    assert table.match.actors == (2,)
    table.match.play(2, {"type": "veto", "call": False})
    assert table.match.actors == (3,)
    table.match.play(3, {"type": "veto", "call": False})
    assert table.at("GER") == (5, -1)
    assert table.held("GER") == [4, 0, 1, 2]
    assert table.match.actors == (0,)


def test_R9_nobody_else_holds_shares_so_nobody_is_asked():
    table = Table(4)
    table.shares("GER", 3)
    table.extend(0, "GER", (5, -1))
    assert table.at("GER") == (5, -1)


def test_R9_not_asked_where_nothing_could_change():
    table = Table()
    table.shares("GER", 0, 2, 2)
    table.wall((6, -2), (5, 0))
    table.turn(0)
    assert table.targets(0, "GER") == {(5, -1)}
    table.extend(0, "GER", (5, -1))
    assert table.at("GER") == (5, -1)


def test_R9_asked_with_one_hex_when_a_passenger_could_be_denied():
    table = Table()
    table.shares("GER", 0, 2, 2)
    table.station(1, (5, -1))
    table.wall((6, -2), (5, 0))
    table.turn(0)
    table.extend(0, "GER", (5, -1))
    assert table.match.actors == (1,)


def test_R10_one_pass_from_the_left_and_the_mover_last():
    table = Table(4)
    table.shares("GER", 5, 0, 2, 4)
    table.extend(0, "GER", (5, -1))
    table.match.play(2, {"type": "veto", "call": False})
    table.call(3)
    assert table.match.actors == (2,)  # who did not call may bid all the same; seat 1 has no shares
    table.bid(2, 1, (6, -2))
    assert table.match.actors == (3,)
    table.bid(3, 2, (5, 0))
    assert table.match.actors == (0,)
    table.pass_(0)
    assert table.at("GER") == (5, 0)
    assert table.held("GER") == [6, 0, 2, 2]


def test_R10_everybody_speaks_once():
    table = Table()
    table.shares("GER", 5, 4, 4)
    table.extend(0, "GER", (5, -1))
    table.call(1)
    table.bid(1, 1, (5, 0))
    table.bid(2, 2, (6, -2))
    assert table.match.actors == (0,)
    with pytest.raises(OutOfTurn):
        table.bid(1, 3, (5, 0))


def test_R10_who_cannot_bid_higher_is_not_asked():
    table = Table(4)
    table.shares("GER", 0, 3, 2, 4)
    table.extend(0, "GER", (5, -1))
    table.call(1)
    table.bid(1, 3, (5, 0))
    assert table.match.actors == (3,)
    table.pass_(3)
    assert table.at("GER") == (5, 0)  # the mover's one share does not equal 3


@pytest.mark.parametrize(("shares", "at"), [(1, (5, 0)), (2, (5, 0)), (5, (5, 0)), (3, (5, -2))])
def test_R11_higher_than_the_best_within_ones_shares_and_to_a_legal_hex(shares, at):
    table = Table()
    table.drive(0, "GER", (5, 0))
    table.turn(0)
    table.shares("GER", 1, 2, 4)
    target = (4, 0)
    table.match.play(0, {"type": "extend", "line": "GER", "hex": table.label(_free(table))})
    del target
    table.call(1)
    table.bid(1, 2, _free(table, 1))
    wanted = at if shares == 3 else _free(table, 1)
    with pytest.raises(IllegalAction) as refused:
        table.bid(2, shares, wanted)
    assert refused.value.rule in ("R11", "R5")
    assert table.held("GER")[1:] == [2, 4]


def _free(table, k=0):
    ways = table.state.ways(table.line("GER"))
    at = table.at("GER")
    steps = ((1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1), (0, 1))
    return [(at[0] + dq, at[1] + dr) for way, (dq, dr) in enumerate(steps) if ways >> way & 1][k]


def test_R11_a_bid_of_nothing_is_no_bid():
    table = Table()
    table.shares("GER", 0, 2)
    table.extend(0, "GER", (5, -1))
    table.call(1)
    with pytest.raises(MalformedAction):
        table.bid(1, 0, (5, 0))


def test_R11_the_present_hex_is_allowed():
    table = Table()
    table.shares("GER", 0, 2)
    table.extend(0, "GER", (5, -1))
    table.call(1)
    table.bid(1, 2, (5, -1))
    assert table.at("GER") == (5, -1)
    assert table.held("GER") == [1, 0, 0]


def test_R12_the_mover_equals_the_best_bid_and_defends_the_first_hex_only():
    table = Table()
    table.shares("GER", 2, 3)
    table.extend(0, "GER", (5, -1))
    table.call(1)
    table.bid(1, 3, (5, 0))
    assert table.match.actors == (0,)
    assert sorted(table.kinds(0)) == ["defend", "pass"]
    with pytest.raises(IllegalAction) as refused:
        table.bid(0, 3, (6, -2))
    assert refused.value.rule == "R12"
    table.match.play(0, {"type": "defend"})
    assert table.at("GER") == (5, -1)
    assert table.held("GER") == [0, 3, 0]


def test_R12_the_share_just_gained_counts():
    table = Table()
    table.shares("GER", 0, 1)
    table.extend(0, "GER", (5, -1))
    table.call(1)
    table.bid(1, 1, (5, 0))
    table.match.play(0, {"type": "defend"})
    assert table.held("GER") == [0, 1, 0]
    assert table.at("GER") == (5, -1)


def test_R12_others_cannot_defend():
    table = Table()
    table.shares("GER", 3, 2, 2)
    table.extend(0, "GER", (5, -1))
    table.call(1)
    table.bid(1, 1, (5, 0))
    with pytest.raises(IllegalAction) as refused:
        table.match.play(2, {"type": "defend"})
    assert refused.value.rule == "R12"


def test_R13_only_the_winner_pays():
    table = Table()
    table.shares("GER", 0, 2, 4)
    table.extend(0, "GER", (5, -1))
    table.call(1)
    table.bid(1, 1, (6, -2))
    table.bid(2, 3, (5, 0))
    assert table.held("GER") == [1, 2, 1]
    assert table.at("GER") == (5, 0)


def test_R13_without_a_bid_the_move_stands_and_nobody_pays():
    table = Table()
    table.shares("GER", 0, 2, 4)
    table.extend(0, "GER", (5, -1))
    table.call(1)
    table.pass_(1)
    table.pass_(2)
    assert table.at("GER") == (5, -1)
    assert table.held("GER") == [1, 2, 4]


def test_R13_words_of_a_round_do_not_linger():
    table = Table()
    table.shares("GER", 0, 2, 4)
    table.extend(0, "GER", (5, -1))
    table.call(1)
    assert table.match.view(1).move.words == [None, None, None]
    table.bid(1, 1, (6, -2))
    assert table.match.view(2).move.words[1] == Said(shares=1, hex=table.label((6, -2)))
    table.pass_(2)
    assert table.match.view(0).move.words == [None, Said(shares=1, hex=table.label((6, -2))), Said(passed=True)]
    table.match.play(0, {"type": "defend"})
    table.turn(0)
    table.extend(0, "GER", (4, -1))
    assert table.match.view(1).move.words == [None, None, None]


def test_R13_a_veto_is_no_word_outside_its_time():
    table = Table()
    for action in ({"type": "veto", "call": True}, {"type": "pass"}, {"type": "defend"}):
        with pytest.raises(IllegalAction):
            table.match.play(0, action)
