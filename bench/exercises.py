"""Finds exercises in games of bots, and checks each with the expert: `python bench/exercises.py GAME [--write]`.

A decision is an exercise when one action is better than every other that the expert would look at: over the same
worlds and the same luck, by at least MARGIN points and SURE standard errors, in playouts of the expert's policy to the
end. Games are those of the level `greedy` by seed, so the same command finds the same exercises.
"""

from __future__ import annotations

import argparse
import json
import math
import time
from pathlib import Path
from typing import Any, NamedTuple

from branchline import bots
from branchline.core.action import Action, Json, Move
from branchline.core.game import Game
from branchline.core.generator import Generator
from branchline.core.lessons import Pattern
from branchline.core.match import Match
from branchline.core.policy import Policy
from branchline.core.record import event_to_json
from branchline.core.state import State, first_seat, over
from branchline.core.text import LANGUAGES, plural
from branchline.games import find

MARGIN = 2.0
SURE = 3.0
QUICK, WORLDS = 10, 60
"""Worlds for a first look, and for the check."""
WANTED = 8
PER_GAME = 2
"""Exercises of one game, so that they differ."""
PLAYERS = {"30-rails": 1}
FOLDER = Path(__file__).parents[1] / "src" / "branchline" / "games"


class Candidate(NamedTuple):
    """An action, and what it costs against the best: the mean over the worlds and its standard error."""

    number: int
    loss: float
    error: float


def playout(policy: Policy, state: State, seat: int, rng: Generator) -> float:
    """The lead at the end when the policy plays on for everybody."""
    while True:
        n = state.chance()
        if n:
            state.apply_chance(rng.below(n))
            continue
        mask = state.actors()
        if not mask:
            return Policy().value(state, seat)
        actor = first_seat(mask)
        state.apply(actor, policy.choose(state, actor, rng))


def compare(policy: Policy, root: State, seat: int, actions: list[int], worlds: int, seed: int) -> list[Candidate]:
    """The actions over the same worlds and luck, the best first."""
    values: dict[int, list[float]] = {action: [] for action in actions}
    for world in range(worlds):
        dealt = root.resample(seat, Generator(seed, 2 * world + 1))
        for action in actions:
            state = dealt.clone()
            state.apply(seat, action)
            values[action].append(playout(policy, state, seat, Generator(seed, 2 * world + 2)))
    best = max(actions, key=lambda action: sum(values[action]))
    found = []
    for action in actions:
        gaps = [ours - theirs for ours, theirs in zip(values[best], values[action], strict=True)]
        mean = sum(gaps) / worlds
        spread = sum((gap - mean) ** 2 for gap in gaps) / (worlds - 1)
        found.append(Candidate(action, mean, math.sqrt(spread / worlds)))
    return sorted(found, key=lambda each: (each.loss, each.number != best))


def stands_out(found: list[Candidate]) -> bool:
    """Whether the best action is better than every other, by the margin and surely."""
    return all(each.loss >= MARGIN and each.loss >= SURE * each.error for each in found[1:])


def anchors(package: str, seat: int, action: Json) -> list[str]:
    """Where the board is lit for an action."""
    match package, action["type"]:
        case "rails30", "draw":
            cell = f"cell:{seat}:{(action['row'] - 1) * 6 + action['column'] - 1}"
            return [cell]
        case "tickets", "claim":
            return [f"way:{action['route']}"]
        case "tickets", "take":
            return ["row:0", "row:1", "row:2", "row:3", "row:4"]
        case "tickets", kind:
            return ["tickets" if kind == "tickets" else "deck"]
        case "rocket", "extend":
            return [f"engine:{action['line']}", f"hex:{action['hex']}"]
        case "rocket", "invest":
            return [f"town:{action['town']}", f"cell:{action['town']}:{action['industry']}"]
        case "rocket", "station":
            return ["mode:station", f"hex:{action['hex']}"]
    return []


def words(**by_language: str) -> dict[str, str]:
    """A text in each language."""
    return {language: by_language[language] for language in LANGUAGES}


def number(loss: float) -> dict[str, str]:
    """Points for readers: with a tenth, so that the noun after them has one form, and a comma in Russian."""
    shown = f"{loss:.1f}"
    return words(en=shown, ru=shown.replace(".", ","))


