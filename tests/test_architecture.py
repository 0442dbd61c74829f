"""app/ is built in layers, as docs/architecture.md shows them."""

from __future__ import annotations

from pathlib import Path

import pytest

from tools.dev import contract
from tools.dev.__main__ import main

MOST_LINES = 350
MOST_MODULES = 17


def test_nothing_in_app_breaks_the_contract_of_its_layers() -> None:
    assert contract.violations() == []


@pytest.mark.parametrize(
    ("module", "imported", "said"),
    [
        ("app.table.state", "app.rooms.room", "app.table.state imports app.rooms.room, which is not below it"),
        ("app.push.webpush", "app.services.bots", "app.push.webpush imports app.services.bots, which is not below it"),
        ("app.rooms.room", "sqlalchemy", "app.rooms.room imports sqlalchemy"),
        ("app.table.moves", "asyncio", "app.table.moves is pure, and imports asyncio"),
        ("app.table.events", "app.table.state", "a circle: "),
    ],
)
def test_an_import_out_of_place_and_a_circle_are_found(
    module: str, imported: str, said: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = contract.imports()
    monkeypatch.setattr(contract, "imports", lambda: {**found, module: found[module] | {imported}})
    assert any(line.startswith(said) for line in contract.violations())


def test_no_module_is_too_long_to_be_read_at_once_and_no_package_has_more_than_one_can_overlook() -> None:
    long = {str(path): len(path.read_text().splitlines()) for path in Path("app").rglob("*.py")}
    assert {path: lines for path, lines in long.items() if lines > MOST_LINES} == {}
    counted = {folder.name: len(list(folder.glob("*.py"))) - 1 for folder in Path("app").iterdir() if folder.is_dir()}
    assert {name: count for name, count in counted.items() if count > MOST_MODULES} == {}


def test_the_layers_in_the_documents_are_those_of_the_contract() -> None:
    assert main(["layers"]) == 0
