"""The curve of points, as the entries of a log add up."""

from __future__ import annotations

from typing import Literal

from branchline.core.log import EndEntry, Entry
from branchline.core.summary import Feat, Moment, curve, decisive, ended
from branchline.core.text import Text


class Scored(Entry, tag="scored"):
    """Points of a seat."""


class Over(EndEntry, tag="end"):
    """The end."""

    reason: Literal["done"] = "done"


def scored(turn: int, seat: int | None, points: int) -> Scored:
    return Scored(turn_number=turn, seat=seat, points=points, text=Text("core.points"))


OVER = Over(turn_number=2, text=Text("core.points"))


def test_the_curve_has_a_moment_for_each_turn_with_an_entry():
    entries = [scored(0, 1, 2), scored(1, 0, 5), scored(1, 0, 1), scored(2, None, 9), scored(2, 1, -3), OVER]
    assert curve(entries, 2) == [
        Moment(turn=0, points=[0, 2], final=False),
        Moment(turn=1, points=[6, 2], final=False),
        Moment(turn=2, points=[6, -1], final=False),
    ]


def test_what_follows_the_end_is_the_final_count():
    moments = curve([scored(2, 0, 1), OVER, scored(2, 0, 10), scored(2, 1, 4)], 2)
    assert moments[-2:] == [
        Moment(turn=2, points=[1, 0], final=False),
        Moment(turn=2, points=[11, 4], final=True),
    ]


def test_an_unfinished_log_has_no_end():
    assert ended([scored(1, 0, 1)]) is None
    assert curve([], 3) == [Moment(turn=0, points=[0, 0, 0], final=False)]


def feat(points: int, stake: int) -> Feat:
    return Feat(text=Text("core.points"), points=points, stake=stake, decided=Text("core.points"))


def test_the_best_feat_decided_if_the_lead_hung_on_it():
    ticket = feat(21, 42)
    assert decisive([ticket, feat(9, 18)], [98, 128], 1) is ticket
    assert decisive([ticket], [86, 128], 1) is ticket
    assert decisive([ticket], [85, 128], 1) is None


def test_nothing_decided_a_game_alone_or_with_equal_points():
    assert decisive([feat(21, 42)], [128], 0) is None
    assert decisive([feat(21, 42)], [128, 128], 0) is None
    assert decisive([], [98, 128], 1) is None
