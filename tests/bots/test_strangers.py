"""Strangers: bots of another style, which share neither search nor planner with the bots that meet them."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

import branchline
from branchline.arena.simulate import simulate
from branchline.bots import levels
from branchline.games import find

SOURCE = Path(branchline.__file__).parents[1]
STRANGERS = {
    "30-rails": ("edger", "straight"),
    "ticket-to-ride": ("blocker", "hauler"),
    "stephensons-rocket": ("bully", "investor"),
    "string-railway": ("hugger", "liner"),
}
PAIRS = [pytest.param(slug, name, id=f"{slug}-{name}") for slug, names in STRANGERS.items() for name in names]


@pytest.mark.parametrize("slug", STRANGERS)
def test_strangers_share_nothing_with_the_other_bots(slug: str) -> None:
    game = find(slug)
    for name in STRANGERS[slug]:
        level = levels(game)[name]
        assert level.plan is None
        source = SOURCE.joinpath(*level.policy().__module__.split(".")).with_suffix(".py")
        nodes = ast.walk(ast.parse(source.read_text(encoding="utf-8")))
        imported = [node.module or "" for node in nodes if isinstance(node, ast.ImportFrom)]
        assert not [each for each in imported if ".bots." in each or ".planning." in each or "search" in each]


@pytest.mark.parametrize(("slug", "name"), PAIRS)
def test_a_stranger_plays_to_the_end_and_better_than_by_chance(slug: str, name: str) -> None:
    answer = simulate(find(slug), (name, "random"), games=12, seed=5)
    assert answer["bots"][0]["win_share"] > 0.7
