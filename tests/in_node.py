"""Runs modules of static/ that need no browser in Node."""

import json
import re
import subprocess
from typing import Any, Self
from urllib.parse import quote

from app.assets.files import STATIC

# Node takes .js files for CommonJS; from a data: URL they are modules.
SCRIPT = """%s;
const { texts, given } = JSON.parse((await import("node:fs")).readFileSync(0, "utf8"));
const modules = texts.map((text) => import("data:text/javascript," + encodeURIComponent(text)));
const answers = (await Promise.all(modules)).map((module) => %s);
console.log(JSON.stringify(await Promise.all(answers)));"""


LOOP = """import { createInterface } from "node:readline";
const module = await import("data:text/javascript," + encodeURIComponent(%s));
for await (const line of createInterface({ input: process.stdin })) {
  const given = JSON.parse(line);
  console.log(JSON.stringify(%s));
}"""


class Node:
    """A Node that evaluates the same expression again and again: starting it takes longer than answering."""

    def __init__(self, path: str, asked: str) -> None:
        """An expression with the `module` of this path, and what is `given` each time."""
        script = LOOP % (json.dumps(_text(path)), asked)
        command = ["node", "--input-type=module", "--eval", script]
        self._process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._process.communicate()

    def __call__(self, given: Any) -> Any:
        assert self._process.stdin is not None and self._process.stdout is not None
        print(json.dumps(given), file=self._process.stdin, flush=True)
        return json.loads(self._process.stdout.readline())


def in_node(path: str, asked: str, given: Any = None, before: str = "") -> Any:
    """The value of an expression, or of its promise, with the `module` of this path and this `given`. `before`:
    statements that put in place what only browsers have."""
    return each_in_node([path], asked, given, before)[0]


def each_in_node(paths: list[str], asked: str, given: Any = None, before: str = "") -> list[Any]:
    """The same for several modules at once: starting Node takes longer than answering."""
    command = ["node", "--input-type=module", "--eval", SCRIPT % (before, asked)]
    handed = json.dumps({"texts": [_text(path) for path in paths], "given": given})
    return json.loads(subprocess.run(command, input=handed, check=True, capture_output=True, text=True).stdout)


def _text(path: str) -> str:
    """The module, with those that it imports at their own data: URLs."""
    text = (STATIC / path).read_text("utf-8")
    return re.sub(
        r'^((?:import |}).*) from "#((?:games|kit|room)/[^"]+)"',
        lambda found: f'{found[1]} from "data:text/javascript,{quote(_text(found[2]))}"',
        text,
        flags=re.MULTILINE,
    )
