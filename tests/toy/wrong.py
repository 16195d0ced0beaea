"""Toys made wrong on purpose, each in one way, with the check of the suite that must catch it."""

from __future__ import annotations

import dataclasses
import random
from collections.abc import Callable
from typing import Any, ClassVar, NamedTuple

import msgspec
from librt.vecs import append, vec
from mypy_extensions import i64

from branchline.core.action import Move
from branchline.core.errors import IllegalAction
from branchline.core.game import Options
from branchline.core.generator import Generator
from branchline.core.levels import Level
from branchline.core.log import EndEntry, Entry, Line
from branchline.core.options import Option
from branchline.core.policy import Policy
from branchline.core.state import Payload, State
from branchline.core.summary import Source
from branchline.core.text import Text, add_words
from tests.suite import boundary, play, players, records, refusals, resampling, secrets, states, words
from tests.suite.all import Check
from tests.toy.api import views
from tests.toy.game import ToyGame
from tests.toy.rules.state import CHOOSE, LINE, NUMBERS, OVER, ROLL, WRITE, Toy

add_words("half", "tests.toy.half")


class Wrong(NamedTuple):
    """A wrong toy, the check that catches it, and what the check says."""

    game: type[ToyGame]
    check: Check
    says: str


WRONG: list[Wrong] = []


def caught_by(check: Check, says: str) -> Callable[[type[ToyGame]], type[ToyGame]]:
    """Name the check that a wrong toy must not pass."""

    def add(game: type[ToyGame]) -> type[ToyGame]:
        WRONG.append(Wrong(game, check, says))
        return game

    return add


class WrongState(Toy):
    """A toy's state whose copies are wrong in the same way."""

    def clone(self) -> Any:
        copy = super().clone()
        copy.__class__ = type(self)
        return copy


class WrongGame(ToyGame):
    """A toy with another state."""

    State: ClassVar[type[Toy]] = WrongState

    def new(self, players: int, options: Options) -> Toy:
        return self._wrong(super().new(players, options))

    def restore(self, data: bytes, players: int, options: Options) -> Toy:
        return self._wrong(super().restore(data, players, options))

    def _wrong(self, state: Toy) -> Toy:
        state.__class__ = self.State
        return state


# ── play ──
@caught_by(play.check_random_play_ends, "nothing to do")
class DeadEnd(WrongGame):
    """Whoever holds three equal cards has nothing to do; here: seat 1 in the second round."""

    class State(WrongState):
        def legal(self, seat: i64) -> vec[i64]:
            return vec[i64]() if self.round == 1 and seat == 1 else super().legal(seat)


@caught_by(play.check_random_play_ends, "more than 32 events")
class EndlessWriting(WrongGame):
    """X4 ends the game; here the seat writes for ever."""

    class State(WrongState):
        def apply(self, seat: i64, action: i64, payload: Payload | None = None) -> None:
            super().apply(seat, action, payload)
            self.phase = WRITE if self.phase == OVER else self.phase


@caught_by(play.check_random_play_ends, "more than 32 events")
class EndlessDice(WrongGame):
    """A die that is rolled again and again."""

    class State(WrongState):
        def apply_chance(self, k: i64) -> None:
            super().apply_chance(k)
            self.phase = ROLL if self.phase == CHOOSE else self.phase


@caught_by(play.check_the_result_follows_the_scores, "more points")
class LowestWins(WrongGame):
    """The ranking is upside down."""

    class State(WrongState):
        def ranking(self) -> vec[i64]:
            return vec[i64]([-points for points in self.points])


@caught_by(play.check_the_summary_adds_up, "why the game ended")
class SilentEnd(WrongGame):
    """The log says nothing of the end."""

    def log_action(self, before: Toy, seat: int, move: Move, after: Toy) -> list[Line]:
        return [line for line in super().log_action(before, seat, move, after) if not isinstance(line.entry, EndEntry)]


@caught_by(play.check_the_summary_adds_up, "sources do not add up")
class ForgottenSource(WrongGame):
    """A point of every seat comes from nowhere."""

    def sources(self, state: Toy) -> list[Source]:
        return [
            msgspec.structs.replace(each, points=[points - 1 for points in each.points])
            for each in super().sources(state)
        ]


