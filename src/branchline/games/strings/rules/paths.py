"""Shortest ways inside a field that has inward corners: a taut string bends at such corners and nowhere else."""

from __future__ import annotations

from librt.vecs import append, vec
from mypy_extensions import i64

from branchline.games.strings.rules.geometry import distance, orient
from branchline.games.strings.rules.lines import Line, segment_inside


class Corners:
    """The inward corners of a field, and which of them see each other. It never changes."""

    def __init__(self, ring: Line) -> None:
        self.ring = ring
        self.xs: vec[i64] = vec[i64]()
        self.ys: vec[i64] = vec[i64]()
        n = ring.segments
        for i in range(n):
            k = i - 1 if i > 0 else n - 1
            if orient(ring.xs[k], ring.ys[k], ring.xs[i], ring.ys[i], ring.xs[i + 1], ring.ys[i + 1]) < 0:
                self.xs = append(self.xs, ring.xs[i])
                self.ys = append(self.ys, ring.ys[i])
        self.count: i64 = len(self.xs)
        self.apart: vec[i64] = vec[i64]([-1] * (self.count * self.count))
        """The distance of every two corners that see each other; −1 for the others."""
        for a in range(self.count):
            for b in range(a):
                gap = self.sight(self.xs[a], self.ys[a], b)
                self.apart[a * self.count + b] = gap
                self.apart[b * self.count + a] = gap

    def sight(self, x: i64, y: i64, corner: i64) -> i64:
        """How far a corner is that can be seen from a point; −1 if it cannot."""
        u, v = self.xs[corner], self.ys[corner]
        if x == u and y == v:
            return 0
        return distance(x, y, u, v) if segment_inside(self.ring, x, y, u, v) else -1

    def between(self, px: i64, py: i64, qx: i64, qy: i64) -> list[tuple[i64, i64]]:
        """The corners at which the shortest way from p to q bends; none where they see each other, or without a way."""
        way: list[tuple[i64, i64]] = []
        if self.count == 0 or (px == qx and py == qy) or segment_inside(self.ring, px, py, qx, qy):
            return way
        # Dijkstra's way from q, so that the steps are read off forwards.
        far: vec[i64] = vec[i64]([-1] * self.count)
        following: vec[i64] = vec[i64]([-1] * self.count)
        done: vec[i64] = vec[i64]([0] * self.count)
        for c in range(self.count):
            far[c] = self.sight(qx, qy, c)
        best: i64 = -1
        first: i64 = -1
        while True:
            nearest: i64 = -1
            for c in range(self.count):
                if done[c] == 0 and far[c] >= 0 and (nearest < 0 or far[c] < far[nearest]):
                    nearest = c
            if nearest < 0 or (best >= 0 and far[nearest] >= best):
                break
            done[nearest] = 1
            last = self.sight(px, py, nearest)
            if last >= 0 and (best < 0 or far[nearest] + last < best):
                best, first = far[nearest] + last, nearest
            for c in range(self.count):
                gap = self.apart[nearest * self.count + c]
                if gap >= 0 and done[c] == 0 and (far[c] < 0 or far[nearest] + gap < far[c]):
                    far[c] = far[nearest] + gap
                    following[c] = nearest
        while first >= 0:
            way.append((self.xs[first], self.ys[first]))
            first = following[first]
        return way
