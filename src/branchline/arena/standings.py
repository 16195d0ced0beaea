"""What a tournament's games say: ratings, results of pairs, by seat, points, and time per decision."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from itertools import combinations
from statistics import fmean
from typing import Any

from branchline.arena.playing import Finished, failures
from branchline.arena.sprt import PRIOR, elo
from branchline.arena.tally import tally, wilson

_Z = 1.959963984540054
UNPLAYED: dict[str, Any] = {
    "seat_games": 0,
    **dict.fromkeys(("mean", "sd", "min", "max", "win_share")),
    "win_share_95": [0.0, 1.0],
}
"""What a row counts of a bot whose first game is still to come."""


def score(game: Finished, bot: str, other: str) -> float:
    """How a bot did against another at one table: the share of their pairs of seats in which it came first."""
    own = [key for name, key in zip(game.seats, game.keys, strict=True) if name == bot]
    theirs = [key for name, key in zip(game.seats, game.keys, strict=True) if name == other]
    won = sum((one > another) + (one == another) / 2 for one in own for another in theirs)
    return won / (len(own) * len(theirs))


def together(alone: Sequence[Finished]) -> Finished:
    """Games that bots played alone with the same luck, as the one table at which they would have sat."""
    return Finished(
        seats=tuple(one.seats[0] for one in alone),
        points=[one.points[0] for one in alone],
        keys=[one.keys[0] for one in alone],
        turns=max(one.turns for one in alone),
        decisions=sum(one.decisions for one in alone),
        record=None,
        thought=[one.thought[0] for one in alone],
        failed={seat: one.failed[0] for seat, one in enumerate(alone) if one.failed},
    )


def win(game: Finished, bot: str) -> float:
    """The part of a game's win that a bot has; a shared win counts in parts."""
    best = max(game.keys)
    won = sum(name == bot and key == best for name, key in zip(game.seats, game.keys, strict=True))
    return won / game.keys.count(best)


def interval(mean: float, lucks: Sequence[float]) -> list[float]:
    """The interval of 95 % of a share or score from its mean under each luck.

    Games of equal luck are no independent observations: seats of one deal go well or badly together. So Wilson's
    interval is that of as many independent games as would scatter like these means. Imagined rounds keep means that
    scatter not at all from promising too much, as in the sequential test.
    """
    n = len(lucks) + PRIOR
    middle = (sum(lucks) + PRIOR / 2) / n
    variance = (sum(each * each for each in lucks) + PRIOR / 2) / n - middle * middle
    return list(wilson(mean, len(lucks) * middle * (1 - middle) / variance))


def standings(lucks: Sequence[Sequence[Finished]], bots: Sequence[str]) -> list[dict[str, Any]]:
    """A row for each bot, best rating first. The games come in groups of equal luck."""
    games = [one for each in lucks for one in each]
    ratings = rate(games, bots)
    rows = []
    for each in tally(((one.seats, one.points, one.keys) for one in games), bots):
        sat = [(seat, one) for one in games for seat, name in enumerate(one.seats) if name == each.bot]
        tables = sum(each.bot in one.seats for one in games)
        mean, sigma = ratings[each.bot]
        thought = [one.thought[seat] for seat, one in sat]
        decisions = sum(count for _, count, _ in thought)
        row = {"bot": each.bot, **UNPLAYED}
        if tables:
            row = each.json(tables)
            wins = _by_luck(lucks, (each.bot,), partial(win, bot=each.bot))
            row["win_share_95"] = interval(row["win_share"], list(map(fmean, wins)))
        rows.append(
            {
                **row,
                "games": tables,
                "rating": mean,
                "rating_95": [mean - _Z * sigma, mean + _Z * sigma],
                "seats": _by_seat(sat),
                "points": sorted(one.points[seat] for seat, one in sat),
                "seconds": sum(total for total, _, _ in thought) / decisions if decisions else 0.0,
                "longest": max((longest for _, _, longest in thought), default=0.0),
                "failures": failures(games, each.bot),
            }
        )
    return sorted(rows, key=lambda row: -row["rating"])


def pairs(lucks: Sequence[Sequence[Finished]], bots: Sequence[str]) -> list[dict[str, Any]]:
    """Every bot against every other. The games come in groups of equal luck."""
    found = []
    for bot, other in combinations(bots, 2):
        scores = _by_luck(lucks, (bot, other), partial(score, bot=bot, other=other))
        games = sum(map(len, scores))
        if not games:
            continue
        mean = sum(map(sum, scores)) / games
        low, high = interval(mean, list(map(fmean, scores)))
        found.append(
            {
                "bot": bot,
                "against": other,
                "games": games,
                "score": mean,
                "score_95": [low, high],
                "elo": elo(mean),
                "elo_95": [elo(low), elo(high)],
            }
        )
    return found


def _by_luck(
    lucks: Iterable[Sequence[Finished]], bots: Sequence[str], value: Callable[[Finished], float]
) -> list[list[float]]:
    """What each game is worth at whose table all these bots sit, in groups of equal luck; no group is empty."""
    found = ([value(one) for one in each if all(name in one.seats for name in bots)] for each in lucks)
    return [each for each in found if each]


def rate(games: Iterable[Finished], bots: Sequence[str]) -> dict[str, tuple[float, float]]:
    """Ratings by openskill (Plackett–Luce), mean and deviation, from the games in their order."""
    from openskill.models import PlackettLuce

    model = PlackettLuce()
    found = {name: model.rating(name=name) for name in bots}
    for one in games:
        names = list(dict.fromkeys(one.seats))
        if len(names) < 2:
            continue
        # A bot at several seats of a table counts once, by its mean place.
        places = [
            sum(_place(one.keys, seat) for seat, who in enumerate(one.seats) if who == name) / one.seats.count(name)
            for name in names
        ]
        rated = model.rate([[found[name]] for name in names], ranks=places)
        found.update({name: team[0] for name, team in zip(names, rated, strict=True)})
    return {name: (each.mu, each.sigma) for name, each in found.items()}


def _place(keys: list[int], seat: int) -> int:
    return 1 + sum(key > keys[seat] for key in keys)


def _by_seat(sat: list[tuple[int, Finished]]) -> list[dict[str, Any]]:
    rows = []
    for seat in sorted({seat for seat, _ in sat}):
        games = [one for own, one in sat if own == seat]
        wins = sum(1 / one.keys.count(max(one.keys)) for one in games if one.keys[seat] == max(one.keys))
        mean = sum(one.points[seat] for one in games) / len(games)
        rows.append({"seat": seat, "games": len(games), "win_share": wins / len(games), "mean": mean})
    return rows
