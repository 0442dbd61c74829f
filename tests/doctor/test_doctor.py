"""The `doctor` command names what is wrong, each with the line to change: faults planted in servers, in what is in
front of them, and in their files."""

import asyncio
import http.client
import os
import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from email.utils import formatdate
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any
from unittest.mock import Mock

import httpx
import msgspec
import pytest

from app.admin.backup import back_up
from app.doctor import outside
from app.doctor.visit import Answer
from app.settings import Settings
from chaos.servers import free_port
from tests.conftest import House, OpenHouse
from tests.support.command_line import Said, Terminal
from tests.support.proxies import LOOPBACK, RunProxy
from tests.support.proxies import run_proxy as run_proxy
from tests.support.push_service import a_certificate
from tools.nginx import command, write_conf

PROXY = """map $http_upgrade $connection_upgrade {{
default upgrade;
'' '';
}}
server {{
listen 127.0.0.1:{port}{tls};
server_name localhost;
{more}
location {below} {{
proxy_pass http://{at};
proxy_http_version 1.1;
proxy_set_header Host $http_host;
proxy_set_header X-Forwarded-For $remote_addr;
proxy_set_header X-Forwarded-Proto $scheme;
proxy_set_header Upgrade $http_upgrade;
proxy_set_header Connection $connection_upgrade;
}}
}}
"""


@dataclass
class Site:
    """A server behind nginx, of which tests change something."""

    house: House
    url: str
    at: str = ""
    """Where the server itself listens."""

    def __post_init__(self) -> None:
        self.at = "{}:{}".format(*self.house.address)

    @property
    def settings(self) -> Settings:
        return self.house.app.state.services.settings


Behind = Callable[..., Site]


@pytest.fixture
def behind_nginx(nginx: str, run_proxy: RunProxy, open_house: OpenHouse, tmp_path: Path) -> Behind:
    """Runs a server with these settings behind nginx. `without`: lines of its file that begin so; `more`: others."""

    def run(
        *,
        without: str = "",
        more: str = "",
        below: str = "/",
        path: str = "",
        certificate: Path | None = None,
        **given: Any,
    ) -> Site:
        port, tls = free_port(), ""
        origin = f"{'https' if certificate else 'http'}://localhost:{port}"
        house = open_house(**{"trusted_proxies": LOOPBACK, "public_origin": (origin,), **given})
        if certificate:
            tls, more = " ssl", f"{more}ssl_certificate {certificate};\nssl_certificate_key {certificate};\n"
        at = "{}:{}".format(*house.address)
        lines = PROXY.format(port=port, tls=tls, more=more, below=below, at=at).splitlines(keepends=True)
        conf = write_conf("".join(line for line in lines if not without or without not in line), tmp_path)
        run_it = command(nginx, conf)
        run_proxy([*run_it, "-t"], run_it, origin)
        return Site(house, f"{origin}{path}")

    return run


@dataclass
class Doctor:
    """The command, at a terminal beside a server."""

    terminal: Terminal
    said: Said = field(default_factory=lambda: Said(0, "", ""))

    async def asks(self, site: Site, url: str = "", *more: object) -> list[str]:
        """Examines the site; what it finds wrong or doubtful, each with what to change."""
        settings = site.settings
        self.terminal.sets(DATABASE_URL=settings.database_url, BIND=site.at)
        self.said = await asyncio.to_thread(self.terminal, "doctor", url or site.url, *more)
        return self.wrong

    @property
    def wrong(self) -> list[str]:
        lines = self.said.out.splitlines()
        then = [*lines[1:], ""]
        return [f"{line} {change.strip()}" for line, change in zip(lines, then, strict=True) if line[:5] == "WRONG"]


@pytest.fixture
def doctor(terminal: Terminal) -> Doctor:
    return Doctor(terminal)


def only(found: list[str], what: str, change: str) -> None:
    """There is one thing wrong: this one."""
    assert len(found) == 1 and what in found[0] and f"→ {change}" in found[0], found


