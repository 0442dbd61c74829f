"""A server modified from outside before it starts, without the product's knowledge.

python -m chaos.node no-notices
"""

import sys
from collections.abc import Sequence
from typing import Final

import app.web.services
from app.__main__ import main
from app.rooms.notices import Notices
from chaos.mutants import CONDITIONS, MUTANTS


class Silence(Notices):
    """Neither sends nor receives notices, and says so."""

    healthy = False  # type: ignore[assignment]


def _silent(url: str, name: str) -> Notices:
    return Silence(name)


def no_notices() -> None:
    """This node neither sends nor receives notices."""
    app.web.services.notices_at = _silent  # type: ignore[attr-defined]


CHANGES: Final = {"no-notices": no_notices, **CONDITIONS, **MUTANTS}


def change(changes: Sequence[str]) -> None:
    """Apply these changes in this process. Raises KeyError for an unknown one."""
    for name in changes:
        CHANGES[name]()


if __name__ == "__main__":
    change(sys.argv[1:])
    sys.exit(main([]))
