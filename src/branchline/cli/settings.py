"""What several commands read from their arguments: game options, bots, record files."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from branchline.core.errors import OptionError, RecordError
from branchline.core.game import Game
from branchline.core.options import Option, brief
from branchline.core.text import Text

MOST_BYTES = 4_000_000
MOST_OPTION_BYTES = 2_000_000


def read_options(game: Game, pairs: Iterable[str], named: Mapping[str, str]) -> dict[str, Any]:
    """Options given as `--option name=value` and as `--name value`, with the types the game wants.

    What the game does not know stays as it is, so that the game itself refuses it and lists the right ones.
    """
    given: dict[str, str] = {}
    for pair in pairs:
        name, sign, value = pair.partition("=")
        if not sign:
            raise OptionError(Text("cli.option_syntax", {"given": brief(pair)}))
        given[name.strip()] = value.strip()
    given.update(named)
    known = {option.name: option for option in game.options}
    return {name: _typed(known[name], value) if name in known else value for name, value in given.items()}


def _typed(option: Option, value: str) -> Any:
    if isinstance(option.choices, range):
        return int(value) if value.removeprefix("-").isdecimal() else value
    for choice in option.choices:
        if str(choice).lower() == value.lower():
            return choice
    endings = tuple(option.files.split(",")) if option.files else ()
    return _option_file(option, Path(value)) if endings and value.lower().endswith(endings) else value


def _option_file(option: Option, file: Path) -> str:
    """The text of a file that an option takes; OptionError says why it cannot be read."""
    try:
        if file.stat().st_size > MOST_OPTION_BYTES:
            why = Text("cli.option_file_big", {"most": MOST_OPTION_BYTES // 1_000_000})
        else:
            return file.read_text("utf-8")
    except OSError as error:
        raise OptionError(
            Text("cli.option_file", {"name": option.name, "file": str(file), "why": error.strerror})
        ) from error
    except ValueError:
        why = Text("cli.option_file_text")
    raise OptionError(Text("cli.option_file", {"name": option.name, "file": str(file), "why": why}))


def read_record(file: Path) -> bytes:
    """A record file's bytes; RecordError says why it cannot be read."""
    try:
        if file.stat().st_size > MOST_BYTES:
            raise RecordError(Text("cli.file_big", {"file": str(file), "most": MOST_BYTES // 1_000_000}))
        return file.read_bytes()
    except OSError as error:
        raise RecordError(Text("cli.file_unreadable", {"file": str(file), "why": error.strerror})) from error


def read_records(file: Path) -> list[bytes]:
    """The records in a file: one per line of a .jsonl file, otherwise one."""
    if file.suffix != ".jsonl":
        return [read_record(file)]
    try:
        with file.open("rb") as lines:
            return [line for line in lines if line.strip()]
    except OSError as error:
        raise RecordError(Text("cli.file_unreadable", {"file": str(file), "why": error.strerror})) from error


def write_file(file: Path, data: bytes) -> None:
    """Write a file; OptionError says why it cannot be written."""
    try:
        file.write_bytes(data)
    except OSError as error:
        raise OptionError(Text("cli.file_unwritable", {"file": str(file), "why": error.strerror})) from error


def check_writable(file: Path) -> None:
    """OptionError unless the file can be written; what it holds stays, and one that is new is gone again."""
    new = not file.exists()
    try:
        file.open("ab").close()
        if new:
            file.unlink()
    except OSError as error:
        raise OptionError(Text("cli.file_unwritable", {"file": str(file), "why": error.strerror})) from error


def split_bots(bots: str) -> list[str]:
    """The names in `a,b,b`."""
    return [name.strip() for name in bots.split(",") if name.strip()]
