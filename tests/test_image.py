"""What the image is made by, and how it is run. `python -m tools.image` carries it out."""

from __future__ import annotations

import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from app.__main__ import main
from app.settings import PREFIX, Settings, variable
from tests.conftest import ROOT
from tools.dockerfile import Stage, let_through, stages
from tools.metadata_hook import EXTRAS

DOCKERFILE = (ROOT / "Dockerfile").read_text()
COMPOSE = (ROOT / "docker-compose.yml").read_text()
BUILT, SHIPPED = stages(DOCKERFILE)


def test_hadolint_has_nothing_to_say() -> None:
    hadolint = Path(sys.executable).parent / "hadolint"
    said = subprocess.run([hadolint, "--no-color", ROOT / "Dockerfile"], capture_output=True, text=True, check=False)
    assert (said.returncode, said.stdout) == (0, "")


def test_hadolint_would_have_something_to_say(tmp_path: Path) -> None:
    (tmp_path / "Dockerfile").write_text("FROM debian\nRUN cd /tmp && sudo apt-get install python3\n")
    hadolint = Path(sys.executable).parent / "hadolint"
    assert subprocess.run([hadolint, tmp_path / "Dockerfile"], capture_output=True, check=False).returncode == 1


def test_a_dockerfile_is_read_with_its_comments_and_long_lines() -> None:
    (stage,) = stages('# first\nFROM debian AS base\nRUN one \\\n # why\n && two\nENV A=1 \\\n    B=2\nCMD ["run"]\n')
    assert (stage.image, stage.name) == ("debian", "base")
    assert [" ".join(run.split()) for run in stage.all("RUN")] == ["one && two"]
    assert stage.environment() == {"A": "1", "B": "2"}
    assert stage.command() == ["run"]


def test_packages_are_installed_in_a_stage_that_is_not_shipped() -> None:
    assert any("pip" in run for run in BUILT.all("RUN"))
    assert not any(re.search(r"\b(pip|apt-get|curl|gcc)\b", run) for run in SHIPPED.all("RUN"))
    assert [copy.split()[0] for copy in SHIPPED.all("COPY")] == [f"--from={BUILT.name}"]


def test_every_package_has_to_be_the_one_that_is_locked() -> None:
    packages, wheel = (run for run in BUILT.all("RUN") if "install" in run)
    assert packages.count("install") == packages.count("--require-hashes") == 2
    assert packages.count("-m venv") == packages.count("--without-pip")
    assert wheel.count("install --no-deps --no-index") == 1


def test_what_is_shipped_is_the_wheel_that_others_install() -> None:
    assert SHIPPED.command() == ["tertulia"]
    (_, built) = (run for run in BUILT.all("RUN") if "install" in run)
    assert "wheel --no-deps --no-build-isolation --wheel-dir /wheel ." in built


def test_all_that_the_wheel_is_built_from_is_let_through() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())
    hatch = project["tool"]["hatch"]
    needed = {"pyproject.toml", project["project"]["readme"], *project["project"]["license-files"]}
    needed |= {*hatch["build"]["targets"]["wheel"]["only-include"], hatch["metadata"]["hooks"]["custom"]["path"]}
    needed |= {"requirements.in", *(f"requirements-{extra}.in" for extra in EXTRAS)}
    assert needed <= {path.relative_to(ROOT).as_posix() for path in let_through()}


def test_it_runs_as_a_user_that_is_not_root() -> None:
    assert SHIPPED.all("USER") == ["10001:10001"]
    assert "--uid 10001" in SHIPPED.all("RUN")[0]
    before = [name for name, _ in SHIPPED.steps]
    assert before.index("USER") > max(place for place, name in enumerate(before) if name in ("RUN", "COPY"))


def test_its_settings_are_such_as_there_are_and_none_is_a_secret(monkeypatch: pytest.MonkeyPatch) -> None:
    given = {name: value for name, value in SHIPPED.environment().items() if name.startswith(PREFIX)}
    settings = Settings.from_environ(given)
    assert settings.database_url == "sqlite:////data/tertulia.sqlite3"
    assert settings.push_key_file.startswith("/data/")
    assert SHIPPED.all("VOLUME") == ["/data"]
    assert SHIPPED.all("EXPOSE") == [str(settings.bind.port)]
    assert not BUILT.all("ARG") + SHIPPED.all("ARG")


def test_it_is_asked_for_its_health_by_itself_and_started_without_a_shell(capsys: pytest.CaptureFixture[str]) -> None:
    (health,) = SHIPPED.all("HEALTHCHECK")
    assert health.endswith('CMD ["tertulia", "health"]')
    with pytest.raises(SystemExit):
        main(["--help"])
    assert "health" in capsys.readouterr().out


def test_both_stages_are_of_one_small_image() -> None:
    assert BUILT.image == SHIPPED.image
    assert SHIPPED.image.startswith("python:3.13-slim@")


def test_every_image_that_is_not_built_here_is_named_by_its_digest() -> None:
    named = [*(stage.image for stage in stages(DOCKERFILE)), *re.findall(r"^ +image: (\S+)$", COMPOSE, re.MULTILINE)]
    assert "tertulia" in named
    elsewhere = [image for image in named if image != "tertulia"]
    assert len(elsewhere) == 4
    assert all(re.fullmatch(r"[a-z]+:[\w.-]+@sha256:[0-9a-f]{64}", image) for image in elsewhere)


# --- docker-compose.yml -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "line",
    ["read_only: true", "cap_drop:\n    - ALL", "no-new-privileges:true", "- data:/data", "tmpfs:\n    - /tmp"],
)
def test_a_container_may_write_its_data_and_nothing_else(line: str) -> None:
    node = COMPOSE[COMPOSE.index("x-node: &node") : COMPOSE.index("x-settings:")]
    assert line in node


def test_every_node_is_run_in_that_way() -> None:
    nodes = re.findall(r"^  (tertulia|node-\d):\n    <<: \*(\S+)", COMPOSE, re.MULTILINE)
    assert nodes == [("tertulia", "node"), *((f"node-{number}", "node-of-cluster") for number in (1, 2, 3))]
    assert "x-node-of-cluster: &node-of-cluster\n  <<: *node\n" in COMPOSE


def test_a_container_has_longer_to_stop_than_the_server_takes() -> None:
    (grace,) = re.findall(r"stop_grace_period: (\d+)s", COMPOSE)
    unit = (ROOT / "docs" / "tertulia.service").read_text()
    (stop,) = re.findall(r"^TimeoutStopSec=(\d+)s", unit, re.MULTILINE)
    assert min(int(grace), int(stop)) >= 20


def test_it_sets_what_there_is_to_set() -> None:
    fields = {variable(field) for field in Settings.model_fields}
    assert set(re.findall(rf"^ +({PREFIX}\w+):", COMPOSE, re.MULTILINE)) <= fields


def test_the_proxy_before_the_nodes_is_the_sample_and_knows_their_names() -> None:
    assert "./docs/nginx.conf:/etc/nginx/conf.d/default.conf:ro" in COMPOSE
    sample = (ROOT / "docs" / "nginx.conf").read_text()
    assert re.findall(r"server (node-\d):8000", sample) == re.findall(r"^  (node-\d):", COMPOSE, re.MULTILINE)


def test_a_stage_without_a_beginning_is_not_read() -> None:
    with pytest.raises(ValueError, match="RUN stands before FROM"):
        stages("RUN make\n")


def test_what_a_stage_is_called_where_it_has_no_name() -> None:
    assert [stage.name for stage in stages("FROM a\nFROM b AS c\n")] == ["0", "c"]
    assert isinstance(BUILT, Stage)
