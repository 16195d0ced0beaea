"""The value of a position by enumeration: every outcome of chance, and every choice that the policy may make."""

from __future__ import annotations

from collections.abc import Iterator

from branchline.core.driver import Luck
from branchline.core.generator import Generator
from branchline.core.policy import Policy
from branchline.core.state import State, first_seat
from branchline.games.rocket.bots import policy as rocket
from branchline.games.rocket.bots import ratings
from branchline.games.rocket.rules.codes import ACT
from branchline.games.rocket.rules.state import Rocket
from branchline.review.playouts import outcome
from branchline.review.report import Amount

Exact = list[tuple[float, float]]
"""By seat, the share of the win and the points."""


class TooMany(Exception):
    """The position has more ends than should be counted."""


class Script(Luck):
    """Chance that follows a script, and the first outcome wherever the script ends."""

    def __init__(self, outcomes: list[int]) -> None:
        super().__init__(Generator(1))
        self.outcomes = outcomes
        self.drawn: list[tuple[int, int]] = []
        """Each outcome with the number of them."""

    def draw(self, n: int) -> int:
        at = len(self.drawn)
        self.drawn.append((self.outcomes[at] if at < len(self.outcomes) else 0, int(n)))
        return self.drawn[-1][0]


def value(state: State, policy: Policy, most: int = 4000) -> Exact:
    """The exact value of a position."""
    ends = _rocket_ends(state, policy, 1.0) if isinstance(state, Rocket) else _ends(state, policy)
    sums: Exact = []
    for number, (part, end) in enumerate(ends):
        if number >= most:
            raise TooMany
        found = outcome(end)
        sums = sums or [(0.0, 0.0)] * len(found.wins)
        pairs = zip(sums, found.wins, found.points, strict=True)
        sums = [(a + part * win, b + part * points) for (a, b), win, points in pairs]
    return sums


def _ends(state: State, policy: Policy) -> Iterator[tuple[float, State]]:
    """Every way chance may go, each played from the beginning: a policy may remember what it planned on the way."""
    script: list[int] | None = []
    while script is not None:
        luck = Script(script)
        end = policy.prepare(state.clone(), 0)
        policy.play_on(end, luck, Generator(1))
        part = 1.0
        for _, n in luck.drawn:
            part /= n
        yield part, end
        script = _next(luck.drawn)


def _next(drawn: list[tuple[int, int]]) -> list[int] | None:
    """The script after this one, in order; None after the last."""
    while drawn:
        k, n = drawn.pop()
        if k + 1 < n:
            return [each for each, _ in drawn] + [k + 1]
    return None


def _rocket_ends(state: Rocket, policy: Policy, part: float) -> Iterator[tuple[float, State]]:
    """In Stephenson's Rocket chance is in the players: every action that they may choose."""
    mask = state.actors()
    if mask == 0:
        yield part, state
        return
    seat = int(first_seat(mask))
    for likely, action in _choices(state, seat, policy):
        after = state.clone()
        after.apply(seat, action)
        yield from _rocket_ends(after, policy, part * likely)


def _choices(state: Rocket, seat: int, policy: Policy) -> list[tuple[float, int]]:
    assert isinstance(policy, rocket.Greedy)
    if state.phase != ACT:
        return [(1.0, int(policy.choose(state.clone(), seat, Generator(1))))]
    actions, scores = ratings.rated(state, seat, policy.weights(state.players))
    parts = _greatest([int(score) for score in scores], 4 * rocket._SPREAD)
    return [(part, int(action)) for part, action in zip(parts, actions, strict=True) if part]


def _greatest(scores: list[int], width: int) -> list[float]:
    """How likely each is greatest, once each is given 0 … width − 1 more, all equally likely; of equals the first."""
    found = []
    for i, own in enumerate(scores):
        total = 0.0
        for more in range(width):
            part = 1.0
            for j, other in enumerate(scores):
                if j != i:
                    lead = 4 * own + more - 4 * other + (1 if j > i else 0)
                    part *= min(max(lead, 0), width) / width
            total += part / width
        found.append(total)
    return found


def near(found: Amount, error: Amount, exact: tuple[float, float], errors: float = 4.0) -> bool:
    """Whether an estimate lies within so many of its stated errors (and a rounded hundredth) of the exact value."""
    win, points = exact
    far = abs(found.win - win), abs(found.points - points)
    return far[0] <= errors * error.win + 1.5 and far[1] <= errors * error.points + 1.5
