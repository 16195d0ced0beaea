"""Makes the pictures of both READMEs from the screenshots: fewer colours, under 300 kB each."""

from __future__ import annotations

from pathlib import Path

from PIL import Image

HERE = Path(__file__).parents[2]
FROM, TO = HERE / "screenshots", HERE / "docs" / "pictures"
NAMES = ("rails30-light", "tickets-payment-light", "rocket-england-light", "strings-lay-light")

if __name__ == "__main__":
    TO.mkdir(parents=True, exist_ok=True)
    for name in (f"{name}-{language}" for name in NAMES for language in ("en", "ru")):
        picture = Image.open(FROM / f"{name}.png").convert("RGB")
        # The usual way to choose colours gives a seat that is seldom shown the colour of another.
        small = picture.quantize(256, Image.Quantize.MAXCOVERAGE, kmeans=1, dither=Image.Dither.NONE)
        small.save(TO / f"{name}.png", optimize=True)
        size = (TO / f"{name}.png").stat().st_size
        print(f"docs/pictures/{name}.png {size // 1000} kB")
        assert size < 300_000, f"{name} is too large for the README"
