"""Golden games: a change of the rules that changes one of them needs a new rules version."""

from __future__ import annotations

import copy
import json

import pytest

from branchline.core.game import Game
from tests.golden.files import compare, files, rehash
from tests.suite.cases import GAMES, values
from tests.toy.game import GAME as TOY
from tests.toy.wrong import LowestWins, WrongGame, WrongState

FILES = [pytest.param(game, file, id=f"{game.package}-{file.stem}") for game in GAMES for file in files(game)]


@pytest.mark.parametrize(("game", "file"), FILES)
def test_every_state_is_as_it_was(game: Game, file):
    compare(game, json.loads(file.read_text("utf-8")))


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.slug)
def test_there_are_three_for_the_game_and_for_every_value_of_its_options(game: Game):
    records = [json.loads(file.read_text("utf-8"))["record"] for file in files(game)]
    assert len(records) >= 3
    for option in game.options:
        for value in values(option):
            kept = sum(record["options"].get(option.name) == value for record in records)
            assert kept >= 3, (
                f"fewer than three golden games with {option.name}={value};"
                f" `python -m tests.golden {game.slug} --option {option.name}={value}` makes one"
            )


class OtherFirstCard(WrongGame):
    """A state that differs on the way and comes to the same result: seat 0 gets the other cards of the deck first."""

    class State(WrongState):
        def to_bytes(self) -> bytes:
            return super().to_bytes() if self.dealt != 2 else super().to_bytes()[::-1]


def test_a_difference_on_the_way_is_found():
    golden = json.loads(files(TOY)[0].read_text("utf-8"))
    compare(WrongGame(), golden)
    with pytest.raises(AssertionError, match="the state after event 1"):
        compare(OtherFirstCard(), golden)
    with pytest.raises(AssertionError):
        compare(LowestWins(), golden)


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (lambda golden: golden.pop("hashes"), "no hashes"),
        (lambda golden: golden["hashes"].pop(), "for every event"),
        (lambda golden: golden["hashes"].__setitem__(4, "0" * 16), "after event 4"),
        (lambda golden: golden["result"]["scores"].reverse(), ""),
    ],
    ids=["missing", "short", "changed", "result"],
)
def test_a_file_that_does_not_fit_fails(change, says: str):
    golden = next(
        golden for file in files(TOY) if len({*(golden := json.loads(file.read_text()))["result"]["scores"]}) > 1
    )
    broken = copy.deepcopy(golden)
    change(broken)
    assert broken != golden
    with pytest.raises(AssertionError, match=says or None):
        compare(TOY, broken)


def test_hashes_are_made_anew_and_the_record_stays(tmp_path):
    kept = files(TOY)[0].read_text("utf-8")
    golden = json.loads(kept)
    file = tmp_path / "game.json"
    file.write_text(json.dumps({"record": golden["record"], "result": golden["result"]}))
    assert rehash(TOY, file)
    assert file.read_text("utf-8") == kept
    assert not rehash(TOY, file)
