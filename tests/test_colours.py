"""Whatever is told apart by colour can be told apart by everybody; what is read stands out from what is behind it.

Only the tokens are measured here; what a page makes of them is measured in browser/measured.py.
"""

import re
from itertools import product

import pytest

from tests.colours import EYES, contrast, distance, nearest, tokens
from tests.conftest import ROOT

APART = 15
THEMES = (
    "light", "dark", "light walnut", "dark walnut", "light azulejo", "dark azulejo", "dark night"
)  # fmt: skip

# Colours that lie on one table, or on one piece, and say different things.
PIECES = {
    "TCNCCC": ("red", "gold", "green", "blue", "wood"),
    "the piecepack": ("red", "black", "gold", "blue"),
    "Color Dice": ("red", "gold", "green", "blue", "black", "white"),
    "seats": ("seat-1", "seat-2", "seat-3", "seat-4", "seat-5", "seat-6"),
    "figures of the piecepack": ("sun", "spade", "crown", "arms"),
    "cards": ("spade", "heart", "diamond", "club"),
    "cards in two colours": ("spade", "heart"),
}
# The rings round what can be pressed or is picked, what has just changed, and what is under offer; what they lie on.
MARKERS = ("focus", "turn", "ink")
GROUNDS = ("felt", "felt2", "sheet")
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
    for eyes, marker, ground in product(EYES, MARKERS, GROUNDS):
        assert distance(colours[marker], colours[ground], eyes) >= APART, (eyes, marker, ground)


def test_a_seat_is_taken_for_no_piece() -> None:
    colours = tokens("light")
    seats, pieces = PIECES["seats"], PIECES["TCNCCC"][:4]
    near = [(seat, piece) for seat, piece in product(seats, pieces)
            if distance(colours[seat], colours[piece], "all cones") < 10]  # fmt: skip
    assert near == []


def test_a_ribbon_and_its_notches_stand_out_from_each_other() -> None:
    colours = tokens("light")
    notches = dict(zip(PIECES["seats"], ("black", "black", "face", "black", "face", "face"), strict=True))
    assert {seat: on for seat, on in notches.items() if contrast(colours[seat], colours[on]) < 3} == {}


@pytest.mark.parametrize("theme", THEMES)
def test_pieces_have_the_same_colours_in_all_themes(theme: str) -> None:
    of_pieces = {name for names in PIECES.values() for name in names}
    usual, here = tokens("light"), tokens(theme)
    assert {name: here[name] for name in of_pieces} == {name: usual[name] for name in of_pieces}


def test_each_table_has_colours_of_its_own() -> None:
    assert len({tokens(theme)["felt"] for theme in THEMES}) == len(THEMES)


@pytest.mark.parametrize("theme", THEMES)
def test_what_is_written_and_edges_and_rings_stand_out(theme: str) -> None:
    assert faint(theme, WRITTEN_ON, 4.5) == {}
    assert faint(theme, EDGES, 3) == {}
    assert faint(theme, {"ink": ("sheet",), "bad": ("sheet",)}, 7) == {}, "the prompt and the log are easy to read"


def faint(theme: str, pairs: dict[str, tuple[str, ...]], least: float) -> dict[tuple[str, str], float]:
    """The pairs of colours with less contrast than that."""
    colours = tokens(theme)
    measured = {
        (upper, ground): contrast(colours[upper], colours[ground])
        for upper, grounds in pairs.items()
        for ground in grounds
    }
    return {pair: ratio for pair, ratio in measured.items() if ratio < least}


def test_style_sheets_name_their_colours_by_tokens() -> None:
    """But for white and black, and shades that lie over something else."""
    sheets = [*(ROOT / "static/css").rglob("*.css"), *(ROOT / "static/games").rglob("*.css")]
    written = [
        f"{sheet.name}: {colour}"
        for sheet in sheets
        if sheet.name not in ("tokens.css", "dark.css", "table_themes.css")
        for colour in re.findall(r"#[0-9a-fA-F]{3,8}\b(?=[^{}]*;)", sheet.read_text("utf-8"))
        if colour not in ("#fff", "#000")
    ]
    assert written == []


def test_the_measures_themselves() -> None:
    for one, other, ratio, far in (("#000000", "#ffffff", 21, 100), ("#b3271e", "#b3271e", 1, 0)):
        assert contrast(one, other) == pytest.approx(ratio)
        assert all(distance(one, other, eyes) == pytest.approx(far, abs=0.1) for eyes in EYES)


def test_red_and_green_are_nearer_to_each_other_without_red_or_green_cones() -> None:
    normal, protan, deutan, tritan = (distance("#d04040", "#40a040", eyes) for eyes in EYES)
    assert protan < normal
    assert deutan < normal / 2
    assert tritan > deutan
