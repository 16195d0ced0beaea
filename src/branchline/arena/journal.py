"""The files of a tournament: its results, to go on from after an interruption, and the records of its games."""

from __future__ import annotations

import json
import os
from collections.abc import Sequence
from pathlib import Path
from typing import IO, Any

from branchline import __version__
from branchline.arena.playing import Finished
from branchline.arena.schedule import Plan, rounds
from branchline.core.errors import OptionError, RecordError
from branchline.core.text import Text
from branchline.games import find


class Lines:
    """A file with an object of JSON per line, or no file at all."""

    def __init__(self, path: Path | None, append: bool) -> None:
        self.path = path
        self.mode = "a" if append else "w"
        self.file: IO[str] | None = None

    def __enter__(self) -> Lines:
        if self.path is not None:
            try:
                self.file = self.path.open(self.mode, encoding="utf-8")
            except OSError as error:
                raise OptionError(
                    Text("cli.file_unwritable", {"file": str(self.path), "why": error.strerror})
                ) from error
        return self

    def __exit__(self, *_: object) -> None:
        if self.file is not None:
            self.file.close()

    def write(self, objects: Sequence[Any]) -> None:
        """All of them with one write, so that a kill leaves at most one torn line."""
        if self.file is not None:
            lines = (json.dumps(each, ensure_ascii=False, separators=(",", ":")) + "\n" for each in objects)
            self.file.write("".join(lines))
            self.file.flush()


def keep_first(path: Path | None, lines: int) -> None:
    """Cut a file of records to those whose results are known; the games after them are played again.

    RecordError if it holds fewer, since records of games that are not played again cannot be had.
    """
    if path is None or lines == 0:
        return
    whole = []
    if path.is_file():
        whole = [line for line in path.read_bytes().splitlines(keepends=True) if line.endswith(b"\n")]
    if len(whole) < lines:
        facts = {"file": str(path), "found": len(whole), "known": lines}
        raise RecordError(Text("cli.tournament_records", facts))
    os.truncate(path, sum(map(len, whole[:lines])))


class Journal(Lines):
    """The results of a tournament; the first line says which tournament it is."""

    def __init__(self, path: Path | None, header: Plan | None) -> None:
        super().__init__(path, append=header is None)
        self.header = header

    def __enter__(self) -> Lines:
        super().__enter__()
        if self.header is not None:
            self.write([{**_header(self.header), "version": __version__}])
        return self


def read(path: Path, plan: Plan, fixed: bool) -> tuple[Plan, list[Finished]]:
    """The plan with the file's seed, and the results that the file has; RecordError if it is another tournament's.

    Results beyond the plan stay: whoever asks for fewer games now may ask for more later.
    """
    if not path.exists():
        return plan, []
    try:
        # A line without its end is one that a kill has torn.
        header, *lines = [line for line in path.read_bytes().splitlines(keepends=True) if line.endswith(b"\n")]
        found = json.loads(header)
        found.pop("version", None)  # Says by which program the file was begun; another one may go on.
        kept = plan._replace(seed=int(found["seed"]))
        games = [_from_json(json.loads(line)) for line in lines]
    except OSError as error:
        raise RecordError(Text("cli.file_unreadable", {"file": str(path), "why": error.strerror})) from error
    except (AttributeError, ValueError, KeyError, TypeError) as error:
        raise RecordError(Text("cli.tournament_file", {"file": str(path)})) from error
    if found != _header(kept) or (fixed and kept.seed != plan.seed):
        raise RecordError(Text("cli.tournament_other", {"file": str(path)}))
    # A round that is not whole is played again, so its games must not stand in the file twice.
    whole = 0
    for each in rounds(kept.bots, kept.setting.players, len(games) + kept.games):
        if whole + len(each.seatings) > len(games):
            break
        whole += len(each.seatings)
    if whole:
        os.truncate(path, sum(map(len, [header, *lines[:whole]])))
    return kept, games[:whole]


def _header(plan: Plan) -> dict[str, Any]:
    setting = plan.setting
    return {
        "tournament": setting.game,
        "rules_version": find(setting.game).rules_version,
        "players": setting.players,
        "options": setting.options,
        "bots": list(plan.bots),
        "seed": plan.seed,
        "seconds": setting.seconds,
        "iterations": setting.iterations,
        "patience": setting.patience,
    }


def as_json(one: Finished) -> dict[str, Any]:
    """A game's result as a line of the file has it."""
    return {**one._replace(record=None)._asdict(), "failed": {str(seat): why for seat, why in one.failed.items()}}


def _from_json(data: dict[str, Any]) -> Finished:
    failed = {int(seat): str(why) for seat, why in data["failed"].items()}
    return Finished(**{**data, "seats": tuple(data["seats"]), "failed": failed})
