"""Runs modules of static/ that need no browser in Node."""

import json
import subprocess
from typing import Any

from app.assets.files import STATIC

# Node takes .js files for CommonJS; from a data: URL they are modules.
SCRIPT = """const { texts, given } = JSON.parse((await import("node:fs")).readFileSync(0, "utf8"));
const answers = [];
for (const text of texts) {
    const module = await import("data:text/javascript," + encodeURIComponent(text));
    answers.push(%s);
}
console.log(JSON.stringify(answers));"""


def in_node(path: str, asked: str, given: Any = None) -> Any:
    """The value of an expression with the `module` of this path and this `given`."""
    return each_in_node([path], asked, given)[0]


def each_in_node(paths: list[str], asked: str, given: Any = None) -> list[Any]:
    """The same for several modules at once: starting Node takes longer than answering."""
    command = ["node", "--input-type=module", "--eval", SCRIPT % asked]
    handed = json.dumps({"texts": [(STATIC / path).read_text("utf-8") for path in paths], "given": given})
    return json.loads(subprocess.run(command, input=handed, check=True, capture_output=True, text=True).stdout)
