"""Lessons and exercises of every game: what they promise can be done, in both languages."""

from __future__ import annotations

import re
from typing import Any

import msgspec
import pytest
from bench import exercises

from branchline.core import lessons
from branchline.core.errors import ActionError, UnknownGame
from branchline.core.generator import Generator
from branchline.core.lessons import Course, Part, Step, fits
from branchline.core.text import LANGUAGES, Translated
from branchline.games import find, slugs
from tests.toy.game import GAME as TOY

OURS = [slug for slug in slugs() if find(slug).package in ("rails30", "tickets", "rocket", "strings")]
STEPS = [
    pytest.param(slug, part, number, id=f"{slug}-{part}-{step.id}")
    for slug in slugs()
    for part in lessons.PARTS
    if (course := lessons.load(find(slug), part)) is not None
    for number, step in enumerate(course.steps)
]
ANCHOR = re.compile(r"[a-z]+(:[\w-]+)*")


def words_in(value: Any) -> list[Translated]:
    """All texts inside structs and lists."""
    if isinstance(value, Translated):
        return [value]
    if isinstance(value, msgspec.Struct):
        return [text for name in value.__struct_fields__ for text in words_in(getattr(value, name))]
    return [text for each in value for text in words_in(each)] if isinstance(value, list) else []


def course_of(slug: str, part: Part) -> Course:
    course = lessons.load(find(slug), part)
    assert course is not None
    return course


@pytest.mark.parametrize("slug", OURS)
def test_every_game_has_a_lesson_of_a_few_minutes(slug: str) -> None:
    course = course_of(slug, "lesson")
    assert 6 <= len(course.steps) <= 10
    assert 3 <= course.minutes <= 5


@pytest.mark.parametrize("slug", OURS)
def test_every_game_has_exercises_that_stand_out(slug: str) -> None:
    course = course_of(slug, "exercises")
    assert 8 <= len(course.steps) <= 12
    assert sum(len(step.solution) == 2 for step in course.steps) >= 3, "some ask for two moves in a row"
    for step in course.steps:
        assert step.proof is not None
        for line in step.why.en.split("\n"):
            assert not line.endswith("continuations."), f"{step.id} tells its margin and no reason"
        assert step.proof.alternatives, "it was compared with nothing"
        for each in step.proof.alternatives:
            assert each.loss >= exercises.MARGIN, f"{step.id}: {each.action} is as good"
            assert each.loss >= exercises.SURE * each.error, f"{step.id}: {each.action} may be as good"


@pytest.mark.parametrize("slug", [slug for slug in OURS if find(slug).action_count is not None])
def test_the_expert_still_finds_what_the_first_exercise_wants(slug: str) -> None:
    game, step = find(slug), course_of(slug, "exercises").steps[0]
    match = lessons.begin(game, "exercises", 0)
    level = game.levels()["expert"]
    assert level.plan is not None
    assert step.proof is not None
    wanted = [step.solution[0], *(each.action for each in step.proof.alternatives if each.nth == 0)]
    numbers = [game.parse(match.state, step.seat, action).number for action in wanted]
    found = exercises.compare(level.policy(), match.state, step.seat, numbers, exercises.WORLDS, step.proof.seed + 1)
    assert found[0].number == numbers[0]
    assert exercises.stands_out(found)


@pytest.mark.parametrize(("slug", "part", "number"), STEPS)
def test_a_task_is_fulfilled_by_its_solution_and_not_before(slug: str, part: Part, number: int) -> None:
    game, step = find(slug), course_of(slug, part).steps[number]
    match = lessons.begin(game, part, number)
    assert step.seat in match.actors
    assert len(match.events) == step.at, "chance is due at the beginning of the step"
    for count in range(len(step.solution)):
        assert lessons.attempt(game, part, number, step.solution[:count]).verdict == "open"
    solved = lessons.attempt(game, part, number, step.solution)
    assert (solved.verdict, solved.text) == ("done", step.done)


@pytest.mark.parametrize(("slug", "part", "number"), STEPS)
def test_what_is_legal_and_does_not_fulfil_the_task_is_explained(slug: str, part: Part, number: int) -> None:
    game, step = find(slug), course_of(slug, part).steps[number]
    rng = Generator(7)
    found = set()
    for _ in range(12):
        actions = list(step.solution[:-1])
        actions.append(lessons.attempt(game, part, number, actions).match.sample(step.seat, rng).json())
        tried = lessons.attempt(game, part, number, actions)
        assert tried.verdict != "open"
        assert tried.text is not None
        found.add(tried.verdict)
        if "wrong" in found:
            return
    assert only_one_thing_to_do(game.slug, part, number, step), "whatever one does is right: the task asks for nothing"


def only_one_thing_to_do(slug: str, part: Part, number: int, step: Step) -> bool:
    """A step may show a verb: then everything of its kind is right, and what else there is cannot be done yet."""
    match = lessons.attempt(find(slug), part, number, step.solution[:-1]).match
    return len({action.json().get("type") for action in match.choices(step.seat)}) == 1


@pytest.mark.parametrize(("slug", "part", "number"), STEPS)
def test_words_and_places_are_there(slug: str, part: Part, number: int) -> None:
    step = course_of(slug, part).steps[number]
    for text in [course_of(slug, part).title, *words_in(step)]:
        for language in LANGUAGES:
            words = getattr(text, language)
            assert words.strip() == words, words
            assert words, "a text is empty"
            assert not re.search(r"[{}]", words)
            assert bool(re.search("[а-яё]", words.lower())) == (language == "ru"), words
    assert len(step.lit) == len(step.solution)
    for anchors in step.lit:
        assert anchors, "nothing is lit"
        assert all(ANCHOR.fullmatch(anchor) for anchor in anchors), anchors


def test_a_wrong_move_of_an_exercise_is_told_before_the_next_one() -> None:
    game = find("ticket-to-ride")
    course = course_of(game.slug, "exercises")
    number, step = next((n, each) for n, each in enumerate(course.steps) if len(each.solution) == 2)
    assert step.proof is not None
    for each in step.proof.alternatives:
        tried = lessons.attempt(game, "exercises", number, [*step.solution[: each.nth], each.action])
        assert tried.verdict == "wrong"
        assert tried.text is not None
        assert tried.text in [remark.text for remark in step.remarks if remark.nth == each.nth]


@pytest.mark.parametrize("slug", OURS)
@pytest.mark.parametrize("part", lessons.PARTS)
def test_steps_have_names_of_their_own(slug: str, part: Part) -> None:
    course = lessons.load(find(slug), part)
    if course is not None:
        ids = [step.id for step in course.steps]
        assert len(set(ids)) == len(ids)
        assert {step.record for step in course.steps} == course.records.keys()


def test_a_game_without_lessons_has_none() -> None:
    assert lessons.load(TOY, "lesson") is None
    with pytest.raises(UnknownGame):
        lessons.find_step(TOY, "lesson", 0)


def test_an_illegal_action_is_refused_as_at_a_table() -> None:
    with pytest.raises(ActionError):
        lessons.attempt(find("30-rails"), "lesson", 1, [{"type": "mine", "row": 3, "column": 4}])


def test_patterns() -> None:
    data = {"kind": "lay", "stations": [3, 4, 5], "points": 7, "place": {"x": 1, "y": 2}}
    assert fits({"kind": "lay", "stations": {"least": 3}, "points": {"most": 7}}, data)
    assert fits({"place": {"x": 1}}, data)
    assert not fits({"stations": {"least": 4}}, data)
    assert not fits({"points": {"least": 8}}, data)
    assert not fits({"crossed": 0}, data)
