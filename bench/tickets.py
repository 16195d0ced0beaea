"""How strong the bots of Ticket to Ride are: one bot against others of one level, from all seats in turn.

`python bench/tickets.py expert greedy --players 2 --games 300 --iterations 150` prints the share of games won with
its 95 % interval, the points, and the CPU time per decision. Deal n of every run with the same seed is the same.
"""

from __future__ import annotations

import argparse
import time

from branchline.arena.tally import wilson
from branchline.bots.search import Search
from branchline.core.generator import Generator
from branchline.core.policy import Policy
from branchline.games.tickets.api import maps
from branchline.games.tickets.bots.levels import LEVELS
from branchline.games.tickets.rules.board import Board
from branchline.games.tickets.rules.setup import new_state
from branchline.games.tickets.rules.state import Tickets


class Player:
    """A level on a seat, with a budget of playouts if it searches."""

    def __init__(self, level: str, iterations: int) -> None:
        self.policy: Policy = LEVELS[level].policy()
        self.plan = LEVELS[level].plan if iterations else None
        self.iterations = iterations
        self.decisions = 0
        self.seconds = 0.0
        self.worst = 0.0

    def begin(self, state: Tickets, seat: int) -> None:
        self.policy.prepare(state, seat)

    def choose(self, state: Tickets, seat: int, rng: Generator) -> int:
        began = time.process_time()
        if self.plan is None:
            action = int(self.policy.choose(state, seat, rng))
        else:
            plan = self.plan
            seed = int(rng.next()) & 0x7FFFFFFF
            search = Search(self.policy, seed, plan.candidates, plan.horizon, plan.depth, plan.batch, plan.trust)
            action = int(search.run(state, seat, self.iterations, 0.0))
        self.decisions += 1
        took = time.process_time() - began
        self.seconds += took
        self.worst = max(self.worst, took)
        return action


def play(players: list[Player], seed: int, board: Board) -> Tickets:
    """One game; its luck and the bots' own seeds come from different streams, so that deals can be compared."""
    state = new_state(board, len(players))
    luck, own = Generator(seed, 1), Generator(seed, 2)
    for seat, player in enumerate(players):
        player.begin(state, seat)
    while True:
        if n := state.chance():
            state.apply_chance(luck.below(n))
        elif mask := state.actors():
            seat = (mask & -mask).bit_length() - 1
            state.apply(seat, players[seat].choose(state, seat, own))
        else:
            return state


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("bot", choices=LEVELS)
    parser.add_argument("other", choices=LEVELS)
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--tickets", choices=maps.TICKET_SETS, default="standard")
    parser.add_argument("--games", type=int, default=300)
    parser.add_argument("--iterations", type=int, default=0, help="playouts per decision; 0: the policy alone")
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    board = maps.board("usa", arguments.tickets)
    bot = Player(arguments.bot, arguments.iterations)
    others = [Player(arguments.other, 0) for _ in range(arguments.players - 1)]
    won, points, theirs, turns = 0.0, 0, 0.0, 0.0
    for game in range(1, arguments.games + 1):
        seat = (game - 1) % arguments.players
        state = play([*others[:seat], bot, *others[seat:]], arguments.seed + (game - 1) // arguments.players, board)
        ranking, scores = state.ranking(), state.scores()
        best = [other for other in range(arguments.players) if ranking[other] == max(ranking)]
        won += (seat in best) / len(best)
        points += scores[seat]
        theirs += (sum(scores) - scores[seat]) / (arguments.players - 1)
        turns += state.turns / arguments.players
        if game % 25 == 0 or game == arguments.games:
            low, high = wilson(won / game, game)
            print(
                f"{arguments.bot} ({arguments.iterations}) against {arguments.other}, tickets {arguments.tickets},"
                f" {arguments.players} players,"
                f" {game} games: {won / game:.3f} [{low:.3f}, {high:.3f}], {points / game:.1f} points to"
                f" {theirs / game:.1f} in {turns / game:.1f} turns,"
                f" {1000 * bot.seconds / bot.decisions:.1f} ms of CPU per decision, {1000 * bot.worst:.0f} at worst",
                flush=True,
            )


if __name__ == "__main__":
    main()
