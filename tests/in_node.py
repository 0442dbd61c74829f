"""Asks modules of static/ in Node: those that need no browser."""

import json
import subprocess
from typing import Any

from app.assets.files import STATIC

# Node takes .js for CommonJS; as data it is a module.
SCRIPT = """const { text, given } = JSON.parse((await import("node:fs")).readFileSync(0, "utf8"));
const module = await import("data:text/javascript," + encodeURIComponent(text));
console.log(JSON.stringify(%s));"""


def in_node(path: str, asked: str, given: Any = None) -> Any:
    """What comes of an expression with the `module` of this path and what is `given`."""
    command = ["node", "--input-type=module", "--eval", SCRIPT % asked]
    handed = json.dumps({"text": (STATIC / path).read_text("utf-8"), "given": given})
    return json.loads(subprocess.run(command, input=handed, check=True, capture_output=True, text=True).stdout)
