"""Full disks: a small file system in memory that is filled to the last byte and emptied again.

Without the right to mount, try a namespace: `unshare --map-root-user --mount python -m …`. Where that is forbidden,
too, the kernel is told to refuse the server's writes, with a warning.
"""

import asyncio
import resource
import subprocess
import time
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager, suppress
from pathlib import Path
from typing import Final, Protocol

import psycopg

from app.settings import Settings, variable
from chaos.check import Logs, Violation
from chaos.faults import Injector
from chaos.history import Acked, AnyStep, Fault, Healed
from chaos.machine import Part
from chaos.servers import DATABASE, UNLIMITED, Node, Servers, passing_postgres
from tests.client import Friend
from tools.postgres import PassingPostgres

APART: Final = ("unshare", "--map-root-user", "--mount")
FULL_FOR_S: Final = (1.0, 4.0)
BETWEEN_S: Final = (0.5, 2.0)
ON_THE_WAY_S: Final = 0.5
"""Acknowledgements within this time after the disk was full belong to earlier writes."""
RESUMED_WITHIN_S: Final = 2.0
READ_WITHIN_S: Final = 2.0
SPACE_MB: Final = 12
POSTGRES_SPACE_MB: Final = 192
PIECE: Final = bytes(4096)
TO_THE_LAST_BYTE: Final = {variable(field): "0" for field in Settings.model_fields if field.startswith("disk_free_for")}
"""Settings with which servers run until nothing can be written at all."""

Files = int
"""The process whose files are affected."""


class Disk(Protocol):
    """The disk of a server."""

    def fill(self, files: Files) -> None:
        """Let nothing more be written."""

    def make_room(self, files: Files) -> None:
        """Let files be written again."""


class SmallDisk:
    """A file system of limited size."""

    def __init__(self, folder: Path) -> None:
        self._filler = folder / "filler"

    def fill(self, files: Files) -> None:
        with self._filler.open("ab", buffering=0) as filler, suppress(OSError):
            while True:
                filler.write(PIECE)

    def make_room(self, files: Files) -> None:
        self._filler.unlink()


class DeafKernel:
    """No file of the process can be written, wherever it is: EFBIG instead of ENOSPC."""

    def fill(self, files: Files) -> None:
        resource.prlimit(files, resource.RLIMIT_FSIZE, (0, resource.RLIM_INFINITY))

    def make_room(self, files: Files) -> None:
        resource.prlimit(files, resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))


@contextmanager
def small_disk(folder: Path, megabytes: int) -> Iterator[Disk]:
    """A small file system in this folder. Raises CannotMount."""
    folder.mkdir()
    done = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", f"size={megabytes}m", "tmpfs", str(folder)], capture_output=True, check=False
    )
    if done.returncode:
        raise CannotMount(done.stderr.decode().strip())
    try:
        yield SmallDisk(folder)
    finally:
        subprocess.run(["umount", "--lazy", str(folder)], check=True)


class CannotMount(Exception):
    """This process may not mount."""


def can_mount() -> bool:
    """Whether this process may mount."""
    return subprocess.run(["unshare", "--mount", "true"], capture_output=True, check=False).returncode == 0


def can_be_apart() -> bool:
    """Whether it may in a namespace of its own."""
    return subprocess.run([*APART, "true"], capture_output=True, check=False).returncode == 0


# --- Servers ------------------------------------------------------------------------------------------------------


class Stored(Servers):
    """Servers whose database is on a disk that can be filled."""

    def __init__(self, disk: Disk, nodes: Sequence[Node], url: str, postgres: PassingPostgres | None = None) -> None:
        super().__init__(nodes, url, postgres)
        self.disk = disk

    def fill(self) -> None:
        """Fill the disk to the last byte. PostgreSQL is brought to the point where it cannot write its log and gives
        up."""
        if self.postgres is None:
            self.disk.fill(self.nodes[0].pid)
            return
        with psycopg.connect(self.postgres.url(), autocommit=True) as connection, suppress(psycopg.Error):
            self.disk.fill(self.nodes[0].pid)
            while True:
                connection.execute("SELECT pg_current_xact_id()")
                connection.execute("SELECT pg_switch_wal()")

    def make_room(self) -> None:
        self.disk.make_room(self.nodes[0].pid)

    def have_lived(self) -> None:
        """Fail if a server has given up."""
        assert all(node.alive for node in self.nodes), "a server has ended"


@asynccontextmanager
async def on_a_small_disk(folder: Path) -> AsyncIterator[Stored]:
    """One server with SQLite."""
    if can_mount():
        with small_disk(folder / "disk", SPACE_MB) as disk:
            async with _one_server(folder / "disk", folder, disk) as servers:
                yield servers
    else:
        print("Nothing can be mounted here: instead of a full disk the kernel refuses every write (EFBIG).", flush=True)
        async with on_refused_writes(folder) as servers:
            yield servers


@asynccontextmanager
async def on_refused_writes(folder: Path) -> AsyncIterator[Stored]:
    """The same without a file system of its own."""
    async with _one_server(folder, folder, DeafKernel()) as servers:
        yield servers


