"""Runs the sound modules in Node: they need no browser."""

from collections.abc import Iterable
from typing import Any

from tests.support.node_js import in_node

SOUNDS = ("lid", "thud", "coin", "card", "die", "pawn", "turn", "end")
HEAR = "given.map((event) => [module.sound(event), !!module.is_taken?.(event)])"
RENDER = """Object.fromEntries(given.map((name) =>
    [name, Array.from(module.rendered(name, 44100), (sample) => Math.round(sample * 1e6) / 1e6)]))"""


def heard(game: str, events: list[dict[str, Any]]) -> list[tuple[str | None, bool]]:
    """For each event, its sound, and whether something was taken from the viewer."""
    return [(name, taken) for name, taken in in_node(f"games/{game}/sounds.js", HEAR, events)]


def rendered(names: Iterable[str]) -> dict[str, list[float]]:
    """The samples of these sounds, at 44,100 Hz."""
    return in_node("room/sound_recipes.js", RENDER, list(names))
