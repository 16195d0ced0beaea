"""Bots of other people, in any language: a command that reads and writes a line of JSON at a time (docs/bots.md)."""

from __future__ import annotations

import json
import os
import selectors
import shlex
import shutil
import signal
import subprocess
import time
from multiprocessing.util import Finalize
from typing import Any, ClassVar

from branchline.core.action import Json, Move
from branchline.core.errors import BranchlineError, OptionError
from branchline.core.game import Game
from branchline.core.options import brief
from branchline.core.reading import to_plain
from branchline.core.state import State
from branchline.core.text import Text

PREFIX = "cmd:"
"""How the name of such a bot begins: `cmd:python my_bot.py`."""
PROTOCOL = 1
MOST_BYTES = 1_000_000
"""No answer is longer."""
LEAST_PATIENCE, MOST_PATIENCE = 0.001, 3600
"""Bounds of the patience with foreign bots, in seconds."""


def check_command(name: str) -> None:
    """OptionError unless the command of a foreign bot (`cmd:…`) can be found."""
    try:
        words = shlex.split(name.removeprefix(PREFIX))
    except ValueError:  # a quote that is not closed
        words = []
    if not words or shutil.which(words[0]) is None:
        raise OptionError(Text("cli.foreign_command", {"value": brief(name)}))


def check_patience(seconds: float) -> None:
    """OptionError unless the patience with foreign bots is within its bounds."""
    if not LEAST_PATIENCE <= seconds <= MOST_PATIENCE:
        allowed = f"{LEAST_PATIENCE}–{MOST_PATIENCE}"
        raise OptionError(Text("core.bad_option_value", {"name": "patience", "value": seconds, "allowed": allowed}))


class Failed(Exception):
    """A foreign bot that died, was silent for too long, or answered something that is no legal action."""


class ForeignBot:
    """A running command. It serves one game after another; after a failure it is started again for the next."""

    _running: ClassVar[dict[str, ForeignBot]] = {}

    def __init__(self, command: str) -> None:
        self.command = command
        self.patience = 0.0
        self.seated = False
        """Whether it plays at a table just now."""
        self._process: subprocess.Popen[bytes] | None = None
        self._rest = b""

    @classmethod
    def running(cls, command: str, patience: float) -> ForeignBot:
        """A command that nobody at this table uses yet, started only once per worker process and seat."""
        for number in range(64):
            key = f"{number} {command}"
            if key not in cls._running:
                cls._running[key] = bot = cls(command)
                # Worker processes end without the handlers of atexit.
                Finalize(bot, bot.close, exitpriority=1)
            bot = cls._running[key]
            if not bot.seated:
                bot.patience, bot.seated = patience, True
                return bot
        raise Failed("too many seats for one command")

    def start(self, game: Game, players: int, options: dict[str, Any], seat: int) -> None:
        """Tell it that a game begins."""
        if self._process is None or self._process.poll() is not None:
            self._launch()
        self._rest = b""  # What was said too late belongs to the game before.
        self._tell(
            {
                "type": "start",
                "protocol": PROTOCOL,
                "game": game.slug,
                "rules_version": game.rules_version,
                "players": players,
                "options": options,
                "seat": seat,
            }
        )

    def decide(self, game: Game, state: State, seat: int) -> Move:
        """Its legal answer to what the seat sees; Failed says why there is none."""
        listed = state.listed(seat)
        numbers = [Move(int(each)) for each in state.legal(seat)] if listed else game.choices(state, seat)
        self._tell(
            {
                "type": "decide",
                "seat": seat,
                "view": to_plain(game.view(state, seat)),
                "complete": bool(listed),
                "actions": [game.to_json(state, seat, each) for each in numbers],
                "seconds": self.patience,
            }
        )
        answer = self._hear()
        try:
            move = game.parse(state, seat, answer.get("action"))
        except BranchlineError as error:
            raise self._stop(f"no action of this game: {error}") from error
        if not state.allows(seat, move.number, move.payload):
            raise self._stop(f"not legal: {game.refusal(state, seat, move)}")
        return move

    def finish(self, points: list[int] | None) -> None:
        """Leave the table; a bot that played there gets the final points."""
        self.seated = False
        if points is not None and self._process is not None:
            try:
                self._tell({"type": "end", "points": points})
            except Failed:
                pass  # It has gone already, and the game is over.

    def close(self) -> None:
        """End the command."""
        if self._process is not None:
            _end(self._process)
            for pipe in (self._process.stdin, self._process.stdout):
                if pipe is not None:
                    pipe.close()
        self._process = None
        self._rest = b""

    def _launch(self) -> None:
        self.close()
        try:
            self._process = subprocess.Popen(
                shlex.split(self.command),
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                bufsize=0,
                start_new_session=True,
            )
        except (OSError, ValueError) as error:
            raise Failed(f"cannot be started: {error}") from error

    def _stop(self, why: str) -> Failed:
        self.close()
        return Failed(why)

    def _tell(self, message: Json) -> None:
        """Write a line. A bot that does not read fills the pipe, so writing has its deadline too."""
        process = self._process
        if process is None or process.stdin is None:
            raise Failed("not running")
        data = json.dumps(message, ensure_ascii=False, separators=(",", ":")).encode() + b"\n"
        descriptor = process.stdin.fileno()
        os.set_blocking(descriptor, False)
        deadline = time.monotonic() + self.patience
        with selectors.DefaultSelector() as ready:
            ready.register(descriptor, selectors.EVENT_WRITE)
            while data:
                left = deadline - time.monotonic()
                if left <= 0 or not ready.select(left):
                    raise self._stop(f"did not read for {self.patience:g} s")
                try:
                    data = data[os.write(descriptor, data[:65536]) :]
                except OSError as error:
                    raise self._stop("ended by itself") from error

    def _hear(self) -> Json:
        process = self._process
        if process is None or process.stdout is None:
            raise Failed("not running")
        descriptor = process.stdout.fileno()
        deadline = time.monotonic() + self.patience
        with selectors.DefaultSelector() as ready:
            ready.register(descriptor, selectors.EVENT_READ)
            while b"\n" not in self._rest:
                left = deadline - time.monotonic()
                if left <= 0 or not ready.select(left):
                    raise self._stop(f"no answer within {self.patience:g} s")
                part = os.read(descriptor, 65536)
                self._rest += part
                if not part:
                    raise self._stop("ended by itself")
                if len(self._rest) > MOST_BYTES:
                    raise self._stop(f"an answer of more than {MOST_BYTES:,} bytes")
        line, self._rest = self._rest.split(b"\n", 1)
        try:
            answer = json.loads(line)
        except (ValueError, RecursionError) as error:
            raise self._stop("an answer that is not JSON") from error
        if not isinstance(answer, dict):
            raise self._stop("an answer that is no object")
        return answer


def _end(process: subprocess.Popen[bytes]) -> None:
    """End a command with everything that it started: a shell would leave the bot itself running."""
    try:
        os.killpg(process.pid, signal.SIGKILL)
    except (ProcessLookupError, PermissionError, AttributeError):  # gone already, or no such thing here
        process.kill()
    process.wait()
