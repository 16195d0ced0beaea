"""Records: a replay equals the live match, state by state, and goes on where it stopped."""

from __future__ import annotations

import hashlib
import json

from branchline.core.action import Json, Played
from branchline.core.errors import RecordError
from branchline.core.match import Match
from branchline.core.record import digest
from branchline.core.snapshot import resume, take
from branchline.core.state import State
from tests.suite.cases import Case, encoded, seats, steps


def check_replay_equals_live(case: Case) -> None:
    """From its JSON a record gives the same states after the same events, the same views and the same log."""
    match = case.start(1)
    hashes = {len(match.events): state_hash(match.state)}
    for _ in steps(match, 1):
        hashes[len(match.events)] = state_hash(match.state)
    again = case.fold([])
    for n, event in enumerate(match.events, 1):
        again.feed(event)
        now = state_hash(again.state)
        assert now == hashes.get(n, now), f"the state after {n} events differs in a replay"
    record = match.record()
    again = case.replay(json.dumps(record))
    assert again.record() == record
    assert encoded(again.result) == encoded(match.result)
    for seat in seats(match):
        assert encoded(again.view(seat)) == encoded(match.view(seat))
        assert encoded(again.log(seat)) == encoded(match.log(seat))


def check_every_position_can_be_opened(case: Case) -> None:
    """A record that is replayed up to an event shows what was seen then."""
    live = case.start(2)
    views = {len(live.events): encoded(live.view(0))}
    for _ in steps(live, 2, 20):
        views[len(live.events)] = encoded(live.view(0))
    record = live.record(with_seed=True)
    for n, view in views.items():
        assert encoded(case.replay(record, upto=n).view(0)) == view, f"the view after {n} events differs"


def check_a_match_can_be_taken_up(case: Case) -> None:
    """A replayed, a resumed and an uninterrupted match go on in the same way; a snapshot gives what the events give."""
    live = case.start(3)
    for _ in steps(live, 3, 8):
        pass
    record = live.record(with_seed=True)
    seed = bytes.fromhex(record["seed"])
    stored = (case.game, case.players, live.options, seed, live.commit, list(live.events))
    matches = [live, case.replay(record), resume(*stored), resume(*stored, snapshot=take(live))]
    for seat in seats(live):
        for match in matches[1:]:
            same = encoded([match.view(seat), match.log(seat)]) == encoded([live.view(seat), live.log(seat)])
            assert same, "a match that is taken up looks different"
    for match in matches:
        for _ in steps(match, 4):
            pass
    for match in matches[1:]:
        assert match.record() == live.record(), "a match that is taken up goes on differently"


def check_a_forged_record_is_found_out(case: Case) -> None:
    """Somebody who also writes a fitting digest meets the rules and the seed."""
    match = case.finish(5)
    record = match.record()

    def refused(**change: object) -> bool:
        forged = {**record, **change}
        try:
            case.replay({**forged, "digest": digest(forged)})
        except RecordError:
            return True
        return False

    assert not refused()
    assert refused(seed="ab" * 32)
    assert refused(scores=[points + 1 for points in record["scores"]])
    assert refused(events=record["events"][:-1])
    assert refused(rules=record["rules"] + 1)
    for n, event in enumerate(record["events"]):
        events = [*record["events"]]
        if event[0] == "chance" and event[2] > 1:
            events[n] = ["chance", (event[1] + 1) % event[2], event[2]]
            assert refused(events=events), f"another outcome of event {n} is taken"
            break
    for n, event in enumerate(match.events):
        if isinstance(event, Played):
            cut = record["events"][:n]
            for action in _illegal(case, match, n, event.seat):
                assert refused(events=[*cut, [event.seat, action]], scores=None), f"{action} is taken as event {n}"
            break


def _illegal(case: Case, match: Match, n: int, seat: int) -> list[Json]:
    """Actions of the whole match that the seat could not choose from before event n."""
    again = case.fold(match.events[:n])
    if not again.listed(seat):
        return []
    legal = [action.json() for action in again.legal(seat)]
    return [event.action for event in match.events if isinstance(event, Played) and event.action not in legal]


def state_hash(state: State) -> str:
    """A state in 16 letters, as golden games keep it."""
    return hashlib.sha256(state.to_bytes()).hexdigest()[:16]


CHECKS = (
    check_replay_equals_live,
    check_every_position_can_be_opened,
    check_a_match_can_be_taken_up,
    check_a_forged_record_is_found_out,
)
