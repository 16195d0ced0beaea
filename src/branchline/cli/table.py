"""A table in one terminal: people in turns, bots at the other seats."""

from __future__ import annotations

from branchline.bots import Bot
from branchline.core.match import Match
from branchline.core.text import Text


class Table:
    """A match with its bots, and whose turn it is at the keyboard."""

    def __init__(self, match: Match, bots: dict[int, Bot], language: str, seconds: float | None) -> None:
        self.match = match
        self.bots = bots
        self.language = language
        self.seconds = seconds
        self.people = [seat for seat in range(match.players) if seat not in bots]
        for seat in range(match.players):
            match.seats[seat] = {"name": self._name(seat)} | ({"bot": bots[seat].name} if seat in bots else {})

    def _name(self, seat: int) -> str:
        if seat in self.bots:
            text = Text("cli.bot", {"level": self.bots[seat].name, "seat": seat + 1})
        elif len(self.people) == 1:
            text = Text("cli.you")
        else:
            text = Text("cli.seat", {"seat": seat + 1})
        return text.word(self.language)

    def name(self, seat: int) -> str:
        """Who sits there."""
        return str(self.match.seats[seat]["name"])

    def person(self) -> int | None:
        """The person who acts now; bots play when nobody at the keyboard has to (so they never hurry one)."""
        while self.match.actors:
            waiting = [seat for seat in self.match.actors if seat not in self.bots]
            if waiting:
                return waiting[0]
            seat = self.match.actors[0]
            self.match.play(seat, self.bots[seat].choose(self.match.sight(seat), seconds=self.seconds))
        return None
