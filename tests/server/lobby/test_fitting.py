"""Who is put together: only people who fit each other, nobody twice, who has waited longest first."""

from __future__ import annotations

import itertools
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from branchline.server.lobby.fitting import GATHER, Search, fits, parties

NOW = 1000.0


def search(holder: str, **changes: Any) -> Search:
    values: dict[str, Any] = {
        "holder": holder,
        "name": holder,
        "game": "30-rails",
        "least": 2,
        "most": 2,
        "clock": '{"kind":"live","base":300}',
        "rated": False,
        "low": None,
        "high": None,
        "rating": None,
        "language": None,
        "bots": False,
        "created": NOW,
        "until": NOW + 30,
    }
    return Search(**(values | changes))


def together(*searches: Search, blocks: Any = (), now: float = NOW) -> list[str]:
    return [
        "".join(sorted(each.holder for each in party.members)) for party in parties(searches, frozenset(blocks), now)
    ]


def test_two_who_want_the_same_are_put_together_and_others_are_not() -> None:
    assert together(search("a"), search("b")) == ["ab"]
    for change in (
        {"game": "ticket-to-ride"},
        {"clock": '{"kind":"days","hours":24}'},
        {"rated": True},
        {"least": 3, "most": 3},
    ):
        assert together(search("a"), search("b", **change)) == [], change
    assert together(search("a", created=1.0), search("b", created=3.0), search("c", created=2.0)) == ["ac"]


def test_the_strength_that_each_wants_counts_both_ways() -> None:
    weak, strong = search("a", rating=1400), search("b", rating=1700)
    assert together(weak, strong) == ["ab"]
    assert together(search("a", rating=1400, low=1300, high=1500), strong) == []
    assert together(weak, search("b", rating=1700, low=1600)) == []
    # A rating that is not known yet leaves nobody out.
    assert together(search("a", rating=1400, low=1300, high=1500), search("b")) == ["ab"]


def test_whoever_has_blocked_somebody_does_not_meet_them() -> None:
    assert together(search("a"), search("b"), blocks=[("a", "b")]) == []
    assert together(search("a"), search("b"), blocks=[("b", "a")]) == []
    assert together(search("a"), search("b"), search("c"), blocks=[("b", "a")]) == ["ac"]


def test_more_are_waited_for_and_then_fewer_begin() -> None:
    four = [search(name, least=2, most=4) for name in "abcd"]
    assert together(*four) == ["abcd"]
    assert together(*four[:3]) == []
    assert together(*four[:3], now=NOW + GATHER) == ["abc"]
    # Nobody waits for more than anybody wants.
    assert together(four[0], search("b", least=2, most=2)) == ["ab"]


def test_bots_fill_the_table_of_whoever_lets_them_in() -> None:
    (party,) = parties([search("a", least=3, most=4, bots=True)], frozenset(), NOW)
    assert ([each.holder for each in party.members], party.players) == (["a"], 3)
    assert together(search("a", least=3, most=3), search("b", least=3, most=3, bots=True)) == ["b"]
    both = [search(name, least=3, most=3, bots=True) for name in "ab"]
    (party,) = parties(both, frozenset(), NOW)
    assert (len(party.members), party.players) == (2, 3)


one = st.builds(
    search,
    st.sampled_from("abcdefgh"),
    game=st.sampled_from(["30-rails", "ticket-to-ride"]),
    least=st.integers(2, 3),
    most=st.integers(3, 5),
    rated=st.booleans(),
    rating=st.none() | st.integers(1000, 2000),
    low=st.none() | st.integers(900, 1500),
    high=st.none() | st.integers(1500, 2100),
    bots=st.booleans(),
    created=st.floats(NOW - 30, NOW),
)


@given(st.lists(one, unique_by=lambda each: each.holder), st.sets(st.tuples(*[st.sampled_from("abcdefgh")] * 2)))
def test_nobody_is_in_two_parties_and_all_of_a_party_fit(searches: list[Search], blocked: set[tuple[str, str]]) -> None:
    blocks = frozenset(blocked)
    found = parties(searches, blocks, NOW)
    seated = [member.holder for party in found for member in party.members]
    assert len(seated) == len(set(seated))
    for party in found:
        for member in party.members:
            assert member.least <= party.players <= member.most
        for member, other in itertools.combinations(party.members, 2):
            assert fits(member, other, blocks)
        if len(party.members) < party.players:
            assert all(member.bots for member in party.members)
