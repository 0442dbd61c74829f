"""The image as an archive: packed, unpacked, and run as a container is."""

from __future__ import annotations

import os
import signal
import sqlite3
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.client import Friend
from tests.conftest import ROOT
from tests.test_dist import SETTINGS, played_to_the_end
from tests.test_image import SHIPPED as STAGE
from tools.dist import build_image, build_wheel
from tools.image.archive import NAME, pack, unpack
from tools.image.build import missing
from tools.image.container import first_process, serving


def test_the_archive_says_of_itself_what_the_dockerfile_says(archive: Path, tmp_path: Path) -> None:
    config = unpack(archive, tmp_path / "root")["config"]
    assert (config["User"], config["WorkingDir"]) == ("10001:10001", "/data")
    assert (config["Cmd"], config["Volumes"], config["ExposedPorts"]) == (["tertulia"], {"/data": {}}, {"8000/tcp": {}})
    assert "PATH=/venv/bin:/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin" in config["Env"]
    check = config["Healthcheck"]
    assert (check["Test"], check["Interval"], check["Retries"]) == (["CMD", "tertulia", "health"], 30_000_000_000, 3)


def test_the_same_files_give_the_same_archive_and_nothing_is_lost(archive: Path, tmp_path: Path) -> None:
    pack(_root(tmp_path / "again"), STAGE, tmp_path / "again.tar")
    assert (tmp_path / "again.tar").read_bytes() == archive.read_bytes()
    unpack(archive, tmp_path / "root")
    assert (tmp_path / "root/usr/bin/tertulia").read_text() == "#!/bin/sh\n"
    assert (tmp_path / "root/bin").readlink() == Path("usr/bin")
    assert list((tmp_path / "root/tmp").iterdir()) == []


def test_it_is_loaded_and_run_under_the_name_that_is_documented() -> None:
    hosting = (ROOT / "docs" / "hosting.md").read_text()
    assert f"docker load --input dist/{NAME.replace(':', '-')}.oci.tar\n" in hosting
    assert f"--cap-drop ALL {NAME}\n" in hosting


def test_an_archive_with_a_changed_blob_is_refused(archive: Path, tmp_path: Path) -> None:
    changed = tmp_path / "changed.tar"
    changed.write_bytes(archive.read_bytes().replace(b'"os":"linux"', b'"os":"lunix"'))
    with pytest.raises(ValueError, match="a blob should be sha256:"):
        unpack(changed, tmp_path / "root")


@pytest.fixture
def archive(tmp_path: Path) -> Path:
    """The archive of an image with a single program."""
    pack(_root(tmp_path / "packed"), STAGE, tmp_path / "image.tar")
    return tmp_path / "image.tar"


def _root(folder: Path) -> Path:
    for name in ("tmp", "usr/bin"):
        (folder / name).mkdir(parents=True)
    (folder / "usr/bin/tertulia").write_text("#!/bin/sh\n")
    (folder / "bin").symlink_to("usr/bin")
    (folder / "tmp/left").touch()
    return folder


@pytest.mark.long
@pytest.mark.timeout(600)  # a Debian is downloaded and installed
@pytest.mark.skipif(bool(missing()), reason=str(missing()))
async def test_what_is_unpacked_from_the_archive_serves_and_keeps_its_games(tmp_path: Path) -> None:
    root = tmp_path / "root"
    unpack(build_image(tmp_path), root)
    with zipfile.ZipFile(build_wheel(tmp_path)) as wheel:
        (site,) = (root / "venv/lib").glob("python*/site-packages")
        program = [name for name in wheel.namelist() if name.startswith("tertulia/")]
        assert all((site / name).read_bytes() == wheel.read(name) for name in program)
    with served(root) as address:
        async with Friend(address, "Ann") as ann:
            await played_to_the_end(ann)
    with served(root) as address:
        async with Friend(address, "Bob") as bob:
            (row,) = sqlite3.connect(root / "data/tertulia.sqlite3").execute("SELECT DISTINCT room FROM events")
            page = await bob.enter(row[0])
            assert (await page.hear("frame"))["outcome"] is not None
            await page.close()


@contextmanager
def served(root: Path) -> Iterator[str]:
    """The address of a server in a container; it stops as at SIGTERM."""
    with serving(root, STAGE, **SETTINGS) as (address, process):
        yield address
        os.kill(first_process(process), signal.SIGTERM)
        assert process.wait(20) == 0
