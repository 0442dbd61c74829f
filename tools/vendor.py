"""Makes static/vendor/ and its notices from the packages in vendor.toml, reproducibly.

python -m tools.vendor             fetch the packages and re-create static/vendor/ from the lock
python -m tools.vendor --update    the same after a change to vendor.toml: write a new lock
python -m tools.vendor --check     compare static/vendor/ with the lock, without network
"""

import argparse
import base64
import hashlib
import io
import json
import posixpath
import re
import shutil
import string
import subprocess
import sys
import tarfile
import tempfile
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from fontTools import subset as cutter
from fontTools.ttLib import TTFont

TOOLS = Path(__file__).resolve().parent
WISHES = TOOLS / "vendor.toml"
LOCK = TOOLS / "vendor.lock.json"
VENDOR = TOOLS.parent / "static" / "vendor"
NOTICES = TOOLS.parent / "THIRD-PARTY-NOTICES.txt"

Files = dict[str, bytes]  # by path below static/vendor/
Lock = dict[str, dict[str, Any]]  # by package: version, digest of its tarball, digest of each file


def main() -> None:
    arguments = argparse.ArgumentParser(description="Make or check static/vendor/.")
    group = arguments.add_mutually_exclusive_group()
    group.add_argument("--update", action="store_true", help="write a new lock after a change to vendor.toml")
    group.add_argument("--check", action="store_true", help="compare static/vendor/ with the lock, offline")
    chosen = arguments.parse_args()
    complaints = [*differences(), *stale_notices()] if chosen.check else list(remake(update=chosen.update))
    if complaints:
        sys.exit("\n".join(complaints))


def differences() -> Iterator[str]:
    """One sentence per file of static/vendor/ that differs from the lock."""
    lock = read_lock()
    expected = {path: recorded for package in lock.values() for path, recorded in package["files"].items()}
    present = {path.relative_to(VENDOR).as_posix(): path for path in VENDOR.rglob("*") if path.is_file()}
    yield from (f"static/vendor/{path} is missing" for path in expected.keys() - present.keys())
    yield from (f"static/vendor/{path} is not in the lock" for path in present.keys() - expected.keys())
    for path in sorted(expected.keys() & present.keys()):
        content = present[path].read_bytes()
        if digest("sha384", content) != expected[path]:
            yield f"static/vendor/{path} is not what the lock says"
        yield from lost_imports(path, content, expected)
    for package in wishes():
        if lock.get(package["name"], {}).get("version") != package["version"]:
            yield f"{package['name']} {package['version']} is not in the lock: `make lock` puts it there"


def lost_imports(path: str, content: bytes, known: dict[str, str]) -> Iterator[str]:
    if not path.endswith(".js"):
        return
    for name in re.findall(r'(?:\bfrom|\bimport)\s*\(?"([^"]+)"', content.decode()):
        target = posixpath.normpath(posixpath.join(posixpath.dirname(path), name))
        if not name.startswith(".") or target not in known:
            yield f"static/vendor/{path} imports {name}, which is not vendored"


def remake(update: bool) -> Iterator[str]:
    """Write static/vendor/ anew; yields differences from the lock, in which case nothing is written."""
    old = {} if update else read_lock()
    new: Lock = {}
    files: Files = {}
    for package in wishes():
        tarball = fetch(package)
        made = contents(package, tarball)
        files |= made
        new[package["name"]] = {
            "version": package["version"],
            "tarball": digest("sha512", tarball),
            "files": {path: digest("sha384", content) for path, content in sorted(made.items())},
        }
    if not update and new != old:
        changed = [name for name in old | new if old.get(name) != new.get(name)]
        yield f"not what the lock says: {', '.join(changed)}. If that is meant: make lock"
        return
    write(files)
    NOTICES.write_text(notices())
    LOCK.write_text(json.dumps(new, indent=2) + "\n")


