"""Makes static/kit/letters.js: the letters of the colours as outlines of the display face.

    python -m tools.glyphs            write it, after a catalog's letters or the font have changed
    python -m tools.glyphs --check    compare it with what would be written

The English letters are in static/kit/pieces.js, except two of Color Dice.
"""

import argparse
import json
import sys
from itertools import pairwise
from pathlib import Path
from typing import Any, Final

from fontTools.pens.boundsPen import BoundsPen
from fontTools.pens.recordingPen import DecomposingRecordingPen
from fontTools.pens.transformPen import TransformPen
from fontTools.ttLib import TTFont

STATIC: Final = Path(__file__).resolve().parent.parent / "static"
FONT: Final = STATIC / "vendor" / "young-serif" / "young-serif.woff2"
MODULE: Final = STATIC / "kit" / "letters.js"

OF_FOUR: Final = ("R", "Y", "G", "B")
"""Letters of red, yellow, green and blue: keys of every language's core.json."""
OF_TWO: Final = ("K", "W")
"""Letters of black and white: keys of every language's color_dice.json."""
# A capital is 100 units high; letters too tall or wide for their disc are scaled down.
CAPITAL: Final = 100
HIGHEST: Final = 116
BROADEST: Final = 126

HEAD: Final = """\
// @ts-check
// The letters of colours that pieces.js lacks, as outlines like its own. From Young Serif (OFL-1.1): tools/glyphs.py.

/** @type {Record<string, string>} */
export const MORE_LETTERS = {
"""


def main() -> None:
    arguments = argparse.ArgumentParser(description="Write or check static/kit/letters.js.")
    arguments.add_argument("--check", action="store_true", help="compare it with the font and the catalogs")
    written = module()
    if not arguments.parse_args().check:
        MODULE.write_text(written, "utf-8")
    elif MODULE.read_text("utf-8") != written:
        sys.exit("static/kit/letters.js is not what the font and the catalogs make: run python -m tools.glyphs")


def module() -> str:
    """The module's text."""
    font = TTFont(FONT)
    lines = [f'  {letter}: "{outline(font, letter)}",\n' for letter in sorted(letters())]
    return HEAD + "".join(lines) + "};\n"


def letters() -> set[str]:
    """The letters that any language uses for its colours, except those in pieces.js."""
    folders = [path.parent for path in (STATIC / "languages").glob("*/color_dice.json")]
    translated = {letter for folder in folders for letter in letters_of(folder)}
    return (translated | set(OF_TWO)) - set(OF_FOUR)


def letters_of(language: Path) -> list[str]:
    """One language's letters for red, yellow, green, blue, black and white."""
    four, two = (json.loads((language / f"{part}.json").read_text("utf-8")) for part in ("core", "color_dice"))
    return [*(four[letter] for letter in OF_FOUR), *(two[letter] for letter in OF_TWO)]


# --- Outlines -----------------------------------------------------------------------------------------------


def outline(font: TTFont, letter: str) -> str:
    """The SVG path of a letter centred on 0 0, in whole units, y downwards."""
    glyphs, name = font.getGlyphSet(), font.getBestCmap()[ord(letter)]
    bounds = BoundsPen(glyphs)
    glyphs[name].draw(bounds)
    left, bottom, right, top = bounds.bounds
    capital = font["OS/2"].sCapHeight
    # Round letters overshoot a capital's height; they are centred without the overshoot.
    low, high = (bottom, top) if top > 1.1 * capital else (0, capital)
    unit = CAPITAL / capital
    scale = min(unit, HIGHEST / (high - low), BROADEST / (right - left))
    pen = DecomposingRecordingPen(glyphs)
    middle = (-scale * (left + right) / 2, scale * (low + high) / 2)
    glyphs[name].draw(TransformPen(pen, (scale, 0, 0, -scale, *middle)))
    return path(pen.value)


def path(drawn: list[tuple[str, tuple[Any, ...]]]) -> str:
    """The pen's drawing as the shortest SVG path in whole units."""
    said: list[str] = []
    here = (0, 0)
    for step, points in drawn:
        match step:
            case "moveTo":
                here = whole(points[0])
                said.append(f"M{pair(here)}")
            case "lineTo":
                there = whole(points[0])
                said.append(straight(here, there))
                here = there
            case "qCurveTo":
                for control, end in curves(points):
                    said.append(f"q{pair(apart(here, whole(control)))}{spaced(pair(apart(here, whole(end))))}")
                    here = whole(end)
            case "closePath":
                said.append("z")
            case _:
                raise ValueError(f"the font draws with {step}")
    return "".join(said)


Point = tuple[float, float]


def curves(points: tuple[Point, ...]) -> list[tuple[Point, Point]]:
    """Quadratic curves with one control point each; TrueType omits end points half-way between two."""
    *controls, last = points
    halves = [((x + u) / 2, (y + v) / 2) for (x, y), (u, v) in pairwise(controls)]
    return list(zip(controls, [*halves, last], strict=True))


def whole(point: Point) -> tuple[int, int]:
    return round(point[0]), round(point[1])


def apart(start: tuple[int, int], end: tuple[int, int]) -> tuple[int, int]:
    return end[0] - start[0], end[1] - start[1]


def straight(start: tuple[int, int], end: tuple[int, int]) -> str:
    across, down = apart(start, end)
    if across and down:
        return f"l{pair((across, down))}"
    return f"h{across}" if across else f"v{down}" if down else ""


def pair(point: tuple[int, int]) -> str:
    return f"{point[0]}{spaced(str(point[1]))}"


def spaced(number: str) -> str:
    """A minus sign separates numbers as well as a space does."""
    return number if number.startswith("-") else f" {number}"


if __name__ == "__main__":
    main()
