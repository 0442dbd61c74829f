"""Draws static/previews/*.png, the pictures of link previews: one of each game, and one of all.

    python -m tools.previews          draw them again
    python -m tools.previews --check  check whether their sources have changed since

Browsers smooth edges differently, so pictures are not compared: previews.lock.json has the digests of the drawings they
were made from, and of the pictures.
"""

import argparse
import json
import re
import sys
from base64 import b64encode
from hashlib import sha256
from math import cos, sin, tau
from pathlib import Path
from typing import Final

from playwright.sync_api import Page, sync_playwright

from app.previews import IN_GENERAL
from games import GAMES
from tools.chromium import find
from tools.palette import with_palette

STATIC: Final = Path(__file__).resolve().parent.parent / "static"
FOLDER: Final = STATIC / "previews"
LOCK: Final = Path(__file__).resolve().parent / "previews.lock.json"
WIDTH: Final = 1200
HEIGHT: Final = 630

THINGS: Final = (
    # From which game's drawing, the part of it, where that goes on the felt, how wide it is, and how it is turned.
    ("color_gin", (542, 28, 116, 162), (48, 96), 208, -16),
    ("color_gin", (147, 28, 116, 162), (196, 66), 214, -4),
    ("sin_color", (90, 12, 114, 122), (934, 38), 206, 9),
    ("desfases", (276, 107, 98, 100), (804, 214), 212, -7),
    ("tcnccc", (136, 6, 130, 192), (440, 8), 308, 0),
    ("color_dice", (489, 27, 57, 58), (330, 316), 116, 6),
    ("color_dice", (489, 102, 54, 56), (226, 352), 104, -14),
    ("sin_color", (287, 138, 68, 68), (1034, 300), 124, 0),
)
"""One of each game and more, around an open drum."""
PIECES: Final = (
    # Outline, ground, letter, and its line; where it goes, how large, and how it is turned.
    ("M50 3A47 47 0 0 1 50 97A47 47 0 0 1 50 3Z", "#b3271e", "R", "#fff", (742, 92), 92, 10),
    ("M6 6H94V94H6Z", "#e0b31c", "Y", "#111318", (436, 268), 84, -12),
    ("M50 4L97 90H3Z", "#449d86", "G", "#fff", (722, 366), 96, 5),
)
"""Of TCNCCC, as on the table: a circle, a square and a triangle."""
MIDDLES: Final = {"G": 62}
"""Of a triangle the middle lies lower."""
RAYS: Final = 16

FONT: Final = STATIC / "vendor" / "young-serif" / "young-serif.woff2"
SIGN: Final = STATIC.parent / "templates" / "parts" / "sun.html"

# The tokens of the light theme, which a picture cannot ask for.
STYLE: Final = """
@font-face { font-family: Young; src: url(data:font/woff2;base64,@FONT@) }
* { box-sizing: border-box }
body { margin: 0; height: 630px; display: grid; grid-template-rows: 1fr auto; font: 400 84px/1 Young; color: #23262e;
  background: #c6d3c6 }
.felt { display: grid; place-items: center; padding: 36px 40px 28px }
.felt svg { display: block; width: 1120px; height: auto }
.felt.all { padding: 0 }
.felt.all > svg { width: 1200px }
.strip { display: flex; align-items: center; gap: 28px; padding: 34px 52px 38px; background: #fcf8ee;
  border-top: 6px solid #b98f2f }
.strip .house { display: flex; align-items: center; gap: 16px; margin-left: auto; font-size: 46px }
.sun { width: 54px; fill: #a3241c; display: block }
.strip.alone .house { margin: 0; font-size: 96px; gap: 28px }
.strip.alone .sun { width: 92px }
"""


def main(arguments: list[str]) -> int:
    """Draw, or with --check compare; 1 if a picture is out of date."""
    parser = argparse.ArgumentParser("python -m tools.previews", description="Draws what a link shows.")
    parser.add_argument("--check", action="store_true", help="only say whether they are up to date")
    if parser.parse_args(arguments).check:
        outdated = [name for name in names() if lock().get(name) != digests(name)]
        for name in outdated:
            print(f"static/previews/{name}.png is not of these drawings: python -m tools.previews", file=sys.stderr)
        return int(bool(outdated))
    draw_all()
    LOCK.write_text(json.dumps({name: digests(name) for name in names()}, indent=2) + "\n")
    return 0


def names() -> list[str]:
    """The pictures: of each game, and of all."""
    return [*GAMES, IN_GENERAL]


def lock() -> dict[str, dict[str, str]]:
    """The stored digests."""
    found: dict[str, dict[str, str]] = json.loads(LOCK.read_text())
    return found


