"""The facts on docs/research.md are those of the games."""

from __future__ import annotations

from pathlib import Path

import pytest

import branchline
from branchline.research import facts

PAGE = Path(__file__).parents[2] / "docs" / "research.md"


@pytest.mark.slow
def test_the_page_has_the_facts_of_every_game(monkeypatch: pytest.MonkeyPatch) -> None:
    names = [name for name in branchline.game_names() if name != "toy"]
    text = PAGE.read_text("utf-8")
    assert facts.renew(text, [branchline.game(name) for name in names]) == text, (
        "run: python -m branchline.research.facts docs/research.md"
    )
