"""Training end to end on a tiny budget: repeatable, resumable, and nothing is written that does not win."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from branchline.compute import Here
from branchline.core.errors import OptionError
from branchline.core.game import Game
from branchline.core.learning import Number
from branchline.core.weights import Origin, fingerprint, read_weights
from branchline.games import find
from branchline.learn import Settings, train, training
from branchline.learn.evolution import NEIGHBOURS, Search
from branchline.learn.gate import Duel, Verdict, decide
from branchline.learn.practice import Vector
from branchline.learn.training import Progress

TINY = Settings(generations=2, games=2, seed=5, iterations=2, rounds=2)
WINS = Verdict(True, True, 8, 0.9)
LOSES = Verdict(False, True, 8, 0.4)
LEARNED = ["30-rails", "ticket-to-ride", "stephensons-rocket"]


def pass_gate(monkeypatch: pytest.MonkeyPatch, verdict: Verdict) -> None:
    """Let practice seem to help, and the gate say what a test wants."""
    monkeypatch.setattr(training, "_gain", lambda *_: 1.0)
    monkeypatch.setattr(training, "decide", lambda *_: verdict)


@pytest.mark.parametrize("slug", LEARNED)
def test_a_training_runs_from_practice_to_the_gate(slug: str, tmp_path: Path) -> None:
    seen: list[int] = []
    out = tmp_path / "weights.json"
    outcome = train(find(slug), TINY, out, report=lambda number, worths, _: seen.append(len(worths)))
    assert seen == [NEIGHBOURS, NEIGHBOURS]
    assert (outcome.verdict is None) == (outcome.gain <= 0)
    assert outcome.written is None  # two rounds never decide
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("slug", LEARNED)
def test_the_same_seed_learns_the_same_and_an_interruption_changes_nothing(
    slug: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pass_gate(monkeypatch, WINS)
    game = find(slug)
    whole, again, broken = (tmp_path / name for name in ("whole.json", "again.json", "broken.json"))
    train(game, TINY, whole)
    train(game, TINY, again, workers=2)
    assert whole.read_bytes() == again.read_bytes()

    def interrupt(number: int, _worths: list[float], _middle: Vector) -> None:
        if number == 1:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        train(game, TINY, broken, report=interrupt)
    numbers: list[int] = []
    train(game, TINY, broken, resume=True, report=lambda number, *_: numbers.append(number))
    assert numbers == [1]  # the first generation was kept
    assert broken.read_bytes() == whole.read_bytes()
    found = read_weights(whole.read_bytes(), slug)
    assert found.origin.seed == TINY.seed
    learnable = game.learnable()
    assert learnable is not None
    began = fingerprint(learnable.present())
    assert found.origin == Origin(TINY.seed, 2, TINY.games, TINY.iterations, WINS.rounds, WINS.score, {}, began)
    other = msgspec.structs.replace(TINY, seed=6)
    assert train(game, other, tmp_path / "other.json").numbers != found.numbers


def test_numbers_that_lose_at_the_gate_are_not_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pass_gate(monkeypatch, LOSES)
    out = tmp_path / "weights.json"
    out.write_bytes(b"as before")
    outcome = train(find("30-rails"), TINY, out)
    assert outcome.verdict == LOSES
    assert outcome.written is None
    assert out.read_bytes() == b"as before"


def test_proposed_numbers_go_to_the_gate_at_once(tmp_path: Path) -> None:
    game, out = find("30-rails"), tmp_path / "weights.json"
    learnable = game.learnable()
    assert learnable is not None
    practised: list[int] = []
    settings = msgspec.structs.replace(TINY, proposed={"experience": 500})
    outcome = train(game, settings, out, report=lambda number, *_: practised.append(number))
    assert practised == []
    assert outcome.gain is None
    assert outcome.verdict is not None
    assert outcome.numbers == {**learnable.present(), "experience": 500}
    for wrong in ({"experiment": 1}, {"experience": -1}):
        with pytest.raises(OptionError):
            train(game, msgspec.structs.replace(TINY, proposed=wrong), out)


def test_the_origin_of_proposed_numbers_says_that_nobody_practised(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pass_gate(monkeypatch, WINS)
    game, out = find("30-rails"), tmp_path / "weights.json"
    learnable = game.learnable()
    assert learnable is not None
    proposed = {"experience": 500}
    train(game, msgspec.structs.replace(TINY, proposed=proposed), out)
    found = read_weights(out.read_bytes(), game.slug)
    began = fingerprint(learnable.present())
    assert found.origin == Origin(TINY.seed, 0, 0, TINY.iterations, WINS.rounds, WINS.score, proposed, began)
    assert fingerprint({**found.numbers, "experience": learnable.present()["experience"]}) == began


def test_the_gate_refuses_an_expert_that_plays_worse() -> None:
    game = find("ticket-to-ride")
    learnable = game.learnable()
    assert learnable is not None
    hurried = {**learnable.present(), "keep_price": 0, "card_plan": 0, "hold": 4, "fill_point": 0}
    verdict = decide(Here(), Duel(game.slug, 3, 2, hurried), 60)
    assert verdict.decided
    assert not verdict.stronger
    assert verdict.score < 0.4


def test_another_training_is_not_gone_on_with(tmp_path: Path) -> None:
    out = tmp_path / "weights.json"
    kept = tmp_path / "weights.json.progress"
    search = Search(9, 1, [0.0], [1.0])
    kept.write_bytes(msgspec.json.encode(Progress("30-rails", TINY, (1,), search)))
    with pytest.raises(OptionError, match="another training"):
        train(find("30-rails"), TINY, out, resume=True)
    kept.write_bytes(b"{")
    with pytest.raises(OptionError, match="interrupted training"):
        train(find("30-rails"), TINY, out, resume=True)


def test_an_interrupted_training_is_not_written_over(tmp_path: Path) -> None:
    out = tmp_path / "weights.json"
    kept = tmp_path / "weights.json.progress"
    kept.write_bytes(b"hours of work")
    with pytest.raises(OptionError, match="--resume"):
        train(find("30-rails"), TINY, out)
    train(find("30-rails"), msgspec.structs.replace(TINY, proposed={"experience": 500}), out)  # it keeps no progress
    assert kept.read_bytes() == b"hours of work"


def test_there_must_be_a_training_to_go_on_with(tmp_path: Path) -> None:
    with pytest.raises(OptionError, match="no interrupted training"):
        train(find("30-rails"), TINY, tmp_path / "weights.json", resume=True)


def test_a_game_that_says_nothing_of_learning_is_refused(tmp_path: Path) -> None:
    class Silent(Game):
        slug = "silent"

    with pytest.raises(OptionError, match="silent"):
        train(Silent(), TINY, tmp_path / "weights.json")


def test_evolution_finds_a_known_best() -> None:
    numbers = (Number("one", 0, 100, 15.0), Number("two", -50, 50, 15.0))
    search = Search.begin(1, numbers, (10, 40))
    for _ in range(30):
        vectors = search.neighbours(numbers)
        search.follow(numbers, vectors, [-abs(one - 70) - abs(two + 20) for one, two in vectors])
    assert abs(search.middle[0] - 70) < 5
    assert abs(search.middle[1] + 20) < 5
