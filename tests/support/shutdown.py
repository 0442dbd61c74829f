"""Servers stopped while somebody is there."""

import asyncio
import socket
import sqlite3
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import AsyncExitStack, closing, contextmanager
from pathlib import Path

import pytest

from chaos.servers import UNLIMITED
from tests.client import Friend
from tests.conftest import Process
from tests.conftest import StartProcess as Start

WIDE = {**UNLIMITED, "TERTULIA_LOG_LEVEL": "warning"}  # nobody reads its output before it ends
EXIT_WITHIN_S = 15.0


@pytest.fixture
def start(start_process: Start) -> Start:
    """Starts a server without rate limits."""
    return lambda *command, **environ: start_process(*command, **WIDE, **environ)


Visit = Callable[[Process], Awaitable[Friend]]


@pytest.fixture
async def visit() -> AsyncIterator[Visit]:
    """A guest with a cookie of that server."""
    async with AsyncExitStack() as leaving:

        async def come(process: Process) -> Friend:
            return await leaving.enter_async_context(Friend(process.base_url))

        yield come


async def ended(process: Process) -> str:
    """The output of the process, which has to end with 0 and in time."""
    code, printed = await asyncio.to_thread(process.end, EXIT_WITHIN_S)
    assert code == 0, printed
    assert "Traceback" not in printed
    return printed


@contextmanager
def written_by_another(file: Path) -> Iterator[None]:
    """Another program holds the write lock."""
    with closing(sqlite3.connect(file, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        yield


def connection(process: Process) -> socket.socket:
    host, port = process.base_url.removeprefix("http://").split(":")
    return socket.create_connection((host, int(port)))
