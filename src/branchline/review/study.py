"""What a review looks at: which arms carry the stored values, and which moves are compared in each decision."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

import msgspec

from branchline.core.action import Move
from branchline.core.errors import ActionError
from branchline.core.game import Game
from branchline.core.state import State
from branchline.core.text import Text
from branchline.review.history import Position
from branchline.review.playouts import HINDSIGHT, OPEN, Arm, Ask, to_text
from branchline.review.report import ZERO, Amount
from branchline.review.samples import Samples

SELECT = (4, 8, 12)
"""Sweeps of the candidates by stage; after each stage the worse half is dropped. Later sweeps judge what is left."""
VERIFY = SELECT[-1]
"""From this sweep on the best candidate is compared: sweeps that chose it would flatter it."""
CANDIDATES = (3, 6)
"""The fewest and the most moves that are compared in a decision: the more decisions, the fewer moves."""
ARMS = 720
"""Moves that are compared in a whole game, unless there are too many decisions for that."""


@dataclass
class Case:
    """A decision under review."""

    place: int
    seat: int
    played: str
    """The move as JSON."""
    ideas: list[str] = field(default_factory=list)
    """The policy's candidates as JSON, those that are still compared first; its own choice is `choice`."""
    choice: str | None = None
    known: tuple[str, ...] = ()
    """All moves that the policy looked at."""
    stage: int = 0

    @property
    def found(self) -> bool:
        """Whether the best other candidate has been chosen."""
        return self.stage == len(SELECT) and bool(self.ideas)


