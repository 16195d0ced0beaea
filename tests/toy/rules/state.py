"""The toy's rules (X1–X4) over one flat state."""

from __future__ import annotations

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from branchline.core.generator import Generator
from branchline.core.state import Payload, Reader, State, put
from tests.toy.rules import _fields, observe

NUMBERS: Final = 6
COPIES: Final = 4
HAND: Final = 3
MOST_DIGITS: Final = 5

DEAL: Final = 0
ROLL: Final = 1
CHOOSE: Final = 2
WRITE: Final = 3
OVER: Final = 4

PLAY: Final = 0  # plus the card
LINE: Final = NUMBERS  # with the digits as payload


class Digits(Payload):
    """X4: what a seat writes."""

    def __init__(self, digits: vec[i64]) -> None:
        self.digits = digits

    def write(self, out: vec[i64]) -> vec[i64]:
        return put(out, self.digits)


def digits_of(digits: list[int]) -> Digits:
    """The digits of an action."""
    return Digits(vec[i64](digits))


def read_digits(reader: Reader) -> Digits:
    """The digits that `write` wrote."""
    return Digits(reader.many())


class Toy(State):
    """A position of the toy game. Cards are 0 to 5, shown as 1 to 6."""

    def __init__(self, players: i64) -> None:
        self.players: i64 = players
        self.phase: i64 = DEAL
        self.dealt: i64 = 0
        self.round: i64 = 0
        self.die: i64 = 0
        self.deck: vec[i64] = vec[i64]()
        self.hands: vec[i64] = vec[i64]()
        """How many of each number a seat holds; a card stays in the hand until it is turned up."""
        self.chosen: vec[i64] = vec[i64]()
        """The card that a seat has chosen in this round; −1 before."""
        self.shown: vec[i64] = vec[i64]()
        """The cards turned up in the last round; −1 where there is none."""
        self.points: vec[i64] = vec[i64]()
        self.written: Digits | None = None
        self.draft: Digits | None = None  # scratch

    def clone(self) -> Toy:
        return _fields.clone(self)

    def to_bytes(self) -> bytes:
        return _fields.to_bytes(self)

    # ── who acts, what chance does ──
    def actors(self) -> i64:
        if self.phase == WRITE:
            return 1 << self.writer()
        mask: i64 = 0
        if self.phase == CHOOSE:
            for seat in range(self.players):
                if self.chosen[seat] < 0:
                    mask |= 1 << seat
        return mask

    def chance(self) -> i64:
        if self.phase == DEAL:
            return NUMBERS * COPIES - self.dealt
        return 6 if self.phase == ROLL else 0

    def apply_chance(self, k: i64) -> None:
        if self.phase == ROLL:
            self.die = k + 1
            self.phase = CHOOSE
            return
        card: i64 = 0
        while k >= self.deck[card]:
            k -= self.deck[card]
            card += 1
        self.deck[card] -= 1
        self.hands[self.dealt % self.players * NUMBERS + card] += 1
        self.dealt += 1
        if self.dealt == self.players * HAND:
            self.phase = ROLL

    def writer(self) -> i64:
        """X4: the first of the seats with the fewest points."""
        least: i64 = 0
        for seat in range(self.players):
            if self.points[seat] < self.points[least]:
                least = seat
        return least

    # ── actions ──
    def listed(self, seat: i64) -> bool:
        return self.phase != WRITE

    def legal(self, seat: i64) -> vec[i64]:
        found = vec[i64]()
        if self.phase == CHOOSE and (self.actors() >> seat) & 1:
            for card in range(NUMBERS):
                if self.hands[seat * NUMBERS + card] > 0:
                    found = append(found, PLAY + card)
        return found

    def allows(self, seat: i64, action: i64, payload: Payload | None = None) -> bool:
        if (self.actors() >> seat) & 1 == 0:
            return False
        if action < LINE:
            return self.phase == CHOOSE and action >= 0 and self.hands[seat * NUMBERS + action] > 0
        if self.phase != WRITE or not isinstance(payload, Digits):
            return False
        return 1 <= len(payload.digits) <= MOST_DIGITS and sum_of(payload.digits) == self.die

    def sample(self, seat: i64, rng: Generator) -> i64:
        if self.phase == CHOOSE:
            actions = self.legal(seat)
            return actions[rng.below(len(actions))]
        digits = vec[i64]()
        left = self.die
        while left > 0 and len(digits) < MOST_DIGITS - 1:
            digits = append(digits, 1 + rng.below(left))
            left -= digits[len(digits) - 1]
        if left > 0:
            digits = append(digits, left)
        self.draft = Digits(digits)
        return LINE

    def payload(self, action: i64) -> Payload | None:
        return self.draft if action == LINE else None

    def apply(self, seat: i64, action: i64, payload: Payload | None = None) -> None:
        if action == LINE:
            digits = payload if isinstance(payload, Digits) else self.draft
            assert digits is not None
            self.written = digits
            self.points[seat] += len(digits.digits)
            self.phase = OVER
            return
        self.chosen[seat] = action - PLAY
        if self.actors() == 0:
            self._turn_up()

    def _turn_up(self) -> None:
        """X3."""
        nearest: i64 = NUMBERS
        for seat in range(self.players):
            nearest = min(nearest, distance(self.chosen[seat] + 1, self.die))
        for seat in range(self.players):
            card = self.chosen[seat]
            if distance(card + 1, self.die) == nearest:
                self.points[seat] += self.die
            self.hands[seat * NUMBERS + card] -= 1
            self.shown[seat] = card
            self.chosen[seat] = -1
        self.round += 1
        self.phase = ROLL if self.round < HAND else WRITE

    def observe(self, seat: i64, out: vec[i64], at: i64) -> None:
        observe.observe(self, seat, out, at)

    def turn_number(self) -> i64:
        if self.phase == DEAL:
            return 0
        return min(self.round, HAND - 1) + 1  # X4 belongs to the last round

    def scores(self) -> vec[i64]:
        return self.points[:]

    # ── what a seat cannot know ──
    def resample(self, seat: i64, rng: Generator) -> Toy:
        """The other hands and the deck are dealt anew; a face-down card is any card of its hand."""
        copy = self.clone()
        pool = copy.deck[:]
        for other in range(self.players):
            if other != seat:
                for card in range(NUMBERS):
                    pool[card] += copy.hands[other * NUMBERS + card]
        for other in range(self.players):
            if other != seat:
                for _ in range(take_all(copy.hands, other)):
                    card = draw(pool, rng)
                    copy.hands[other * NUMBERS + card] += 1
        copy.deck = pool
        for other in range(self.players):
            if other != seat and copy.chosen[other] >= 0:
                hand = copy.hands[other * NUMBERS : (other + 1) * NUMBERS]
                copy.chosen[other] = draw(hand, rng)
        return copy


