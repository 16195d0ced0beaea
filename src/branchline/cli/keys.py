"""Single keys from a terminal, arrows and Enter by name."""

from __future__ import annotations

import os
import select
import sys
import termios
import tty
from collections.abc import Iterator
from contextlib import contextmanager

_NAMES = {
    "\x1b[A": "up",
    "\x1b[B": "down",
    "\x1b[C": "right",
    "\x1b[D": "left",
    "\x1bOA": "up",
    "\x1bOB": "down",
    "\x1bOC": "right",
    "\x1bOD": "left",
    "\r": "enter",
    "\n": "enter",
    "\x7f": "back",
    "\x08": "back",
    "\x03": "quit",
    "\x04": "quit",
    "\x1b": "escape",
    "": "quit",
}
# The same keys with the Russian layout switched on.
_RUSSIAN = dict(zip("йцукенгшщзхъфывапролджэячсмитьбю", "qwertyuiop[]asdfghjkl;'zxcvbnm,.", strict=True))


@contextmanager
def raw_keys() -> Iterator[None]:
    """Keys come one by one and are not echoed; the terminal is put back whatever happens."""
    fd = sys.stdin.fileno()
    before = termios.tcgetattr(fd)
    try:
        tty.setcbreak(fd)
        settings = termios.tcgetattr(fd)
        settings[3] &= ~termios.ISIG
        termios.tcsetattr(fd, termios.TCSADRAIN, settings)
        yield
    finally:
        termios.tcsetattr(fd, termios.TCSADRAIN, before)


def read_key() -> str:
    """The next key: a character, or up, down, left, right, enter, back, escape, quit."""
    fd = sys.stdin.fileno()
    data = os.read(fd, 1)
    if data == b"\x1b":
        while select.select([fd], [], [], 0.03)[0] and len(data) < 3:
            data += os.read(fd, 1)
    elif data and data[0] >= 0xC0:
        data += os.read(fd, 1 if data[0] < 0xE0 else 2)
    text = data.decode("utf-8", "replace")
    return _NAMES.get(text, _RUSSIAN.get(text.lower(), text))
