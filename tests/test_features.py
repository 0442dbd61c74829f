"""What `make check` says of features that one of the least browsers does not know."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent


def complaints(folder: Path, **files: str) -> list[str]:
    """Of pages made of these files: line and feature."""
    for kind, text in files.items():
        path = folder / ("templates" if kind == "html" else "static") / f"page.{kind}"
        path.parent.mkdir(exist_ok=True)
        path.write_text(text)
    for name in ("static", "templates"):
        (folder / name).mkdir(exist_ok=True)
    done = subprocess.run(
        ["node", "tools/features.mjs", str(folder)], cwd=ROOT, check=False, capture_output=True, text=True
    )
    assert done.returncode == bool(done.stderr)
    return re.findall(r":(\d+: .*) is not known to", done.stderr)


@pytest.mark.parametrize(
    ("kind", "text", "named"),
    [
        ("js", "const page = document.body;\nconst seen = page.checkVisibility();", "2: checkVisibility"),
        ("js", "const by_suit = Object.groupBy([], String);", "1: groupBy"),
        ("js", "export const now = Temporal.Now;", "1: Temporal"),
        ("css", ".a { color: red; & .b { color: blue; } }", "1: nesting"),
        ("css", "@starting-style { .a { opacity: 0; } }", "1: @starting-style"),
        ("css", ".a { field-sizing: content; }", "1: field-sizing"),
        ("css", ".a { float: inline-start; }", "1: float: inline-start"),
        ("html", "<p>\n<div popover></div>", "2: <div popover>"),
    ],
)
def test_what_is_newer_than_the_least_browsers_is_named_with_its_line(
    tmp_path: Path, kind: str, text: str, named: str
) -> None:
    assert named in complaints(tmp_path, **{kind: text})


def test_what_is_guarded_may_be_newer(tmp_path: Path) -> None:
    js = "navigator.setAppBadge?.(1);\nconst counted = document.activeViewTransition?.finished;"
    css = (
        "@supports (field-sizing: content) { .a { field-sizing: content; } }\n.b { float: left; float: inline-start; }"
    )
    prefixed = ".c { -webkit-user-select: none; user-select: none; }"
    assert complaints(tmp_path, js=js, css=f"{css}\n{prefixed}") == []


def test_syntax_that_they_do_not_know_is_no_syntax(tmp_path: Path) -> None:
    (tmp_path / "static").mkdir()
    (tmp_path / "static" / "page.js").write_text('import words from "./words.json" with { type: "json" };')
    done = subprocess.run(["node", "tools/features.mjs", str(tmp_path)], cwd=ROOT, capture_output=True, check=False)
    assert done.returncode != 0
