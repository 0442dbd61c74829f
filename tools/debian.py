"""Installing a Debian package, where this user may."""

from __future__ import annotations

import os
import shutil
import subprocess


def apt_install(*packages: str) -> bool:
    """Try to install the packages without asking anything; false where that is not possible."""
    if not shutil.which("apt-get"):
        return False
    if os.geteuid() == 0:
        return _install([], packages)
    return shutil.which("sudo") is not None and _install(["sudo", "--non-interactive"], packages)


def _install(become_root: list[str], packages: tuple[str, ...]) -> bool:
    apt = [*become_root, "env", "DEBIAN_FRONTEND=noninteractive", "apt-get", "--quiet", "--yes"]
    install = [*apt, "install", "--no-install-recommends", *packages]
    # A fresh container has no package lists yet, and lists of last month name files that are gone.
    return _succeeds(install) or (_succeeds([*apt, "update"]) and _succeeds(install))


def _succeeds(command: list[str]) -> bool:
    return subprocess.run(command, stdin=subprocess.DEVNULL, check=False).returncode == 0
