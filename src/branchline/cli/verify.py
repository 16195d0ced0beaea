"""branchline verify: was chance fair in a recorded game?"""

from __future__ import annotations

import sys
from collections.abc import Iterable
from pathlib import Path

import branchline
from branchline.cli.language import choose_language
from branchline.cli.settings import read_record
from branchline.core.action import Chanced, Event, Played, Undone
from branchline.core.chance import commitment
from branchline.core.errors import BranchlineError
from branchline.core.text import Text


def verify(file: Path, /, *, lang: str | None = None) -> int:
    """Prove that a recorded game's dice and cards came from the seed that was promised at its start.

    Parameters
    ----------
    file
        The record, a JSON file.
    lang
        ru or en; the locale's if not given.
    """
    language = choose_language(lang)
    data = read_record(file)
    try:
        match = branchline.replay(data)
    except BranchlineError as error:
        print(Text("cli.not_proved", {"why": error.text}).word(language), file=sys.stderr)
        return 1
    seed = match.seed if match.over else match._seed
    if seed is None:
        print(Text("cli.not_proved", {"why": Text("cli.no_seed")}).word(language), file=sys.stderr)
        return 1
    inherited = _draws(match.events[: match.inherited])
    draws = _draws(match.events) - inherited
    acts = sum(isinstance(event, Played) for event in match.events)
    if inherited:
        print(Text("cli.proved_part", {"draws": draws, "inherited": inherited}).word(language), file=sys.stderr)
    else:
        print(Text("cli.proved", {"draws": draws, "acts": acts}).word(language))
    print(Text("cli.proved_seed", {"seed": seed.hex(), "commit": commitment(seed)}).word(language))
    if undos := [event for event in match.events if isinstance(event, Undone)]:
        gone = _draws(match.events[n] for undo in undos for n in undo.events)
        print(Text("cli.taken_back", {"n": len(undos), "draws": gone}).word(language))
    if match.result is None:
        print(Text("cli.unfinished").word(language))
    else:
        print(Text("cli.proved_scores", {"scores": ", ".join(map(str, match.result["scores"]))}).word(language))
    return 1 if inherited else 0


def _draws(events: Iterable[Event]) -> int:
    return sum(isinstance(event, Chanced) for event in events)
