"""Why a move was better: what either pays at once, what it merges, and which majorities of the final count it turns."""

from __future__ import annotations

from branchline.core.action import Move
from branchline.core.text import Text
from branchline.games.rocket.api.maps import Map, map_of
from branchline.games.rocket.api.scorings import Scoring, projection
from branchline.games.rocket.api.targets import bits, extension, first_merger, target
from branchline.games.rocket.api.texts import industry_text, names, town_text
from branchline.games.rocket.rules.codes import BID, BUILD, CALL, INVEST, MOVE, OFFER
from branchline.games.rocket.rules.layout import AT, SHARE
from branchline.games.rocket.rules.state import Rocket

MOST = 5
"""More facts are not read."""


def explain(state: Rocket, seat: int, played: Move, better: Move) -> list[Text]:
    """Facts about either move, as it goes if nobody objects."""
    table = map_of(state)
    facts = [*_paid(state, table, seat, better, "better"), *_paid(state, table, seat, played, "played")]
    facts += [*_near(state, table, better, "better"), *_near(state, table, played, "played")]
    facts += [*_bid(state, table, seat, better, "better"), *_bid(state, table, seat, played, "played")]
    facts += _disputed(state, table, seat)
    after, instead = _after(state, seat, played), _after(state, seat, better)
    facts += _lead(table, seat, after, instead)
    facts += _majorities(table, seat, after, instead)
    if not facts:
        facts += [*_ahead(instead, table, seat, better, "better"), *_ahead(after, table, seat, played, "played")]
    cubes = [*_invests(state, table, seat, better, "better"), *_invests(state, table, seat, played, "played")]
    if len(cubes) == 2 and cubes[0].facts == cubes[1].facts:  # the same industry: what differs is the town
        cubes = [*_town(state, table, better, "better"), *_town(state, table, played, "played")]
    return [*facts[: MOST - 1], *_share(state, table, seat, played, better), *cubes][:MOST]


def _after(state: Rocket, seat: int, move: Move) -> Rocket:
    after = state.clone()
    if move.number >= INVEST:
        after.apply(seat, move.number)
    else:
        line, way = divmod(move.number, 6)
        after.begin(seat, line, way)
        after.resolve(way, True)
    return first_merger(after)


def _paid(state: Rocket, table: Map, seat: int, move: Move, which: str) -> list[Text]:
    """What an extension pays at once, by town and majority, and the line that it ends in."""
    if move.number >= INVEST:
        return []
    line, way = divmod(move.number, 6)
    seen = extension(state, table, line, way)
    facts = [
        Text(f"rocket.explain_{which}_pays", {"subject": each.text, "points": each.points[seat], "why": why})
        for each in seen.scorings
        if (why := each.why[seat]) is not None
    ]
    if not seen.points[seat] and max(seen.points) > 0:
        facts.append(Text(f"rocket.explain_{which}_others", {"hex": seen.hex, "points": max(seen.points)}))
    if seen.merges:
        short = {company.id: company.short for company in table.companies}
        lines = {"line": short[seen.line], "into": names([short[each] for each in seen.merges])}
        facts.append(Text(f"rocket.explain_{which}_merges", {**lines, "shares": int(state.fact(seat, SHARE + line))}))
    if seen.passenger:
        facts.append(Text(f"rocket.explain_{which}_passenger", {"hex": seen.hex}))
    return facts


def _ahead(after: Rocket, table: Map, seat: int, move: Move, which: str) -> list[Text]:
    """What the next step of the same line could bring, where neither move brings anything at once."""
    if move.number >= INVEST:
        return []
    line = move.number // 6
    if after.lines[AT + line] < 0:
        return []
    after = after.clone()
    after.active = seat
    facts = {"line": table.companies[line].short, "hex": table.label(int(after.lines[AT + line]))}
    steps = [extension(after, table, line, way) for way in bits(int(after.ways(line)))]
    best = max(steps, key=lambda each: (each.points[seat], each.passenger), default=None)
    if best is None or not (best.points[seat] or best.passenger):
        return [Text(f"rocket.explain_{which}_idle", facts)]
    if best.merges:
        short = {company.id: company.short for company in table.companies}
        into = names([short[each] for each in best.merges])
        return [Text(f"rocket.explain_{which}_joins", {**facts, "into": into, "points": best.points[seat]})]
    kind = "guest" if best.passenger else "next"
    return [Text(f"rocket.explain_{which}_{kind}", {**facts, "to": best.hex, "points": best.points[seat]})]


