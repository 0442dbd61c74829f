"""The image's Dockerfile, its options, and its archive. `python -m tools.image` builds it."""

import os
import re
import signal
import sqlite3
import subprocess
import sys
import tomllib
import zipfile
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest
from psycopg.pq import Conninfo, ConninfoOption

from app.settings import PREFIX, URL, Settings, variable
from app.storage.postgres import Postgres
from tests.client import Friend
from tests.conftest import ROOT
from tests.project.test_dist import SETTINGS, played_to_the_end
from tools.debian import apt_install
from tools.dist import build_image, build_wheel
from tools.dockerfile import let_through, stages
from tools.image.archive import NAME, pack, unpack
from tools.image.build import TOOL, missing
from tools.image.container import first_process, serving

DOCKERFILE = (ROOT / "Dockerfile").read_text()
COMPOSE = (ROOT / "docker-compose.yml").read_text()
BUILT, SHIPPED = stages(DOCKERFILE)


def test_hadolint_has_nothing_to_say() -> None:
    hadolint = Path(sys.executable).parent / "hadolint"
    said = subprocess.run([hadolint, "--no-color", ROOT / "Dockerfile"], capture_output=True, text=True, check=False)
    assert (said.returncode, said.stdout) == (0, "")


def test_a_dockerfile_is_read_with_its_comments_and_long_lines() -> None:
    text = '# first\nFROM debian AS base\nRUN one \\\n # why\n && two\nENV A=1 \\\n    B=2\nCMD ["run"]\nFROM c\n'
    first, second = stages(text)
    assert (first.image, first.name, second.name) == ("debian", "base", "1")
    assert [" ".join(run.split()) for run in first.all("RUN")] == ["one && two"]
    assert (first.environment(), first.command()) == ({"A": "1", "B": "2"}, ["run"])


def test_packages_are_installed_as_they_are_locked_in_a_stage_that_is_not_shipped() -> None:
    assert not any(re.search(r"\b(pip|apt-get|curl|gcc)\b", run) for run in SHIPPED.all("RUN"))
    assert [copy.split()[0] for copy in SHIPPED.all("COPY")] == [f"--from={BUILT.name}"]
    packages, wheel = (run for run in BUILT.all("RUN") if "install" in run)
    assert packages.count("install") == packages.count("--require-hashes") == 2
    assert packages.count("-m venv") == packages.count("--without-pip")
    assert wheel.count("install --no-deps --no-index") == 1
    assert "wheel --no-deps --no-build-isolation --wheel-dir /wheel ." in wheel, "the image has the usual wheel"


def test_all_that_the_wheel_is_built_from_is_let_through() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())
    hatch = project["tool"]["hatch"]
    needed = {"pyproject.toml", project["project"]["readme"], *project["project"]["license-files"]}
    needed |= set(hatch["build"]["targets"]["wheel"]["only-include"])
    assert needed <= {path.relative_to(ROOT).as_posix() for path in let_through()}


def test_its_settings_are_such_as_there_are_and_none_is_a_secret() -> None:
    given = {name: value for name, value in SHIPPED.environment().items() if name.startswith(PREFIX)}
    settings = Settings.from_environ(given)
    assert settings.database_url == "sqlite:////data/tertulia.sqlite3"
    assert settings.push_key_file.startswith("/data/")
    assert (SHIPPED.all("VOLUME"), SHIPPED.all("EXPOSE")) == (["/data"], [str(settings.bind.port)])
    assert not BUILT.all("ARG") + SHIPPED.all("ARG")


def test_every_image_that_is_not_built_here_is_named_by_its_digest() -> None:
    named = [*(stage.image for stage in stages(DOCKERFILE)), *re.findall(r"^ +image: (\S+)$", COMPOSE, re.MULTILINE)]
    assert "tertulia" in named
    assert BUILT.image == SHIPPED.image and SHIPPED.image.startswith("python:3.13-slim@")
    elsewhere = [image for image in named if image != "tertulia"]
    assert len(elsewhere) == 4
    assert all(re.fullmatch(r"[a-z]+:[\w.-]+@sha256:[0-9a-f]{64}", image) for image in elsewhere)


def test_a_container_may_write_its_data_and_nothing_else_and_every_node_is_run_so() -> None:
    node = COMPOSE[COMPOSE.index("x-node: &node") : COMPOSE.index("x-settings:")]
    kept = ["read_only: true", "cap_drop:\n    - ALL", "no-new-privileges:true", "- data:/data", "tmpfs:\n    - /tmp"]
    assert [line for line in kept if line not in node] == []
    nodes = re.findall(r"^  (tertulia|node-\d):\n    <<: \*(\S+)", COMPOSE, re.MULTILINE)
    assert nodes == [("tertulia", "node"), *((f"node-{number}", "node-of-cluster") for number in (1, 2, 3))]
    assert "x-node-of-cluster: &node-of-cluster\n  <<: *node\n" in COMPOSE


def test_a_container_has_longer_to_stop_than_the_server_takes() -> None:
    (grace,) = re.findall(r"stop_grace_period: (\d+)s", COMPOSE)
    (stop,) = re.findall(r"^TimeoutStopSec=(\d+)s", (ROOT / "docs" / "tertulia.service").read_text(), re.MULTILINE)
    assert min(int(grace), int(stop)) >= 20


