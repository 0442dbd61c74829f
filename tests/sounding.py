"""Asks the modules that make the sounds, in Node: they need no browser."""

import json
import subprocess
from collections.abc import Iterable
from pathlib import Path
from typing import Any

SOUNDS = ("lid", "thud", "coin", "card", "die", "pawn", "turn", "end")
STATIC = Path(__file__).resolve().parent.parent / "static"

# Node takes .js for CommonJS; as data it is a module.
LOAD = """const load = (text) => import("data:text/javascript," + encodeURIComponent(text));
const { text, given } = JSON.parse((await import("node:fs")).readFileSync(0, "utf8"));
const module = await load(text);
"""
HEAR = "console.log(JSON.stringify(given.map((event) => [module.sound(event), !!module.is_taken?.(event)])));"
RENDER = """console.log(JSON.stringify(Object.fromEntries(given.map((name) =>
    [name, Array.from(module.rendered(name, 44100), (sample) => Math.round(sample * 1e6) / 1e6)]))));"""


def heard(game: str, events: list[dict[str, Any]]) -> list[tuple[str | None, bool]]:
    """Of each event, what it sounds like, and whether something was taken from whoever looks on."""
    return [(name, taken) for name, taken in _run(HEAR, f"games/{game}/sounds.js", events)]


def rendered(names: Iterable[str]) -> dict[str, list[float]]:
    """The samples of these sounds, 44,100 for a second."""
    return _run(RENDER, "room/sound_recipes.js", list(names))


def _run(script: str, path: str, given: Any) -> Any:
    command = ["node", "--input-type=module", "--eval", LOAD + script]
    handed = json.dumps({"text": (STATIC / path).read_text("utf-8"), "given": given})
    return json.loads(subprocess.run(command, input=handed, check=True, capture_output=True, text=True).stdout)
