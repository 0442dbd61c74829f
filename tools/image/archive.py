"""Packs a root file system and its configuration into an OCI archive, and unpacks one.

The layout is that of the OCI image specification, with the `manifest.json` that `docker load` reads. It is written here
because none of the packaged tools writes a health check, which is Docker's addition to the configuration of an image.
"""

import hashlib
import json
import subprocess
import tempfile
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final

from app.build import VERSION
from tools.dockerfile import Stage
from tools.image.build import USUAL_PATH, source_date

NAME: Final = f"tertulia:{VERSION}"
OCI: Final = "application/vnd.oci.image"
LEFT_TO_THE_RUNTIME: Final = ("./dev/*", "./proc/*", "./run/*", "./sys/*", "./tmp/*")
NANOSECONDS: Final = 1_000_000_000


def pack(root: Path, stage: Stage, archive: Path) -> None:
    """Write the archive. The same root gives the same bytes."""
    with tempfile.TemporaryDirectory(dir=archive.parent) as made_for_it:
        layout = _Layout(Path(made_for_it))
        layer = layout.folder / "layer.tar"
        _tar(root, layer, *(f"--exclude={path}" for path in LEFT_TO_THE_RUNTIME))
        unpacked = _digest(layer)
        subprocess.run(["gzip", "--no-name", layer], check=True)
        packed = layout.add(layer.with_name("layer.tar.gz"), f"{OCI}.layer.v1.tar+gzip")
        config = layout.add_json(_config(stage, unpacked), f"{OCI}.config.v1+json")
        described = {"schemaVersion": 2, "mediaType": f"{OCI}.manifest.v1+json", "config": config, "layers": [packed]}
        manifest = layout.add_json(described, f"{OCI}.manifest.v1+json")
        manifest["annotations"] = {"org.opencontainers.image.ref.name": VERSION, "io.containerd.image.name": NAME}
        layout.write("oci-layout", {"imageLayoutVersion": "1.0.0"})
        layout.write("index.json", {"schemaVersion": 2, "manifests": [manifest]})
        layers = [_blob(packed["digest"])]
        layout.write("manifest.json", [{"Config": _blob(config["digest"]), "RepoTags": [NAME], "Layers": layers}])
        _tar(layout.folder, archive)


class _Layout:
    """A folder in which blobs have their digests as names."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        (folder / "blobs" / "sha256").mkdir(parents=True)

    def write(self, name: str, content: Any) -> Path:
        path = self.folder / name
        path.write_text(json.dumps(content, separators=(",", ":"), sort_keys=True))
        return path

    def add_json(self, content: Any, kind: str) -> dict[str, Any]:
        return self.add(self.write("new.json", content), kind)

    def add(self, path: Path, kind: str) -> dict[str, Any]:
        """Take the file among the blobs; returns its descriptor."""
        digest, size = _digest(path), path.stat().st_size
        path.rename(self.folder / _blob(digest))
        return {"mediaType": kind, "digest": digest, "size": size}


def _config(stage: Stage, layer: str) -> dict[str, Any]:
    created = datetime.fromtimestamp(source_date(), UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
    architecture = subprocess.check_output(["dpkg", "--print-architecture"], text=True).strip()
    check, options = stage.health_check()
    seconds = {name: int(options[name].removesuffix("s")) for name in ("interval", "timeout", "start-period")}
    return {
        "created": created,
        "architecture": architecture,
        "os": "linux",
        "config": {
            "User": stage.all("USER")[-1],
            "ExposedPorts": {f"{port}/tcp": {} for port in stage.all("EXPOSE")},
            "Env": [f"{name}={value}" for name, value in stage.environment(USUAL_PATH).items()],
            "Cmd": stage.command(),
            "Volumes": {volume: {} for volume in stage.all("VOLUME")},
            "WorkingDir": stage.all("WORKDIR")[-1],
            "Labels": {"org.opencontainers.image.title": "Tertulia", "org.opencontainers.image.version": VERSION},
            "Healthcheck": {
                "Test": ["CMD", *check],
                "Interval": seconds["interval"] * NANOSECONDS,
                "Timeout": seconds["timeout"] * NANOSECONDS,
                "StartPeriod": seconds["start-period"] * NANOSECONDS,
                "Retries": int(options["retries"]),
            },
        },
        "rootfs": {"type": "layers", "diff_ids": [layer]},
        "history": [{"created": created, "created_by": "make dist"}],
    }


def _tar(folder: Path, target: Path, *more: str) -> None:
    date = ["--sort=name", f"--mtime=@{source_date()}", "--numeric-owner"]
    # A header for long names would otherwise hold the number of the process and the times of the file.
    names = ["--format=posix", "--pax-option=exthdr.name=%d/PaxHeaders/%f,delete=atime,delete=ctime"]
    subprocess.run(["tar", "--create", *date, *names, *more, "--file", target, "--directory", folder, "."], check=True)


def unpack(archive: Path, folder: Path) -> dict[str, Any]:
    """Unpack the image's root into a new folder; returns its configuration. Raises ValueError for a wrong digest."""
    with tempfile.TemporaryDirectory(dir=folder.parent) as made_for_it:
        layout = Path(made_for_it)
        subprocess.run(["tar", "--extract", "--file", archive, "--directory", layout], check=True)
        (described,) = json.loads((layout / "index.json").read_text())["manifests"]
        manifest = json.loads(_checked(layout, described).read_text())
        config: dict[str, Any] = json.loads(_checked(layout, manifest["config"]).read_text())
        folder.mkdir()
        for descriptor in manifest["layers"]:
            layer = _checked(layout, descriptor)
            subprocess.run(["tar", "--extract", "--gzip", "--file", layer, "--directory", folder], check=True)
    return config


def _checked(layout: Path, descriptor: dict[str, Any]) -> Path:
    path = layout / _blob(descriptor["digest"])
    found = _digest(path), path.stat().st_size
    if found != (descriptor["digest"], descriptor["size"]):
        raise ValueError(f"a blob should be {descriptor['digest']} of {descriptor['size']} bytes, and is {found}")
    return path


def _blob(digest: str) -> str:
    return f"blobs/{digest.replace(':', '/')}"


def _digest(path: Path) -> str:
    with path.open("rb") as file:
        return f"sha256:{hashlib.file_digest(file, 'sha256').hexdigest()}"
