"""The sheets of 30 Rails as plain text, for reading aloud: cells, stations, jokers, pairs with their points, mine."""

from __future__ import annotations

from typing import Any

from branchline.core.text import Text
from branchline.games.rails30.api.texts import content_text, jokers_text, pair_text
from branchline.games.rails30.api.views import SheetView, sheet
from branchline.games.rails30.rules import codes
from branchline.games.rails30.rules.state import Rails30


def board(state: Rails30, seat: int | None, language: str) -> str:
    """The dice, and all sheets or a seat's own."""
    reader = _Reader(state, language)
    parts = [reader.dice()] if state.turn and not state.ended() else []
    for each in range(state.players) if seat is None else [seat]:
        lines = [reader.say("sheet_of", seat=each + 1)] if seat is None and state.players > 1 else []
        parts.append("\n".join(lines + reader.sheet(each)))
    return "\n\n".join(parts)


class _Reader:
    """Reads a position aloud in one language."""

    def __init__(self, state: Rails30, language: str) -> None:
        self.state, self.language = state, language

    def say(self, code: str, **facts: Any) -> str:
        return Text(f"rails30.{code}", facts).render(self.language)

    def dice(self) -> str:
        white, coloured = int(self.state.white), int(self.state.coloured)
        turn = self.say("turn_line", turn=int(self.state.turn), turns=codes.TURNS)
        track = Text(f"rails30.track_{coloured}")
        return f"{turn}. {self.say('dice_line', white=white, coloured=coloured, track=track)}"

    def sheet(self, seat: int) -> list[str]:
        shown = sheet(self.state, seat)
        lines = []
        for row in range(6):
            cells = [content_text(self.state, seat, row * 6 + column) for column in range(6)]
            lines.append(self.say("row", row=row + 1, cells=", ".join(cell.render(self.language) for cell in cells)))
        for number, at in enumerate(shown.stations, 1):
            if at is not None:
                side = Text(f"rails30.side_{at.side}")
                lines.append(self.say("station_at", number=number, side=side, place=at.place))
        for code, place in (("mine_at", shown.mine), ("bonus_at", shown.bonus)):
            if place is not None:
                lines.append(self.say(code, row=place.row, column=place.column))
        return lines + (self.score(shown) if shown.step == "ready" else [])

    def score(self, shown: SheetView) -> list[str]:
        standard = not self.state.with_shares
        lines = [jokers_text(shown.jokers.white, shown.jokers.coloured).render(self.language)] if standard else []
        lines += [pair_text(pair).render(self.language) for pair in shown.pairs]
        stations = ", ".join(map(str, shown.mine_stations))
        lines.append(self.say("mine_links" if stations else "mine_alone", stations=stations, points=shown.mine_points))
        total = self.say("total", points=shown.total)
        lines.append(f"{total}, {Text(shown.praise).render(self.language)}" if shown.praise else total)
        return lines