class Study:
    """The positions of a game, the playouts so far, and the decisions under review."""

    def __init__(self, game: Game, positions: list[Position], players: int, seat: int | None = None) -> None:
        self.game = game
        self.positions = positions
        self.players = players
        self.open = game.information == "open"
        self.samples = Samples()
        self.last = len(positions) - 1
        self.played = {
            place: to_text(each.action(game))
            for place, each in enumerate(positions)
            if each.seat is not None and not _forced(each)
        }
        """The moves of all real decisions, by place, as JSON."""
        self.cases = [
            Case(place, decider, played)
            for place, played in self.played.items()
            if (decider := positions[place].seat) is not None and seat in (None, decider)
        ]
        self.facts: dict[tuple[int, str], list[Text]] = {}
        """What the game says of a better move, by place and move: it is asked once, not for every report."""
        self.checked: dict[tuple[int, int, str], bool] = {}
        """What was found of a best move in its own position or a later one, by both places and the move."""
        self.choices: dict[int, str] = {}
        """What the policy would have played, by place, as JSON."""
        self.anchors = [self._anchors(seat) for seat in range(players)]
        """For every seat the places where its value is estimated, with the arm that does it."""

    # ── arms ──
    def view(self, seat: int) -> int:
        """How a seat looks at a position: a game that hides nothing looks the same to all."""
        return OPEN if self.open else seat

    def after(self, place: int) -> Arm:
        """The value after what was played, in the same worlds."""
        if self.open:
            return Arm(place + 1, OPEN)
        position = self.positions[place]
        assert position.seat is not None
        return Arm(place, position.seat, self.played[place])

    def candidate(self, case: Case, idea: str) -> Arm:
        """Another move in the same worlds."""
        return Arm(case.place, self.view(case.seat), idea)

    def waiting(self, case: Case) -> Arm:
        """The value before a decision, the policy playing on."""
        return Arm(case.place, self.view(case.seat))

    def later(self, case: Case) -> Case | None:
        """The seat's next decision under review."""
        return next((each for each in self.cases if each.place > case.place and each.seat == case.seat), None)

    def still_there(self, case: Case, later: Case) -> bool:
        """Whether the best move was not lost yet at the seat's next decision: it was the best there too, or legal.

        Or that decision followed at once and only from what was played, as a bid follows a veto: then it can make
        that good.
        """
        if not (case.found and later.found):
            return False
        if later.ideas[0] == case.ideas[0]:
            return True
        return (later.place == case.place + 1 and self._ends_it(case)) or (
            self.one_turn(case, later) and self._stays(case, later)
        )

    def one_turn(self, case: Case, later: Case) -> bool:
        """Whether two decisions are parts of one turn, with no chance in between: the first may plan the second.

        Not in the setup, where the same words place one piece after another.
        """
        between = self.positions[case.place : later.place]
        turn = self.positions[later.place].turn
        return turn > 0 and all(each.outcome is None and each.turn == turn for each in between)

    def _ends_it(self, case: Case) -> bool:
        """Whether the seat has nothing more to decide at once after the best move."""
        return self._asked(case, case, lambda state, move: _done_after(state, case.seat, move))

    def _stays(self, case: Case, later: Case) -> bool:
        """Whether the best move is legal at a later decision."""
        return self._asked(case, later, lambda state, move: state.allows(case.seat, move.number, move.payload))

    def _asked(self, case: Case, at: Case, question: Callable[[State, Move], bool]) -> bool:
        """The answer to a question about the best move of a case in another one's position, asked once."""
        key = case.place, at.place, case.ideas[0]
        if key not in self.checked:
            state = self.positions[at.place].state
            try:
                move = self.game.parse(state, case.seat, msgspec.json.decode(case.ideas[0]))
                self.checked[key] = question(state, move)
            except ActionError:  # it cannot even be said there
                self.checked[key] = False
        return self.checked[key]

    def hindsight(self, case: Case, move: str) -> Arm:
        """A move in the real world, with the luck that came."""
        return Arm(case.place, HINDSIGHT, move)

    def surprised(self, place: int) -> bool:
        """Whether anything was hidden or left to chance at that place."""
        return not self.open or any(each.outcome is not None for each in self.positions[place:])

    def curve(self) -> list[Arm]:
        """Every arm that the stored values come from."""
        return list(dict.fromkeys(arm for own in self.anchors for arm in own.values()))

    def coarse(self, most: int) -> list[Arm]:
        """Some of them, spread over the game, with every seat's first and last: enough for a first look."""
        every = -(-len(self.curve()) // most)
        arms: dict[Arm, None] = {}
        for own in self.anchors:
            places = sorted(own)
            arms.update(dict.fromkeys(own[place] for place in [*places[::every], places[-1]]))
        return list(arms)

    def sweeps(self) -> int:
        """How many sweeps the stored values have had: all that were begun, that is all of them after the first look."""
        return min(filter(None, map(self.samples.sweeps, self.curve())))

    def departures(self) -> list[Arm]:
        """Where a seat left the policy's own choice: the arms that tell what that changed."""
        return [self.after(case.place) for case in self.cases if case.choice not in (None, case.played)]

    def compared(self, place: int) -> tuple[Arm, Arm] | None:
        """The arms after a decision and before it; None where the policy's own choice was played, or the only move."""
        position = self.positions[place]
        assert position.seat is not None
        if place not in self.played:
            return None
        if not self.open and self.choices.get(place) in (None, self.played[place]):
            return None
        return self.after(place), Arm(place, self.view(position.seat))

    def change(self, place: int, seat: int, sweeps: int) -> Amount:
        """How a decision changed a seat's value against the policy's own choice."""
        pair = self.compared(place)
        return ZERO if pair is None else self.samples.gain(*pair, seat, 0, sweeps)[0]

    def _anchors(self, seat: int) -> dict[int, Arm]:
        if self.open:
            return {place: Arm(place, OPEN) for place in range(self.last + 1)}
        found = {0: Arm(0, seat), self.last: Arm(self.last, seat)}
        for place, position in enumerate(self.positions):
            if position.seat == seat:
                found[place] = Arm(place, seat)
                settled = self._settled(place + 1)
                # Between two players, what its own draw brought can be told from what the other one did.
                if settled > place + 1 and self.players == 2:
                    found[settled] = Arm(settled, seat)
        return found

    def _settled(self, place: int) -> int:
        """The first place from there on where chance is not due."""
        while self.positions[place].outcome is not None:
            place += 1
        return place

    # ── choosing what to compare ──
    def questions(self) -> Iterator[Ask]:
        """Ask the policy for candidates everywhere."""
        least, most = CANDIDATES
        for case in self.cases:
            yield Ask(case.place, min(most, max(least, ARMS // len(self.cases))))

    def answer(self, case: Case, ideas: list[str]) -> None:
        """Take the policy's candidates over; the played move needs no second arm."""
        case.choice, case.known = ideas[0], tuple(ideas)
        self.choices[case.place] = ideas[0]
        case.ideas = [idea for idea in ideas if idea != case.played]
        if not case.ideas:
            case.stage = len(SELECT)

    def advance(self, case: Case) -> None:
        """Drop the worse half once all have had the sweeps of the stage; at the end the best one is left."""
        if case.stage == len(SELECT):
            return
        arms = [self.candidate(case, idea) for idea in case.ideas]
        done = min(self.samples.sweeps(arm) for arm in arms)
        if min(done, self.samples.sweeps(self.after(case.place))) < SELECT[case.stage]:
            return
        case.stage += 1
        keep = 1 if case.stage == len(SELECT) else (len(case.ideas) + 1) // 2
        ranked = sorted(case.ideas, key=lambda idea: -self.edge(case, idea, 0, done)[0])
        case.ideas = ranked[:keep]

    def edge(self, case: Case, idea: str, first: int, last: int | None = None) -> tuple[float, float]:
        """What a candidate brings more than what was played, in one number, and its standard error."""
        return self.samples.edge(self.candidate(case, idea), self.after(case.place), case.seat, first, last)


def _done_after(state: State, seat: int, move: Move) -> bool:
    """Whether the seat has nothing to decide at once after a move."""
    after = state.clone()
    after.apply(seat, move.number, move.payload)
    return not after.actors() >> seat & 1


def _forced(position: Position) -> bool:
    """Whether there was nothing to decide."""
    assert position.seat is not None
    return position.state.listed(position.seat) and len(position.state.legal(position.seat)) == 1
