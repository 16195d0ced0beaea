"""Which events are told to whom."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from branchline.server import events as e
from branchline.server.fold import TableState
from branchline.server.notices.occasions import mentions, occasions, still_true
from branchline.server.notices.texts import letter
from branchline.server.projection import Outcome

ANNA, BORIS, CLARA = "a" * 64, "b" * 64, "c" * 64
SEATS = [e.Place("human", "Anna", None, ANNA), e.Place("human", "Boris", None, BORIS), e.Place("bot", None, "expert")]


class Table:
    """A table that is told of events, and says what they are to people."""

    def __init__(self, *seats: e.Place) -> None:
        self.state = TableState("t")
        made = e.Made("30-rails", 1, {}, ANNA, False, b"seed", "c" * 64, list(seats or SEATS))
        self.state.add(e.Written(0, 1.0, made))

    def hear(self, *events: e.TableEvent, actors: Sequence[int] | None = None, over: Any = None) -> dict[str, str]:
        before = self.state.projection()
        for event in events:
            outcome = Outcome(self.state.length, list(actors), *(over or (None, None))) if actors is not None else None
            self.state.add(e.Written(self.state.length, 1.0, event), outcome)
        names = {ANNA: "Anna", BORIS: "Boris", CLARA: "Clara"}
        return {names[each.owner]: each.kind for each in occasions(events, before, self.state.projection())}


def test_turns() -> None:
    table = Table()
    assert table.hear(e.Started([]), actors=[0, 1]) == {"Anna": "turn", "Boris": "turn"}
    # Boris still has to choose, as before; Anna has just acted.
    assert table.hear(e.Acted(0, []), actors=[1]) == {}
    assert table.hear(e.Acted(1, []), actors=[0, 1, 2]) == {"Anna": "turn"}
    assert table.hear(e.SeatHanded(1, "expert"), actors=[0, 1]) == {}
    assert table.hear(e.Acted(0, []), actors=[2]) == {}
    assert table.hear(e.Acted(2, []), actors=[0, 1]) == {"Anna": "turn"}


def test_a_full_table() -> None:
    table = Table(SEATS[0], e.Place("open"), e.Place("open"))
    assert table.hear(e.SeatTaken(1, SEATS[1])) == {}
    assert table.hear(e.SeatTaken(2, e.Place("human", "Clara", None, CLARA))) == {"Anna": "full", "Boris": "full"}
    assert not still_true("full", 0, Table(SEATS[0], e.Place("open")).state.projection())
    assert table.hear(e.Aborted(0)) == {"Boris": "over", "Clara": "over"}
    # Whoever was seated by a search over days need not have the page open.
    sought = Table(SEATS[0], e.Place("open"))
    assert sought.hear(e.SeatTaken(1, SEATS[1], itself=True)) == {"Anna": "full", "Boris": "full"}


def test_the_end_and_what_comes_after() -> None:
    table = Table()
    table.hear(e.Started([]), actors=[0])
    assert table.hear(e.Acted(0, []), actors=[], over=([7, 5, 1], [1, 2, 3])) == {"Boris": "over"}
    told = letter("over", table.state.projection(), 1, None, None, 1.0, "https://x", "en")
    assert (told.title, told.body, told.url) == ("The game is over", "30 Rails: Anna won", "https://x/t/t")
    assert letter("over", table.state.projection(), 0, None, None, 1.0, "", "ru").body == "30 рельсов: вы победили"
    assert table.hear(e.RematchMade("next", 1)) == {"Anna": "rematch"}
    found = occasions([e.RematchMade("next", 1)], table.state.projection(), table.state.projection())
    assert [(each.table, each.by) for each in found] == [("next", "Boris")]


def test_whose_time_is_over_is_told_of_the_end() -> None:
    table = Table(*SEATS[:2])
    table.hear(e.Started([]), actors=[0])
    assert table.hear(e.ClockFlagged(0), e.Resigned(0, "expert")) == {"Anna": "over", "Boris": "over"}
    table = Table(*SEATS[:2])
    table.hear(e.Started([]), actors=[0])
    assert table.hear(e.Resigned(0, "expert")) == {"Boris": "over"}


def test_a_request_to_take_back_is_told_to_whom_it_asks() -> None:
    table = Table()
    table.hear(e.Started([]), actors=[0, 1])
    asked = e.UndoAsked("x", 0, "id", [BORIS], 9.0)
    assert table.hear(asked) == {"Boris": "undo"}
    found = occasions([asked], table.state.projection(), table.state.projection())
    assert [each.by for each in found] == ["Anna"]


@pytest.mark.parametrize(
    ("text", "told"),
    [("boris, your move", [1]), ("@Boris!", [1]), ("Borisov", []), ("anna", []), ("ANNA and Boris", [1]), ("", [])],
)
def test_names_in_chat(text: str, told: list[int]) -> None:
    table = Table().state.projection()
    assert [seat for _, seat in mentions(text, ANNA, table)] == told
