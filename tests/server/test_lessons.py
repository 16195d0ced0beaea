"""Lessons over HTTP: nothing is kept, refusals are those of a table, and every question is answered."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from branchline.bots.characters import CHARACTERS
from branchline.core import lessons
from branchline.games import find, slugs
from tests.server.service import Guest, Service

pytestmark = pytest.mark.server
GAMES = [slug for slug in slugs() if lessons.load(find(slug), "lesson") is not None]


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    server = Service(tmp_path_factory.mktemp("lessons"), question_workers=1).open()
    yield server
    server.close()


@pytest.fixture
def guest(served: Service) -> Guest:
    return served.guest()


def at(slug: str, step: int, part: str = "lesson") -> str:
    return f"/api/lessons/{slug}/{part}/{step}"


@pytest.mark.parametrize("slug", GAMES)
def test_a_step_is_asked_about_and_solved(guest: Guest, slug: str) -> None:
    course = guest.get(f"/api/lessons/{slug}")["courses"][0]
    assert guest.get("/api/games")[slugs().index(slug)]["lesson"] == course["minutes"]
    for number, step in enumerate(course["steps"]):
        begun = guest.ok(at(slug, number), {"actions": []})
        assert begun["verdict"] == "open"
        assert begun["view"]["view"]["undoable"] is False
        assert begun["table"]["you"] == [begun["view"]["seat"]]
        first = step["solution"][0]
        asked = f"{at(slug, number)}/ask"
        found = [each["action"] for each in guest.ok(asked, {"type": "legal"})["actions"]]
        # An action of the list may say less (not which of two equal cards) or more (what follows from it).
        fits = [first.items() <= each.items() or each.items() <= first.items() for each in found]
        assert any(fits), "what the step wants is not in the list"
        guest.ok(asked, {"type": "preview", "action": first})
        guest.ok(asked, {"type": "check", "action": first})
        solved = guest.ok(at(slug, number), {"actions": step["solution"]})
        assert (solved["verdict"], solved["text"]) == ("done", step["done"])


@pytest.mark.parametrize("slug", GAMES)
def test_bots_of_a_lesson_are_somebody_and_stay_to_the_end(guest: Guest, slug: str) -> None:
    """As at a table: a character with its sentence, no two alike; the learner has none."""
    course = lessons.load(find(slug), "lesson")
    assert course is not None
    seen: dict[int, str] = {}
    for number in range(len(course.steps)):
        table = guest.ok(at(slug, number), {"actions": []})["table"]
        bots = {each["seat"]: each["character"] for each in table["seats"] if each["kind"] == "bot"}
        assert [each["character"] for each in table["seats"] if each["you"]] == [None]
        assert all(each in CHARACTERS for each in bots.values())
        assert len(set(bots.values())) == len(bots)
        for seat, character in bots.items():
            assert seen.setdefault(seat, character) == character
    assert seen or slug == "30-rails", "30 Rails is learned alone"


def test_what_is_illegal_is_refused_with_its_rule(guest: Guest) -> None:
    wrong = {"type": "mine", "row": 3, "column": 4}
    outside = {"type": "place", "kind": "central", "x": 0, "y": 0}
    refused = guest.post(at("30-rails", 1), {"actions": [wrong]})
    assert refused.status_code == 409
    assert refused.json()["error"]["rule"] == "L2"
    for slug, step, action, rule in (("30-rails", 1, wrong, "L2"), ("string-railway", 0, outside, "S9")):
        error = guest.ok(f"{at(slug, step)}/ask", {"type": "check", "action": action})["error"]
        assert error["rule"] == rule
        assert error["text"]["ru"]


def test_nothing_is_kept(guest: Guest) -> None:
    guest.ok(at("30-rails", 0), {"actions": [{"type": "mountain", "draw": False}]})
    assert guest.get("/api/me")["tables"] == []
    assert guest.ok(at("30-rails", 0), {"actions": []})["verdict"] == "open"


def test_steps_that_do_not_exist(guest: Guest) -> None:
    assert guest.post(at("30-rails", 50), {"actions": []}).status_code == 422
    assert guest.post(at("30-rails", 0, "songs"), {"actions": []}).status_code in (400, 422)
    assert guest.post(at("chess", 0), {"actions": []}).status_code == 422
    assert guest.post(at("30-rails", 0), {"actions": [{}] * 17}).status_code == 400