@caught_by(play.check_the_summary_adds_up, "curve does not lead")
class UnseenPoints(WrongGame):
    """Cards are shown without the points that they brought."""

    def log_action(self, before: Toy, seat: int, move: Move, after: Toy) -> list[Line]:
        lines = super().log_action(before, seat, move, after)
        return [dataclasses.replace(line, entry=msgspec.structs.replace(line.entry, points=0)) for line in lines]


@caught_by(play.check_turns_are_counted, "turn 1 follows turn 3")
class ForgottenTurns(WrongGame):
    """What is written at the end belongs to the last round; here the count begins anew."""

    class State(WrongState):
        def turn_number(self) -> i64:
            return 1 if self.phase == WRITE else super().turn_number()


@caught_by(play.check_turns_are_counted, "belongs to no turn")
class EndlessTurns(WrongGame):
    """The end opens one more turn."""

    class State(WrongState):
        def turn_number(self) -> i64:
            return super().turn_number() + (1 if self.phase == OVER else 0)


@caught_by(play.check_pieces_are_conserved, "vanish with Played")
class LostPiece(WrongGame):
    """A card that scores leaves the table."""

    class State(WrongState):
        def _turn_up(self) -> None:
            super()._turn_up()
            for card in range(NUMBERS):
                if self.deck[card] > 0:
                    self.deck[card] -= 1
                    return


@caught_by(play.check_legal_lists, "refused")
class ListsWhatIsRefused(WrongGame):
    """The list has cards that the seat does not hold."""

    class State(WrongState):
        def legal(self, seat: i64) -> vec[i64]:
            found = super().legal(seat)
            return vec[i64](range(NUMBERS)) if len(found) else found

        def sample(self, seat: i64, rng: Generator) -> i64:
            if self.phase != CHOOSE:
                return super().sample(seat, rng)
            held = super().legal(seat)
            return held[rng.below(len(held))]


@caught_by(play.check_legal_lists, "doubles")
class ListsTwice(WrongGame):
    """Two equal cards are listed twice."""

    class State(WrongState):
        def legal(self, seat: i64) -> vec[i64]:
            found = super().legal(seat)
            return append(found, found[0]) if len(found) else found


@caught_by(play.check_legal_lists, "action_count")
class TooManyActions(WrongGame):
    """Fewer numbers are promised than there are."""

    action_count = 3


@caught_by(play.check_legal_lists, "is action")
class TakesWhatIsNotListed(WrongGame):
    """`allows` does not look into the hand."""

    class State(WrongState):
        def allows(self, seat: i64, action: i64, payload: Payload | None = None) -> bool:
            return super().allows(seat, action, payload) or (self.phase == CHOOSE and 0 <= action < LINE)


@caught_by(play.check_samples_are_legal, "illegal")
class IllegalSample(WrongGame):
    """`sample` does not look into the hand."""

    class State(WrongState):
        def sample(self, seat: i64, rng: Generator) -> i64:
            right = super().sample(seat, rng)
            return rng.below(NUMBERS) if self.phase == CHOOSE and self.round == 2 else right


# ── states ──
@caught_by(states.check_clones_share_nothing, "changes with its")
class SharingClone(WrongGame):
    """A copy has the same points as its original, also later."""

    class State(WrongState):
        def clone(self) -> Any:
            copy = super().clone()
            copy.points = self.points
            return copy


@caught_by(states.check_clones_play_on_alike, "goes on differently")
class ForgetfulClone(WrongGame):
    """The number of rolls counts, and is no field."""

    class State(WrongState):
        rolls = 0

        def apply_chance(self, k: i64) -> None:
            self.rolls += 1
            super().apply_chance(k)
            if self.phase == CHOOSE:
                self.die = (self.die + self.rolls) % 6 + 1


@caught_by(states.check_bytes_hold_everything, "looks different")
class ForgetfulBytes(WrongGame):
    """The cards that lie open are not written."""

    class State(WrongState):
        def to_bytes(self) -> bytes:
            copy = Toy.clone(self)
            copy.shown = vec[i64]([-1] * self.players)
            return Toy.to_bytes(copy)


@caught_by(states.check_looking_changes_nothing, "observe changes")
class ObservingChanges(WrongGame):
    """Whoever observes turns a card over."""

    def observe(self, state: Toy, seat: int) -> vec[i64]:
        state.shown[seat] = -1
        return super().observe(state, seat)


