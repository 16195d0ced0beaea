"""Why a drawing was better: points at once, and what each pair of stations still lacks after either of them."""

from __future__ import annotations

from branchline.core.action import Move
from branchline.core.text import Text
from branchline.games.rails30.api.actions import jokers
from branchline.games.rails30.api.places import pair_of
from branchline.games.rails30.api.prospects import lacking, lacking_mine, through
from branchline.games.rails30.rules import codes
from branchline.games.rails30.rules.drawings import EXITS
from branchline.games.rails30.rules.field import BORDER, BORDER_CELL, NEIGHBOUR
from branchline.games.rails30.rules.scoring import points
from branchline.games.rails30.rules.state import Rails30

MOST = 4
"""More facts are not read."""
FEW = 2
"""With fewer facts for the better move the two drawings themselves are compared."""


def explain(state: Rails30, seat: int, played: Move, better: Move) -> list[Text]:
    """Facts about the sheet after either move."""
    after, instead = _after(state, seat, played), _after(state, seat, better)
    points_for, points_against = _points(state, seat, after, instead)
    pairs_for, pairs_against = _pairs(lacking(after, seat), lacking(instead, seat))
    mine_for, mine_against = _mine(lacking_mine(after, seat), lacking_mine(instead, seat))
    joker_for, joker_against = _joker(state, seat, played, better)
    facts = [*points_for, *pairs_for, *mine_for, *joker_for]
    against = [*points_against, *pairs_against, *mine_against, *joker_against]
    if len(facts) < FEW:
        facts += _drawings(state, seat, (played, better), (after, instead))
    if facts:  # what speaks against the better move is a "but" only after what speaks for it
        against = [Text(f"{each.code}_but", each.facts) for each in against]
    elif _are_tracks(played, better):
        facts = [_no_reason(seat, (played, better), (after, instead), bool(against))]
    return ([*facts, *against] or _setup(state, seat, played.number, better.number))[:MOST]


def _after(state: Rails30, seat: int, move: Move) -> Rails30:
    after = state.clone()
    after.apply(seat, move.number, move.payload)
    return after


def _are_tracks(*moves: Move) -> bool:
    return all(codes.DRAW_TRACK <= move.number < codes.BUY_SHARES for move in moves)


def _points(state: Rails30, seat: int, after: Rails30, instead: Rails30) -> tuple[list[Text], list[Text]]:
    """The points of the moment, if they speak for the better move or against it."""
    now, then = (int(points(each, seat)) - int(points(state, seat)) for each in (after, instead))
    told = [] if now == then else [Text("rails30.explain_points", {"played": now, "better": then})]
    return (told, []) if then > now else ([], told)


def _pairs(played: list[int | None], better: list[int | None]) -> tuple[list[Text], list[Text]]:
    """Pairs that the two sheets differ in: what speaks for the better move, closed ones first, and what against it."""
    closed: list[Text] = []
    farther: list[Text] = []
    nearer: list[Text] = []
    for pair, (now, then) in enumerate(zip(played, better, strict=True)):
        a, b = pair_of(pair)
        facts = {"a": a, "b": b}
        if then == 0 and now != 0:
            closed.append(Text("rails30.explain_joins", facts))
        elif now == 0 and then != 0:
            nearer.append(Text("rails30.explain_joined", facts))
        elif now is None and then is not None:
            closed.append(Text("rails30.explain_closed", {**facts, "better": then}))
        elif now is not None and then is None:
            nearer.append(Text("rails30.explain_closes", {**facts, "played": now}))
        elif now is not None and then is not None and now != then:
            facts |= {"played": now, "better": then}
            if now > then:
                farther.append(Text("rails30.explain_lacks", facts))
            else:
                nearer.append(Text("rails30.explain_lacks", facts))
    return [*closed, *farther], nearer


def _mine(played: list[int | None], better: list[int | None]) -> tuple[list[Text], list[Text]]:
    """The same for the ways of stations to the mine."""
    speaks_for: list[Text] = []
    against: list[Text] = []
    for station, (now, then) in enumerate(zip(played, better, strict=True), 1):
        if now == then:
            continue
        if then is None or (now is not None and now < then):
            lost = {"a": station, "played": now or 0}
            against.append(
                Text("rails30.explain_mine_closes", lost)
                if then is None
                else Text("rails30.explain_mine_lacks", {**lost, "better": then})
            )
        elif now is None:
            speaks_for.append(Text("rails30.explain_mine_closed", {"a": station, "better": then}))
        else:
            speaks_for.append(Text("rails30.explain_mine_lacks", {"a": station, "played": now, "better": then}))
    return speaks_for, against


def _setup(state: Rails30, seat: int, played: int, better: int) -> list[Text]:
    """What can be said while the sheet is laid out, where no way differs yet."""
    if codes.SKIP_MOUNTAIN in (played, better):
        which = "better" if better == codes.SKIP_MOUNTAIN else "played"
        return [Text(f"rails30.explain_{which}_skip", {"rolls": codes.ROWS - int(state.rolls)})]
    if min(played, better) >= codes.PLACE_BONUS and max(played, better) < codes.DRAW_TRACK:
        now, then = (_ways_over(state, seat, number - codes.PLACE_BONUS) for number in (played, better))
        return [] if now == then else [Text("rails30.explain_bonus", {"played": now, "better": then})]
    for first, last, count, code in (
        (codes.PLACE_MINE, codes.PLACE_STATION, _open_beside, "rails30.explain_beside"),
        (codes.PLACE_STATION, codes.PLACE_BONUS, _open_before, "rails30.explain_before"),
    ):
        if first <= played < last and first <= better < last:
            now, then = count(state, seat, played - first), count(state, seat, better - first)
            return [] if now == then else [Text(code, {"played": now, "better": then})]
    return []


