"""Compiled or interpreted: which of the two runs, and why.

The kernels (every module that imports mypy_extensions) are compiled by mypyc beside their source. Python
prefers the compiled file, even when the source was edited after it: so the build leaves the sources'
hashes in _compiled.json, and when they no longer fit, or when BRANCHLINE_INTERPRETED is set, a finder
makes Python load the sources instead. All kernels run in the same way, never a mixture.
"""

from __future__ import annotations

import hashlib
import importlib.machinery
import importlib.util
import json
import os
import sys
import warnings
from collections.abc import Sequence
from importlib.machinery import ModuleSpec
from pathlib import Path
from types import ModuleType

ROOT = Path(__file__).parent
MANIFEST = ROOT / "_compiled.json"
SWITCH = "BRANCHLINE_INTERPRETED"

_state = {"active": False, "why": "not prepared"}


def prepare() -> None:
    """Decide once, at the first import of branchline."""
    kernels: dict[str, str] = json.loads(MANIFEST.read_text()) if MANIFEST.exists() else {}
    why = _why_not(kernels)
    _state.update(active=not why, why=why)
    if why and kernels:
        sys.meta_path.insert(0, _SourceFinder(kernels))


def active() -> bool:
    """Whether the kernels run compiled."""
    return bool(_state["active"])


def why() -> str:
    """Why they do not; empty when they do."""
    return str(_state["why"])


def fingerprint(path: Path) -> str:
    """The hash of a kernel's source by which a stale compiled file is noticed."""
    return hashlib.sha256(path.read_bytes()).hexdigest()


def _why_not(kernels: dict[str, str]) -> str:
    if os.environ.get(SWITCH):
        return f"{SWITCH} is set"
    if not kernels:
        return "nothing was compiled when Branchline was installed (no C compiler?)"
    stale = [name for name, known in kernels.items() if not _fits(name, known)]
    if stale:
        reason = f"{', '.join(stale)} changed after it was compiled; `make setup` compiles anew"
        warnings.warn(f"Branchline runs interpreted, and slowly: {reason}", RuntimeWarning, stacklevel=3)
        return reason
    return ""


def _fits(name: str, known: str) -> bool:
    path = ROOT / name
    return path.exists() and fingerprint(path) == known


class _SourceFinder:
    """Finds the source of a kernel where the ordinary finder would take the compiled file."""

    def __init__(self, kernels: dict[str, str]) -> None:
        self._paths = {"branchline." + name.removesuffix(".py").replace("/", "."): str(ROOT / name) for name in kernels}

    def find_spec(
        self, fullname: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        file = self._paths.get(fullname)
        if file is None:
            return None
        loader = importlib.machinery.SourceFileLoader(fullname, file)
        return importlib.util.spec_from_file_location(fullname, file, loader=loader)