@caught_by(states.check_parsing_has_no_side_effect, "parsing changes")
class ParsingWrites(WrongGame):
    """Parsing leaves the digits in the state."""

    def parse(self, state: Toy, seat: int, data: Any) -> Move:
        move = super().parse(state, seat, data)
        state.draft = move.payload or state.draft  # type: ignore[assignment]
        return move


@caught_by(states.check_parsing_has_no_side_effect, "another one is parsed")
class ParsingRemembers(WrongGame):
    """All moves share one list of digits, that of the last that was parsed."""

    digits: Any = None

    def parse(self, state: Toy, seat: int, data: Any) -> Move:
        move = super().parse(state, seat, data)
        if move.payload is not None:
            self.digits = self.digits or move.payload
            self.digits.digits = move.payload.digits  # type: ignore[attr-defined]
        return move._replace(payload=self.digits) if move.payload is not None else move


@caught_by(states.check_what_is_handed_out_can_be_spoiled, "shared with the match")
class SharedView(WrongGame):
    """A view is made once for each position."""

    def __init__(self) -> None:
        self.made: dict[Any, views.ToyView] = {}

    def view(self, state: Toy, seat: int | None) -> views.ToyView:
        return self.made.setdefault((state.to_bytes(), seat), super().view(state, seat))


# ── boundary ──
@caught_by(boundary.check_views_and_results_have_their_types, "breaks its own type")
class UntypedView(WrongGame):
    """The die is a text."""

    def view(self, state: Toy, seat: int | None) -> views.ToyView:
        view = super().view(state, seat)
        view.die = str(view.die)  # type: ignore[assignment]
        return view


class BiggerView(views.ToyView, kw_only=True):
    """A view that is not declared."""

    deck: int = 0


@caught_by(boundary.check_views_and_results_have_their_types, "not declared")
class UndeclaredView(WrongGame):
    """A field that the page knows nothing of."""

    def view(self, state: Toy, seat: int | None) -> views.ToyView:
        return msgspec.convert(msgspec.to_builtins(super().view(state, seat)), BiggerView)


class Surprise(Entry, tag="surprise"):
    """An entry that is not declared."""


@caught_by(boundary.check_log_entries_have_their_types, "not declared")
class UndeclaredEntry(WrongGame):
    """An entry of a kind that the page knows nothing of."""

    def log_chance(self, before: Toy, k: int, after: Toy) -> list[Line]:
        return [Line(Surprise(text=Text("toy.chose")))]


class Bonus(msgspec.Struct):
    """What an action would bring."""

    points: int


@caught_by(boundary.check_previews_and_checks_have_their_types, "declares no preview")
class UndeclaredPreview(WrongGame):
    """A preview of a type that the page knows nothing of."""

    types = dataclasses.replace(ToyGame.types, preview=None)


@caught_by(boundary.check_previews_and_checks_have_their_types, "not declared")
class OtherCheck(WrongGame):
    """A check that is another struct than the declared one."""

    def check(self, state: Toy, seat: int, move: Move) -> Any:
        return Bonus(1)


@caught_by(boundary.check_actions_come_back_from_their_json, "does not come back")
class MirroredActions(WrongGame):
    """Cards are read from the other end."""

    def parse(self, state: Toy, seat: int, data: Any) -> Move:
        move = super().parse(state, seat, data)
        return move if move.payload is not None else Move(NUMBERS - 1 - move.number)


@caught_by(boundary.check_the_observation_has_its_length, "are explained")
class GrowingObservation(WrongGame):
    """One number more for each round."""

    def observe(self, state: Toy, seat: int) -> vec[i64]:
        return vec[i64]([*super().observe(state, seat), *[1] * state.round])


