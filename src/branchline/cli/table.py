"""A table in one terminal: people in turns, bots at the other seats."""

from __future__ import annotations

from branchline.bots import CHARACTERS, Bot
from branchline.core.levels import bot_name
from branchline.core.match import Match
from branchline.core.text import Text, one_line


def seat_name(match: Match, seat: int, language: str) -> str:
    """The name that the record keeps, the bot, or the seat's number."""
    known = match.seats[seat]
    if name := one_line(str(known.get("name") or "")):
        return name
    if known.get("character") in CHARACTERS:
        return bot_name(known["character"], known["bot"]).render(language)
    if known.get("bot"):
        return Text("cli.bot", {"level": known["bot"], "seat": seat + 1}).render(language)
    return Text("cli.seat", {"seat": seat + 1}).render(language)


def seat_of(bot: Bot) -> dict[str, str]:
    """A bot's seat as a record has it."""
    return {"bot": bot.name} if bot.character is None else {"bot": bot.name, "character": bot.character}


class Table:
    """A match with its bots, and whose turn it is at the keyboard."""

    def __init__(self, match: Match, bots: dict[int, Bot], language: str, seconds: float | None) -> None:
        self.match = match
        self.bots = bots
        self.language = language
        self.seconds = seconds
        self.people = [seat for seat in range(match.players) if seat not in bots]
        for seat in range(match.players):
            match.seats[seat] = seat_of(bots[seat]) if seat in bots else {}

    def name(self, seat: int) -> str:
        """Who sits there; a person alone among bots is addressed."""
        if self.people == [seat]:
            return Text("cli.you").render(self.language)
        return seat_name(self.match, seat, self.language)

    def introductions(self) -> list[str]:
        """A line about every bot that has a character."""
        known = [(seat, bot.character) for seat, bot in sorted(self.bots.items()) if bot.character is not None]
        return [
            f"{self.name(seat)}: {Text(f'core.character_{character}_about').render(self.language)}"
            for seat, character in known
        ]

    def person(self) -> int | None:
        """The person who acts now; bots play when nobody at the keyboard has to (so they never hurry one)."""
        while self.match.actors:
            waiting = [seat for seat in self.match.actors if seat not in self.bots]
            if waiting:
                return waiting[0]
            seat = self.match.actors[0]
            self.match.play(seat, self.bots[seat].choose(self.match.sight(seat), seconds=self.seconds))
        return None
