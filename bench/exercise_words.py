"""What exercises say: the task, the solution with the game's own facts, and what a wrong answer costs."""

from __future__ import annotations

import re
from collections.abc import Sequence

from branchline.core.action import Move
from branchline.core.game import Game
from branchline.core.state import State
from branchline.core.text import LANGUAGES, Text, plural

FACTS = 2
"""So many facts are told of a move."""
CLOSE, GRAVE = 4.0, 12.0
"""A wrong answer that costs fewer points is close; one that costs more misses what the position is about."""
POINTS = ("очко", "очка", "очков")
AGAINST = {
    *(
        f"rails30.explain_{each}"
        for each in ("points", "closed", "joins", "lacks", "mine_closed", "mine_lacks", "jokers", "dead_ends")
    ),
    *(f"rocket.explain_{each}" for each in ("played_others", "played_idle", "lead", "count")),
    *(
        f"tickets.explain_{each}"
        for each in ("no_ticket", "unwanted", "gray", "spent", "drew_tickets", "better_ends", "played_ends")
    ),
    "tickets.explain_open_locomotive",
}
"""Facts that say what is wrong with an answer; others tell the two apart without taking sides."""
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


def fair_reason(game: Game, state: State, seat: int, other: Move, best: Move) -> Words:
    """The first fact that speaks against a wrong answer and names nothing of the right one; nothing without one."""
    texts = [game.text(state, seat, move) for move in (best, other)]
    telling = {
        language: set(_names(texts[0].render(language))) - set(_names(texts[1].render(language)))
        for language in LANGUAGES
    }
    for fact in game.explain(state, seat, other, best):
        told = {language: fact.render(language) for language in LANGUAGES}
        names = any(telling[language] & set(_names(told[language])) for language in LANGUAGES)
        if fact.code in AGAINST and not names:
            return {language: sentence(text) for language, text in told.items()}
    return dict.fromkeys(LANGUAGES, "")


def _names(text: str) -> list[str]:
    """The words of a text that may be a place, a line or a colour: longer than a letter, and no plain number."""
    return [each for each in re.findall(r"[\w&·]+", text.lower()) if len(each) > 1 and not each.isdigit()]


def standing(scores: Sequence[int], seat: int) -> Words:
    """How the game stands, for whoever is to move: «88 : 57», or the points of a sheet of one's own."""
    if len(scores) == 1:
        n = scores[seat]
        return words(en=f"{n} {'point' if n == 1 else 'points'} on the sheet", ru=f"{points(n)} на листе")
    rest = sorted((each for other, each in enumerate(scores) if other != seat), reverse=True)
    shown = " : ".join(str(each) for each in (scores[seat], *rest))
    return words(en=f"score {shown}", ru=f"счёт {shown}")


def task(turn: int, moves: int, stands: Words) -> Words:
    """What is to be found."""
    if moves == 1:
        return words(
            en=f"Turn {turn}, {stands['en']}. What would you play?", ru=f"Ход {turn}, {stands['ru']}. Как сыграете?"
        )
    return words(
        en=f"Turn {turn}, {stands['en']}. Plan two moves ahead: which ones, and which first?",
        ru=f"Ход {turn}, {stands['ru']}. Задумайте два хода вперёд: какие и какой первым?",
    )


def title(turn: int, moves: int, stands: Words) -> Words:
    """How it is called in the list."""
    if moves == 1:
        return words(en=f"Turn {turn}, {stands['en']}", ru=f"Ход {turn}, {stands['ru']}")
    return words(en=f"Turn {turn}, two moves", ru=f"Ход {turn}, два хода")


def done(best: Sequence[Words], margin: float) -> Words:
    """What is said when it is solved."""
    gap = number(margin)
    return words(
        en=f"That is it: {', then '.join(each['en'] for each in best)}. "
        f"No other move that the expert looked at comes within {gap['en']} points.",
        ru=f"Верно: {', потом '.join(each['ru'] for each in best)}. "
        f"Остальные ходы, которые смотрел эксперт, слабее хотя бы на {gap['ru']} очка.",
    )


def worse(loss: float, reason: Words) -> Words:
    """What is said of a wrong answer, without telling the right one: what it costs, and why if that can be said."""
    lost = number(loss)
    if any(reason.values()):
        said = words(
            en=f"This costs about {lost['en']} points.",
            ru=f"Так вы отдаёте примерно {lost['ru']} очка.",
        )
        return {language: f"{said[language]} {reason[language]}" for language in LANGUAGES}
    if loss < CLOSE:
        return words(
            en=f"Close, but another move brings about {lost['en']} points more.",
            ru=f"Близко, но есть ход, который приносит примерно на {lost['ru']} очка больше.",
        )
    if loss < GRAVE:
        return words(
            en=f"This gives away about {lost['en']} points. Look once more.",
            ru=f"Так вы отдаёте примерно {lost['ru']} очка. Посмотрите ещё раз.",
        )
    return words(
        en=f"That would cost about {lost['en']} points. What is this position about?",
        ru=f"Так пропадёт примерно {lost['ru']} очка. Что здесь главное?",
    )


def why(facts: Words, second: Words, loss: float, worlds: int) -> Words:
    """The move that suggests itself, how far it is behind, and the game's facts about the two."""
    gap = number(loss)
    said = words(
        en=f"Tempting is “{second['en']}”, but it comes to {gap['en']} points less on average "
        f"over {worlds} continuations.",
        ru=f"Напрашивается «{second['ru']}», но так выходит в среднем на {gap['ru']} очка меньше "
        f"({worlds} продолжений).",
    )
    return {language: " ".join(filter(None, (said[language], facts[language]))) for language in LANGUAGES}


def numbered(whys: Sequence[Words]) -> Words:
    """The reasons of one move after the other."""
    if len(whys) == 1:
        return whys[0]
    return {language: "\n".join(f"{n}) {each[language]}" for n, each in enumerate(whys, 1)) for language in LANGUAGES}
