"""`branchline storage copy`: everything from one storage to another, and the proof that it is the same."""

from __future__ import annotations

import asyncio
import json as jsonlib
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from cyclopts import App, Parameter

from branchline.cli.language import choose_language
from branchline.cli.progress import progress_bar
from branchline.core.text import Text

if TYPE_CHECKING:
    from branchline.server.storage.copying import Proof

app = App(name="storage", help="Move everything between SQLite and PostgreSQL.")


@app.command
def copy(
    source: str, target: str, /, *, json: Annotated[bool, Parameter(negative="")] = False, lang: str | None = None
) -> int:
    """Copy everything to another storage and prove that it is the same. Called again it goes on where it stopped.

    Stop the servers of both first.

    Parameters
    ----------
    source
        A SQLite file, or a postgresql:// address.
    target
        The same; a SQLite file is made if it is not there.
    json
        Print one JSON object.
    lang
        ru or en; the locale's if not given.
    """
    written, proof = asyncio.run(_copy(source, target))
    if json:
        print(jsonlib.dumps({"written": written, "equal": proof.equal, **_plain(proof)}))
        return 0 if proof.equal else 1
    language = choose_language(lang)
    facts = {"tables": written, "all": proof.rows["tables"], "replayed": proof.replayed, "other": proof.other_rules}
    print(Text("cli.copied" if proof.equal else "cli.copy_differs", facts).render(language))
    for difference in proof.differences:
        print(f"- {difference}")
    return 0 if proof.equal else 1


async def _copy(source: str, target: str) -> tuple[int, Proof]:
    from branchline.server.storage import open_storage
    from branchline.server.storage.copying import copy as copy_all
    from branchline.server.storage.copying import prove

    one = open_storage(_address(source))
    await one.open()
    try:
        other = open_storage(_address(target))
        await other.open()
        try:
            # PostgreSQL may have servers that write meanwhile.
            async with one.consistent() as instant:
                with progress_bar("copy") as shown:
                    written = await copy_all(instant, other, shown)
                with progress_bar("compare") as shown:
                    return written, await prove(instant, other, shown)
        finally:
            await other.close()
    finally:
        await one.close()


def _address(text: str) -> str | Path:
    return text if "://" in text else Path(text)


def _plain(proof: Proof) -> dict[str, object]:
    import msgspec

    found: dict[str, object] = msgspec.to_builtins(proof)
    return found
