"""Every game's state, quickly: bytes and copies make the round trip, observations have one length.

The generic suite looks closer, with the compiled rules; this is what the interpreted run can afford.
"""

from __future__ import annotations

import pytest

import branchline
from branchline.core import snapshot
from branchline.core.generator import Generator
from tests.suite.cases import step


@pytest.mark.parametrize("slug", branchline.game_names())
def test_a_state_makes_the_round_trip(slug: str):
    game = branchline.game(slug)
    match = game.start(seed=5)
    rng = Generator(5)
    lengths = set()
    for n in range(1000):
        if not match.actors:
            break
        if n % 9 == 0:
            state = match.state
            again = game.restore(state.to_bytes(), match.players, match.options)
            assert again == state.clone() == state
            assert hash(again) == hash(state)
            assert [list(again.legal(seat)) for seat in match.actors if state.listed(seat)] == [
                list(state.legal(seat)) for seat in match.actors if state.listed(seat)
            ]
            lengths |= {len(game.observe(again, seat)) for seat in range(match.players)}
            assert game.observe(again, 0) == game.observe(state, 0)
            packed = match.sight(match.actors[0]).pack()
            assert branchline.unpack_sight(packed).view() == match.sight(match.actors[0]).view()
        step(match, rng)
    assert match.over
    assert lengths == {sum(part.size for part in game.observation)} or len(lengths) == 1
    kept = snapshot.take(match)
    seed = bytes.fromhex(match.record()["seed"])
    again = snapshot.resume(game, match.players, match.options, seed, match.commit, match.events, 0, kept)
    assert again.record() == match.record()
    for data in (b"", b"1234567", match.state.to_bytes()[:-8], match.state.to_bytes() + bytes(8)):
        with pytest.raises(ValueError, match="bytes"):
            game.restore(data, match.players, match.options)