def _ways_over(state: Rails30, seat: int, cell: int) -> int:
    """How many pairs have one of their shortest ways over a cell that is still empty."""
    return sum(
        1
        for least, here in zip(lacking(state, seat), through(state, seat, cell), strict=True)
        if least is not None and here is not None and here - 1 == least  # from both ends it is counted
    )


def _open_beside(state: Rails30, seat: int, cell: int) -> int:
    """The empty cells next to a cell: the ways by which the mine can be reached."""
    around = [int(NEIGHBOUR[cell * 4 + side]) for side in range(4)]
    return sum(1 for each in around if each >= 0 and not state.cells[seat * codes.CELLS + each])


def _open_before(state: Rails30, seat: int, border: int) -> int:
    """The empty cells that lie in a row before a border square."""
    cell, ahead, count = int(BORDER_CELL[border]), border // 6 ^ 2, 0
    while cell >= 0 and not state.cells[seat * codes.CELLS + cell]:
        cell, count = int(NEIGHBOUR[cell * 4 + ahead]), count + 1
    return count


def _drawings(state: Rails30, seat: int, moves: tuple[Move, Move], after: tuple[Rails30, Rails30]) -> list[Text]:
    """What tells two drawings apart that leave every pair the same: the pair each of them serves, and its ends."""
    if not _are_tracks(*moves):
        return []
    cells = [int(codes.track_cell(move.number)) for move in moves]
    now, then = (_served(sheet, seat, cell) for sheet, cell in zip(after, cells, strict=True))
    facts = []
    if then is not None and (now is None or now[:2] != then[:2] or now[2] > then[2]):
        served = {"a": then[0], "b": then[1], "better": then[2]}
        if now is None:
            facts.append(Text("rails30.explain_serves", served))
        else:
            facts.append(Text("rails30.explain_serve", {**served, "c": now[0], "d": now[1], "played": now[2]}))
    (joined, dead), (joins, ends) = (_leads(state, seat, move.number) for move in moves)
    if joined < joins:
        facts.append(Text("rails30.explain_continues", {"played": joined, "better": joins}))
    if dead > ends:
        facts.append(Text("rails30.explain_dead_ends", {"played": dead, "better": ends}))
    around = [_open_beside(state, seat, cell) for cell in cells]
    if not facts and around[0] < around[1]:
        facts.append(Text("rails30.explain_around", {"played": around[0], "better": around[1]}))
    return facts


def _no_reason(seat: int, moves: tuple[Move, Move], after: tuple[Rails30, Rails30], worse: bool) -> Text:
    """What is said of two drawings where nothing that is counted speaks for the better one."""
    if worse:
        return Text("rails30.explain_no_worse")
    cells = (int(codes.track_cell(move.number)) for move in moves)
    served = any(_served(sheet, seat, cell) for sheet, cell in zip(after, cells, strict=True))
    return Text("rails30.explain_alike" if served else "rails30.explain_serve_none")


def _served(state: Rails30, seat: int, cell: int) -> tuple[int, int, int] | None:
    """The pair that a way over the drawing in a cell is shortest for, the dearer one first, and what it lacks."""
    ways = [(lacks, -pair) for pair, lacks in enumerate(through(state, seat, cell)) if lacks is not None]
    if not ways:
        return None
    lacks, pair = min(ways)
    return (*pair_of(-pair), lacks)


def _leads(state: Rails30, seat: int, number: int) -> tuple[int, int]:
    """How many ends of a drawing go on in tracks, a station or the mine, and how many end at once."""
    cell, drawing = int(codes.track_cell(number)), int(codes.track_drawing(number))
    stations = {int(state.fact(seat, codes.STATIONS + each)) for each in range(4)}
    joined = dead = 0
    for side in range(4):
        if not EXITS[drawing * 4 + side]:
            continue
        beyond = int(NEIGHBOUR[cell * 4 + side])
        if beyond < 0:
            goes_on = int(BORDER[cell * 4 + side]) in stations
        else:
            content = int(state.cells[seat * codes.CELLS + beyond])
            if content == 0:
                continue
            goes_on = content == codes.MINE or bool(EXITS[content * 4 + (side ^ 2)])
        joined, dead = joined + goes_on, dead + (not goes_on)
    return joined, dead


def _joker(state: Rails30, seat: int, played: Move, better: Move) -> tuple[list[Text], list[Text]]:
    """The jokers that one of the drawings spends and the other does not, for the better move or against it."""
    now, then = (len(jokers(state, seat, each.number)) if _are_tracks(each) else 0 for each in (played, better))
    told = [] if now == then else [Text("rails30.explain_jokers", {"played": now, "better": then})]
    return (told, []) if then < now else ([], told)
