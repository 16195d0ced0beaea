"""The log of 30 Rails: what actions and dice brought, as data with a text beside it."""

from __future__ import annotations

from typing import Literal

from branchline.core.log import EndEntry, Entry, Line
from branchline.core.text import Text, word
from branchline.games.rails30.api.actions import Joker, jokers, next_station
from branchline.games.rails30.api.places import Side, border_of, drawing_of, pair_of
from branchline.games.rails30.api.texts import action_text, pair_text
from branchline.games.rails30.api.views import pair_score
from branchline.games.rails30.rules import codes
from branchline.games.rails30.rules.mountains import rolled_cell
from branchline.games.rails30.rules.scoring import Survey, mine_points, points, survey
from branchline.games.rails30.rules.shares import offered
from branchline.games.rails30.rules.state import Rails30


class MountainRolled(Entry, tag="mountain_roll"):
    """L1: the white die for the mountain of a row."""

    row: int
    white: int


class MountainDecided(Entry, tag="mountain"):
    """L1: a seat drew the rolled mountain, or skipped it."""

    cell: int
    drawn: bool


class MinePlaced(Entry, tag="mine"):
    """L2: a seat placed its mine."""

    cell: int


class StationPlaced(Entry, tag="station"):
    """L3: a seat placed a station."""

    number: int
    side: Side
    place: int


class BonusPlaced(Entry, tag="bonus"):
    """L4: a seat chose its bonus cell."""

    cell: int


class Rolled(Entry, tag="roll"):
    """L5: the two dice of a turn."""

    white: int
    coloured: int


class TrackDrawn(Entry, tag="draw"):
    """L5–L10: a seat drew a track; `track` is the value of the coloured die that it belongs to."""

    cell: int
    drawing: int
    track: int
    jokers: list[Joker]


class SharesBought(Entry, tag="buy"):
    """L19: a seat bought shares of a pair and crossed out a cell."""

    cell: int
    pair: tuple[int, int]
    shares: int


class RouteChanged(Entry, tag="route"):
    """L11: the route of a pair is new, shorter, or has the bonus now; `scores` is what the pair pays with it (L20)."""

    pair: tuple[int, int]
    base: int
    length: int
    bonus: int
    sum: int
    scores: int


class MineReached(Entry, tag="mine_reached"):
    """L16: a station has a route to the mine now; `mine_points` is what the mine scores with it."""

    station: int
    mine_points: int


class Ended(EndEntry, tag="end"):
    """L5: every turn was drawn."""

    reason: Literal["turns"] = "turns"


Rails30Entry = (
    MountainRolled
    | MountainDecided
    | MinePlaced
    | StationPlaced
    | BonusPlaced
    | Rolled
    | TrackDrawn
    | SharesBought
    | RouteChanged
    | MineReached
    | Ended
)


def log_action(before: Rails30, seat: int, action: int, after: Rails30) -> list[Line]:
    """The action with what it gained, then an entry for every pair and station whose route changed."""
    text = action_text(before, seat, action)
    gain = int(points(after, seat) - points(before, seat))  # a station beside the mine scores before the first turn
    if action < codes.DRAW_TRACK:
        return [Line(_setup_entry(before, seat, action, text, gain))]
    old, new = survey(before, seat), survey(after, seat)
    entries: list[Entry] = [_turn_entry(before, seat, action, text, gain)]
    changed = [pair for pair in range(codes.PAIRS) if _route(old, pair) != _route(new, pair)]
    entries += [_route_entry(after, seat, pair, new) for pair in changed]
    for station in range(4):
        if (new.mine & ~old.mine) >> station & 1:
            said = Text("rails30.mine_reached", {"number": station + 1})
            worth = int(mine_points(new.mine))
            entries.append(MineReached(seat=seat, station=station + 1, mine_points=worth, text=said))
    if after.ended():
        entries.append(Ended(text=Text("rails30.ended", {"turns": int(codes.TURNS)})))
    return [Line(entry) for entry in entries]


def _setup_entry(before: Rails30, seat: int, action: int, text: Text, gain: int) -> Entry:
    if action >= codes.PLACE_BONUS:
        return BonusPlaced(seat=seat, cell=action - codes.PLACE_BONUS, text=text)
    if action >= codes.PLACE_STATION:
        side, place = border_of(action - codes.PLACE_STATION)
        number = next_station(before, seat)
        return StationPlaced(seat=seat, points=gain, number=number, side=side, place=place, text=text)
    if action >= codes.PLACE_MINE:
        return MinePlaced(seat=seat, cell=action - codes.PLACE_MINE, text=text)
    drawn = action == codes.DRAW_MOUNTAIN
    return MountainDecided(seat=seat, cell=int(rolled_cell(before)), drawn=drawn, text=text)


def _turn_entry(before: Rails30, seat: int, action: int, text: Text, gain: int) -> Entry:
    if action >= codes.BUY_SHARES:
        pair, cell = pair_of(int(codes.shares_pair(action))), int(codes.shares_cell(action))
        return SharesBought(seat=seat, points=gain, cell=cell, pair=pair, shares=int(offered(before)), text=text)
    cell, drawing = int(codes.track_cell(action)), int(codes.track_drawing(action))
    spent = jokers(before, seat, action)
    track, _ = drawing_of(drawing)
    return TrackDrawn(seat=seat, points=gain, cell=cell, drawing=drawing, track=track, jokers=spent, text=text)


def _route(found: Survey, pair: int) -> tuple[int, int]:
    return int(found.length[pair]), int(found.bonus[pair])


def _route_entry(after: Rails30, seat: int, pair: int, found: Survey) -> Entry:
    row = pair_score(after, seat, found, pair)
    return RouteChanged(
        seat=seat,
        pair=row.pair,
        base=row.base,
        length=row.length,
        bonus=row.bonus,
        sum=row.sum,
        scores=row.points,
        text=pair_text(row),
    )


def log_chance(before: Rails30, k: int, after: Rails30) -> list[Line]:
    """The dice; the two of a turn make one entry."""
    white = int(after.white)
    if before.rolls < codes.ROWS:
        row = int(after.rolls)
        return [
            Line(MountainRolled(row=row, white=white, text=Text("rails30.mountain_roll", {"row": row, "white": white})))
        ]
    if not after.coloured:
        return []
    turn, coloured = int(after.turn), int(after.coloured)
    facts = {"turn": turn, "white": white, "coloured": coloured, "track": word(f"rails30.track_{coloured}")}
    return [Line(Rolled(white=white, coloured=coloured, text=Text("rails30.roll", facts)))]
