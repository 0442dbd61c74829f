"""Draws static/previews/*.png, the pictures of link previews: one of each game, and one of all.

    python -m tools.previews          draw them again
    python -m tools.previews --check  check whether their sources have changed since

Browsers smooth edges differently, so pictures are not compared: previews.lock.json has the digests of the drawings they
were made from, and of the pictures.
"""

import argparse
import json
import sys
from base64 import b64encode
from hashlib import sha256
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
MOST_TOGETHER: Final = 4
"""More would be too small where previews are small."""

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
.felt.all { grid-template-columns: 1fr 1fr; gap: 18px 40px; padding: 26px 44px }
.felt.all svg { width: 536px }
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
    return f'<div class="felt all">{"".join(map(_image, [*GAMES][:MOST_TOGETHER]))}</div>'


def _image(game: str) -> str:
    """The drawing as a nested image, since two drawings may use the same ids."""
    drawing = f"data:image/svg+xml;base64,{b64encode(_card(game).encode()).decode()}"
    return f'<svg viewBox="0 0 640 220"><image href="{drawing}" width="640" height="220"/></svg>'


def _card(game: str) -> str:
    return (STATIC / "games" / game / "card.svg").read_text()


def _strip(name: str) -> str:
    house = f'<span class="house">{SIGN.read_text()}Tertulia</span>'
    if name == IN_GENERAL:
        return f'<div class="strip alone">{house}</div>'
    return f'<div class="strip">{GAMES[name].title}{house}</div>'


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
