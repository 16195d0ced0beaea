"""The difference between two views, for audiences so large that whole views would fill the line."""

from __future__ import annotations

from typing import Any

import msgspec

Change = list[Any]
"""[path, value], or [path] for what is gone; a path is a list of names and numbers."""


def differences(old: Any, new: Any) -> list[Change]:
    """What must change in one JSON value to make the other of it."""
    found: list[Change] = []
    _compare(old, new, [], found)
    return found


def _compare(old: Any, new: Any, path: list[str | int], found: list[Change]) -> None:
    # One list serves as the path of all values on the way: copied only for what changed, which is little.
    if isinstance(old, dict) and isinstance(new, dict):
        found += [[[*path, name]] for name in old if name not in new]
        for name, value in new.items():
            if name not in old:
                found.append([[*path, name], value])
            elif not _same(before := old[name], value):
                path.append(name)
                _compare(before, value, path, found)
                path.pop()
    elif isinstance(old, list) and isinstance(new, list) and len(old) == len(new):
        for number, value in enumerate(new):
            if not _same(before := old[number], value):
                path.append(number)
                _compare(before, value, path, found)
                path.pop()
    elif type(old) is not type(new) or old != new:
        found.append([[*path], new])


def _same(old: Any, new: Any) -> bool:
    """Whether nothing changed in there, without looking at every value of it: most of a view stays as it is.

    JSON knows a true from a 1; Python's equality does not, so what is equal is compared as JSON too.
    """
    return old is new or (old == new and msgspec.json.encode(old) == msgspec.json.encode(new))


def changed(old: Any, changes: list[Change]) -> Any:
    """The value after the changes; the old one stays as it is."""
    for path, *value in changes:
        old = _put(old, path, value)
    return old


def _put(old: Any, path: list[str | int], value: list[Any]) -> Any:
    if not path:
        return value[0]
    name, *rest = path
    if isinstance(old, list):
        assert isinstance(name, int)
        return [*old[:name], _put(old[name], rest, value), *old[name + 1 :]]
    if not rest and not value:
        return {each: kept for each, kept in old.items() if each != name}
    return {**old, name: _put(old.get(name), rest, value)}
