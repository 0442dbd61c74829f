"""Fixtures shared with the tests of the program."""

from collections.abc import Mapping, Sequence
from typing import Any

import pytest

from chaos import servers
from tests.conftest import database_url, empty_postgres, postgres, postgres_url
from tests.support.processes import Forked

__all__ = ["database_url", "empty_postgres", "postgres", "postgres_url"]

_started = servers.started


@pytest.fixture(autouse=True)
def forked_servers(monkeypatch: pytest.MonkeyPatch) -> None:
    """Robots meet servers that were forked; `make chaos` starts each of them."""

    def started(program: Sequence[str], environ: Mapping[str, str], out: int, before: Sequence[str] = ()) -> Any:
        return _started(program, environ, out, before) if before else Forked(program, environ, out)

    monkeypatch.setattr("chaos.servers.started", started)
