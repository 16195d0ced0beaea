"""The log of 30 Rails: what an action and a roll of the dice say in it."""

from __future__ import annotations

from branchline.core.action import Line
from branchline.core.text import Text
from branchline.games.rails30.api.actions import pair_of
from branchline.games.rails30.api.texts import action_text
from branchline.games.rails30.rules import codes
from branchline.games.rails30.rules.codes import PAIRS
from branchline.games.rails30.rules.scoring import PAIR_POINTS, points, survey
from branchline.games.rails30.rules.state import Rails30


def tell(before: Rails30, seat: int, action: int, after: Rails30) -> list[Line]:
    """The action with what it gained, then a line for every pair and for the mine where the points changed."""
    gain = int(points(after, seat) - points(before, seat))
    lines = [Line(action_text(before, seat, action), seat=seat, points=gain)]
    if action < codes.DRAW_TRACK:
        return lines
    old, new = survey(before, seat), survey(after, seat)
    for pair in range(PAIRS):
        if (old.length[pair], old.bonus[pair]) != (new.length[pair], new.bonus[pair]):
            a, b = pair_of(pair)
            facts = {"a": a, "b": b, "base": int(PAIR_POINTS[pair]), "length": int(new.length[pair])}
            code = "rails30.pair_bonus" if new.bonus[pair] else "rails30.pair"
            lines.append(Line(Text(code, facts | {"sum": int(new.pair_points(pair))}), seat=seat))
    for station in range(4):
        if (new.mine & ~old.mine) >> station & 1:
            lines.append(Line(Text("rails30.mine_reached", {"number": station + 1}), seat=seat))
    return lines


def tell_chance(before: Rails30, k: int, after: Rails30) -> list[Line]:
    """The dice; the two of a turn make one line."""
    if before.rolls < codes.ROWS:
        return [Line(Text("rails30.mountain_roll", {"row": int(after.rolls), "white": int(after.white)}))]
    if not after.coloured:
        return []
    facts = {"turn": int(after.turn), "white": int(after.white), "coloured": int(after.coloured)}
    return [Line(Text("rails30.roll", facts | {"track": Text(f"rails30.track_{int(after.coloured)}")}))]
