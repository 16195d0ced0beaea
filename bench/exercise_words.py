"""What exercises say: the task, the solution with the game's own facts, and what a wrong answer costs."""

from __future__ import annotations

from collections.abc import Sequence

from branchline.core.action import Move
from branchline.core.game import Game
from branchline.core.state import State
from branchline.core.text import LANGUAGES, Text, plural

FACTS = 2
"""So many facts are told of a move."""
POINTS = ("очко", "очка", "очков")
Words = dict[str, str]


def words(**by_language: str) -> Words:
    """A text in each language."""
    return {language: by_language[language] for language in LANGUAGES}


def said(text: Text) -> Words:
    """A text of the game in each language."""
    return {language: text.render(language) for language in LANGUAGES}


def sentence(text: str) -> str:
    """With a capital at the beginning and a full stop at the end."""
    return f"{text[:1].upper()}{text[1:]}."


def number(loss: float) -> Words:
    """Points for readers: with a tenth, so that the noun after them has one form, and a comma in Russian."""
    shown = f"{loss:.1f}"
    return words(en=shown, ru=shown.replace(".", ","))


def points(n: int) -> str:
    """«3 очка»."""
    return f"{n} {POINTS[plural(n, 'ru')]}"


def reasons(game: Game, state: State, seat: int, other: Move, best: Move, alone: bool = False) -> Words:
    """The facts that tell the best move from another one, each a sentence; `alone` only those of the best."""
    facts = game.explain(state, seat, other, best)[1 if alone else 0 : FACTS]
    return {language: " ".join(sentence(fact.render(language)) for fact in facts) for language in LANGUAGES}


def task(turn: int, moves: int) -> Words:
    """What is to be found."""
    if moves == 1:
        return words(en=f"Turn {turn}. Find the best move.", ru=f"Ход {turn}. Найдите лучший ход.")
    return words(
        en=f"Turn {turn}. Find the best two moves, one after the other.",
        ru=f"Ход {turn}. Найдите два лучших хода, один за другим.",
    )


def title(turn: int, moves: int) -> Words:
    """How it is called in the list."""
    if moves == 1:
        return words(en=f"Turn {turn}", ru=f"Ход {turn}")
    return words(en=f"Turn {turn}, two moves", ru=f"Ход {turn}, два хода")


def done(best: Sequence[Words]) -> Words:
    """What is said when it is solved."""
    return words(
        en=f"The best: {', then '.join(each['en'] for each in best)}.",
        ru=f"Лучше всего: {', потом '.join(each['ru'] for each in best)}.",
    )


def worse(loss: float) -> Words:
    """What is said of a wrong answer, without telling the right one."""
    lost = number(loss)
    return words(
        en=f"There is a better move: this one costs about {lost['en']} points.",
        ru=f"Есть ход лучше: этот стоит примерно {lost['ru']} очка.",
    )


def why(facts: Words, second: Words, loss: float, worlds: int) -> Words:
    """How far the next best move is behind, and the game's facts about the two."""
    gap = number(loss)
    said = words(
        en=f"Next best is “{second['en']}”: {gap['en']} points less on average over {worlds} continuations.",
        ru=f"Следующий по силе ход, «{second['ru']}», в среднем хуже на {gap['ru']} очка ({worlds} продолжений).",
    )
    return {language: " ".join(filter(None, (said[language], facts[language]))) for language in LANGUAGES}


def numbered(whys: Sequence[Words]) -> Words:
    """The reasons of one move after the other."""
    if len(whys) == 1:
        return whys[0]
    return {language: "\n".join(f"{n}) {each[language]}" for n, each in enumerate(whys, 1)) for language in LANGUAGES}
