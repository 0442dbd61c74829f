"""A copy of the project in which one file at a time is broken."""

import importlib.util
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Final, Literal

from tests.mutants.catalogue import ROOT, Mutant

Verdict = Literal["killed", "survived", "broken"]
"""Broken: the tests could not run, which says nothing."""

GIT: Final = ("git", "-c", "safe.directory=*")
"""In continuous integration the clone may belong to another user; git has to read it all the same."""
NODE: Final = ("node", "--test", "--test-reporter=dot")
PYTEST: Final = (sys.executable, "-m", "pytest", "-x", "-q", "--no-header", "-p", "no:cacheprovider")
_VERDICTS: Final[dict[int, Verdict]] = {0: "survived", 1: "killed"}
_LINKED: Final = (".venv", "node_modules")
_ENDLESS_S: Final = 1800
"""A fault with which tests run this long counts as noticed."""


class Scratch:
    """A copy, in an existing empty folder."""

    def __init__(self, folder: Path, root: Path = ROOT) -> None:
        self._folder = folder
        for name in tracked(root):
            target = folder / name
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(root / name, target)
        for name in _LINKED:
            if (ROOT / name).exists():
                (folder / name).symlink_to((ROOT / name).resolve())
        # Some tests ask git which files there are.
        subprocess.run(["git", "init", "--quiet"], cwd=folder, check=True)

    def judge(self, mutant: Mutant) -> tuple[Verdict, str]:
        """The verdict of the mutant's tests, and their output."""
        try:
            with self._broken(mutant):
                return self.run(mutant.tests)
        except ValueError as misfit:
            return "broken", str(misfit)

    def run(self, tests: Sequence[str]) -> tuple[Verdict, str]:
        """Run these tests until the first fails, those in Node before the others, which take longer; "survived" means
        that all passed."""
        in_node = [test for test in tests if test.endswith(".js")]
        verdict, printed = self._ended(*NODE, *in_node) if in_node else ("survived", "")
        if verdict == "survived" and len(in_node) < len(tests):
            return self._ended(*PYTEST, *(test for test in tests if test not in in_node))
        return verdict, printed

    def _ended(self, *command: str) -> tuple[Verdict, str]:
        piped = {"stdin": subprocess.DEVNULL, "stdout": subprocess.PIPE, "stderr": subprocess.STDOUT, "text": True}
        try:
            ended = subprocess.run(command, cwd=self._folder, timeout=_ENDLESS_S, **piped)
        except subprocess.TimeoutExpired:
            return "killed", "It did not end."
        return _VERDICTS.get(ended.returncode, "broken"), ended.stdout

    @contextmanager
    def _broken(self, mutant: Mutant) -> Iterator[None]:
        path = self._folder / mutant.file
        sound = path.read_text()
        faulty = mutant.applied_to(sound)
        try:
            path.write_text(faulty)
            _forget_compiled(path)
            yield
        finally:
            path.write_text(sound)
            _forget_compiled(path)


def _forget_compiled(path: Path) -> None:
    # Python's bytecode cache goes by seconds and file size, and a fault may come and go within a second at equal size.
    if path.suffix == ".py":
        Path(importlib.util.cache_from_source(os.fspath(path))).unlink(missing_ok=True)


def tracked(root: Path) -> list[str]:
    """The files in the repository and those about to be added, not those made by the Makefile or the server."""
    listed = subprocess.check_output([*GIT, "ls-files", "-zco", "--exclude-standard"], cwd=root, text=True)
    return [name for name in listed.split("\0") if name and (root / name).is_file()]
