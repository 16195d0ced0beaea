"""A table as numbers: how a state is written down and read again."""

from __future__ import annotations

from librt.vecs import append, vec
from mypy_extensions import i64

from branchline.games.strings.rules.field import Field
from branchline.games.strings.rules.lines import Line
from branchline.games.strings.rules.table import Table
from branchline.games.strings.rules.tiles import Tile


def written(out: vec[i64], table: Table) -> vec[i64]:
    """The numbers so far, and after them everything that lies on the table."""
    field = table.field
    out = append(out, 0 if field is None else len(field.marks))
    if field is not None:
        out = _write(out, field.ring)
        for mark in field.marks:
            out = _write_tile(out, mark)
    out = _write(out, table.river)
    out = _write(out, table.mountains)
    out = append(out, len(table.tiles))
    for s in range(len(table.tiles)):
        out = _write_tile(out, table.tiles[s])
        out = append(append(append(out, table.kinds[s]), table.owners[s]), table.reached[s])
    out = append(out, len(table.rails))
    for r in range(len(table.rails)):
        out = _write(out, table.rails[r])
        out = append(append(out, table.rail_company[r]), table.rail_long[r])
    return out


def _write(out: vec[i64], line: Line | None) -> vec[i64]:
    if line is None:
        return append(out, 0)
    out = append(out, len(line.xs))
    for i in range(len(line.xs)):
        out = append(append(out, line.xs[i]), line.ys[i])
    return out


def _write_tile(out: vec[i64], tile: Tile) -> vec[i64]:
    out = append(append(append(out, tile.x), tile.y), tile.turn)
    return _write(out, tile.line)


def read(data: bytes) -> Reader:
    """A reader over the numbers in bytes."""
    return Reader(vec[i64]([int.from_bytes(data[i : i + 8], "little", signed=True) for i in range(0, len(data), 8)]))


class Reader:
    """Numbers, lines and tiles from an array, one after another."""

    def __init__(self, values: vec[i64]) -> None:
        self.values: vec[i64] = values
        self.at: i64 = 0

    def next(self) -> i64:
        """The next number."""
        self.at += 1
        return self.values[self.at - 1]

    def line(self, closed: bool) -> Line | None:
        """The next line; None where there is none."""
        count = self.next()
        if count == 0:
            return None
        xs, ys = vec[i64](), vec[i64]()
        for _ in range(count):
            x, y = self.next(), self.next()
            xs, ys = append(xs, x), append(ys, y)
        return Line(xs, ys, closed)

    def tile(self) -> Tile:
        """The next tile."""
        x, y, turn = self.next(), self.next(), self.next()
        edge = self.line(True)
        if edge is None:
            raise ValueError("a tile without corners")
        return Tile(edge.xs, edge.ys, x, y, turn)

    def table(self) -> Table:
        """The table, as `written` left it."""
        table = Table()
        marks = self.next()
        if marks > 0:
            ring = self.line(True)
            tiles = [self.tile() for _ in range(marks)]
            if ring is not None:
                table.field = Field(ring, tiles)
        table.river = self.line(False)
        table.mountains = self.line(True)
        for _ in range(self.next()):
            tile = self.tile()
            kind, owner, reached = self.next(), self.next(), self.next()
            table.add_station(tile, kind, owner, reached)
        for _ in range(self.next()):
            rail = self.line(False)
            company, long = self.next(), self.next()
            if rail is not None:
                table.add_rail(rail, company, long == 1)
        return table

    def is_done(self) -> bool:
        """Whether everything is read."""
        return self.at == len(self.values)
