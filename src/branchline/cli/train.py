"""branchline train: learn better numbers for a game's expert."""

from __future__ import annotations

import sys
from importlib import resources
from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

import branchline
from branchline.arena.playing import MOST_JOBS, check_size
from branchline.cli.language import choose_language
from branchline.cli.progress import progress_bar
from branchline.cli.settings import check_writable
from branchline.cli.speed import say_if_interpreted
from branchline.core.errors import OptionError
from branchline.core.options import brief
from branchline.core.text import Text
from branchline.core.weights import FILE
from branchline.learn import Outcome, Settings
from branchline.learn import train as run


def train(
    game: str,
    /,
    *,
    generations: int = 20,
    games: int = 200,
    seed: int = 1,
    jobs: int = 1,
    workers: int | None = None,
    iterations: int = 200,
    rounds: int = 200,
    propose: str | None = None,
    out: Path | None = None,
    resume: Annotated[bool, Parameter(negative="")] = False,
    lang: str | None = None,
) -> int:
    """Learn better numbers for a game's expert by self-play; they are kept only if they beat the present ones.

    Parameters
    ----------
    game
        The game's name; a wrong one lists them all.
    generations
        How often the best neighbours of the present numbers become the next ones.
    games
        How many practice games every neighbour plays at every table of a generation.
    seed
        A whole number; the same one learns the same.
    jobs
        How many processes; what is learned is the same whatever it is.
    workers
        Another name of jobs.
    iterations
        Playouts a decision in the games that decide between the new expert and the present one.
    rounds
        At most so many rounds of two games decide; if they do not, the present numbers stay.
    propose
        Numbers of your own (name=value,name=value): they are not practised with and go to the deciding games at once.
    out
        Where to write the numbers; the game's own weights file if not said.
    resume
        Go on with a training that was interrupted.
    lang
        ru or en; the locale's if not given.
    """
    language = choose_language(lang)
    say_if_interpreted(language)
    if workers is not None and not 1 <= workers <= MOST_JOBS:
        facts = {"name": "workers", "value": workers, "allowed": f"1–{MOST_JOBS}"}
        raise OptionError(Text("core.bad_option_value", facts))
    check_size(games, jobs, None, iterations)
    for name, value in (("generations", generations), ("rounds", rounds)):
        if value < 1:
            raise OptionError(Text("core.bad_option_value", {"name": name, "value": value, "allowed": "1–"}))
    which = branchline.game(game)
    learnable = which.learnable()
    if learnable is None:
        raise OptionError(Text("core.nothing_to_learn", {"game": which.slug}))
    file = out if out is not None else Path(str(resources.files(learnable.package).joinpath(FILE)))
    check_writable(file)  # Better said now than after the last generation.
    settings = Settings(generations, games, seed, iterations, rounds, _numbers(propose))
    with progress_bar("generations") as bar:

        def report(number: int, worths: list[float], _middle: tuple[int, ...]) -> None:
            bar(number + 1, generations)
            print(f"generation {number + 1}: {worths[0]:.2f}, best {max(worths):.2f}", file=sys.stderr, flush=True)

        def judged(gain: float) -> None:
            print(f"unseen practice games: {gain:+.2f}", file=sys.stderr, flush=True)

        outcome = run(which, settings, file, workers or jobs, resume, report, judged)
    _print(outcome, language)
    return 0 if outcome.written is not None else 1


def _numbers(given: str | None) -> dict[str, int]:
    """The numbers in `name=value,name=value`; OptionError if it is written otherwise."""
    found = {}
    for pair in (given or "").split(",") if given else ():
        name, _, value = pair.partition("=")
        if not value.strip().removeprefix("-").isdecimal():
            raise OptionError(Text("cli.option_syntax", {"given": brief(pair)}))
        found[name.strip()] = int(value)
    return found


def _print(outcome: Outcome, language: str) -> None:
    print(", ".join(f"{name} {value}" for name, value in outcome.numbers.items()))
    gain = "–" if outcome.gain is None else f"{outcome.gain:+.2f}"
    verdict = outcome.verdict
    if verdict is None:
        print(Text("cli.train_no_gain", {"gain": gain}).render(language))
        return
    facts = {"gain": gain, "score": f"{verdict.score:.1%}", "rounds": verdict.rounds}
    if outcome.written is not None:
        code, facts["file"] = "cli.train_written", str(outcome.written)
    else:
        code = "cli.train_not_stronger" if verdict.decided else "cli.train_undecided"
    print(Text(code, facts).render(language))