# --- All is well --------------------------------------------------------------------------------------------


async def test_a_healthy_server_behind_a_proxy_is_found_healthy(behind_nginx: Behind, doctor: Doctor) -> None:
    assert await doctor.asks(behind_nginx()) == []
    assert doctor.said.code == 0
    assert doctor.said.out.endswith("Nothing is wrong.\n")
    for good in ("WebSockets are passed on", "is believed", "the clocks agree", "SQLite finds the database sound"):
        assert good in doctor.said.out


async def test_under_a_path_all_is_well_too(behind_nginx: Behind, doctor: Doctor) -> None:
    assert await doctor.asks(behind_nginx(public_path="/games", below="/games/", path="/games")) == []


async def test_without_an_address_it_takes_that_of_the_settings(
    behind_nginx: Behind, doctor: Doctor, terminal: Terminal
) -> None:
    site = behind_nginx()
    terminal.sets(PUBLIC_ORIGIN=site.url, DATABASE_URL=site.settings.database_url)
    said = await asyncio.to_thread(terminal, "doctor")
    assert said.out.startswith(f"{site.url}, as people find it:\n") and said.code == 0


async def test_strangers_are_told_nothing_of_the_proxy(behind_nginx: Behind) -> None:
    site = behind_nginx()
    async with httpx.AsyncClient() as client:
        for word in (b"", b"0" * 64, b"\xe9"):
            answer = await client.get(f"{site.url}/livez", headers={b"x-tertulia-doctor": word})
            assert {*answer.json()} == {"ok", "version"}


async def test_from_another_machine_it_says_what_it_cannot_know(
    behind_nginx: Behind, doctor: Doctor, terminal: Terminal, tmp_path: Path
) -> None:
    site = behind_nginx()
    terminal.sets(DATABASE_URL=f"sqlite:///{tmp_path}/elsewhere.sqlite3")
    said = await asyncio.to_thread(terminal, "doctor", site.url)
    assert "whether the proxy is trusted is told only to a doctor with the server’s database" in said.out
    assert "WebSockets are passed on" in said.out


# --- In front of the server ---------------------------------------------------------------------------------


async def test_a_server_that_is_down(open_house: OpenHouse, doctor: Doctor) -> None:
    site = Site(open_house(), f"http://localhost:{free_port()}")
    site.house.close()
    only(await doctor.asks(site), "nothing answers at", "start the server")
    assert doctor.said.code == 1


async def test_a_proxy_that_is_down_before_a_server_that_is_ready(open_house: OpenHouse, doctor: Doctor) -> None:
    site = Site(open_house(), f"http://localhost:{free_port()}")
    only(await doctor.asks(site), "The server itself is ready at", "see whether the proxy runs")


async def test_a_proxy_with_nothing_behind_it(behind_nginx: Behind, doctor: Doctor) -> None:
    site = behind_nginx()
    site.house.close()
    found = await doctor.asks(site)
    assert len(found) == 1 and "a proxy answers" in found[0] and "(502)" in found[0]


async def test_a_proxy_that_does_not_pass_websockets_on(behind_nginx: Behind, doctor: Doctor) -> None:
    found = await doctor.asks(behind_nginx(without="Upgrade"))
    only(found, "does not pass WebSockets on (426)", "in nginx, beside proxy_pass: proxy_http_version 1.1; ")


async def test_a_proxy_that_is_not_trusted(behind_nginx: Behind, doctor: Doctor) -> None:
    found = await doctor.asks(behind_nginx(trusted_proxies=()))
    only(found, "the proxy at 127.0.0.1 is not trusted", "TERTULIA_TRUSTED_PROXIES=127.0.0.1")