def digests(name: str) -> dict[str, str]:
    """The digests of a picture's sources, and of the picture."""
    picture = FOLDER / f"{name}.png"
    return {
        "from": sha256(html(name).encode()).hexdigest(),
        "picture": sha256(picture.read_bytes()).hexdigest() if picture.exists() else "",
    }


def draw_all() -> None:
    """Draw every picture."""
    FOLDER.mkdir(exist_ok=True)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=find(), args=["--no-sandbox"])
        page = browser.new_page(viewport={"width": WIDTH, "height": HEIGHT})
        for name in names():
            (FOLDER / f"{name}.png").write_bytes(draw(page, name))
        browser.close()


def draw(page: Page, name: str) -> bytes:
    """One picture as a PNG of few colours."""
    page.set_content(html(name))
    page.evaluate("() => document.fonts.ready")
    return with_palette(page.screenshot())


def html(name: str) -> str:
    """The page that is photographed."""
    font = b64encode(FONT.read_bytes()).decode()
    return f"<style>{STYLE.replace('@FONT@', font)}</style>{_felt(name)}{_strip(name)}"


def _felt(name: str) -> str:
    if name != IN_GENERAL:
        return f'<div class="felt">{_card(name)}</div>'
    things = "".join(_part(*thing) for thing in THINGS) + "".join(_piece(*piece) for piece in PIECES)
    return f'<div class="felt all"><svg viewBox="0 0 1200 470">{_rays()}{things}</svg></div>'


def _rays() -> str:
    """The sun of the logo behind everything, as layers of paper."""

    def star(reach: float, shift: float, colour: str) -> str:
        turns = [
            (ray + shift + aside, far)
            for ray in range(RAYS)
            for aside, far in ((-0.42, 40.0), (0, reach), (0.42, 40.0))
        ]
        points = " ".join(
            f"{far * sin(turn * tau / RAYS):.1f},{-far * cos(turn * tau / RAYS):.1f}" for turn, far in turns
        )
        return f'<polygon points="{points}" fill="{colour}"/>'

    return f'<g transform="translate(604 226) scale(2.9)">{star(84, 0.5, "#ce6c12")}{star(100, 0, "#efd98e")}</g>'


def _part(game: str, part: tuple[int, int, int, int], at: tuple[int, int], width: int, turned: int) -> str:
    """A part of a game's drawing, as an image of its own, since two drawings may use the same ids."""
    drawing = f"data:image/svg+xml;base64,{b64encode(_card(game).encode()).decode()}"
    left, top, wide, high = part
    from_left = float(re.findall(r'viewBox="(\S+)', _card(game))[0])
    height = width * high / wide
    # Cards are cut out of a fan.
    name, corner = f"cut-{left}-{top}", width / 11 if game == "color_gin" else 0
    return (
        f'<g transform="translate({at[0]} {at[1]}) rotate({turned} {width / 2} {height / 2})">'
        f'<clipPath id="{name}"><rect width="{width}" height="{height}" rx="{corner}"/></clipPath>'
        f'<g clip-path="url(#{name})"><svg width="{width}" height="{height}" viewBox="{left} {top} {wide} {high}">'
        f'<image href="{drawing}" x="{from_left}" width="640" height="220"/></svg></g></g>'
    )


def _piece(outline: str, ground: str, letter: str, line: str, at: tuple[int, int], width: int, turned: int) -> str:
    lines = "".join(f"M{x} 0V100" for x in range(6, 100, 11))
    middle = MIDDLES.get(letter, 50)
    return (
        f'<g transform="translate({at[0]} {at[1]}) rotate({turned} {width / 2} {width / 2}) scale({width / 100})">'
        f'<path d="{outline}" transform="translate(3 5)" fill="#111318" fill-opacity=".2"/>'
        f'<clipPath id="of-{letter}"><path d="{outline}"/></clipPath><path d="{outline}" fill="{ground}"/>'
        f'<path clip-path="url(#of-{letter})" d="{lines}" stroke="{line}" stroke-opacity=".3" stroke-width="2.6"/>'
        f'<path d="{outline}" fill="none" stroke="#111318" stroke-width="5" stroke-linejoin="round"/>'
        f'<circle cx="50" cy="{middle}" r="20" fill="#fbf5e6" stroke="#111318" stroke-width="2.5"/>'
        f'<text x="50" y="{middle + 11}" text-anchor="middle" font-size="32" fill="#111318">{letter}</text></g>'
    )


def _card(game: str) -> str:
    return (STATIC / "games" / game / "card.svg").read_text()


def _strip(name: str) -> str:
    house = f'<span class="house">{SIGN.read_text()}Tertulia</span>'
    if name == IN_GENERAL:
        return f'<div class="strip alone">{house}</div>'
    return f'<div class="strip">{GAMES[name].title}{house}</div>'


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
