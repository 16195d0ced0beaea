"""The list of commands: name, where it lives, what it does in a line. Help and the parser both read it."""

from __future__ import annotations

from typing import NamedTuple


class Command(NamedTuple):
    """One command: `target` is loaded only when the command is called."""

    target: str
    summary: str


COMMANDS: dict[str, Command] = {
    "serve": Command("branchline.cli.serve:serve", "Serve tables in the browser (--open opens the page)."),
    "play": Command("branchline.cli.play:play", "Play a game in the terminal, alone, in turns or against bots."),
    "simulate": Command("branchline.cli.simulate:simulate", "Let bots play many games and count points and wins."),
    "tournament": Command("branchline.cli.tournament:tournament", "Let bots play all against all and rate them."),
    "train": Command("branchline.cli.train:train", "Let a game's expert learn by self-play; only what wins is kept."),
    "replay": Command("branchline.cli.replay:replay", "Show a recorded game: its log, its result, any position."),
    "verify": Command("branchline.cli.verify:verify", "Prove that a recorded game's dice and cards were not rigged."),
    "review": Command("branchline.cli.review:review", "Judge a recorded game: luck, decisions, better moves."),
    "admin": Command(
        "branchline.cli.admin_people:app", "Look after a server: list, show, backup, close, ban, reports …"
    ),
    "storage": Command("branchline.cli.storage:app", "Move everything between SQLite and PostgreSQL (storage copy)."),
    "maps": Command("branchline.cli.maps:maps", "Check a map file of your own (maps check FILE)."),
    "sheet": Command("branchline.cli.sheet:sheet", "Make a game's sheet to print (PDF)."),
    "bench": Command("branchline.cli.bench:bench", "Measure how fast the rules run on this machine."),
}
DEFAULT = ("serve", "--open")


def help_text() -> str:
    """What `branchline --help` prints."""
    width = max(map(len, COMMANDS)) + 2
    rows = "\n".join(f"  {name:<{width}}{command.summary}" for name, command in COMMANDS.items())
    return (
        "Usage: branchline [COMMAND] [ARGS]\n\n"
        "Branchline («Ветка»): railway board games at one table.\n\n"
        f"Commands:\n{rows}\n\n"
        f"Without a command: branchline {' '.join(DEFAULT)}.\n"
        "branchline COMMAND --help explains a command; --version says which Branchline this is."
    )
