"""A notice in words."""

from __future__ import annotations

import msgspec

from branchline.core.errors import BranchlineError
from branchline.core.text import Text, add_words
from branchline.games import find
from branchline.server.matches import named
from branchline.server.notices.notice import Kind
from branchline.server.projection import Projection

add_words("notices", "branchline.server.notices", "words")


class Letter(msgspec.Struct, frozen=True):
    """What is sent; in JSON this is the whole message."""

    kind: str
    title: str
    body: str
    url: str
    table: str | None = None
    game: str | None = None
    seat: int | None = None
    at: float = 0.0


def letter(
    kind: Kind, table: Projection, seat: int, by: str | None, line: str | None, at: float, base: str, language: str
) -> Letter:
    """A notice of a table, in a language, with a link below `base`."""
    facts = {"game": game_title(table.game, language), "by": by or _somebody(language)}
    title = Text(f"notices.{kind}", facts).render(language)
    body = line if kind == "mention" and line else _about(kind, table, seat, facts["game"], language)
    return Letter(kind, title, body, f"{base}/t/{table.id}", table.id, table.game, seat, at)


def trial(base: str, language: str) -> Letter:
    """What the test button sends."""
    words = [Text(code).render(language) for code in ("notices.test", "notices.test_body")]
    return Letter("test", words[0], words[1], f"{base}/settings")


def game_title(slug: str, language: str) -> str:
    """A game's name in a language; the bare slug if this server does not have the game any more."""
    try:
        game = find(slug)
    except BranchlineError:
        return slug
    return game.title.render(language)


def _about(kind: Kind, table: Projection, seat: int, game: str, language: str) -> str:
    if kind == "over" and table.ending is not None:
        code = f"notices.{table.ending.reason}" if not table.ending.winners else "notices.won"
        if seat in table.ending.winners:
            code = "notices.you_won" if len(table.ending.winners) == 1 else "notices.you_share"
        winners = ", ".join(named(table.seats[each], each, language) for each in table.ending.winners)
        return Text(code, {"game": game, "names": winners}).render(language)
    taken = [(number, each) for number, each in enumerate(table.seats) if each.place.kind != "open"]
    others = [named(each, number, language) for number, each in taken if number != seat]
    if not others:
        return game
    return Text("notices.with", {"game": game, "names": ", ".join(others)}).render(language)


def _somebody(language: str) -> str:
    return Text("notices.somebody").render(language)
