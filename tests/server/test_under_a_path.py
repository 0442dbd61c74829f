"""Whole games under a path of a host, behind nginx and Caddy as docs/hosting.md sets them up, and behind proxies that
take the path away."""

import shutil
from pathlib import Path

import httpx
import pytest

from chaos.servers import free_port
from tests.client import Friend
from tests.conftest import OpenHouse
from tests.support.proxies import LOOPBACK, RunProxy, play, sample_of, trusting
from tests.support.proxies import certificate as certificate
from tests.support.proxies import run_proxy as run_proxy
from tools.debian import apt_install
from tools.nginx import command, write_conf

PATH = "/games"
NGINX = sample_of("nginx", "location /games/")
CADDY = sample_of("caddyfile", "/games/*")
UPGRADE = "map $http_upgrade $connection_upgrade {\ndefault upgrade;\n'' '';\n}\n"
CADDY_OPTIONS = "{\n\tadmin off\n\tauto_https disable_redirects\n\tdefault_bind 127.0.0.1\n}\n"


def replaced(text: str, old: str, new: str) -> str:
    assert old in text
    return text.replace(old, new)


def behind_nginx(sample: str, port: int, at: str, certificate: Path) -> str:
    """The block of its configuration around the sample."""
    tls = f"ssl_certificate {certificate};\nssl_certificate_key {certificate};\n"
    inside = replaced(sample, "127.0.0.1:8000", at)
    return f"{UPGRADE}server {{\nlisten 127.0.0.1:{port} ssl;\nserver_name localhost;\n{tls}{inside}}}\n"


NGINX_SAMPLES = {"as documented": NGINX, "taking it away": replaced(NGINX, "127.0.0.1:8000;", "127.0.0.1:8000/;")}
TAKING_IT_AWAY = "example.org {\n\thandle_path /games/* {\n\t\treverse_proxy 127.0.0.1:8000\n\t}\n}\n"
CADDY_SAMPLES = {"as documented": CADDY, "taking it away": TAKING_IT_AWAY}


async def plays_a_game(origin: str, certificate: Path) -> None:
    """Two friends play to the end, and their cookies are of this site alone."""
    tls = trusting(certificate)
    async with Friend(origin + PATH, tls=tls) as ann, Friend(origin + PATH, tls=tls) as ben:
        await play([ann, ben])
        cookies = [(cookie.path, cookie.secure) for cookie in ann.http.cookies.jar]
        assert cookies and {*cookies} == {("/games/", True)}


@pytest.mark.parametrize("sample", NGINX_SAMPLES.values(), ids=[*NGINX_SAMPLES])
async def test_a_game_is_played_under_a_path_behind_nginx(
    nginx: str, run_proxy: RunProxy, open_house: OpenHouse, certificate: Path, tmp_path: Path, sample: str
) -> None:
    port = free_port()
    origin = f"https://localhost:{port}"
    house = open_house(trusted_proxies=LOOPBACK, public_origin=(origin,), public_path=PATH)
    conf = write_conf(behind_nginx(sample, port, "{}:{}".format(*house.address), certificate), tmp_path)
    run_it = command(nginx, conf)
    run_proxy([*run_it, "-t"], run_it, origin)
    await plays_a_game(origin, certificate)
    async with httpx.AsyncClient(verify=trusting(certificate), follow_redirects=True) as client:
        assert str((await client.get(origin + PATH)).url) == f"{origin}{PATH}/"


@pytest.fixture
def caddy() -> str:
    """The program, installed from Debian if missing."""
    found = shutil.which("caddy") or (apt_install("caddy", because="a test needs it") and shutil.which("caddy"))
    assert found, "apt-get install caddy"
    return found


@pytest.mark.parametrize("sample", CADDY_SAMPLES.values(), ids=[*CADDY_SAMPLES])
async def test_a_game_is_played_under_a_path_behind_caddy(
    caddy: str,
    run_proxy: RunProxy,
    open_house: OpenHouse,
    certificate: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    sample: str,
) -> None:
    for variable in ("XDG_DATA_HOME", "XDG_CONFIG_HOME"):
        monkeypatch.setenv(variable, str(tmp_path))
    origin = f"https://localhost:{free_port()}"
    house = open_house(trusted_proxies=LOOPBACK, public_origin=(origin,), public_path=PATH)
    written = replaced(sample, "127.0.0.1:8000", "{}:{}".format(*house.address))
    site = f"{origin} {{\n\ttls {certificate} {certificate}\n"
    (file := tmp_path / "Caddyfile").write_text(CADDY_OPTIONS + replaced(written, "example.org {\n", site))
    given = ["--adapter", "caddyfile", "--config", str(file)]
    run_proxy([caddy, "validate", *given], [caddy, "run", *given], origin)
    await plays_a_game(origin, certificate)
