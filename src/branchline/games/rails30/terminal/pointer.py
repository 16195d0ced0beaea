"""Where a player at the terminal points, what would be drawn there, and the keys that change it."""

from __future__ import annotations

from branchline.core.action import Json
from branchline.games.rails30.api.actions import Joker
from branchline.games.rails30.api.choices import BonusChoice, DrawChoice, MineChoice, StationChoice, StepName
from branchline.games.rails30.api.places import PAIR_NUMBER, border_number, border_of, place_of
from branchline.games.rails30.api.views import Rails30View
from branchline.games.rails30.rules.drawings import COUNT

MOVES = {"up": (-1, 0), "down": (1, 0), "left": (0, -1), "right": (0, 1)}
JOKERS: tuple[tuple[Joker, ...], ...] = ((), ("white",), ("coloured",), ("white", "coloured"))


class Pointer:
    """What is chosen and not yet confirmed, for one decision of one seat."""

    def __init__(self, view: Rails30View, seat: int) -> None:
        assert view.choices is not None
        self.view, self.choices, self.sheet = view, view.choices, view.sheets[seat]
        self.cell = self._first_cell()
        self.border = border_number(self.choices.borders[2]) if isinstance(self.choices, StationChoice) else 0
        self.track = view.coloured or 1
        self.turn = 0
        self.skip = False
        self.buying = False
        self.pair = 0
        self.jokers: tuple[Joker, ...] = ()
        self.digit: int | None = None
        """A row that was typed without a column yet."""

    @property
    def step(self) -> StepName:
        """The step that the sheet is at."""
        return self.sheet.step

    def action(self) -> Json:
        """The action that is pointed at, legal or not."""
        if self.step == "mountain":
            return {"type": "mountain", "draw": not self.skip}
        if isinstance(self.choices, StationChoice):
            side, place = border_of(self.border)
            return {"type": "station", "number": self.choices.number, "side": side, "place": place}
        row, column = place_of(self.cell)
        if self.step != "ready":
            return {"type": self.step, "row": row, "column": column}
        if self.buying:
            return {"type": "buy", "pair": list(list(PAIR_NUMBER)[self.pair]), "row": row, "column": column}
        return {"type": "draw", "row": row, "column": column, "track": self.track, "turn": self.turn}

    # ── keys ──
    def press(self, key: str) -> None:
        """Take any key but Enter and digits."""
        if key in MOVES:
            self._move(*MOVES[key])
        elif self.step == "mountain" and key in ("s", " "):
            self.skip = not self.skip
        elif isinstance(self.choices, DrawChoice):
            self._press_drawing(key, self.choices)

    def type_digit(self, digit: int) -> None:
        """Two digits name a cell, row and column; one a square of the side that is pointed at."""
        if self.step == "station":
            self.border = self.border // 6 * 6 + digit - 1
        elif self.digit is None:
            self.digit = digit
            return
        else:
            self.cell = (self.digit - 1) * 6 + digit - 1
        self.digit = None

    def _press_drawing(self, key: str, choices: DrawChoice) -> None:
        if key in ("r", " "):
            ring = 4 if self.track == 6 else int(COUNT[self.track])
            self.turn = self.turn // ring * ring + (self.turn % ring + 1) % ring
        elif key == "m" and self.track == 6:
            self.turn = (self.turn + 4) % 8
        elif key == "j" and not choices.buy:
            self._take_next_jokers()
        elif key == "t" and "coloured" in self.jokers:
            self.track, self.turn = self.track % 6 + 1, 0
        elif key == "b" and choices.buy:
            self.buying = not self.buying
        elif key == "p" and self.buying:
            self.pair = (self.pair + 1) % 6

    def _take_next_jokers(self) -> None:
        """The next set of jokers that is still to be had, and none after the last."""
        left = {"white": self.sheet.jokers.white, "coloured": self.sheet.jokers.coloured}
        open_sets = [each for each in JOKERS if all(left[which] for which in each)]
        at = open_sets.index(self.jokers)
        self.jokers = open_sets[(at + 1) % len(open_sets)]
        if "coloured" not in self.jokers:
            self.track, self.turn = self.view.coloured, 0
        elif self.track == self.view.coloured:
            self.track, self.turn = self.track % 6 + 1, 0

    def _move(self, down: int, right: int) -> None:
        if self.step == "mountain":
            self.skip = not self.skip
        elif self.step == "station":
            self._move_border(down, right)
        else:
            row, column = divmod(self.cell, 6)
            self.cell = (row + down) % 6 * 6 + (column + right) % 6

    def _move_border(self, down: int, right: int) -> None:
        """Along the side; off its end, or inwards, to the side that lies that way."""
        side, place = divmod(self.border, 6)
        along = right if side in (0, 2) else down
        across = down if side in (0, 2) else right
        if along and 0 <= place + along < 6:
            self.border = side * 6 + place + along
        elif along:
            towards = (1 if right > 0 else 3) if side in (0, 2) else (2 if down > 0 else 0)
            self.border = towards * 6 + (0 if side in (0, 3) else 5)
        elif across == (1 if side in (0, 3) else -1):
            self.border = (side ^ 2) * 6 + place

    def _first_cell(self) -> int:
        """The cell that is nearest to the middle of those that may be chosen."""
        cells = [14]
        if isinstance(self.choices, MineChoice | BonusChoice | DrawChoice):
            cells = self.choices.cells
        return min(cells, key=lambda cell: (abs(cell // 6 - 2) + abs(cell % 6 - 2), cell))
