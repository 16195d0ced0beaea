"""The options: which map is played."""

from __future__ import annotations

from branchline.core.options import Option
from branchline.core.text import Text
from branchline.games.rocket.api import maps

OPTIONS = (Option("map", maps.NAMES, Text("rocket.option_map")),)
