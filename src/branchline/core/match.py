"""A match: the event log, and the state that is the fold of it. Everything that leaves it goes through a view."""

from __future__ import annotations

import copy
from bisect import bisect_left
from collections.abc import Iterable, Sequence
from typing import Any

import msgspec

from branchline.core.action import Action, Chanced, Event, Json, Move, Played, Undone
from branchline.core.chance import commitment
from branchline.core.checkpoints import Checkpoints
from branchline.core.driver import Driver
from branchline.core.errors import ActionError, IllegalAction, OutOfTurn, SeedUnknown, UndoRefused, WrongSeat
from branchline.core.game import Game, Options
from branchline.core.generator import Generator
from branchline.core.log import Entry, Line, UndoneEntry
from branchline.core.options import brief
from branchline.core.reading import malformed
from branchline.core.scribe import Scribe, Seeded, own
from branchline.core.sight import Sight
from branchline.core.state import State, over
from branchline.core.summary import Summary, decisive, ended
from branchline.core.text import Text, visible
from branchline.core.views import Result, View

SAMPLES = 6
"""How many actions are offered at random where a game can neither list nor choose any."""


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
        self.drawn = 0
        """How many chance events there were, those that were taken back included."""
        self.undone: set[int] = set()
        """The numbers of the events that count no more."""
        self.lines: list[Line] = []
        """The whole log, secrets included; `log` is what a seat may read of it."""
        self._seed = seed
        self._live: list[int] = []
        """The numbers of the events that count, undos left out."""
        self._last_undo = -1
        self._checkpoints: Checkpoints | None = None
        """Kept from the first undo on; most matches need none."""
        self._drive(game.new(players, options))
        self.settle()

    # ── looking ──
    @property
    def state(self) -> State:
        """The real position. Whoever shows something to a player asks `view` or `sight` instead."""
        return self._driver.state

    @property
    def actors(self) -> tuple[int, ...]:
        """The seats that may act now; () when the game is over."""
        return seats_of(self.state.actors())

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return over(self.state)

    @property
    def seed(self) -> bytes | None:
        """The seed, once the game is over; None before."""
        return self._seed if self.over else None

    def listed(self, seat: int) -> bool:
        """Whether the seat's actions can be listed; if not, use `sample`, `check` and `suggest`."""
        self._must_act(seat)
        return self.state.listed(seat)

    def legal(self, seat: int) -> list[Action]:
        """The seat's legal actions; () for a seat that may not act now."""
        self._must_exist(seat)
        if seat not in self.actors:
            return []
        state = self.state
        if not state.listed(seat):
            raise ActionError(Text("core.unlisted"))
        return [self.game.action(state, seat, Move(int(number))) for number in state.legal(seat)]

    def sample(self, seat: int, rng: Generator) -> Action:
        """A random legal action of the seat, also where actions cannot be listed."""
        self._must_act(seat)
        state = self.state.clone()
        number = int(state.sample(seat, rng))
        return self.game.action(state, seat, Move(number, state.payload(number)))

    def suggest(self, seat: int, request: Json) -> list[Action]:
        """Legal actions that fit a request."""
        self._must_act(seat)
        if not isinstance(request, dict):
            raise malformed(f"Expected `object`, got `{type(request).__name__}`")
        state = self.state
        return [self.game.action(state, seat, move) for move in self.game.suggest(state, seat, request)]

    def choices(self, seat: int) -> list[Action]:
        """All legal actions; where they cannot be listed, some that differ by what they do."""
        if self.listed(seat):
            return self.legal(seat)
        self._must_act(seat)
        state = self.state
        found: dict[str, Action] = {}
        for move in self.game.choices(state, seat):
            action = self.game.action(state, seat, move)
            found.setdefault(str(action.text), action)
        if not found:
            # The game has nothing to say: any few actions will do, the same ones whenever this position is asked.
            rng = Generator(len(self.events), seat)
            for _ in range(SAMPLES):
                action = self.sample(seat, rng)
                found.setdefault(str(action.text), action)
        return list(found.values())

    def check(self, seat: int, action: Action | Json) -> msgspec.Struct | None:
        """Raise an ActionError if the action cannot be taken; otherwise what the game has to say of it, if anything."""
        return self.game.check(self.state, seat, self._move(seat, action))

    def preview(self, seat: int, action: Action | Json) -> msgspec.Struct | None:
        """What a legal action would bring."""
        return self.game.preview(self.state, seat, self._move(seat, action))

    def view(self, seat: int | None = None) -> View:
        """All that a seat (None: a spectator) may know."""
        if seat is not None:
            self._must_exist(seat)
        view = self.game.view(self.state, seat)
        view.game, view.players, view.options = self.game.slug, self.players, dict(self.options)
        view.n, view.you, view.actors, view.over = len(self.events), seat, list(self.actors), self.over
        view.commit, view.seed = self.commit, self.seed.hex() if self.seed else None
        view.undoable = seat is not None and self._nothing_rolled_since(seat)
        view.result, view.summary = self.result, self.summary
        return view

    def log(self, seat: int | None = None, since: int = 0) -> list[Entry]:
        """The log as that seat may read it, from event `since` on."""
        return [own(entry) for entry in self.entries(seat, since)]

    def entries(self, seat: int | None = None, since: int = 0) -> list[Entry]:
        """The same, but the match's own entries: for whoever encodes them at once and changes nothing."""
        ended = self.over
        first = len(self.lines)
        while first and self.lines[first - 1].entry.n >= since:
            first -= 1
        return [line.entry for line in self.lines[first:] if ended or line.only is None or seat in line.only]

    def board(self, seat: int | None = None, language: str = "en") -> str:
        """The position as plain text."""
        if seat is not None:
            self._must_exist(seat)
        return visible(self.game.board(self.state, seat, language))

    @property
    def result(self) -> Result | None:
        """None while the game runs; then scores, ranks (1 is best, ties share), winners and the breakdown."""
        if not self.over:
            return None
        keys = [int(key) for key in self.state.ranking()]
        best = max(keys)
        result = self.game.result(self.state)
        result.scores = [int(points) for points in self.state.scores()]
        result.ranks = [1 + sum(other > key for other in keys) for key in keys]
        result.winners = [seat for seat, key in enumerate(keys) if key == best]
        return result

    @property
    def summary(self) -> Summary | None:
        """None while the game runs; then why it ended, what the points were for, and how they grew."""
        result = self.result
        if result is None:
            return None
        entries = [line.entry for line in self.lines]
        last, winner = ended(entries), result.winners[0]
        feats = sorted(self.game.feats(self.state, winner, entries), key=lambda feat: -feat.points)
        return Summary(
            reason=None if last is None else own(last.text),
            ended_by=None if last is None else last.seat,
            tie=self.game.tie(self.state),
            feats=feats,
            decided=decisive(feats, result.scores, winner),
            sources=self.game.sources(self.state),
            curve=self.game.curve(self.state, entries),
        )

    def sight(self, seat: int) -> Sight:
        """What a bot at that seat gets: a state that the seat could be in, and nothing of the real one."""
        self._must_act(seat)
        rng = Generator(len(self.events) + 1, seat)
        return Sight(self.game, self.players, self.options, seat, self.state.resample(seat, rng))

    def record(self, with_seed: bool | None = None) -> dict[str, Any]:
        """The match as JSON. The seed is in it once the game is over, or when `with_seed` says so."""
        from branchline.core.record import make_record

        seed = self._seed if (self.over if with_seed is None else with_seed) else None
        return make_record(self, seed)

    # ── acting ──
    def play(self, seat: int, action: Action | Json) -> None:
        """Let the seat act, then let chance do what is due. A refused action changes nothing."""
        move = self._move(seat, action)
        if self._seed is None:
            self._must_not_need_chance(seat, move)
        self._act(Played(seat, self.game.to_json(self.state, seat, move)), move)
        self.settle()

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
        self.settle()
        return gone

    def feed(self, event: Event) -> None:
        """Add an event of a record or of a stored log, as it happened; an error if it could not have."""
        if isinstance(event, Played):
            self._act(event, self._move(event.seat, event.action))
        elif isinstance(event, Chanced):
            n = int(self.state.chance())
            if n != event.n or not 0 <= event.k < n:
                raise IllegalAction("core", Text("core.bad_chance", {"k": event.k, "n": n}))
            self._driver.chance(event.k)
        else:
            last, later = self._last_of(event.seat)
            if event.events == (last,):
                self._take_back(event, later)
            elif event.events == (last, *later):
                self._take_back(event, ())
            else:
                raise UndoRefused(Text("core.bad_undo", {"seat": event.seat, "last": last}))

    def reveal(self, seed: bytes | None) -> None:
        """Learn the seed, after the events that were drawn from it (or from another match's) were fed."""
        self._seed = seed

    def settle(self) -> None:
        """Let chance do what is due, if the seed is known."""
        if self._seed is not None:
            self._driver.settle(Seeded(self._seed, self))

    def restore(
        self, state: State, events: Sequence[Event], drawn: int, undone: Iterable[int], lines: list[Line]
    ) -> None:
        """Take over what the fold of these events once gave."""
        self._drive(state)
        self.events, self.drawn, self.undone, self.lines = list(events), drawn, set(undone), lines
        pairs = enumerate(self.events)
        self._live = [n for n, event in pairs if n not in self.undone and not isinstance(event, Undone)]
        undos = [n for n, event in enumerate(self.events) if isinstance(event, Undone)]
        self._last_undo = undos[-1] if undos else -1
        self._checkpoints = None

    # ── inside ──
    def _drive(self, state: State) -> None:
        self._driver = Driver(state, [Scribe(self)])
        self._playing: Played | None = None

    def _act(self, event: Played, move: Move) -> None:
        self._playing = event
        self._driver.act(event.seat, move.number, move.payload)

    def write_action(self, before: State, move: Move, after: State) -> None:
        """Note that the action under way was done."""
        event = self._playing
        assert event is not None
        self._count(before)
        self._write(event, before, self.game.log_action(before, event.seat, move, after))

    def write_chance(self, before: State, event: Chanced, after: State) -> None:
        """Note what chance brought."""
        self.drawn += 1
        self._count(before)
        self._write(event, before, self.game.log_chance(before, event.k, after))

    def _count(self, before: State) -> None:
        self._live.append(len(self.events))
        if self._checkpoints is not None:
            self._checkpoints.add(before)

    def _write(self, event: Event, before: State, lines: list[Line]) -> None:
        n, turn = len(self.events), int(before.turn_number())
        for line in lines:
            self.lines.append(Line(msgspec.structs.replace(line.entry, n=n, turn_number=turn), line.only))
        self.events.append(event)

    def _move(self, seat: int, action: Action | Json) -> Move:
        """The checked move of an action; nothing changes."""
        self._must_act(seat)
        state = self.state
        move = self.game.parse(state, seat, action.data if isinstance(action, Action) else action)
        if not state.allows(seat, move.number, move.payload):
            raise self.game.refusal(state, seat, move)
        return move

    def _nothing_rolled_since(self, seat: int) -> bool:
        """Whether the seat has an action that no chance has followed; another's act may still stand in the way."""
        for n in reversed(self._live):
            event = self.events[n]
            if not isinstance(event, Played):
                return False
            if event.seat == seat:
                return True
        return False

    def _last_of(self, seat: int) -> tuple[int, list[int]]:
        """The number of the seat's last action that counts, and those of all that came after it."""
        self._must_exist(seat)
        for place in range(len(self._live) - 1, -1, -1):
            n = self._live[place]
            if isinstance(event := self.events[n], Played) and event.seat == seat:
                return n, self._live[place + 1 :]
        raise UndoRefused(Text("core.undo_nothing"))

    def _take_back(self, event: Undone, later: Sequence[int]) -> None:
        """Let these events count no more; UndoRefused if they carry the later ones, which stay."""
        if any(isinstance(self.events[n], Chanced) for n in later):
            raise UndoRefused(Text("core.undo_chance" if self.players > 1 else "core.undo_alone"))
        first = bisect_left(self._live, event.events[0])
        again = self._back_to(first)
        try:
            for n in later:
                again.feed(self.events[n])
        except ActionError as error:
            raise UndoRefused(Text("core.undo_others")) from error
        self._drive(again.state)
        self._checkpoints = again._checkpoints
        self._live[first:] = later
        self._forget_lines(event.events[0])
        self.lines += [
            Line(msgspec.structs.replace(line.entry, n=later[line.entry.n]), line.only) for line in again.lines
        ]
        self.undone.update(event.events)
        self._last_undo = len(self.events)
        self._write(event, self.state, [Line(UndoneEntry(seat=event.seat, text=Text("core.undone")))])

    def _back_to(self, place: int) -> Match:
        """A match in the position before the event at that place of those that count; its own events begin there."""
        if self._checkpoints is None:
            self._checkpoints = self._fold(Checkpoints(), None, len(self._live))._checkpoints
        assert self._checkpoints is not None
        again = self._fold(*self._checkpoints.back_to(place), place)
        again.events, again.lines = [], []
        return again

    def _fold(self, checkpoints: Checkpoints, state: State | None, until: int) -> Match:
        """A match that goes on from a checkpoint (None: from the beginning) with the events that count until there."""
        again = copy.copy(self)
        again.reveal(None)
        again.restore(state or self.game.new(self.players, self.options), (), 0, (), [])
        again._checkpoints = checkpoints
        for n in self._live[checkpoints.count : until]:
            again.feed(self.events[n])
        return again

    def _forget_lines(self, since: int) -> None:
        """Drop the log from that event on, and what it said of the undo before."""
        del self.lines[bisect_left(self.lines, since, key=_number) :]
        place = bisect_left(self.lines, self._last_undo, key=_number)
        if place < len(self.lines) and _number(self.lines[place]) == self._last_undo:
            del self.lines[place]

    def _must_not_need_chance(self, seat: int, move: Move) -> None:
        state = self.state.clone()
        state.apply(seat, move.number, move.payload)
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


def _number(line: Line) -> int:
    return line.entry.n


def seats_of(mask: int) -> tuple[int, ...]:
    """The seats in a bit mask."""
    return tuple(seat for seat in range(int(mask).bit_length()) if mask >> seat & 1)
