"""Resource use of other processes: a node, a PostgreSQL."""

import subprocess
import sys
import threading
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any, Final

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

import psutil  # noqa: E402
import psycopg  # noqa: E402

from app.cluster.postgres_notices import CHANNEL  # noqa: E402
from benchmarks.load.servers import UNLIMITED, free_port  # noqa: E402
from tools.postgres import PassingPostgres  # noqa: E402

ENVIRONMENT: Final = {**UNLIMITED, "TERTULIA_LOG_LEVEL": "warning"}


class Server:
    """A node in a process of its own."""

    def __init__(self, url: str) -> None:
        self.port = free_port()
        given = {**ENVIRONMENT, "TERTULIA_BIND": f"127.0.0.1:{self.port}", "TERTULIA_DATABASE_URL": url}
        self._process = subprocess.Popen(
            [sys.executable, "-m", "app"], cwd=ROOT, env={**psutil.Process().environ(), **given}, stdout=subprocess.PIPE
        )
        assert self._process.stdout is not None
        if not self._process.stdout.readline().startswith(b"Tertulia is open"):
            raise SystemExit("the server did not start")
        self._seen = psutil.Process(self._process.pid)

    @property
    def base_url(self) -> str:
        """Its URL."""
        return f"http://127.0.0.1:{self.port}"

    def cpu_ms(self) -> float:
        """Processor time so far."""
        times = self._seen.cpu_times()
        return 1000 * float(times.user + times.system)

    def memory_kb(self) -> float:
        """Its memory."""
        return float(self._seen.memory_info().rss) / 1024

    def written_bytes(self) -> int:
        """Bytes written to disk so far."""
        return int(self._seen.io_counters().write_bytes)

    def stop(self) -> None:
        """Stop it gracefully."""
        self._process.terminate()
        self._process.wait(30)


class Database:
    """A PostgreSQL under observation: the processor time of all its processes, its write-ahead log, and
    notifications."""

    def __init__(self, server: PassingPostgres) -> None:
        self.server = server
        (folder,) = server.run("SHOW data_directory")[0]
        self._postmaster = psutil.Process(int((Path(str(folder)) / "postmaster.pid").read_text().split()[0]))
        self.notified = self.notified_bytes = 0
        self._stopping = threading.Event()
        self._listening = threading.Thread(target=self._listen)
        self._listening.start()

    def _listen(self) -> None:
        with psycopg.connect(self.server.url(), autocommit=True) as connection:
            connection.execute(f"LISTEN {CHANNEL}")
            while not self._stopping.is_set():
                for said in connection.notifies(timeout=0.2):
                    self.notified += 1
                    self.notified_bytes += len(said.payload)

    def close(self) -> None:
        """Stop listening."""
        self._stopping.set()
        self._listening.join()

    def cpu_ms(self) -> float:
        """The processor time of the server and all its children, ended ones included."""
        own = self._postmaster.cpu_times()
        living = [child.cpu_times() for child in self._postmaster.children(recursive=True)]
        ended = own.children_user + own.children_system
        return 1000 * float(own.user + own.system + ended + sum(each.user + each.system for each in living))

    def wal_bytes(self) -> int:
        """The position of the write-ahead log."""
        return int(str(self.server.run("SELECT pg_current_wal_lsn() - '0/0'")[0][0]))


class Meter:
    """Reads counters before and after something."""

    def __init__(self, **counters: Callable[[], float]) -> None:
        self._counters = counters

    async def over(self, doing: Awaitable[Any]) -> dict[str, float]:
        """Each counter's increase meanwhile."""
        before = {name: read() for name, read in self._counters.items()}
        await doing
        return {name: read() - before[name] for name, read in self._counters.items()}
