"""Maps are data: the one that comes along, one's own by option, and the checker."""

from __future__ import annotations

import json
from pathlib import Path

import msgspec
import pytest

import branchline
from branchline.core.errors import OptionError
from branchline.core.generator import Generator
from branchline.games.tickets.api import maps
from tests.rules.tickets.positions import GAME

SOURCE = Path(maps.__file__).parents[1] / "data" / "usa.json"


def changed(**change) -> dict:
    return {**json.loads(SOURCE.read_text()), **change}


def test_the_maps_that_come_along_have_no_problems():
    for name in maps.NAMES:
        assert GAME.check_map(json.loads(SOURCE.with_name(f"{name}.json").read_text())) == []


@pytest.mark.parametrize(("tickets", "n"), [("standard", 30), ("1910", 35), ("mega", 69), ("big", 35)])
def test_sets_of_tickets(tickets, n):
    assert maps.board("usa", tickets).tickets == n


def test_a_map_of_ones_own_loads_and_its_record_needs_no_file(tmp_path):
    file = tmp_path / "short.json"
    short = changed(wagons=12, name={"en": "Short", "ru": "Короткая"})
    file.write_text(json.dumps(short))
    for value in (file, file.read_text()):
        match = GAME.start(players=2, seed=1, map=value)
        assert match.view().seats[0].wagons == 12
    rng = Generator(1)
    while match.actors:
        match.play(match.actors[0], match.sample(match.actors[0], rng))
    record = json.dumps(match.record())
    file.unlink()
    assert branchline.replay(record).result == match.result


def test_a_set_of_tickets_that_the_map_lacks():
    own = changed()
    del own["tickets"]["mega"]
    with pytest.raises(OptionError, match="tickets cannot be mega"):
        GAME.start(map=json.dumps(own), tickets="mega")


@pytest.mark.parametrize("value", ["nowhere.json", "/etc/passwd", "pyproject.json", "{}", "{", "x" * 5000, 7, None])
def test_what_is_no_map_is_refused(value):
    with pytest.raises(OptionError):
        GAME.start(map=value)


def test_a_text_that_names_a_file_is_refused_whatever_is_in_it(tmp_path):
    """Options come from strangers too: nobody learns which files a server has, or what they hold."""
    good = tmp_path / "good.json"
    good.write_text(json.dumps(changed()))
    for file in (good, tmp_path / "none.json"):
        with pytest.raises(OptionError, match="cannot be"):
            GAME.start(map=str(file))


def test_an_error_about_a_file_quotes_nothing_of_it(tmp_path):
    secret = tmp_path / "secret.json"
    secret.write_text('{"password": "swordfish"}')
    with pytest.raises(OptionError) as error:
        GAME.start(map=secret)
    assert "password" not in str(error.value)


def problems(found: dict) -> list[str]:
    return [str(problem) for problem in maps.check(msgspec.convert(found, maps.Map))]


def test_the_checker_says_what_is_wrong():
    city = {"name": "Nowhere", "x": 0.5, "y": 0.5}
    usa = changed()
    assert problems(changed(cities=[*usa["cities"], city])) == ["no way leads to Nowhere"]
    assert "the city Atlanta is listed twice" in problems(changed(cities=[*usa["cities"], usa["cities"][0]]))
    third = {"a": "Boston", "b": "Montreal", "length": 2, "colour": "gray"}
    assert problems(changed(routes=[*usa["routes"], third])) == [
        "Boston – Montreal: 3 routes between the same cities; at most two make a double route"
    ]
    long = {"a": "Boston", "b": "Miami", "length": 9, "colour": "red"}
    assert problems(changed(routes=[*usa["routes"], long])) == ["there are no points for a route of length 9"]
    lost = {"a": "Boston", "b": "Atlantis", "points": 5}
    tickets = usa["tickets"]["standard"]["tickets"]
    assert problems(changed(tickets={"standard": [*tickets, lost]})) == ["there is no city Atlantis"]
    assert problems(changed(tickets={})) == ['the set of tickets "standard" is missing']
    few = problems(changed(tickets={"standard": tickets[:5]}))
    assert few == ["set standard has 5 tickets; at least 15 are needed"]


def test_anything_else_is_no_map():
    for wrong in ([], {}, None, 7, {"cities": "none"}):
        assert "not a map file" in GAME.check_map(wrong)[0]
