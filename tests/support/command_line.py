"""Commands as typed at a terminal, run in this process."""

from collections.abc import Callable
from typing import Any, NamedTuple

import pytest

from app.__main__ import main


class Said(NamedTuple):
    """A command's exit code and output."""

    code: int
    out: str
    err: str


class Terminal:
    """`terminal("backup", path)` is python -m app backup, and so on."""

    def __init__(self, capsys: Any, environ: pytest.MonkeyPatch, program: Callable[[list[str]], int] = main) -> None:
        self._capsys = capsys
        self._environ = environ
        self._program = program

    def sets(self, **variables: object) -> None:
        """Set variables, such as BIND="[::]:8000" for TERTULIA_BIND; None unsets one."""
        for name, value in variables.items():
            self._environ.delenv(f"TERTULIA_{name}", raising=False)
            if value is not None:
                self._environ.setenv(f"TERTULIA_{name}", str(value))

    def __call__(self, *typed: object) -> Said:
        self._capsys.readouterr()
        try:
            code = self._program([str(word) for word in typed])
        except SystemExit as ended:
            code = int(str(ended.code))
        return Said(code, *self._capsys.readouterr())


@pytest.fixture
def terminal(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Terminal:
    """A terminal. The process goes on afterwards, so process-wide settings stay as they are."""
    monkeypatch.setattr("os.nice", lambda more: 0)
    monkeypatch.setattr("app.__main__._at_signals", lambda handler: None)
    monkeypatch.setattr("app.server.process.configure_logging", lambda level, form: None)
    return Terminal(capsys, monkeypatch)
