"""Finds the Chromium for browser tests; `python -m tools.chromium` installs one if there is none."""

import shutil
import subprocess
import sys
from pathlib import Path

from playwright.sync_api import sync_playwright

from tools.debian import apt_install

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")


def main() -> None:
    if not _driver_starts() and not (apt_install("libatomic1", because="Playwright needs it") and _driver_starts()):
        sys.exit("Playwright does not start. On Debian this may help: sudo apt-get install libatomic1")
    path = find() or _playwrights_own() or _from_debian() or _from_playwright()
    if not path:
        sys.exit(
            "The browser tests need Chromium, and it could not be installed here.\n"
            "On Debian: sudo apt-get install chromium fonts-dejavu-core\n"
            "Elsewhere: .venv/bin/playwright install chromium"
        )
    print(f"The browser tests use {path}")


def find() -> str | None:
    """The path of the system's Chromium; None: Playwright's own, which it finds by itself."""
    return next((path for path in map(shutil.which, NAMES) if path and _starts(path)), None)


def _starts(path: str) -> bool:
    # Ubuntu's chromium-browser is a script that only recommends a snap.
    return subprocess.run([path, "--version"], check=False, capture_output=True).returncode == 0


def _driver_starts() -> bool:
    # Playwright's Node needs libatomic, which a minimal Debian lacks.
    return subprocess.run([sys.executable, "-m", "playwright", "--version"], check=False).returncode == 0


def _playwrights_own() -> str | None:
    with sync_playwright() as playwright:
        path = playwright.chromium.executable_path
    return path if Path(path).exists() else None


def _from_debian() -> str | None:
    # Without an installed font, Chromium gives every letter a width of zero.
    wanted = apt_install("chromium", "fonts-dejavu-core", because="the browser tests need them")
    return find() if wanted else None


def _from_playwright() -> str | None:
    subprocess.run([sys.executable, "-m", "playwright", "install", "chromium"], check=False)
    return _playwrights_own()


if __name__ == "__main__":
    main()
