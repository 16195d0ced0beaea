"""Bots of String Railway."""

from __future__ import annotations

from branchline.core.game import Level

LEVELS: dict[str, Level] = {}