def new_state(players: i64) -> Toy:
    """X1: the full deck, before anything is dealt."""
    state = Toy(players)
    state.deck = vec[i64]([COPIES] * NUMBERS)
    state.hands = vec[i64]([0] * (players * NUMBERS))
    state.chosen = vec[i64]([-1] * players)
    state.shown = vec[i64]([-1] * players)
    state.points = vec[i64]([0] * players)
    return state


def distance(a: i64, b: i64) -> i64:
    """How far two numbers are apart; `abs` does not take an `i64`."""
    return a - b if a > b else b - a


def sum_of(values: vec[i64]) -> i64:
    """The sum of an array."""
    total: i64 = 0
    for value in values:
        total += value
    return total


def take_all(hands: vec[i64], seat: i64) -> i64:
    """Empty a hand; how many cards it had."""
    size: i64 = 0
    for card in range(NUMBERS):
        size += hands[seat * NUMBERS + card]
        hands[seat * NUMBERS + card] = 0
    return size


def draw(pool: vec[i64], rng: Generator) -> i64:
    """One of the cards of a pool of counts, which leaves it."""
    k = rng.below(sum_of(pool))
    card: i64 = 0
    while k >= pool[card]:
        k -= pool[card]
        card += 1
    pool[card] -= 1
    return card
