"""Finds the Chromium for browser tests; `python -m tools.chromium` installs one if there is none."""

import shutil
import subprocess
import sys
from pathlib import Path
from typing import Final

from playwright.sync_api import sync_playwright

from tools.debian import apt_install

SHELL: Final = "chromium-headless-shell"
"""Chromium without a window: the same engine for two thirds of the processor time, and what Playwright itself runs."""
WHOLE: Final = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
# Without an installed font, Chromium gives every letter a width of zero.
FONTS: Final = "fonts-dejavu-core"


def main() -> None:
    if not _driver_starts() and not (apt_install("libatomic1", because="Playwright needs it") and _driver_starts()):
        sys.exit("Playwright does not start. On Debian this may help: sudo apt-get install libatomic1")
    path = _found_or_better() or _playwrights_own() or _from_debian() or _from_playwright()
    if not path:
        sys.exit(
            "The browser tests need Chromium, and it could not be installed here.\n"
            f"On Debian: sudo apt-get install {SHELL} {FONTS}\n"
            "Elsewhere: .venv/bin/playwright install chromium"
        )
    slower = f", as there is no {SHELL}: they take half as long again" if path == find_whole() else ""
    print(f"The browser tests use {path}{slower}")


def find() -> str | None:
    """The path of the system's Chromium, headless if there is one; None: Playwright's own, which it finds by itself."""
    return _first_of(SHELL) or find_whole()


def find_whole() -> str | None:
    """The same, but the complete browser that people use."""
    return _first_of(*WHOLE)


def _first_of(*names: str) -> str | None:
    return next((path for path in map(shutil.which, names) if path and _starts(path)), None)


def _starts(path: str) -> bool:
    # Ubuntu's chromium-browser is a script that only recommends a snap.
    return subprocess.run([path, "--version"], check=False, capture_output=True).returncode == 0


def _driver_starts() -> bool:
    # Playwright's Node needs libatomic, which a minimal Debian lacks.
    return subprocess.run([sys.executable, "-m", "playwright", "--version"], check=False).returncode == 0


def _found_or_better() -> str | None:
    if find_whole() and not _first_of(SHELL):
        apt_install(SHELL, because="the browser tests take a third less time with it")
    return find()


def _playwrights_own() -> str | None:
    with sync_playwright() as playwright:
        path = playwright.chromium.executable_path
    return path if Path(path).exists() else None


def _from_debian() -> str | None:
    wanted = any(apt_install(name, FONTS, because="the browser tests need them") for name in (SHELL, "chromium"))
    return find() if wanted else None


def _from_playwright() -> str | None:
    subprocess.run([sys.executable, "-m", "playwright", "install", "chromium"], check=False)
    return _playwrights_own()


if __name__ == "__main__":
    main()
