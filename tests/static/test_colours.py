"""Everybody can tell apart what differs by colour, and whatever is read has enough contrast.

Only the tokens are measured here; pages are measured in browser/measured.py. Contrast is WCAG's. Distances are
Euclidean in OKLab (Björn Ottosson, 2020) × 100; colour-blind vision is simulated as on the page /specimen: after
Machado, Oliveira and Fernandes, 2009, at full severity, on linear RGB.
"""

import math
import re
from collections.abc import Iterable, Sequence
from itertools import combinations, product
from typing import Final

import pytest

from app.web.pages import EYES as SIMULATED
from tests.conftest import ROOT

APART = 15
THEMES = ("light", "dark", "light walnut", "dark walnut", "light azulejo", "dark azulejo", "dark night")

# Colours on one table, or on one piece, with different meanings.
PIECES = {
    "TCNCCC": ("red", "gold", "green", "blue", "wood"),
    "the piecepack": ("red", "black", "gold", "blue"),
    "Color Dice": ("red", "gold", "green", "blue", "black", "white"),
    "seats": ("seat-1", "seat-2", "seat-3", "seat-4", "seat-5", "seat-6"),
    "figures of the piecepack": ("sun", "spade", "crown", "arms"),
    "cards": ("spade", "heart", "diamond", "club"),
    "cards in two colours": ("spade", "heart"),
}
# The rings around what can be pressed or is picked, has just changed, or has been offered; and what they are drawn on.
MARKERS = ("focus", "turn", "ink")
COLOURED = ("red", "gold", "green", "blue")
WRITTEN_ON = {
    "ink": ("paper", "sheet", "felt", "felt2"),
    "ink2": ("paper", "sheet", "felt"),
    "act": ("paper", "sheet"),
    "bad": ("paper", "sheet"),
    "act-ink": ("act", "act-over"),
    "on-piece": ("face", "turn", "wood"),
    **dict.fromkeys(("sun", "crown", "arms", "spade", "heart", "diamond", "club"), ("face",)),
    "card-line": ("card-back",),
}
EDGES = {
    "edge": ("paper", "sheet", "face", "felt"),
    "outline": ("felt", "felt2", "sheet"),
    "focus": ("felt", "felt2", "sheet", "paper"),
}


def test_pieces_that_are_used_together_differ_for_all_eyes() -> None:
    colours = tokens("light")
    for names in PIECES.values():
        apart, which = nearest((name, colours[name]) for name in names)
        assert apart >= APART, which


@pytest.mark.parametrize("theme", THEMES)
def test_markers_differ_from_each_other_and_from_the_felt_for_all_eyes(theme: str) -> None:
    colours = tokens(theme)
    apart, which = nearest((name, colours[name]) for name in MARKERS)
    assert apart >= APART, which
    for eyes, marker, ground in product(EYES, MARKERS, ("felt", "felt2", "sheet")):
        assert distance(colours[marker], colours[ground], eyes) >= APART, (eyes, marker, ground)


@pytest.mark.parametrize("theme", THEMES)
def test_what_must_be_pressed_and_whose_turn_it_is_are_marked_in_no_piece_s_colour(theme: str) -> None:
    """An area or a tile framed in a piece's colour is that player's, not one to be pressed."""
    colours = tokens(theme)
    for marker, piece in product(("focus", "turn"), COLOURED):
        assert distance(colours[marker], colours[piece], "all cones") >= APART, (marker, piece)
        assert min(distance(colours[marker], colours[piece], eyes) for eyes in EYES) >= 10, (marker, piece)
    assert nearest((name, colours[name]) for name in ("turn", "gold"))[0] >= APART, "the turn, and what is won"


def test_a_seat_is_taken_for_no_piece_and_the_notches_of_its_ribbon_stand_out() -> None:
    colours, seats = tokens("light"), PIECES["seats"]
    for seat, piece in product(seats, PIECES["TCNCCC"][:4]):
        assert distance(colours[seat], colours[piece], "all cones") >= 10, (seat, piece)
    for seat, on in zip(seats, ("black", "black", "face", "black", "face", "face"), strict=True):
        assert contrast(colours[seat], colours[on]) >= 3, seat


def test_pieces_have_the_same_colours_in_all_themes_and_each_table_has_colours_of_its_own() -> None:
    of_pieces = {name for names in PIECES.values() for name in names}
    assert len({tuple(tokens(theme)[name] for name in sorted(of_pieces)) for theme in THEMES}) == 1
    assert len({tokens(theme)["felt"] for theme in THEMES}) == len(THEMES)