async def test_a_proxy_that_does_not_say_for_whom_it_asks(behind_nginx: Behind, doctor: Doctor) -> None:
    found = await doctor.asks(behind_nginx(without="X-Forwarded-For"))
    line = "in nginx, beside proxy_pass: proxy_set_header X-Forwarded-For $remote_addr;"
    only(found, "the proxy at 127.0.0.1 does not say for whom it asks", line)


async def test_an_origin_other_than_what_people_open(behind_nginx: Behind, doctor: Doctor) -> None:
    site = behind_nginx(public_origin=("http://localhost",))
    only(await doctor.asks(site), "nobody can play", f"TERTULIA_PUBLIC_ORIGIN={site.url}")


async def test_a_name_that_the_server_does_not_know(
    behind_nginx: Behind, doctor: Doctor, monkeypatch: pytest.MonkeyPatch
) -> None:
    found_at = socket.getaddrinfo
    monkeypatch.setattr(socket, "getaddrinfo", lambda _, *more, **named: found_at("127.0.0.1", *more, **named))
    site = behind_nginx(public_origin=())
    url = site.url.replace("localhost", "games.example.org")
    found = await doctor.asks(site, url)
    [what] = [each for each in found if "people come by http" not in each]
    assert "does not know that it is games.example.org" in what and f"→ TERTULIA_PUBLIC_ORIGIN={url}" in what


async def test_a_path_that_the_server_does_not_know(behind_nginx: Behind, doctor: Doctor) -> None:
    site = behind_nginx(below="/", path="/games")
    only(await doctor.asks(site), "and not below /games", "TERTULIA_PUBLIC_PATH=/games")


async def test_pages_that_name_their_files_elsewhere(behind_nginx: Behind, doctor: Doctor) -> None:
    site = behind_nginx(below="/games/ { rewrite ^/games(/.*)$ $1 break; #", path="/games")
    only(
        await doctor.asks(site),
        "pages name their files below /, and are opened below /games",
        "TERTULIA_PUBLIC_PATH=/games",
    )


async def test_a_cookie_that_a_proxy_has_changed(behind_nginx: Behind, doctor: Doctor) -> None:
    found = await doctor.asks(behind_nginx(more="proxy_cookie_path / /elsewhere;"))
    only(found, "the cookie is for /elsewhere instead of /", "no proxy_cookie_path")


async def test_a_cookie_that_a_proxy_keeps_back(behind_nginx: Behind, doctor: Doctor) -> None:
    found = await doctor.asks(behind_nginx(more="proxy_hide_header Set-Cookie;"))
    only(found, "the start page sets no cookie", "in the proxy, let Set-Cookie through")


async def test_a_certificate_that_browsers_refuse(behind_nginx: Behind, doctor: Doctor, tmp_path: Path) -> None:
    (file := tmp_path / "both.pem").write_bytes(a_certificate())
    found = await doctor.asks(behind_nginx(certificate=file))
    only(found, "browsers refuse the certificate of localhost: self-signed certificate", "a new certificate")


