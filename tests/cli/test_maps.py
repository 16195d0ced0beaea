"""branchline maps check."""

from __future__ import annotations

import json
from pathlib import Path

from branchline.games.tickets.api import maps
from tests.cli.test_commands import branchline

USA = Path(maps.__file__).parents[1] / "data" / "usa.json"


def test_a_good_map():
    done = branchline("maps", "check", str(USA), "--lang", "en")
    assert (done.returncode, done.stderr) == (0, "")
    assert "Ticket to Ride can be played on" in done.stdout


def test_a_bad_map_lists_everything_that_is_wrong(tmp_path):
    file = tmp_path / "bad.json"
    usa = json.loads(USA.read_text())
    usa["routes"].append({"a": "Boston", "b": "Atlantis", "length": 9, "colour": "red"})
    file.write_text(json.dumps(usa))
    done = branchline("maps", "check", str(file), "--lang", "en")
    assert done.returncode == 1
    assert "- there is no city Atlantis" in done.stderr
    assert "- there are no points for a route of length 9" in done.stderr
    assert "играть нельзя" in branchline("maps", "check", str(file), "--lang", "ru").stderr


def test_no_such_file(tmp_path):
    done = branchline("maps", "check", str(tmp_path / "none.json"), "--lang", "en")
    assert done.returncode != 0
    assert "cannot be read" in done.stderr
