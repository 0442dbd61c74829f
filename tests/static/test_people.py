"""The drawn figures of people: every browser shows each in every state, in the coat of its seat."""

import gzip
import re
from typing import Final, get_args
from xml.etree import ElementTree

from app.assets.files import STATIC
from app.protocol.commands import Figure
from tests.static.test_colours import tokens

DRAWN: Final = STATIC / "css" / "people.svg"
CELL: Final = 64
HEADS: Final = 5
"""Rows of heads: at rest, thinking, happy, lowered, and thinking with closed eyes."""
COATS: Final = 6
"""The row of coats."""
SVG: Final = "{http://www.w3.org/2000/svg}"


def cells(row: int) -> list[ElementTree.Element]:
    """What is drawn in a row, from the left."""
    drawn = ElementTree.fromstring(DRAWN.read_text("utf-8")).findall(f"{SVG}svg")
    found = [cell for cell in drawn if cell.get("y") == str(row * CELL)]
    assert [cell.get("x") for cell in found] == [str(column * CELL) for column in range(len(found))]
    return found


def test_every_browser_squeezes_the_figures_alike() -> None:
    """Safari keeps a picture's aspect ratio unless told otherwise, and would show each figure differently."""
    head = DRAWN.read_text("utf-8").partition(">")[0]
    assert 'viewBox="0 0 768 448"' in head
    assert 'preserveAspectRatio="none"' in head


def test_pages_know_every_figure() -> None:
    """The checker of types takes any words for figures."""
    words = re.findall(r'"([a-z ]+)"\.split', (STATIC / "kit" / "person.js").read_text("utf-8"))
    assert words[0] == " ".join(get_args(Figure))


def test_every_figure_is_drawn_in_every_state() -> None:
    for row in range(HEADS):
        heads = [next(cell.iter(f"{SVG}use")).get("href") for cell in cells(row)]
        assert heads == [f"#{figure}" for figure in get_args(Figure)]


def test_coats_have_the_colours_and_as_many_notches_as_the_numbers_of_the_seats() -> None:
    """In Color Dice that is the colour of its pieces."""
    colours = tokens("light")
    drawn = [(coat.find(f"{SVG}path"), len(coat.findall(f"{SVG}rect"))) for coat in cells(COATS)]
    worn = [("" if path is None else path.get("fill"), notches) for path, notches in drawn]
    names = [f"seat-{number}" for number in range(1, 7)] + ["red", "gold", "green", "blue", "black", "white"]
    assert worn == [(colours[name], place % 6 + 1) for place, name in enumerate(names)]


def test_the_figures_come_quickly() -> None:
    assert len(gzip.compress(DRAWN.read_bytes())) < 12 * 1024