def exercise(game: Game, match: Match, seat: int, found: list[Candidate], seed: int, name: str) -> dict[str, Any]:
    """The exercise as a step of the game's file."""
    state = match.state
    moves = [Move(each.number) for each in found]
    data = [game.to_json(state, seat, move) for move in moves]
    said = [{language: game.text(state, seat, move).render(language) for language in LANGUAGES} for move in moves]
    best, second = said[0], said[1]
    gap = number(found[1].loss)
    turn = int(state.turn_number())
    wrong: list[dict[str, Any]] = []
    for each, pattern in zip(found[1:], data[1:], strict=True):
        lost = number(each.loss)
        text = words(
            en=f"About {lost['en']} points worse than the best move, on average.",
            ru=f"В среднем хуже лучшего хода примерно на {lost['ru']} очка.",
        )
        wrong.append({"action": plain(pattern), "text": text})
    return {
        "id": name,
        "record": name,
        "at": len(match.events),
        "seat": seat,
        "title": words(en=f"Turn {turn}", ru=f"Ход {turn}"),
        "task": words(en=f"Turn {turn}. Find the best move.", ru=f"Ход {turn}. Найдите лучший ход."),
        "why": words(
            en=f"Next best is “{second['en']}”: {gap['en']} points worse on average over {WORLDS} continuations.",
            ru=f"Следующий по силе ход, «{second['ru']}», в среднем хуже на {gap['ru']} очка ({WORLDS} продолжений).",
        ),
        "goal": [{"action": [plain(data[0])]}],
        "solution": [plain(data[0])],
        "lit": [anchors(game.package, seat, data[0])],
        "done": words(en=f"The best move: {best['en']}.", ru=f"Лучший ход: {best['ru']}."),
        "otherwise": words(en="There is a better move. Look once more.", ru="Есть ход лучше. Посмотрите ещё раз."),
        "remarks": wrong,
        "proof": {
            "level": "expert",
            "playouts": WORLDS,
            "seed": seed,
            "alternatives": [
                {"action": plain(pattern), "loss": round(each.loss, 2), "error": round(each.error, 2)}
                for each, pattern in zip(found[1:], data[1:], strict=True)
            ],
        },
    }


def plain(action: Pattern) -> Pattern:
    """The action without what follows from the position."""
    return {name: value for name, value in action.items() if name not in ("jokers",)}


def search(game: Game, seconds: float) -> tuple[dict[str, Any], list[dict[str, Any]]]:
    """Records and exercises, found within so many seconds."""
    level = game.levels()["expert"]
    policy = level.policy()
    most = level.plan.candidates if level.plan else 8
    records: dict[str, Any] = {}
    steps: list[dict[str, Any]] = []
    began, seed = time.monotonic(), 0
    while len(steps) < WANTED and time.monotonic() - began < seconds:
        seed += 1
        match = game.start(PLAYERS.get(game.slug, 2), seed=seed)
        players = [bots.make(game, "greedy", seed * 10 + seat) for seat in range(match.players)]
        here = 0
        while not match.over and here < PER_GAME and time.monotonic() - began < seconds:
            seat = match.actors[0]
            if seat == 0 and late(game, match) and (found := judged(policy, match, seat, most, seed)):
                name = f"g{seed}-{len(match.events)}"
                records[name] = origin(match)
                steps.append(exercise(game, match, seat, found, seed, name))
                here += 1
                print(f"{time.monotonic() - began:5.0f} s  {name}  {steps[-1]['done']['en']}  {found[1].loss:.1f}")
            match.play(seat, players[seat].choose(match.sight(seat), seed=seed))
    return records, steps


def last_moves(game: Game, seconds: float) -> tuple[dict[str, Any], list[dict[str, Any]]]:
    """Exercises where actions cannot be listed: the last move of a game, compared exactly by the points that it brings.

    Somebody may find more than the game suggests, so whatever brings as much is right.
    """
    records: dict[str, Any] = {}
    steps: list[dict[str, Any]] = []
    began, seed = time.monotonic(), 0
    while len(steps) < WANTED and time.monotonic() - began < seconds:
        seed += 1
        match = game.start(3, seed=seed)
        players = [bots.make(game, "greedy", seed * 10 + seat) for seat in range(match.players)]
        while not match.over:
            seat = match.actors[0]
            action = players[seat].choose(match.sight(seat), seed=seed)
            if ends(match, seat, action.move) and (found := exact(match, seat)):
                name = f"g{seed}-{len(match.events)}"
                records[name] = origin(match)
                steps.append(last_move(match, seat, found, name))
                print(f"{time.monotonic() - began:5.0f} s  {name}  {steps[-1]['done']['en']}")
            match.play(seat, action)
    return records, steps


def ends(match: Match, seat: int, move: Move) -> bool:
    """Whether the game is over after the move."""
    state = match.state.clone()
    state.apply(seat, move.number, move.payload)
    return over(state)


