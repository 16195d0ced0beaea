"""The parser: Cyclopts over the list of commands, each loaded when it is called."""

from __future__ import annotations

from cyclopts import App

from branchline import __version__
from branchline.cli.commands import COMMANDS


def build() -> App:
    """The application with every command registered by its import path."""
    app = App(name="branchline", help="Railway board games at one table.", version=__version__)
    for name, command in COMMANDS.items():
        app.command(command.target, name=name, help=command.summary)
    return app
