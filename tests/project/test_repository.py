"""Rules for the repository as a whole, independent of the program."""

import json
import re
import shutil
import subprocess
import tomllib
from collections.abc import Sequence
from importlib import import_module
from pathlib import Path

import pytest

from app.settings import PREFIX, Settings, variable
from tests.mutants.catalogue import ROOT
from tests.mutants.scratch import GIT, tracked
from tools import vendor

README = (ROOT / "README.md").read_text()
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())
MOST_LINES_OF_THE_README = 130


def files() -> list[Path]:
    return [ROOT / name for name in tracked(ROOT)]


def places(pattern: str) -> list[str]:
    """Matches of the pattern in the repository's text files: path and line number."""
    return [
        f"{path.relative_to(ROOT)}:{number}"
        for path in files()
        for number, line in enumerate(path.read_text(errors="replace").splitlines(), start=1)
        if re.search(pattern, line)
    ]


def pins(lock: str) -> dict[str, str]:
    """The lock's entries, by name and version."""
    blocks = re.split(r"^(?=[a-z])", (ROOT / f"requirements/{lock}.lock").read_text(), flags=re.MULTILINE)[1:]
    return {block.split(maxsplit=1)[0]: block for block in blocks}


def names(requirements: Sequence[object]) -> set[str]:
    """The packages that are required, without their extras, ranges and markers."""
    return {re.split(r"[\[;<=> ]", line)[0] for line in requirements if isinstance(line, str)}


def test_packages_whose_internals_the_server_overrides_stay_at_the_minor_version_that_was_tested() -> None:
    for line in PROJECT["project"]["dependencies"]:
        if line.startswith(("uvicorn", "websockets", "httptools")):
            least, below = [bound.split(".") for bound in re.findall(r"[\d.]+", line.partition(">=")[2])]
            assert (below[0], int(below[1])) == (least[0], int(least[1]) + 1), line


def test_nothing_says_where_packages_are_fetched_from() -> None:
    hosts = (("pypi", "org"), ("files", "pythonhosted", "org"), ("registry", "npmjs", "org"))
    assert places("|".join(r"\.".join(host) for host in hosts)) == []


def test_no_link_is_kept_such_as_one_to_an_environment_and_nothing_points_into_one_machine() -> None:
    kept = subprocess.check_output([*GIT, "ls-files", "--stage"], cwd=ROOT, text=True)
    assert [line for line in kept.splitlines() if line.startswith("120000")] == []
    assert places("(?<![\\w.])/(" + "|".join(["work", "home", "root", "Users"]) + ")/") == []


def test_every_package_that_was_asked_for_is_pinned_and_hashed_and_tests_run_with_those_of_the_server() -> None:
    project, server = PROJECT["project"], names(PROJECT["project"]["dependencies"])
    extras = {name: names(lines) for name, lines in project["optional-dependencies"].items()}
    groups = {name: names(lines) for name, lines in PROJECT["dependency-groups"].items()}
    for name, asked in {"server": server, **extras, **groups}.items():
        locked = pins(name)
        assert [pin for pin, said in locked.items() if "==" not in pin or "--hash=sha256:" not in said] == []
        assert asked - {re.split(r"==|\[", pin)[0] for pin in locked} == set(), name
        assert locked.keys() - pins("dev").keys() == set(), name
    for folder in (".", "tools/lighthouse", "benchmarks/peers/node"):
        packages = json.loads((ROOT / folder / "package-lock.json").read_text())["packages"]
        assert [path for path, package in packages.items() if path and "integrity" not in package] == [], folder


def test_the_server_needs_few_packages_and_what_can_be_switched_on_adds_little_and_goes_together() -> None:
    assert len(PROJECT["project"]["dependencies"]) <= 17
    extras = {name: names(lines) for name, lines in PROJECT["project"]["optional-dependencies"].items()}
    assert extras == {"push": {"cryptography", "tzdata"}, "postgres": {"psycopg"}}
    more: set[str] = set()
    for extra in extras:
        assert pins("server").keys() - pins(extra).keys() == set()
        more |= pins(extra).keys()
    packages = [re.split(r"==|\[", pin)[0] for pin in more]
    assert len(packages) == len(set(packages))


