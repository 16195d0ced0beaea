"""The command line: one small file per command, loaded only when it is called."""

from __future__ import annotations

import sys
from typing import NoReturn

from branchline.cli.commands import COMMANDS, DEFAULT, help_text

__all__ = ["main"]


def main(argv: list[str] | None = None) -> None:
    """The `branchline` command. Wrong arguments end with one line on stderr and exit code 2."""
    tokens = list(sys.argv[1:] if argv is None else argv)
    if tokens in (["--help"], ["-h"]):
        # Cyclopts takes longer to load than this answer may take, so it is asked only for what follows.
        print(help_text())
        return
    if tokens == ["--version"]:
        from branchline import __version__

        print(f"branchline {__version__}")
        return
    if tokens and not tokens[0].startswith("-") and tokens[0] not in COMMANDS:
        _refuse(f"there is no command {tokens[0]}; there are: {', '.join(COMMANDS)}")
    sys.exit(_run(tokens or list(DEFAULT)))


def _run(tokens: list[str]) -> int:
    from cyclopts import CycloptsError

    from branchline.cli.app import build
    from branchline.cli.language import said_language
    from branchline.core.errors import BranchlineError

    try:
        code = build()(tokens, exit_on_error=False, print_error=False, result_action="return_value")
    except CycloptsError as error:
        _refuse(" ".join(str(error).split()))
    except BranchlineError as error:
        _refuse(error.text.render(said_language(tokens)))
    except BrokenPipeError:
        # The reader of our output (`head`, say) has gone; nothing more can be said to it.
        sys.stdout = None
        return 0
    except KeyboardInterrupt:
        return 130
    return code if isinstance(code, int) else 0


def _refuse(why: str) -> NoReturn:
    print(f"branchline: {why}", file=sys.stderr)
    sys.exit(2)
