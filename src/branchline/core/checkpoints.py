"""Earlier positions of a match, dense near its end: an undo goes back to one of them and folds few events again."""

from __future__ import annotations

from branchline.core.state import State


class Checkpoints:
    """The positions before some of the events that count, numbered from 0.

    A number that 2^k divides is kept while it is at most 2 · 2^k events back. So there are about 2 · log2(n)
    positions, going back d events folds at most d again, and going to and fro costs log2(n) for an event.
    """

    def __init__(self, count: int = 0, kept: list[tuple[int, State]] | None = None) -> None:
        self.count = count
        """How many events count."""
        self._kept = kept or []

    def add(self, before: State) -> None:
        """One more event, and the position before it, which nobody changes from now on."""
        number = self.count
        self.count += 1
        self._kept = [(n, state) for n, state in self._kept if self.count - n <= 2 * (n & -n) or n == 0]
        self._kept.append((number, before))

    def back_to(self, number: int) -> tuple[Checkpoints, State | None]:
        """The checkpoints of the last known position not after event `number`, and a copy of that position.

        Without one (None) the position is that of the beginning.
        """
        kept = [(n, state) for n, state in self._kept if n <= number]
        if not kept:
            return Checkpoints(), None
        last, state = kept.pop()
        return Checkpoints(last, kept), state.clone()
