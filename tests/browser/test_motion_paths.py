"""Every piece goes from where it was to where it belongs, in the order of the log; and back on a step back."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import msgspec
import pytest
from playwright.sync_api import Page, expect

import branchline
from branchline.core.generator import Generator
from branchline.core.match import Match
from tests.browser.driver import Visitor

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.timeout(300)]
Visit = Callable[..., Visitor]
MAP = Path(branchline.__file__).parent / "games" / "tickets" / "data" / "usa.json"
ROUTES = json.loads(MAP.read_text("utf-8"))["routes"]
Way = tuple[str, str | None, str | None]
"""What moves, where from and where to; None where it stays in its place and only appears, or is gone."""
# Notes every animation of a thing with an anchor or of a drawing that flies: where it begins and where it ends on the
# screen, in the order in which they were started. They are played many times faster.
WATCH = """() => {
  window.moves = [];
  const real = Element.prototype.animate;
  const middle = (each) => {
    const { x, y, width, height } = each.getBoundingClientRect();
    return [x + width / 2, y + height / 2];
  };
  Element.prototype.animate = function (frames, timing) {
    const animation = real.call(this, frames, timing);
    const thing = this.classList.contains('flight') ? 'flight' : (this.dataset.at ?? '');
    const ghost = !thing && this instanceof SVGElement && this.getAttribute('aria-hidden') === 'true';
    if (thing || ghost) {
      const at = (time) => ((animation.currentTime = time), middle(this));
      const from = at(0), to = at((timing.delay ?? 0) + timing.duration);
      animation.currentTime = 0;
      moves.push({ thing: thing || 'ghost', from, to });
    }
    animation.playbackRate = 20;
    return animation;
  };
  // A place may be gone after a move: where it was is remembered.
  const known = {};
  window.remember = () => {
    for (const each of document.querySelectorAll('[data-at]'))
      for (const name of each.dataset.at.split(' ')) known[name] = spot(name);
  };
  window.spot = (name) => {
    const seat = /^seat:(\\d+)$/.exec(name);
    const all = [...document.querySelectorAll(seat ? `[data-seat="${seat[1]}"]` : `[data-at~="${name}"]`)];
    const seen = all.find((each) => each.checkVisibility() && each.getBoundingClientRect().width);
    return seen ? middle(seen) : (known[name] ?? null);
  };
}"""


def played(game: str, level: str = "greedy") -> Match:
    """A whole game of three. A bot builds no stations, which passengers need, so in a mixed game chance acts too."""
    match = branchline.game(game).start(players=3, seed=5)
    bot = None if level == "random" else branchline.bot(game, "greedy")
    rng = Generator(5)
    while match.actors:
        seat = match.actors[0]
        by_bot = bot is not None and (level != "mixed" or len(match.events) % 3)
        match.play(seat, bot.choose(match.sight(seat), seed=5) if bot and by_bot else match.sample(seat, rng))
    return match


def entries(match: Match) -> list[Any]:
    """The log as the page gets it, by attributes."""
    data = msgspec.json.encode(match.log())
    found: list[Any] = json.loads(data, object_hook=lambda fields: SimpleNamespace(**fields))
    return found


def show(visitor: Visitor, match: Match) -> str:
    """Bring the record; the number of its table."""
    table = visitor.bring(match.record())
    visitor.page.goto(f"{visitor.address}/m/{table}")
    return table


def tickets(entry: Any) -> list[Way]:
    """Cards from row or deck to the seat, wagons one by one onto the route."""
    seat = f"seat:{entry.seat}"
    if entry.kind == "take":
        return [("flight", f"row:{entry.slot}", seat)]
    if entry.kind == "blind":
        return [("flight", "deck", seat)]
    if entry.kind == "refill":
        return [("flight", "deck", f"row:{entry.slot}")]
    if entry.kind == "tickets":
        return [("flight", "tickets", seat)]
    if entry.kind == "claim":
        wagons = [f"wagon:{entry.route}:{i}" for i in range(ROUTES[entry.route]["length"])]
        return [*((wagon, seat, wagon) for wagon in wagons), (f"route:{entry.route}", None, None)]
    return []


def rocket(entry: Any) -> list[Way]:
    """A locomotive from hex to hex with its track; stations and cubes from the seat, passengers to it."""
    if getattr(entry, "went", None):
        went = entry.went
        return [(f"engine:{went.line}", f"hex:{went.start}", f"engine:{went.line}"), (f"rail:{went.hex}", None, None)]
    if entry.kind == "station":
        return [("flight", f"seat:{entry.seat}", f"station:{entry.hex}")]
    if entry.kind == "invest":
        return [("flight", f"seat:{entry.seat}", None)]
    if entry.kind == "passenger":
        return [("flight", f"hex:{entry.hex}", f"seat:{entry.seat}")]
    return []


def rails(entry: Any) -> list[Way]:
    """What is drawn appears in its cell."""
    return [(f"cell:{entry.seat}:{entry.cell}", None, None)] if entry.kind == "draw" else []


def strings(entry: Any) -> list[Way]:
    """Stations come from the seat, strings unroll."""
    if entry.kind == "place":
        return [(f"station:{entry.station}", f"seat:{entry.seat}", f"station:{entry.station}")]
    return [(f"rail:{entry.rail}", None, None)] if entry.kind == "lay" else []


GAMES: list[tuple[str, str, Callable[[Any], list[Way]]]] = [
    ("ticket-to-ride", "greedy", tickets),
    ("stephensons-rocket", "mixed", rocket),
    ("30-rails", "greedy", rails),
    ("string-railway", "random", strings),
]


def moments(match: Match, ways: Callable[[Any], list[Way]]) -> list[int]:
    """Events of the middle of the game, one for each kind of thing and of place that it comes from; and a merger."""
    log = entries(match)
    merged = {entry.n for entry in log if getattr(entry, "what", "") == "merger"}
    chosen = {entry.n for entry in log if entry.kind == "merge"}
    found: dict[tuple[str, str], list[int]] = {}
    for entry in log:
        for thing, source, _ in ways(entry)[:1]:
            flown = entry.kind if thing == "flight" else (source or "").split(":")[0]
            kind = thing.split(":")[0], flown
            if entry.n not in merged | chosen:
                found.setdefault(kind, []).append(entry.n)
            elif thing.startswith("engine:"):
                found.setdefault(("merged", ""), []).append(entry.n)
    return [events[len(events) // 2] for events in found.values()]


def jump(page: Page, table: str, n: int) -> None:
    """Look at a position of the past; over so many events nothing is played."""
    page.evaluate(
        "(there) => { history.pushState(null, '', there); dispatchEvent(new PopStateEvent('popstate')); }",
        f"/m/{table}/{n}",
    )
    shows(page, n)


def shows(page: Page, n: int) -> None:
    expect(page.locator(".table").first).to_have_attribute("data-n", str(n))


def seen(page: Page, least: int, *often: str) -> list[dict[str, Any]]:
    """What was played, when nothing moves any more; each thing once, but for flights and what else there is often."""
    page.wait_for_function("(least) => new Set(moves.map((each) => JSON.stringify(each))).size >= least", arg=least)
    page.wait_for_function(
        "() => !document.querySelector('.flight') && !document.getAnimations().some(({ effect, playState }) =>"
        " playState === 'running' && effect.target?.closest('[data-at]'))"
    )
    found: list[dict[str, Any]] = []
    for move in page.evaluate("moves.splice(0)"):
        if move["thing"] in ("flight", *often) or move["thing"] not in [each["thing"] for each in found]:
            found.append(move)
    return found


def near(page: Page, point: list[float], place: str) -> None:
    """The point is where that place is."""
    there = page.evaluate("(name) => spot(name)", place)
    assert there is not None, place
    assert max(abs(a - b) for a, b in zip(point, there, strict=True)) < 24, (place, point, there)


@pytest.mark.parametrize(("game", "level", "ways"), GAMES, ids=[each[0] for each in GAMES])
def test_every_piece_goes_from_where_it_was_to_where_it_belongs(
    visit: Visit, game: str, level: str, ways: Callable[[Any], list[Way]]
) -> None:
    match = played(game, level)
    me = visit(reduced_motion="no-preference")
    page = me.page
    table = show(me, match)
    page.evaluate(WATCH)
    for n in moments(match, ways):
        jump(page, table, n)
        page.evaluate("() => { moves.length = 0; remember(); }")
        page.keyboard.press("ArrowRight")
        page.wait_for_function("(n) => Number(document.querySelector('.table').dataset.n) > n", arg=n)
        after = int(page.locator(".table").first.get_attribute("data-n") or 0)
        expected = [way for entry in entries(match) if n <= entry.n < after for way in ways(entry)]
        assert expected, n
        found = seen(page, len(expected))
        told = [each["thing"] for each in found]
        assert len(found) == len(expected), (told, expected)
        for move, (thing, source, target) in zip(found, expected, strict=True):
            gone = thing.startswith("engine:") and not page.locator(f'[data-at~="{thing}"]').count()
            if gone:
                # The line was merged in the same step: what is left of its locomotive drives on into the other's track.
                assert move["thing"] == "ghost", (told, expected)
                near(page, move["from"], source or "")
                continue
            assert any(name.startswith(thing) for name in move["thing"].split()), (told, expected)
            if source is not None:
                near(page, move["from"], source)
            if target is not None:
                near(page, move["to"], target)
        # A step back undoes it: as many things, and what flew here flies back.
        page.keyboard.press("ArrowLeft")
        shows(page, n)
        back = seen(page, 1, "ghost")
        # What came from a seat goes back to it.
        came = [source for thing, source, _ in expected if source and thing.startswith(("wagon:", "station:"))]
        gone = [each for each in back if each["thing"] == "ghost"]
        assert len(gone) >= len(came), (back, expected)
        for move, source in zip(gone[-len(came) :] if came else [], came, strict=True):
            near(page, move["to"], source)
        flights = [each for each in back if each["thing"] == "flight"]
        assert len(flights) == len([each for each in found if each["thing"] == "flight"])
        for move, there in zip(flights, reversed([each for each in found if each["thing"] == "flight"]), strict=True):
            assert move["from"] == pytest.approx(there["to"], abs=2)
            assert move["to"] == pytest.approx(there["from"], abs=2)
