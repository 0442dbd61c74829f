"""Parses a Dockerfile as far as ours needs: stages, and instructions with their arguments."""

import json
import re
import shlex
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parent.parent


@dataclass
class Stage:
    """The part from one FROM to the next. `steps`: instructions and arguments, in order."""

    image: str
    name: str
    steps: list[tuple[str, str]] = field(default_factory=list)

    def all(self, instruction: str) -> list[str]:
        """The arguments of all instructions of this name."""
        return [arguments for name, arguments in self.steps if name == instruction]

    def environment(self, path: str = "$PATH") -> dict[str, str]:
        """The variables set by ENV. `path`: what the base image has in $PATH."""
        given = dict(pair.split("=", 1) for line in self.all("ENV") for pair in shlex.split(line))
        return {name: value.replace("$PATH", path) for name, value in given.items()}

    def command(self) -> list[str]:
        """The command of CMD."""
        command: list[str] = json.loads(self.all("CMD")[-1])
        return command

    def health_check(self) -> tuple[list[str], dict[str, str]]:
        """The command of HEALTHCHECK, and its options."""
        options, _, command = self.all("HEALTHCHECK")[-1].partition(" CMD ")
        return json.loads(command), dict(option.removeprefix("--").split("=") for option in options.split())


def stages(text: str) -> list[Stage]:
    """The stages of a Dockerfile. Raises ValueError for instructions before the first."""
    found: list[Stage] = []
    for name, arguments in _instructions(text):
        if name == "FROM":
            image, _, alias = arguments.partition(" AS ")
            found.append(Stage(image, alias or str(len(found))))
        elif found:
            found[-1].steps.append((name, arguments))
        else:
            raise ValueError(f"{name} stands before FROM")
    return found


def _instructions(text: str) -> Iterator[tuple[str, str]]:
    lines = "\n".join(line for line in text.splitlines() if not line.lstrip().startswith("#"))
    for line in re.sub(r"\\\n", " ", lines).splitlines():
        if line.strip():
            name, _, arguments = line.strip().partition(" ")
            yield name.upper(), arguments.strip()


def let_through() -> list[Path]:
    """The files in the build context: .dockerignore excludes everything but its exceptions."""
    patterns = re.findall(r"^!(\S+)", (ROOT / ".dockerignore").read_text(), re.MULTILINE)
    return sorted(path for pattern in patterns for path in ROOT.glob(pattern))
