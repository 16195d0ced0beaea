"""Map files: ours are good, and every kind of mistake is named."""

from __future__ import annotations

import copy
import json
from importlib import resources

import pytest

import branchline

GAME = branchline.game("stephensons-rocket")


def load(name):
    return json.loads(resources.files("branchline.games.rocket").joinpath("data", f"{name}.json").read_text("utf-8"))


@pytest.mark.parametrize("name", ["england", "usa", "china"])
def test_R1_our_maps_have_the_printed_counts(name):
    data = load(name)
    assert GAME.check_map(data) == []
    kinds = [town["kind"] for town in data["towns"]]
    assert (kinds.count("start"), kinds.count("regular"), kinds.count("railway")) == (7, 12, 9)


def _off_the_map(data):
    data["towns"][3]["q"] = 99


def _two_towns_in_one_hex(data):
    data["towns"][3].update(q=data["towns"][4]["q"], r=data["towns"][4]["r"])


def _six_lines(data):
    data["companies"].pop()


def _start_in_a_regular_town(data):
    data["companies"][0]["start"] = "london"


def _no_row(data):
    data["investment"].pop()


def _foreign_industry(data):
    data["investment"][0]["slots"] = {"gold": 2, "steel": 1}


def _hex_twice(data):
    data["hexes"].append(data["hexes"][0])


def _no_label(data):
    del data["hex_labels"]["0,0"]


def _an_island(data):
    data["hexes"].append([50, 50])
    data["hex_labels"]["50,50"] = "Z9"


def _a_third_orientation(data):
    data["orientation"] = "round"


def _no_orientation(data):
    del data["orientation"]


MISTAKES = {
    _off_the_map: "off the map",
    _two_towns_in_one_hex: "shares its hex",
    _six_lines: "there are 7 lines",
    _start_in_a_regular_town: "no town of kind start",
    _no_row: "no row on the chart",
    _foreign_industry: "no industry of the map",
    _hex_twice: "listed twice",
    _no_label: "has none",
    _an_island: "falls into parts",
    _a_third_orientation: "orientation",
    _no_orientation: "orientation",
}


@pytest.mark.parametrize("spoil", MISTAKES, ids=lambda spoil: spoil.__name__)
def test_a_mistake_in_a_map_is_named(spoil):
    data = copy.deepcopy(load("england"))
    spoil(data)
    problems = GAME.check_map(data)
    assert any(MISTAKES[spoil] in problem for problem in problems), problems


@pytest.mark.parametrize("junk", [None, 3, [], {}, "england"])
def test_junk_is_no_map(junk):
    assert GAME.check_map(junk)
