"""The table as plain text."""

from __future__ import annotations

import msgspec

from branchline.core.text import Text
from branchline.games.strings.api import views
from branchline.games.strings.api.texts import company_text
from branchline.games.strings.api.views import PHASES
from branchline.games.strings.rules.state import Strings


def board(state: Strings, seat: int | None, language: str) -> str:
    """Companies, stations and what is to be done, for reading aloud."""
    lines = [Text(f"strings.board_{PHASES[state.phase]}").render(language)]
    for row in views.companies(state):
        facts = {**msgspec.structs.asdict(row), "company": company_text(row.company)}
        lines.append(Text("strings.board_company", facts).render(language))
    for s in range(len(state.table.tiles)):
        found = views.station(state, s)
        letters = ", ".join(company_text(company).render(language) for company in found.companies)
        facts = {
            "n": s + 1,
            "kind": Text(f"strings.kind_{found.kind}"),
            "x": found.x // 10,
            "y": found.y // 10,
            "limit": found.limit,
            "companies": letters or Text("strings.nobody"),
        }
        lines.append(Text("strings.board_station", facts).render(language))
    return "\n".join(lines)
