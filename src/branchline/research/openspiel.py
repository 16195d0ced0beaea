"""OpenSpiel: every game as a registered Python game, with chance nodes and information states."""

from __future__ import annotations

import hashlib
from typing import Any

import numpy as np
import pyspiel

from branchline.core.game import Game
from branchline.games import find, slugs
from branchline.research.position import Position, action_count, observation_size, resolve

MOST_OUTCOMES = 256
"""A chance event with more outcomes is thinned to this many, evenly spread over them."""
MOST_POINTS = 1000.0
"""No game that is played alone brings more points, or loses more."""
DIGEST = 8
"""Numbers that stand for all that a seat has seen; they tell information states apart that look alike now."""


def short_name(game: Game) -> str:
    """The name that OpenSpiel loads the game by: `branchline_30_rails`."""
    return f"branchline_{game.slug.replace('-', '_')}"


def register() -> None:
    """Let `pyspiel.load_game("branchline_30_rails(players=2)")` know every game. Options go by name as well."""
    known = set(pyspiel.registered_names())
    for slug in slugs():
        game = find(slug)
        if short_name(game) not in known:
            # A class of its own for each: OpenSpiel frees what it was given after Python's end, which only a class,
            # being part of a cycle, survives.
            pyspiel.register_game(_type(game), type(f"Spiel{game.package.title()}", (SpielGame,), {"game": game}))


def _type(game: Game, players: int | None = None) -> Any:
    alone = (game.default_players if players is None else players) == 1
    kind = pyspiel.GameType
    parameters = {option.name: option.initial for option in game.options}
    return kind(
        short_name=short_name(game),
        long_name=f"Branchline: {game.title.render('en')}",
        dynamics=kind.Dynamics.SEQUENTIAL,
        chance_mode=kind.ChanceMode.EXPLICIT_STOCHASTIC,
        information=kind.Information.IMPERFECT_INFORMATION
        if game.information == "hidden"
        else kind.Information.PERFECT_INFORMATION,
        utility=kind.Utility.GENERAL_SUM if alone else kind.Utility.ZERO_SUM,
        reward_model=kind.RewardModel.TERMINAL,
        max_num_players=game.players.stop - 1,
        min_num_players=game.players.start,
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={"players": game.default_players, **parameters},
    )


class SpielGame(pyspiel.Game):  # type: ignore[misc]
    """A game with its number of players and options. `register` makes a subclass for every game."""

    game: Game

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        game, chosen = self.game, dict(params or {})
        _, self.players, self.options = resolve(game, chosen.pop("players", None), chosen)
        alone = self.players == 1
        info = pyspiel.GameInfo(
            num_distinct_actions=action_count(game),
            max_chance_outcomes=MOST_OUTCOMES,
            num_players=self.players,
            min_utility=-MOST_POINTS if alone else -1.0,
            max_utility=MOST_POINTS if alone else 1.0,
            utility_sum=None if alone else 0.0,
            max_game_length=int(game.max_events),
        )
        super().__init__(_type(game, self.players), info, params or {})

    def new_initial_state(self) -> SpielState:
        """The position before the first event."""
        return SpielState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> SpielObserver | None:
        """What one seat knows, with all it has seen where recall is asked for; nothing else is offered."""
        wanted = iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False)
        whole = wanted.public_info and wanted.private_info == pyspiel.PrivateInfoType.SINGLE_PLAYER
        return SpielObserver(self, wanted.perfect_recall) if whole else None


class SpielState(pyspiel.State):  # type: ignore[misc]
    """A position. Seats that may act at once act in their order; none sees the others' choice before it shows."""

    def __init__(self, game: SpielGame) -> None:
        super().__init__(game)
        self.position = Position(game.game, game.players, game.options)
        self.recall = [""] * game.players
        """For each seat what it has seen and done: the changes of its observation, event by event."""
        self.last = [self.position.observe(seat) for seat in range(game.players)]

    def current_player(self) -> int:
        """The seat that acts, or chance, or nobody."""
        if self.position.state.chance() > 0:
            return int(pyspiel.PlayerId.CHANCE)
        return int(pyspiel.PlayerId.TERMINAL) if self.position.over else self.position.seat

    def _legal_actions(self, player: int) -> list[int]:
        return sorted(self.position.menu(player))

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """The outcomes of the chance event that is due, each equally likely."""
        n = min(int(self.position.state.chance()), MOST_OUTCOMES)
        return [(k, 1.0 / n) for k in range(n)]

    def _apply_action(self, action: int) -> None:
        n = int(self.position.state.chance())
        if n > 0:
            self.position.chance(action if n <= MOST_OUTCOMES else action * (n // MOST_OUTCOMES))
        else:
            seat = self.position.seat
            if not self.position.play(seat, action):
                raise ValueError(f"action {action} is not legal")
            self.recall[seat] += f"{action};"
        self._look()

    def _look(self) -> None:
        """Every seat takes note of what has changed for it."""
        for seat, before in enumerate(self.last):
            seen = self.position.observe(seat)
            changed = np.flatnonzero(seen != before)
            if len(changed):
                self.recall[seat] += ",".join(f"{at}:{seen[at]}" for at in changed) + ";"
                self.last[seat] = seen

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return f"outcome {action}"
        move = self.position.menu(player).get(action)
        text = f"action {action}"
        if move is None:
            return text
        return f"{text}: {self.position.game.text(self.position.state, player, move).render('en')}"

    def is_terminal(self) -> bool:
        """Whether the game is over."""
        return self.position.over

    def returns(self) -> list[float]:
        """What the game is worth to each seat; nothing before its end."""
        return self.position.returns()

    def __str__(self) -> str:
        """A name that only equal states share; `Game.board` draws them."""
        return f"{self.position.game.slug} {hashlib.sha256(self.position.state.to_bytes()).hexdigest()}"


class SpielObserver:
    """Seat, observation and, with perfect recall, a digest of all that the seat has seen and done."""

    def __init__(self, game: SpielGame, recall: bool) -> None:
        pieces = [("player", game.players), ("observation", observation_size(game.game))]
        if recall:
            pieces.append(("history", DIGEST))
        self.recall = recall
        self.tensor = np.zeros(sum(size for _, size in pieces), np.float32)
        self.dict = {}
        at = 0
        for name, size in pieces:
            self.dict[name] = self.tensor[at : at + size]
            at += size

    def set_from(self, state: SpielState, player: int) -> None:
        """Fill the tensor with what a seat knows."""
        self.dict["player"].fill(0)
        self.dict["player"][player] = 1
        self.dict["observation"][:] = state.last[player]
        if self.recall:
            digest = hashlib.sha256(state.recall[player].encode()).digest()[: 2 * DIGEST]
            self.dict["history"][:] = np.frombuffer(digest, np.uint16)

    def string_from(self, state: SpielState, player: int) -> str:
        """The same as text; with perfect recall all of it."""
        if self.recall:
            return f"seat {player}; {state.recall[player]}"
        return f"seat {player}; {' '.join(map(str, state.last[player]))}"
