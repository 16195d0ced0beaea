"""Makes the small fonts beside this file: the characters that nearly every page needs.

    pip install "fonttools[woff]" && python web/fonts/make.py

The whole fonts weigh 93 kB, and a Russian page needs little more than the digits of the Latin ones. So the most used
characters stand in files of their own; others (é, ї) still come from the whole fonts (src/styles/tokens.css).
Oranienbaum's licence reserves its name for unchanged fonts, so the changed one is called Branchline Display.
"""

from pathlib import Path

from fontTools import subset
from fontTools.ttLib import TTFont

HERE = Path(__file__).parent
MODULES = HERE.parent / "node_modules"
GOLOS = "@fontsource-variable/golos-text/files/golos-text-{}-wght-normal.woff2"
ORANIENBAUM = "@fontsource/oranienbaum/files/oranienbaum-{}-400-normal.woff2"
DISPLAY = "Branchline Display"
BASIC = [(0x20, 0x7E), (0xA0, 0xA0), (0xAB, 0xAB), (0xB0, 0xB0), (0xB7, 0xB7), (0xBB, 0xBB), (0xD7, 0xD7)]
BASIC += [(0x2009, 0x200A), (0x2013, 0x2014), (0x2018, 0x201A), (0x201C, 0x201E), (0x2026, 0x2026), (0x202F, 0x202F)]
BASIC += [(0x2032, 0x2033), (0x2212, 0x2212)]
RUSSIAN = [(0x401, 0x401), (0x410, 0x44F), (0x451, 0x451), (0x2116, 0x2116)]
FONTS = {
    "golos-text-basic.woff2": (GOLOS.format("latin"), BASIC, None),
    "golos-text-russian.woff2": (GOLOS.format("cyrillic"), RUSSIAN, None),
    "branchline-display-basic.woff2": (ORANIENBAUM.format("latin"), BASIC, DISPLAY),
    "branchline-display-russian.woff2": (ORANIENBAUM.format("cyrillic"), RUSSIAN, DISPLAY),
}


def make(source: Path, target: Path, ranges: list[tuple[int, int]], name: str | None) -> None:
    """Write these characters of a font; a changed name where the licence asks for it."""
    options = subset.Options()
    options.flavor = "woff2"
    options.layout_features = ["kern", "mark", "mkmk", "ccmp", "locl", "liga", "lnum", "tnum", "pnum"]
    options.name_IDs = [0, 1, 2, 3, 4, 5, 6, 13, 14]
    options.drop_tables += ["VVAR", "vhea", "vmtx"]
    options.hinting = False
    font = TTFont(source)
    subsetter = subset.Subsetter(options)
    subsetter.populate(unicodes=[code for first, last in ranges for code in range(first, last + 1)])
    subsetter.subset(font)
    if name is not None:
        for record in font["name"].names:
            if record.nameID in (1, 3, 4, 6):
                record.string = name.replace(" ", "") if record.nameID == 6 else name
    font["head"].modified = font["head"].created
    subset.save_font(font, target, options)


if __name__ == "__main__":
    for file, (source, ranges, name) in FONTS.items():
        make(MODULES / source, HERE / file, ranges, name)
        print(file, (HERE / file).stat().st_size)
