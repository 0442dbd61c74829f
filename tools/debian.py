"""Installs Debian packages, if this user may and wants to, and says so first."""

import os
import shutil
import subprocess

FORBIDDEN_BY = "NO_APT"


def apt_install(*packages: str, because: str) -> bool:
    """Try to install packages without asking questions; false if that is impossible or not wanted."""
    if not shutil.which("apt-get"):
        return False
    is_root = os.geteuid() == 0
    if not is_root and not shutil.which("sudo"):
        return False
    named = " ".join(packages)
    if os.environ.get(FORBIDDEN_BY):
        print(f"{named}: {because}. {FORBIDDEN_BY} is set: it is not installed.", flush=True)
        return False
    how = "root, by apt-get" if is_root else "root, by sudo apt-get"
    print(f"{named}: {because}. It is installed now, as {how}; {FORBIDDEN_BY}=1 forbids that.", flush=True)
    return _install([] if is_root else ["sudo", "--non-interactive"], packages)


def _install(become_root: list[str], packages: tuple[str, ...]) -> bool:
    apt = [*become_root, "env", "DEBIAN_FRONTEND=noninteractive", "apt-get", "--quiet", "--yes"]
    install = [*apt, "install", "--no-install-recommends", *packages]
    # A fresh container has no package lists yet, and old lists name files that are gone.
    return _succeeds(install) or (_succeeds([*apt, "update"]) and _succeeds(install))


def _succeeds(command: list[str]) -> bool:
    return subprocess.run(command, stdin=subprocess.DEVNULL, check=False).returncode == 0