def exact(match: Match, seat: int) -> list[tuple[int, Action]] | None:
    """What each last move brings, the best first; None if the best does not stand out."""
    found = []
    for action in match.choices(seat):
        state = match.state.clone()
        state.apply(seat, action.move.number, action.move.payload)
        found.append((int(state.scores()[seat] - match.state.scores()[seat]), action))
    found.sort(key=lambda each: -each[0])
    return found if len(found) > 2 and found[0][0] >= found[1][0] + MARGIN else None


def last_move(match: Match, seat: int, found: list[tuple[int, Action]], name: str) -> dict[str, Any]:
    """The last move of a game as an exercise."""
    (points, best), (less, second) = found[:2]
    after = match.state.clone()
    after.apply(seat, best.move.number, best.move.payload)
    laid = match.game.log_action(match.state, seat, best.move, after)[0].entry
    stations = [f"station:{each.station}" for each in getattr(laid, "stations", [])]
    gap = points - less
    said = {language: best.text.render(language) for language in LANGUAGES}
    other = {language: second.text.render(language) for language in LANGUAGES}
    unit = ("очко", "очка", "очков")
    return {
        "id": name,
        "record": name,
        "at": len(match.events),
        "seat": seat,
        "title": words(en=f"The last string: {points}", ru=f"Последняя верёвка: {points}"),
        "task": words(
            en=f"The last string of the game. Bring home {points} points.",
            ru=f"Последняя верёвка партии. Наберите {points} {unit[plural(points, 'ru')]}.",
        ),
        "why": words(
            en=f"Next best is “{other['en']}”: {gap} less.",
            ru=f"Следующая по силе: «{other['ru']}», на {gap} {unit[plural(gap, 'ru')]} меньше.",
        ),
        "goal": [{"entry": [{"kind": "lay", "seat": seat, "points": {"least": points}}]}],
        "solution": [best.json()],
        "lit": [stations],
        "done": words(en=f"As good as it gets: {said['en']}.", ru=f"Лучше не бывает: {said['ru']}."),
        "otherwise": words(
            en=f"More is possible: {points} points.", ru=f"Можно больше: {points} {unit[plural(points, 'ru')]}."
        ),
        "proof": {
            "level": "exact",
            "playouts": 1,
            "seed": 0,
            "alternatives": [
                {"action": action.json(), "loss": points - each, "error": 0.0} for each, action in found[1:]
            ],
        },
    }


def late(game: Game, match: Match) -> bool:
    """Whether the end is near enough for an answer that can be found by thought; not in the setup."""
    turn = int(match.state.turn_number())
    first, last = {"30-rails": (18, 30), "ticket-to-ride": (30, 90), "stephensons-rocket": (26, 60)}[game.slug]
    return first <= turn <= last


def judged(policy: Policy, match: Match, seat: int, most: int, seed: int) -> list[Candidate] | None:
    """The comparison of a decision that is an exercise; None for any other."""
    rng = Generator(seed, len(match.events))
    world = match.state.resample(seat, rng)
    actions = [int(each) for each in policy.candidates(world, seat, most, rng)]
    if len(actions) < 3:
        return None
    if not stands_out(compare(policy, match.state, seat, actions, QUICK, seed)):
        return None
    found = compare(policy, match.state, seat, actions, WORLDS, seed + 1)
    return found if stands_out(found) and anchors(match.game.package, seat, of(match, seat, found[0])) else None


def of(match: Match, seat: int, candidate: Candidate) -> Json:
    """The candidate's JSON."""
    return match.game.to_json(match.state, seat, Move(candidate.number))


def origin(match: Match) -> dict[str, Any]:
    """The record up to here."""
    return {"players": match.players, "events": [event_to_json(event) for event in match.events]}


def main() -> None:
    """Look for exercises, and write the game's file if asked to."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("game")
    parser.add_argument("--seconds", type=float, default=120)
    parser.add_argument("--write", action="store_true")
    asked = parser.parse_args()
    game = find(asked.game)
    look = search if game.action_count is not None else last_moves
    records, steps = look(game, asked.seconds)
    print(f"{len(steps)} exercises of {game.slug}")
    if asked.write and steps:
        file = FOLDER / game.package / "lessons" / "exercises.json"
        course = {"title": words(en="Exercises", ru="Упражнения"), "minutes": 2 * len(steps)}
        lines = json.dumps(course | {"records": records, "steps": steps}, ensure_ascii=False)
        file.write_text(lines.replace('}, {"id"', '},\n {"id"').replace('"steps": [', '"steps": [\n ') + "\n")


if __name__ == "__main__":
    main()
