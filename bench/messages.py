"""What a view costs on the wire: plain, deflated, and as a difference to the one before. `python bench/messages.py`.

A game of random moves is played; the message that a player gets after each action is encoded in each way. Deflate
keeps its window between messages, as permessage-deflate does. A difference names the values that changed (paths and
new values), and is what a client that holds the last view would need.
"""

from __future__ import annotations

import time
import zlib
from typing import Any

import msgspec

import branchline
from branchline.core.generator import Generator
from branchline.server.audience import view_message
from branchline.server.changes import differences

GAMES = (("30-rails", 4), ("ticket-to-ride", 4), ("stephensons-rocket", 4), ("string-railway", 4))
SEED = 11
LEVEL = 3


def main() -> None:
    """Print a row per game: bytes per message and microseconds per message, in each way."""
    print("| game | messages | plain | deflate | delta | delta + deflate | µs encode | µs deflate | µs delta |")
    print("|---|---|---|---|---|---|---|---|---|")
    for slug, players in GAMES:
        print(f"| {slug} | {' | '.join(_measure(slug, players))} |")


def _measure(slug: str, players: int) -> list[str]:
    match = branchline.game(slug).start(players=players, seed=SEED)
    rng = Generator(SEED)
    encode = msgspec.json.Encoder().encode
    plain, small, apart, both = [0, 0.0], [0, 0.0], [0, 0.0], 0
    deflate, deflate_delta = _window(), _window()
    before: Any = {}
    count = 0
    while not match.over and count < 400:
        since = len(match.events)
        seat = match.actors[0]
        match.play(seat, match.sample(seat, rng))
        began = time.perf_counter()
        data = encode(view_message(match, 0, since))
        plain = [plain[0] + len(data), plain[1] + time.perf_counter() - began]
        began = time.perf_counter()
        packed = deflate.compress(data) + deflate.flush(zlib.Z_SYNC_FLUSH)
        small = [small[0] + len(packed), small[1] + time.perf_counter() - began]
        began = time.perf_counter()
        now = msgspec.json.decode(data)
        delta = encode(differences(before, now))
        apart = [apart[0] + len(delta), apart[1] + time.perf_counter() - began]
        both += len(deflate_delta.compress(delta) + deflate_delta.flush(zlib.Z_SYNC_FLUSH))
        before = now
        count += 1
    sizes = [plain[0], small[0], apart[0], both]
    times = [plain[1], small[1], apart[1]]
    return [str(count), *(f"{size / count:,.0f}" for size in sizes), *(f"{each / count * 1e6:.0f}" for each in times)]


def _window() -> Any:
    return zlib.compressobj(LEVEL, zlib.DEFLATED, -12, 5)


if __name__ == "__main__":
    main()