def _bid(state: Rocket, table: Map, seat: int, move: Move, which: str) -> list[Text]:
    """The shares that a bid in a veto round puts at stake, beside all that the seat holds of the line."""
    if move.number < OFFER:
        return []
    line = int(state.line)
    facts = {"n": (move.number - OFFER) // 6, "line": table.companies[line].short}
    return [Text(f"rocket.explain_{which}_bid", {**facts, "held": int(state.fact(seat, SHARE + line))})]


def _disputed(state: Rocket, table: Map, seat: int) -> list[Text]:
    """What the step that a veto would be about pays, and who holds how much of the line: the mover wins equal bids."""
    if state.phase not in (CALL, BID) or seat == state.active:
        return []
    line, way = int(state.line), int(state.way)
    after = state.clone()
    after.resolve(way, True)
    seen = target(state, after, table, line, way)
    points = seen.points[seat], max(each for other, each in enumerate(seen.points) if other != seat)
    name = table.companies[line].short
    held = [int(state.fact(each, SHARE + line)) for each in (seat, int(state.active))]
    return [
        Text("rocket.explain_disputed", {"line": name, "hex": seen.hex, "own": points[0], "others": points[1]}),
        Text("rocket.explain_held", {"line": name, "own": held[0], "mover": held[1]}),
    ]


def _invests(state: Rocket, table: Map, seat: int, move: Move, which: str) -> list[Text]:
    """How many cubes of the industry, connected or not, everybody would have after an investment (R35)."""
    if not INVEST <= move.number < BUILD:
        return []
    _, industry, _ = table.cells[move.number - INVEST]
    cells = [cell for cell, (_, each, _) in enumerate(table.cells) if each == industry]
    players = int(state.players)
    held = [sum(int(state.cubes[cell * players + each]) for cell in cells) for each in range(players)]
    others = max(count for other, count in enumerate(held) if other != seat)
    facts = {"industry": industry_text(table, industry), "own": held[seat] + 1, "others": others}
    return [Text(f"rocket.explain_{which}_invests", facts)]


def _near(state: Rocket, table: Map, move: Move, which: str) -> list[Text]:
    """How far the nearest locomotive is from a new station: one that no line reaches counts nothing (R19)."""
    if not BUILD <= move.number < MOVE:
        return []
    found = _nearest(state, table, table.hexes[move.number - BUILD])
    if found is None:
        return []
    facts = {"hex": table.label(move.number - BUILD), "line": found[1], "steps": found[0]}
    return [Text(f"rocket.explain_{which}_near", facts)]


def _town(state: Rocket, table: Map, move: Move, which: str) -> list[Text]:
    """The same for the town of an investment: its cubes count once a line comes there."""
    town, _, _ = table.cells[move.number - INVEST]
    found = _nearest(state, table, (table.towns[town].q, table.towns[town].r))
    if found is None:
        return []
    return [Text(f"rocket.explain_{which}_town", {"town": town_text(table, town), "line": found[1], "steps": found[0]})]


def _nearest(state: Rocket, table: Map, here: tuple[int, int]) -> tuple[int, str] | None:
    """How many steps the nearest locomotive of a line that still grows is away, and whose it is."""
    engines = [
        (_steps(here, table.hexes[at]), company.short)
        for line, company in enumerate(table.companies)
        if (at := int(state.lines[AT + line])) >= 0 and not state.isolated >> line & 1
    ]
    return min(engines, default=None)


def _steps(a: tuple[int, int], b: tuple[int, int]) -> int:
    """The distance of two hexes in axial coordinates."""
    q, r = a[0] - b[0], a[1] - b[1]
    return max(abs(q), abs(r), abs(q + r))


def _lead(table: Map, seat: int, played: Rocket, better: Rocket) -> list[Text]:
    """By how much the seat would lead if the final count came after either move, where the better one leads by more."""
    leads = []
    for after in (played, better):
        totals = [each.total for each in projection(after, table).seats]
        leads.append(totals[seat] - max(total for other, total in enumerate(totals) if other != seat))
    if leads[0] >= leads[1]:
        return []
    return [Text("rocket.explain_lead", {"played": _signed(leads[0]), "better": _signed(leads[1])})]


def _share(state: Rocket, table: Map, seat: int, played: Move, better: Move) -> list[Text]:
    """The share that the better move brings and the other does not, beside what everybody holds."""
    if better.number >= INVEST or (played.number < INVEST and played.number // 6 == better.number // 6):
        return []
    line = better.number // 6
    held = [int(state.fact(each, SHARE + line)) for each in range(int(state.players))]
    others = max(count for other, count in enumerate(held) if other != seat)
    facts = {"line": table.companies[line].short, "own": held[seat] + 1, "others": others}
    return [Text("rocket.explain_share", facts)]


def _signed(points: int) -> str:
    return f"{'−' if points < 0 else '+' if points else ''}{abs(points)}"


def _majorities(table: Map, seat: int, played: Rocket, better: Rocket) -> list[Text]:
    """Parts of the final count that the seat would have more of after the better move, if the game ended then."""
    now, then = (_by_subject(projection(each, table).scorings) for each in (played, better))
    facts = []
    for key, each in then.items():
        had = now[key].points[seat] if key in now else 0
        if each.points[seat] > had:
            facts.append((had - each.points[seat], {"subject": each.text, "played": had, "better": each.points[seat]}))
    facts.sort(key=lambda fact: fact[0])
    return [Text("rocket.explain_count", fact) for _, fact in facts]


def _by_subject(scorings: list[Scoring]) -> dict[tuple[str, str | None, str | None], Scoring]:
    return {(each.what, each.line, each.industry): each for each in scorings}
