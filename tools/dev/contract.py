"""The contract of the packages in app/: who may import whom, and which libraries stay where.

tests/project/test_imports.py enforces it, and docs/architecture.md shows it. All imports count, also under
TYPE_CHECKING and inside functions.
"""

import argparse
import ast
from collections.abc import Iterator, Mapping
from functools import cache
from graphlib import CycleError, TopologicalSorter
from pathlib import Path
from typing import Final

from tools.dev.architecture import Section

ROOT: Final = Path(__file__).resolve().parents[2]
SECTION: Final = Section("layers")

LAYERS: Final[tuple[tuple[str, ...], ...]] = (
    ("__main__",),
    ("main",),
    ("doctor",),
    ("admin",),
    ("server",),
    ("web",),
    ("push", "services", "cluster", "own_tables"),
    ("rooms",),
    ("replay", "previews", "evening_file", "beforehand", "between", "keeper"),
    ("access", "assets"),
    ("storage",),
    ("duplicates",),
    ("table",),
    ("workers", "slow"),
    ("background",),
    ("telemetry",),
    ("settings",),
    ("setting_types",),
    ("protocol",),
    ("i18n", "build", "private_files", "quiet_hours"),
)
"""From the top down: a package imports from layers below its own, and from no sibling."""

ONLY_IN: Final[Mapping[str, frozenset[str]]] = {
    **dict.fromkeys(
        ("sqlalchemy", "alembic", "sqlite3", "psycopg"), frozenset({"storage", "cluster", "keeper", "admin"})
    ),
    **dict.fromkeys(
        ("fastapi", "starlette", "uvicorn"), frozenset({"web", "access", "server", "assets", "telemetry", "main"})
    ),
}
"""Library -> packages that may import it."""

PURE: Final = frozenset({"duplicates", "table", "protocol", "between"})
IMPURE: Final = frozenset({"asyncio", "time", "datetime", "logging", "random", "socket", "threading", "os", "pathlib"})
CHANCE_IN: Final = frozenset({"app.table.deal", "app.table.event_ids", "app.table.host", "app.protocol.room_codes"})
"""Pure modules that may draw random values: deals, ids, links and codes must be unpredictable."""


def imports() -> dict[str, set[str]]:
    """Module of app/ -> everything it imports, modules of app/ by full name."""
    return {module: {*imported(path)} for module, path in _modules().items()}


def violations() -> list[str]:
    """Violations of the contract, one line each."""
    found = imports()
    return [
        *(line for module, names in found.items() for line in _upward(module, names)),
        *(line for module, names in found.items() for line in _out_of_place(module, names)),
        *_circles(found),
    ]


def layer_of(module: str) -> int:
    """The index of a module's layer, from the top."""
    package = module.split(".")[1]
    return next(number for number, packages in enumerate(LAYERS) if package in packages)


def _upward(module: str, names: set[str]) -> Iterator[str]:
    for name in sorted(names):
        is_other = name.startswith("app.") and name.split(".")[1] != module.split(".")[1]
        if is_other and layer_of(name) <= layer_of(module):
            yield f"{module} imports {name}, which is not below it"


def _out_of_place(module: str, names: set[str]) -> Iterator[str]:
    package = module.split(".")[1]
    for name in sorted(names):
        library = name.split(".")[0]
        if package not in ONLY_IN.get(library, {package}):
            yield f"{module} imports {library}"
        if package in PURE and (library in IMPURE or (library == "secrets" and module not in CHANCE_IN)):
            yield f"{module} is pure, and imports {library}"


def _circles(found: Mapping[str, set[str]]) -> list[str]:
    try:
        TopologicalSorter(found).prepare()
    except CycleError as circle:
        return [f"a circle: {' -> '.join(circle.args[1])}"]
    return []


def _modules() -> dict[str, Path]:
    files = (path for path in sorted((ROOT / "app").rglob("*.py")) if path.stem != "__init__")
    return {".".join(path.relative_to(ROOT).with_suffix("").parts): path for path in files}


@cache
def imported(path: Path) -> frozenset[str]:
    """All modules that a file imports, at the top or inside a function."""
    return frozenset(_imported(path))


def _imported(path: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module is not None:
            for alias in node.names:
                inside = ROOT / node.module.replace(".", "/") / alias.name
                is_module = inside.is_dir() or inside.with_suffix(".py").exists()
                yield f"{node.module}.{alias.name}" if is_module else node.module


# --- In docs/architecture.md --------------------------------------------------------------------------------


def compare_layers(asked: argparse.Namespace) -> int:
    """Compare the layers in docs/architecture.md with the contract; 1 if they differ."""
    return SECTION.compare(diagram(), write=asked.write)


def diagram() -> str:
    """The layers as a table: each package, its purpose, and the packages it imports."""
    used: dict[str, set[str]] = {}
    for module, names in imports().items():
        packages = {name.split(".")[1] for name in names if name.startswith("app.")}
        used.setdefault(module.split(".")[1], set()).update(packages - {module.split(".")[1]})
    order = [package for layer in LAYERS for package in layer]
    rows = [
        f"| `{package}` | {_purpose(package)} | {', '.join(each for each in order if each in used.get(package, ()))} |"
        for package in order
    ]
    return "\n".join(["| package | what it is | imports |", "|---|---|---|", *rows, ""])


def _purpose(package: str) -> str:
    folder = ROOT / "app" / package
    path = folder / "__init__.py" if folder.is_dir() else folder.with_suffix(".py")
    said = ast.get_docstring(ast.parse(path.read_text())) or ""
    return " ".join(said.split("\n\n")[0].split())
