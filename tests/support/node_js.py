"""Runs modules of static/ in Node, for tests that compare them with what only Python knows, such as games played by the
rules. What is only about the page is tested in tests/page/."""

import json
import subprocess
from typing import Any

from app.assets.files import STATIC

SCRIPT = """%s;
const { paths, given } = JSON.parse((await import("node:fs")).readFileSync(0, "utf8"));
const answers = (await Promise.all(paths.map((path) => import(path)))).map((module) => %s);
console.log(JSON.stringify(await Promise.all(answers)));"""


def in_node(path: str, asked: str, given: Any = None, before: str = "") -> Any:
    """The value of an expression, or of its promise, with the `module` of this path and this `given`. `before`:
    statements that put in place what only browsers have."""
    return each_in_node([path], asked, given, before)[0]


def each_in_node(paths: list[str], asked: str, given: Any = None, before: str = "") -> list[Any]:
    """The same for several modules at once: starting Node takes longer than answering."""
    command = ["node", "--input-type=module", "--eval", SCRIPT % (before, asked)]
    handed = json.dumps({"paths": [(STATIC / path).as_uri() for path in paths], "given": given})
    return json.loads(subprocess.run(command, input=handed, check=True, capture_output=True, text=True).stdout)
