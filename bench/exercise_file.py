"""The exercises of a game while they are looked for, and the file that they go to."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from bench.exercise_words import words

from branchline.core.game import Game
from branchline.core.match import Match
from branchline.core.record import event_to_json

WANTED, PAIRS, MOST = 10, 5, 12
"""So many exercises, so many of them of two moves; never more than the last."""
FOLDER = Path(__file__).parents[1] / "src" / "branchline" / "games"


class Course:
    """Records and steps for a file, as many of one move as of two if they can be found."""

    def __init__(self) -> None:
        self.records: dict[str, Any] = {}
        self.steps: list[dict[str, Any]] = []

    @property
    def full(self) -> bool:
        """Whether there is enough of either kind."""
        return len(self.steps) >= WANTED and self.of(2) >= PAIRS

    def of(self, moves: int) -> int:
        """How many have so many moves."""
        return sum(len(step["solution"]) == moves for step in self.steps)

    def wants(self, moves: int) -> bool:
        """Whether more of so many moves are wanted."""
        return self.of(moves) < (WANTED - PAIRS if moves == 1 else MOST - self.of(1))

    def add(self, record: dict[str, Any], step: dict[str, Any]) -> None:
        """Add an exercise."""
        self.records[step["id"]] = record
        self.steps.append(step)
        print(f"{step['id']}  {step['done']['en']}  {step['why']['en']}", flush=True)

    def write(self, game: Game) -> None:
        """Write the game's file, those of one move first."""
        steps = sorted(self.steps, key=lambda step: len(step["solution"]))
        course = {"title": words(en="Exercises", ru="Упражнения"), "minutes": 2 * len(steps)}
        lines = json.dumps(course | {"records": self.records, "steps": steps}, ensure_ascii=False)
        file = FOLDER / game.package / "lessons" / "exercises.json"
        file.write_text(lines.replace('}, {"id"', '},\n {"id"').replace('"steps": [', '"steps": [\n ') + "\n")


def origin(match: Match, upto: int | None = None) -> dict[str, Any]:
    """The record up to here, or up to an event."""
    return {"players": match.players, "events": [event_to_json(event) for event in match.events[:upto]]}
