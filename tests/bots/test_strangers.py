"""Strangers: bots of another style, which share neither search nor planner with the bots that meet them."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

import branchline
from branchline.arena.simulate import simulate
from branchline.bots import levels
from branchline.games import find, slugs

SOURCE = Path(branchline.__file__).parents[1]
STRANGERS = {
    "30-rails": ("edger", "straight"),
    "ticket-to-ride": ("blocker", "hauler"),
    "stephensons-rocket": ("bully", "investor"),
    "string-railway": ("hugger", "liner"),
}
PAIRS = [pytest.param(slug, name, id=f"{slug}-{name}") for slug, names in STRANGERS.items() for name in names]


def file_of(module: str, source: Path = SOURCE) -> Path | None:
    """The source of a module or a package of ours; None for what is not ours."""
    path = source.joinpath(*module.split("."))
    return next((file for file in (path.with_suffix(".py"), path / "__init__.py") if file.exists()), None)


def imports(module: str, source: Path = SOURCE) -> set[str]:
    """The modules that a module imports, in every way there is: `import x`, `from x import y`, from a package too."""
    file = file_of(module, source)
    assert file is not None, module
    package = module if file.name == "__init__.py" else module.rpartition(".")[0]
    found: set[str] = set()
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found |= {each.name for each in node.names}
        elif isinstance(node, ast.ImportFrom):
            above = package.rsplit(".", node.level - 1)[0] if node.level else ""
            base = ".".join(filter(None, (above, node.module)))
            names = {f"{base}.{each.name}" for each in node.names}
            found |= {base} | {name for name in names if file_of(name, source)}
    return found


def reached(module: str, source: Path = SOURCE) -> set[str]:
    """All modules that a module leads to through modules of its own game."""
    game = ".".join(module.split(".")[:3])
    found: set[str] = set()
    ahead = [module]
    while ahead:
        new = imports(ahead.pop(), source) - found
        found |= new
        ahead += [each for each in new if each.startswith(game + ".") and file_of(each, source)]
    return found


def shared(module: str, source: Path = SOURCE) -> set[str]:
    """What of it belongs to other bots: bots and searches near and far, and planners, which the rules use too."""
    near = {each for each in imports(module, source) if ".planning" in each}
    far = {each for each in reached(module, source) - {module} if ".bots" in each or "search" in each}
    return near | far


@pytest.mark.parametrize("slug", STRANGERS)
def test_strangers_share_nothing_with_the_other_bots(slug: str) -> None:
    game = find(slug)
    for name in STRANGERS[slug]:
        level = levels(game)[name]
        assert level.plan is None
        assert shared(level.policy().__module__) == set()


@pytest.mark.parametrize(
    ("line", "helper"),
    [
        ("from branchline.games.g.bots.expert import Expert", ""),
        ("from branchline.games.g.bots import expert", ""),
        ("from .expert import Expert", ""),
        ("from . import expert", ""),
        ("import branchline.games.g.bots.expert", ""),
        ("import branchline.bots.search as look", ""),
        ("from branchline.games.g.rules.planning import route", ""),
        ("from branchline.games.g.rules import helper", "from branchline.games.g.bots.expert import Expert"),
        ("from branchline.games.g.rules.helper import help", "import branchline.games.g.bots.expert"),
        ("def late():\n    import branchline.games.g.rules.helper", "from ..bots import expert"),
    ],
)
def test_every_way_to_share_is_seen(line: str, helper: str, tmp_path: Path) -> None:
    game = tmp_path / "branchline" / "games" / "g"
    files = {
        "bots/__init__": "",
        "bots/expert": "",
        "bots/strangers": line,
        "rules/__init__": "",
        "rules/helper": helper,
    }
    for name, text in files.items():
        file = (game / name).with_suffix(".py")
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)
    assert shared("branchline.games.g.bots.strangers", tmp_path)


def test_nothing_practises_against_strangers() -> None:
    for slug in slugs():
        learnable = find(slug).learnable()
        if learnable is not None:
            seated = {name for table in learnable.practice for name in table}
            assert not seated & {name for names in STRANGERS.values() for name in names}


@pytest.mark.parametrize(("slug", "name"), PAIRS)
def test_a_stranger_plays_to_the_end_and_better_than_by_chance(slug: str, name: str) -> None:
    answer = simulate(find(slug), (name, "random"), games=12, seed=5)
    assert answer["bots"][0]["win_share"] > 0.7