async def test_a_certificate_that_soon_ends(
    behind_nginx: Behind, doctor: Doctor, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (file := tmp_path / "both.pem").write_bytes(a_certificate())
    monkeypatch.setenv("SSL_CERT_FILE", str(file))
    site = behind_nginx(certificate=file)
    assert await doctor.asks(site) == []
    monkeypatch.setattr("app.doctor.outside.FEW_DAYS", 100_000)
    await doctor.asks(site)
    assert "days more\n        → see why it has not been renewed yet" in doctor.said.out


async def test_a_clock_that_is_wrong(behind_nginx: Behind, doctor: Doctor, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("app.doctor.examination.time", Mock(time=lambda: time.time() + 300))
    found = await doctor.asks(behind_nginx())
    only(found, "the clock of the proxy is 30", "set both by NTP")


def test_a_clock_of_the_database_that_is_wrong() -> None:
    body = msgspec.json.encode({"way": {"now": 1_000_000_000}})
    headers = http.client.HTTPMessage()
    headers["date"] = formatdate(1_000_300)
    [finding] = outside.clock(Answer(200, headers, body), 1_000_300)
    assert finding.what == "the clock of the server’s database is 300 s behind the one here"


@contextmanager
def other_server(status: int = 200, **headers: str) -> Iterator[str]:
    """The URL of a server that is not Tertulia."""

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(status)
            for name, value in {"content-length": "5", **headers}.items():
                self.send_header(name, value)
            self.end_headers()
            self.wfile.write(b"hello")

        def log_message(self, *_: object) -> None:
            """Say nothing."""

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()
        thread.join()


async def test_what_is_not_tertulia(open_house: OpenHouse, doctor: Doctor) -> None:
    with other_server() as url:
        found = await doctor.asks(Site(open_house(), url))
    only(found, "is not Tertulia (200)", "have the proxy pass on to where it is")


async def test_what_answers_no_http(open_house: OpenHouse, doctor: Doctor) -> None:
    with socket.create_server(("127.0.0.1", 0)) as silent, ExitStack() as stack:

        def hang_up() -> None:
            connection, _ = silent.accept()
            connection.close()

        thread = threading.Thread(target=hang_up)
        thread.start()
        stack.callback(thread.join)
        found = await doctor.asks(Site(open_house(), f"http://127.0.0.1:{silent.getsockname()[1]}"))
    assert len(found) == 1 and "nothing answers at" in found[0]


# --- On the machine -----------------------------------------------------------------------------------------


async def test_a_disk_that_is_nearly_full(behind_nginx: Behind, doctor: Doctor, terminal: Terminal) -> None:
    terminal.sets(DISK_FREE_FOR_ROOMS_MB=9_999_999_999)
    found = await doctor.asks(behind_nginx())
    only(found, "no new table can be opened", "make space, or on a small disk lower TERTULIA_DISK_FREE_FOR_ROOMS_MB")


def file_of(site: Site) -> Path:
    return Path(site.settings.database_url.removeprefix("sqlite:///"))


async def test_files_that_others_can_read(behind_nginx: Behind, doctor: Doctor) -> None:
    site = behind_nginx()
    file_of(site).chmod(0o644)
    only(await doctor.asks(site), "can be used by others", f"chmod 600 {file_of(site)}")


async def test_a_database_that_is_damaged(
    behind_nginx: Behind, doctor: Doctor, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("app.storage.sqlite.Sqlite.check", lambda *_: "row 12 missing from index people")
    found = await doctor.asks(behind_nginx())
    only(found, "the database is damaged: row 12 missing", 'docs/hosting.md, "The file is damaged"')


async def test_backups_that_have_stopped(behind_nginx: Behind, doctor: Doctor, tmp_path: Path) -> None:
    site = behind_nginx()
    (folder := tmp_path / "backups").mkdir()
    only(await doctor.asks(site, "", "--backups", folder), "there is no backup in", "every day: see docs/hosting.md")
    (folder / "notes.txt").write_text("not a backup")
    only(await doctor.asks(site, "", "--backups", folder), "there is no backup in", "every day: see docs/hosting.md")
    back_up(site.settings.database_url, file := folder / "monday.sqlite3")
    assert await doctor.asks(site, "", "--backups", folder) == []
    old = time.time() - 5 * 86_400
    os.utime(file, (old, old))
    only(await doctor.asks(site, "", "--backups", folder), "is 5 days old", "see why cron makes none any more")


async def test_a_database_elsewhere_than_the_servers(
    behind_nginx: Behind, doctor: Doctor, terminal: Terminal, tmp_path: Path
) -> None:
    site = behind_nginx()
    terminal.sets(DATABASE_URL=f"sqlite:///{tmp_path}/other.sqlite3")
    said = await asyncio.to_thread(terminal, "doctor", site.url)
    assert said.code == 1 and "there is no database at" in said.out
    assert not (tmp_path / "other.sqlite3").exists(), "it creates none"
