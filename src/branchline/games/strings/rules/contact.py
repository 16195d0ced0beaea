"""Where a new string meets an old one (S17): crossings inside two segments, and pieces of contact with their sides.

Every piece of contact begins and ends at a corner or an end of one of the strings unless it is a crossing
inside two segments. So pieces have whole coordinates, and sides are exact tests of integers.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from branchline.games.strings.rules.geometry import on_segment, orient
from branchline.games.strings.rules.lines import CHUNK, Line

LEFT: Final = 1
RIGHT: Final = -1
_AT: Final = 1 << 34
"""A place on a string is its segment times this, plus how far along it: a squared length stays below."""


class Contact:
    """A maximal piece that two strings have in common, with a corner or an end of one of them on it."""

    def __init__(self) -> None:
        self.xs: vec[i64] = vec[i64]()
        """Its points in the order of the new string; one, if the strings only touch."""
        self.ys: vec[i64] = vec[i64]()
        self.segment: i64 = 0
        """The segment of the new string that its first point lies on (or begins), and its last one."""
        self.last_segment: i64 = 0
        self.arrives: i64 = 0
        """The side of the old string that the new one comes from; 0 if the piece holds its first point."""
        self.leaves: i64 = 0
        """The side that it goes to; 0 if the piece holds its last point."""
        self.ends: bool = False
        """Whether the piece holds an end of the old string."""

    def changes_side(self) -> bool:
        """S17: whether it is a crossing; a touch is none, nor is a piece with an end of either string."""
        return self.arrives * self.leaves < 0 and not self.ends


class Meetings:
    """All that a new string has in common with an old one."""

    def __init__(self) -> None:
        self.crossings: vec[i64] = vec[i64]()
        """Crossings inside two segments, as pairs: the new segment, the old segment."""
        self.contacts: list[Contact] = []
        """All other pieces, in the order of the new string."""


def meetings(new: Line, old: Line) -> Meetings:
    """Where two strings meet; neither of them touches itself."""
    found = Meetings()
    xs, ys, us, vs = new.xs, new.ys, old.xs, old.ys
    mine, theirs = new.boxes, old.boxes
    touching = vec[i64]()
    for a in range(0, len(mine), 4):
        if old.apart(mine[a], mine[a + 1], mine[a + 2], mine[a + 3]):
            continue
        first = a // 4 * CHUNK
        last = min(first + CHUNK, new.segments)
        for b in range(0, len(theirs), 4):
            if mine[a + 2] < theirs[b] or mine[a] > theirs[b + 2] or mine[a + 3] < theirs[b + 1]:
                continue
            if mine[a + 1] > theirs[b + 3]:
                continue
            start = b // 4 * CHUNK
            end = min(start + CHUNK, old.segments)
            for i in range(first, last):
                px, py, qx, qy = xs[i], ys[i], xs[i + 1], ys[i + 1]
                left, right = min(px, qx), max(px, qx)
                top, bottom = min(py, qy), max(py, qy)
                if right < theirs[b] or left > theirs[b + 2] or bottom < theirs[b + 1] or top > theirs[b + 3]:
                    continue
                for j in range(start, end):
                    ax, ay, bx, by = us[j], vs[j], us[j + 1], vs[j + 1]
                    if (ax < left and bx < left) or (ax > right and bx > right):
                        continue
                    if (ay < top and by < top) or (ay > bottom and by > bottom):
                        continue
                    p = orient(ax, ay, bx, by, px, py)
                    q = orient(ax, ay, bx, by, qx, qy)
                    if (p > 0 and q > 0) or (p < 0 and q < 0):
                        continue
                    c = orient(px, py, qx, qy, ax, ay)
                    d = orient(px, py, qx, qy, bx, by)
                    if (c > 0 and d > 0) or (c < 0 and d < 0):
                        continue
                    if p != 0 and q != 0 and c != 0 and d != 0:
                        found.crossings = append(append(found.crossings, i), j)
                    else:
                        touching = append(append(touching, i), j)
    if len(touching) > 0:
        found.contacts = _Pieces(new, old, touching).contacts()
    return found


class _Pieces:
    """The points of contact along the new string, sorted, and the stretches on which the strings lie together."""

    def __init__(self, new: Line, old: Line, touching: vec[i64]) -> None:
        self.new = new
        self.old = old
        self.places: vec[i64] = vec[i64]()
        self.xs: vec[i64] = vec[i64]()
        self.ys: vec[i64] = vec[i64]()
        self.on: vec[i64] = vec[i64]()
        """The old segment that each point lies on."""
        self.from_place: vec[i64] = vec[i64]()
        self.to_place: vec[i64] = vec[i64]()
        for k in range(0, len(touching), 2):
            self._take(touching[k], touching[k + 1])

    def _take(self, i: i64, j: i64) -> None:
        """Two segments that touch: the corners and ends where they do, and the stretch between them."""
        new, old = self.new, self.old
        px, py, qx, qy = new.xs[i], new.ys[i], new.xs[i + 1], new.ys[i + 1]
        ax, ay, bx, by = old.xs[j], old.ys[j], old.xs[j + 1], old.ys[j + 1]
        least: i64 = -1
        most: i64 = -1
        for corner in range(4):
            if corner < 2:
                x, y = (px, py) if corner == 0 else (qx, qy)
                common = on_segment(ax, ay, bx, by, x, y)
            else:
                x, y = (ax, ay) if corner == 2 else (bx, by)
                common = on_segment(px, py, qx, qy, x, y)
            if common:
                place = self._add(i, j, x, y)
                least = place if least < 0 else min(least, place)
                most = max(most, place)
        if least < most:
            self.from_place = append(self.from_place, least)
            self.to_place = append(self.to_place, most)

    def _add(self, i: i64, j: i64, x: i64, y: i64) -> i64:
        """Put a point into its place."""
        new = self.new
        px, py, qx, qy = new.xs[i], new.ys[i], new.xs[i + 1], new.ys[i + 1]
        if x == qx and y == qy and i + 1 < new.segments:
            place = (i + 1) * _AT
        else:
            place = i * _AT + (x - px) * (qx - px) + (y - py) * (qy - py)
        k = len(self.places)
        while k > 0 and self.places[k - 1] >= place:
            if self.places[k - 1] == place:
                return place
            k -= 1
        self.places, self.xs, self.ys = append(self.places, 0), append(self.xs, 0), append(self.ys, 0)
        self.on = append(self.on, 0)
        n = len(self.places) - 1
        while n > k:
            self.places[n], self.xs[n] = self.places[n - 1], self.xs[n - 1]
            self.ys[n], self.on[n] = self.ys[n - 1], self.on[n - 1]
            n -= 1
        self.places[k], self.xs[k], self.ys[k], self.on[k] = place, x, y, j
        return place

    def contacts(self) -> list[Contact]:
        """The pieces: points that follow each other along a common stretch belong together."""
        found: list[Contact] = []
        k: i64 = 0
        while k < len(self.places):
            last = k
            while last + 1 < len(self.places) and self._joined(last):
                last += 1
            found.append(self._piece(k, last))
            k = last + 1
        return found

    def _joined(self, k: i64) -> bool:
        """Whether the strings lie together from a point to the next one."""
        for n in range(len(self.from_place)):
            if self.from_place[n] <= self.places[k] and self.places[k + 1] <= self.to_place[n]:
                return True
        return False

    def _piece(self, k: i64, last: i64) -> Contact:
        new, old = self.new, self.old
        piece = Contact()
        piece.xs, piece.ys = self.xs[k : last + 1], self.ys[k : last + 1]
        piece.segment, piece.last_segment = self.places[k] // _AT, self.places[last] // _AT
        if not old.closed:
            n = len(old.xs) - 1
            for m in range(k, last + 1):
                x, y = self.xs[m], self.ys[m]
                if (x == old.xs[0] and y == old.ys[0]) or (x == old.xs[n] and y == old.ys[n]):
                    piece.ends = True
        if piece.ends:
            return piece
        if self.places[k] > 0:
            # The point before: on the same segment, or the corner before if the piece begins at a corner.
            i = piece.segment if self.places[k] % _AT > 0 else piece.segment - 1
            piece.arrives = self._side(k, new.xs[i], new.ys[i])
        x, y = new.xs[piece.last_segment + 1], new.ys[piece.last_segment + 1]
        if x != self.xs[last] or y != self.ys[last]:
            piece.leaves = self._side(last, x, y)
        return piece

    def _side(self, k: i64, x: i64, y: i64) -> i64:
        """The side of the old string, at one of its points, on which a way to (x, y) begins."""
        old = self.old
        us, vs = old.xs, old.ys
        j = self.on[k]
        px, py = self.xs[k], self.ys[k]
        ax, ay, bx, by = us[j], vs[j], us[j + 1], vs[j + 1]
        if px == ax and py == ay:
            before = j - 1 if j > 0 else old.segments - 1
            ax, ay = us[before], vs[before]
        elif px == bx and py == by:
            after = j + 2 if j + 2 <= old.segments else 1
            bx, by = us[after], vs[after]
        bend = orient(ax, ay, px, py, bx, by)
        into = orient(ax, ay, px, py, x, y)
        out = orient(px, py, bx, by, x, y)
        if bend >= 0:
            # At a corner to the left (or none) the left side is what both segments have to their left.
            return LEFT if into > 0 and out > 0 else RIGHT
        return LEFT if into > 0 or out > 0 else RIGHT
