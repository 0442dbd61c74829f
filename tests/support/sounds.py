"""Runs the sound modules in Node: they need no browser."""

from typing import Any

from tests.support.node_js import in_node

HEAR = "given.map((event) => [module.cues(event), !!module.is_taken?.(event)])"
LENGTHS = "module.SOUNDS.map((name) => [module.rendered(name, 44100).length, name])"


def heard(game: str, events: list[dict[str, Any]]) -> list[tuple[list[dict[str, Any]], bool]]:
    """For each event, what is heard of it, and whether something was taken from the viewer."""
    return [(cues, taken) for cues, taken in in_node(f"games/{game}/sounds.js", HEAR, events)]


def names_by_length() -> dict[int, str]:
    """By the number of its samples at 44,100 Hz, the name of each sound."""
    sounds = in_node("room/sound_synth.js", LENGTHS)
    names = dict(sounds)
    assert len(names) == len(sounds)
    return names
