"""Counting finished games over both backends: once each, in the order of their ends, and the same computed anew."""

from __future__ import annotations

import asyncio
import itertools
import random
from functools import partial
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa

from branchline.server import events as e
from branchline.server.fold import TableState
from branchline.server.people import leaving, store
from branchline.server.projection import Outcome, Projection
from branchline.server.ratings import bots, counting, outcomes, scale, standings, subscriber
from branchline.server.storage.copying import copy, prove
from branchline.server.storage.interface import Change, Storage
from branchline.server.storage.schema import finished, persons, ratings, results
from tests.server.test_storage import opened, play

pytestmark = pytest.mark.server
PEOPLE = [f"p-{letter * 32}" for letter in "abcd"]
_numbers = itertools.count()


@pytest.fixture(autouse=True)
def arena(monkeypatch: pytest.MonkeyPatch) -> None:
    """The ratings of bots as these tests know them."""
    known = bots.Arena("", 1, {"2": {"random": bots.ArenaRating(15.0, 2.0, 10)}})
    monkeypatch.setattr(bots, "arena", lambda: {"30-rails": known})


async def sign_up(storage: Storage, people: list[str] = PEOPLE) -> None:
    rows = [{"id": each, "name": each, "skeleton": each, "created": 0.0} for each in people]
    await storage.write(lambda each: each.execute(sa.insert(persons), rows) and None)


def made(*seats: str, rated: bool = True) -> e.Made:
    places = [e.Place("bot", None, each) if each == "random" else e.Place("human", each, None, each) for each in seats]
    return e.Made("30-rails", 0, {}, seats[0], True, b"", "c", places, rated=rated)


class Game:
    """A table's log as the server writes it, with times of its own."""

    def __init__(self, *seats: str, at: float = 100.0, rated: bool = True) -> None:
        self.id = f"t{next(_numbers)}"
        self.state = TableState(self.id)
        self.log: list[e.Written] = []
        self.at = at
        self.add(made(*seats, rated=rated))
        self.add(e.Started([]))

    def add(self, event: e.TableEvent, outcome: Outcome | None = None) -> Game:
        written = e.Written(self.state.length, self.at, event)
        self.state.add(written, outcome or (Outcome() if isinstance(event, e.Started) else None))
        self.log.append(written)
        return self

    def over(self, *scores: int) -> Game:
        ranks = [1 + sum(other > one for other in scores) for one in scores]
        return self.add(e.Acted(0, []), Outcome(scores=list(scores), ranks=ranks))

    @property
    def table(self) -> Projection:
        return self.state.projection()

    def outcome(self) -> outcomes.Outcome:
        return outcomes.outcome(self.table, self.log)

    async def keep(self, storage: Storage) -> Game:
        await storage.append(Change(self.log, self.table))
        return self


async def dump(storage: Storage) -> dict[str, list[Any]]:
    """All that counting writes, byte by byte."""

    def job(connection: sa.Connection) -> dict[str, list[Any]]:
        return {
            table.name: list(connection.execute(sa.select(table).order_by(*table.primary_key)))
            for table in (finished, results, ratings)
        }

    return await storage.read(job)


# ── what a game comes to ──
def test_who_left_comes_last_whatever_a_bot_made_of_it() -> None:
    game = Game(*PEOPLE)
    game.add(e.Acted(0, [])).add(e.Resigned(1, "random")).add(e.ClockFlagged(2)).add(e.SeatHanded(2, "random", "clock"))
    game.add(e.Acted(2, [])).add(e.SeatTakenBack(2))
    found = game.over(10, 40, 30, 20).outcome()
    assert [seat.played for seat in found.seats] == ["whole", "left", "left", "whole"]
    assert [seat.standing for seat in found.seats] == [2, 3, 3, 1]


def test_a_bot_that_played_less_than_half_of_a_seat_only_leaves_a_mark() -> None:
    game = Game(*PEOPLE[:2])
    game.add(e.SeatHanded(0, "random", "absent")).add(e.Acted(0, [])).add(e.SeatTakenBack(0))
    short = game.over(2, 1).outcome()
    assert [(seat.played, seat.standing) for seat in short.seats] == [("partly", 1), ("whole", 2)]
    game = Game(*PEOPLE[:2])
    game.add(e.SeatHanded(0, "random", "absent")).add(e.Acted(0, [])).add(e.Acted(0, [])).add(e.SeatTakenBack(0))
    long = game.over(2, 1).outcome()
    assert [(seat.played, seat.standing) for seat in long.seats] == [("left", 2), ("whole", 1)]


def test_a_rematch_afterwards_does_not_move_the_end() -> None:
    game = Game(*PEOPLE[:2]).over(2, 1)
    game.at = 200.0
    game.add(e.RematchMade("other", 0))
    assert game.outcome().ended == 100.0


