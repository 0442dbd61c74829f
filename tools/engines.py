"""Finds Firefox and WebKit for the tests; `python -m tools.engines` installs what is missing, as Debian has it."""

import shutil
import subprocess
import sys

from tools.debian import apt_install

FIREFOX = next((name for name in ("firefox-esr", "firefox") if shutil.which(name)), "firefox-esr")
WEBKIT = ("WebKitWebDriver", "Xvfb")
OLD = ("WPEWebDriver", "cog")
"""A WebKit from before import maps."""

PACKAGES = ("firefox-esr", "pulseaudio", "webkit2gtk-driver", "xvfb", "python3-gi", "gir1.2-webkit2-4.1")
OLD_PACKAGES = ("wpewebkit-driver", "cog")
SPEAKS_TO_WEBKIT = "import gi; gi.require_version('Gtk', '3.0'); gi.require_version('WebKit2', '4.1')"


def main() -> None:
    if not are_there() and not (
        apt_install(*PACKAGES, because="the tests also run in Firefox and WebKit") and are_there()
    ):
        sys.exit(
            "These tests need Firefox and WebKit, and they could not be installed here.\n"
            f"On Debian: sudo apt-get install {' '.join(PACKAGES)}"
        )
    if not old_one_is_there():
        apt_install(*OLD_PACKAGES, because="one test asks what an old browser is told")
    old = (
        "an old WebKit" if old_one_is_there() else "no old WebKit: this system has none, and the test of it is left out"
    )
    print(f"The tests also use Firefox and WebKit, and {old}")


def are_there() -> bool:
    return all(map(shutil.which, (FIREFOX, "pulseaudio", *WEBKIT))) and _window_opens()


def old_one_is_there() -> bool:
    """Whether the old WebKit is installed; not every release has one that is old enough."""
    return all(map(shutil.which, OLD))


def _window_opens() -> bool:
    # With the system's Python, which has the system's libraries.
    command = ["/usr/bin/python3", "-c", SPEAKS_TO_WEBKIT]
    return subprocess.run(command, check=False, capture_output=True).returncode == 0


if __name__ == "__main__":
    main()
