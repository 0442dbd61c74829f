"""Draws static/icons/*.png from icon.svg, for devices that take only pixels: `python -m tools.icons`."""

from pathlib import Path
from typing import Final

from playwright.sync_api import Page, sync_playwright

from tools.chromium import find

FOLDER: Final = Path(__file__).resolve().parent.parent / "static" / "icons"
PAPER: Final = "#F4EEE1"
WHOLE: Final = 100
SAFE: Final = 62
"""Per cent: masks leave at least a circle of 80 % of the width, and the icon's corners lie inside."""


def main() -> None:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=find(), args=["--no-sandbox"])
        page = browser.new_page()
        for size in (192, 512):
            draw(page, f"icon-{size}.png", size, WHOLE, "transparent")
        draw(page, "maskable-512.png", 512, SAFE, PAPER)
        draw(page, "asked-192.png", 192, WHOLE, "transparent", "asked.svg")
        draw(page, "badge-96.png", 96, WHOLE, "transparent", colour="white")
        browser.close()


def draw(
    page: Page, name: str, size: int, share: int, ground: str, source: str = "icon.svg", colour: str | None = None
) -> None:
    """Draw an icon centred in a square of `size` pixels, over `share` per cent of its width, in its own colours or in
    one."""
    icon = (FOLDER / source).read_text()
    style = f"body {{ margin: 0; height: 100vh; background: {ground}; display: grid; place-items: center }}"
    style += f" path {{ fill: {colour} }}" if colour else ""
    page.set_viewport_size({"width": size, "height": size})
    page.set_content(f"<style>{style} svg {{ width: {share}vw }}</style>{icon}")
    page.screenshot(path=FOLDER / name, omit_background=True)


if __name__ == "__main__":
    main()