def test_a_game_that_was_called_off_has_no_result() -> None:
    assert not Game(*PEOPLE[:2]).add(e.Aborted(0)).outcome().seats


# ── counting ──
def test_a_game_counts_once_however_many_count_it(address: str | Path) -> None:
    async def scene(storage: Storage) -> None:
        await sign_up(storage)
        game = await Game(*PEOPLE[:2]).over(2, 1).keep(storage)
        found = game.outcome()
        counted = await asyncio.gather(*(storage.write(partial(counting.count, game=found)) for _ in range(5)))
        assert sorted(counted) == [False] * 4 + [True]
        shown = {game: shown for game, _, shown in await storage.read(partial(standings.of_person, person=PEOPLE[0]))}
        assert shown["30-rails"].games == 1
        assert shown["30-rails"].rating > scale.MIDDLE

    play(address, scene)


def test_computed_anew_it_is_the_same_to_the_last_byte(address: str | Path) -> None:
    """Counted in any order, ratings are those of the order in which the games ended."""

    async def scene(storage: Storage) -> None:
        await sign_up(storage)
        chance = random.Random(5)
        games = []
        for number in range(24):
            seats = [*chance.sample(PEOPLE, 2), *(["random"] if number % 4 == 0 else [])]
            scores = [chance.randrange(5) for _ in seats]
            games.append(await Game(*seats, at=float(number // 2), rated=number % 5 > 0).over(*scores).keep(storage))
        chance.shuffle(games)
        for game in games:
            assert await storage.write(partial(counting.count, game=game.outcome()))
        before = await dump(storage)
        assert any(row[5] for row in before["ratings"])
        done = await subscriber.recompute(storage)
        assert done["results"] == 24
        assert await dump(storage) == before

    play(address, scene)


def test_what_a_process_left_is_counted_by_the_next(address: str | Path) -> None:
    async def scene(storage: Storage) -> None:
        await sign_up(storage)
        await Game(*PEOPLE[:2]).over(2, 1).keep(storage)
        await Game(*PEOPLE[:2]).add(e.Aborted(0)).keep(storage)
        assert await subscriber.catch_up(storage) == 2
        assert await subscriber.catch_up(storage) == 0

    play(address, scene)


def test_bots_are_opponents_that_do_not_move(address: str | Path) -> None:
    """To beat a weak bot as well brings hardly more; to lose to it costs more."""

    async def scene(storage: Storage) -> None:
        await sign_up(storage)
        for scores in ((3, 2, 1), (3, 1, 2)):
            game = await Game(*PEOPLE[:2], "random").over(*scores).keep(storage)
            await storage.write(partial(counting.count, game=game.outcome()))
        rows = (await dump(storage))["results"]
        assert [row.mu is None for row in rows] == [False, False, True] * 2
        first, second = (row for row in rows if row.holder == PEOPLE[1])
        assert second.mu - second.mu_before < first.mu - first.mu_before

    play(address, scene)


def test_a_copy_has_all_results_and_ratings(address: str | Path, tmp_path: Path) -> None:
    async def scene(storage: Storage) -> None:
        await sign_up(storage)
        game = await Game(*PEOPLE[:2]).over(2, 1).keep(storage)
        await storage.write(partial(counting.count, game=game.outcome()))
        async with opened(tmp_path / "copy.db") as other:
            await copy(storage, other)
            assert await dump(other) == await dump(storage)
            late = await Game(*PEOPLE[:2], at=50.0).over(1, 2).keep(storage)
            await storage.write(partial(counting.count, game=late.outcome()))
            await copy(storage, other)
            assert await dump(other) == await dump(storage)
            assert not (await prove(storage, other)).differences

    play(address, scene)


def test_a_deleted_person_stands_nowhere_and_others_stay_where_they_are(address: str | Path) -> None:
    async def scene(storage: Storage) -> None:
        await sign_up(storage)
        for number in range(3):
            game = await Game(*PEOPLE[:2], at=float(number)).over(2, 1).keep(storage)
            await storage.write(partial(counting.count, game=game.outcome()))
        mine = partial(store.rows_of, table=ratings, id_=PEOPLE[0])
        assert await storage.read(mine)
        other = await storage.read(partial(store.rows_of, table=ratings, id_=PEOPLE[1]))
        await storage.write(partial(leaving._remove, person=PEOPLE[0], holders=[PEOPLE[0]]))
        await subscriber.recompute(storage)
        assert not await storage.read(mine)
        assert await storage.read(partial(store.rows_of, table=ratings, id_=PEOPLE[1])) == other

    play(address, scene)