@pytest.mark.parametrize("theme", THEMES)
def test_what_is_written_and_edges_and_rings_stand_out(theme: str) -> None:
    assert faint(theme, WRITTEN_ON, 4.5) == []
    assert faint(theme, EDGES, 3) == []
    assert faint(theme, {"ink": ("sheet",), "bad": ("sheet",)}, 7) == [], "the prompt and the log are easy to read"


def faint(theme: str, grounds: dict[str, tuple[str, ...]], least: float) -> list[tuple[str, str]]:
    """The pairs of colours with less contrast than this."""
    colours = tokens(theme)
    pairs = [(upper, ground) for upper in grounds for ground in grounds[upper]]
    return [pair for pair in pairs if contrast(*(colours[name] for name in pair)) < least]


def test_style_sheets_name_their_colours_by_tokens() -> None:
    """Except for white and black, and shades over something else."""
    written = [
        f"{sheet.name}: {colour}"
        for sheet in [*(ROOT / "static/css").rglob("*.css"), *(ROOT / "static/games").rglob("*.css")]
        if sheet.name not in ("tokens.css", "dark.css", "table_themes.css")
        for colour in re.findall(r"#[0-9a-fA-F]{3,8}\b(?=[^{}]*;)", sheet.read_text("utf-8"))
        if colour not in ("#fff", "#000")
    ]
    assert written == []


def test_the_measures_themselves() -> None:
    for one, other, ratio, far in (("#000000", "#ffffff", 21, 100), ("#b3271e", "#b3271e", 1, 0)):
        assert contrast(one, other) == pytest.approx(ratio)
        assert all(distance(one, other, eyes) == pytest.approx(far, abs=0.1) for eyes in EYES)
    normal, protan, deutan, tritan = (distance("#d04040", "#40a040", eyes) for eyes in EYES)
    assert protan < normal and deutan < normal / 2 < tritan, "red against green, without red, green or blue cones"


Vector = Sequence[float]

EYES: Final = {
    "all cones": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    **{name: tuple(tuple(map(float, row.split())) for row in rows) for name, rows in SIMULATED.items()},
}
_TO_CONES: Final = (
    (0.4122214708, 0.5363325363, 0.0514459929),
    (0.2119034982, 0.6806995451, 0.1073969566),
    (0.0883024619, 0.2817188376, 0.6299787005),
)
_TO_OKLAB: Final = (
    (0.2104542553, 0.7936177850, -0.0040720468),
    (1.9779984951, -2.4285922050, 0.4505937099),
    (0.0259040371, 0.7827717662, -0.8086757660),
)
_TOKEN: Final = re.compile(r"--([a-z0-9-]+): (#[0-9a-f]{6}|var\(--([a-z0-9-]+)\));")


_OF_A_TABLE: Final = re.compile(r':root\[data-table="(\w+)"\](\[data-dark\])? \{([^}]*)\}')


def tokens(theme: str) -> dict[str, str]:
    """A theme's colours by token, as #rrggbb: "light", "dark", or these on another table, such as "light walnut"."""
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
    """WCAG contrast, from 1 to 21."""
    dark, light = sorted((_luminance(one), _luminance(other)))
    return (light + 0.05) / (dark + 0.05)


def distance(one: str, other: str, eyes: str) -> float:
    """How far apart two colours are for this kind of vision: 0 equal, 100 black and white."""
    return 100 * math.dist(_seen(one, eyes), _seen(other, eyes))


def nearest(colours: Iterable[tuple[str, str]]) -> tuple[float, str]:
    """The two named colours hardest to tell apart, for any kind of vision: their distance, and which."""
    pairs = combinations(colours, 2)
    return min((distance(a, b, eyes), f"{one} and {other}, {eyes}") for (one, a), (other, b) in pairs for eyes in EYES)


def _seen(colour: str, eyes: str) -> Vector:
    lights = [min(1.0, max(0.0, light)) for light in _times(EYES[eyes], _linear(colour))]
    return _times(_TO_OKLAB, [math.cbrt(cone) for cone in _times(_TO_CONES, lights)])


def _linear(colour: str) -> Vector:
    return [_without_gamma(int(colour[at : at + 2], 16) / 255) for at in (1, 3, 5)]


def _without_gamma(light: float) -> float:
    return light / 12.92 if light <= 0.04045 else ((light + 0.055) / 1.055) ** 2.4


def _times(matrix: Sequence[Vector], vector: Vector) -> Vector:
    return [_dot(row, vector) for row in matrix]


def _dot(one: Vector, other: Vector) -> float:
    return sum(a * b for a, b in zip(one, other, strict=True))


def _luminance(colour: str) -> float:
    return _dot((0.2126, 0.7152, 0.0722), _linear(colour))
