"""Docs and code agree: commands, docstrings, links, lock files, both READMEs."""

from __future__ import annotations

import ast
import json
import re
from pathlib import Path

import pytest

import branchline
from branchline.cli.commands import COMMANDS

ROOT = Path(__file__).parents[1]
SOURCE = ROOT / "src" / "branchline"
MODULES = {file.relative_to(SOURCE).as_posix(): ast.parse(file.read_text("utf-8")) for file in SOURCE.rglob("*.py")}
PAGES = [*ROOT.glob("*.md"), *ROOT.glob("docs/*.md"), ROOT / "web" / "BOARDS.md"]
READMES = [ROOT / "README.md", ROOT / "README.ru.md"]

Function = ast.FunctionDef | ast.AsyncFunctionDef
CLASSES = {node.name: node for tree in MODULES.values() for node in tree.body if isinstance(node, ast.ClassDef)}


def bases(node: ast.ClassDef) -> list[ast.ClassDef]:
    """The classes of ours that a class derives from, near and far."""
    found: list[ast.ClassDef] = []
    for base in node.bases:
        name = base.value if isinstance(base, ast.Subscript) else base
        known = CLASSES.get(name.attr if isinstance(name, ast.Attribute) else getattr(name, "id", ""))
        if known is not None and known is not node:
            found += [known, *bases(known)]
    return found


def methods(node: ast.ClassDef) -> dict[str, Function]:
    return {each.name: each for each in node.body if isinstance(each, Function)}


def undocumented(tree: ast.Module) -> list[str]:
    """Public names without a docstring. A method that overrides one of ours is explained there."""
    found = [] if ast.get_docstring(tree) else ["the module"]
    for node in tree.body:
        if not isinstance(node, Function | ast.ClassDef) or node.name.startswith("_"):
            continue
        if not ast.get_docstring(node):
            found.append(node.name)
        if isinstance(node, ast.ClassDef):
            inherited = {name for base in bases(node) for name in methods(base)}
            found += [
                f"{node.name}.{name}"
                for name, method in methods(node).items()
                if not name.startswith("_") and name not in inherited and not ast.get_docstring(method)
            ]
    return found


@pytest.mark.parametrize("name", sorted(MODULES))
def test_every_public_name_has_a_docstring(name: str) -> None:
    assert undocumented(MODULES[name]) == []


@pytest.mark.parametrize(
    ("code", "missing"),
    [
        ("x = 1", ["the module"]),
        ('"""M."""\ndef f(): pass', ["f"]),
        ('"""M."""\nclass C:\n    def m(self): pass', ["C", "C.m"]),
        ('"""M."""\nclass C(Bot):\n    """C."""\n    def choose(self): pass\n    def other(self): pass', ["C.other"]),
        ('"""M."""\ndef _f(): pass\nclass _C: pass', []),
    ],
)
def test_a_missing_docstring_is_seen(code: str, missing: list[str]) -> None:
    assert undocumented(ast.parse(code)) == missing


@pytest.mark.parametrize(("readme", "language"), list(zip(READMES, ("en", "ru"), strict=True)))
def test_the_readme_names_every_command_and_game(readme: Path, language: str) -> None:
    text = readme.read_text("utf-8")
    for name in COMMANDS:
        assert re.search(rf"`{name}`|branchline {name}\b", text), name
    for file in SOURCE.glob(f"games/*/api/words/{language}.json"):
        words = json.loads(file.read_text("utf-8"))
        assert words[f"{file.parts[-4]}.title"].replace("’", "'") in text


@pytest.mark.parametrize("page", PAGES, ids=lambda file: file.name)
def test_links_lead_somewhere(page: Path) -> None:
    text = re.sub(r"`[^`]*`", "", page.read_text("utf-8"))
    for target in re.findall(r"\]\(([^)#\s]+)", text):
        if "://" not in target:
            assert (page.parent / target).exists(), target


def test_each_readme_shows_pictures_in_its_own_language() -> None:
    english, russian = (re.findall(r"\]\((docs/pictures/[^)]+)\)", file.read_text("utf-8")) for file in READMES)
    assert len(english) >= 4
    assert all(name.endswith("-en.png") for name in english)
    assert [name.replace("-en.png", "-ru.png") for name in english] == russian


def test_lock_files_name_no_package_index() -> None:
    for name in ("requirements.lock", "web/package-lock.json"):
        lines = (ROOT / name).read_text("utf-8").splitlines()
        assert [line for line in lines if "://" in line and '"url":' not in line] == [], name


def test_a_citation_names_this_version() -> None:
    cff = (ROOT / "CITATION.cff").read_text("utf-8")
    entry = (ROOT / "docs" / "research.md").read_text("utf-8").split("```bibtex\n")[1].split("```")[0]
    given = dict(re.findall(r"^([a-z-]+): \"?([^\"\n]+)\"?$", cff, re.MULTILINE))
    assert given["version"] == branchline.__version__
    fields = dict(re.findall(r"^  ([a-z]+) *= \{(.*)\},?$", entry, re.MULTILINE))
    assert fields.pop("author").strip("{}") in cff
    assert fields == {name: given[name] for name in ("title", "version", "license")}


def test_the_glossary_explains_each_term_once() -> None:
    terms = re.findall(r"^\| ([^|]+?) \| ", (ROOT / "docs" / "glossary.md").read_text("utf-8"), re.MULTILINE)
    names = [term for term in terms if term != "term"]
    assert len(names) > 50
    assert len(set(names)) == len(names)
