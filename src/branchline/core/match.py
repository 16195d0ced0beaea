"""A match: the event log, and the state that is the fold of it. Everything that leaves it goes through a view."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from branchline.core.action import Action, Chanced, Event, Form, Line, Played, Undone
from branchline.core.chance import commitment, draw
from branchline.core.errors import (
    ActionError,
    IllegalAction,
    OutOfTurn,
    SeedUnknown,
    UndoRefused,
    WrongSeat,
)
from branchline.core.forms import malformed
from branchline.core.game import Game, Options
from branchline.core.generator import Generator
from branchline.core.options import brief
from branchline.core.sight import Sight
from branchline.core.state import State, over
from branchline.core.text import Text


class Match:
    """One game being played. `seed` is None for a match whose seed is not (yet) known."""

    def __init__(
        self, game: Game, players: int, options: Options, seed: bytes | None, commit: str | None = None
    ) -> None:
        self.game = game
        self.players = players
        self.options = dict(options)
        self.seats: list[dict[str, Any]] = [{} for _ in range(players)]
        """What is known about who sits where (name, bot); carried in the record, not used by the rules."""
        self.commit = commit or (commitment(seed) if seed is not None else "")
        self.events: list[Event] = []
        self.inherited = 0
        """How many of the first events were played in another match, whose chance is not from this seed."""
        self._seed = seed
        self._drawn = 0
        self._undone: set[int] = set()
        self._lines: list[tuple[int, Line]] = []
        self._state: State = game.new(players, options)
        self._settle()

    # ── looking ──
    @property
    def actors(self) -> tuple[int, ...]:
        """The seats that may act now; () when the game is over."""
        return seats_of(self._state.actors())

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return over(self._state)

    @property
    def seed(self) -> bytes | None:
        """The seed, once the game is over; None before."""
        return self._seed if self.over else None

    def listed(self, seat: int) -> bool:
        """Whether the seat's actions can be listed; if not, use `sample`, `check` and `suggest`."""
        self._must_act(seat)
        return self._state.listed(seat)

    def legal(self, seat: int) -> list[Action]:
        """The seat's legal actions; () for a seat that may not act now."""
        self._must_exist(seat)
        if seat not in self.actors:
            return []
        if not self._state.listed(seat):
            raise ActionError(Text("core.unlisted"))
        state = self._state
        return [self.game.action(state, seat, int(number)) for number in state.legal(seat)]

    def sample(self, seat: int, rng: Generator) -> Action:
        """A random legal action of the seat, also where actions cannot be listed."""
        self._must_act(seat)
        state = self._state.clone()
        return self.game.action(state, seat, int(state.sample(seat, rng)))

    def suggest(self, seat: int, wish: Form) -> list[Action]:
        """Legal actions that fit a half-said wish."""
        self._must_act(seat)
        if not isinstance(wish, dict):
            raise malformed(f"Expected `object`, got `{type(wish).__name__}`")
        state = self._state.clone()
        return [self.game.action(state, seat, number) for number in self.game.suggest(state, seat, wish)]

    def check(self, seat: int, action: Action | Form) -> dict[str, Any] | None:
        """Raise an ActionError if the action cannot be taken; otherwise what the game has to say of it, if anything."""
        state = self._state.clone()
        return self.game.checked(state, seat, self._number(state, seat, action))

    def preview(self, seat: int, action: Action | Form) -> dict[str, Any]:
        """What a legal action would bring."""
        state = self._state.clone()
        return self.game.preview(state, seat, self._number(state, seat, action))

    def view(self, seat: int | None = None) -> dict[str, Any]:
        """All that a seat (None: a spectator) may know, JSON-safe."""
        if seat is not None:
            self._must_exist(seat)
        return {
            "game": self.game.slug,
            "players": self.players,
            "options": dict(self.options),
            "n": len(self.events),
            "you": seat,
            "actors": list(self.actors),
            "over": self.over,
            "commit": self.commit,
            "seed": self.seed.hex() if self.seed else None,
            "undoable": seat is not None and self._nothing_rolled_since(seat),
            **self.game.view(self._state, seat),
            "result": self.result,
        }

    def log(self, seat: int | None = None, since: int = 0) -> list[dict[str, Any]]:
        """The log's lines as that seat may read them, each with the number of its event, from event `since` on."""
        ended = self.over
        return [
            {"n": n, **line.json()}
            for n, line in self._lines
            if n >= since and (ended or line.only is None or seat in line.only)
        ]

    def board(self, seat: int | None = None, language: str = "en") -> str:
        """The position as plain text."""
        if seat is not None:
            self._must_exist(seat)
        return self.game.board(self._state, seat, language)

    @property
    def result(self) -> dict[str, Any] | None:
        """None while the game runs; then scores, ranks (1 is best, ties share), winners and the breakdown."""
        if not self.over:
            return None
        keys = [int(key) for key in self._state.ranking()]
        best = max(keys)
        return {
            "scores": [int(points) for points in self._state.scores()],
            "ranks": [1 + sum(other > key for other in keys) for key in keys],
            "winners": [seat for seat, key in enumerate(keys) if key == best],
            "breakdown": self.game.result(self._state),
        }

    def sight(self, seat: int) -> Sight:
        """What a bot at that seat gets: a state that the seat could be in, and nothing of the real one."""
        self._must_act(seat)
        rng = Generator(len(self.events) + 1, seat)
        return Sight(self.game, self.players, self.options, seat, self._state.resample(seat, rng))

    def record(self, with_seed: bool | None = None) -> dict[str, Any]:
        """The match as JSON. The seed is in it once the game is over, or when `with_seed` says so."""
        from branchline.core.record import make_record

        return make_record(self, with_seed)

    # ── acting ──
    def play(self, seat: int, action: Action | Form) -> None:
        """Let the seat act, then let chance do what is due. A refused action changes nothing."""
        after = self._state.clone()
        number = self._number(after, seat, action)
        if self._seed is None:
            self._must_not_need_chance(after.clone(), seat, number)
        self._take(Played(seat, self.game.form(after, seat, number)), number)
        self._settle()

    def undo(self, seat: int, agreed: bool = False) -> tuple[int, ...]:
        """Take back the seat's last action; the numbers of the events that count no more.

        Alone a seat may go back to the last chance event or to the last act of another seat that builds on
        its own; with the others' agreement (`agreed`) further, and all that came after goes too.
        """
        last, later = self._last_of(seat)
        try:
            gone: tuple[int, ...] = (last,)
            self._take_back(Undone(seat, gone), later)
        except UndoRefused:
            if not agreed:
                raise
            gone = (last, *later)
            self._take_back(Undone(seat, gone), ())
        self._settle()
        return gone

    def feed(self, event: Event) -> None:
        """Add an event of a record or of a stored log, as it happened; an error if it could not have."""
        if isinstance(event, Played):
            after = self._state.clone()
            self._take(event, self._number(after, event.seat, event.form))
        elif isinstance(event, Chanced):
            n = int(self._state.chance())
            if n != event.n or not 0 <= event.k < n:
                raise IllegalAction("core", Text("core.bad_chance", {"k": event.k, "n": n}))
            self._chance(event.k)
        else:
            last, later = self._last_of(event.seat)
            if event.events == (last,):
                self._take_back(event, later)
            elif event.events == (last, *later):
                self._take_back(event, ())
            else:
                raise UndoRefused(Text("core.bad_undo", {"seat": event.seat, "last": last}))

    # ── inside ──
    def _number(self, state: State, seat: int, action: Action | Form) -> int:
        """The checked number of an action; `state` is a throw-away copy, since a parser may leave shapes in it."""
        self._must_act(seat)
        form = action.form if isinstance(action, Action) else action
        number = self.game.parse(state, seat, form)
        if not state.allows(seat, number):
            raise self.game.refusal(state, seat, number)
        return number

    def _take(self, event: Played, number: int) -> None:
        before = self._state
        after = before.clone()
        # The number may name a shape that parsing leaves in the state, so the copy that is kept parses too.
        number = self.game.parse(after, event.seat, event.form)
        after.apply(event.seat, number)
        n = len(self.events)
        self.events.append(event)
        self._state = after
        self._lines.extend((n, line) for line in self.game.tell(before, event.seat, number, after))

    def _settle(self) -> None:
        """Let chance do what is due, if the seed is known."""
        while self._seed is not None and (n := int(self._state.chance())):
            self._chance(draw(self._seed, self._drawn, n))

    def _chance(self, k: int) -> None:
        before = self._state
        after = before.clone()
        n = int(before.chance())
        after.apply_chance(k)
        self._state = after
        self._lines.extend((len(self.events), line) for line in self.game.tell_chance(before, k, after))
        self.events.append(Chanced(k, n))
        self._drawn += 1

    def _live(self) -> list[int]:
        return [n for n, event in enumerate(self.events) if n not in self._undone and not isinstance(event, Undone)]

    def _nothing_rolled_since(self, seat: int) -> bool:
        """Whether the seat has an action that no chance has followed; another's act may still stand in the way."""
        for n in range(len(self.events) - 1, -1, -1):
            event = self.events[n]
            if n in self._undone or isinstance(event, Undone):
                continue
            if isinstance(event, Chanced):
                return False
            if event.seat == seat:
                return True
        return False

    def _last_of(self, seat: int) -> tuple[int, list[int]]:
        """The number of the seat's last action that counts, and those of all that came after it."""
        self._must_exist(seat)
        live = self._live()
        mine = [n for n in live if isinstance(event := self.events[n], Played) and event.seat == seat]
        if not mine:
            raise UndoRefused(Text("core.undo_nothing"))
        return mine[-1], [n for n in live if n > mine[-1]]

    def _fold(self, numbers: Iterable[int]) -> tuple[State, list[tuple[int, Line]]]:
        """The state and the log's lines after just these events, from the beginning."""
        again = Match(self.game, self.players, self.options, None, self.commit)
        lines: list[tuple[int, Line]] = []
        for n in numbers:
            seen = len(again._lines)
            again.feed(self.events[n])
            lines.extend((n, line) for _, line in again._lines[seen:])
        return again._state, lines

    def _take_back(self, event: Undone, later: Iterable[int]) -> None:
        """Let these events count no more; UndoRefused if they carry the later ones, which stay."""
        if any(isinstance(self.events[n], Chanced) for n in later):
            raise UndoRefused(Text("core.undo_chance" if self.players > 1 else "core.undo_alone"))
        gone = set(event.events)
        try:
            self._state, self._lines = self._fold(n for n in self._live() if n not in gone)
        except ActionError as error:
            raise UndoRefused(Text("core.undo_others")) from error
        self._undone |= gone
        self._lines.append((len(self.events), Line(Text("core.undone"), seat=event.seat)))
        self.events.append(event)

    def _must_not_need_chance(self, state: State, seat: int, number: int) -> None:
        state.apply(seat, number)
        if state.chance():
            raise SeedUnknown(Text("core.seed_unknown"))

    def _must_exist(self, seat: int) -> None:
        if type(seat) is not int or not 0 <= seat < self.players:
            raise WrongSeat(Text("core.wrong_seat", {"seat": brief(seat), "last": self.players - 1}))

    def _must_act(self, seat: int) -> None:
        self._must_exist(seat)
        if self.over:
            raise OutOfTurn(Text("core.game_over"))
        if seat not in self.actors:
            seats = ", ".join(str(actor) for actor in self.actors)
            raise OutOfTurn(Text("core.out_of_turn", {"seat": seat, "actors": seats}))


def seats_of(mask: int) -> tuple[int, ...]:
    """The seats in a bit mask."""
    return tuple(seat for seat in range(int(mask).bit_length()) if mask >> seat & 1)
