"""What panning the map of Ticket to Ride costs the main thread of the browser, late in a game.

`python bench/pan.py` plays a game of five bots to its last turns, opens it in headless Chromium, zooms in, drags the
map for some hundred frames and prints the main thread's busy time per frame, of all tasks and of layout and style.
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
from pathlib import Path
from typing import Any

from playwright.sync_api import CDPSession, Page, sync_playwright

sys.path.insert(0, str(Path(__file__).parents[1]))

from tests.browser.conftest import CHROMIUM, FLAGS, Server

import branchline

FRAMES = """async ([x, y, n]) => {
  // One move per frame, as a hand does it; the map is dragged in circles.
  const target = document.elementFromPoint(x, y);
  const send = (kind, dx, dy, buttons) => target.dispatchEvent(new PointerEvent(kind, {
    bubbles: true, cancelable: true, pointerId: 1, clientX: x + dx, clientY: y + dy, buttons}));
  const frame = () => new Promise(requestAnimationFrame);
  send('pointerdown', 0, 0, 1);
  for (let i = 0; i < n; i++) {
    send('pointermove', 90 * Math.sin(i / 9), 60 * Math.sin(i / 7), 1);
    await frame();
  }
  send('pointerup', 0, 0, 0);
  await frame();
}"""
LATE = 12
"""So many turns before the end."""


def late_game(players: int, seed: int) -> tuple[str, int]:
    """A record of a game between bots, and a moment shortly before its end."""
    match = branchline.game("ticket-to-ride").start(players=players, seed=seed)
    bot = branchline.bot("ticket-to-ride", "greedy")
    turns: list[int] = []
    while match.actors:
        seat = match.actors[0]
        if match.view().phase == "turn":
            turns.append(len(match.events))
        match.play(seat, bot.choose(match.sight(seat), seed=1))
    return json.dumps(match.record()), turns[-LATE]


def metrics(devtools: CDPSession) -> dict[str, float]:
    """Seconds of the main thread since the page was opened, by kind."""
    found: dict[str, Any] = devtools.send("Performance.getMetrics")
    return {each["name"]: each["value"] for each in found["metrics"]}


def pan(page: Page, frames: int) -> dict[str, float]:
    """Milliseconds of main thread per frame while the map is dragged."""
    devtools = page.context.new_cdp_session(page)
    devtools.send("Performance.enable", {"timeDomain": "threadTicks"})  # processor time: other work does not count
    box = page.locator(".map .frame").bounding_box()
    assert box is not None
    at = [box["x"] + box["width"] / 2, box["y"] + box["height"] / 2]
    page.evaluate(FRAMES, [*at, 10])
    before = metrics(devtools)
    page.evaluate(FRAMES, [*at, frames])
    after = metrics(devtools)
    names = {"all": "Task", "layout": "Layout", "style": "RecalcStyle", "script": "Script"}
    return {name: 1000 * (after[f"{key}Duration"] - before[f"{key}Duration"]) / frames for name, key in names.items()}


def open_position(page: Page, address: str, record: str, n: int) -> None:
    """Bring the record to the server and show a position of it."""
    page.goto(f"{address}/lobby")
    file = {"name": "late.json", "mimeType": "application/json", "buffer": record.encode()}
    page.locator("input[type=file]").set_input_files(file)
    page.wait_for_url("**/m/**")
    page.goto(f"{address}/m/{page.url.split('/')[4]}/{n}")
    page.locator(".route.owned").first.wait_for()


def main() -> None:
    """Read the command line and measure."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--players", type=int, default=5)
    parser.add_argument("--seed", type=int, default=4)
    parser.add_argument("--frames", type=int, default=150)
    parser.add_argument("--runs", type=int, default=3)
    chosen = parser.parse_args()
    record, moment = late_game(chosen.players, chosen.seed)
    with (
        tempfile.TemporaryDirectory() as folder,
        sync_playwright() as playwright,
        Server(Path(folder)).running() as server,
    ):
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        try:
            page = browser.new_page(viewport={"width": 1440, "height": 900})
            open_position(page, server.address, record, moment)
            for _ in range(2):
                page.locator(".map .zoom button").first.click()
            page.wait_for_timeout(1000)
            for _ in range(chosen.runs):
                costs = pan(page, chosen.frames)
                print(", ".join(f"{name} {cost:.2f} ms" for name, cost in costs.items()), "per frame", flush=True)
        finally:
            browser.close()


if __name__ == "__main__":
    main()