def test_it_sets_what_there_is_to_set_and_the_proxy_before_the_nodes_is_the_sample() -> None:
    fields = {variable(field) for field in Settings.model_fields}
    assert set(re.findall(rf"^ +({PREFIX}\w+):", COMPOSE, re.MULTILINE)) <= fields
    assert "./docs/nginx.conf:/etc/nginx/conf.d/default.conf:ro" in COMPOSE
    sample = (ROOT / "docs" / "nginx.conf").read_text()
    assert re.findall(r"server (node-\d):8000", sample) == re.findall(r"^  (node-\d):", COMPOSE, re.MULTILINE)


def test_the_nodes_find_their_database_whatever_its_password(monkeypatch: pytest.MonkeyPatch) -> None:
    password = "p@ss:w/rd?%41#"
    nodes = COMPOSE[COMPOSE.index("&settings-of-cluster") : COMPOSE.index("services:")]
    for name, value in re.findall(rf"^    ({URL}|PG\w+): (\S+)$", nodes, re.MULTILINE):
        monkeypatch.setenv(name, value.replace("${POSTGRES_PASSWORD:-tertulia}", password))
    address = Postgres(Settings.from_environ({URL: os.environ[URL]}).database_url).conninfo
    named = {**options(Conninfo.get_defaults()), **options(Conninfo.parse(address.encode()))}
    assert named["password"] == password
    assert (named["user"], named["host"], named["dbname"]) == ("tertulia", "postgres", "tertulia")


def options(given: list[ConninfoOption]) -> dict[str, str]:
    return {option.keyword.decode(): option.val.decode() for option in given if option.val is not None}


def _root(folder: Path) -> Path:
    """A root file system with a single program."""
    for name in ("tmp", "usr/bin"):
        (folder / name).mkdir(parents=True)
    (folder / "usr/bin/tertulia").write_text("#!/bin/sh\n")
    (folder / "bin").symlink_to("usr/bin")
    (folder / "tmp/left").touch()
    return folder


@pytest.fixture
def archive(tmp_path: Path) -> Path:
    """The archive of an image of it."""
    pack(_root(tmp_path / "packed"), SHIPPED, tmp_path / "image.tar")
    return tmp_path / "image.tar"


def test_the_archive_says_of_itself_what_the_dockerfile_says(archive: Path, tmp_path: Path) -> None:
    config = unpack(archive, tmp_path / "root")["config"]
    assert (config["User"], config["WorkingDir"]) == ("10001:10001", "/data")
    assert (config["Cmd"], config["Volumes"], config["ExposedPorts"]) == (["tertulia"], {"/data": {}}, {"8000/tcp": {}})
    assert "PATH=/venv/bin:/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin" in config["Env"]
    check = config["Healthcheck"]
    assert (check["Test"], check["Interval"], check["Retries"]) == (["CMD", "tertulia", "health"], 30_000_000_000, 3)


def test_the_same_files_give_the_same_archive_and_nothing_is_lost(archive: Path, tmp_path: Path) -> None:
    pack(_root(tmp_path / "again"), SHIPPED, tmp_path / "again.tar")
    assert (tmp_path / "again.tar").read_bytes() == archive.read_bytes()
    unpack(archive, tmp_path / "root")
    assert (tmp_path / "root/usr/bin/tertulia").read_text() == "#!/bin/sh\n"
    assert (tmp_path / "root/bin").readlink() == Path("usr/bin")
    assert list((tmp_path / "root/tmp").iterdir()) == []


def test_it_is_loaded_and_run_under_the_name_that_is_documented() -> None:
    hosting = (ROOT / "docs" / "hosting.md").read_text()
    assert f"docker load --input dist/{NAME.replace(':', '-')}.oci.tar\n" in hosting
    assert f"--cap-drop ALL {NAME}\n" in hosting


@pytest.mark.long
@pytest.mark.timeout(600)  # a Debian is downloaded and installed
async def test_what_is_unpacked_from_the_archive_serves_and_keeps_its_games(tmp_path: Path) -> None:
    if missing():
        apt_install(TOOL, because="a test builds the container image")
    assert missing() is None, missing()
    root = tmp_path / "root"
    unpack(build_image(tmp_path), root)
    with zipfile.ZipFile(build_wheel(tmp_path)) as wheel:
        (site,) = (root / "venv/lib").glob("python*/site-packages")
        program = [name for name in wheel.namelist() if name.startswith("tertulia/")]
        assert all((site / name).read_bytes() == wheel.read(name) for name in program)
    with contained(root) as address:
        async with Friend(address, "Ann") as ann:
            await played_to_the_end(ann)
    with contained(root) as address:
        async with Friend(address, "Bob") as bob:
            with closing(sqlite3.connect(root / "data/tertulia.sqlite3")) as database:
                (row,) = database.execute("SELECT DISTINCT room FROM events")
            page = await bob.enter(row[0])
            assert (await page.hear("frame"))["outcome"] is not None


@contextmanager
def contained(root: Path) -> Iterator[str]:
    """The address of a server in a container; it stops as at SIGTERM."""
    with serving(root, SHIPPED, **SETTINGS) as (address, process):
        yield address
        os.kill(first_process(process), signal.SIGTERM)
        assert process.wait(20) == 0
