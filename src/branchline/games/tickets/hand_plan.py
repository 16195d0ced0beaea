"""How a hand is shared out: cards for the plan, long routes for the rest, and which card to take next."""

from __future__ import annotations

from librt.vecs import append, vec
from mypy_extensions import i64

from branchline.games.tickets.board import COLOURS, GRAY, KINDS, LENGTHS, LOCOMOTIVE, NO_CARD, least
from branchline.games.tickets.network_plan import NOTHING, NetworkPlan
from branchline.games.tickets.state import Tickets
from branchline.games.tickets.steps import DRAW_BLIND, SECOND, SPACES, TAKE
from branchline.games.tickets.whatever import whatever


class HandPlan(NetworkPlan):
    """A plan for the cards: what the tickets' routes need, and which long routes fit what is to spare."""

    def __init__(self) -> None:
        super().__init__()
        # Fillers: routes for their points, with the wagons that the tickets do not need.
        self.fill_point: i64 = 10
        """Worth of a filler's point, in tenths of a point."""
        self.fill_card: i64 = 25
        """Price of a card that a filler lacks."""
        self.fill_claim: i64 = 44
        """Price of the turn that it takes."""
        self.fill_touch: i64 = 5
        """Worth of an end at the seat's own network, for the longest path."""
        self.fill_end: i64 = 0
        """More for an end where the seat's paths stop: there a longer path goes on."""
        self.fill_least: i64 = 3
        """Shorter ones are left until few wagons remain."""
        # Cards, in tenths of a turn's half.
        self.card_plan: i64 = 20
        self.card_fill: i64 = 16
        self.card_spare: i64 = 3
        self.card_last: i64 = 4
        """More for the last card that a colour lacks."""
        self.card_locomotive: i64 = 39
        self.open_locomotive: i64 = 27
        """Less for an open locomotive, since it takes the whole turn."""
        self.gray_steal: i64 = 2
        """So many cards that coloured routes will need may a gray one take."""
        self.spare: vec[i64] = vec[i64]()
        """Cards of every colour beyond the plan."""
        self.lack: vec[i64] = vec[i64]()
        """Cards of every colour that the plan lacks; `fill_lack` those that the fillers lack."""
        self.fill_lack: vec[i64] = vec[i64]()
        self.fillers: vec[i64] = vec[i64]()
        self.free_locomotives: i64 = 0
        """Locomotives that the plan does not need."""
        self._reserve: vec[i64] = vec[i64]()
        self._touched: vec[i64] = vec[i64]()
        """The worth of a route's end in every city: more in the seat's network, present or planned."""
        self._marked: vec[i64] = vec[i64]()
        """1 for a route that is planned or a filler."""

    def share_out(self, state: Tickets, seat: i64) -> None:
        """Give the hand to the plan, then find the long routes for the rest of the wagons and cards."""
        board = state.board
        at = seat * KINDS
        hands = state.hands
        spare, lack = board.nine[:], board.nine[:]
        wagons = state.wagons[seat]
        colours, lengths = board.colour, board.length
        for place in range(at, at + KINDS):
            spare[place - at] = hands[place]
        locomotives = spare[LOCOMOTIVE]
        spare[LOCOMOTIVE] = 0
        grays = vec[i64]()
        for route in self.planned:
            colour = colours[route]
            length = lengths[route]
            wagons -= length
            if colour == GRAY:
                grays = append(grays, length)
            else:
                spare[colour] -= length
        self._reserve = board.nine[:]
        for colour in range(COLOURS):
            self._reserve[colour] = hands[at + colour] - spare[colour]
            if spare[colour] < 0:
                lack[colour] = -spare[colour]
                spare[colour] = 0
        for length in grays:
            best = most_of(spare)
            if spare[best] >= length:
                spare[best] -= length
            else:
                lack[best] += length - spare[best]
                spare[best] = 0
        for colour in range(COLOURS):
            locomotives -= lack[colour]
        self.lack = lack
        self.spare = spare
        if locomotives < 0:
            locomotives = 0
        self.free_locomotives = locomotives
        self._fill(state, seat, wagons)

    def _fill(self, state: Tickets, seat: i64, wagons: i64) -> None:
        board = state.board
        spare = self.spare[:]
        lack = board.nine[:]
        fillers = vec[i64]()
        count = state.count
        points = board.points
        soon = self.soon(state, seat)
        self._touch(state, seat)
        touch = 2 * (self.fill_touch + self.fill_end)
        while wagons >= 1 and len(fillers) < 6:
            top: i64 = -NOTHING
            best: i64 = -1
            good = most_of(spare)
            longest = least(wagons, LENGTHS - 1)
            for length in range(1, longest + 1):
                base = self.fill_point * points[length] - self.fill_claim
                if length < self.fill_least and wagons > 4:
                    continue
                for colour in range(KINDS):
                    bucket = colour * LENGTHS + length
                    if count[bucket] == 0:
                        continue
                    have = spare[good] if colour == GRAY else spare[colour]
                    missing = length - have
                    worth = base
                    if missing > 0:
                        worth -= self.fill_card * missing
                        if missing > soon:
                            worth -= self.over_price * (missing - soon)
                    worth = worth * 10 // length
                    if worth + touch > top:
                        route = self._free_of(state, seat, bucket)
                        if route >= 0:
                            worth += self._touched[board.a[route]] + self._touched[board.b[route]]
                            if worth > top:
                                top = worth
                                best = route
            if best < 0:
                break
            fillers = append(fillers, best)
            self._marked[best] = 1
            length = board.length[best]
            colour = board.colour[best]
            if colour == GRAY:
                colour = good
            wagons -= length
            if spare[colour] >= length:
                spare[colour] -= length
            else:
                lack[colour] += length - spare[colour]
                spare[colour] = 0
        self.fillers = fillers
        self.fill_lack = lack

    def _free_of(self, state: Tickets, seat: i64, bucket: i64) -> i64:
        """A route of the bucket that is open to the seat and neither planned nor a filler yet; −1 if there is none."""
        board = state.board
        first = board.first[bucket]
        found: i64 = -1
        top: i64 = -1
        marked, touched, owner = self._marked, self._touched, state.owner
        twin, a, b = board.twin, board.a, board.b
        for i in range(first, first + state.count[bucket]):
            route = state.order[i]
            if marked[route] == 0 and (twin[route] < 0 or (marked[twin[route]] == 0 and owner[twin[route]] != seat)):
                touches = touched[a[route]] + touched[b[route]]
                if touches > top:
                    top = touches
                    found = route
        return found

    def _touch(self, state: Tickets, seat: i64) -> None:
        """Weigh the seat's cities, and mark the routes that are planned."""
        board = state.board
        degree = board.zeros[:]
        owner, a, b = state.owner, board.a, board.b
        for route in range(board.routes):
            if owner[route] == seat:
                degree[a[route]] += 1
                degree[b[route]] += 1
        marked = board.no_routes[:]
        for route in self.planned:
            degree[a[route]] += 1
            degree[b[route]] += 1
            marked[route] = 1
        touch, end = self.fill_touch, self.fill_end
        for city in range(board.cities):
            if degree[city] & 1:
                degree[city] = touch + end
            elif degree[city] > 0:
                degree[city] = touch
        self._touched = degree
        self._marked = marked

    def payment(self, state: Tickets, seat: i64, route: i64, most: i64, any_colour: bool) -> i64:
        """The payment with the fewest locomotives, from the colour that the plan needs least; −1 if there is none."""
        board = state.board
        hands = state.hands
        at = seat * KINDS
        length = board.length[route]
        if length > state.wagons[seat]:
            return -1
        locomotives = least(hands[at + LOCOMOTIVE], most)
        if board.colour[route] != GRAY:
            held = least(hands[at + board.colour[route]], length)
            if held + locomotives < length:
                return -1
            if held == 0:
                return LOCOMOTIVE * SPACES + length
            return board.colour[route] * SPACES + length - held
        best: i64 = -1
        top: i64 = -NOTHING
        spare = self.spare
        for colour in range(COLOURS):
            held = hands[at + colour]
            if held == 0 or held + locomotives < length:
                continue
            if not any_colour and held - self._reserve[colour] + self.gray_steal + locomotives < length:
                continue
            spent = least(held, length)
            worth = 2 * spare[colour] + held - 20 * (length - spent) - 4 * self.lack[colour]
            if worth > top:
                top = worth
                best = colour * SPACES + length - spent
        if best < 0 and locomotives >= length:
            return LOCOMOTIVE * SPACES + length
        return best

    # ── cards ──
    def card(self, state: Tickets, seat: i64) -> i64:
        """The open card that is worth most, or a blind one if that is thought to be worth more."""
        worths = state.board.nine[:]
        lack, fill = self.lack, self.fill_lack
        for colour in range(COLOURS):
            worth = self.card_spare
            if lack[colour] > 0:
                worth = self.card_plan
                if lack[colour] == 1:
                    worth += self.card_last
            elif fill[colour] > 0:
                worth = self.card_fill
                if fill[colour] == 1:
                    worth += self.card_last
            worths[colour] = worth
        worths[LOCOMOTIVE] = self.card_locomotive
        blind = self._blind_worth(state, seat, worths)
        best: i64 = -1
        top = blind
        if not state.may_draw_blind():
            top = -1
        second = state.step == SECOND
        for card in state.row:
            if card == NO_CARD or (card == LOCOMOTIVE and second):
                continue
            worth = worths[card]
            if card == LOCOMOTIVE:
                worth -= self.open_locomotive
            if worth > top:
                top = worth
                best = card
        if best >= 0:
            return TAKE + best
        if state.may_draw_blind():
            return DRAW_BLIND
        return whatever(state, seat)

    def _blind_worth(self, state: Tickets, seat: i64, worths: vec[i64]) -> i64:
        """The mean worth of the cards that the seat has not seen."""
        total: i64 = 0
        cards: i64 = 0
        discards, hands, known = state.discards, state.hands, state.known
        for kind in range(KINDS):
            n = state.board.deck[kind] - discards[kind] - hands[seat * KINDS + kind]
            for other in range(state.players):
                if other != seat:
                    n -= known[other * KINDS + kind]
            for card in state.row:
                if card == kind:
                    n -= 1
            total += n * worths[kind]
            cards += n
        if cards <= 0:
            return 0
        return total // cards


def most_of(cards: vec[i64]) -> i64:
    best: i64 = 0
    for colour in range(1, COLOURS):
        if cards[colour] > cards[best]:
            best = colour
    return best
