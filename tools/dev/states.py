"""The state machines in docs/architecture.md, drawn from the tables that the program uses."""

import argparse
import json
import subprocess
from collections.abc import Iterator, Mapping
from enum import Enum
from pathlib import Path
from typing import Final, NamedTuple, TypeVar

from app.rooms import outbox, replica, session
from tools.dev.architecture import Section

ROOT: Final = Path(__file__).parents[2]
SECTION: Final = Section("states")
CONNECTION: Final = "static/state/connection.js"
S = TypeVar("S", bound=Enum)
W = TypeVar("W", bound=str)

_PRINTED: Final = f"import {{ transitions }} from './{CONNECTION}'; console.log(JSON.stringify(transitions));"


class Machine(NamedTuple):
    """A state machine: where it is, what it is about, and the next state by state and what happens. The first state is
    the one in which it begins."""

    module: str
    about: str
    transitions: Mapping[str, Mapping[str, str]]


def machines() -> Iterator[Machine]:
    """All of them, those of the server first."""
    yield Machine("app/rooms/session.py", "The session of a page", _named(session.TRANSITIONS))
    yield Machine("app/rooms/outbox.py", "The outbox of a page", _named(outbox.TRANSITIONS))
    yield Machine("app/rooms/replica.py", "A room and its log", _named(replica.TRANSITIONS))
    printed = subprocess.run(
        ["node", "--input-type=module", "--eval", _PRINTED], cwd=ROOT, check=True, capture_output=True, text=True
    )
    yield Machine(CONNECTION, "The connection of a page, on its side", json.loads(printed.stdout))


def _named(transitions: Mapping[S, Mapping[W, S]]) -> dict[str, dict[str, str]]:
    return {_words(state): {what: _words(after) for what, after in row.items()} for state, row in transitions.items()}


def _words(state: Enum) -> str:
    return state.name.lower().replace("_", " ")


def drawn() -> str:
    """All machines as tables in Markdown."""
    return "\n".join(_table(machine) for machine in machines())


def _table(machine: Machine) -> str:
    rows = [
        f"| {state} | {what} | {after} |"
        for state, row in machine.transitions.items()
        for what, after in (row or {"–": "it stays so"}).items()
    ]
    title = f"**{machine.about}** (`{machine.module}`) begins as *{next(iter(machine.transitions))}*."
    return "\n".join([title, "", "| State | What happens | Next |", "|---|---|---|", *rows, ""])


def compare_states(asked: argparse.Namespace) -> int:
    """Compare the state machines in docs/architecture.md with the program; 1 if they differ."""
    return SECTION.compare(drawn(), write=asked.write)
