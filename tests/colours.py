"""Colours as readers see them: the tokens of the style sheets, their contrast, and how far apart they are.

Contrast is WCAG's. Distances are Euclidean in OKLab (Björn Ottosson, 2020) × 100; readers who lack a kind of cones are
simulated as on the page /specimen: after Machado, Oliveira and Fernandes, 2009, at full severity, on linear RGB.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable
from itertools import combinations
from typing import Final

from app.web.gallery import EYES as SIMULATED
from tests.conftest import ROOT

Vector = tuple[float, float, float]
Matrix = tuple[Vector, Vector, Vector]

EYES: Final[dict[str, Matrix]] = {"all cones": ((1, 0, 0), (0, 1, 0), (0, 0, 1)), **SIMULATED}
_TO_CONES: Final[Matrix] = (
    (0.4122214708, 0.5363325363, 0.0514459929),
    (0.2119034982, 0.6806995451, 0.1073969566),
    (0.0883024619, 0.2817188376, 0.6299787005),
)
_TO_OKLAB: Final[Matrix] = (
    (0.2104542553, 0.7936177850, -0.0040720468),
    (1.9779984951, -2.4285922050, 0.4505937099),
    (0.0259040371, 0.7827717662, -0.8086757660),
)
_TOKEN: Final = re.compile(r"--([a-z0-9-]+): (#[0-9a-f]{6}|var\(--([a-z0-9-]+)\));")


_OF_A_TABLE: Final = re.compile(r':root\[data-table="(\w+)"\](\[data-dark\])? \{([^}]*)\}')


def tokens(theme: str) -> dict[str, str]:
    """The colours of a theme by the names of their tokens, as #rrggbb: of "light", "dark", or these on another table,
    such as "light walnut"."""
    light, _, table = theme.partition(" ")
    texts = [_sheet("tokens.css"), *([_sheet("dark.css")] if light == "dark" else [])]
    for name, in_the_dark, text in _OF_A_TABLE.findall(_sheet("table_themes.css")):
        if name == table and (light == "dark" or not in_the_dark):
            texts.append(text)
    said = [found for text in texts for found in _TOKEN.finditer(text)]
    named = {found[1]: found[3] or found[2] for found in said}
    return {name: value if value.startswith("#") else named[value] for name, value in named.items()}


def _sheet(name: str) -> str:
    return (ROOT / "static/css" / name).read_text("utf-8")


def contrast(one: str, other: str) -> float:
    """From 1 to 21."""
    dark, light = sorted((_luminance(one), _luminance(other)))
    return (light + 0.05) / (dark + 0.05)


def distance(one: str, other: str, eyes: str) -> float:
    """How far apart these eyes see two colours: 0 the same, 100 black and white."""
    return 100 * math.dist(_seen(one, eyes), _seen(other, eyes))


def nearest(colours: Iterable[tuple[str, str]]) -> tuple[float, str]:
    """Of named colours the two that are hardest to tell apart, for whichever eyes: how far they are, and which."""
    pairs = combinations(colours, 2)
    return min(
        (distance(one, other, eyes), f"{name} and {second}, {eyes}")
        for (name, one), (second, other) in pairs
        for eyes in EYES
    )


def _seen(colour: str, eyes: str) -> Vector:
    red, green, blue = (min(1.0, max(0.0, light)) for light in _times(EYES[eyes], _linear(colour)))
    long, middle, short = (math.cbrt(cone) for cone in _times(_TO_CONES, (red, green, blue)))
    return _times(_TO_OKLAB, (long, middle, short))


def _linear(colour: str) -> Vector:
    red, green, blue = (int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5))
    return _without_gamma(red), _without_gamma(green), _without_gamma(blue)


def _without_gamma(light: float) -> float:
    return light / 12.92 if light <= 0.04045 else ((light + 0.055) / 1.055) ** 2.4


def _times(matrix: Matrix, vector: Vector) -> Vector:
    one, two, three = (_dot(row, vector) for row in matrix)
    return one, two, three


def _dot(one: Vector, other: Vector) -> float:
    return sum(a * b for a, b in zip(one, other, strict=True))


def _luminance(colour: str) -> float:
    return _dot((0.2126, 0.7152, 0.0722), _linear(colour))
