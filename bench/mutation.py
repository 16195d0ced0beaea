"""Mutation score of a game's rules: `python bench/mutation.py rails30 [--sample 400] [--seed 1] [--children 2]`.

mutmut changes the functions of `games/<package>/rules` one by one and runs the rule tests that reach them, with the
rules interpreted. It knows which test reaches a function by watching one run, and switches mutants on after the import:
what a module does while it is imported, and what a test finds in a cache (a board), is out of its reach. So the script
writes every mutant that mutmut does not kill out, and runs all rule tests over it in a process of its own.
mutmut and the pytest that it needs are installed by name into build/mutation, beside the project's own.
"""

from __future__ import annotations

import argparse
import os
import random
import re
import shutil
import subprocess
import sys
from collections import Counter
from pathlib import Path

ROOT = Path(__file__).parents[1]
LIBRARY = ROOT / "build" / "mutation" / "lib"
NEEDS = ("mutmut==3.8.0", "pytest<9", "hypothesis")
CONFIG = """[mutmut]
source_paths=src/branchline/games/{package}/rules/
do_not_mutate=*_fields.py
pytest_add_cli_args_test_selection=tests/rules/{package}
pytest_add_cli_args=
    -m
    not slow
also_copy=
    src/branchline
    tests
    pyproject.toml
"""
KILLED = ("killed", "timeout", "segfault", "suspicious")


def main() -> None:
    """Prepare a scratch tree, let mutmut run, and print the score and the survivors."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("package")
    parser.add_argument("--sample", type=int, default=0, help="so many mutants, drawn at random; all without it")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--children", type=int, default=2)
    parser.add_argument("--survivors", action="store_true", help="show the changes that no test noticed")
    chosen = parser.parse_args()
    tree = _scratch(chosen.package)
    _mutmut(tree, "run", "no-such-mutant*", "--max-children", "1", check=False)  # makes the mutants, runs none
    names = [name for name, _ in _results(tree)]
    names = [name for name in names if "_fields." not in name]
    if chosen.sample:
        names = random.Random(chosen.seed).sample(names, min(chosen.sample, len(names)))
    for first in range(0, len(names), 500):
        part = names[first : first + 500]
        _mutmut(tree, "run", *part, "--max-children", str(chosen.children), check=False)
    found = {name: status for name, status in _results(tree) if name in set(names)}
    unreached = [name for name, status in found.items() if status in ("no tests", "survived")]
    for name in unreached:
        found[name] = "killed" if _killed_by_all(tree, chosen.package, name) else "survived"
    counts = Counter("killed" if status in KILLED else status for status in found.values())
    print(f"{chosen.package}: {counts['killed']} of {len(found)} mutants killed ({counts['killed'] / len(found):.1%})")
    print(f"  {len(unreached)} of them were tried with all tests in a process of their own; {dict(counts)}")
    for name, status in found.items():
        if status not in KILLED:
            print(f"  {status}: {name}")
            if chosen.survivors:
                print(_mutmut(tree, "show", name).stdout)


def _scratch(package: str) -> Path:
    tree = ROOT / "build" / "mutation" / package
    shutil.rmtree(tree, ignore_errors=True)
    shutil.copytree(ROOT / "src", tree / "src", ignore=shutil.ignore_patterns("*.so", "_compiled.json", "page"))
    keep = ("__init__.py", "rules", "generic", "golden", "toy")
    (tree / "tests").mkdir()
    for name in keep:
        source = ROOT / "tests" / name
        if source.is_dir():
            shutil.copytree(source, tree / "tests" / name)
        elif source.exists():
            shutil.copy(source, tree / "tests" / name)
    shutil.copy(ROOT / "pyproject.toml", tree)
    (tree / "setup.cfg").write_text(CONFIG.format(package=package))
    if not LIBRARY.exists():
        uv = Path(sys.executable).with_name("uv")
        subprocess.run([str(uv), "pip", "install", "-q", "--target", str(LIBRARY), *NEEDS], check=True)
    return tree


def _environment(tree: Path) -> dict[str, str]:
    return {**os.environ, "BRANCHLINE_INTERPRETED": "1", "PYTHONPATH": str(LIBRARY)}


def _mutmut(tree: Path, *arguments: str, check: bool = True) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "mutmut", *arguments]
    return subprocess.run(command, cwd=tree, env=_environment(tree), check=check, capture_output=True, text=True)


def _results(tree: Path) -> list[tuple[str, str]]:
    """Every mutant with what became of it."""
    lines = _mutmut(tree, "results", "--all", "true").stdout.splitlines()
    return [(name.strip(), status.strip()) for name, _, status in (line.rpartition(": ") for line in lines) if name]


def _function(name: str) -> tuple[str, str]:
    """A mutant's module path and the function that it changes."""
    module, _, mangled = name.rpartition(".")
    function = re.sub(r"__mutmut_\d+$", "", mangled)
    return module, function.rpartition("ǁ")[2] if "ǁ" in function else function.removeprefix("x_")


def _killed_by_all(tree: Path, package: str, name: str) -> bool:
    """Apply one mutant to a copy of the sources, and run the rule tests over it."""
    module, _ = _function(name)
    path = Path(tree, "src", *module.split(".")).with_suffix(".py")
    original = path.read_text("utf-8")
    try:
        if _mutmut(tree, "apply", name, check=False).returncode:
            return False
        command = [sys.executable, "-m", "pytest", "-q", "-x", "-m", "not slow", f"tests/rules/{package}"]
        environment = _environment(tree) | {"PYTHONPATH": f"{LIBRARY}{os.pathsep}{tree / 'src'}{os.pathsep}{tree}"}
        try:
            done = subprocess.run(command, cwd=tree, env=environment, capture_output=True, timeout=900, check=False)
        except subprocess.TimeoutExpired:
            return True
        return done.returncode != 0
    finally:
        path.write_text(original, "utf-8")


if __name__ == "__main__":
    main()