@asynccontextmanager
async def _one_server(data: Path, folder: Path, disk: Disk) -> AsyncIterator[Stored]:
    url = f"sqlite:///{data}/chaos.sqlite3"
    given = {**UNLIMITED, **TO_THE_LAST_BYTE, "TERTULIA_DATABASE_URL": url}
    async with Stored(disk, [Node("alone", given, folder / "alone.log")], url).opened() as servers:
        yield servers
        servers.have_lived()


@asynccontextmanager
async def with_postgres_on_a_small_disk(folder: Path) -> AsyncIterator[Stored]:
    """Two nodes."""
    with small_disk(folder / "disk", POSTGRES_SPACE_MB) as disk:
        async with passing_postgres(folder / "disk") as postgres:
            url = postgres.url(DATABASE)
            given = {**UNLIMITED, "TERTULIA_DATABASE_URL": url}
            made = [Node(name, given, folder / f"{name}.log") for name in ("one", "two")]
            async with Stored(disk, made, url, postgres).opened() as servers:
                yield servers
                servers.have_lived()


# --- Faults -------------------------------------------------------------------------------------------------------


async def fill_the_disk(injector: Injector, times: int) -> None:
    """Fill the disk for a while; meanwhile everybody can look at their table."""
    servers = injector.servers
    assert isinstance(servers, Stored)
    async with Friend(servers.nodes[-1].url) as eve:
        for number in range(times):
            await injector.sleep(BETWEEN_S)
            await asyncio.to_thread(servers.fill)
            injector.history.note(Fault, kind="disk")
            await _full_for_a_while(injector, eve)
            servers.make_room()
            if servers.postgres is not None:
                await _keep_running(servers.postgres)
            injector.history.note(Fault, kind="disk", over=True)
            injector.progress(f"disk full {number + 1} of {times}")
        await injector.sleep((RESUMED_WITHIN_S, RESUMED_WITHIN_S + 1))


async def _full_for_a_while(injector: Injector, eve: Friend) -> None:
    until = time.monotonic() + injector.chance.uniform(*FULL_FOR_S)
    while time.monotonic() < until:
        await _look_at(injector, eve)
        await asyncio.sleep(0.2)


async def _look_at(injector: Injector, eve: Friend) -> None:
    """Open the table as somebody new."""
    rooms = sorted({step.room for step in injector.history.steps} - {""})
    async with asyncio.timeout(READ_WITHIN_S):
        assert (await eve.http.get("/livez")).status_code == 200
        if injector.servers.postgres is None:
            page = await eve.enter(injector.chance.choice(rooms))
            await page.hear("frame")
            await page.close()


async def _keep_running(postgres: PassingPostgres) -> None:
    """Restart PostgreSQL as often as it takes."""
    async with asyncio.timeout(60):
        while True:
            try:
                await asyncio.to_thread(postgres.start)
                postgres.run("SELECT 1")
                return
            except (psycopg.Error, subprocess.SubprocessError):
                await asyncio.sleep(0.2)


# --- Promises beyond chaos/check.py -------------------------------------------------------------------------


def unheeded(steps: Sequence[AnyStep], logs: Logs) -> Iterator[Violation]:
    """Moves acknowledged while nothing could be written, and stalls after it could."""
    healed = next(step.at for step in steps if isinstance(step, Healed))
    acks = [step.at for step in steps if isinstance(step, Acked) and step.at < healed]
    faults = [step for step in steps if isinstance(step, Fault) and step.kind == "disk"]
    for full, over in zip(faults[::2], faults[1::2], strict=True):
        for at in acks:
            if full.at + ON_THE_WAY_S < at < over.at:
                yield Violation(1, "unwritten", "", f"acknowledged {at - full.at:.1f} s after the disk was full")
        if not any(over.at <= at <= over.at + RESUMED_WITHIN_S for at in acks):
            yield Violation(9, "late", "", f"{RESUMED_WITHIN_S:g} s after there was space nothing was acknowledged")


def not_resumed(steps: Sequence[AnyStep], logs: Logs) -> Iterator[Violation]:
    """The same where writes that fit into the reserve may still succeed."""
    return (violation for violation in unheeded(steps, logs) if violation.kind != "unwritten")


DISK: Final = Part(
    about="the disk is full for 1 to 4 s, SQLite",
    times=30,
    opens=on_a_small_disk,
    does=fill_the_disk,
    judges=unheeded,
    alone=True,
)
REFUSED_WRITES: Final = Part(
    about="the same where nothing can be mounted: the kernel refuses every write",
    times=10,
    opens=on_refused_writes,
    does=fill_the_disk,
    judges=unheeded,
    alone=True,
)
POSTGRES_DISK: Final = Part(
    about="the disk is full, PostgreSQL, which gives up and is started again",
    times=10,
    opens=with_postgres_on_a_small_disk,
    does=fill_the_disk,
    judges=not_resumed,
)
