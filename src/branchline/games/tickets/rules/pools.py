"""Where the train cards come from that a seat has not seen: two pools, and the hands that were dealt from them.

Since the deck was last made anew (T19) its cards can be counted. So what others held unseen at that moment is the
old pool, and the deck of that moment is the new one. A card that was paid unseen came from either; which one is
drawn by how likely each is, and never read from the real hands.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from librt.vecs import vec
from mypy_extensions import i64

from branchline.core.generator import Generator
from branchline.games.tickets.rules.board import KINDS

if TYPE_CHECKING:
    from branchline.games.tickets.rules.state import Tickets

_TRIES: Final = 100
"""So often it is drawn anew from which pools cards were paid, when they cannot have come as drawn."""


class Pool:
    """Cards by kind, and how many of them each hand still has to get."""

    def __init__(self, cards: vec[i64], shares: vec[i64]) -> None:
        self.cards = cards
        self.shares = shares
        self.size: i64 = 0
        for n in cards:
            self.size += n

    def copy(self) -> Pool:
        """The same, to be used up."""
        return Pool(self.cards[:], self.shares[:])

    def odds(self, hand: i64, kind: i64) -> i64:
        """How likely it is that a card of the hand is from here and of that kind, times the size of this pool."""
        return self.shares[hand] * self.cards[kind]

    def take(self, hand: i64, kind: i64) -> None:
        """The hand got a card of that kind from here."""
        self.cards[kind] -= 1
        self.shares[hand] -= 1
        self.size -= 1

    def deal(self, hand: i64, rng: Generator) -> i64:
        """Give the hand any card; its kind."""
        k = rng.below(self.size)
        kind: i64 = 0
        while k >= self.cards[kind]:
            k -= self.cards[kind]
            kind += 1
        self.take(hand, kind)
        return kind


class Pools:
    """Both pools as a seat can count them, with nothing dealt yet; what was paid lies in them too."""

    def __init__(self, state: Tickets, seat: i64) -> None:
        board, players = state.board, state.players
        old, new = board.nine[:], state.deck[:]
        olds, news = board.no_hands[:players], board.no_hands[:players]
        for other in range(players):
            if other == seat:
                continue
            for kind in range(KINDS):
                at = other * KINDS + kind
                since = state.hands[at] - state.known[at] + state.spent[at] - state.stale[at]
                old[kind] += state.stale[at]
                olds[other] += state.stale[at]
                new[kind] += since
                news[other] += since
        self.old = Pool(old, olds)
        self.new = Pool(new, news)
        self.paid: vec[i64] = board.no_hands[: players * KINDS]
        """What each hand has paid from the old pool, once `settle` has drawn it."""

    def settle(self, state: Tickets, seat: i64, rng: Generator) -> bool:
        """Take out of the pools what was paid unseen; False if no way to do so was found."""
        all_old, all_new = self.old, self.new
        for _ in range(_TRIES):
            self.old, self.new = all_old.copy(), all_new.copy()
            self.paid = state.board.no_hands[: state.players * KINDS]
            # Cards that only one pool can have given come first: the others must leave them there.
            sure = self._settle(state, seat, all_old, all_new, True, rng)
            if sure and self._settle(state, seat, all_old, all_new, False, rng):
                return True
        return False

    def _settle(self, state: Tickets, seat: i64, all_old: Pool, all_new: Pool, certain: bool, rng: Generator) -> bool:
        """The same once, for the cards whose pool is certain or for the others; False if one is in neither any more."""
        old, new = self.old, self.new
        for other in range(state.players):
            if other == seat:
                continue
            for kind in range(KINDS):
                at = other * KINDS + kind
                cards = state.spent[at]
                if cards == 0 or (all_old.odds(other, kind) == 0 or all_new.odds(other, kind) == 0) != certain:
                    continue
                while cards > 0:
                    from_old = old.odds(other, kind) * new.size
                    from_new = new.odds(other, kind) * old.size if old.size > 0 else new.odds(other, kind)
                    if from_old + from_new == 0:
                        return False
                    if from_old > 0 and rng.below(from_old + from_new) < from_old:
                        old.take(other, kind)
                        self.paid[at] += 1
                    else:
                        new.take(other, kind)
                    cards -= 1
        return True
