"""What the server overrides in uvicorn and websockets is there in the versions that are installed, and these are among
those that are allowed. Attributes that it borrows are found by mypy: both are typed."""

import inspect
import re
import tomllib
from typing import Any

import pytest
from packaging.requirements import Requirement

from app.server.http import Config, Lifespan, TimedHttp
from app.server.process import Server
from app.server.websocket import BoundedWebSocket, _Connection
from tests.conftest import ROOT

OWN = {
    BoundedWebSocket: {"write_now", "until_writable", "take_over", "check"},
    Config: set(),
    Lifespan: set(),
    Server: {"address"},
    TimedHttp: {"request_within_s", "read_within_s", "pace_over_s"},
    _Connection: {"frames"},
}
"""What each class adds; everything else overrides what the library calls."""


def library(ours: type) -> type:
    return ours.__mro__[1]


@pytest.mark.parametrize("ours", OWN, ids=lambda ours: ours.__name__)
def test_nothing_is_overridden_that_the_library_does_not_have(ours: type) -> None:
    public = {name for name in vars(ours) if not name.startswith("_")}
    assert {name for name in public if not hasattr(library(ours), name)} == OWN[ours]


@pytest.mark.parametrize("ours", OWN, ids=lambda ours: ours.__name__)
def test_an_overriding_method_takes_what_the_librarys_takes(ours: type) -> None:
    for name in vars(ours).keys() - OWN[ours] - {"__init__"}:
        method: Any = vars(ours)[name]
        if inspect.isfunction(method) and hasattr(library(ours), name):
            theirs = inspect.signature(getattr(library(ours), name))
            assert [*inspect.signature(method).parameters] == [*theirs.parameters], name


@pytest.mark.parametrize("lock", ["server", "push", "postgres"])
def test_what_is_locked_is_in_the_ranges_that_are_allowed(lock: str) -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    pins = dict(re.findall(r"^([\w-]+)(?:\[\w+\])?==(\S+)", (ROOT / f"requirements/{lock}.lock").read_text(), re.M))
    for line in (*project["dependencies"], *project["optional-dependencies"].get(lock, ())):
        wanted = Requirement(line)
        assert wanted.specifier.contains(pins[wanted.name]), line
