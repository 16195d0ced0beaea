"""Fields are declared once: what is generated from them copies, writes and reads all of a state, and is up to date."""

from __future__ import annotations

import importlib
import sys
from pathlib import Path

import pytest

import branchline.core
from branchline.core import fields

GAMES = Path(branchline.core.__file__).parents[1] / "games"
TOY = Path(__file__).parents[1] / "toy" / "rules"

STATE = """
from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import i64

from branchline.core.state import Immutable, Part, Reader, State
from {package} import _fields
from {package}.stones import Stone


class Coin(Immutable):
    def __init__(self, value: i64) -> None:
        self.value = value

    def write(self, out: vec[i64]) -> vec[i64]:
        return vec[i64]([*out, self.value])


def read_coin(reader: Reader) -> Coin:
    return Coin(reader.one())


class Pile(Part):
    def __init__(self) -> None:
        self.height: i64 = 0
        self.stones: list[Stone] = []


class Made(State):
    def __init__(self, board: object, players: i64) -> None:
        self.board = board
        self.players: i64 = players
        self.turn: i64 = 0
        self.done: bool = False
        self.cards: vec[i64] = vec[i64]()
        self.coin: Coin = Coin(0)
        self.last: Stone | None = None
        self.row: list[Stone] = []
        self.pile: Pile = Pile()
        self.total: i64 = 0  # derived
        self.notes: vec[i64] = vec[i64]()  # scratch

    def clone(self) -> Made:
        return _fields.clone(self)

    def to_bytes(self) -> bytes:
        return _fields.to_bytes(self)

    def refresh(self) -> None:
        self.total = sum(self.cards)
"""
STONES = """
from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import i64

from branchline.core.state import Immutable, Reader


class Stone(Immutable):
    def __init__(self, weight: i64) -> None:
        self.weight = weight

    def write(self, out: vec[i64]) -> vec[i64]:
        return vec[i64]([*out, self.weight])


def read_stone(reader: Reader) -> Stone:
    return Stone(reader.one())
"""


@pytest.fixture
def made(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """A game's rules with a field of every kind, generated and imported."""
    package = f"made_{abs(hash(str(tmp_path)))}"
    folder = tmp_path / package
    folder.mkdir()
    (folder / "__init__.py").write_text("")
    (folder / "state.py").write_text(STATE.format(package=package))
    (folder / "stones.py").write_text(STONES)
    assert fields.write_all([folder]) == [folder / "_fields.py"]
    assert fields.write_all([folder]) == [], "what is up to date is left alone"
    monkeypatch.syspath_prepend(str(tmp_path))
    yield importlib.import_module(f"{package}.state"), importlib.import_module(f"{package}._fields")
    for name in [name for name in sys.modules if name.partition(".")[0] == package]:
        del sys.modules[name]


def filled(module):
    from librt.vecs import vec
    from mypy_extensions import i64

    state = module.Made("board", 3)
    state.turn, state.done, state.cards = 7, True, vec[i64]([4, 5])
    state.coin, state.last, state.row = module.Coin(9), module.Stone(2), [module.Stone(1), module.Stone(3)]
    state.pile.height, state.pile.stones = 2, [module.Stone(6)]
    state.notes = vec[i64]([1])
    state.refresh()
    return state


def test_a_copy_has_every_field_and_shares_none_that_changes(made):
    module, _ = made
    state = filled(module)
    copy = state.clone()
    assert (copy.board, copy.players, copy.turn, copy.done, copy.total) == ("board", 3, 7, True, 9)
    assert list(copy.cards) == [4, 5]
    assert copy.coin is state.coin
    assert copy.last is state.last
    assert [stone.weight for stone in copy.row] == [1, 3]
    assert copy.pile is not state.pile
    assert (copy.pile.height, copy.pile.stones[0].weight) == (2, 6)
    assert list(copy.notes) == [], "scratch is not copied"
    copy.cards[0] = 1
    copy.row.clear()
    copy.pile.stones.clear()
    copy.pile.height = 5
    assert list(state.cards) == [4, 5]
    assert (len(state.row), len(state.pile.stones), state.pile.height) == (2, 1, 2)


def test_bytes_hold_every_field_but_scratch_and_derived(made):
    module, generated = made
    state = filled(module)
    data = state.to_bytes()
    again = generated.restore(module.Made("board", 3), data)
    assert again.to_bytes() == data
    assert again == state
    assert (again.turn, again.done, list(again.cards), again.coin.value, again.last.weight) == (7, True, [4, 5], 9, 2)
    assert again.total == 9, "what is derived is computed anew"
    for change in ("turn", "done", "players"):
        other = state.clone()
        setattr(other, change, 0)
        assert (other.to_bytes() == data) == (change == "players"), "parameters are shared and not written"
    other = state.clone()
    other.last = None
    assert other.to_bytes() != data
    assert generated.restore(module.Made("board", 3), other.to_bytes()).last is None
    other = state.clone()
    other.pile.stones = []
    assert other.to_bytes() != data
    state.notes = state.cards[:]
    state.total = 0
    assert state.to_bytes() == data


@pytest.mark.parametrize("cut", [8, 9, 16])
def test_bytes_that_are_cut_off_or_too_long_are_refused(made, cut: int):
    module, generated = made
    data = filled(module).to_bytes()
    for wrong in (data[:-cut], data + bytes(cut)):
        with pytest.raises(ValueError, match="state"):
            generated.restore(module.Made("board", 3), wrong)


def test_a_stale_module_is_found_and_written(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    folder = tmp_path / "rules"
    folder.mkdir()
    source = (TOY / "state.py").read_text("utf-8")
    (folder / "state.py").write_text(source)
    path = folder / "_fields.py"
    assert fields.main(["--check", str(folder)]) == 1
    assert "stale" in capsys.readouterr().out
    assert not path.exists(), "a check writes nothing"
    assert fields.main([str(folder)]) == 0
    assert fields.main(["--check", str(folder)]) == 0
    (folder / "state.py").write_text(
        source.replace("        self.die: i64 = 0\n", "        self.die: i64 = 0\n        self.luck: i64 = 0\n")
    )
    assert fields.write_all([folder], check=True) == [path]
    fields.write_all([folder])
    for line in ("copy.luck = source.luck", "out = append(out, source.luck)", "blank.luck = reader.one()"):
        assert line in path.read_text(), "one declaration is enough for copy, bytes and the way back"


@pytest.mark.parametrize(
    ("line", "says"),
    [("self.die = 0", "die needs a type"), ("self.seats = players", "players must be stored under its own name")],
)
def test_a_declaration_that_cannot_be_read_is_refused(tmp_path: Path, line: str, says: str):
    (tmp_path / "state.py").write_text(
        "class Wrong(State):\n    def __init__(self, players: i64) -> None:\n        " + line + "\n"
    )
    with pytest.raises(SystemExit, match=says):
        fields.generate(tmp_path)


@pytest.mark.parametrize("folder", [TOY, *sorted(path.parent for path in GAMES.glob("*/rules/state.py"))], ids=str)
def test_generated_modules_are_up_to_date(folder: Path):
    assert fields.write_all([folder], check=True) == [], "run python -m branchline.core.fields"


def test_every_game_has_generated_fields():
    assert len(list(GAMES.glob("*/rules/_fields.py"))) == len(list(GAMES.glob("*/game.py")))
