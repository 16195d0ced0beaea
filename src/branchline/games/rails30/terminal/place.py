"""A seat's place at the terminal: its screen, and the action that it confirms."""

from __future__ import annotations

from rich.console import Group, RenderableType
from rich.text import Text as Rich

from branchline.core.action import Json, Move
from branchline.core.errors import ActionError, BranchlineError
from branchline.core.levels import bot_name
from branchline.core.match import Match
from branchline.core.text import Text
from branchline.games.rails30.api.actions import jokers
from branchline.games.rails30.api.choices import BonusChoice, DrawChoice, MineChoice, MountainChoice, StationChoice
from branchline.games.rails30.api.places import border_number, cell_at
from branchline.games.rails30.api.previews import Rails30Preview
from branchline.games.rails30.api.views import Rails30View
from branchline.games.rails30.rules.codes import CROSSED, MINE, MOUNTAIN
from branchline.games.rails30.rules.drawings import FIRST
from branchline.games.rails30.rules.state import Rails30
from branchline.games.rails30.terminal.pointer import Pointer
from branchline.games.rails30.terminal.textart import beside, dice_line, field, others, score_table


class Desk:
    """One decision of one seat. `press` gives an action as JSON once the player confirms it."""

    def __init__(self, match: Match, seat: int, language: str) -> None:
        self.match, self.seat, self.language = match, seat, language
        view, state = match.view(seat), match.sight(seat).state
        assert isinstance(view, Rails30View)
        assert isinstance(state, Rails30)
        self.view, self.sheet = view, view.sheets[seat]
        self.pointer = Pointer(view, seat)
        self._state = state

    def press(self, key: str) -> Json | None:
        """Take a key; the action on Enter."""
        if key in "123456" and len(key) == 1:
            self.pointer.type_digit(int(key))
            return None
        half, self.pointer.digit = self.pointer.digit, None  # every other key forgets a row that was typed alone
        if key != "enter":
            self.pointer.press(key)
            return None
        if half is not None:
            raise ActionError(Text("rails30.type_column", {"row": half}))
        return self._confirmed()

    def _confirmed(self) -> Json:
        action = self.pointer.action()
        self.match.check(self.seat, action)
        if action["type"] == "draw":
            spent = jokers(self._state, self.seat, self._move(action).number)
            if not set(spent) <= set(self.pointer.jokers):
                raise ActionError(Text("rails30.press_j", {"white": self.view.white}))
        return action

    def _move(self, action: Json) -> Move:
        return self.match.game.parse(self._state, self.seat, action)

    # ── the picture ──
    def screen(self, note: Text | None) -> RenderableType:
        """The sheet, the dice, the score with what the action would change, the sentence and the keys."""
        preview, sentence = self._preview()
        names = [self._name(seat) for seat in range(self.match.players)]
        title = self.match.game.title.render(self.language) + ("" if len(names) == 1 else f" · {names[self.seat]}")
        side: list[RenderableType] = [
            Rich(title, "bold"),
            dice_line(self.view, self.sheet, self.language),
            score_table(self.sheet, self.language, preview),
            others(self.view, names, self.seat),
        ]
        bottom = Rich(no_wrap=True, overflow="ellipsis")
        bottom.append(sentence + "\n", style="bold")
        bottom.append(Text(f"rails30.keys_{self._keys()}").render(self.language), style="dim")
        if note is not None:
            bottom = Rich(note.render(self.language) + "\n", style="bold red") + bottom
        return Group(beside(self._field(preview), Group(*side)), bottom)

    def _keys(self) -> str:
        choices = self.pointer.choices
        if isinstance(choices, DrawChoice):
            return "buy" if choices.buy else "draw"
        return self.pointer.step

    def _name(self, seat: int) -> str:
        known = self.match.seats[seat]
        bot = known.get("bot")
        if bot and known.get("character"):
            return bot_name(known["character"], bot).render(self.language)
        facts = {"level": Text(f"core.level_{bot}"), "seat": seat + 1}
        return Text("rails30.bot" if bot else "rails30.seat", facts).render(self.language)

    def _preview(self) -> tuple[Rails30Preview | None, str]:
        """What the action would bring, and it in words; a reason if it cannot be done."""
        action, choices = self.pointer.action(), self.pointer.choices
        number = choices.number if isinstance(choices, StationChoice) else 0
        step = "draw" if isinstance(choices, DrawChoice) else self.pointer.step
        due = Text(f"rails30.due_{step}", {"number": number}).render(self.language)
        due = due[0].upper() + due[1:]
        if self.pointer.digit is not None:
            return None, f"{due}: {self.pointer.digit}·…"
        try:
            self.match.check(self.seat, action)
        except BranchlineError as error:
            return None, f"{due}: {error.text.render(self.language)}"
        preview = self.match.preview(self.seat, action)
        assert isinstance(preview, Rails30Preview)
        said = self.match.game.text(self._state, self.seat, self._move(action)).render(self.language)
        gain = f"  {preview.gain:+d}" if preview.gain else ""
        return preview, f"{due}: {said}{gain}"

    def _field(self, preview: Rails30Preview | None) -> Rich:
        pointer = self.pointer
        match pointer.choices:
            case MountainChoice(row=row, column=column):
                return field(self.sheet, cursor=cell_at(row, column), ghost=0 if pointer.skip else MOUNTAIN)
            case StationChoice(borders=borders):
                free = frozenset(map(border_number, borders))
                return field(self.sheet, borders=free, at_border=pointer.border)
            case MineChoice(cells=cells):
                return field(self.sheet, frozenset(cells), cursor=pointer.cell, ghost=MINE)
            case BonusChoice(cells=cells):
                return field(self.sheet, frozenset(cells), cursor=pointer.cell)
            case DrawChoice(buy=buy) if buy and pointer.buying:
                return field(self.sheet, frozenset(buy.cells), cursor=pointer.cell, ghost=CROSSED)
            case DrawChoice(cells=cells, joker_cells=joker_cells):
                legal = frozenset(cells + joker_cells if "white" in pointer.jokers else cells)
                ghost = int(FIRST[pointer.track]) + pointer.turn
                return field(self.sheet, legal, cursor=pointer.cell, ghost=ghost, lit=self._gained(preview))

    def _gained(self, preview: Rails30Preview | None) -> frozenset[int]:
        """The cells of routes that this action would bring or change."""
        if preview is None:
            return frozenset()
        both = zip(self.sheet.pairs, preview.pairs, strict=True)
        return frozenset(cell for old, new in both if old.route != new.route for cell in new.route)
