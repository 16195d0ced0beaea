"""Draws the icons of the installed application from public/icon.svg, with Chromium: python web/icons/make.py

What it writes into public/icons/ is committed, as the fonts are: a build needs no browser.
"""

from __future__ import annotations

import re
from pathlib import Path

from playwright.sync_api import sync_playwright

PUBLIC = Path(__file__).parents[1] / "public"
PAPER = "#F6F1E5"


def drawing() -> str:
    """The icon without its ground."""
    text = (PUBLIC / "icon.svg").read_text("utf-8")
    inner = re.search(r"<rect[^>]*/>(.*)</svg>", text)
    assert inner is not None
    return inner[1]


def icon(ground: str, scale: float, radius: float = 0.0, ink: str = "") -> str:
    """The drawing at that scale in the middle of a ground; in one colour if `ink` is given."""
    shift = 18 * (1 - scale)
    lines = drawing()
    if ink:
        lines = re.sub(r'(stroke|fill)="#[0-9A-F]+"', rf'\1="{ink}"', lines)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 36 36"><rect width="36" height="36" rx="{radius}" '
        f'fill="{ground}"/><g transform="translate({shift} {shift}) scale({scale})">{lines}</g></svg>'
    )


ICONS = {
    "192": (192, icon(PAPER, 1.0, 7)),
    "512": (512, icon(PAPER, 1.0, 7)),
    # A mask may cut away all but a circle of 80 %; Apple rounds the corners itself.
    "maskable": (512, icon(PAPER, 0.72)),
    "apple": (180, icon(PAPER, 0.86)),
    # Android shows only where a badge is opaque.
    "badge": (96, icon("none", 1.0, 0, "#FFFFFF")),
}


def main() -> None:
    """Write all icons."""
    (PUBLIC / "icons").mkdir(exist_ok=True)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path="/usr/bin/chromium", args=["--no-sandbox"])
        for name, (size, svg) in ICONS.items():
            page = browser.new_page(viewport={"width": size, "height": size})
            page.set_content(f"<style>*{{margin:0}}svg{{display:block;width:{size}px;height:{size}px}}</style>{svg}")
            page.screenshot(path=PUBLIC / "icons" / f"{name}.png", omit_background=True)
            page.close()
        browser.close()


if __name__ == "__main__":
    main()
