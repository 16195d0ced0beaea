"""Names that look alike are one name."""

from __future__ import annotations

import pytest

from branchline.server.errors import Refused
from branchline.server.people import agents, names, secret_codes


@pytest.mark.parametrize(
    ("name", "other"),
    [
        ("Anna", "ANNA"),
        ("Anna", "Аnnа"),  # both а are Cyrillic
        ("Anna", "An na"),
        ("Anna", "Ánna"),
        ("Борис", "Бориc"),  # the last с is Latin
        ("Oleg", "0leg"),
        ("Bill", "BiII"),
        ("Пётр", "Петр"),
        ("Вова", "Boвa"),
        ("modern", "modem"),
        ("Anna", "Ａｎｎａ"),
        ("Anna", "Anna\u200b"),
        ("Ηanna", "Hanna"),  # a Greek eta
    ],
)
def test_look_alikes_have_one_skeleton(name: str, other: str) -> None:
    assert names.skeleton(name) == names.skeleton(other)


def test_common_names_stay_apart() -> None:
    many = ["Anna", "Анна", "Anne", "Boris", "Борис", "Олег", "Ольга", "Иван", "Ивана", "Maria", "Мария", "Max", "Макс"]
    assert len({names.skeleton(name) for name in many}) == len(many)


@pytest.mark.parametrize("name", ["a", "x" * 25, "1234", "<b>x</b>", "…!", "Admin", "Вeткa", "branch-line"])
def test_some_names_are_nobodys(name: str) -> None:
    with pytest.raises(Refused):
        names.clean(name)


def test_a_code_is_read_as_it_was_written_down() -> None:
    code = secret_codes.new_code()
    assert secret_codes.code_hash(code) == secret_codes.code_hash(f" {code.upper().replace('-', ' ')} ")
    assert len({secret_codes.new_code() for _ in range(100)}) == 100


def test_browsers_are_named_in_two_words() -> None:
    chrome = "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/120.0 Safari/537.36"
    assert agents.label(chrome) == "Chrome, Windows"
    assert agents.label("Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) Safari/604.1") == "Safari, iPhone"
    assert agents.label("python-httpx/0.28") == "python-httpx"
    assert agents.label("") == "?"
