"""branchline verify: was chance fair in a recorded game?"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable
from pathlib import Path

import branchline
from branchline.cli.language import choose_language
from branchline.cli.settings import read_records
from branchline.core.action import Chanced, Event, Played, Undone
from branchline.core.chance import commitment
from branchline.core.errors import BranchlineError
from branchline.core.text import Text


def verify(file: Path, /, *, lang: str | None = None) -> int:
    """Prove that a recorded game's dice and cards came from the seed that was promised at its start.

    Parameters
    ----------
    file
        The record, a JSON file, or a file with a record per line (.jsonl).
    lang
        ru or en; the locale's if not given.
    """
    language = choose_language(lang)
    records = read_records(file)
    outcomes = []
    for number, data in enumerate(records, 1):
        if len(records) > 1:
            print(Text("cli.record_no", {"n": number, "of": len(records)}).render(language))
        outcomes.append(_verify(data, language))
    return max(outcomes, default=1)


def _verify(data: bytes, language: str) -> int:
    """The exit code for one record, after saying what was found."""
    try:
        match = branchline.replay(data)
    except BranchlineError as error:
        print(Text("cli.not_proved", {"why": error.text}).render(language), file=sys.stderr)
        return 1
    # Also of a game that is not over, if its record has the seed; replaying has checked it.
    written = json.loads(data)["seed"]
    if written is None:
        print(Text("cli.not_proved", {"why": Text("cli.no_seed")}).render(language), file=sys.stderr)
        return 1
    seed = bytes.fromhex(written)
    inherited = _draws(match.events[: match.inherited])
    draws = _draws(match.events) - inherited
    acts = sum(isinstance(event, Played) for event in match.events)
    if inherited:
        print(Text("cli.proved_part", {"draws": draws, "inherited": inherited}).render(language), file=sys.stderr)
    else:
        print(Text("cli.proved", {"draws": draws, "acts": acts}).render(language))
    print(Text("cli.proved_seed", {"seed": seed.hex(), "commit": commitment(seed)}).render(language))
    if undos := [event for event in match.events if isinstance(event, Undone)]:
        gone = _draws(match.events[n] for undo in undos for n in undo.events)
        print(Text("cli.taken_back", {"n": len(undos), "draws": gone}).render(language))
    if match.result is None:
        print(Text("cli.unfinished").render(language))
    else:
        print(Text("cli.proved_scores", {"scores": ", ".join(map(str, match.result.scores))}).render(language))
    return 1 if inherited else 0


def _draws(events: Iterable[Event]) -> int:
    return sum(isinstance(event, Chanced) for event in events)