def test_vendored_files_are_what_the_lock_says(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert list(vendor.differences()) == []
    copy = shutil.copytree(vendor.VENDOR, tmp_path / "vendor")
    monkeypatch.setattr(vendor, "VENDOR", copy)
    (copy / "lit-html" / "lit-html.js").write_text('import "./nowhere.js"')
    (copy / "lit-html" / "extra.js").write_text("")
    (copy / "lit-html" / "LICENSE.txt").unlink()
    assert set(vendor.differences()) == {
        "static/vendor/lit-html/lit-html.js is not what the lock says",
        "static/vendor/lit-html/lit-html.js imports ./nowhere.js, which is not vendored",
        "static/vendor/lit-html/extra.js is not in the lock",
        "static/vendor/lit-html/LICENSE.txt is missing",
    }


def test_notices_and_types_are_those_of_what_is_vendored(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert list(vendor.stale_notices()) == []
    notices, wishes = vendor.NOTICES.read_text(), list(vendor.wishes())
    assert all(package["version"] in notices and package["terms"] in notices for package in wishes)
    checked = json.loads((ROOT / "package.json").read_text())["devDependencies"]
    assert checked["lit-html"] == {package["name"]: package["version"] for package in wishes}["lit-html"]
    monkeypatch.setattr(vendor, "NOTICES", tmp_path / "THIRD-PARTY-NOTICES.txt")
    vendor.NOTICES.write_text(notices.replace("Copyright", ""))
    assert len(list(vendor.stale_notices())) == 1


def test_what_a_document_links_to_names_or_says_to_make_is_there() -> None:
    targets = set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(), re.MULTILINE))
    # The rules of games are pages of the program.
    documents = [path for path in files() if path.suffix == ".md" and "games" not in path.relative_to(ROOT).parts]
    for document in documents:
        text = document.read_text()
        assert set(re.findall(r"\bmake ([a-z-]+)", "\n".join(code(text)))) - targets == set(), document
        named = [word for word in code(text) if re.fullmatch(r"[\w.-]+(/[\w.-]+)+\.(css|html|js|md|py)", word)]
        # In full, or relative to app/.
        assert all((ROOT / path).exists() or (ROOT / "app" / path).exists() for path in named), (document, named)
        links = re.findall(r"\]\((?!\w+:)([^)]+)\)", text)
        assert [link for link in links if not _leads_somewhere(document, link)] == [], document


def test_continuous_integration_runs_what_the_readme_says_which_is_read_in_a_minute() -> None:
    run = (ROOT / ".ci" / "run").read_text()
    commands = re.findall(r"^(?:exec )?(make [a-z-]+) </dev/null$", run, re.MULTILINE)
    assert commands == ["make test", "make test-engines"]
    assert set(commands) <= set(code(README))
    assert len(README.splitlines()) <= MOST_LINES_OF_THE_README


def _leads_somewhere(document: Path, link: str) -> bool:
    path, _, anchor = link.partition("#")
    target = document.parent / path if path else document
    return target.exists() and (not anchor or anchor in _anchors(target.read_text()))


def _anchors(text: str) -> set[str]:
    """The anchors of a document's headings and places."""
    headings = re.findall(r"^#+ (.+)$", text, re.MULTILINE)
    made = {re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-") for heading in headings}
    return made | set(re.findall(r'<a id="([^"]+)">', text))


def test_contributing_names_for_each_task_files_and_names_that_are_there() -> None:
    _, _, table = (ROOT / "CONTRIBUTING.md").read_text().partition("| task | open first | look for |\n|---|---|---|\n")
    tasks = [row.strip("|").split("|") for row in table.partition("\n\n")[0].splitlines()]
    assert len(tasks) == 12
    for task, opened, looked_for in tasks:
        named = [ROOT / path.replace("<game>", "tcnccc") for path in re.findall(r"`([^`]+)`", opened)]
        texts = [path.read_text() for path in named if path.is_file()]
        assert texts and all(path.exists() for path in named), task
        assert all(any(name in text for text in texts) for name in re.findall(r"`(\w+)`", looked_for)), task


def test_every_setting_and_no_other_is_explained() -> None:
    hosting = (ROOT / "docs" / "hosting.md").read_text()
    explained = set(re.findall(rf"^\| `({PREFIX}\w+)`", hosting, re.MULTILINE))
    assert explained == {variable(field) for field in Settings.model_fields}


def test_every_benchmark_finds_what_it_measures() -> None:
    for path in (ROOT / "benchmarks").glob("*.py"):
        import_module(f"benchmarks.{path.stem}")


def test_the_oldest_python_is_the_same_everywhere() -> None:
    settings = PROJECT["tool"]
    versions = {settings["mypy"]["python_version"], settings["ruff"]["target-version"].replace("py3", "3.")}
    versions |= set(re.findall(r"--python-version (\S+)", (ROOT / "Makefile").read_text()))
    versions |= set(re.findall(r"Python (3\.\d+)", README))
    assert versions == {"3.11"}


def code(text: str) -> list[str]:
    """The commands a reader may type: lines of code blocks, and inline code."""
    block = re.compile(r"^```\w*\n(.*?)^```", re.MULTILINE | re.DOTALL)
    lines = [line for found in block.findall(text) for line in found.splitlines()]
    return lines + re.findall(r"`([^`\n]+)`", block.sub("", text))
