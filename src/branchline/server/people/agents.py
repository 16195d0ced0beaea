"""What a browser is called in a list of sessions: its kind and its system, and no more of it is kept."""

from __future__ import annotations

_BROWSERS = (
    ("Edg", "Edge"),
    ("OPR", "Opera"),
    ("YaBrowser", "Yandex"),
    ("Firefox", "Firefox"),
    ("FxiOS", "Firefox"),
    ("Chrome", "Chrome"),
    ("CriOS", "Chrome"),
    ("Safari", "Safari"),
)
_SYSTEMS = (
    ("Android", "Android"),
    ("iPhone", "iPhone"),
    ("iPad", "iPad"),
    ("Windows", "Windows"),
    ("Mac OS", "macOS"),
    ("CrOS", "ChromeOS"),
    ("Linux", "Linux"),
)


def label(agent: str) -> str:
    """The browser behind a User-Agent header, in two words; the order matters, since most pretend to be others."""
    found = [next((name for mark, name in known if mark in agent), "") for known in (_BROWSERS, _SYSTEMS)]
    return ", ".join(filter(None, found)) or agent.partition("/")[0][:40].strip() or "?"
