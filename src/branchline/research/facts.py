"""The facts of every game that a paper asks for, counted in random games; docs/research.md shows them.

    python -m branchline.research.facts docs/research.md

writes them anew between the page's two markers, and a test fails when they are stale.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path
from typing import NamedTuple

from branchline.core.game import Game
from branchline.core.generator import Generator
from branchline.games import find, slugs
from branchline.research.position import Position, action_count, observation_size, resolve

BEGIN, END = "<!-- facts -->", "<!-- end of facts -->"
GAMES = 40
FEW = 2
"""Games that are counted where moves come from a menu, which takes long to find."""


class Facts(NamedTuple):
    """What was counted of a game with a number of players."""

    players: int
    actions: int
    observation: int
    decisions: float
    """Mean decisions of all seats in a game."""
    chances: float
    """Mean chance events in a game."""
    choices: float
    """Mean legal actions of a decision: the branching factor."""
    most_choices: int
    at_once: bool
    """Whether several seats ever act at once."""


def count(game: Game, players: int | None = None) -> Facts:
    """Count a game's facts in random games of fixed seeds."""
    _, seats, options = resolve(game, players, {})
    games = GAMES if game.action_count is not None else FEW
    decisions, chances, choices, most, at_once = 0, 0, 0, 0, False
    for seed in range(games):
        rng = Generator(seed, 7)
        position = Position(game, seats, options)
        while not position.over:
            n = int(position.state.chance())
            if n > 0:
                position.chance(int(rng.below(n)))
                chances += 1
                continue
            seat = position.seat
            menu = sorted(position.menu(seat))
            at_once = at_once or len(position.actors) > 1
            decisions, choices, most = decisions + 1, choices + len(menu), max(most, len(menu))
            position.play(seat, menu[int(rng.below(len(menu)))])
    sizes = seats, action_count(game), observation_size(game)
    return Facts(*sizes, decisions / games, chances / games, choices / decisions, most, at_once)


def page(games: list[Game]) -> str:
    """The facts of games as Markdown."""
    rows = [
        "| game | players | actions | numbers in an observation | decisions per game | chance events per game"
        " | legal actions: mean, most | several seats at once | information |",
        "|" + "---|" * 9,
    ]
    for game in games:
        facts = count(game, max(2, game.default_players))
        numbers = f"{facts.actions:,} | {facts.observation:,} | {facts.decisions:.1f} | {facts.chances:.1f}"
        width = f"{facts.choices:.1f}, {facts.most_choices}" + ("" if game.action_count is not None else " (menu)")
        once = "yes" if facts.at_once else "no"
        rows.append(
            f"| {game.title.render('en')} | {facts.players} | {numbers} | {width} | {once} | {game.information} |"
        )
    return "\n".join(rows) + "\n\n" + "\n\n".join(_fields(game) for game in games) + "\n"


def _fields(game: Game) -> str:
    """What the observation of a game is made of; parts that repeat for other sheets are shown once."""
    rows = [f"**{game.title.render('en')}**, `{game.slug}`", "", "| part | numbers | what |", "|---|---|---|"]
    for part in game.observation:
        if not re.fullmatch(r".*_([1-9]|1\d)", part.name):
            rows.append(f"| {part.name} | {int(part.size)} | {part.text} |")
    return "\n".join(rows)


def renew(text: str, games: list[Game]) -> str:
    """A page with the facts between its markers written anew."""
    before, rest = text.split(BEGIN)
    return f"{before}{BEGIN}\n{page(games)}{END}{rest.split(END)[1]}"


if __name__ == "__main__":
    file = Path(sys.argv[1])
    file.write_text(renew(file.read_text("utf-8"), [find(slug) for slug in slugs()]), "utf-8")
