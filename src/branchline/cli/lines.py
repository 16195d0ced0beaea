"""Play by lines: the board as text and a numbered list of actions. Works for every game, and in a pipe."""

from __future__ import annotations

import json
import sys

from branchline.cli.replay import log_line
from branchline.cli.table import Table
from branchline.core.action import Action
from branchline.core.errors import BranchlineError
from branchline.core.text import Text


def play_lines(table: Table) -> bool:
    """Play until the end (True) or until the player leaves or the input ends (False)."""
    match, language = table.match, table.language
    told = 0
    print(match.game.title.render(language))
    while (seat := table.person()) is not None:
        told = _tell(table, told)
        print(match.board(seat, language))
        actions = match.choices(seat)
        for number, action in enumerate(actions, 1):
            print(f"{number:>4}  {action.text.render(language)}")
        print(Text("cli.ask", {"who": table.name(seat), "most": len(actions)}).render(language), end="", flush=True)
        line = sys.stdin.readline()
        print()
        if not line or line.strip() == "q":
            print(Text("cli.left").render(language))
            return False
        _do(table, seat, line.strip(), actions)
    _tell(table, told)
    _finish(table)
    return True


def _tell(table: Table, told: int) -> int:
    for entry in table.match.log(table.people[0] if len(table.people) == 1 else None, told):
        print(log_line(entry, table.match, table.language))
    return len(table.match.events)


def _do(table: Table, seat: int, line: str, actions: list[Action]) -> None:
    """A number, u, or an action as JSON."""
    try:
        if line == "u":
            table.match.undo(seat)
        elif line.startswith("{"):
            table.match.play(seat, json.loads(line))
        elif line.isdecimal() and 1 <= int(line) <= len(actions):
            table.match.play(seat, actions[int(line) - 1])
        else:
            print(Text("cli.bad_number", {"most": len(actions)}).render(table.language))
    except BranchlineError as error:
        print(error.text.render(table.language))
    except ValueError as error:
        print(Text("core.malformed", {"why": str(error)}).render(table.language))


def _finish(table: Table) -> None:
    match, language = table.match, table.language
    print(match.board(None, language))
    result = match.result
    if result is not None:
        for seat, points in enumerate(result.scores):
            facts = {"who": table.name(seat), "rank": result.ranks[seat], "points": points}
            print(Text("cli.final", facts).render(language))
