"""Data sets: every decision of simulated games as Parquet, one row each."""

from __future__ import annotations

import json
from pathlib import Path
from types import TracebackType
from typing import Any, NamedTuple, Protocol

import numpy as np

import branchline
from branchline.core.errors import OptionError
from branchline.core.game import Game
from branchline.core.text import Text
from branchline.research.position import action_count, observation_size, resolve, values

FILE = "decisions.parquet"
PARTIAL = "decisions.partial.parquet"
"""What it is called until the last game is in it."""
COLUMNS = {
    "game": "which game of the data set, from 0",
    "decision": "which decision of its game, from 0",
    "seat": "the seat that decided",
    "bot": "who played it",
    "observation": "what the seat knew, as `Game.observation` explains",
    "legal": "the numbers of its legal actions; null where they cannot be listed (the mask, written briefly)",
    "action": "the number of the action that it took",
    "payload": "the action as JSON where the number does not say everything, else null",
    "value": "what the game was worth to the seat in the end: 1 for a win to −1, together 0; alone its points",
    "points": "the points of every seat in the end",
}
"""The columns and what they hold; docs/research.md shows them."""
ROWS = 20_000
"""How many rows, roughly, are written in a group."""


class Run(NamedTuple):
    """What games of a data set were played: all that `arena.simulate` needs to play them again."""

    seed: int
    bots: tuple[str, ...]
    """The names as they were given: one for all seats, or one for each, which move on a seat from game to game."""
    games: int
    players: int | None = None
    options: dict[str, Any] = {}  # noqa: RUF012
    seconds: float | None = None
    iterations: int | None = None
    """The budget of a decision; without one every bot takes its own, which depends on the machine."""

    def describe(self, game: Game) -> dict[str, Any]:
        """The same with everything that was left to the game."""
        players = self.players or (len(self.bots) if len(self.bots) > 1 else None)
        _, count, options = resolve(game, players, self.options)
        return {**self._asdict(), "players": count, "options": options}


class FinishedGame(Protocol):
    """What a data set needs of a finished game; `arena.Finished` is one."""

    @property
    def seats(self) -> tuple[str, ...]:
        """Who sat where."""

    @property
    def points(self) -> list[int]:
        """The points of every seat."""

    @property
    def keys(self) -> list[int]:
        """What ranks the seats."""

    @property
    def samples(self) -> Any:
        """The decisions, or None."""


class DatasetWriter:
    """Writes a data set into a new folder: the decisions, and in `dataset.json` what they are of and how they came.

    Nothing is written before the first game is over, and only a data set that is whole gets its name.
    """

    def __init__(self, folder: Path, game: Game, run: Run | None = None) -> None:
        try:
            import pyarrow as pa
            import pyarrow.parquet as parquet
        except ImportError:
            raise OptionError(Text("cli.dataset_needs_pyarrow")) from None
        if (folder / FILE).exists():
            raise OptionError(Text("cli.dataset_exists", {"folder": str(folder)}))
        self._folder = folder
        self._made = not folder.exists()
        self._game = game
        self._pa = pa
        self._parquet = parquet
        self._writer: Any = None
        self._width = observation_size(game)
        types = {
            "game": pa.int32(),
            "decision": pa.int32(),
            "seat": pa.int8(),
            "bot": pa.dictionary(pa.int32(), pa.string()),
            "observation": pa.list_(pa.int32(), self._width),
            "legal": pa.list_(pa.int32()),
            "action": pa.int32(),
            "payload": pa.string(),
            "value": pa.float32(),
            "points": pa.list_(pa.int32()),
        }
        fields = [pa.field(name, types[name], metadata={"text": text}) for name, text in COLUMNS.items()]
        self._schema = pa.schema(fields)
        self._run = None if run is None else run.describe(game)
        self._games = 0
        self._rows: dict[str, list[Any]] = {name: [] for name in COLUMNS}

    def add(self, finished: FinishedGame) -> None:
        """Add the decisions of a finished game."""
        if self._writer is None:
            self._writer = self._open()
        keys = finished.keys
        worth = values(keys) if len(keys) > 1 else [float(finished.points[0])]
        rows = self._rows
        for number, one in enumerate(finished.samples or []):
            rows["game"].append(self._games)
            rows["decision"].append(number)
            rows["seat"].append(one.seat)
            rows["bot"].append(finished.seats[one.seat])
            rows["observation"].append(np.frombuffer(one.observation, np.int64).astype(np.int32))
            rows["legal"].append(one.legal)
            rows["action"].append(one.action)
            rows["payload"].append(one.payload)
            rows["value"].append(worth[one.seat])
            rows["points"].append(finished.points)
        self._games += 1
        if len(rows["game"]) >= ROWS:
            self._flush()

    def _open(self) -> Any:
        folder = self._folder
        try:
            folder.mkdir(parents=True, exist_ok=True)
            return self._parquet.ParquetWriter(folder / PARTIAL, self._schema, compression="zstd")
        except OSError as error:
            raise OptionError(Text("cli.file_unwritable", {"file": str(folder), "why": error.strerror})) from error

    def _flush(self) -> None:
        if not self._rows["game"]:
            return
        pa, rows = self._pa, self._rows
        seen = pa.array(np.concatenate(rows.pop("observation")), pa.int32())
        arrays = {name: pa.array(column, self._schema.field(name).type) for name, column in rows.items()}
        arrays["observation"] = pa.FixedSizeListArray.from_arrays(seen, self._width)
        self._writer.write_table(pa.table(arrays).select(list(COLUMNS)).cast(self._schema))
        self._rows = {name: [] for name in COLUMNS}

    def __enter__(self) -> DatasetWriter:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._writer is None:
            return
        if kind is None:  # An interruption may have come in the middle of a game.
            self._flush()
        self._writer.close()
        partial = self._folder / PARTIAL
        if not self._parquet.read_metadata(partial).num_rows:
            partial.unlink()
            if self._made:
                self._folder.rmdir()
        elif kind is None:
            self._describe()
            partial.rename(self._folder / FILE)

    def _describe(self) -> None:
        game = self._game
        about = {
            "game": game.slug,
            "rules_version": game.rules_version,
            "branchline": branchline.__version__,
            "run": self._run,
            "actions": action_count(game),
            "observation": [
                {"name": part.name, "size": int(part.size), "text": part.text} for part in game.observation
            ],
        }
        (self._folder / "dataset.json").write_text(json.dumps(about, ensure_ascii=False, indent=1) + "\n", "utf-8")