def fetch(package: dict[str, Any]) -> bytes:
    with tempfile.TemporaryDirectory() as folder:
        wanted = f"{package['name']}@{package['version']}"
        command = ["npm", "pack", "--silent", "--pack-destination", folder, wanted]
        subprocess.run(command, stdout=subprocess.DEVNULL, check=True)
        (tarball,) = Path(folder).iterdir()
        return tarball.read_bytes()


def contents(package: dict[str, Any], tarball: bytes) -> Files:
    """The files that a package puts below static/vendor/, with its licence."""
    folder = package["folder"]
    with tarfile.open(fileobj=io.BytesIO(tarball)) as archive:
        made = {f"{folder}/LICENSE.txt": member(archive, package["licence"])}
        for path in package.get("files", []):
            made[f"{folder}/{path}"] = without_source_map(member(archive, path))
        if font := package.get("font"):
            made[f"{folder}/{font['file']}"] = subset(member(archive, font["source"]), font)
    return made


def member(archive: tarfile.TarFile, path: str) -> bytes:
    found = archive.extractfile(f"package/{path}")
    assert found, f"{path} is not a file"
    return found.read()


def without_source_map(script: bytes) -> bytes:
    """The script without its source map comment: the map is not vendored, and a browser would request it."""
    return re.sub(rb"^//# sourceMappingURL=.*\n?", b"", script, flags=re.MULTILINE)


def subset(source: bytes, font: dict[str, Any]) -> bytes:
    options = cutter.Options(flavor="woff2", hinting=False, layout_features=font["features"])
    options.name_IDs = [0, 1, 2, 3, 4, 5, 6, 13, 14]  # the usual ones and the licence
    options.recalc_timestamp = False  # the same bytes on every run
    loaded = cutter.load_font(io.BytesIO(source), options)
    set_figures(loaded, font["figures"])
    work = cutter.Subsetter(options)
    work.populate(unicodes=cutter.parse_unicodes(font["unicodes"]))
    work.subset(loaded)
    made = io.BytesIO()
    cutter.save_font(loaded, made, options)
    return made.getvalue()


def set_figures(font: TTFont, suffix: str) -> None:
    """Make the figures with this glyph suffix (three.lf) the default ones, so that no style sheet has to ask for
    them."""
    ordinary = font.getBestCmap()
    wanted = {ord(figure): ordinary[ord(figure)] + suffix for figure in string.digits}
    for table in font["cmap"].tables:
        table.cmap = table.cmap | wanted  # not |=: the tables may share one dictionary


def write(files: Files) -> None:
    shutil.rmtree(VENDOR, ignore_errors=True)
    for path, content in files.items():
        target = VENDOR / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(content)


def stale_notices() -> Iterator[str]:
    """A sentence if the notices do not match static/vendor/."""
    if not NOTICES.exists() or NOTICES.read_text() != notices():
        yield f"{NOTICES.name} does not go with static/vendor/: `make vendor` writes it"


def notices() -> str:
    """The vendored packages with source and licence, for everybody who receives the program."""
    head = "Tertulia contains the following works of others, in static/vendor/.\n"
    return "\n".join([head, *(notice(package) for package in wishes())])


def notice(package: dict[str, Any]) -> str:
    said = {
        "Source": f"{package['home']}, as packed in {package['name']} {package['version']}",
        "Licence": package["terms"],
        "Changes": package["changes"],
    }
    licence = (VENDOR / package["folder"] / "LICENSE.txt").read_text().strip()
    lines = [f"{name}: {value}" for name, value in said.items()]
    return "\n".join(["=" * 78, package["folder"], *lines, "", licence, ""])


def wishes() -> list[dict[str, Any]]:
    packages: list[dict[str, Any]] = tomllib.loads(WISHES.read_text())["package"]
    return packages


def read_lock() -> Lock:
    lock: Lock = json.loads(LOCK.read_text())
    return lock


def digest(name: str, content: bytes) -> str:
    """The digest as browsers and package locks write it: sha384-…"""
    return f"{name}-{base64.b64encode(hashlib.new(name, content).digest()).decode()}"


if __name__ == "__main__":
    main()
