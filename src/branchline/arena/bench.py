"""What is measured: the rules of every game on one core, compiled and interpreted, and the command's start."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterable
from typing import Any, NamedTuple, Protocol, TypeVar

import branchline
from branchline import _native
from branchline.core.driver import play_out
from branchline.core.errors import OptionError
from branchline.core.game import Game
from branchline.core.generator import Generator
from branchline.core.options import brief, settle
from branchline.core.state import State
from branchline.core.text import Text
from branchline.games import slugs

T = TypeVar("T", bound="Named")
SECONDS = 1.5
"""Seconds for which the work is repeated in one measurement."""
ROUNDS = 3
"""Parts that a measurement is cut into; the best of them counts."""
BATCH_SECONDS = 0.01
"""Seconds of work between two looks at the clock: a look costs as much as a tenth of a quick game."""


class Measurement(NamedTuple):
    """One line of the bench: work that is counted, and whether it is compared with the interpreted rules."""

    name: str
    unit: str
    work: Callable[[int], int]
    """Does the work at least that many times, and says how many times it was."""
    compared: bool
    per_second: bool = True


def measurements(only: str | None = None) -> list[Measurement]:
    """All measurements, or those whose name holds `only`; OptionError lists the names."""
    everything = [one for slug in slugs() for one in _of_game(branchline.game(slug))]
    everything.append(Measurement("branchline --help", "s", _help, False, per_second=False))
    return pick(everything, only)


class Named(Protocol):
    """What has a name to be chosen by."""

    @property
    def name(self) -> str:
        """Unlike that of any other."""


def pick(everything: Iterable[T], only: str | None) -> list[T]:
    """Those whose name holds `only`; OptionError lists the names if there is none."""
    known = list(everything)
    chosen = [one for one in known if only is None or only in one.name]
    if not chosen:
        names = ", ".join(one.name for one in known)
        raise OptionError(Text("core.bad_option_value", {"name": "only", "value": brief(only), "allowed": names}))
    return chosen


def run(one: Measurement) -> dict[str, Any]:
    """Measure, and measure again with the rules interpreted where that says something."""
    if not one.per_second:
        value = min(_timed(one.work, 1, time.perf_counter) for _ in range(7))
        return {"name": one.name, "value": value, "unit": one.unit, "ratio": None, "against": None}
    value, slow = 0.0, 0.0
    for _ in range(ROUNDS):  # in turn, so that a slow minute of the machine hits both
        value = max(value, rate(one))
        if one.compared and branchline.compiled():
            slow = max(slow, _interpreted(one.name))
    against = f"interpreted: {slow:,.0f}" if slow else None
    return {
        "name": one.name,
        "value": value,
        "unit": one.unit,
        "ratio": value / slow if slow else None,
        "against": against,
    }


def rate(one: Measurement, seconds: float = SECONDS / ROUNDS) -> float:
    """How many times per CPU second the work gets done."""
    batch = 1
    one.work(batch)  # the first time may have to prepare something
    while batch < 1 << 20 and _timed(one.work, batch, time.process_time) < BATCH_SECONDS:
        batch *= 2
    done = 0
    begun = time.process_time()
    while (took := time.process_time() - begun) < seconds:
        done += one.work(batch)
    return done / took


def _timed(work: Callable[[int], int], batch: int, clock: Callable[[], float]) -> float:
    begun = clock()
    work(batch)
    return clock() - begun


def _interpreted(name: str) -> float:
    """The same measurement in a process that does not load the compiled rules."""
    code = f"from branchline.arena import bench; bench.print_rate({name!r})"
    done = subprocess.run(
        [sys.executable, "-c", code],
        env={**os.environ, _native.SWITCH: "1"},
        capture_output=True,
        text=True,
        check=True,
    )
    return float(json.loads(done.stdout))


def print_rate(name: str) -> None:
    """What the interpreted process runs."""
    for one in measurements(name):
        if one.name == name:
            print(json.dumps(rate(one)))


def _help(times: int) -> int:
    code = "from branchline.cli import main; main(['--help'])"
    for _ in range(times):
        subprocess.run([sys.executable, "-c", code], stdout=subprocess.DEVNULL, check=True)
    return times


def _of_game(game: Game) -> list[Measurement]:
    least, most = game.default_players, game.players.stop - 1
    rows = [
        Measurement(f"{game.slug}: random games, {_seats(players)}", "games/s", _games(game, players), True)
        for players in dict.fromkeys((least, most))
    ]
    rows.append(Measurement(f"{game.slug}: scorings of a finished game", "scorings/s", _scorings(game), True))
    rows.append(Measurement(f"{game.slug}: clones of a state", "clones/s", _clones(game), False))
    return rows


def _seats(players: int) -> str:
    return "1 seat" if players == 1 else f"{players} seats"


def _starts(game: Game, players: int) -> Callable[[], State]:
    """Makes new games. Their options are settled once: that is the API's work, not the rules'."""
    options = settle(game.options, {})
    return lambda: game.new(players, options)


def _games(game: Game, players: int) -> Callable[[int], int]:
    """Whole random games from the empty board to the final points; each with its own luck."""
    rng = Generator(1)
    start = _starts(game, players)

    def play(times: int) -> int:
        for _ in range(times):
            state = start()
            play_out(state, rng)
            state.scores()
        return times

    return play


def _scorings(game: Game) -> Callable[[int], int]:
    finished: list[State] = []
    start = _starts(game, game.default_players)

    def score(times: int) -> int:
        if not finished:
            for number in range(50):
                state = start()
                play_out(state, Generator(number))
                finished.append(state)
        for _ in range(times):
            for state in finished:
                state.scores()
        return times * len(finished)

    return score


def _clones(game: Game) -> Callable[[int], int]:
    states: list[State] = []
    start = _starts(game, game.default_players)

    def clone(times: int) -> int:
        if not states:
            state = start()
            play_out(state, Generator(1))
            states.append(state)
        source = states[0]
        for _ in range(times):
            source.clone()
        return times

    return clone
