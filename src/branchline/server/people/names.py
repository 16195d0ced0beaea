"""Names of accounts: which are allowed, and which look alike."""

from __future__ import annotations

import unicodedata
from functools import cache

from branchline.core.text import one_line
from branchline.server.errors import Refused

LEAST, MOST = 2, 24
_BESIDE_LETTERS = " .-_'’"
_LOOK_LIKE_ONE = {"rn": "m", "vv": "w", "cl": "d"}
"""Pairs of letters that read as one; only what is left after the single letters are alike."""
_COMMON = frozenset("abcdefghijklmnopqrstuvwxyz0123456789абвгдежзийклмнопрстуфхцчшщъыьэюяіјѕєґ")
"""The letters that people here write. Over rare ones all letters would be chained to each other."""
_GREEK = dict(zip("αβεζηικμνορτυχ", "abezhikmvoptyx", strict=True))
RESERVED = ("Branchline", "Ветка", "admin", "administrator", "администратор", "moderator", "модератор", "server", "бот")
"""Names that would speak for the server."""


def clean(name: str) -> str:
    """A name as an account may have it, or a refusal that says what is wrong."""
    found = one_line(unicodedata.normalize("NFKC", name))
    if not LEAST <= len(found) <= MOST:
        raise Refused(422, "name_length", least=LEAST, most=MOST)
    if not all(_may_stand(letter) for letter in found) or not any(letter.isalpha() for letter in found):
        raise Refused(422, "name_letters")
    if not skeleton(found) or skeleton(found) in _reserved():
        raise Refused(409, "name_taken", name=found)
    return found


def skeleton(name: str) -> str:
    """What is left of a name when everything is taken away that the eye may miss: two names with one skeleton are one.

    Case, spaces, marks above letters, and the script of letters that look alike (the Latin and the Cyrillic `a`).
    """
    folded = unicodedata.normalize("NFKD", unicodedata.normalize("NFKC", name).casefold())
    alike = _alike()
    letters = "".join(alike.get(letter, letter) for letter in folded if unicodedata.category(letter)[0] in "LN")
    for pair, one in _LOOK_LIKE_ONE.items():
        letters = letters.replace(pair, one)
    return letters[:120]


def _may_stand(letter: str) -> bool:
    return letter in _BESIDE_LETTERS or unicodedata.category(letter)[0] in "LN" or unicodedata.category(letter) == "Mn"


@cache
def _reserved() -> frozenset[str]:
    return frozenset(skeleton(name) for name in RESERVED)


@cache
def _alike() -> dict[str, str]:
    """For each letter the one that stands for all that look like it, in any case: `В` is `B`, so `в` goes with `b`."""
    from confusable_homoglyphs.confusables import confusables_data

    leader: dict[str, str] = {}

    def find(letter: str) -> str:
        while leader.setdefault(letter, letter) != letter:
            letter = leader[letter]
        return letter

    for letter, found in confusables_data.items():
        for other in found:
            pair = [letter.lower(), other["c"].lower()]
            if all(each in _COMMON for each in pair):
                first, second = sorted(find(each) for each in pair)
                leader[second] = first
    return {letter: find(letter) for letter in leader} | {greek: find(latin) for greek, latin in _GREEK.items()}