# ── records ──
@caught_by(records.check_replay_equals_live, "differs in a replay")
class HiddenGlobal(WrongGame):
    """The die depends on how many were rolled before, in all games."""

    class State(WrongState):
        rolled: ClassVar[list[int]] = []

        def apply_chance(self, k: i64) -> None:
            super().apply_chance(k)
            self.rolled.append(0)
            self.die = (self.die + len(self.rolled) // 7) % 6 + 1


@caught_by(records.check_every_position_can_be_opened, "the view after")
class ViewRemembers(WrongGame):
    """A view shows the highest die that was ever seen."""

    highest = 0

    def view(self, state: Toy, seat: int | None) -> views.ToyView:
        view = super().view(state, seat)
        view.die = self.highest = max(self.highest, view.die)
        return view


@caught_by(records.check_a_match_can_be_taken_up, "taken up looks different")
class RestoreForgets(WrongGame):
    """Whoever has chosen must choose again after a restart."""

    def restore(self, data: bytes, players: int, options: Options) -> Toy:
        state = super().restore(data, players, options)
        state.chosen = vec[i64]([-1] * players)
        return state


@caught_by(records.check_a_forged_record_is_found_out, "is taken as event")
class TakesAnyCard(WrongGame):
    """`allows` trusts everybody."""

    class State(WrongState):
        def allows(self, seat: i64, action: i64, payload: Payload | None = None) -> bool:
            return True


# ── refusals ──
@caught_by(refusals.check_malformed_actions_are_refused, "breaks the game")
class LooseParse(WrongGame):
    """JSON is trusted."""

    def parse(self, state: Toy, seat: int, data: Any) -> Move:
        return super().parse(state, seat, {"type": data["type"], **data})


@caught_by(refusals.check_malformed_actions_are_refused, "gives")
class TakesNonsense(WrongGame):
    """What is no action is the first card."""

    def parse(self, state: Toy, seat: int, data: Any) -> Move:
        return super().parse(state, seat, data) if isinstance(data, dict) and len(data) > 1 else Move(0)


@caught_by(refusals.check_wrong_seats_are_refused, "may not act")
class ListsOutOfTurn(WrongGame):
    """A seat that has chosen is still offered its cards."""

    class State(WrongState):
        def legal(self, seat: i64) -> vec[i64]:
            return vec[i64]([card for card in range(NUMBERS) if self.hands[seat * NUMBERS + card] > 0])


@caught_by(refusals.check_illegal_actions_are_refused_with_a_reason, "names no rule")
class NoRule(WrongGame):
    """A refusal without the rule's number."""

    def refusal(self, state: Toy, seat: int, move: Move) -> IllegalAction:
        return IllegalAction("", super().refusal(state, seat, move).text)


@caught_by(refusals.check_illegal_actions_are_refused_with_a_reason, "breaks the game")
class BrokenRefusal(WrongGame):
    """A refusal that trips over what it has to explain."""

    def refusal(self, state: Toy, seat: int, move: Move) -> IllegalAction:
        return IllegalAction("X2", ["first", "second"][move.number])


# ── secrets ──
@caught_by(secrets.check_twins_look_alike, "the view tells")
class LeakInTheView(WrongGame):
    """The size of a hand is the sum of its cards."""

    def view(self, state: Toy, seat: int | None) -> views.ToyView:
        view = super().view(state, seat)
        for other, public in enumerate(view.seats):
            public.cards = sum((card + 1) * n for card, n in views.hand(state, other).items())
        return view


@caught_by(secrets.check_twins_look_alike, "the view tells a spectator")
class LeakToSpectators(WrongGame):
    """Spectators see the first seat's hand."""

    def view(self, state: Toy, seat: int | None) -> views.ToyView:
        view = super().view(state, seat)
        view.hand = super().view(state, 0).hand if seat is None else view.hand
        return view


@caught_by(secrets.check_twins_look_alike, "the log tells")
class LeakInTheLog(WrongGame):
    """All read which card was dealt."""

    def log_chance(self, before: Toy, k: int, after: Toy) -> list[Line]:
        return [Line(line.entry) for line in super().log_chance(before, k, after)]


@caught_by(secrets.check_twins_look_alike, "the log tells")
class LeakInAnEntry(WrongGame):
    """A face-down choice is logged with points that tell the card."""

    def log_action(self, before: Toy, seat: int, move: Move, after: Toy) -> list[Line]:
        lines = super().log_action(before, seat, move, after)
        lines[0].entry.points = move.number
        return lines


@caught_by(secrets.check_twins_look_alike, "the errors tells")
class LeakInAnError(WrongGame):
    """Whoever tries a card that it does not hold learns who does."""

    def refusal(self, state: Toy, seat: int, move: Move) -> IllegalAction:
        held = [other for other in range(state.players) if state.hands[other * NUMBERS + move.number % NUMBERS] > 0]
        return IllegalAction("X2", f"Seats {held} hold this card.")


@caught_by(secrets.check_twins_look_alike, "the legal list tells")
class LeakInTheLegalList(WrongGame):
    """The list is in another order when the next seat has chosen its first card."""

    class State(WrongState):
        def legal(self, seat: i64) -> vec[i64]:
            found = super().legal(seat)
            return found if self.hands[(seat + 1) % self.players * NUMBERS] == 0 else vec[i64](list(found)[::-1])


@caught_by(secrets.check_twins_look_alike, "the observation tells")
class LeakInTheObservation(WrongGame):
    """The round is that of the deck's first cards."""

    def observe(self, state: Toy, seat: int) -> vec[i64]:
        return vec[i64]([*list(super().observe(state, seat))[:-1], state.deck[0]])


@caught_by(secrets.check_twins_look_alike, "the board tells")
class LeakInTheBoard(WrongGame):
    """The text board is that of another seat."""

    def board(self, state: Toy, seat: int | None, language: str) -> str:
        return super().board(state, 0, language)


@caught_by(secrets.check_twins_look_alike, "the preview tells")
class LeakInThePreview(WrongGame):
    """The preview counts who else holds the card."""

    def preview(self, state: Toy, seat: int, move: Move) -> Any:
        return Bonus(int(state.deck[move.number]) if move.number < LINE else 0)


@caught_by(secrets.check_twins_look_alike, "the sample tells")
class LeakInTheSample(WrongGame):
    """`sample` takes the card that the deck has most of."""

    class State(WrongState):
        def sample(self, seat: i64, rng: Generator) -> i64:
            if self.phase != CHOOSE:
                return super().sample(seat, rng)
            return max(self.legal(seat), key=lambda card: (self.deck[card], card))


@caught_by(secrets.check_twins_look_alike, "is anything hidden")
class ClaimsToHide(WrongGame):
    """A game of one seat's knowledge that says that it hides something: all cards are alike."""

    class State(WrongState):
        def apply_chance(self, k: i64) -> None:
            super().apply_chance(0 if self.phase != ROLL else k)

        def legal(self, seat: i64) -> vec[i64]:
            return super().legal(seat)[:1]


@caught_by(secrets.check_seats_see_what_they_may, "sees no difference")
class HidesTheOwnHand(WrongGame):
    """Nobody sees any card that is dealt."""

    def view(self, state: Toy, seat: int | None) -> views.ToyView:
        view = super().view(state, seat)
        view.hand = None
        return view

    def log_chance(self, before: Toy, k: int, after: Toy) -> list[Line]:
        return []


@caught_by(secrets.check_open_information_is_open, "different things")
class ClaimsToBeOpen(WrongGame):
    """Hands are hidden, whatever the game says."""

    information = "open"


class Peeking(Policy):
    """Plays the card that the deck has most of, in the real match."""

    def choose(self, state: State, seat: i64, rng: Generator) -> i64:
        assert isinstance(state, Toy)
        real = PeekingBot.real
        if state.phase != CHOOSE or real is None:
            return state.sample(seat, rng)
        return max(state.legal(seat), key=lambda card: (real.deck[card], card))


@caught_by(secrets.check_bots_cannot_peek, "bot peeking tells")
class PeekingBot(WrongGame):
    """The log leaves the real position where a bot finds it."""

    real: ClassVar[Toy | None] = None

    def log_chance(self, before: Toy, k: int, after: Toy) -> list[Line]:
        PeekingBot.real = after
        return super().log_chance(before, k, after)

    def levels(self) -> dict[str, Level]:
        return {"peeking": Level(Peeking)}


# ── resampling ──
@caught_by(resampling.check_resample_of_an_open_game_is_the_position, "everybody knows")
class OpenAndDealtAnew(WrongGame):
    """An open game has nothing to deal anew."""

    information = "open"


@caught_by(resampling.check_resample_keeps_what_the_seat_knows, "resampling changes the view")
class OwnHandDealtAnew(WrongGame):
    """The seat's own hand is dealt anew too."""

    class State(WrongState):
        def resample(self, seat: i64, rng: Generator) -> Toy:
            return super().resample((seat + 1) % self.players, rng)


@caught_by(resampling.check_resample_depends_on_knowledge_alone, "resampling")
class ResampleByTruth(WrongGame):
    """What is dealt depends on what lies there."""

    class State(WrongState):
        def resample(self, seat: i64, rng: Generator) -> Toy:
            return super().resample(seat, Generator(int(rng.next()), sum(self.to_bytes()) % 977))


@caught_by(resampling.check_resample_depends_on_knowledge_alone, "not repeatable")
class RestlessResample(WrongGame):
    """Another generator than the given one."""

    class State(WrongState):
        def resample(self, seat: i64, rng: Generator) -> Toy:
            return super().resample(seat, Generator(random.getrandbits(30)))


@caught_by(resampling.check_resample_deals_everything_anew, "the whole position is kept")
class ResampleClones(WrongGame):
    """Nothing is dealt anew: every bot knows everything."""

    class State(WrongState):
        def resample(self, seat: i64, rng: Generator) -> Toy:
            return self.clone()


@caught_by(resampling.check_resample_deals_everything_anew, "chosen is kept")
class ResampleKeepsChoices(WrongGame):
    """Hands are dealt anew, but the cards that lie face down stay."""

    class State(WrongState):
        def resample(self, seat: i64, rng: Generator) -> Toy:
            copy = super().resample(seat, rng)
            for other in range(self.players):
                card, dealt = self.chosen[other], copy.chosen[other]
                if other != seat and card >= 0 and copy.deck[card] > 0:
                    copy.deck[card] -= 1
                    copy.deck[dealt] += 1
                    copy.hands[other * NUMBERS + card] += 1
                    copy.hands[other * NUMBERS + dealt] -= 1
                    copy.chosen[other] = card
            return copy


@caught_by(resampling.check_resample_shares_nothing, "shares parts")
class SharingResample(WrongGame):
    """The points of the state that is dealt anew are those of the real one."""

    class State(WrongState):
        def resample(self, seat: i64, rng: Generator) -> Toy:
            copy = super().resample(seat, rng)
            copy.points = self.points
            return copy


# ── bots ──
class Bold(Policy):
    """Plays the first card, held or not."""

    def choose(self, state: State, seat: i64, rng: Generator) -> i64:
        assert isinstance(state, Toy)
        return state.sample(seat, rng) if state.phase != CHOOSE else 0


@caught_by(players.check_bots_choose_legal_actions, "bold chooses")
class IllegalBot(WrongGame):
    """A bot that does not look into its hand."""

    def levels(self) -> dict[str, Level]:
        return {"bold": Level(Bold)}


class Restless(Policy):
    """Plays at random, and not by its generator."""

    def choose(self, state: State, seat: i64, rng: Generator) -> i64:
        return state.sample(seat, Generator(random.getrandbits(30)))


@caught_by(players.check_bots_can_be_repeated, "differently again")
class RestlessBot(WrongGame):
    """A bot whose choices cannot be repeated."""

    def levels(self) -> dict[str, Level]:
        return {"restless": Level(Restless)}


# ── words ──
@caught_by(words.check_catalogues_agree, "half.rolled")
class HalfTranslated(WrongGame):
    """A text that one language lacks."""

    package = "half"


@caught_by(words.check_actions_and_log_read_well, "toy.nothing")
class UnknownCode(WrongGame):
    """A text that no language has."""

    def text(self, state: Toy, seat: int, move: Move) -> Text:
        return Text("toy.nothing")


@caught_by(words.check_actions_and_log_read_well, "card")
class MissingFact(WrongGame):
    """A text without the fact that it names."""

    def text(self, state: Toy, seat: int, move: Move) -> Text:
        return Text("toy.play")


@caught_by(words.check_text_boards, "does not change with the language")
class OneLanguage(WrongGame):
    """The board is in English."""

    def board(self, state: Toy, seat: int | None, language: str) -> str:
        return super().board(state, seat, "en")


@caught_by(words.check_names_of_a_new_table, "toy.choice_speed")
class NamelessOption(WrongGame):
    """An option that the form of a new table cannot name."""

    options = (Option("speed", ("fast", "slow"), Text("toy.title")),)
