"""Play in a terminal: with real keys through a pseudo-terminal, and by lines in a pipe."""

from __future__ import annotations

import fcntl
import json
import os
import pty
import select
import struct
import subprocess
import sys
import termios
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

import branchline
from branchline.games.rails30.api.views import Jokers
from branchline.games.rails30.terminal.place import Desk

MAIN = "from branchline.cli import main; main()"


class Terminal:
    """A `branchline play` in a pseudo-terminal of 90 by 26."""

    def __init__(self, *words: str) -> None:
        self.master, slave = pty.openpty()
        fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", 26, 90, 0, 0))
        environment = {**os.environ, "TERM": "xterm-256color", "LANG": "C.UTF-8"}
        command = [sys.executable, "-c", MAIN, "play", "30-rails", *words]
        self.process = subprocess.Popen(command, stdin=slave, stdout=slave, stderr=slave, env=environment)
        os.close(slave)

    def wait(self, text: str) -> str:
        """What the terminal shows until the text has come."""
        seen, until = b"", time.monotonic() + 20
        while time.monotonic() < until:
            if select.select([self.master], [], [], 0.1)[0]:
                try:
                    seen += os.read(self.master, 65536)
                except OSError:
                    break
            if text in seen.decode("utf-8", "replace"):
                return seen.decode("utf-8", "replace")
        raise AssertionError(f"{text!r} did not come; the terminal shows {seen.decode('utf-8', 'replace')[-2000:]}")

    def press(self, keys: str) -> None:
        os.write(self.master, keys.encode())


@pytest.fixture
def terminal() -> Iterator[list[Terminal]]:
    opened: list[Terminal] = []
    yield opened
    for each in opened:
        each.process.kill()
        each.process.wait()
        os.close(each.master)


def test_keys_set_up_a_sheet_undo_and_quit(terminal: list[Terminal], tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    play = Terminal("--seed", "5", "--lang", "en", "--record", str(file))
    terminal.append(play)
    for _ in range(6):
        play.wait("Draw the rolled mountain")
        play.press("\r")
    play.wait("Place the mine: mine at")
    play.press("\r")
    play.wait("Place station 1: ")
    play.press("u")
    play.wait("Place the mine: mine at")
    play.press("\r")
    play.wait("Place station 1: ")
    play.press("2")
    play.wait("square 2")
    play.press("?")
    play.wait("mirror the junction")
    play.press(" ")
    play.wait("Place station 1: ")
    play.press("q")
    play.wait("left the game before its end")
    assert play.process.wait(10) == 0
    events = json.loads(file.read_text())["events"]
    assert [event for event in events if event[0] == "undo"]
    assert sum(event[0] == 0 and event[1]["type"] == "mine" for event in events if event[0] != "undo") == 2


def test_the_terminal_speaks_russian_and_puts_itself_back(terminal: list[Terminal]) -> None:
    play = Terminal("--seed", "5", "--lang", "ru")
    terminal.append(play)
    play.wait("Нарисуйте выпавшую гору")
    play.press("й")  # q with the Russian layout
    play.wait("партия прервана")
    assert play.process.wait(10) == 0


def ready(variant: str = "standard") -> branchline.core.match.Match:  # type: ignore[name-defined]
    """A match at its first turn, set up by the first action of every list."""
    match = branchline.game("30-rails").start(players=1, seed=11, variant=variant)
    while match.view(0).phase != "turns":
        match.play(0, match.legal(0)[0])
    return match


def test_r_turns_through_all_orientations_and_m_mirrors() -> None:
    match = ready()
    desk = Desk(match, 0, "en")
    desk.pointer.track = 6
    turns = []
    for _ in range(5):
        turns.append(desk.pointer.turn)
        desk.press("r")
    assert turns == [0, 1, 2, 3, 0]
    before = desk.pointer.turn
    desk.press("m")
    assert desk.pointer.turn == before + 4


def test_two_digits_point_and_a_lone_one_is_never_played() -> None:
    desk = Desk(ready(), 0, "en")
    desk.press("2")
    desk.press("5")
    assert desk.pointer.cell == 10
    for key in ("back", "escape", "left"):
        desk.press("3")
        desk.press(key)
        desk.press("4")
        desk.press("1")
        assert desk.pointer.cell == 18
    desk.press("6")
    with pytest.raises(branchline.core.errors.ActionError, match="without a column"):  # type: ignore[attr-defined]
        desk.press("enter")


def test_a_joker_is_spent_only_when_asked_for() -> None:
    match = ready()
    desk = Desk(match, 0, "en")
    desk.pointer.cell = desk.view.choices.joker_cells[0]
    with pytest.raises(branchline.core.errors.ActionError, match="joker"):  # type: ignore[attr-defined]
        desk.press("enter")
    desk.press("j")
    assert desk.pointer.jokers == ("white",)
    action = desk.press("enter")
    assert action is not None
    match.play(0, action)
    assert match.view(0).sheets[0].jokers == Jokers(white=False, coloured=True)


def test_shares_are_bought_with_b_and_p() -> None:
    match = ready("shares")
    desk = Desk(match, 0, "en")
    desk.press("b")
    desk.press("p")
    action = desk.press("enter")
    assert action is not None
    assert (action["type"], action["pair"]) == ("buy", [1, 3])
    match.play(0, action)


def test_arrows_walk_around_the_whole_border() -> None:
    match = branchline.game("30-rails").start(players=1, seed=11)
    while match.view(0).sheets[0].step != "station":
        match.play(0, match.legal(0)[0])
    desk = Desk(match, 0, "en")
    seen = set()
    for key in ["right"] * 7 + ["down"] * 7 + ["left"] * 7 + ["up"] * 7 + ["right"] * 7:
        desk.press(key)
        seen.add(desk.pointer.border)
    assert seen == set(range(24))


@pytest.mark.slow
def test_every_screen_of_a_whole_game_can_be_drawn() -> None:
    from rich.console import Console

    console = Console(width=80, record=True, file=open(os.devnull, "w"))  # noqa: SIM115
    for language in ("en", "ru"):
        match = branchline.game("30-rails").start(players=2, seed=3, variant="shares")
        while match.actors:
            seat = match.actors[0]
            desk = Desk(match, seat, language)
            lines = console.render_lines(desk.screen(None))
            assert len(lines) <= 23  # and a line for a refusal: 24
            assert not any("…" in segment.text for line in lines[:21] for segment in line)
            match.play(seat, match.legal(seat)[-1])
    console.file.close()


def test_lines_take_numbers_undo_and_json() -> None:
    words = [sys.executable, "-c", MAIN, "play", "30-rails", "--seed", "1", "--lang", "en"]
    lines = '1\n1\n1\n1\n1\n1\n1\nu\nx\n999\n{"type": "mine", "row": 9}\n{"type"\nq\n'
    done = subprocess.run(words, input=lines, capture_output=True, text=True, timeout=60, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.count("type a number from 1 to") == 2
    assert done.stdout.count("not an action of this game") == 2
    assert "took the move back" in done.stdout
    assert "left the game before its end" in done.stdout
