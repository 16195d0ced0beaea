"""A seat's place at the terminal: where it points, what it would draw there, and the keys that change it."""

from __future__ import annotations

from typing import Any

from rich.console import Group, RenderableType
from rich.text import Text as Rich

from branchline.core.errors import ActionError, BranchlineError
from branchline.core.match import Match
from branchline.core.text import Text
from branchline.games.rails30.api.actions import PAIR_NUMBER, border_form, place_of
from branchline.games.rails30.rules.drawings import COUNT, FIRST
from branchline.games.rails30.terminal.textart import beside, dice_line, field, others, score_table

MOVES = {"up": (-1, 0), "down": (1, 0), "left": (0, -1), "right": (0, 1)}
JOKERS: tuple[tuple[str, ...], ...] = ((), ("white",), ("coloured",), ("white", "coloured"))


class Desk:
    """One decision of one seat. `press` gives an action's form once the player confirms it."""

    def __init__(self, match: Match, seat: int, language: str) -> None:
        self.match, self.seat, self.language = match, seat, language
        self.view = match.view(seat)
        self.sheet = self.view["sheets"][seat]
        self.choices = self.view["choices"]
        self.step: str = self.choices["step"]
        self.cell = self._first_cell()
        self.border = self._first_border()
        self.track = int(self.view["coloured"]) or 1
        self.turn = 0
        self.skip = False
        self.buying = False
        self.pair = 0
        self.jokers: tuple[str, ...] = ()
        self._digit: int | None = None
        self._state = match.sight(seat).state

    # ── keys ──
    def press(self, key: str) -> dict[str, Any] | None:
        """Take a key; the action's form on Enter."""
        if key in "123456" and len(key) == 1:
            self._type(int(key))
            return None
        half, self._digit = self._digit, None  # every other key forgets a row that was typed alone
        if key == "enter":
            if half is not None:
                raise ActionError(Text("rails30.type_column", {"row": half}))
            return self._confirmed()
        if key in MOVES:
            self._move(*MOVES[key])
        elif self.step == "mountain" and key in ("s", " "):
            self.skip = not self.skip
        elif self.step == "draw":
            self._draw_key(key)
        return None

    def _draw_key(self, key: str) -> None:
        if key in ("r", " "):
            ring = 4 if self.track == 6 else int(COUNT[self.track])
            self.turn = self.turn // ring * ring + (self.turn % ring + 1) % ring
        elif key == "m" and self.track == 6:
            self.turn = (self.turn + 4) % 8
        elif key == "j" and not self.choices["buy"]:
            self._next_jokers()
        elif key == "t" and "coloured" in self.jokers:
            self.track, self.turn = self.track % 6 + 1, 0
        elif key == "b" and self.choices["buy"]:
            self.buying = not self.buying
        elif key == "p" and self.buying:
            self.pair = (self.pair + 1) % 6

    def _next_jokers(self) -> None:
        """The next set of jokers that is still to be had, and none after the last."""
        open_sets = [each for each in JOKERS if all(self.sheet["jokers"][which] for which in each)]
        at = open_sets.index(self.jokers)
        self.jokers = open_sets[(at + 1) % len(open_sets)]
        if "coloured" not in self.jokers:
            self.track, self.turn = int(self.view["coloured"]), 0
        elif self.track == self.view["coloured"]:
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

    def _type(self, digit: int) -> None:
        """Two digits name a cell, row and column; one a square of the side that is pointed at."""
        if self.step == "station":
            self.border = self.border // 6 * 6 + digit - 1
        elif self._digit is None:
            self._digit = digit
            return
        else:
            self.cell = (self._digit - 1) * 6 + digit - 1
        self._digit = None

    # ── the action that is pointed at ──
    def form(self) -> dict[str, Any]:
        """The action as it stands, legal or not."""
        if self.step == "mountain":
            return {"type": "mountain", "draw": not self.skip}
        if self.step == "station":
            return {"type": "station", "number": self.choices["number"], **border_form(self.border)}
        if self.step != "draw":
            return {"type": self.step, **place_of(self.cell)}
        if self.buying:
            return {"type": "buy", "pair": list(list(PAIR_NUMBER)[self.pair]), **place_of(self.cell)}
        return {"type": "draw", **place_of(self.cell), "track": self.track, "turn": self.turn}

    def _confirmed(self) -> dict[str, Any]:
        form = self.form()
        self.match.check(self.seat, form)
        if form["type"] == "draw":
            spent = self.match.game.form(self._state, self.seat, self._number(form))["jokers"]
            if not set(spent) <= set(self.jokers):
                raise ActionError(Text("rails30.press_j", {"white": self.view["white"]}))
        return form

    def _number(self, form: dict[str, Any]) -> int:
        return self.match.game.parse(self._state, self.seat, form)

    # ── the picture ──
    def screen(self, note: Text | None) -> RenderableType:
        """The sheet, the dice, the score with what the action would change, the sentence and the keys."""
        form = self.form()
        preview, sentence = self._preview(form)
        names = [self._name(seat) for seat in range(self.match.players)]
        side: list[RenderableType] = [
            Rich(
                self.match.game.title.render(self.language) + ("" if len(names) == 1 else f" · {names[self.seat]}"),
                "bold",
            ),
            dice_line(self.view, self.sheet, self.language),
            score_table(self.sheet, self.language, preview),
            others(self.view, names, self.seat),
        ]
        bottom = Rich(no_wrap=True, overflow="ellipsis")
        bottom.append(sentence + "\n", style="bold")
        keys = "buy" if self.step == "draw" and self.choices["buy"] else self.step
        bottom.append(Text(f"rails30.keys_{keys}").render(self.language), style="dim")
        if note is not None:
            bottom = Rich(note.render(self.language) + "\n", style="bold red") + bottom
        return Group(beside(self._field(preview), Group(*side)), bottom)

    def _name(self, seat: int) -> str:
        bot = self.match.seats[seat].get("bot")
        text = (
            Text("rails30.bot", {"level": bot, "seat": seat + 1}) if bot else Text("rails30.seat", {"seat": seat + 1})
        )
        return text.render(self.language)

    def _preview(self, form: dict[str, Any]) -> tuple[dict[str, Any] | None, str]:
        """What the action would bring, and it in words; a reason if it cannot be done."""
        due = Text(f"rails30.due_{self.step}", {"number": self.choices.get("number", 0)}).render(self.language)
        due = due[0].upper() + due[1:]
        if self._digit is not None:
            return None, f"{due}: {self._digit}·…"
        try:
            self.match.check(self.seat, form)
        except BranchlineError as error:
            return None, f"{due}: {error.text.render(self.language)}"
        preview = self.match.preview(self.seat, form)
        words = self.match.game.text(self._state, self.seat, self._number(form)).render(self.language)
        gain = f"  {preview['gain']:+d}" if preview["gain"] else ""
        return preview, f"{due}: {words}{gain}"

    def _field(self, preview: dict[str, Any] | None) -> Rich:
        if self.step == "mountain":
            where = (self.choices["row"] - 1) * 6 + self.choices["column"] - 1
            return field(self.sheet, cursor=where, ghost=0 if self.skip else 22)
        if self.step == "station":
            free = frozenset(_border(each) for each in self.choices["borders"])
            return field(self.sheet, borders=free, at_border=self.border)
        legal = frozenset(self.choices["cells"])
        if "white" in self.jokers:
            legal |= frozenset(self.choices["joker_cells"])
        if self.step != "draw":
            return field(self.sheet, legal, cursor=self.cell, ghost=23 if self.step == "mine" else 0)
        if self.buying:
            return field(self.sheet, frozenset(self.choices["buy"]["cells"]), cursor=self.cell, ghost=24)
        ghost = int(FIRST[self.track]) + self.turn
        return field(self.sheet, legal, cursor=self.cell, ghost=ghost, lit=self._gained(preview))

    def _gained(self, preview: dict[str, Any] | None) -> frozenset[int]:
        """The cells of routes that this action would bring or change."""
        if preview is None:
            return frozenset()
        both = zip(self.sheet["pairs"], preview["pairs"], strict=True)
        return frozenset(cell for old, new in both if old["route"] != new["route"] for cell in new["route"])

    def _first_cell(self) -> int:
        cells = self.choices.get("cells") or [14]
        return int(min(cells, key=lambda cell: (abs(cell // 6 - 2) + abs(cell % 6 - 2), cell)))

    def _first_border(self) -> int:
        borders = self.choices.get("borders")
        return _border(borders[2]) if borders else 0


def _border(at: dict[str, Any]) -> int:
    return ("north", "east", "south", "west").index(at["side"]) * 6 + int(at["place"]) - 1
