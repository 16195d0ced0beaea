"""The options of Ticket to Ride: the map and the set of tickets."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from branchline.core.errors import OptionError
from branchline.core.options import Option, brief
from branchline.core.text import Text
from branchline.games.tickets.api.maps import MOST_BYTES, NAMES, TICKET_SETS, canonical, read_map


class MapOption(Option):
    """The option that takes a map: a name, a map's JSON text, or in a program the Path of a file with it.

    Whatever comes in, the option's value is a name or the whole map as canonical JSON, so that a record
    can be replayed without the file. A text that names a file is refused: it may come from a stranger.
    """

    def check(self, value: Any) -> str:
        if isinstance(value, Path):
            return self._from_file(value)
        if isinstance(value, str):
            if value in self.choices:
                return value
            if value.lstrip()[:1] == "{" and len(value) <= MOST_BYTES:
                return canonical(read_map(value))
        facts = {"name": self.name, "value": brief(value), "allowed": self.allowed()}
        raise OptionError(Text("tickets.bad_map", facts))

    def _from_file(self, path: Path) -> str:
        try:
            if path.is_file() and path.stat().st_size <= MOST_BYTES:
                return canonical(read_map(path.read_bytes()))
        except (OSError, ValueError):
            pass
        raise OptionError(Text("tickets.bad_map_file", {"path": brief(str(path))}))


OPTIONS = (
    MapOption("map", NAMES, Text("tickets.option_map"), files=".json"),
    Option("tickets", TICKET_SETS, Text("tickets.option_tickets")),
)
