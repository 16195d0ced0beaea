"""What tests of the shell do with the toy, a game that has no board."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import expect

from branchline.core.game import Game
from branchline.core.generator import Generator
from branchline.core.match import Match
from tests.browser.driver import Visitor

Visit = Callable[..., Visitor]
LAST_ROUND = 3
"""Events of the toy's last round for two: both choose, one writes."""


def choose(visitor: Visitor) -> None:
    """Play the first of the cards."""
    visitor.page.locator(".board .legal-list li button").first.click()


def rounds(visitor: Visitor, n: int) -> None:
    """See that so many rounds are over."""
    expect(visitor.page.locator(".board pre").first).to_contain_text(f"Rounds finished: {n}.")


def two_past_the_dice(visit: Visit) -> tuple[Visitor, Visitor]:
    """Two browsers at a table; both have chosen a card, and the die was rolled again."""
    host, guest = visit(quiet=True), visit(quiet=True)
    table = host.sit_at("toy", "me", "open")
    guest.take_seat(table)
    host.page.get_by_role("button", name="Begin").click()
    for each in (host, guest):
        choose(each)
    for each in (host, guest):
        rounds(each, 1)
    return host, guest


def play(game: Game, seed: int, players: int | None = None) -> Match:
    """A whole game, played at random."""
    match = game.start(players=players, seed=seed)
    rng = Generator(seed)
    while match.actors:
        match.play(match.actors[0], match.sample(match.actors[0], rng))
    return match


def bring(visitor: Visitor, record: Path) -> None:
    visitor.page.goto(f"{visitor.address}/lobby")
    visitor.page.locator("input[type=file]").set_input_files(record)
    visitor.page.wait_for_url(re.compile("/m/"))


def play_the_last_round(me: Visitor, won: Path) -> None:
    """Play on from before the end of a game that is open, until it is over."""
    page = me.page
    events = len(json.loads(won.read_text())["events"])
    page.goto(re.sub(r"/\d+$", f"/{events - LAST_ROUND}", page.url))
    page.get_by_role("button", name=re.compile("Play on from here|Сыграть отсюда")).click()
    page.get_by_role("dialog").locator(".btn.ink").click()
    page.wait_for_url(re.compile("/t/"))
    me.open_moves()
    choice = random.Random(1)
    while not me.over:
        if me.may_act():
            me.play_from_list(choice)
